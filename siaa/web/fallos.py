"""Every failure leaves as `{"error": {"codigo", "mensaje", "detalle"}}`, without internals.

To people who opened an address in a browser it is told in a page.
"""

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

from flask import Flask, Response, jsonify, request, url_for
from typing_extensions import TypedDict
from werkzeug.exceptions import HTTPException

from siaa import errores
from siaa.biblioteca.lengua.ortografia import nombres_parecidos
from siaa.causas import sin_descriptores
from siaa.web.respuestas import SIN_GUIONES, hoja

REINTENTAR_S: Final = 30
"""Seconds after which it makes sense to ask again what failed for a passing reason."""

PAGINA: Final = "text/html"
NADA: Final[Mapping[str, Any]] = MappingProxyType({})
PAGINAS: Final = MappingProxyType(
    {"/comprobar": "Comprobar un texto", "/siaa/biblioteca": "Biblioteca", "/siaa/salud": "Salud"}
)
"""Where people go, beside the first page: address → name."""

_diario = logging.getLogger(__name__)

_DE_WERKZEUG: Final = MappingProxyType(
    {
        HTTPStatus.NOT_FOUND: (
            "ruta_desconocida",
            "Esa dirección no existe: puede estar mal escrita.",
        ),
        HTTPStatus.METHOD_NOT_ALLOWED: ("metodo_no_admitido", "Esa ruta no admite ese método."),
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE: errores.PeticionDemasiadoGrande.por_omision(),
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE: errores.TipoNoAdmitido.por_omision(),
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


def contar(
    estado: int,
    codigo: str,
    mensaje: str,
    detalle: Mapping[str, Any] = NADA,
    *,
    titulo: str = "No se puede mostrar",
    pasos: Sequence[str] = (),
    enlaces: Mapping[str, str] = NADA,
) -> Response:
    """Return a failure as whoever met it reads it: a person on a page, a program in the one shape.

    titulo, pasos (what to do, one at a time), enlaces (address → name): what else the page says.
    """
    if request.accept_mimetypes.best_match(["application/json", PAGINA]) == PAGINA:
        dicho = {"titulo": titulo, "motivo": mensaje, "pasos": pasos, "enlaces": enlaces}
        respuesta = hoja("aviso.html", SIN_GUIONES, **dicho)
    else:
        error: Error = {"error": {"codigo": codigo, "mensaje": mensaje, "detalle": dict(detalle)}}
        respuesta = jsonify(error)
    respuesta.status_code = estado
    return respuesta


def de_siaa(error: errores.ErrorSIAA) -> Response:
    """Tell a failure that SIAA names, and when it makes sense to ask again."""
    dicho = error.estado_http, error.codigo, error.mensaje, error.detalle
    parecidos = (
        error.detalle.get("parecidos", ())
        if isinstance(error, errores.DocumentoDesconocido)
        else ()
    )
    respuesta = contar(*dicho, enlaces={url_for("visor.ver", doc=doc): doc for doc in parecidos})
    if error.reintentable:
        respuesta.headers["Retry-After"] = str(REINTENTAR_S)
    return respuesta


def _de_werkzeug(error: HTTPException) -> Response:
    estado = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if estado >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return contar(estado, *errores.ErrorInterno.por_omision())
    dicho = _DE_WERKZEUG.get(HTTPStatus(estado), errores.PeticionInvalida.por_omision())
    perdida = estado == HTTPStatus.NOT_FOUND
    cerca = nombres_parecidos(request.path.lower(), PAGINAS) or PAGINAS if perdida else ()
    respuesta = contar(estado, *dicho, enlaces={pagina: PAGINAS[pagina] for pagina in cerca})
    if metodos := getattr(error, "valid_methods", None):
        respuesta.headers["Allow"] = ", ".join(metodos)
    return respuesta


def _inesperado(error: Exception) -> Response:
    if sin_descriptores(error):
        return de_siaa(errores.SinDescriptores())
    _diario.error("error no previsto", exc_info=error)
    return de_siaa(errores.ErrorInterno())


def registrar_fallos(app: Flask) -> None:
    """Make every failure of an application leave in the one shape."""
    app.register_error_handler(errores.ErrorSIAA, de_siaa)
    app.register_error_handler(HTTPException, _de_werkzeug)
    app.register_error_handler(Exception, _inesperado)
