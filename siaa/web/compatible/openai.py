"""OpenAI's API, as its clients expect it, with the sources as annotations."""

import json
import time
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, NotRequired

from flask import Blueprint, Response, g, request
from typing_extensions import TypedDict

from siaa.eventos import Cierre, Silencio
from siaa.web.chat.sse import FIN_DEL_FLUJO, LATIDO, DeOpenAI, RazonDeFin, razon_de
from siaa.web.compatible.atender import PreguntaAjena, atender, en_su_forma
from siaa.web.compatible.citado import Paso, TextoDado
from siaa.web.compatible.conversacion import PedidoOpenAI, conversacion_de, leer_pedido
from siaa.web.compatible.modelos import FAMILIA, Modelo, modelo_de, modelos_de
from siaa.web.fallos import Falla
from siaa.web.openapi.operacion import FLUJO, JSON, Cuerpo, Parametro, busqueda, consulta
from siaa.web.peticion import UNA_PREGUNTA
from siaa.web.servicios import Servicios

CUERPO: Final = Cuerpo(
    PedidoOpenAI,
    "Los mensajes del sistema y las herramientas que se ofrezcan no cuentan.",
    MappingProxyType({"model": "siaa", "messages": ({"role": "user", "content": UNA_PREGUNTA},)}),
)
MODELO: Final = (Parametro("modelo", "El nombre del modelo.", "siaa:latest"),)


class _ModeloOpenAI(TypedDict):
    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class _ModelosOpenAI(TypedDict):
    object: Literal["list"]
    data: list[_ModeloOpenAI]


class _Cita(TypedDict):
    url: str
    title: str
    start_index: int
    end_index: int


class _AnotacionDicha(TypedDict):
    type: Literal["url_citation"]
    url_citation: _Cita


class _DeltaAjeno(TypedDict, total=False):
    role: Literal["assistant"]
    content: str
    annotations: list[_AnotacionDicha]


class _OpcionAjena(TypedDict):
    index: Literal[0]
    delta: _DeltaAjeno
    finish_reason: RazonDeFin | None


class _Uso(TypedDict):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class MarcoAjeno(DeOpenAI):
    """One frame of a stream."""

    object: Literal["chat.completion.chunk"]
    choices: list[_OpcionAjena]
    usage: NotRequired[_Uso | None]


class _MensajeAjenoDado(TypedDict):
    role: Literal["assistant"]
    content: str
    refusal: None
    annotations: list[_AnotacionDicha]


class _EleccionAjena(TypedDict):
    index: Literal[0]
    message: _MensajeAjenoDado
    finish_reason: RazonDeFin


class RespuestaAjena(DeOpenAI):
    """A whole answer."""

    object: Literal["chat.completion"]
    choices: list[_EleccionAjena]
    usage: _Uso


class _FallaAjena(TypedDict):
    message: str
    type: str
    param: None
    code: str


class ErrorOpenAI(TypedDict):
    """How OpenAI tells a failure."""

    error: _FallaAjena


def crear_openai(servicios: Servicios) -> Blueprint:
    """Return the routes of OpenAI's API."""
    openai = Blueprint("openai", __name__, url_prefix="/v1")
    desde = int(servicios.biblioteca.actual.cargado_en.timestamp())

    def dicho(modelo: Modelo) -> _ModeloOpenAI:
        return {"id": modelo.nombre, "object": "model", "created": desde, "owned_by": FAMILIA}

    @openai.get("/models")
    @consulta("Los modelos que SIAA es, como los dice OpenAI.", falla=ErrorOpenAI)
    def modelos() -> _ModelosOpenAI:
        return {"object": "list", "data": [dicho(modelo) for modelo in modelos_de(servicios)]}

    @openai.get("/models/<modelo>")
    @consulta("Un modelo, como lo dice OpenAI.", MODELO, falla=ErrorOpenAI)
    def modelo(modelo: str) -> _ModeloOpenAI:
        return dicho(modelo_de(modelo, servicios))

    @openai.post("/chat/completions")
    @busqueda(
        "Una conversación, como con OpenAI.",
        errores=(404, 503),
        cuerpo=CUERPO,
        da=MappingProxyType({FLUJO: MarcoAjeno, JSON: RespuestaAjena}),
        falla=ErrorOpenAI,
    )
    def conversar() -> Response:
        pedido = leer_pedido(request, PedidoOpenAI)
        modelo = modelo_de(pedido.model, servicios)
        con_uso = pedido.stream_options is not None and pedido.stream_options.include_usage
        hilo = _HiloOpenAI(modelo, f"chatcmpl-{g.id_peticion}", con_uso)
        pregunta = PreguntaAjena(modelo, conversacion_de(pedido.messages), pedido.stream)
        return atender(servicios, pregunta, hilo.enmarcar, hilo.entera, FLUJO, FIN_DEL_FLUJO)

    openai.after_request(partial(en_su_forma, _falla))
    return openai


@dataclass(frozen=True, slots=True)
class _HiloOpenAI:
    """How an answer is told to a client."""

    modelo: Modelo
    id: str
    con_uso: bool
    creado: int = field(default_factory=lambda: int(time.time()))

    def enmarcar(self, paso: Paso) -> bytes | None:
        match paso:
            case TextoDado():
                delta: _DeltaAjeno = {"role": "assistant", "content": paso.texto}
                if paso.anotaciones:
                    delta["annotations"] = _anotaciones(paso)
                return self._marco(delta)
            case Cierre():
                fin = self._marco({}, razon_de(paso))
                return fin + self._marco(None, uso=_uso(paso)) if self.con_uso else fin
            case Silencio():
                return LATIDO
        return None

    def entera(self, palabras: TextoDado, cierre: Cierre) -> RespuestaAjena:
        mensaje: _MensajeAjenoDado = {
            "role": "assistant",
            "content": palabras.texto,
            "refusal": None,
            "annotations": _anotaciones(palabras),
        }
        return {
            "id": self.id,
            "object": "chat.completion",
            "created": self.creado,
            "model": self.modelo.nombre,
            "choices": [{"index": 0, "message": mensaje, "finish_reason": razon_de(cierre)}],
            "usage": _uso(cierre),
        }

    def _marco(
        self, delta: _DeltaAjeno | None, razon: RazonDeFin | None = None, uso: _Uso | None = None
    ) -> bytes:
        """Return a frame; the one with the usage has no choice."""
        marco: MarcoAjeno = {
            "id": self.id,
            "object": "chat.completion.chunk",
            "created": self.creado,
            "model": self.modelo.nombre,
            "choices": [],
        }
        if delta is not None:
            marco["choices"] = [{"index": 0, "delta": delta, "finish_reason": razon}]
        if self.con_uso:
            marco["usage"] = uso
        return f"data: {json.dumps(marco, ensure_ascii=False)}\n\n".encode("utf-8", "replace")


def _anotaciones(palabras: TextoDado) -> list[_AnotacionDicha]:
    citas: list[_Cita] = [
        {"url": a.url, "title": a.titulo, "start_index": a.desde, "end_index": a.hasta}
        for a in palabras.anotaciones
    ]
    return [{"type": "url_citation", "url_citation": cita} for cita in citas]


def _uso(cierre: Cierre) -> _Uso:
    leidas = int(cierre.tiempos.get("tokens_prompt") or 0)
    escritas = int(cierre.tiempos.get("tokens_respuesta") or 0)
    total = leidas + escritas
    return {"prompt_tokens": leidas, "completion_tokens": escritas, "total_tokens": total}


def _falla(falla: Falla, estado: int) -> ErrorOpenAI:
    tipo = "server_error" if estado >= 500 else "invalid_request_error"
    dicho, codigo = falla["mensaje"], falla["codigo"]
    return {"error": {"message": dicho, "type": tipo, "param": None, "code": codigo}}
