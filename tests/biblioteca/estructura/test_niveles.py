"""Headings that conversion left on one level get back the depth that contents tell."""

from __future__ import annotations

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
