"""A refusal as a page, for people who opened an address in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import Request, Response, make_response, render_template

POLITICA: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


def quiere_pagina(peticion: Request) -> bool:
    """Tell whether a request is a person's browser opening an address, and no program's."""
    preferido = peticion.accept_mimetypes.best_match(["application/json", "text/html"])
    return preferido == "text/html"


def pagina_de_aviso(estado: int, titulo: str, motivo: str, pasos: Sequence[str] = ()) -> Response:
    """Return a page that says what happened, why, and what to do, one step at a time."""
    texto = render_template("aviso.html", titulo=titulo, motivo=motivo, pasos=pasos)
    respuesta = make_response(texto, estado)
    respuesta.headers["Content-Security-Policy"] = POLITICA
    return respuesta
