"""What people read as the title of a document that has none of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.titulos import nombre_legible, preguntar_por, sin_colgar, titulo_legible

MEMBRETE = "<!-- Origen: x.pdf -->\n\n**Junta del Faro**\n\n**Presidencia**\n\n\n"
PROSA = "La junta, en ejercicio de sus funciones, y de acuerdo con lo que se dijo, ordena.\n"


@pytest.mark.parametrize(
    ("nombre", "legible"),
    [
        ("acuerdo_no._psaa16-10476.md", "Acuerdo PSAA16-10476"),
        ("acuerdo_pcsja19-11207..md", "Acuerdo PCSJA19-11207"),
        ("pcsja25-12324_de_4_agosto_2025.md", "PCSJA25-12324 de 4 agosto 2025"),
        ("decreto-1000-1967.md", "Decreto 1000 de 1967"),
        ("resolucion_0215_permisos.md", "Resolución 215 permisos"),
        ("circular No 14 - teletrabajo.TXT", "Circular 14 teletrabajo"),
        ("acta_2024-05-12.md", "Acta 2024-05-12"),
        ("reparto_de_procesos.md", "Reparto de procesos"),
        (" a.md", "A"),
        ("__.md", "__.md"),
    ],
)
def test_el_nombre_de_un_archivo_se_lee(nombre: str, legible: str) -> None:
    assert nombre_legible(nombre) == legible


@given(st.text(min_size=1, max_size=30))
def test_todo_nombre_da_un_titulo(nombre: str) -> None:
    assert nombre_legible(f"{nombre}.md") and titulo_legible("", f"{nombre}.md")


@pytest.mark.parametrize(
    ("contenido", "titulo"),
    [
        (MEMBRETE + "**ACUERDO No. QZ16-104**\n\n**Marzo 1**\n\n" + PROSA, "Acuerdo QZ16-104"),
        (MEMBRETE + "ACUERDO QZ25-12\n4 de agosto\n" + PROSA, "Acuerdo QZ25-12"),
        ("DECRETO 15 DE 1967\n\n(mayo 3)\n\n" + PROSA, "Decreto 15 de 1967"),
        ("# ACTO LEGISLATIVO 5 DE 1967\n\n" + PROSA, "Acto Legislativo 5 de 1967"),
        ("# DECRETO LEY 15 DE 1967\n\n" + PROSA, "DECRETO LEY 15 DE 1967"),
        ("# Sala_de_lectura\n\n" + PROSA, "Sala de lectura"),
        ("# Guía del **faro** #\n\n" + PROSA, "Guía del faro"),
        ("Reglamento de la sala\n\n" + PROSA, "Reglamento de la sala"),
        ("Reglamento de la sala\n\nCAPÍTULO I\n\n" + PROSA, "Reglamento de la sala"),
        ("**Reglamento de la sala**\n\nArtículo 1. Objeto.\n" + PROSA, "Reglamento de la sala"),
    ],
)
def test_la_linea_que_lo_nombra_es_el_titulo(contenido: str, titulo: str) -> None:
    assert titulo_legible(contenido, "qz_1.md") == titulo


@pytest.mark.parametrize(
    ("encabezado", "titulo"),
    [
        ("Faro_del peñon", "Manual de señales del SAFAR: faros de la costa"),
        ("Faros", "Faros"),  # it does not repeat the name of the file: somebody wrote it
    ],
)
def test_lo_que_dice_la_cubierta_y_no_el_nombre_del_archivo(encabezado: str, titulo: str) -> None:
    cubierta = (
        "Junta del Faro\n\nMANUAL DE SEÑALES DEL SAFAR:\n\nFAROS DE LA COSTA\n\nMayo de 2019\n"
    )
    contenido = f"# {encabezado}\n\n{cubierta}\n{PROSA}\nEl SAFAR DE la costa es suyo.\n"
    assert titulo_legible(contenido, "faro_del_penon.md") == titulo
    sin_cubierta = f"# {encabezado}\n\n{PROSA}"
    assert titulo_legible(sin_cubierta, "faro_del_penon.md") == encabezado.replace("_", " ")


@pytest.mark.parametrize(
    "contenido",
    [
        "",
        PROSA,
        MEMBRETE + PROSA,
        "MANUAL DEL FARO\n\nCartagena, julio de 2019\n\nTABLA DE CONTENIDO\n\n" + PROSA,
        "TABLA DE CONTENIDO\n\nUno ........ 3\nDos ........ 4\nTres ....... 5\nSeis ...... 9\n",
        "Artículo 1. Objeto\n\n" + PROSA,
        "## Artículo 1\n\n" + PROSA,
        "según lo previsto en la\nLey 270 de 1996\ny en otras.\n",
        "Un párrafo que sigue\nen la línea de abajo sin acabar\n",
    ],
)
def test_lo_que_no_es_titulo_deja_el_nombre_del_archivo(contenido: str) -> None:
    assert titulo_legible(contenido, "guia_del_faro.md") == "Guia del faro"


@pytest.mark.parametrize(
    ("titulo", "pregunta"),
    [
        ("Acuerdo QZ16-104", "¿Qué dice el Acuerdo QZ16-104?"),
        ("Ley 72 de 1917", "¿Qué dice la Ley 72 de 1917?"),
        ("Resolución 0215 de 2020", "¿Qué dice la Resolución 0215 de 2020?"),
        ("Reparto de procesos", "¿Qué dice «Reparto de procesos»?"),
    ],
)
def test_los_ejemplos_se_leen_como_preguntas(titulo: str, pregunta: str) -> None:
    assert preguntar_por(titulo) == pregunta


@pytest.mark.parametrize(
    ("encabezado", "dicho"),
    [
        ("Adicionar un parágrafo al artículo 6 de", "Adicionar un parágrafo al artículo 6…"),
        ("Rige desde que sale en la Gaceta de la", "Rige desde que sale en la Gaceta…"),
        ("Responsabilidades de la Unidad. De", "Responsabilidades de la Unidad…"),
        ("Disposiciones varias", "Disposiciones varias"),
        ("TÍTULO I. DE LA", "TÍTULO I…"),
        ("Anexo A", "Anexo A"),
        ("Adicionar un numeral al artículo 10.º,", "Adicionar un numeral al artículo 10.º…"),
    ],
)
def test_un_encabezado_no_acaba_en_lo_que_anuncia_mas(encabezado: str, dicho: str) -> None:
    assert sin_colgar(encabezado) == dicho
