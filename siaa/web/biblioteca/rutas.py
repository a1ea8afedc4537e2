"""`/siaa/biblioteca`: what the library holds, for everybody who may ask."""

from datetime import datetime
from functools import partial
from typing import Final

from flask import Blueprint, Response, request

from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.biblioteca.relaciones.tabla import ausentes
from siaa.errores import ErrorSIAA, PreguntaDemasiadoLarga
from siaa.web import formato
from siaa.web.aviso import explicar_en_pagina
from siaa.web.biblioteca.lista import listar_documentos
from siaa.web.openapi.operacion import PAGINA, Parametro, administracion, consulta
from siaa.web.peticion import PREGUNTA_MAXIMA
from siaa.web.seguridad import hoja
from siaa.web.servicios import Servicios
from siaa.web.visor.relaciones import filas

BUSCADO: Final = Parametro(
    "q", "Palabras del título, la colección, el archivo o el estado.", "acuerdo", errores=(413,)
)
MOSTRADOS: Final = 3000
"""Documents that a page lists, at most."""


def crear_biblioteca(servicios: Servicios) -> Blueprint:
    """Return the page of the library, and the same with what its administrator sees."""
    rutas = Blueprint("biblioteca", __name__, url_prefix="/siaa")
    rutas.register_error_handler(ErrorSIAA, explicar_en_pagina)

    @rutas.get("/biblioteca")
    @consulta("La página de lo que hay en la biblioteca.", (BUSCADO,), da=PAGINA)
    def biblioteca() -> Response:
        return _mostrar(servicios, administra=False)

    @rutas.get("/biblioteca/gestion")
    @administracion(
        "La misma página, con lo que falta y lo que se puede hacer.", (BUSCADO,), da=PAGINA
    )
    def gestion() -> Response:
        return _mostrar(servicios, administra=True)

    return rutas


def _mostrar(servicios: Servicios, administra: bool) -> Response:
    indice = servicios.biblioteca.actual.indice
    buscado = limpiar_entrada(request.args.get("q", "")).strip()
    if len(buscado) > PREGUNTA_MAXIMA:
        raise PreguntaDemasiadoLarga
    documentos = indice.documentos.values()
    en_disco = servicios.biblioteca.medir(documentos)
    hoy = datetime.now().astimezone().date()
    colecciones = listar_documentos(indice, en_disco, buscado, hoy)
    return hoja(
        "biblioteca/pagina.html",
        administra=administra,
        colecciones=colecciones,
        hallados=sum(map(len, colecciones.values())),
        total=len(documentos),
        mostrados=MOSTRADOS,
        buscado=buscado,
        maximo=PREGUNTA_MAXIMA,
        convirtiendo=[o.archivo for o in indice.omitidos if o.en_espera],
        omitidos=[o for o in indice.omitidos if not o.en_espera],
        avisos=indice.avisos,
        cambian=ausentes(documentos),
        cambiadas=ausentes(documentos, "a"),
        titulos={clave: documento.titulo for clave, documento in indice.documentos.items()},
        filas=partial(filas, indice),
        f=formato,
    )
