"""`/siaa/verificar`: anybody's text in, and what the documents say of each of its sentences out."""

from types import MappingProxyType
from typing import Annotated, Final, NotRequired

from flask import Blueprint, request
from pydantic import Field
from typing_extensions import TypedDict

from siaa.errores import PeticionDemasiadoGrande
from siaa.recorrido.verificacion import afirmaciones, comprobar, comprobar_con
from siaa.web.chat.respuesta_html import respuesta_html
from siaa.web.chat.sse import FraseDicha, frases_dichas
from siaa.web.openapi.operacion import Cuerpo, busqueda
from siaa.web.pasajes import FuenteDicha, pasajes_dichos, url_de_ver
from siaa.web.peticion import (
    PREGUNTA_MAXIMA,
    Estricto,
    TextoLimpio,
    TextoNoVacio,
    leer_cuerpo,
)
from siaa.web.servicios import Servicios

TEXTO_MAXIMO: Final = 20_000
FRASES_MAXIMAS: Final = 60
"""Sentences that claim something: each costs a search."""
PASAJES_MAXIMOS: Final = 60_000


class CuerpoDeVerificar(Estricto):
    """A text to check; unknown keys are ignored."""

    texto: TextoNoVacio
    pregunta: Annotated[TextoLimpio, Field(max_length=PREGUNTA_MAXIMA)] = ""
    pasajes: list[TextoLimpio] | None = None
    html: bool = False


VERIFICAR: Final = Cuerpo(
    CuerpoDeVerificar,
    "El texto, no vacío, de 20.000 caracteres y 60 frases que afirmen algo como mucho. Sin "
    "«pasajes», cada frase busca los suyos en la biblioteca; los dados suman 60.000 caracteres "
    "a lo sumo. «pregunta»: a qué responde el texto.",
    MappingProxyType(
        {"texto": "El reporte se corrige en tres días.", "pasajes": ("Se corrige en cinco días.",)}
    ),
)


class _TextoComprobado(TypedDict):
    frases: list[FraseDicha]
    fuentes: list[FuenteDicha]
    html: NotRequired[str]


def crear_verificar(servicios: Servicios) -> Blueprint:
    """Return the route that checks a text."""
    api = Blueprint("verificar", __name__, url_prefix="/siaa")

    @api.post("/verificar")
    @busqueda("Qué dicen los documentos de cada frase de un texto.", cuerpo=VERIFICAR)
    def verificar() -> _TextoComprobado:
        pedido = _acotado(leer_cuerpo(request, VERIFICAR))
        indice = servicios.biblioteca.actual.indice
        if pedido.pasajes is None:
            ajustes = servicios.piezas.ajustes
            frases, contexto = comprobar(indice, pedido.texto, ajustes, pedido.pregunta)
            fuentes = pasajes_dichos(contexto, url_de_ver(indice))
        else:
            frases, contexto = comprobar_con(pedido.texto, pedido.pasajes, pedido.pregunta)
            fuentes = pasajes_dichos(contexto, lambda *_: "")
        dichas = frases_dichas(pedido.texto, frases)
        if not pedido.html:
            return {"frases": dichas, "fuentes": fuentes}
        html = respuesta_html(pedido.texto, frases)
        return {"frases": dichas, "fuentes": fuentes, "html": html}

    return api


def _acotado(pedido: CuerpoDeVerificar) -> CuerpoDeVerificar:
    """Return what is to be checked. Raises `PeticionDemasiadoGrande`, which says how to cut it."""
    if len(pedido.texto) > TEXTO_MAXIMO:
        raise PeticionDemasiadoGrande("El texto supera los 20.000 caracteres: acórtelo o pártalo.")
    if sum(map(len, pedido.pasajes or ())) > PASAJES_MAXIMOS:
        raise PeticionDemasiadoGrande("Los pasajes suman más de 60.000 caracteres: envíe menos.")
    if (cuantas := len(afirmaciones(pedido.texto))) > FRASES_MAXIMAS:
        raise PeticionDemasiadoGrande(
            f"El texto tiene {cuantas} frases que comprobar y caben {FRASES_MAXIMAS}: pártalo."
        )
    return pedido
