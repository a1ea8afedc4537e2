"""Ollama's API, as its clients expect it; each line of a stream is a JSON object."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, NotRequired

from flask import Blueprint, Response, jsonify, request
from typing_extensions import TypedDict

from siaa.errores import OrdenAjena
from siaa.eventos import Cierre, Marcha
from siaa.web.chat.sse import razon_de
from siaa.web.compatible.atender import PreguntaAjena, atender, en_su_forma, espera_en_palabras
from siaa.web.compatible.citado import Paso, TextoDado
from siaa.web.compatible.conversacion import (
    MensajeAjeno,
    PedidoGenerar,
    PedidoMostrar,
    PedidoOllama,
    conversacion_de,
    leer_pedido,
)
from siaa.web.compatible.modelos import FAMILIA, Modelo, modelo_de, modelos_de
from siaa.web.fallos import Falla
from siaa.web.openapi.operacion import JSON, Cuerpo, Parametro, abierta, busqueda, consulta
from siaa.web.peticion import UNA_PREGUNTA
from siaa.web.servicios import Servicios

VERSION: Final = "0.24.0"
"""The version of Ollama whose API this is."""
SIN_SENTIDO: Final = ("pull", "push", "create", "copy", "delete", "embed", "embeddings")
NDJSON: Final = "application/x-ndjson"
NANOSEGUNDOS: Final = 1_000_000_000
CHAT: Final = Cuerpo(
    PedidoOllama,
    "Sin mensajes, no pregunta nada.",
    MappingProxyType({"model": "siaa", "messages": ({"role": "user", "content": UNA_PREGUNTA},)}),
)
GENERAR: Final = Cuerpo(
    PedidoGenerar,
    "Sin «prompt», no pregunta nada.",
    MappingProxyType({"model": "siaa", "prompt": UNA_PREGUNTA}),
)
MOSTRAR: Final = Cuerpo(
    PedidoMostrar, "El modelo, en «model» o en «name».", MappingProxyType({"model": "siaa"})
)


class _Detalles(TypedDict):
    parent_model: str
    format: str
    family: str
    families: list[str]
    parameter_size: str
    quantization_level: str


class _Cargado(TypedDict, total=False):
    expires_at: str
    size_vram: int
    context_length: int


class _ModeloOllama(_Cargado):
    name: str
    model: str
    modified_at: str
    size: int
    digest: str
    details: _Detalles


class _ModelosOllama(TypedDict):
    models: list[_ModeloOllama]


class _Version(TypedDict):
    version: str


class _MensajeOllama(TypedDict):
    role: str
    content: str
    thinking: NotRequired[str]


class _Medidas(TypedDict, total=False):
    total_duration: int
    load_duration: int
    prompt_eval_count: int
    prompt_eval_duration: int
    eval_count: int
    eval_duration: int


class LineaOllama(_Medidas):
    """One line of an answer; the last one, or the whole answer, carries the measures."""

    model: str
    created_at: str
    done: bool
    message: NotRequired[_MensajeOllama]
    response: NotRequired[str]
    done_reason: NotRequired[str]


class _Ficha(TypedDict):
    details: _Detalles
    model_info: dict[str, str]
    capabilities: list[str]
    modified_at: str


class ErrorOllama(TypedDict):
    """How Ollama tells a failure."""

    error: str


ERRORES: Final = (404, 503)
EN_LINEAS: Final = MappingProxyType({NDJSON: LineaOllama, JSON: LineaOllama})
ORDEN: Final = (Parametro("orden", "Lo que se pide.", "pull"),)


_abierta, _busqueda, _consulta = (
    partial(tipo, falla=ErrorOllama) for tipo in (abierta, busqueda, consulta)
)


def crear_ollama(servicios: Servicios) -> Blueprint:
    """Return the routes of Ollama's API."""
    ollama = Blueprint("ollama", __name__, url_prefix="/api")
    ollama.after_request(partial(en_su_forma, _falla))

    @ollama.get("/version")
    @_abierta("La versión de la API de Ollama que se habla.")
    def version() -> _Version:
        return {"version": VERSION}

    @ollama.get("/tags")
    @_consulta("Los modelos que SIAA es.")
    def instalados() -> _ModelosOllama:
        return {"models": [_modelo(servicios, modelo) for modelo in modelos_de(servicios)]}

    @ollama.get("/ps")
    @_consulta("Los modelos que SIAA es, siempre cargados.")
    def cargados() -> _ModelosOllama:
        siempre = _cargado(servicios)
        return {"models": [{**_modelo(servicios, m), **siempre} for m in modelos_de(servicios)]}

    @ollama.post("/show")
    @_consulta("Qué es un modelo.", errores=(404,), cuerpo=MOSTRAR)
    def mostrar() -> _Ficha:
        pedido = leer_pedido(request, PedidoMostrar)
        modelo = _modelo(servicios, modelo_de(pedido.model, servicios))
        return {
            "details": modelo["details"],
            "model_info": {"general.architecture": FAMILIA},
            "capabilities": ["completion"],
            "modified_at": modelo["modified_at"],
        }

    @ollama.post("/chat")
    @_busqueda("Una conversación, como con Ollama.", errores=ERRORES, cuerpo=CHAT, da=EN_LINEAS)
    def conversar() -> Response:
        pedido = leer_pedido(request, PedidoOllama)
        hilo = _HiloOllama(modelo_de(pedido.model, servicios), "message", bool(pedido.think))
        return hilo.responder(servicios, pedido.messages, pedido.stream)

    @ollama.post("/generate")
    @_busqueda(
        "Una pregunta suelta, como con Ollama.", errores=ERRORES, cuerpo=GENERAR, da=EN_LINEAS
    )
    def generar() -> Response:
        pedido = leer_pedido(request, PedidoGenerar)
        dicho = MensajeAjeno(role="user", content=pedido.prompt, images=pedido.images)
        hilo = _HiloOllama(modelo_de(pedido.model, servicios), "response")
        return hilo.responder(servicios, [dicho] if pedido.prompt else [], pedido.stream)

    @ollama.route(f"/<any({', '.join(SIN_SENTIDO)}):orden>", methods=("POST", "DELETE"))
    @_consulta("Lo que Ollama hace con un modelo y SIAA no.", ORDEN, (501,), estados=())
    def sin_sentido(orden: str) -> Response:
        raise OrdenAjena

    return ollama


@dataclass(frozen=True, slots=True)
class _HiloOllama:
    """How an answer is told: in which field, and with its waits where they are wanted."""

    modelo: Modelo
    campo: Literal["message", "response"]
    pensar: bool = False

    def responder(
        self, servicios: Servicios, mensajes: Sequence[MensajeAjeno], en_flujo: bool
    ) -> Response:
        """Answer a conversation; an empty one only asks for the model, which is always there."""
        if not mensajes:
            return jsonify({**self._linea("", done=True), "done_reason": "load"})
        pregunta = PreguntaAjena(self.modelo, conversacion_de(mensajes), en_flujo)
        return atender(servicios, pregunta, self._enmarcar, self._entera, NDJSON)

    def _enmarcar(self, paso: Paso) -> bytes | None:
        match paso:
            case TextoDado(texto):
                return _renglon(self._linea(texto))
            case Cierre():
                return _renglon(self._entera(TextoDado(""), paso))
            case Marcha():
                pensado = espera_en_palabras(paso)
                return _renglon(self._linea("", pensado)) if self.pensar else None
        return _renglon(self._linea(""))

    def _entera(self, palabras: TextoDado, cierre: Cierre) -> LineaOllama:
        linea = self._linea(palabras.texto, done=True)
        return {**linea, "done_reason": razon_de(cierre), **_medidas(cierre)}

    def _linea(self, texto: str, pensado: str = "", done: bool = False) -> LineaOllama:
        linea: LineaOllama = {
            "model": self.modelo.nombre,
            "created_at": datetime.now(UTC).isoformat(),
            "done": done,
        }
        if self.campo == "response":
            return {**linea, "response": texto}
        mensaje: _MensajeOllama = {"role": "assistant", "content": texto}
        return {**linea, "message": {**mensaje, "thinking": pensado} if pensado else mensaje}


def _renglon(linea: LineaOllama) -> bytes:
    return f"{json.dumps(linea, ensure_ascii=False)}\n".encode("utf-8", "replace")


def _medidas(cierre: Cierre) -> _Medidas:
    """Return the measures as Ollama gives them: nanoseconds, and 0 for what is unknown."""

    def en_unidades(clave: str, por: int = 1) -> int:
        return round((cierre.tiempos.get(clave) or 0) * por)

    return {
        "total_duration": en_unidades("total_s", NANOSEGUNDOS),
        "load_duration": 0,
        "prompt_eval_count": en_unidades("tokens_prompt"),
        "prompt_eval_duration": en_unidades("lectura_modelo_s", NANOSEGUNDOS),
        "eval_count": en_unidades("tokens_respuesta"),
        "eval_duration": en_unidades("escritura_modelo_s", NANOSEGUNDOS),
    }


def _cargado(servicios: Servicios) -> _Cargado:
    hasta = (datetime.now(UTC) + timedelta(days=365)).isoformat()
    ventana = servicios.piezas.ajustes.num_ctx
    return {"expires_at": hasta, "size_vram": 0, "context_length": ventana}


def _modelo(servicios: Servicios, modelo: Modelo) -> _ModeloOllama:
    return {
        "name": modelo.nombre,
        "model": modelo.nombre,
        "modified_at": servicios.biblioteca.actual.cargado_en.isoformat(),
        "size": 0,
        "digest": modelo.digest,
        "details": {
            "parent_model": "",
            "format": FAMILIA,
            "family": FAMILIA,
            "families": [FAMILIA],
            "parameter_size": "",
            "quantization_level": "",
        },
    }


def _falla(falla: Falla, _: int) -> ErrorOllama:
    return {"error": falla["mensaje"]}
