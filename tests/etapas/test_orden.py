"""What a model is asked to sort, and what counts of whatever it says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.etapas.orden import (
    ELEGIDOS_MAXIMOS,
    LARGO_MOSTRADO,
    encargo_de_orden,
    interpretar_orden,
)


def test_el_encargo_numera_los_fragmentos_y_los_corta() -> None:
    fragmentos = [("normas", "Artículo 1", "texto\n\n con   huecos"), ("actas", "", "a" * 999)]
    _, usuario = encargo_de_orden("¿Y yo?", fragmentos).mensajes
    assert usuario.contenido == (
        "Pregunta: ¿Y yo?\n\nFragmentos:\n[0] (normas) Artículo 1: texto con huecos\n"
        f"[1] (actas) : {'a' * LARGO_MOSTRADO}"
    )


@pytest.mark.parametrize(
    "dicho",
    [
        "[3, 0, 5]",
        "```json\n[3,0,5]\n```",
        "Claro: [ 3 , 0,\n5, 3, 00] y ya",
        "[3, 0, 5",
        "[3,0,5,",
    ],
)
def test_se_lee_la_primera_lista_este_como_este(dicho: str) -> None:
    assert interpretar_orden(dicho) == ("3", "0", "5")


@pytest.mark.parametrize("dicho", ["", "3, 0, 5", "[]", "[-1]", "[[", '["3"]', "[12345]", "[٣]"])
def test_sin_lista_de_numeros_no_hay_orden(dicho: str) -> None:
    assert interpretar_orden(dicho) == ()


@given(
    st.lists(st.integers(0, 999), min_size=1, max_size=30), st.text(alphabet="a ,.«\n", max_size=9)
)
def test_cada_numero_una_vez_y_no_mas_de_los_que_caben(numeros: list[int], antes: str) -> None:
    leidos = interpretar_orden(f"{antes}{numeros}")
    assert leidos == tuple(dict.fromkeys(map(str, numeros)))[:ELEGIDOS_MAXIMOS]
    assert interpretar_orden(antes + "[" * 5000) == ()
