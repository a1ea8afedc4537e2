"""The three parts of BM25, by hand and by what they must never do."""

from __future__ import annotations

import math

import numpy as np
import pytest
import referencia_hibrida as ref
from hypothesis import given, settings
from hypothesis import strategies as st

from siaa.biblioteca.tablas.bm25 import idf_probabilistico, norma_de_largo, saturar

EXACTO = 1e-7
"""Single precision keeps 24 bits: a relative error of 6e-8."""


def idf(total: int, con_termino: int) -> float:
    return float(idf_probabilistico(total, np.array([con_termino]))[0])


def test_idf_a_mano() -> None:
    assert idf(10, 3) == pytest.approx(math.log(1 + 7.5 / 3.5), rel=EXACTO)
    assert idf(1, 0) == pytest.approx(math.log(4), rel=EXACTO)
    assert idf_probabilistico(0, np.empty(0, dtype=np.int64)).tolist() == []


@settings(max_examples=100)
@given(st.integers(1, 10**6), st.data())
def test_idf_es_positivo_y_baja_con_los_que_lo_tienen(total: int, datos: st.DataObject) -> None:
    con_termino = datos.draw(st.integers(0, total))
    assert idf(total, con_termino) == pytest.approx(ref.idf(total, con_termino), rel=EXACTO)
    assert idf(total, con_termino) > 0
    assert con_termino == total or idf(total, con_termino + 1) < idf(total, con_termino)


def test_la_norma_a_mano() -> None:
    largo = np.array([5.0, 10.0, 20.0])
    assert norma_de_largo(largo, 10.0, 1.2, 0.75).tolist() == pytest.approx(
        [1.2 * (0.25 + 0.375), 1.2, 1.2 * (0.25 + 1.5)], rel=EXACTO
    )
    assert norma_de_largo(largo, 10.0, 1.2, 0.0).tolist() == pytest.approx([1.2] * 3, rel=EXACTO)


def test_la_norma_de_textos_sin_terminos_existe() -> None:
    """Without a term in the whole library the mean length is 0."""
    assert norma_de_largo(np.array([0.0]), 0.0, 0.8, 0.4).tolist() == pytest.approx([0.48])
    assert norma_de_largo(np.array([3.0]), 0.5, 0.8, 0.4).tolist() == pytest.approx([0.8 * 1.8])


def test_saturar_a_mano() -> None:
    veces, norma = np.array([1.0, 2.0, 0.0]), np.array([0.8, 1.0, 1.0])
    assert saturar(veces, norma, 0.8).tolist() == pytest.approx([1.0, 1.2, 0.0], rel=EXACTO)


@settings(max_examples=100)
@given(
    st.integers(1, 1000),
    st.floats(0, 5000),
    st.floats(0, 500),
    st.floats(0.1, 3),
    st.floats(0, 1),
)
def test_cada_repeticion_vale_menos(
    veces: int, largo: float, medio: float, k1: float, b: float
) -> None:
    norma = norma_de_largo(np.array([largo]), medio, k1, b)
    uno, dos, tres = (
        float(saturar(np.array([veces + n], dtype=np.float64), norma, k1)[0]) for n in range(3)
    )
    assert uno == pytest.approx(ref.bm25(veces, largo, medio, k1, b), rel=1e-5)
    assert uno < dos < tres < k1 + 1 or norma[0] < 1e-6
    assert tres - dos <= dos - uno + 1e-12
