"""`/` and `/comprobar`: where people ask, and where they have a text of theirs checked.

The pages are empty of content: what they show, they ask of the service.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from flask import Blueprint, Response, send_from_directory
from typing_extensions import TypedDict

from siaa import __version__
from siaa.biblioteca.ambito import titulo_de_coleccion
from siaa.biblioteca.ejemplos import Ejemplos, elegir_ejemplos
from siaa.biblioteca.lengua.texto import plegar
from siaa.web.chat.verificar import TEXTO_MAXIMO
from siaa.web.json import tomar
from siaa.web.openapi.operacion import PAGINA, Contenido, Parametro, abierta, consulta
from siaa.web.peticion import PREGUNTA_MAXIMA
from siaa.web.seguridad import hoja
from siaa.web.servicios import Servicios

POLITICA: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types siaa"
)
"""Only our own scripts and styles; text becomes markup in one place alone (`marcado.js`)."""


ESTATICOS: Final = Path(__file__).parents[1] / "static"
ARCHIVO: Final = Parametro("filename", "Nombre del archivo.", "visor.css")
ARCHIVOS: Final[Contenido] = MappingProxyType(
    dict.fromkeys(("text/css", "text/javascript", "image/svg+xml"))
)


class _EjemplosDeLaBiblioteca(TypedDict):
    colecciones: Sequence[Ejemplos]


@dataclass(frozen=True, slots=True)
class _DocumentoDeLaBiblioteca:
    doc: str
    titulo: str
    coleccion: str


class _Documentos(TypedDict):
    colecciones: Mapping[str, str]
    documentos: Sequence[_DocumentoDeLaBiblioteca]


def crear_pagina(servicios: Servicios) -> Blueprint:
    """Return the page and the questions that it offers to begin with."""
    pagina = Blueprint("pagina", __name__)

    @pagina.get("/")
    @abierta("La página donde se pregunta.", da=PAGINA)
    def portada() -> Response:
        explica = servicios.servidores.impedimento is None
        valora = servicios.registro.estado().activo
        return _hoja("chat.html", maximo=PREGUNTA_MAXIMA, valora=valora, explica=explica)

    @pagina.get("/comprobar")
    @abierta("La página donde se comprueba un texto.", da=PAGINA)
    def comprobar() -> Response:
        return _hoja("comprobar.html", maximo=TEXTO_MAXIMO, maximo_pregunta=PREGUNTA_MAXIMA)

    @pagina.get("/siaa/static/<path:filename>")
    @abierta("Los archivos de las páginas.", (ARCHIVO,), da=ARCHIVOS)
    def archivo(filename: str) -> Response:
        return send_from_directory(ESTATICOS, filename)

    @pagina.get("/siaa/ejemplos")
    @consulta("Preguntas con que empezar, de cada colección.")
    def ejemplos() -> _EjemplosDeLaBiblioteca:
        indice = servicios.biblioteca.actual.indice
        return {"colecciones": elegir_ejemplos(indice, servicios.muestras())}

    @pagina.get("/siaa/documentos")
    @consulta("Los documentos a los que se puede preguntar, por título, y sus colecciones.")
    def documentos() -> _Documentos:
        indice = servicios.biblioteca.actual.indice
        en_orden = sorted(indice.documentos.values(), key=lambda d: plegar(d.titulo))
        return {
            "colecciones": {c: titulo_de_coleccion(indice, c) for c in indice.colecciones},
            "documentos": [tomar(_DocumentoDeLaBiblioteca, d, doc=d.clave) for d in en_orden],
        }

    return pagina


def _hoja(plantilla: str, **datos: object) -> Response:
    respuesta = hoja(plantilla, POLITICA, version=__version__, **datos)
    respuesta.headers["Cache-Control"] = "no-cache"
    return respuesta
