"""SIAA itself as a system under evaluation: the only room that knows how it is called."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.evaluacion.medidas import HASTA
from siaa.evaluacion.valores import Respuesta, Sistema
from siaa.recorrido.preparacion import SIN_CONTEXTO, AjustesConsulta, Preparacion, localizar, reunir
from siaa.recuperacion.contexto import armar_contexto
from siaa.redaccion.prompt import CARACTERES_POR_TOKEN
from siaa.valores import (
    AjustesPoda,
    Contexto,
    DocumentoPuntuado,
    Mensaje,
    Pregunta,
    Presupuesto,
    TipoPregunta,
)

LARGO: Final = 5600
"""Characters of the long context: the largest limit of coverage and a chunk more."""

Explicacion = Callable[[str], tuple[DocumentoPuntuado, ...]]
"""Question → every document that the router scored, best first, with its reasons."""


def sistema(indice: Indice, ajustes: AjustesConsulta) -> Sistema:
    """Return what SIAA does with a question, from routing to the assembled context.

    The latency covers what precedes the model; the list of ten documents and the long context,
    which only an evaluation wants, are not part of it. A question that is answered without the
    model sends nothing.
    """

    def responder(pregunta: str) -> Respuesta:
        antes = perf_counter()
        lista = reunir(indice, _conversacion(pregunta), ajustes, CARACTERES_POR_TOKEN)
        latencia_s = perf_counter() - antes
        documentos = _clasificados(indice, lista.hallazgo.pregunta, ajustes, HASTA)
        return Respuesta(
            documentos=tuple(documento.doc for documento in documentos),
            largo=_largo(indice, lista, ajustes),
            enviado=lista.contexto if lista.necesita_modelo else SIN_CONTEXTO,
            puntaje=_puntaje(lista),
            latencia_s=latencia_s,
        )

    return responder


def _conversacion(pregunta: str) -> tuple[Mensaje, ...]:
    return (Mensaje("user", limpiar_entrada(pregunta)),)


def _clasificados(
    indice: Indice, pregunta: Pregunta, ajustes: AjustesConsulta, cuantos: int
) -> tuple[DocumentoPuntuado, ...]:
    if pregunta.tipo.es_conversacional:
        return ()
    return (
        ajustes.elegida.buscar(indice, pregunta.consulta, pregunta.intentos)
        .enrutar(cuantos)
        .documentos
    )


def _largo(indice: Indice, lista: Preparacion, ajustes: AjustesConsulta) -> Contexto:
    """Return what would be sent if every mode had room for `LARGO` characters."""
    pregunta = lista.hallazgo.pregunta
    limites = AjustesPoda(
        ajustes.max_chunks,
        Presupuesto(LARGO, LARGO, LARGO),
        pregunta.tipo is TipoPregunta.LISTADO,
    )
    elegidos = [documento.doc for documento in lista.hallazgo.documentos]
    busqueda = lista.hallazgo.busqueda
    return armar_contexto(indice, busqueda.podar(elegidos, limites) if busqueda else ())


def _puntaje(lista: Preparacion) -> float:
    """Return how surely the library answers: the router's measure, or its best score."""
    ruta = lista.hallazgo.ruta
    if ruta.respaldo is not None:
        return ruta.respaldo
    return ruta.documentos[0].puntaje if ruta.documentos else 0.0


def explicacion(indice: Indice, ajustes: AjustesConsulta) -> Explicacion:
    """Return what tells why the router preferred some documents to others."""

    def explicar(pregunta: str) -> tuple[DocumentoPuntuado, ...]:
        hallazgo = localizar(indice, _conversacion(pregunta), ajustes)
        return _clasificados(indice, hallazgo.pregunta, ajustes, len(indice.claves))

    return explicar
