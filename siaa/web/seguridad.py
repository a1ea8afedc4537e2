"""Headers that every response carries, so that no browser makes more of it than it is."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response

POLITICA_MINIMA: Final = "default-src 'none'; frame-ancestors 'none'"
"""What is not a page may load nothing; a page brings a policy of its own."""


def _proteger(respuesta: Response) -> Response:
    respuesta.headers.setdefault("Content-Security-Policy", POLITICA_MINIMA)
    respuesta.headers["X-Content-Type-Options"] = "nosniff"
    respuesta.headers["Referrer-Policy"] = "no-referrer"
    return respuesta


def registrar_cabeceras(app: Flask) -> None:
    """Put the headers on every response of an application."""
    app.after_request(_proteger)
