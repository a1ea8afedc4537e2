"""`/`: the page where people ask. It is empty of content: what it shows, it asks of the service."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, jsonify, make_response, render_template

from siaa import __version__
from siaa.biblioteca.ejemplos import elegir_ejemplos
from siaa.web.peticion import PREGUNTA_MAXIMA
from siaa.web.servicios import Servicios

POLITICA: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types siaa"
)
"""Only our own scripts and styles; text becomes markup in one place alone (`marcado.js`)."""


def crear_pagina(servicios: Servicios) -> Blueprint:
    """Return the page and the questions that it offers to begin with."""
    pagina = Blueprint("pagina", __name__)

    @pagina.get("/")
    def portada() -> Response:
        texto = render_template(
            "chat.html",
            version=__version__,
            maximo=PREGUNTA_MAXIMA,
            valora=servicios.registro.estado().activo,
        )
        respuesta = make_response(texto)
        respuesta.headers["Content-Security-Policy"] = POLITICA
        respuesta.headers["Cache-Control"] = "no-cache"
        return respuesta

    @pagina.get("/siaa/ejemplos")
    def ejemplos() -> Response:
        elegidos = elegir_ejemplos(servicios.biblioteca.actual.indice, servicios.muestras())
        return jsonify(colecciones=elegidos)

    return pagina
