"""The questions of one message: where each begins and ends, and what is no part of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.comprension.mensaje import preguntas_de, sin_trato

SEPARADAS = {
    "¿Cuál es el plazo? ¿Y quién firma?": ("¿Cuál es el plazo?", "¿Y quién firma?"),
    "¿Cuánto cuesta la copia y a qué hora cierran?": (
        *("¿Cuánto cuesta la copia", "a qué hora cierran?"),
    ),
    "Quiero saber cuánto cuesta la copia. También cuándo abren la sede.": (
        *("Quiero saber cuánto cuesta la copia", "También cuándo abren la sede."),
    ),
    "Soy juez. ¿Hasta cuándo reporto? ¿Y si se cae la página?": (
        *("Soy juez. ¿Hasta cuándo reporto?", "¿Y si se cae la página?"),
    ),
    "hasta cuando puedo pagar y si no pago qué pasa": (
        *("hasta cuando puedo pagar", "si no pago qué pasa"),
    ),
    "1) cuánto vale la copia\n2) quién la firma hoy": (
        *("1) cuánto vale la copia", "2) quién la firma hoy"),
    ),
    "¿Quién firma el acta?, ¿por qué? ¿Cuánto vale la copia?": (
        *("¿Quién firma el acta?", "¿por qué? ¿Cuánto vale la copia?"),
    ),
}
DE_UNA = (
    *("¿Quién y cómo se nombra?", "¿Es de cinco días? ¿o no?", "Hola, ¿cómo está?", "", "?"),
    *("¿Hasta cuándo reporto? Gracias, quedo atento.", "Llevo tres años. ¿Cuánto me pagan?"),
    *("Todavía no sé cómo es esto. ¿Cuánto me pagan?", "No dicen quién firma. ¿Puedo firmar yo?"),
    *("El que compra y quien vende pagan cuánto", "cuando cierran y cuando abren", "¿A? ¿B?"),
)


@pytest.mark.parametrize("texto", SEPARADAS)
def test_cada_pregunta_va_con_lo_que_se_dice_antes_de_ella(texto: str) -> None:
    assert preguntas_de(texto) == SEPARADAS[texto]


@pytest.mark.parametrize("texto", DE_UNA)
def test_una_sola_queda_entera(texto: str) -> None:
    assert preguntas_de(texto) == (texto,)


@given(
    st.lists(st.sampled_from(("¿qué es esto", "?", " y cuánto ", "si ", "de paz", ". ", "\n", ",")))
)
def test_no_se_pierde_ni_se_repite_una_palabra(trozos: list[str]) -> None:
    texto = "".join(trozos)
    assert _palabras(" ".join(preguntas_de(texto))) == _palabras(texto)


def _palabras(texto: str) -> list[str]:
    return [palabra for palabra in re.findall(r"\w+", texto) if palabra != "y"]


SIN_TRATO = {
    "Qué pena la molestia, ¿cuánto cuesta la copia?": "¿cuánto cuesta la copia?",
    "Disculpe, quería hacerle una consulta: cuánto cuesta la copia": "cuánto cuesta la copia",
    "¿Cuánto cuesta la copia? Muchas gracias, quedo atenta.": "¿Cuánto cuesta la copia?",
    "Espero se encuentren bien. ¿Cuánto cuesta la copia?": "¿Cuánto cuesta la copia?",
    "¿Podría orientarme? Cuánto vale la copia": "Cuánto vale la copia",
    "¿Me pueden ayudar? No me pagan las horas extras.": "No me pagan las horas extras.",
    "Lo necesito urgente, por favor. Cuánto vale la copia": "Cuánto vale la copia",
}
CON_ASUNTO = (
    *("No me contestan. ¿Y cuáles consultas?", "Oficio 8. ¿Y los buenos? ¿Y las ayudas?"),
    *("¿Y la consulta? ¿Y la multa?", "Soy juez de familia. ¿Hasta cuándo reporto?", "gracias"),
    *("Me despidieron. ¿A quién le pido ayuda?", "¿Dónde queda la oficina de consulta?", ""),
    *("una consulta popular, ¿quién la convoca?", "hola, buenas, ¿me puede ayudar?"),
)


@pytest.mark.parametrize("texto", SIN_TRATO)
def test_lo_que_solo_es_trato_no_se_pregunta(texto: str) -> None:
    assert sin_trato(texto) == SIN_TRATO[texto]


@pytest.mark.parametrize("texto", CON_ASUNTO)
def test_lo_que_tiene_asunto_queda_entero(texto: str) -> None:
    assert sin_trato(texto) == texto
