"""`/siaa/ver/<doc>`: a document as a safe page, sections and chunks addressable."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, request
from markupsafe import Markup

from siaa.biblioteca.texto import limpiar_entrada, tokenizar
from siaa.errores import PreguntaDemasiadoLarga
from siaa.web.api import buscar_documento
from siaa.web.marcado import representar
from siaa.web.peticion import PREGUNTA_MAXIMA
from siaa.web.servicios import Servicios

POLITICA = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def crear_visor(servicios: Servicios) -> Blueprint:
    """Return the document viewer."""
    visor = Blueprint(
        "visor",
        __name__,
        url_prefix="/siaa",
        template_folder="templates",
        static_folder="static",
    )

    @visor.get("/ver/<path:doc>")
    def ver(doc: str) -> Response:
        pregunta = limpiar_entrada(request.args.get("q", ""))
        if len(pregunta) > PREGUNTA_MAXIMA:
            raise PreguntaDemasiadoLarga
        documento = buscar_documento(servicios.biblioteca.actual.indice, doc)
        palabras = frozenset(tokenizar(pregunta))
        # `representar` renders with raw HTML off: its output is markup, not text.
        cuerpo = Markup(representar(documento, palabras))  # noqa: S704
        pagina = render_template("ver.html", documento=documento, cuerpo=cuerpo, pregunta=pregunta)
        respuesta = make_response(pagina)
        respuesta.headers["Content-Security-Policy"] = POLITICA
        return respuesta

    return visor
