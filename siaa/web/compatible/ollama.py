"""Ollama's API, as its clients expect it; each line of a stream is a JSON object."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from types import MappingProxyType
from typing import ClassVar, Final, Literal

from flask import Blueprint, Response, jsonify, request

from siaa.errores import OrdenAjena
from siaa.eventos import Cierre
from siaa.web.chat.sse import razon_de
from siaa.web.compatible.atender import (
    FAMILIA,
    Hilo,
    Modelo,
    atender,
    en_su_forma,
    modelo_de,
    modelos_de,
)
from siaa.web.compatible.citado import Paso, TextoDado
from siaa.web.compatible.conversacion import (
    UNA_CONVERSACION,
    PedidoGenerar,
    PedidoMostrar,
    PedidoOllama,
    cuerpo,
    leer_pedido,
)
from siaa.web.openapi import JSON, Objeto, Parametro, abierta, busqueda, consulta
from siaa.web.peticion import UNA_PREGUNTA
from siaa.web.respuestas import en_json
from siaa.web.servicios import Servicios

VERSION: Final = "0.24.0"
"""The version of Ollama whose API this is."""
SIN_SENTIDO: Final = ("pull", "push", "create", "copy", "delete", "embed", "embeddings")
NDJSON: Final = "application/x-ndjson"
NANOSEGUNDOS: Final = 1_000_000_000
_Campo = Literal["message", "response"]
CHAT: Final = cuerpo(PedidoOllama, "Sin mensajes, no pregunta nada.", messages=UNA_CONVERSACION)
GENERAR: Final = cuerpo(PedidoGenerar, "Sin «prompt», no pregunta nada.", prompt=UNA_PREGUNTA)
MOSTRAR: Final = cuerpo(PedidoMostrar, "El modelo, en «model» o en «name».")


EN_LINEAS: Final = MappingProxyType({NDJSON: Objeto, JSON: Objeto})
ORDEN: Final = (Parametro("orden", "Lo que se pide.", "pull"),)
_abierta, _consulta = (partial(tipo, falla=Objeto) for tipo in (abierta, consulta))
_pregunta = partial(busqueda, errores=(404, 503), da=EN_LINEAS, falla=Objeto)


def crear_ollama(servicios: Servicios) -> Blueprint:
    """Return the routes of Ollama's API."""
    ollama = Blueprint("ollama", __name__, url_prefix="/api")
    ollama.after_app_request(en_su_forma(ollama, lambda falla, _: {"error": falla["mensaje"]}))

    @ollama.get("/version")
    @_abierta("La versión de la API de Ollama que se habla.")
    def version() -> Objeto:
        return {"version": VERSION}

    @ollama.get("/tags")
    @_consulta("Los modelos que SIAA es.")
    def instalados() -> Objeto:
        desde = _cargada_en(servicios)
        modelos = modelos_de(servicios)
        return {"models": [{**_modelo(modelo), "modified_at": desde} for modelo in modelos]}

    @ollama.get("/ps")
    @_consulta("Los modelos que SIAA es, siempre cargados.")
    def cargados() -> Objeto:
        hasta = (datetime.now(UTC) + timedelta(days=365)).isoformat()
        ventana = servicios.ajustes.num_ctx
        siempre = {"expires_at": hasta, "size_vram": 0, "context_length": ventana}
        return {"models": [{**_modelo(modelo), **siempre} for modelo in modelos_de(servicios)]}

    @ollama.post("/show")
    @_consulta("Qué es un modelo.", errores=(404,), cuerpo=MOSTRAR)
    def mostrar() -> Objeto:
        pedido = leer_pedido(request, MOSTRAR)
        return {
            "details": _modelo(modelo_de(pedido.model, servicios))["details"],
            "model_info": {"general.architecture": FAMILIA},
            "capabilities": ["completion"],
            "modified_at": _cargada_en(servicios),
        }

    @ollama.post("/chat")
    @_pregunta("Una conversación, como con Ollama.", cuerpo=CHAT)
    def conversar() -> Response:
        return _responder(servicios, leer_pedido(request, CHAT), "message")

    @ollama.post("/generate")
    @_pregunta("Una pregunta suelta, como con Ollama.", cuerpo=GENERAR)
    def generar() -> Response:
        return _responder(servicios, leer_pedido(request, GENERAR), "response")

    @ollama.route(f"/<any({', '.join(SIN_SENTIDO)}):orden>", methods=("POST", "DELETE"))
    @_consulta("Lo que Ollama hace con un modelo y SIAA no.", ORDEN, (501,), estados=())
    def sin_sentido(orden: str) -> Response:
        raise OrdenAjena

    return ollama


def _responder(
    servicios: Servicios, pedido: PedidoOllama | PedidoGenerar, campo: _Campo
) -> Response:
    """Answer what is asked; without a question the model is asked for, and is always there."""
    hilo = _HiloOllama(modelo_de(pedido.model, servicios), bool(pedido.think), campo)
    if not pedido.messages:
        return jsonify({**hilo.linea("", done=True), "done_reason": "load"})
    return atender(servicios, hilo, pedido.messages, pedido.stream)


@dataclass(frozen=True, slots=True)
class _HiloOllama(Hilo):
    medio: ClassVar[str] = NDJSON
    campo: _Campo

    def enmarcar(self, paso: Paso) -> bytes:
        match paso:
            case TextoDado(texto, _, pensado):
                return en_json(self.linea(texto, pensado)) + b"\n"
            case Cierre():
                return en_json(self.entera(TextoDado(""), paso)) + b"\n"
        return en_json(self.linea("")) + b"\n"

    def entera(self, palabras: TextoDado, cierre: Cierre) -> Objeto:
        linea = self.linea(palabras.texto, done=True)
        return {**linea, "done_reason": razon_de(cierre), **_medidas(cierre)}

    def linea(self, texto: str, pensado: str = "", done: bool = False) -> Objeto:
        linea = {
            "model": self.modelo.nombre,
            "created_at": datetime.now(UTC).isoformat(),
            "done": done,
        }
        pensada = {"thinking": pensado} if pensado else {}
        if self.campo == "response":
            return {**linea, "response": texto, **pensada}
        return {**linea, "message": {"role": "assistant", "content": texto, **pensada}}


def _medidas(cierre: Cierre) -> Objeto:
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


def _cargada_en(servicios: Servicios) -> str:
    return servicios.biblioteca.estado.cargado_en.isoformat()


def _modelo(modelo: Modelo) -> Objeto:
    return {
        "name": modelo.nombre,
        "model": modelo.nombre,
        "size": 0,
        "digest": sha256(modelo.nombre.encode()).hexdigest(),
        "details": {
            "parent_model": "",
            "format": FAMILIA,
            "family": FAMILIA,
            "families": [FAMILIA],
            "parameter_size": "",
            "quantization_level": "",
        },
    }
