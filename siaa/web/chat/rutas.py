"""`/siaa/chat`: a conversation in, and its answer out, as a stream or whole."""

from collections.abc import Callable
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

from flask import Blueprint, Response, g, jsonify, request

from siaa.recorrido.atencion import Atencion
from siaa.servicio.modelo.turnos import EstadoTurnos
from siaa.web.chat.sse import Marco, RespuestaEntera, Sobre, completar, transmitir
from siaa.web.documento import leer_ambito
from siaa.web.fallos import REINTENTAR_S
from siaa.web.openapi.operacion import FLUJO, JSON, busqueda
from siaa.web.pasajes import url_de_ver
from siaa.web.peticion import CHAT, leer_chat
from siaa.web.servicios import Servicios

REINTENTO_MINIMO_S: Final = 5
REINTENTO_MAXIMO_S: Final = 300
CABECERAS_FLUJO: Final = MappingProxyType({"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
X_CACHE: Final = MappingProxyType(
    {"description": "HIT si la respuesta se recordaba.", "enum": ("HIT", "MISS")}
)


def crear_chat(servicios: Servicios) -> Blueprint:
    """Return the route of the conversation."""
    chat = Blueprint("chat", __name__, url_prefix="/siaa")

    @chat.post("/chat")
    @busqueda(
        "Responde la última pregunta de una conversación, en flujo o de una vez.",
        cuerpo=CHAT,
        da=MappingProxyType({FLUJO: Marco, JSON: RespuestaEntera}),
        estados=(200, 503),
        cabeceras=MappingProxyType({"X-Cache": X_CACHE}),
    )
    def conversar() -> Response:
        return _conversar(servicios)

    return chat


def _conversar(servicios: Servicios) -> Response:
    peticion = leer_chat(request)
    se_fue = quien_se_va()
    fresca = bool(request.cache_control.no_cache)
    ambito = leer_ambito(servicios.biblioteca.actual.indice, peticion.ambito)
    atencion = Atencion(
        servicios.piezas, peticion.conversacion, g.id_peticion, fresca, ambito=ambito
    )
    url = url_de_ver(atencion.indice)
    sobre = Sobre(servicios.piezas.modelo, f"chatcmpl-{g.id_peticion}", url, peticion.con_html)
    estado = HTTPStatus.OK if atencion.rechazo is None else atencion.rechazo.estado_http
    if peticion.en_flujo:
        marcos = transmitir(atencion.eventos(), sobre, se_fue, servicios.latido_s)
        flujo = Response(marcos, estado, CABECERAS_FLUJO, content_type=FLUJO)
    else:
        flujo = jsonify(completar(atencion.eventos(), sobre, se_fue))
        flujo.status_code = estado
    flujo.call_on_close(atencion.cerrar)
    flujo.headers["X-Cache"] = "MISS" if atencion.guardada is None else "HIT"
    if atencion.rechazo is not None:
        flujo.headers["Retry-After"] = str(reintentar_s(servicios.piezas.turnos.estado()))
    return flujo


def reintentar_s(turnos: EstadoTurnos) -> int:
    """Return after how many seconds a place in the queue is likely to be free.

    Of the wait of the whole queue, what one turn takes; within bounds, since it is a guess.
    """
    if turnos.espera_s is None:
        return REINTENTAR_S
    un_turno = turnos.espera_s / (turnos.esperando + 1)
    return round(min(max(un_turno, REINTENTO_MINIMO_S), REINTENTO_MAXIMO_S))


def quien_se_va() -> Callable[[], bool]:
    """Return what tells whether the client left; where a server cannot, a failed write will."""
    se_fue: Callable[[], bool] | None = request.environ.get("waitress.client_disconnected")
    return se_fue or (lambda: False)
