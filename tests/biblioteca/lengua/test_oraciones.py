"""The sentences of a message, and which of them ask."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.lengua.oraciones import lo_que_pide, oraciones

PIDEN = {
    "Soy nueva en la oficina. ¿Qué plazo hay?": "¿Qué plazo hay?",
    "¿Qué plazo hay? Es que me toca hoy mismo.": "¿Qué plazo hay? ",
    "¿Qué dice el art. 5 de la ley? Me lo pidieron.": "¿Qué dice el art. 5 de la ley? ",
    "Vine ayer\ny cuánto vale?\n": "y cuánto vale?\n",
    "Soy nueva.\n¿Qué plazo\nhay. Para reportar?": "¿Qué plazo\nhay. Para reportar?",
    "¡Buenas! Vivo lejos; ¿puedo ir mañana? ¿Y el lunes?": "¿puedo ir mañana? ¿Y el lunes?",
    "Soy nueva. Quisiera saber el plazo. ¿Es hoy?": "Quisiera saber el plazo. ¿Es hoy?",
    "¿Qué plazo hay? copias auténticas del acta": "¿Qué plazo hay? copias auténticas del acta",
}
ENTERAS = (
    *(
        "Soy juez. Quiero saber qué plazo hay. También quién reporta.",
        "plazo para reportar",
        "",
        "¿Cuál?",
        "...",
    ),
    "Según el decreto 10.476 de 2010, ¿quién firma?",
)


@pytest.mark.parametrize("texto", PIDEN)
def test_lo_que_solo_se_cuenta_no_pide(texto: str) -> None:
    assert lo_que_pide(texto) == PIDEN[texto]


@pytest.mark.parametrize("texto", ENTERAS)
def test_sin_signos_pide_todo(texto: str) -> None:
    assert lo_que_pide(texto) == texto


@given(st.text("ab1 .;?!¿\n", max_size=40))
def test_las_oraciones_juntas_son_el_texto(texto: str) -> None:
    partes = list(oraciones(texto))
    assert "".join(partes) == texto and all(partes)
    assert lo_que_pide(texto) == texto or {*lo_que_pide(texto)} & {*"¿?"}


def test_muchos_signos_se_parten_en_poco_tiempo() -> None:
    """Linear: a message is as long as who writes it wants."""
    assert len(list(oraciones("hasta. " * 50_000))) == 50_000
    assert len(list(oraciones("? . ; " * 50_000))) > 50_000
    assert len(list(oraciones("¿hasta\n" * 50_000))) == 50_000
