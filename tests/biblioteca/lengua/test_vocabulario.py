"""The tables of words: each entry can match, none is there twice."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from siaa.biblioteca.lengua import vocabulario
from siaa.biblioteca.lengua.texto import (
    corridas,
    es_pregunta_listado,
    es_termino,
    plegar,
    tokenizar,
)

TABLAS: dict[str, Iterable[str]] = {
    nombre: tabla
    for nombre, tabla in vars(vocabulario).items()
    if isinstance(tabla, tuple | frozenset)
}
FRASES = [nombre for nombre, tabla in TABLAS.items() if isinstance(tabla, tuple)]


def test_estas_son_las_tablas() -> None:
    publicas = {nombre for nombre in TABLAS if not nombre.startswith("_")}
    assert publicas == {
        "AUXILIARES", "CORTESIAS", "ENLACES", "PALABRAS_GENERICAS", "PATRONES_LISTADO",
        "SALUDOS", "STOPWORDS_ES", "TERMINOS_PRIORITARIOS", "TIPOS_NORMA",
        "ANDAMIAJE", "CARDINALES", "DECENAS_ORDINALES", "ORDINALES", "PLURALES_EN_MOS",
        "PREGUNTAS_DE_MEDIDA", "SIN_FINAL", "STOPWORDS_REORDENAMIENTO", "COTIDIANAS",
        "TERMINACIONES", "SIN_MATERIA", "TRATO", "JUNTO_AL_TRATO", "DE_UN_TEXTO",
    }  # fmt: skip


@pytest.mark.parametrize("nombre", TABLAS)
def test_cada_entrada_es_su_propio_pliegue(nombre: str) -> None:
    """And is made of runs with single spaces: anything else could never match."""
    for entrada in TABLAS[nombre]:
        assert entrada and plegar(entrada) == entrada == " ".join(corridas(entrada)), entrada


def test_cada_palabra_es_de_una_clase_y_es_su_propio_pliegue() -> None:
    filas = [fila.split() for fila in vocabulario._SECCIONES["clases"]]
    dichas = [palabra for _, *palabras in filas for palabra in palabras]
    assert sorted(vocabulario.CLASES) == sorted(dichas)
    assert [p for p in dichas if corridas(plegar(p)) != [p]] == []
    assert all(len(clase) == 1 for clase, *_ in filas)


@pytest.mark.parametrize("nombre", FRASES)
def test_ninguna_entrada_se_repite(nombre: str) -> None:
    entradas = list(TABLAS[nombre])
    assert sorted(set(entradas)) == sorted(entradas)


@pytest.mark.parametrize(
    "palabra", ["cuando", "debo", "explica", "reportar", "sanciones", "plazo", "sierju"]
)
def test_no_son_palabras_vacias(palabra: str) -> None:
    assert palabra not in vocabulario.STOPWORDS_ES and es_termino(palabra)


@pytest.mark.parametrize("palabra", ["que", "hay", "por", "cual", "cuales", "como", "segun", "no"])
def test_son_palabras_vacias(palabra: str) -> None:
    assert palabra in vocabulario.STOPWORDS_ES and tokenizar(palabra) == []


def test_lo_que_pesa_puede_estar_en_una_pregunta() -> None:
    """A priority or generic word that were a stopword would never be looked for."""
    for palabra in vocabulario.TERMINOS_PRIORITARIOS | vocabulario.PALABRAS_GENERICAS:
        assert es_termino(palabra), palabra


def test_cada_patron_de_lista_se_reconoce() -> None:
    for patron in vocabulario.PATRONES_LISTADO:
        assert es_pregunta_listado(f"¿{patron.upper()} los deberes?")
        assert not es_pregunta_listado(f"x{patron}") and not es_pregunta_listado(f"{patron}x")


def test_saludos_y_cortesias_no_se_confunden() -> None:
    assert set(vocabulario.SALUDOS).isdisjoint(vocabulario.CORTESIAS)
