"""The security headers, put on every response of the application."""

from __future__ import annotations

from flask import Flask, Response, request

from siaa.acceso.cabeceras import CABECERAS, POLITICA_MINIMA, aislamiento


def _proteger(respuesta: Response) -> Response:
    respuesta.headers.setdefault("Content-Security-Policy", POLITICA_MINIMA)
    respuesta.headers.update(CABECERAS)
    # A client that lies about how it came only changes what its own browser does.
    esquema = request.headers.get("X-Forwarded-Proto", request.scheme)
    respuesta.headers.update(aislamiento(esquema, request.headers.get("Host", "")))
    return respuesta


def registrar_cabeceras(app: Flask) -> None:
    """Put the headers on every response of an application."""
    app.after_request(_proteger)
