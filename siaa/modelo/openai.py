"""OpenAI's `/v1/chat/completions`, as llama.cpp's server and others speak it.

Laws of this conversation: only what every such server knows is sent (window and threads are fixed
where it is started); the usage is asked for, which llama.cpp's own timings complete; a stream is
good only if somebody said why it finished.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from siaa.errores import RespuestaCortada
from siaa.modelo import cable
from siaa.valores import EventoModelo, Fin, Mensaje, MetricasModelo, Texto

RUTA: Final = "/v1/chat/completions"
FIN_DE_FLUJO: Final = b"[DONE]"
MILISEGUNDOS: Final = 1e3
SEGUNDOS_MAXIMOS: Final = 1e6


def cuerpo(
    opciones: cable.OpcionesModelo, mensajes: Sequence[Mensaje], esquema: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return the JSON body of a chat request; esquema: of the JSON that it must answer with."""
    con_nombre = {"name": "respuesta", "schema": dict(esquema or {})}
    formato = {"response_format": {"type": "json_schema", "json_schema": con_nombre}}
    return {
        "model": opciones.modelo,
        "messages": [{"role": m.rol, "content": m.contenido} for m in mensajes],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": opciones.num_predict,
        "temperature": 0.0,
        "seed": 0,
        **({} if esquema is None else formato),
    }


def interpretar(trozos: Iterator[bytes]) -> Iterator[EventoModelo]:
    """Turn the bytes of a stream of server-sent events, cut anywhere, into events of ours.

    Yields `Texto`s and one `Fin`. Raises `RespuestaCortada` for an event that is not a JSON object,
    an error, or an end without a reason; `ContextoExcedido` for a prompt refused this late.
    """
    razon, medidas = None, dict[str, Any]()
    for linea in cable.lineas(trozos):
        campo, _, valor = linea.partition(b":")
        if campo not in (b"data", b"error"):  # a comment that keeps the line open, or a name
            continue
        if valor.strip() == FIN_DE_FLUJO:
            break
        datos = cable.leer_objeto(valor)
        if datos is None:
            raise RespuestaCortada
        if datos.get("error") or campo == b"error":
            raise cable.error_de_linea(str(datos.get("error") or datos))
        medidas |= {n: datos[n] for n in ("usage", "timings") if isinstance(datos.get(n), dict)}
        eleccion = _primera(datos.get("choices"))
        if texto := cable.leer_texto(eleccion.get("delta")):
            yield Texto(texto)
        razon = eleccion.get("finish_reason") or razon
    if razon is None:
        raise RespuestaCortada
    yield Fin("stop" if razon == "stop" else "length", _metricas(medidas))


def _primera(elecciones: Any) -> Mapping[str, Any]:
    primera = elecciones[0] if isinstance(elecciones, list) and elecciones else None
    return primera if isinstance(primera, dict) else {}


def _metricas(medidas: Mapping[str, Mapping[str, Any]]) -> MetricasModelo:
    uso, tiempos = medidas.get("usage", {}), medidas.get("timings", {})
    detalle = uso.get("prompt_tokens_details")
    conservados = detalle.get("cached_tokens") if isinstance(detalle, dict) else None
    return MetricasModelo(
        tokens_prompt=cable.leer_entero(uso.get("prompt_tokens")),
        tokens_conservados=cable.leer_entero(conservados),
        tokens_respuesta=cable.leer_entero(uso.get("completion_tokens")),
        lectura_s=_segundos(tiempos.get("prompt_ms")),
        escritura_s=_segundos(tiempos.get("predicted_ms")),
    )


def _segundos(valor: Any) -> float | None:
    """Return milliseconds as seconds; None for what cannot be a time."""
    if isinstance(valor, bool) or not isinstance(valor, int | float):
        return None
    return valor / MILISEGUNDOS if 0 <= valor < SEGUNDOS_MAXIMOS * MILISEGUNDOS else None
