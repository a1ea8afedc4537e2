"""Which near-copies surpass which, against what it means."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from siaa.recuperacion.aclaracion import CERCA, IGUAL, supera

VALORES = st.lists(
    st.tuples(st.floats(0, 100, allow_subnormal=False), st.floats(0, 1, allow_subnormal=False)),
    min_size=1,
    max_size=6,
)


def quedan(valores: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [uno for uno in valores if not any(supera(otro, uno) for otro in valores)]


@given(VALORES)
def test_siempre_queda_alguno_y_nadie_se_supera(valores: list[tuple[float, float]]) -> None:
    assert quedan(valores)
    assert not any(supera(uno, uno) for uno in valores)
    assert not any(supera(a, b) and supera(b, a) for a in valores for b in valores)


@given(VALORES)
def test_donde_uno_es_el_mejor_en_todo_quedan_los_que_se_le_acercan(
    valores: list[tuple[float, float]],
) -> None:
    mejor = max(v[0] for v in valores), max(v[1] for v in valores)
    cerca = [v for v in [*valores, mejor] if v[0] >= CERCA * mejor[0] and v[1] >= IGUAL * mejor[1]]
    assert quedan([*valores, mejor]) == cerca


def test_el_que_mas_dice_no_supera_al_que_mas_responde() -> None:
    dice, responde, menos = (23.7, 0.54), (13.8, 0.63), (12.0, 0.48)
    assert quedan([dice, responde, menos]) == [dice, responde]
