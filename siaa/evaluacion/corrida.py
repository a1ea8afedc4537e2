"""Cases × a system → rows: what it did with each question, and its measures. SIAA is a system."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from time import perf_counter
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.evaluacion.enteros import defectos
from siaa.evaluacion.medidas import cubre, lugar, responden
from siaa.evaluacion.valores import HASTA, Caso, Respuesta, Sistema
from siaa.recorrido.hallazgo import SIN_CONTEXTO, AjustesConsulta, Preparacion
from siaa.recorrido.preparacion import reunir
from siaa.redaccion.prompt import CARACTERES_POR_TOKEN
from siaa.valores import DocumentoPuntuado, Mensaje, Pregunta

ENVIADA: Final = "respuesta enviada"
ENTEROS: Final = "fragmentos enteros"
CARACTERES: Final = "caracteres enviados"
MEDIDAS: Final = ("recall@1", "recall@2", "MRR@10", ENVIADA, ENTEROS, CARACTERES)
"""The measures of a question; all are better when larger, except the characters sent."""
COBERTURAS: Final = MappingProxyType({f"cobertura@{n}": n for n in (800, 1600, 2400, 4800)})
"""Whether the answer stands in so many characters of what is sent, in whole fragments or not."""

Avance = Callable[[Sequence[Caso]], Iterable[Caso]]
"""Wraps the cases that are about to be asked, to show how far the run has come."""


@dataclass(frozen=True, slots=True)
class FilaMedida:
    """A case, what was done with it and what that is worth.

    `valores` has one value for each of `MEDIDAS` and `COBERTURAS` that applies to the case.
    """

    caso: Caso
    respuesta: Respuesta
    valores: Mapping[str, float]


def preguntar(
    casos: Sequence[Caso], sistema: Sistema, avance: Avance = iter
) -> tuple[FilaMedida, ...]:
    """Ask a system every question, in order."""
    return tuple(_fila(caso, sistema) for caso in avance(casos))


def preguntar_sin_documento(
    casos: Sequence[Caso], sistema_sin: Callable[[str], Sistema], avance: Avance = iter
) -> tuple[FilaMedida, ...]:
    """Ask each question of a library that lacks its right document.

    `sistema_sin` is called once for each document, with its key. The rows come grouped by it.
    """
    juntos = sorted(casos, key=lambda caso: caso.documento)
    filas: list[FilaMedida] = []
    for clave, grupo in groupby(avance(juntos), key=lambda caso: caso.documento):
        sistema = sistema_sin(clave)
        filas += [_fila(caso, sistema) for caso in grupo]
    return tuple(filas)


def _fila(caso: Caso, sistema: Sistema) -> FilaMedida:
    respuesta = sistema(caso.pregunta)
    return FilaMedida(caso, respuesta, MappingProxyType(medir(caso, respuesta)))


def medir(caso: Caso, respuesta: Respuesta) -> dict[str, float]:
    """Return the measures that apply to one case, by name.

    Without answers there is no answer to send, without a right document no place of it, without
    fragments none that is whole. MRR: Voorhees, TREC-8 Question Answering Track (1999).
    """
    enviado, defectos, documentos = respuesta.enviado, respuesta.defectos, respuesta.documentos
    valores = {CARACTERES: float(len(enviado.texto))}
    if defectos:
        valores[ENTEROS] = defectos.count(None) / len(defectos)
    if caso.documento:
        puesto = lugar(documentos, caso.documento)
        valores["recall@1"] = float(puesto == 1)
        valores["recall@2"] = float(puesto in (1, 2))
        valores["MRR@10"] = 1 / puesto if puesto else 0.0
    if caso.respuestas:
        valores[ENVIADA] = float(any(defectos[n] is None for n in responden(enviado, caso)))
        for medida, limite in COBERTURAS.items():
            valores[medida] = float(cubre(enviado, caso, limite))
    return valores


def sistema(indice: Indice, ajustes: AjustesConsulta) -> Sistema:
    """Return what SIAA does with a question, from routing to the assembled context.

    The latency covers what precedes the model; the list of ten documents, which only an evaluation
    wants, is not part of it. A question that is answered without the model sends nothing.
    """

    def responder(pregunta: str) -> Respuesta:
        antes = perf_counter()
        lista = reunir(indice, conversacion(pregunta), ajustes, CARACTERES_POR_TOKEN)
        latencia_s = perf_counter() - antes
        enviado = lista.contexto if lista.necesita_modelo else SIN_CONTEXTO
        documentos = clasificados(indice, lista.hallazgo.pregunta, ajustes, HASTA)
        return Respuesta(
            documentos=tuple(documento.doc for documento in documentos),
            enviado=enviado,
            defectos=defectos(enviado, lambda doc: indice.documentos[doc].contenido),
            puntaje=_puntaje(lista),
            latencia_s=latencia_s,
        )

    return responder


def conversacion(pregunta: str) -> tuple[Mensaje, ...]:
    """Return a question as the service would hear it."""
    return (Mensaje("user", limpiar_entrada(pregunta)),)


def clasificados(
    indice: Indice, pregunta: Pregunta, ajustes: AjustesConsulta, cuantos: int
) -> tuple[DocumentoPuntuado, ...]:
    """Return the documents that score for a question, best first, with their reasons."""
    if pregunta.tipo.es_conversacional:
        return ()
    busqueda = ajustes.elegida.buscar(indice, pregunta.consulta, pregunta.intentos)
    return busqueda.enrutar(cuantos).documentos


def _puntaje(lista: Preparacion) -> float:
    """Return how surely the library answers: the router's measure, or its best score."""
    ruta = lista.hallazgo.ruta
    if ruta.respaldo is not None:
        return ruta.certeza.valor if ruta.certeza else 0.0
    return ruta.documentos[0].puntaje if ruta.documentos else 0.0
