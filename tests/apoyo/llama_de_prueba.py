"""The stand-in plays llama.cpp's server, as the real one was seen to behave.

Headers come at once, the first event when the prompt is read; its model's name is not looked at; a
prompt that does not fit is refused with its counts; while it loads, everything answers 503; a key
is asked for in conversations and not to list the models; the last event carries usage and timings,
and what it still had of the prompt before is counted apart.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import takewhile

from conexion_de_prueba import Peticion
from guiones import Guion, objeto_json
from ollama_de_prueba import OllamaDePrueba

RUTA_CHAT = "/v1/chat/completions"


def evento(datos: object) -> bytes:
    """One server-sent event."""
    return b"data: " + json.dumps(datos, ensure_ascii=False).encode() + b"\n\n"


def trozo(texto: str | None = None, razon: str | None = None) -> bytes:
    """A piece of the answer, or the reason why it ended."""
    delta = {} if razon else {"content": texto} if texto else {"role": "assistant", "content": None}
    eleccion = {"index": 0, "delta": delta, "finish_reason": razon}
    return evento({"object": "chat.completion.chunk", "choices": [eleccion]})


def cierre(leidas: int = 100, conservadas: int = 0, escritas: int = 2) -> bytes:
    """The last events: what it counted and timed, and the mark of the end."""
    uso = {
        "prompt_tokens": leidas + conservadas,
        "completion_tokens": escritas,
        "prompt_tokens_details": {"cached_tokens": conservadas},
    }
    tiempos = {
        "cache_n": conservadas,
        "prompt_n": leidas,
        "prompt_ms": 10.0 * leidas,
        "predicted_n": escritas,
        "predicted_ms": 120.0 * escritas,
    }
    return evento({"choices": [], "usage": uso, "timings": tiempos}) + b"data: [DONE]\n\n"


def dicha(*trozos: str, razon: str = "stop") -> Guion:
    """A whole answer, without its `cierre`."""
    pasos = (trozo(), *map(trozo, trozos), trozo(razon=razon))
    return Guion(pasos, tipo="text/event-stream")


def rechazo(estado: int, mensaje: str, tipo: str, **otros: object) -> Guion:
    """An error as it tells them."""
    return objeto_json(
        estado, {"error": {"code": estado, "message": mensaje, "type": tipo} | otros}
    )


@dataclass
class LlamaDePrueba(OllamaDePrueba):
    """The running fake. clave: what it asks for, if anything."""

    clave: str = ""
    cargando: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.por_defecto = dicha("Según el acuerdo, ", "sí.")
        self._leido = ""

    def _chats(self, clase: str) -> list[Peticion]:
        with self._novedad:
            chats = [p for p in self.peticiones if p.ruta == RUTA_CHAT]
        corta = [p for p in chats if p.json["max_tokens"] == 1]
        return {"calentamiento": corta, "pregunta": [p for p in chats if p not in corta]}[clase]

    def _elegir(self, peticion: Peticion) -> Guion:
        if self.cargando:
            return rechazo(503, "Loading model", "unavailable_error")
        if peticion.ruta in self.rutas:
            return self.rutas[peticion.ruta]
        if peticion.ruta == "/v1/models":
            meta = {"n_ctx": self.ventana, "n_ctx_train": 131072}
            return objeto_json(200, {"data": [{"id": m, "meta": meta} for m in self.modelos]})
        if peticion.ruta != RUTA_CHAT:
            return rechazo(404, "File Not Found", "not_found_error")
        if self.clave and peticion.cabeceras.get("authorization") != f"Bearer {self.clave}":
            return rechazo(401, "Invalid API Key", "authentication_error")
        return self._responder(peticion)

    def _responder(self, peticion: Peticion) -> Guion:
        fichas = int(len(peticion.texto) / self.letras_por_ficha)
        if fichas > self.ventana:
            dicho = f"request ({fichas} tokens) exceeds the available context size "
            return rechazo(
                400,
                f"{dicho}({self.ventana} tokens), try increasing it",
                "exceed_context_size_error",
                n_prompt_tokens=fichas,
                n_ctx=self.ventana,
            )
        letras = zip(self._leido, peticion.texto, strict=False)
        iguales = sum(1 for _ in takewhile(lambda par: par[0] == par[1], letras))
        conservadas = int(iguales / self.letras_por_ficha)
        self._leido = peticion.texto
        if peticion.json["max_tokens"] == 1:
            guion = dicha("S", razon="length")
        else:
            guion = self._guiones.popleft() if self._guiones else self.por_defecto
        if guion.estado != 200 or not guion.termina or trozo(razon="stop") not in guion.pasos:
            return guion
        return replace(guion, pasos=(*guion.pasos, cierre(fichas - conservadas, conservadas)))
