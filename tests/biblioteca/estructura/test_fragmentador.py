"""Headings and articles, and which of them is in force where a fragment starts."""

from __future__ import annotations

import pytest

from siaa.biblioteca.fragmentador import (
    LARGO_ENCABEZADO,
    buscar_encabezados,
)
from siaa.biblioteca.valores import Encabezado


def titulos(contenido: str) -> list[str]:
    return [e.titulo for e in buscar_encabezados(contenido)]


@pytest.mark.parametrize(
    ("linea", "titulo"),
    [
        ("# Uno", "Uno"),
        ("###### Seis", "Seis"),
        ("##\tTabulado", "Tabulado"),
        ("## **ARTÍCULO 3º** — _Plazo_ `x`", "ARTÍCULO 3º — Plazo x"),
        ("## Cerrado ##", "Cerrado"),
        ("**ARTÍCULO 5.** Objeto", "ARTÍCULO 5"),
        ("**Artículo 5.** Objeto", "Artículo 5"),
        ("***Artículo 12°.*** Objeto", "Artículo 12°"),
        ("Artículo 7. Objeto", "Artículo 7"),
        ("  ARTICULO 7º: Objeto", "ARTICULO 7º"),
        ("Art. 8 - Objeto", "Art. 8"),
        ("ART. 9 — Objeto", "ART. 9"),
        ("__Artículo 10__. Objeto", "Artículo 10"),
        ("Artículo 1o. Objeto", "Artículo 1o"),
    ],
)
def test_son_encabezados(linea: str, titulo: str) -> None:
    contenido = f"antes\n{linea}\ndespués"
    assert buscar_encabezados(contenido) == (Encabezado(6, titulo),)


@pytest.mark.parametrize(
    "linea",
    [
        "#sin espacio",
        "####### siete",
        " # sangrado",
        "x # en medio",
        "##",
        "## ",
        "artículo 5. en minúscula",
        "Según el Artículo 5. del reglamento",
        "Artículo quinto. Objeto",
        "Artículo 5 del reglamento dice",
        "Artículos 5. y 6.",
        "**Nota.** Objeto",
        "Arte 5. Objeto",
    ],
)
def test_no_son_encabezados(linea: str) -> None:
    assert buscar_encabezados(f"antes\n{linea}\ndespués") == ()


def test_un_encabezado_sin_letras_no_cuenta() -> None:
    assert titulos("# **\n## `` ##\n# Sí") == ["Sí"]


def test_un_encabezado_largo_se_corta() -> None:
    assert titulos("# " + "x" * 500) == ["x" * LARGO_ENCABEZADO]


def test_los_encabezados_van_en_orden_con_su_lugar() -> None:
    contenido = "# A\n\n**Artículo 1.** x\n\n### B\nArtículo 2. y\n"
    hallados = buscar_encabezados(contenido)
    assert [e.titulo for e in hallados] == ["A", "Artículo 1", "B", "Artículo 2"]
    assert [contenido[e.inicio] for e in hallados] == ["#", "*", "#", "A"]


def test_un_articulo_bajo_su_propio_encabezado_se_cuenta_una_vez() -> None:
    contenido = "## ARTÍCULO 3. Plazo\n\n**Artículo 3.** Los plazos.\n\n**Artículo 4.** Otra cosa."
    assert titulos(contenido) == ["ARTÍCULO 3. Plazo", "Artículo 4"]
    assert titulos("## Art. 3 — Plazo\nARTÍCULO 3. Los plazos.") == ["Art. 3 — Plazo"]


def test_un_numero_que_empieza_igual_es_otro_articulo() -> None:
    assert titulos("## ARTÍCULO 3. Plazo\nArtículo 33. Otro") == [
        "ARTÍCULO 3. Plazo",
        "Artículo 33",
    ]


def test_el_mismo_encabezado_repetido_se_cuenta_dos_veces() -> None:
    assert titulos("## ARTÍCULO 3\n## ARTÍCULO 3") == ["ARTÍCULO 3", "ARTÍCULO 3"]


def test_el_articulo_uno_de_otra_norma_es_otro_articulo() -> None:
    contenido = "# Ley A\n\n**Artículo 1.** Uno.\n\n# Ley B\n\n**Artículo 1.** Otro."
    assert titulos(contenido) == ["Ley A", "Artículo 1", "Ley B", "Artículo 1"]
