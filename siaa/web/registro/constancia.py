"""`/siaa/constancia/<id>`: one answer and what it rests on, to be printed and kept."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response

from siaa.errores import ErrorSIAA, PreguntaDesconocida
from siaa.redaccion.reparos import recuento
from siaa.servicio.registro.consultas import hallar
from siaa.web import formato
from siaa.web.aviso import explicar_en_pagina
from siaa.web.openapi.operacion import PAGINA, Parametro, consulta
from siaa.web.registro.peticion import PREFIJO_ID
from siaa.web.registro.respuesta import html_de, pasajes_vistos
from siaa.web.seguridad import SIN_GUIONES, hoja
from siaa.web.servicios import Servicios

ID: Final = Parametro("pregunta", "El «id» de la respuesta.", "0" * 32)


def crear_constancia(servicios: Servicios) -> Blueprint:
    """Return the page; whoever holds its address, which nobody guesses, may read it."""
    rutas = Blueprint("constancia", __name__, url_prefix="/siaa")
    rutas.register_error_handler(ErrorSIAA, explicar_en_pagina)

    @rutas.get("/constancia/<pregunta>")
    @consulta("Una respuesta y lo que la sostiene, para imprimir.", (ID,), (503,), da=PAGINA)
    def constancia(pregunta: str) -> Response:
        numero = pregunta.removeprefix(PREFIJO_ID)
        guardada = servicios.registro.leer(lambda conexion: hallar(conexion, numero))
        if guardada is None:
            raise PreguntaDesconocida
        return hoja(
            "constancia.html",
            SIN_GUIONES,
            asiento=guardada,
            html=html_de(guardada),
            recuento=recuento(guardada.frases),
            pasajes=tuple(pasajes_vistos(servicios.biblioteca.actual.indice, guardada)),
            f=formato,
        )

    return rutas
