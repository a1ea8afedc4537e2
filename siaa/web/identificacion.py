"""Every request has an id, told in its response and in every log line written for it.

The id is ours: what a client sends as `X-Request-Id` is not looked at. The access line is written
when the response ends, which for a stream is when its last frame has gone or the client has left.
"""

import logging
import time
import uuid
from collections.abc import Callable
from typing import Final
from urllib.parse import quote

from flask import Flask, Response, g, request

from siaa.diario import PETICION

CABECERA: Final = "X-Request-Id"
SIN_LINEA: Final = ("/metrics", "/siaa/status")
"""What monitors ask again and again: a line for each would bury the rest."""
SIN_RUTA: Final = "(sin ruta)"

_diario = logging.getLogger("siaa.acceso")


def registrar_identificacion(app: Flask) -> None:
    """Number the requests of an application; before any other hook is registered."""
    app.before_request(_numerar)
    app.after_request(_sellar)


def _numerar() -> None:
    g.id_peticion = uuid.uuid4().hex
    g.llegada_peticion = time.monotonic()
    PETICION.set(g.id_peticion)


def _sellar(respuesta: Response) -> Response:
    respuesta.headers[CABECERA] = g.id_peticion
    # A file handed straight to the server would never tell when it was sent.
    respuesta.direct_passthrough = False
    # Nothing that was asked can stand in a route, also where none matches.
    ruta = SIN_RUTA if request.url_rule is None else request.url_rule.rule
    respuesta.call_on_close(_despedida(respuesta, quote(request.method), ruta))
    return respuesta


def _despedida(respuesta: Response, metodo: str, ruta: str) -> Callable[[], None]:
    """Return what is done once a response has ended, without needing the request any more.

    It does not hold on to the response either, which holds on to it.
    """
    llegada, estado = g.llegada_peticion, respuesta.status_code

    def despedir() -> None:
        if ruta not in SIN_LINEA:
            ms = round(1000 * (time.monotonic() - llegada))
            datos = {"metodo": metodo, "ruta": ruta, "estado": estado, "ms": ms}
            _diario.info("%s %s %d %d ms", metodo, ruta, estado, ms, extra=datos)
        PETICION.set(None)

    return despedir
