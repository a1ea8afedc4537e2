"""Near names among very many."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siaa.biblioteca.lengua.ortografia import nombres_parecidos

MUCHOS = [f"acuerdo_qz{n % 30}-{10_000 + n}_de_20{n % 25:02}.md" for n in range(10_000)]


def parecido(uno: str, otro: str) -> float:
    """Twice the letters that stand in both in one order, as a share of all: the slow way."""
    comunes = [[0] * (len(otro) + 1) for _ in range(len(uno) + 1)]
    for i, a in enumerate(uno):
        for j, b in enumerate(otro):
            mayor = max(comunes[i][j + 1], comunes[i + 1][j])
            comunes[i + 1][j + 1] = comunes[i][j] + 1 if a == b else mayor
    return 2 * comunes[-1][-1] / max(len(uno) + len(otro), 1)


@given(st.sampled_from(MUCHOS), st.integers(0, 15), st.sampled_from("xyz_"))
@settings(max_examples=25)
def test_entre_muchos_se_halla_uno_tan_parecido(nombre: str, lugar: int, letra: str) -> None:
    errado = nombre[:lugar] + letra + nombre[lugar + 1 :]
    hallado = nombres_parecidos(errado, MUCHOS)[0]
    assert parecido(hallado, errado) >= parecido(nombre, errado)


@pytest.mark.parametrize("escrito", ["x" * 4000, "", "ac"])
def test_lo_que_no_se_parece_a_nada(escrito: str) -> None:
    assert nombres_parecidos(escrito, MUCHOS) == []


@given(st.text("abc", min_size=1, max_size=8), st.lists(st.text("abc", max_size=8), max_size=20))
def test_entre_pocos_son_los_mas_parecidos(nombre: str, nombres: list[str]) -> None:
    hallados = nombres_parecidos(nombre, nombres, 1)
    mejor = max((parecido(otro, nombre) for otro in nombres), default=0.0)
    assert [parecido(hallado, nombre) for hallado in hallados] == [mejor] * (mejor >= 0.6)
