"""Headings that conversion left on one level get back the depth that contents tell."""

from __future__ import annotations

import pytest

from siaa.biblioteca.estructura.analisis import analizar_estructura
from siaa.biblioteca.estructura.lineas import clasificar
from siaa.biblioteca.estructura.niveles import con_niveles


def niveles(contenido: str) -> list[tuple[str, int]]:
    lineas = con_niveles(contenido, clasificar(contenido))
    return [(x.rotulo.titulo, x.rotulo.marca) for x in lineas if x.rotulo]


INDICE = """
CONTENIDO

PRESENTACIÓN	2
1.	SALAS	3
1.1.	Reserva	3
1.1.1.	Por correo	4
1.1.2.	Por teléfono	4
1.2.	Entrega	5
2.	LLAVES	6
2.1.	Entrega	7
2.2.	Pérdida	8
"""
TITULOS = ("PRESENTACIÓN", "SALAS", "Reserva", "Por correo", "Por teléfono", "Entrega", "LLAVES")


def test_el_indice_devuelve_los_niveles() -> None:
    titulos = ("Manual de la casa", *TITULOS, "Multas", "Entrega", "Pérdida")
    contenido = INDICE + "".join(f"\n# {titulo}\n\nTexto.\n" for titulo in titulos)
    assert niveles(contenido) == [
        ("Manual de la casa", 1),
        ("PRESENTACIÓN", 2),
        ("SALAS", 2),
        ("Reserva", 3),
        ("Por correo", 4),
        ("Por teléfono", 4),
        ("Entrega", 3),
        ("LLAVES", 2),
        ("Multas", 3),
        ("Entrega", 3),
        ("Pérdida", 3),
    ]


def test_niveles_que_ya_difieren_se_quedan() -> None:
    titulos = "".join(f"{'#' * (1 + n % 3)} {t}\n\n" for n, t in enumerate(TITULOS))
    assert [nivel for _, nivel in niveles(INDICE + "\n" + titulos)] == [1, 2, 3, 1, 2, 3, 1]


def test_sin_indice_todo_queda_igual() -> None:
    contenido = "".join(f"## {titulo}\n\n" for titulo in (*TITULOS, "Multas", "Pérdida"))
    assert {nivel for _, nivel in niveles(contenido)} == {2}


def rutas(*rotulos: str) -> list[list[str]]:
    """Return the divisions, each without its number's name, that each article stands in."""
    contenido = "# Reglamento\n\n" + "".join(f"{rotulo}\n\n" for rotulo in rotulos)
    estructura, _ = analizar_estructura(contenido)
    partidas = [s.ruta[1:] for s in estructura.secciones]
    return [list(ruta[:-1]) for ruta in partidas if ruta and ruta[-1].startswith("Artículo")]


@pytest.mark.parametrize(
    ("rotulos", "esperadas"),
    [
        (  # as most have them
            ("Capítulo I", "Sección I", "Artículo 1. Uno.", "Sección II", "Artículo 2. Dos."),
            ["Capítulo I | Sección I", "Capítulo I | Sección II"],
        ),
        (  # sections that hold chapters, whatever their marks
            (
                *("### SECCIÓN PRIMERA", "### EL FARO", "### CAPÍTULO I", "Artículo 1. Uno."),
                *("CAPÍTULO II.", "LAS LUCES.", "Artículo 2. Dos."),
                *("SECCIÓN SEGUNDA.", "EL MUELLE.", "CAPÍTULO ÚNICO.", "Artículo 3. Tres."),
                *("### Sección Tercera", "Artículo 4. Cuatro."),
            ),
            [
                "SECCIÓN PRIMERA. EL FARO | CAPÍTULO I",
                "SECCIÓN PRIMERA. EL FARO | CAPÍTULO II. LAS LUCES.",
                "SECCIÓN SEGUNDA. EL MUELLE. | CAPÍTULO ÚNICO.",
                "Sección Tercera",
            ],
        ),
        (  # sections between a book and its titles
            (
                *("LIBRO I", "SECCIÓN I", "TÍTULO I", "CAPÍTULO I", "Artículo 1. Uno."),
                *("TÍTULO II", "Artículo 2. Dos.", "SECCIÓN II", "TÍTULO I", "Artículo 3. Tres."),
            ),
            [
                "LIBRO I | SECCIÓN I | TÍTULO I | CAPÍTULO I",
                "LIBRO I | SECCIÓN I | TÍTULO II",
                "LIBRO I | SECCIÓN II | TÍTULO I",
            ],
        ),
        (  # a section that is empty holds no chapter that goes on with a count
            ("Capítulo I", "Artículo 1. Uno.", "Sección I", "Capítulo II", "Artículo 2. Dos."),
            ["Capítulo I", "Capítulo II"],
        ),
        (  # one that says something first holds what it counts
            ("Sección I", "Lorem.", "Ipsum.", "Dolor.", "Capítulo I", "Artículo 1. Uno."),
            ["Sección I | Capítulo I"],
        ),
        (  # but nothing after an article
            ("Sección I", "Artículo 1. Uno.", "Capítulo I", "Artículo 2. Dos."),
            ["Sección I", "Capítulo I"],
        ),
    ],
)
def test_las_divisiones_van_en_el_orden_de_su_texto(
    rotulos: tuple[str, ...], esperadas: list[str]
) -> None:
    assert [" | ".join(ruta) for ruta in rutas(*rotulos)] == esperadas
