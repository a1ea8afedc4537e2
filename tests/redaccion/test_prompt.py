"""The messages for the model: their order, and the room they take."""

from __future__ import annotations

import pytest

from siaa.redaccion.prompt import (
    TEXTO_FIJO,
    caracteres,
    componer,
    estimar_tokens,
    presupuesto,
)
from siaa.valores import Mensaje

PREGUNTA = Mensaje("user", "¿Y el plazo?")


def turnos(cuantos: int) -> list[Mensaje]:
    return [Mensaje("assistant" if n % 2 else "user", f"turno {n}") for n in range(cuantos)]


def test_el_orden() -> None:
    enviados = componer("CONTEXTO\n", [*turnos(2), PREGUNTA])
    assert [m.rol for m in enviados] == ["system", "user", "assistant", "user"]
    assert enviados[0].contenido == f"{TEXTO_FIJO}\n\n<documentos>\nCONTEXTO\n</documentos>"
    assert [m.contenido for m in enviados[1:]] == ["turno 0", "turno 1", PREGUNTA.contenido]


def test_el_comienzo_no_cambia_nunca() -> None:
    """Whatever the documents, the talk and the question: the same bytes first."""
    comienzo = f"{TEXTO_FIJO}\n\n<documentos>\n"
    for contexto in ("", "a", "<documentos>"):
        for charla in ([PREGUNTA], [*turnos(9), PREGUNTA]):
            primero = componer(contexto, charla)[0]
            assert primero.rol == "system" and primero.contenido.startswith(comienzo + contexto)


def test_el_texto_fijo_no_lleva_nada_de_la_ocasion() -> None:
    assert TEXTO_FIJO.strip() == TEXTO_FIJO
    assert "{" not in TEXTO_FIJO and not any(f"20{n}" in TEXTO_FIJO for n in range(20, 40))
    assert "  " not in TEXTO_FIJO, "a line broken in the source left its indentation"


def test_del_historial_se_va_lo_mas_viejo() -> None:
    charla = [*turnos(10), PREGUNTA]
    assert [m.contenido for m in componer("", charla)[1:]] == [
        *(f"turno {n}" for n in range(4, 10)),
        PREGUNTA.contenido,
    ]
    for historial in range(8):
        enviados = componer("", charla, historial)
        assert [m.contenido for m in enviados[1:-1]] == [
            f"turno {n}" for n in range(10 - historial, 10)
        ]
        assert enviados[-1] == PREGUNTA


@pytest.mark.parametrize("historial", [0, 1, 6])
def test_una_charla_corta_va_entera_o_nada(historial: int) -> None:
    enviados = componer("", [*turnos(1), PREGUNTA], historial)
    assert [m.contenido for m in enviados[1:]] == [
        *["turno 0"][:historial],
        PREGUNTA.contenido,
    ]
    assert componer("", [PREGUNTA], historial)[1:] == (PREGUNTA,)


def test_los_mensajes_de_sistema_de_la_charla_no_van() -> None:
    charla = [Mensaje("system", "otro"), *turnos(2), Mensaje("system", "más"), PREGUNTA]
    enviados = componer("", charla)
    assert [m.rol for m in enviados].count("system") == 1
    assert [m.contenido for m in enviados[1:]] == ["turno 0", "turno 1", PREGUNTA.contenido]


def test_componer_no_toca_la_charla() -> None:
    charla = [*turnos(2), PREGUNTA]
    componer("x", charla)
    assert charla == [*turnos(2), PREGUNTA]


def test_cuanto_ocupan() -> None:
    mensajes = [Mensaje("system", "a" * 300), Mensaje("user", "ñ" * 30)]
    assert caracteres(mensajes) == 330
    assert estimar_tokens(mensajes, 3.0) == 110 + 2 * 6
    assert estimar_tokens(mensajes, 1.5) == 220 + 2 * 6
    assert (caracteres([]), estimar_tokens([], 3.0)) == (0, 0)
    assert presupuesto(4096, 400) == 4096 - 400 - 64
