"""SIAA itself as a system under evaluation: the only room that knows how it is called."""

from time import perf_counter

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.evaluacion.enteros import defectos
from siaa.evaluacion.valores import HASTA, Respuesta, Sistema
from siaa.recorrido.hallazgo import SIN_CONTEXTO, AjustesConsulta, Preparacion
from siaa.recorrido.preparacion import reunir
from siaa.redaccion.prompt import CARACTERES_POR_TOKEN
from siaa.valores import DocumentoPuntuado, Mensaje, Pregunta


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
