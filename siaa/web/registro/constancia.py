"""`/siaa/constancia/<id>`: one answer and what it rests on, to be printed and kept."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, make_response, render_template

from siaa.biblioteca.ambito import Ambito, en_palabras
from siaa.errores import PreguntaDesconocida
from siaa.recorrido.preparacion import reunir
from siaa.redaccion.afirmaciones.revision import revisar
from siaa.redaccion.reparos import recuento
from siaa.redaccion.respuesta import sin_avisos
from siaa.servicio.registro.asiento import PreguntaGuardada
from siaa.servicio.registro.consultas import hallar
from siaa.valores import Mensaje
from siaa.web import formato
from siaa.web.aviso import POLITICA
from siaa.web.chat.pasajes import pasajes_dichos
from siaa.web.chat.respuesta_html import respuesta_html
from siaa.web.openapi.operacion import PAGINA, Parametro, consulta
from siaa.web.registro.peticion import PREFIJO_ID
from siaa.web.servicios import Servicios
from siaa.web.visor.relaciones import url_de_ver
from siaa.web.visor.resaltado import PasajeCitado

ID: Final = Parametro("pregunta", "El «id» de la respuesta.", "0" * 32)


def crear_constancia(servicios: Servicios) -> Blueprint:
    """Return the page; whoever holds its address, which nobody guesses, may read it."""
    rutas = Blueprint("constancia", __name__, url_prefix="/siaa")

    @rutas.get("/constancia/<pregunta>")
    @consulta("Una respuesta y lo que la sostiene, para imprimir.", (ID,), (503,), da=PAGINA)
    def constancia(pregunta: str) -> Response:
        numero = pregunta.removeprefix(PREFIJO_ID)
        guardado = servicios.registro.leer(lambda conexion: hallar(conexion, numero))
        if guardado is None:
            raise PreguntaDesconocida
        valores = _valores(servicios, guardado)
        pagina = make_response(render_template("constancia.html", f=formato, **valores))
        pagina.headers["Content-Security-Policy"] = POLITICA
        return pagina

    return rutas


def _valores(servicios: Servicios, asiento: PreguntaGuardada) -> dict[str, Any]:
    """Return what the page shows.

    The record keeps which passages were sent, not their words. They are looked for again, and
    taken for the same only where they are as many, as long and of the same places.
    """
    piezas, indice = servicios.piezas, servicios.biblioteca.actual.indice
    escala = piezas.calibracion.caracteres_por_token
    mensajes, ambito = (Mensaje("user", asiento.pregunta),), Ambito.de_nombres(asiento.ambito)
    contexto = reunir(indice, mensajes, piezas.ajustes, escala, ambito).contexto
    lugares = tuple(f"{fuente.doc}#{fuente.indice}" for fuente in contexto.fuentes)
    hallados = (lugares, len(contexto.texto)) == (asiento.chunks, asiento.caracteres)
    texto, de_maquina = sin_avisos(asiento.respuesta), asiento.modo in ("modelo", "cache")
    frases = revisar(texto, contexto, asiento.pregunta) if hallados and de_maquina else ()
    return {
        "asiento": asiento,
        "de_maquina": de_maquina,
        "html": respuesta_html(texto, frases),
        "ambito": en_palabras(indice, ambito),
        "recuento": recuento(frases),
        "hallados": hallados,
        "igual": asiento.huella == indice.huella,
        "huella": lambda f: PasajeCitado(f.desde, f.hasta).huella(indice.documentos[f.doc]),
        "pasajes": pasajes_dichos(contexto, url_de_ver(indice)) if hallados else (),
    }
