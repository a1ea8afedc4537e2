"""The scripts of the stand-in for Ollama: values that say what goes over the wire, and when.

A script is a tuple of steps. Bytes are written at once, as one packet (one chunk of the transfer
coding); `Pausa` keeps silent; `Reinicio` ends the connection with a TCP reset.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from threading import Event
from typing import Literal

MODELO_DICHO = "qwen2.5:3b"
SECRETO = (
    "entrañas-del-motor-7731"  # rides in every upstream error text: no answer may ever show it
)
FICHAS = 987_654_321  # stands for the tokens of the prompt; the server writes the real number
METRICAS = {
    "total_duration": 5_043_500_667,
    "load_duration": 5_025_959,
    "prompt_eval_count": FICHAS,
    "prompt_eval_duration": 325_953_000,
    "eval_count": 12,
    "eval_duration": 709_248_000,
}


@dataclass(frozen=True, slots=True)
class Pausa:
    """Silence, until the test says so if it may; the connection stays open."""

    segundos: float
    hasta: Event | None = None


@dataclass(frozen=True, slots=True)
class Reinicio:
    """The connection is reset."""


Paso = bytes | Pausa | Reinicio
SIN_PAUSA = Pausa(0)
PARA_SIEMPRE = Pausa(math.inf)


@dataclass(frozen=True, slots=True)
class Guion:
    """One answer. `transporte`: chunked, by content length, or HTTP/1.0 ended by closing."""

    pasos: tuple[Paso, ...]
    estado: int = 200
    tipo: str = "application/x-ndjson"
    transporte: Literal["trozos", "largo", "cierre"] = "trozos"
    antes: Pausa = SIN_PAUSA  # before the headers
    termina: bool = True  # False: the connection closes with the chunked body unfinished

    @property
    def cuerpo(self) -> bytes:
        """Every byte of the body."""
        return b"".join(paso for paso in self.pasos if isinstance(paso, bytes))

    def con_cuenta(self, fichas: int) -> Guion:
        """The same answer with the size of the prompt written in its metrics."""
        viejo, nuevo = str(FICHAS).encode(), str(fichas).encode()
        pasos = (p.replace(viejo, nuevo) if isinstance(p, bytes) else p for p in self.pasos)
        return replace(self, pasos=tuple(pasos))

    def entero(self) -> Guion:
        """The same answer for a request that did not want a stream."""
        if self.estado != 200:
            return self
        lineas = [json.loads(linea) for linea in self.cuerpo.splitlines()]
        texto = "".join(linea.get("message", {}).get("content", "") for linea in lineas)
        ultima = lineas[-1] | {"message": {"role": "assistant", "content": texto}}
        return objeto_json(200, ultima)


def linea(contenido: str, **otros: object) -> bytes:
    """A line of the stream that carries a piece of text."""
    mensaje = {"role": "assistant", "content": contenido, **otros}
    return _ndjson({"message": mensaje, "done": False})


def final(razon: str | None = "stop", metricas: bool = True) -> bytes:
    """The last line."""
    datos: dict[str, object] = {"message": {"role": "assistant", "content": ""}, "done": True}
    if razon is not None:
        datos["done_reason"] = razon
    return _ndjson(datos | (METRICAS if metricas else {}))


def cargado() -> Guion:
    """The answer to who asks for the model to be in memory, and nothing else."""
    return Guion((final("load", metricas=False),))


def linea_de_error(texto: str = f"llama runner process no longer running: {SECRETO}") -> bytes:
    """What Ollama writes when it fails after the headers."""
    return json.dumps({"error": texto}).encode() + b"\n"


def _ndjson(datos: dict[str, object]) -> bytes:
    base = {"model": MODELO_DICHO, "created_at": "2026-07-01T12:00:00.000000000Z"}
    return json.dumps(base | datos, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def respuesta(
    *tokens: str, demora: float = 0.0, razon: str | None = "stop", metricas: bool = True
) -> Guion:
    """A good answer, with a pause before every token."""
    return Guion((*_escritos(tokens, demora), final(razon, metricas)))


def _escritos(tokens: Iterable[str], demora: float) -> list[Paso]:
    pasos: list[Paso] = []
    for token in tokens:
        pasos += [Pausa(demora)] if demora else []
        pasos.append(linea(token))
    return pasos


def tras(tokens: Iterable[str], *pasos: Paso, termina: bool = True) -> Guion:
    """Some text, in one packet: no patience runs out within it; and then something else."""
    dicho = b"".join(map(linea, tokens))
    return Guion(((dicho,) if dicho else ()) + pasos, termina=termina)


def de_pasos(*pasos: Paso, antes: float = 0.0) -> Guion:
    """Any bytes at all, at 200."""
    return Guion(pasos, antes=Pausa(antes))


def callado(antes_de_cabeceras: bool = True) -> Guion:
    """Never a word: before the headers, as a long prefill, or after them."""
    guion = Guion((PARA_SIEMPRE,))
    return replace(guion, antes=PARA_SIEMPRE) if antes_de_cabeceras else guion


def tardio(guion: Guion, segundos: float) -> Guion:
    """The same answer after a silence without headers."""
    return replace(guion, antes=Pausa(segundos))


def hasta(suceso: Event) -> Pausa:
    """Silence that the test ends."""
    return Pausa(math.inf, suceso)


def a_la_espera(suceso: Event, *tokens: str) -> Guion:
    """A good answer that after its first word keeps silent until the test ends that."""
    return tras(tokens[:1], hasta(suceso), *respuesta(*tokens[1:]).pasos)


def por_cierre(guion: Guion) -> Guion:
    """The same answer in HTTP/1.0, without transfer coding, ended by closing."""
    return replace(guion, transporte="cierre")


def objeto_json(estado: int, datos: object) -> Guion:
    """A JSON object in one piece."""
    cuerpo = json.dumps(datos, ensure_ascii=False).encode()
    return Guion(
        (cuerpo,), estado=estado, tipo="application/json; charset=utf-8", transporte="largo"
    )


def error_http(estado: int, texto: str, tipo: str = "application/json") -> Guion:
    """An error before the first token: JSON as from a handler, plain text as from the router."""
    if tipo == "application/json":
        return objeto_json(estado, {"error": texto})
    return Guion((texto.encode(),) if texto else (), estado=estado, tipo=tipo, transporte="largo")


def demasiado_largo(fichas: int = 5210, ventana: int = 4096) -> Guion:
    """The refusal of a prompt that does not fit, with its counts (servers from 0.30 on)."""
    queja = {
        "code": 400,
        "message": f"request ({fichas} tokens) exceeds the available context size "
        f"({ventana} tokens), try increasing it",
        "type": "exceed_context_size_error",
        "n_prompt_tokens": fichas,
        "n_ctx": ventana,
    }
    return error_http(400, json.dumps({"error": queja}))


def demasiado_largo_antiguo() -> Guion:
    """The same refusal by servers before 0.30."""
    return error_http(400, "the input length exceeds the context length")


def partido(cuerpo: bytes, *cortes: int, pausa: float = 0.001) -> Guion:
    """A body cut at the given offsets, every piece a packet of its own."""
    bordes = [0, *cortes, len(cuerpo)]
    trozos = [cuerpo[a:b] for a, b in pairwise(bordes) if a < b]
    pasos: list[Paso] = []
    for trozo in trozos:
        pasos += [trozo, Pausa(pausa)]
    return Guion(tuple(pasos))
