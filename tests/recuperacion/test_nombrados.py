"""Norms cited by kind and number: which citation means the one that is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.recorrido.preparacion import localizar
from siaa.recuperacion.nombrados import (
    anios_dichos,
    con_anios_enteros,
    documentos_del_anio,
    documentos_nombrados,
)
from siaa.valores import Mensaje


@pytest.fixture
def indice(tmp_path: Path) -> Indice:
    for nombre in ("sentencia_c-123-2020.md", "ley_1564_de_2012.md", "decreto_806.md"):
        (tmp_path / nombre).write_text("texto", encoding="utf-8")
    (tmp_path / "estatuto.md").write_text("# ORDENANZA 9 DE 2001\n\ntexto", encoding="utf-8")
    return cargar_biblioteca(tmp_path)


@pytest.mark.parametrize(
    ("pregunta", "la_nombra"),
    [
        ("¿Qué dice la sentencia C-123 de 2020?", True),
        ("¿Qué dice la sentencia 123?", True),
        ("¿Qué dice la sentencia T-123 de 2020?", False),
        ("¿Qué dice la sentencia C-123 de 2019?", False),
        ("¿Qué dice la ley 1564?", True),
        ("¿Qué dice la Ley n.º 1.564 de 2012?", True),
        ("¿Qué dice la ley 1564 de 2013?", False),
        ("¿Qué dice el decreto 1564?", False),
        ("¿Qué dice el decreto 806 de 2020?", True),
        ("¿Qué dice el decreto 0806?", True),
        ("¿Qué pasó en 2012?", False),
        ("De acuerdo con la ley, ¿qué pasa?", False),
    ],
)
def test_la_norma_citada_es_la_cargada(indice: Indice, pregunta: str, la_nombra: bool) -> None:
    assert bool(documentos_nombrados(indice, pregunta)) is la_nombra


@pytest.mark.parametrize(
    ("pregunta", "nombrados"),
    [
        ("¿Qué cambió del decreto 806 con la ley 1564?", {"decreto_806.md", "ley_1564_de_2012.md"}),
        ("¿Qué dice la sentencia C-123?", {"sentencia_c-123-2020.md"}),
        ("¿Qué dice la ley 1564 de 2013?", set()),
        ("¿Qué cambió de los decretos 7 y 806?", {"decreto_806.md"}),
        ("¿Qué dicen las sentencias T-5 y C-123 de 2020?", {"sentencia_c-123-2020.md"}),
        ("¿Qué dice la ordenanza 9?", {"estatuto.md"}),
    ],
)
def test_cuales_son_los_nombrados(indice: Indice, pregunta: str, nombrados: set[str]) -> None:
    assert {indice.claves[n] for n in documentos_nombrados(indice, pregunta)} == nombrados


@pytest.mark.parametrize(
    ("pregunta", "citados", "del_anio"),
    [
        ("¿Qué dice el decreto 2010?", {"decreto_2010_de_1994.md"}, set()),
        ("decreto 2010 de 1994 de pasaportes", {"decreto_2010_de_1994.md"}, set()),
        ("decreto 1994 sobre el consejo", set(), {"decreto_2010_de_1994.md"}),
        ("decreto 1994 de 2010 sobre el consejo", set(), set()),
        ("decreto 2011 de pasaportes", set(), set()),
    ],
)
def test_un_numero_puede_ser_un_anio(
    tmp_path: Path, pregunta: str, citados: set[str], del_anio: set[str]
) -> None:
    """Where no norm of that number is loaded."""
    for nombre in ("decreto_2010_de_1994", "decreto_6_de_2010", "otro"):
        (tmp_path / f"{nombre}.md").write_text("Un texto.", encoding="utf-8")
    indice = cargar_biblioteca(tmp_path)
    assert {indice.claves[n] for n in documentos_nombrados(indice, pregunta)} == citados
    anios = anios_dichos(indice, pregunta)
    suyos = {
        indice.claves[n] for anio in anios for n in documentos_del_anio(indice, anio, pregunta)[0]
    }
    assert suyos == del_anio


@pytest.mark.parametrize(
    ("pregunta", "primero"),
    [
        ("decreto 2010 pasaportes", "decreto_6_de_2010.md"),
        ("el decreto 2010, ¿qué dice de los pasaportes?", "decreto_6_de_2010.md"),
        ("decreto 2010 de aduanas", "decreto_2010_de_1994.md"),
        ("decreto 2010 de 1994 de pasaportes", "decreto_2010_de_1994.md"),
        ("decreto 2010 de licores", "decreto_2010_de_1994.md"),
        ("¿De qué trata el decreto 2010?", "decreto_2010_de_1994.md"),
        ("ley 2010 de pasaportes", "ley_2010_de_1994.md"),
    ],
)
def test_el_numero_es_un_anio_donde_la_norma_no_dice_nada_de_lo_demas(
    tmp_path: Path, pregunta: str, primero: str
) -> None:
    """And a norm of its kind and of that year does."""
    for nombre, texto in (
        ("decreto_2010_de_1994", "Reglamenta las aduanas."),
        ("decreto_6_de_2010", "De los pasaportes, de que trata este decreto."),
        ("ley_2010_de_1994", "De las cárceles."),
    ):
        (tmp_path / f"{nombre}.md").write_text(texto, encoding="utf-8")
    ajustes = ajustes_consulta(Config(estrategia="hibrida"))
    hallazgo = localizar(cargar_biblioteca(tmp_path), (Mensaje("user", pregunta),), ajustes)
    assert hallazgo.ruta.documentos[0].doc == primero


@pytest.mark.parametrize(
    ("pregunta", "suyos", "por_tipo"),
    [
        ("¿Qué dice el decreto de pasaportes de 2010?", {"decreto_6_de_2010.md"}, True),
        ("según la Ley de 2010, ¿quién paga?", {"ley_9_de_2010.md"}, True),
        ("¿Qué ley fue la que cambió el pasaporte en 2010?", None, False),
        ("el acuerdo de 2010", None, False),
        ("pasaportes en 2010", None, False),
    ],
)
def test_la_clase_que_se_dice_del_anio(
    tmp_path: Path, pregunta: str, suyos: set[str] | None, por_tipo: bool
) -> None:
    """Where there is none of that kind, or it is not said of the year, all of the year count."""
    todos = {"decreto_6_de_2010.md", "ley_9_de_2010.md"}
    for nombre in (*todos, "decreto_7_de_2011.md"):
        (tmp_path / nombre).write_text("Un texto.", encoding="utf-8")
    indice = cargar_biblioteca(tmp_path)
    hallados, propios = documentos_del_anio(indice, "2010", pregunta)
    assert ({indice.claves[n] for n in hallados}, propios) == (suyos or todos, por_tipo)


@pytest.mark.parametrize(
    ("estrategia", "pregunta", "cuantos"),
    [
        ("hibrida", "¿Qué dice el decreto 806?", 1),
        ("clasica", "¿Qué dice el decreto 806?", 1),
        ("hibrida", "¿Qué dice el decrto 806?", 1),
        ("clasica", "¿Qué dice el decrto 806?", 2),
        ("hibrida", "¿Qué dice el texto?", 2),
    ],
)
def test_una_sola_lectura_decide_cuantos_documentos(
    tmp_path: Path, estrategia: str, pregunta: str, cuantos: int
) -> None:
    """What is looked up as cited counts as named: spelling is corrected for both or for none."""
    for nombre in ("decreto_806.md", "otro.md"):
        (tmp_path / nombre).write_text("El decreto es un texto.", encoding="utf-8")
    ajustes = ajustes_consulta(Config(estrategia=estrategia))
    hallazgo = localizar(cargar_biblioteca(tmp_path), (Mensaje("user", pregunta),), ajustes)
    assert hallazgo.max_docs == cuantos and hallazgo.doc_especifico is (cuantos == 1)
    assert hallazgo.busqueda is not None
    assert bool(hallazgo.busqueda.citados) is hallazgo.doc_especifico


@pytest.mark.parametrize(
    ("pregunta", "leida"),
    [
        ("¿Cuánto ganaba el portero en el 45?", "¿Cuánto ganaba el portero en el 1945?"),
        ("lo del año 45, desde el 45", "lo del año 1945, desde el 1945"),
        ("Los disturbios del 46", "Los disturbios del 46"),
        ("del 45 al 60, del 45 %, del 45.000, del 45 por ciento, del 45 de mayo", ""),
        ("el artículo 45 y el 45", ""),
        ("decreto 2008/45", "decreto 2008/1945"),
        ("el Decreto 2008 de '45, y el 2008 de 45", "el Decreto 2008 de '1945, y el 2008 de 45"),
        ("el decreto 2008 de 45", "el decreto 2008 de 1945"),
        ("¿Qué dice el decreto 2008-45?", "¿Qué dice el decreto 2008-1945?"),
        (
            "decreto 2008 de 46, decreto 12 de 45, decreto 2008 de 45 %",
            "",
        ),  # it may be a number of anything
        ("decreto 12/99 y acuerdo 7-12", "decreto 12/1999 y acuerdo 7-2012"),  # told as missing
    ],
)
def test_un_anio_dicho_con_dos_cifras(tmp_path: Path, pregunta: str, leida: str) -> None:
    """It is one where the library has an act of it and nothing says that it counts something."""
    (tmp_path / "decreto-2008-1945.md").write_text("texto", encoding="utf-8")
    assert con_anios_enteros(cargar_biblioteca(tmp_path), pregunta) == (leida or pregunta)
