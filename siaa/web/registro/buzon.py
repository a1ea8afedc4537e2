"""Answers of the record as pages: `/siaa/constancia/<id>`, to print and keep, and `/siaa/buzon`.

The inbox has each rating with the answer as it was shown, for the administrator to attend to and
learn from: the passage that should have answered goes into the question file of the library.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil

from flask import Blueprint, Response, request
from typing_extensions import TypedDict

from siaa.biblioteca.ambito import Ambito, en_palabras
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.relaciones.tabla import afectan
from siaa.biblioteca.titulos import lugar_citado
from siaa.biblioteca.valores import Documento
from siaa.errores import PeticionInvalida, PreguntaDesconocida
from siaa.recuperacion.faltantes import falta
from siaa.recuperacion.limpieza import limpiar
from siaa.redaccion.reparos import recuento
from siaa.redaccion.respuesta import aviso_de, sin_avisos
from siaa.servicio.registro.asiento import PasajeEnviado, PreguntaGuardada
from siaa.servicio.registro.consultas import hallar, valoradas
from siaa.web.chat.respuesta_html import html_segun, pasaje_html
from siaa.web.openapi import PAGINA, administracion, consulta
from siaa.web.pasajes import VigenciaDicha, url_de_ver, vigencia_dicha
from siaa.web.peticion import buscar_documento, leer_cuerpo
from siaa.web.registro.peticion import (
    DE_ATENDER,
    DE_BUZON,
    ID,
    PASAJE,
    PASAJE_MAXIMO,
    PREFIJO_ID,
    PeticionPasaje,
    leer_pagina,
    leer_parametros,
)
from siaa.web.respuestas import hoja
from siaa.web.servicios import Servicios


class _Atendida(TypedDict):
    atendida: datetime | None


class _PasajeEscrito(TypedDict):
    pasaje: str


def crear_buzon(servicios: Servicios) -> Blueprint:
    """Return the pages, and what can be done in the inbox."""
    rutas = Blueprint("buzon", __name__, url_prefix="/siaa")

    @rutas.get("/constancia/<pregunta>")
    @consulta("Una respuesta y lo que la sostiene, para imprimir.", (ID,), (503,), da=PAGINA)
    def constancia(pregunta: str) -> Response:
        """Whoever holds its address, which nobody guesses, may read it."""
        numero, indice = pregunta.removeprefix(PREFIJO_ID), servicios.biblioteca.indice
        guardada = servicios.registro.leer(hallar, numero)
        if guardada is None:
            raise PreguntaDesconocida
        vistos = pasajes_vistos(indice, guardada)
        dicho = {"html": html_de(guardada), "recuento": recuento(guardada.frases)}
        dicho["aviso"] = aviso_de(guardada.respuesta)
        dicho["ambito"] = en_palabras(indice, Ambito.de_nombres(guardada.ambito))
        return hoja("constancia.html", asiento=guardada, pasajes=[*vistos], **dicho)

    @rutas.get("/buzon")
    @administracion("Las valoraciones, para atenderlas.", DE_BUZON, (400, 404, 503), da=PAGINA)
    def buzon() -> Response:
        dados = leer_parametros(request, DE_BUZON)
        pagina, estado = leer_pagina(dados), dados["estado"] or "pendiente"
        pedido = None if estado == "todas" else estado
        lista = servicios.registro.leer(valoradas, pagina, estado=pedido)
        indice = servicios.biblioteca.indice
        return hoja(
            "buzon.html",
            entradas=[(g, html_de(g), tuple(pasajes_vistos(indice, g))) for g in lista.filas],
            recuento=recuento,
            total=lista.total,
            estado=estado,
            pagina=pagina.numero,
            paginas=ceil(lista.total / pagina.filas),
            documentos=indice.documentos.values(),
        )

    @rutas.post("/valoraciones/<pregunta>")
    @administracion("Marca una valoración como atendida, o no.", DE_ATENDER, (400, 503))
    def atender(pregunta: str) -> _Atendida:
        pendiente = leer_parametros(request, DE_ATENDER[1:])["atendida"] == "0"
        cuando = None if pendiente else datetime.now(UTC)
        servicios.registro.atender(pregunta.removeprefix(PREFIJO_ID), cuando)
        return {"atendida": cuando}

    @rutas.post("/evaluacion")
    @administracion(
        "Escribe en evaluacion.jsonl qué pasaje responde una pregunta.",
        errores=(404, 503),
        cuerpo=PASAJE,
    )
    def evaluacion() -> _PasajeEscrito:
        return _escribir(servicios, leer_cuerpo(request, PASAJE))

    return rutas


def _escribir(servicios: Servicios, pedido: PeticionPasaje) -> _PasajeEscrito:
    documento = buscar_documento(servicios.biblioteca.indice, pedido.documento)
    if documento.texto.huella != pedido.huella:
        raise PeticionInvalida(
            "El documento cambió mientras tanto: vuelva a abrirlo y elija el pasaje.",
            {"campo": "huella"},
        )
    pasaje = documento.sano(pedido.desde, pedido.hasta).strip()
    if not any(map(str.isalnum, pasaje)) or len(pasaje) > PASAJE_MAXIMO:
        raise PeticionInvalida(
            "Seleccione en el documento las palabras que responden, hasta 2.000 caracteres.",
            {"campo": "hasta"},
        )
    servicios.archivero.cuestionario.agregar(pedido.pregunta, documento.clave, pasaje)
    return {"pasaje": pasaje}


@dataclass(frozen=True, slots=True)
class PasajeVisto:
    """A passage that was sent. The record keeps its fingerprint, not its words.

    documento: None once the library lacks it. texto: HTML; None once it says something else there.
    """

    n: int
    enviado: PasajeEnviado
    documento: Documento | None
    url: str = ""
    texto: str | None = None
    lugar: str = ""
    vigencia: tuple[VigenciaDicha, ...] = ()
    falta: str = ""


def html_de(guardada: PreguntaGuardada) -> str:
    """Return an answer with the marks that it had; empty where texts are not kept."""
    texto = sin_avisos(guardada.respuesta)
    return html_segun(guardada.modo, texto, guardada.frases) if texto else ""


def pasajes_vistos(indice: Indice, guardada: PreguntaGuardada) -> Iterator[PasajeVisto]:
    """Yield the passages that an answer rested on, in order."""
    url = url_de_ver(indice)
    for n, enviado in enumerate(guardada.pasajes, start=1):
        doc, desde, hasta = enviado.doc, enviado.desde, enviado.hasta
        documento = indice.documentos.get(doc)
        if documento is None:
            yield PasajeVisto(n, enviado, None)
        elif documento.huella_de(desde, hasta) != enviado.huella:
            yield PasajeVisto(n, enviado, documento, url(doc, None, None))
        else:
            cambios = (vigencia_dicha(r, url) for r in afectan(documento, desde, hasta))
            texto = pasaje_html(limpiar(documento.sano(desde, hasta)))
            vigencia = tuple(dict.fromkeys(cambios))
            lugar, enlace = lugar_citado(documento, desde, hasta), url(doc, desde, hasta)
            sitios = [(otro.desde, otro.hasta) for otro in guardada.pasajes if otro.doc == doc]
            omitido = falta(documento, sitios, sitios.index((desde, hasta)))
            yield PasajeVisto(n, enviado, documento, enlace, texto, lugar, vigencia, omitido)
