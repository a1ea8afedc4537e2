"""OpenAI's API, as its clients expect it, with the sources as annotations."""

from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Blueprint, Response, g, request

from siaa.eventos import Cierre
from siaa.web.chat.sse import FIN_DEL_FLUJO, LATIDO, Envoltura, RazonDeFin, en_suceso, razon_de
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
from siaa.web.compatible.conversacion import UNA_CONVERSACION, PedidoOpenAI, cuerpo, leer_pedido
from siaa.web.openapi import FLUJO, JSON, Objeto, Parametro, busqueda, consulta
from siaa.web.respuestas import FallaDetallada
from siaa.web.servicios import Servicios

CUERPO: Final = cuerpo(
    PedidoOpenAI,
    "Los mensajes del sistema y las herramientas que se ofrezcan no cuentan.",
    messages=UNA_CONVERSACION,
)
NO_ES_DE_SIAA: Final = (
    "SIAA conversa en /v1/chat/completions y dice sus modelos en /v1/models; no tiene «{ruta}»."
)
"""What is said of the rest of OpenAI's API: embeddings, responses, completions, images…"""
MODELO: Final = (Parametro("modelo", "El nombre del modelo.", "siaa:latest"),)


def crear_openai(servicios: Servicios) -> Blueprint:
    """Return the routes of OpenAI's API."""
    openai = Blueprint("openai", __name__, url_prefix="/v1")
    desde = int(servicios.biblioteca.estado.cargado_en.timestamp())

    def dicho(modelo: Modelo) -> Objeto:
        return {"id": modelo.nombre, "object": "model", "created": desde, "owned_by": FAMILIA}

    @openai.get("/models")
    @consulta("Los modelos que SIAA es, como los dice OpenAI.", falla=Objeto)
    def modelos() -> Objeto:
        return {"object": "list", "data": [dicho(modelo) for modelo in modelos_de(servicios)]}

    @openai.get("/models/<modelo>")
    @consulta("Un modelo, como lo dice OpenAI.", MODELO, falla=Objeto)
    def modelo(modelo: str) -> Objeto:
        return dicho(modelo_de(modelo, servicios))

    @openai.post("/chat/completions")
    @busqueda(
        "Una conversación, como con OpenAI.",
        errores=(404, 503),
        cuerpo=CUERPO,
        da={FLUJO: Objeto, JSON: Objeto},
        falla=Objeto,
    )
    def conversar() -> Response:
        pedido = leer_pedido(request, CUERPO)
        modelo = modelo_de(pedido.model, servicios)
        con_uso = bool(pedido.stream_options and pedido.stream_options.include_usage)
        pensar = pedido.reasoning_effort not in (None, "none")
        envoltura = Envoltura(modelo.nombre, f"chatcmpl-{g.id_peticion}")
        hilo = _HiloOpenAI(modelo, pensar, envoltura, con_uso)
        return atender(servicios, hilo, pedido.messages, pedido.stream)

    openai.after_app_request(en_su_forma(openai, _falla))
    return openai


@dataclass(frozen=True, slots=True)
class _HiloOpenAI(Hilo):
    medio: ClassVar[str] = FLUJO
    final: ClassVar[bytes] = FIN_DEL_FLUJO
    envoltura: Envoltura
    con_uso: bool

    def enmarcar(self, paso: Paso) -> bytes:
        match paso:
            case TextoDado(texto, citas, pensado):
                delta: Objeto = {"role": "assistant", "content": texto}
                if pensado:
                    delta["reasoning"] = pensado
                if citas:
                    delta["annotations"] = list(citas)
                return self._suceso(delta)
            case Cierre():
                fin = self._suceso({}, razon_de(paso))
                return fin + self._suceso({}, choices=[], usage=_uso(paso)) if self.con_uso else fin
        return LATIDO

    def entera(self, palabras: TextoDado, cierre: Cierre) -> Objeto:
        mensaje = {
            "role": "assistant",
            "content": palabras.texto,
            "refusal": None,
            "annotations": list(palabras.citas),
        }
        entera = self.envoltura.envolver(mensaje, razon_de(cierre), "message")
        return {**entera, "usage": _uso(cierre)}

    def _suceso(self, delta: Objeto, razon: RazonDeFin | None = None, **uso: object) -> bytes:
        sin_uso = {"usage": None} if self.con_uso else {}
        return en_suceso({**self.envoltura.envolver(delta, razon), **sin_uso, **uso})


def _uso(cierre: Cierre) -> Objeto:
    leidas = int(cierre.tiempos.get("tokens_prompt") or 0)
    escritas = int(cierre.tiempos.get("tokens_respuesta") or 0)
    total = leidas + escritas
    return {"prompt_tokens": leidas, "completion_tokens": escritas, "total_tokens": total}


def _falla(falla: FallaDetallada, estado: int) -> Objeto:
    tipo = "server_error" if estado >= 500 else "invalid_request_error"
    dicho, codigo = falla["mensaje"], falla["codigo"]
    if codigo == "ruta_desconocida":
        dicho = NO_ES_DE_SIAA.format(ruta=request.path)
    campo = falla["detalle"].get("campo")
    return {"error": {"message": dicho, "type": tipo, "param": campo, "code": codigo}}
