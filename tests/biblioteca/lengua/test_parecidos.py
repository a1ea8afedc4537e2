"""Near names among very many."""

from __future__ import annotations

from difflib import SequenceMatcher

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siaa.biblioteca.lengua import parecidos
from siaa.biblioteca.lengua.parecidos import CANDIDATOS, nombres_parecidos

MUCHOS = [f"acuerdo_qz{n % 30}-{10_000 + n}_de_20{n % 25:02}.md" for n in range(10_000)]


@given(st.sampled_from(MUCHOS), st.integers(0, 15), st.sampled_from("xyz_"))
@settings(max_examples=25)
def test_entre_muchos_se_halla_uno_tan_parecido(nombre: str, lugar: int, letra: str) -> None:
    errado = nombre[:lugar] + letra + nombre[lugar + 1 :]
    hallado = nombres_parecidos(errado, MUCHOS)[0]
    mejor, suyo = (SequenceMatcher(None, uno, errado).ratio() for uno in (hallado, nombre))
    assert mejor >= suyo


def test_pocos_se_comparan_letra_por_letra(monkeypatch: pytest.MonkeyPatch) -> None:
    comparados: list[int] = []

    def contar(palabra: str, posibles: dict[str, str], cuantos: int) -> list[str]:
        comparados.append(len(posibles))
        assert len(palabra) <= parecidos.LARGO_COMPARADO
        assert all(len(posible) <= parecidos.LARGO_COMPARADO for posible in posibles)
        return []

    monkeypatch.setattr(parecidos, "get_close_matches", contar)
    for escrito in ("acuerdo_qz12-10012", "x" * 4000, "", "ac"):
        nombres_parecidos(escrito, MUCHOS)
    assert max(comparados) <= CANDIDATOS


@given(st.text("abc", max_size=8), st.lists(st.text("abc", max_size=8), max_size=20))
def test_entre_pocos_son_los_mas_parecidos(nombre: str, nombres: list[str]) -> None:
    hallados = nombres_parecidos(nombre, nombres, 1)
    proporciones = [SequenceMatcher(None, otro, nombre).ratio() for otro in nombres]
    assert bool(hallados) == any(p >= 0.6 for p in proporciones)
    assert set(hallados) <= set(nombres)
