"""Norms cited by kind and number: which citation means the one that is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.recorrido.localizacion import localizar
from siaa.recuperacion.nombrados import (
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
