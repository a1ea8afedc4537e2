"""Near-copies, against a slow obvious grouping."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from referencia_hibrida import grupos

from siaa.biblioteca.tablas.gemelos import (
    VECINOS,
    agrupar,
    huellas,
)

PASAJES = st.lists(st.tuples(st.integers(0, 12), st.sampled_from((5, 8, 40, 90))), max_size=8)


@given(st.lists(PASAJES, max_size=7))
def test_como_a_mano(documentos: list[list[tuple[int, int]]]) -> None:
    # A passage of one fingerprint has one length.
    documentos = [[(h * 100 + largo, largo) for h, largo in d] for d in documentos]
    juntos = [pasaje for d in documentos for pasaje in d]
    huella = np.array([h for h, _ in juntos], dtype=np.int64)
    largo = np.array([n for _, n in juntos], dtype=np.float64)
    comienzos = np.cumsum([0, *(len(d) for d in documentos)])
    assert agrupar(huella, largo, comienzos).tolist() == grupos(documentos)


def test_los_que_son_muchisimos_son_un_solo_grupo() -> None:
    cuantos = 3 * VECINOS
    grupo = agrupar(
        np.zeros(cuantos, dtype=np.int64), np.full(cuantos, 200.0), np.arange(cuantos + 1)
    )
    assert set(grupo.tolist()) == {0}


@given(st.lists(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 4)), max_size=6), max_size=9))
def test_la_huella_es_de_las_palabras_y_de_cuantas_veces(
    pasajes: list[list[tuple[int, int]]],
) -> None:
    sueltas = [(f, n, veces) for n, p in enumerate(pasajes) for f, veces in dict(p).items()]
    columnas = (np.array(c, dtype=np.int32) for c in zip(*sueltas, strict=True))
    fila, pasaje, veces = columnas if sueltas else [np.zeros(0, dtype=np.int32)] * 3
    dichas = huellas(fila, pasaje, veces.astype(np.float32), len(pasajes)).tolist()
    for a, b in combinations(range(len(pasajes)), 2):
        assert (dichas[a] == dichas[b]) == (dict(pasajes[a]) == dict(pasajes[b]))
