"""The bytes of the model's server → events, cut anywhere, and what each refusal means."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import pairwise

import pytest
from guiones import METRICAS, SECRETO, final, linea, linea_de_error
from hypothesis import given, settings
from hypothesis import strategies as st

from siaa.errores import (
    ContextoExcedido,
    ErrorModelo,
    ModeloFallo,
    ModeloNoInstalado,
    ModeloOcupado,
    RespuestaCortada,
)
from siaa.modelo.cable import LINEA_MAXIMA, contexto_excedido, error_de_estado
from siaa.modelo.ollama import interpretar
from siaa.valores import EventoModelo, Fin, MetricasModelo, Texto

BUENA = linea("Según el ") + b"\n" + linea("artículo 5°, ") + linea("") + linea("sí. 👍") + final()
MEDIDAS = MetricasModelo(
    METRICAS["prompt_eval_count"],
    METRICAS["eval_count"],
    METRICAS["load_duration"] / 1e9,
    METRICAS["prompt_eval_duration"] / 1e9,
    METRICAS["eval_duration"] / 1e9,
)
EVENTOS = [Texto("Según el "), Texto("artículo 5°, "), Texto("sí. 👍"), Fin("stop", MEDIDAS)]


def leer(*trozos: bytes) -> list[EventoModelo]:
    return list(interpretar(iter(trozos)))


def con_error(*trozos: bytes) -> tuple[list[EventoModelo], ErrorModelo]:
    """What came before the failure, and the failure."""
    hasta_ahi: list[EventoModelo] = []
    with pytest.raises(ErrorModelo) as error:
        for evento in interpretar(iter(trozos)):
            hasta_ahi.append(evento)
    return hasta_ahi, error.value


# --- Cuts -----------------------------------------------------------------------------------


def test_de_una_vez() -> None:
    assert leer(BUENA) == EVENTOS


def test_byte_a_byte() -> None:
    assert leer(*(BUENA[n : n + 1] for n in range(len(BUENA)))) == EVENTOS


def test_partido_en_cada_lugar() -> None:
    for corte in range(len(BUENA) + 1):
        assert leer(BUENA[:corte], BUENA[corte:]) == EVENTOS, corte


@given(st.lists(st.integers(0, len(BUENA)), max_size=12).map(sorted))
@settings(max_examples=150)
def test_partido_en_varios_lugares(cortes: list[int]) -> None:
    bordes = [0, *cortes, len(BUENA)]
    assert leer(*(BUENA[a:b] for a, b in pairwise(bordes))) == EVENTOS


def test_una_cola_sin_salto_de_linea() -> None:
    assert leer(BUENA.rstrip()) == leer(BUENA.rstrip()[:-5], BUENA.rstrip()[-5:]) == EVENTOS


def test_fines_de_linea_de_otros_sistemas_y_lineas_en_blanco() -> None:
    assert leer(b"\n \r\n" + BUENA.replace(b"\n", b"\r\n\r\n")) == EVENTOS


def test_un_texto_en_la_ultima_linea_tambien_cuenta() -> None:
    ultima = json.dumps({"message": {"content": "fin"}, "done": True}).encode()
    assert leer(linea("a"), ultima) == [Texto("a"), Texto("fin"), Fin("stop", MetricasModelo())]


def test_despues_del_final_no_se_lee_mas() -> None:
    def trozos() -> Iterable[bytes]:
        yield BUENA + b"basura"
        pytest.fail("read on after the end")

    assert list(interpretar(iter(trozos()))) == EVENTOS


def test_cada_ficha_sale_en_cuanto_llega() -> None:
    def trozos() -> Iterable[bytes]:
        yield linea("uno")
        leidos.append("se pidió más")
        yield linea("dos") + final()

    leidos: list[object] = []
    for evento in interpretar(iter(trozos())):
        leidos.append(evento)
    assert leidos[:3] == [Texto("uno"), "se pidió más", Texto("dos")]


# --- Ends -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("razon", "motivo"),
    [("stop", "stop"), ("length", "length"), ("load", "stop"), (None, "stop"), ("zzz", "stop")],
)
def test_el_motivo_del_final(razon: str | None, motivo: str) -> None:
    assert leer(linea("a"), final(razon))[-1] == Fin(motivo, MEDIDAS)  # type: ignore[arg-type]


def test_done_tiene_que_ser_cierto() -> None:
    for valor in (1, "true", None, False):
        crudo = json.dumps({"message": {"content": ""}, "done": valor}).encode()
        assert isinstance(con_error(crudo)[1], RespuestaCortada)


MALAS_MEDIDAS = ("12", -1, 1.5, True, None, [], {}, 2**63, 10**400)


@pytest.mark.parametrize("nombre", [n for n in METRICAS if n != "total_duration"])
def test_las_medidas_raras_o_ausentes_no_estorban(nombre: str) -> None:
    """Each measure on its own: a strange or absent one is unknown, the others stay."""
    medidas = {**METRICAS, "prompt_eval_cached_count": 5}
    cero = json.dumps({"done": True, **medidas, nombre: 0}).encode()
    assert 0 in [getattr(leer(cero)[-1].metricas, c) for c in MetricasModelo.__slots__]  # type: ignore[union-attr]
    for mala in MALAS_MEDIDAS:
        crudo = json.dumps({"done": True, **medidas, nombre: mala}).encode()
        (fin,) = leer(crudo)
        assert isinstance(fin, Fin)
        valores = [getattr(fin.metricas, campo) for campo in MetricasModelo.__slots__]
        assert valores.count(None) == 1
    sin = json.dumps({"done": True, **{n: v for n, v in medidas.items() if n != nombre}}).encode()
    assert leer(sin) == [fin]


def test_sin_medidas() -> None:
    assert leer(final(metricas=False)) == [Fin("stop", MetricasModelo())]


# --- Faults ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cola",
    [b"", linea("más")[:-20], b"no es json\n", b"[1]\n", b'"texto"\n', b"null\n", b"\xff\xfe\n",
     b"{" * 5000 + b"\n", b"data: {}\n"],
)  # fmt: skip
def test_lo_que_no_termina_bien_es_un_corte(cola: bytes) -> None:
    antes, error = con_error(linea("algo"), cola)
    assert antes == [Texto("algo")] and type(error) is RespuestaCortada


def test_una_linea_de_error() -> None:
    antes, error = con_error(linea("algo"), linea_de_error())
    assert antes == [Texto("algo")] and type(error) is RespuestaCortada
    assert SECRETO not in error.mensaje
    assert type(con_error(b'{"error": {"message": "x"}}\n')[1]) is RespuestaCortada


def test_una_linea_de_error_por_contexto_excedido() -> None:
    """Older servers refuse in a line of a 200."""
    _, error = con_error(linea_de_error("the input length exceeds the context length"))
    assert isinstance(error, ContextoExcedido)


def test_una_linea_interminable_es_un_corte() -> None:
    def trozos() -> Iterable[bytes]:
        for _ in range(LINEA_MAXIMA // 65536 + 1):
            yield b"x" * 65536
        pytest.fail("a line without end filled the memory")

    with pytest.raises(RespuestaCortada):
        list(interpretar(iter(trozos())))


@pytest.mark.parametrize(
    "mensaje", [{"content": None}, {"content": 3}, {}, None, "texto", {"thinking": "hmm"}]
)
def test_una_linea_sin_texto_no_dice_nada(mensaje: object) -> None:
    crudo = json.dumps({"message": mensaje, "done": False}).encode() + b"\n"
    assert leer(crudo, final()) == [EVENTOS[-1]]


def test_letras_que_no_se_pueden_enviar() -> None:
    cruda = b'{"message": {"content": "\\ud83d a\\u0000b\\u0007\\n"}, "done": false}\n'
    assert leer(cruda, final())[0] == Texto("\ufffd a b \n")


# --- Refusals -------------------------------------------------------------------------------

QUEJA = {
    "code": 400,
    "message": "request (5000 tokens) exceeds the available context size (4096 tokens), "
    "try increasing it",
    "type": "exceed_context_size_error",
    "n_prompt_tokens": 5000,
    "n_ctx": 4096,
}
EXCEDIDOS = {
    "cuerpo": (json.dumps({"error": QUEJA}), (5000, 4096)),
    "queja suelta": (json.dumps(QUEJA), (5000, 4096)),
    "texto con json": (json.dumps({"error": json.dumps({"error": QUEJA})}), (5000, 4096)),
    "solo la frase": (QUEJA["message"], (5000, 4096)),
    "antiguo": ("the input length exceeds the context length", (None, None)),
    "en mayúsculas": ("Input length EXCEEDS the CONTEXT LENGTH", (None, None)),
    "sin cuentas": ('{"type": "exceed_context_size_error"}', (None, None)),
    "media cuenta": ('{"type": "exceed_context_size_error", "n_ctx": 512}', (None, 512)),
}


@pytest.mark.parametrize("caso", EXCEDIDOS)
@pytest.mark.parametrize("estado", [400, 413, 500])
def test_contexto_excedido(caso: str, estado: int) -> None:
    texto, cuentas = EXCEDIDOS[caso]
    error = error_de_estado(estado, str(texto))
    assert isinstance(error, ContextoExcedido)
    assert (error.tokens_prompt, error.ventana) == cuentas
    directo = contexto_excedido(str(texto))
    assert (directo.tokens_prompt, directo.ventana) == cuentas


@pytest.mark.parametrize(
    ("estado", "texto", "clase"),
    [
        (404, "model 'qwen2.5:3b' not found", ModeloNoInstalado),
        (404, 'model "x" not found, try pulling it first', ModeloNoInstalado),
        (404, "404 page not found", ModeloFallo),
        (404, "", ModeloFallo),
        (503, "server busy, please try again", ModeloOcupado),
        (503, "", ModeloOcupado),
        (500, "llama runner process has terminated", ModeloFallo),
        (500, "model requires more system memory", ModeloFallo),
        (400, "invalid options", ModeloFallo),
        (403, "", ModeloFallo),
        (405, "405 method not allowed", ModeloFallo),
        (301, "", ModeloFallo),
        (204, "", ModeloFallo),
    ],
)
def test_error_de_estado(estado: int, texto: str, clase: type[ErrorModelo]) -> None:
    error = error_de_estado(estado, texto)
    assert type(error) is clase and error.mensaje == clase.mensaje_base
