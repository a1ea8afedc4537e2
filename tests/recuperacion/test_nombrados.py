"""Norms cited by kind and number: which citation means the one that is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.recuperacion.nombrados import documentos_nombrados, nombra_documento


@pytest.fixture
def indice(tmp_path: Path) -> Indice:
    for nombre in ("sentencia_c-123-2020.md", "ley_1564_de_2012.md", "decreto_806.md"):
        (tmp_path / nombre).write_text("texto", encoding="utf-8")
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
    assert nombra_documento(indice, pregunta) is la_nombra


@pytest.mark.parametrize(
    ("pregunta", "nombrados"),
    [
        ("¿Qué cambió del decreto 806 con la ley 1564?", {"decreto_806.md", "ley_1564_de_2012.md"}),
        ("¿Qué dice la sentencia C-123?", {"sentencia_c-123-2020.md"}),
        ("¿Qué dice la ley 1564 de 2013?", set()),
    ],
)
def test_cuales_son_los_nombrados(indice: Indice, pregunta: str, nombrados: set[str]) -> None:
    assert {indice.claves[n] for n in documentos_nombrados(indice, pregunta)} == nombrados
