"""By which route of content a question is looked up, and the slices that it gives."""

from flask import Blueprint, request

from siaa.vectores import Encaminada
from siaa.web.openapi.operacion import busqueda
from siaa.web.peticion import HERRAMIENTA, Q, leer_herramienta, leer_pregunta
from siaa.web.servicios import Servicios


def ruta_de_contenido(api: Blueprint, servicios: Servicios) -> None:
    """Add the route that shows the routes of content."""

    @api.get("/rutas")
    @busqueda("Por qué ruta de contenido se busca una pregunta, y qué trozos da.", (Q, HERRAMIENTA))
    def rutas() -> Encaminada:
        pregunta, herramienta = leer_pregunta(request), leer_herramienta(request)
        indice = servicios.biblioteca.actual.indice
        return servicios.almacen.por_rutas(indice, pregunta, herramienta)
