"""A refusal as a page, for people who opened an address in a browser."""

from collections.abc import Sequence

from flask import Request, Response, request

from siaa.errores import ErrorSIAA
from siaa.web.fallos import con_plazo, de_siaa
from siaa.web.seguridad import SIN_GUIONES, hoja


def quiere_pagina(peticion: Request) -> bool:
    """Tell whether a request is a person's browser opening an address, and no program's."""
    preferido = peticion.accept_mimetypes.best_match(["application/json", "text/html"])
    return preferido == "text/html"


def pagina_de_aviso(estado: int, titulo: str, motivo: str, pasos: Sequence[str] = ()) -> Response:
    """Return a page that says what happened, why, and what to do, one step at a time."""
    respuesta = hoja("aviso.html", SIN_GUIONES, titulo=titulo, motivo=motivo, pasos=pasos)
    respuesta.status_code = estado
    return respuesta


def explicar_en_pagina(error: ErrorSIAA) -> Response:
    """Return a failure as whoever met it reads it: a person on a page, a program in its shape."""
    if not quiere_pagina(request):
        return de_siaa(error)
    pagina = pagina_de_aviso(error.estado_http, "No se puede mostrar", error.mensaje)
    return con_plazo(pagina, error)
