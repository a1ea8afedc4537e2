"""Every failure leaves as `{"error": {"codigo", "mensaje", "detalle"}}`, without internals.

To people who opened an address in a browser it is told in a page.
"""

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

from flask import Flask, Request, Response, jsonify, request, url_for
from typing_extensions import TypedDict
from werkzeug.exceptions import HTTPException

from siaa.biblioteca.lengua.parecidos import nombres_parecidos
from siaa.causas import sin_descriptores
from siaa.errores import (
    DocumentoDesconocido,
    ErrorInterno,
    ErrorSIAA,
    PeticionDemasiadoGrande,
    PeticionInvalida,
    SinDescriptores,
    TipoNoAdmitido,
)
from siaa.web.seguridad import SIN_GUIONES, hoja

REINTENTAR_S: Final = 30
"""Seconds after which it makes sense to ask again what failed for a passing reason."""

Enlaces = Mapping[str, str]
NINGUNO: Final[Enlaces] = MappingProxyType({})
PAGINAS: Final = MappingProxyType(
    {"/comprobar": "Comprobar un texto", "/siaa/biblioteca": "Biblioteca", "/siaa/salud": "Salud"}
)
"""Where people go, beside the first page: address → name."""

_diario = logging.getLogger(__name__)

_DE_WERKZEUG: Final = MappingProxyType(
    {
        HTTPStatus.NOT_FOUND: ("ruta_desconocida", "Esa ruta no existe."),
        HTTPStatus.METHOD_NOT_ALLOWED: ("metodo_no_admitido", "Esa ruta no admite ese método."),
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE: PeticionDemasiadoGrande.por_omision(),
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE: TipoNoAdmitido.por_omision(),
    }
)


class Falla(TypedDict):
    """What went wrong, in the chat."""

    codigo: str
    mensaje: str


class _FallaDetallada(Falla):
    detalle: dict[str, Any]


class Error(TypedDict):
    """The one shape of errors."""

    error: _FallaDetallada


def respuesta_error(
    estado: int, codigo: str, mensaje: str, detalle: dict[str, object] | None = None
) -> Response:
    """Return an error in its one shape."""
    error: Error = {"error": {"codigo": codigo, "mensaje": mensaje, "detalle": detalle or {}}}
    respuesta = jsonify(error)
    respuesta.status_code = estado
    return respuesta


def de_siaa(error: ErrorSIAA) -> Response:
    """Return a failure as whoever met it reads it: a person on a page, a program in its shape."""
    if quiere_pagina(request):
        de_documento = error.detalle if isinstance(error, DocumentoDesconocido) else {}
        enlaces = {url_for("visor.ver", doc=d): d for d in de_documento.get("parecidos", ())}
        dicho = "No se puede mostrar", error.mensaje, (), enlaces
        respuesta = pagina_de_aviso(error.estado_http, *dicho)
    else:
        respuesta = respuesta_error(error.estado_http, error.codigo, error.mensaje, error.detalle)
    if error.reintentable:
        respuesta.headers["Retry-After"] = str(REINTENTAR_S)
    return respuesta


def quiere_pagina(peticion: Request) -> bool:
    """Tell whether a request is a person's browser opening an address, and no program's."""
    preferido = peticion.accept_mimetypes.best_match(["application/json", "text/html"])
    return preferido == "text/html"


def pagina_de_aviso(
    estado: int, titulo: str, motivo: str, pasos: Sequence[str] = (), enlaces: Enlaces = NINGUNO
) -> Response:
    """Return a page that says what happened, why, what to do, and where one may have wanted to go.

    pasos: one at a time. enlaces: address → name.
    """
    dicho = {"titulo": titulo, "motivo": motivo, "pasos": pasos, "enlaces": enlaces}
    respuesta = hoja("aviso.html", SIN_GUIONES, **dicho)
    respuesta.status_code = estado
    return respuesta


def _de_werkzeug(error: HTTPException) -> Response:
    estado = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if estado >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return respuesta_error(estado, *ErrorInterno.por_omision())
    if estado == HTTPStatus.NOT_FOUND and quiere_pagina(request):
        return _perdida(request.path.lower())
    codigo, mensaje = _DE_WERKZEUG.get(HTTPStatus(estado), PeticionInvalida.por_omision())
    respuesta = respuesta_error(estado, codigo, mensaje)
    if metodos := getattr(error, "valid_methods", None):
        respuesta.headers["Allow"] = ", ".join(metodos)
    return respuesta


def _perdida(ruta: str) -> Response:
    """Return the page of an address that is none: the nearest ones, or else all there are."""
    enlaces = {p: PAGINAS[p] for p in nombres_parecidos(ruta, PAGINAS) or PAGINAS}
    return pagina_de_aviso(404, "Esa dirección no existe", "Puede estar mal escrita.", (), enlaces)


def _inesperado(error: Exception) -> Response:
    if sin_descriptores(error):
        return de_siaa(SinDescriptores())
    _diario.error("error no previsto", exc_info=error)
    return de_siaa(ErrorInterno())


def registrar_fallos(app: Flask) -> None:
    """Make every failure of an application leave in the one shape."""
    app.register_error_handler(ErrorSIAA, de_siaa)
    app.register_error_handler(HTTPException, _de_werkzeug)
    app.register_error_handler(Exception, _inesperado)
