"""The security headers, put on every response of the application."""

from __future__ import annotations

from flask import Flask, Response

from siaa.cabeceras import CABECERAS, POLITICA_MINIMA


def _proteger(respuesta: Response) -> Response:
    respuesta.headers.setdefault("Content-Security-Policy", POLITICA_MINIMA)
    respuesta.headers.update(CABECERAS)
    return respuesta


def registrar_cabeceras(app: Flask) -> None:
    """Put the headers on every response of an application."""
    app.after_request(_proteger)
