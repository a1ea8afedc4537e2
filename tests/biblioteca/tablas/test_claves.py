"""Which keywords occur in a question, against the slow way of asking for each."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from siaa.biblioteca.tablas.claves import TablaClaves, tabular_claves

LETRAS = "aan ñ1"


def crear_buscador(claves: list[str]) -> TablaClaves:
    return tabular_claves(dict.fromkeys(claves, np.zeros(1, dtype=np.int32)))


def presentes_despacio(claves: list[str], texto: str) -> list[str]:
    return sorted({clave for clave in claves if clave and clave in texto})


@given(
    st.lists(st.text(LETRAS, max_size=7), max_size=30),
    st.text(LETRAS, max_size=60),
)
@settings(max_examples=250)
def test_como_preguntar_por_cada_una(claves: list[str], texto: str) -> None:
    assert crear_buscador(claves).presentes(texto) == presentes_despacio(claves, texto)


@given(st.lists(st.text(max_size=5), max_size=10), st.text(max_size=20), st.data())
@settings(max_examples=150)
def test_con_cualquier_letra(claves: list[str], texto: str, datos: st.DataObject) -> None:
    """Some keywords are taken from the text, so that they are there."""
    inicio = datos.draw(st.integers(0, len(texto)))
    claves = [*claves, texto[inicio : inicio + 4], texto[inicio:]]
    assert crear_buscador(claves).presentes(texto) == presentes_despacio(claves, texto)


def test_una_clave_dentro_de_otra() -> None:
    buscador = crear_buscador(["sancion", "san", "s", "sanciones", "sa", "on"])
    assert buscador.presentes("las sanciones") == ["on", "s", "sa", "san", "sancion", "sanciones"]
    assert buscador.presentes("san") == ["s", "sa", "san"]


def test_cada_una_una_vez_y_por_alfabeto() -> None:
    assert crear_buscador(["b", "a", "b"]).presentes("baba") == ["a", "b"]


def test_sin_claves_o_sin_texto() -> None:
    assert crear_buscador([]).presentes("algo") == []
    assert crear_buscador(["", "a"]).presentes("") == []
    assert crear_buscador([""]).presentes("algo") == []
