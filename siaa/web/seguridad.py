"""The security headers of every response, and what a page may do."""

from typing import Any, Final

from flask import Response, make_response, render_template

from siaa.acceso.cabeceras import CABECERAS, POLITICA_MINIMA

SIN_GUIONES: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
CON_GUIONES: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)


def hoja(plantilla: str, politica: str = CON_GUIONES, /, **datos: Any) -> Response:
    """Return a page that may do no more than its policy lets it."""
    respuesta = make_response(render_template(plantilla, **datos))
    respuesta.headers["Content-Security-Policy"] = politica
    return respuesta


def proteger(respuesta: Response) -> Response:
    """Put the headers on a response."""
    respuesta.headers.setdefault("Content-Security-Policy", POLITICA_MINIMA)
    respuesta.headers.update(CABECERAS)
    return respuesta
