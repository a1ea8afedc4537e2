"""The bytes of a server of OpenAI's protocol → events, cut anywhere, and what is sent to it."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llama_de_prueba import cierre, evento, trozo

from siaa.errores import (
    ClaveRechazada,
    ContextoExcedido,
    ErrorModelo,
    ModeloFallo,
    ModeloNoInstalado,
    ModeloOcupado,
    RespuestaCortada,
)
from siaa.modelo.cable import OpcionesModelo, error_de_estado
from siaa.modelo.openai import cuerpo, interpretar
from siaa.valores import EventoModelo, Fin, Mensaje, MetricasModelo, Texto

BUENA = b": todo va\n\n" + trozo() + trozo("Según el ") + trozo("5°, sí. 👍") + trozo(razon="stop")
BUENA += cierre(leidas=20, conservadas=80, escritas=3)
MEDIDAS = MetricasModelo(100, 3, None, 0.2, 0.36, 80)
EVENTOS = [Texto("Según el "), Texto("5°, sí. 👍"), Fin("stop", MEDIDAS)]


def leer(*trozos: bytes) -> list[EventoModelo]:
    return list(interpretar(iter(trozos)))


def error_de(*trozos: bytes) -> ErrorModelo:
    with pytest.raises(ErrorModelo) as error:
        leer(*trozos)
    return error.value


def test_de_una_vez_y_byte_a_byte() -> None:
    assert leer(BUENA) == leer(*(BUENA[n : n + 1] for n in range(len(BUENA)))) == EVENTOS


@given(st.lists(st.integers(0, len(BUENA)), max_size=12).map(sorted))
@settings(max_examples=100)
def test_partido_en_varios_lugares(cortes: list[int]) -> None:
    bordes = [0, *cortes, len(BUENA)]
    assert leer(*(BUENA[a:b] for a, b in pairwise(bordes))) == EVENTOS


def test_fines_de_linea_de_otros_sistemas() -> None:
    assert leer(BUENA.replace(b"\n", b"\r\n")) == EVENTOS


def test_despues_del_final_no_se_lee_mas() -> None:
    assert leer(BUENA + b"data: basura\n\n") == EVENTOS


def test_sin_la_marca_del_final_basta_la_razon() -> None:
    """Other servers neither count nor mark the end."""
    sin_medidas = [Texto("a"), Fin("stop", MetricasModelo())]
    assert leer(trozo("a") + trozo(razon="stop")) == sin_medidas
    assert leer(trozo("a") + trozo(razon="stop") + b"data: [DONE]") == sin_medidas


@pytest.mark.parametrize(
    ("razon", "motivo"),
    [("stop", "stop"), ("length", "length"), ("content_filter", "length"), ("x", "length")],
)
def test_el_motivo_del_final(razon: str, motivo: str) -> None:
    assert leer(trozo("a") + trozo(razon=razon))[-1] == Fin(motivo, MetricasModelo())  # type: ignore[arg-type]


CORTADAS = {
    "sin razón": trozo("a"),
    "sin razón y con marca": trozo("a") + b"data: [DONE]\n\n",
    "nada": b"",
    "no es json": trozo("a") + b"data: {rota\n\n",
    "una lista": b"data: []\n\n",
    "como Ollama": b'{"message": {"content": "a"}, "done": true}\n',
    "entera": json.dumps({"choices": [{"message": {"content": "a"}}]}).encode(),
    "error dicho": trozo("a") + evento({"error": {"message": "se cayó", "code": 500}}),
    "error en su campo": trozo("a") + b'error: {"code": 500, "message": "roto"}\n\n',
}


@pytest.mark.parametrize("caso", CORTADAS)
def test_lo_que_no_acaba_bien_se_corto(caso: str) -> None:
    assert isinstance(error_de(CORTADAS[caso]), RespuestaCortada)


@given(
    st.recursive(
        st.none() | st.text() | st.integers() | st.floats() | st.booleans(),
        lambda d: (
            st.lists(d)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "choices",
                        "delta",
                        "content",
                        "usage",
                        "timings",
                        "prompt_tokens",
                        "finish_reason",
                        "prompt_ms",
                        "prompt_tokens_details",
                        "cached_tokens",
                    ]
                ),
                d,
            )
        ),
        max_leaves=40,  # more of them hide what is odd in the few, and are slow to draw
    )
)
@settings(max_examples=200)
def test_nada_de_lo_que_diga_lo_descompone(datos: object) -> None:
    """Any JSON in place of an event: words, an end or a failure of ours, nothing else."""
    try:
        eventos = leer(evento(datos), evento({"choices": [datos]}), trozo(razon="stop"))
    except ErrorModelo:
        return
    assert isinstance(eventos[-1], Fin)


@pytest.mark.parametrize(
    ("estado", "dicho", "clase"),
    [
        (401, "Invalid API Key", ClaveRechazada),
        (404, "The model `x` does not exist.", ModeloNoInstalado),
        (404, "model_not_found", ModeloNoInstalado),
        (404, "File Not Found", ModeloFallo),
        (429, "slow down", ModeloOcupado),
        (503, "Loading model", ModeloOcupado),
        (501, "not supported", ModeloFallo),
    ],
)
def test_lo_que_significa_cada_rechazo(estado: int, dicho: str, clase: type[ErrorModelo]) -> None:
    assert type(error_de_estado(estado, json.dumps({"error": {"message": dicho}}))) is clase


@pytest.mark.parametrize(
    ("dicho", "cuentas"),
    [
        ("request (15166 tokens) exceeds the available context size (2048 tokens)", (15166, 2048)),
        ("maximum context length is 4096 tokens (4600 in the messages)", (4600, 4096)),
        ("This model's maximum context length is 8192 tokens.", (None, 8192)),
    ],
)
def test_cuanto_sobra_de_lo_que_no_cabe(dicho: str, cuentas: tuple[int | None, int]) -> None:
    error = error_de_estado(400, json.dumps({"error": {"message": dicho}}))
    assert isinstance(error, ContextoExcedido)
    assert (error.tokens_prompt, error.ventana) == cuentas


def test_lo_que_se_manda() -> None:
    opciones = OpcionesModelo("m", 4096, 400, 2, "openai")
    datos = cuerpo(opciones, (Mensaje("user", "hola"),), {"type": "array"})
    assert datos["response_format"]["json_schema"]["schema"] == {"type": "array"}
    assert (datos["max_tokens"], datos["messages"]) == (400, [{"role": "user", "content": "hola"}])
    ajenas = {"options", "keep_alive", "think", "num_ctx", "num_thread", "response_format"}
    assert not ajenas & set(cuerpo(opciones, (), None))
