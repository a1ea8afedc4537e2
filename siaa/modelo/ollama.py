"""Ollama's `/api/chat`: what is sent and how the stream is read.

Laws of this conversation: one constant option set (another value of `num_ctx`, `num_thread` or, on
newer servers, `shift` reloads the model); `truncate: false` (an over-long prompt must be refused,
not cut in silence); `shift: false` (an answer that reaches the window must end there, instead of
half the prompt being dropped in silence); `think: false`; `keep_alive: -1`; a stream is good only
if it ends with `done: true`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from siaa.errores import RespuestaCortada
from siaa.modelo import cable
from siaa.valores import EventoModelo, Fin, Mensaje, MetricasModelo, Texto

RUTA: Final = "/api/chat"
NANOSEGUNDOS: Final = 1e9


def cuerpo(
    opciones: cable.OpcionesModelo, mensajes: Sequence[Mensaje], esquema: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return the JSON body of a chat request; esquema: of the JSON that it must answer with."""
    formato = {} if esquema is None else {"format": dict(esquema)}
    hilos = {} if opciones.num_hilos is None else {"num_thread": opciones.num_hilos}
    return {
        "model": opciones.modelo,
        "messages": [{"role": m.rol, "content": m.contenido} for m in mensajes],
        "stream": True,
        "think": False,
        "truncate": False,
        "shift": False,
        "keep_alive": -1,
        **formato,
        "options": {
            "num_ctx": opciones.num_ctx,
            "num_predict": opciones.num_predict,
            "temperature": 0.0,
            "seed": 0,
            "repeat_penalty": 1.1,
            "stop": [],
            **hilos,
        },
    }


def interpretar(trozos: Iterator[bytes]) -> Iterator[EventoModelo]:
    """Turn the bytes of an NDJSON stream, cut anywhere, into events.

    Yields `Texto`s and one `Fin`. Raises `RespuestaCortada` for a line that is not a JSON object,
    an error line, or an end without `done: true`; `ContextoExcedido` and `ModeloFallo` for a
    refusal that older servers send as a line of a 200.
    """
    for linea in cable.lineas(trozos):
        datos = cable.leer_objeto(linea)
        if datos is None:
            raise RespuestaCortada
        if datos.get("error"):
            raise cable.error_de_linea(str(datos["error"]))
        if texto := cable.leer_texto(datos.get("message")):
            yield Texto(texto)
        if datos.get("done") is True:
            cortada = datos.get("done_reason") == "length"
            yield Fin("length" if cortada else "stop", _metricas(datos))
            return
    raise RespuestaCortada


def _metricas(datos: Mapping[str, Any]) -> MetricasModelo:
    return MetricasModelo(
        tokens_prompt=cable.leer_entero(datos.get("prompt_eval_count")),
        tokens_conservados=cable.leer_entero(datos.get("prompt_eval_cached_count")),
        tokens_respuesta=cable.leer_entero(datos.get("eval_count")),
        carga_s=_segundos(datos.get("load_duration")),
        lectura_s=_segundos(datos.get("prompt_eval_duration")),
        escritura_s=_segundos(datos.get("eval_duration")),
    )


def _segundos(valor: Any) -> float | None:
    nanosegundos = cable.leer_entero(valor)
    return None if nanosegundos is None else nanosegundos / NANOSEGUNDOS
