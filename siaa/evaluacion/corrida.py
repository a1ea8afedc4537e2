"""Cases × a system → rows: what it did with each question, its measures, and why it missed.

SIAA is a system.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from time import perf_counter
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.estructura.analisis import ruta_texto
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.numeros import escribir_numero
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.biblioteca.valores import Documento
from siaa.evaluacion import medidas
from siaa.recorrido.hallazgo import SIN_CONTEXTO, AjustesConsulta, Hallazgo, Preparacion
from siaa.recorrido.localizacion import localizar
from siaa.recorrido.preparacion import elegir_fragmentos, reunir
from siaa.recuperacion.contexto import armar_contexto
from siaa.redaccion.prompt import CARACTERES_POR_TOKEN
from siaa.valores import DocumentoPuntuado, Mensaje, Presupuesto

ENVIADA: Final = "respuesta enviada"
ENTEROS: Final = "fragmentos enteros"
CARACTERES: Final = "caracteres enviados"
MEDIDAS: Final = ("recall@1", "recall@2", "MRR@10", ENVIADA, ENTEROS, CARACTERES)
"""The measures of a question; all are better when larger, except the characters sent."""
COBERTURAS: Final = MappingProxyType({f"cobertura@{n}": n for n in (800, 1600, 2400, 4800)})
"""Whether the answer stands in so many characters of what is sent, in whole fragments or not."""

AUMENTOS: Final = (1, 2, 4, 8)
"""Times that what may be sent is enlarged, to tell what did not fit."""


@dataclass(frozen=True, slots=True)
class FilaMedida:
    """A case, what was done with it, and those of `MEDIDAS` and `COBERTURAS` that apply to it."""

    caso: medidas.Caso
    respuesta: medidas.Respuesta
    valores: Mapping[str, float]


def preguntar(casos: Iterable[medidas.Caso], sistema: medidas.Sistema) -> tuple[FilaMedida, ...]:
    """Ask a system every question, in order."""
    respuestas = ((caso, sistema(caso.pregunta)) for caso in casos)
    return tuple(FilaMedida(c, r, MappingProxyType(medir(c, r))) for c, r in respuestas)


def preguntar_sin_documento(
    casos: Iterable[medidas.Caso], sistema_sin: Callable[[str], medidas.Sistema]
) -> tuple[FilaMedida, ...]:
    """Ask each question of a library that lacks its right document.

    `sistema_sin` is called with its key once for the questions that follow each other about it.
    """
    grupos = groupby(casos, key=lambda caso: caso.documento)
    return tuple(fila for c, suyos in grupos for fila in preguntar(suyos, sistema_sin(c)))


def medir(caso: medidas.Caso, respuesta: medidas.Respuesta) -> dict[str, float]:
    """Return the measures that apply to one case, by name.

    Without answers there is no answer to send, without a right document no place of it, without
    fragments none that is whole. MRR: Voorhees, TREC-8 Question Answering Track (1999).
    """
    enviado, defectos, documentos = respuesta.enviado, respuesta.defectos, respuesta.documentos
    valores = {CARACTERES: float(len(enviado.texto))}
    if defectos:
        valores[ENTEROS] = defectos.count(None) / len(defectos)
    if caso.documento:
        puesto = medidas.lugar(documentos, caso.documento)
        valores["recall@1"] = float(puesto == 1)
        valores["recall@2"] = float(puesto in (1, 2))
        valores["MRR@10"] = 1 / puesto if puesto else 0.0
    if caso.respuestas:
        valores[ENVIADA] = float(any(defectos[n] is None for n in medidas.responden(enviado, caso)))
        for medida, limite in COBERTURAS.items():
            valores[medida] = float(medidas.cubre(enviado, caso, limite))
    return valores


def sistema(indice: Indice, ajustes: AjustesConsulta) -> medidas.Sistema:
    """Return what SIAA does with a question, from routing to the assembled context.

    The latency covers what precedes the model; the list of ten documents, which only an evaluation
    wants, is not part of it. A question that is answered without the model sends nothing.
    """

    def responder(pregunta: str) -> medidas.Respuesta:
        antes = perf_counter()
        lista = reunir(indice, conversacion(pregunta), ajustes, CARACTERES_POR_TOKEN)
        latencia_s = perf_counter() - antes
        enviado = lista.contexto if lista.necesita_modelo else SIN_CONTEXTO
        documentos = clasificados(lista.hallazgo, medidas.HASTA)
        return medidas.Respuesta(
            documentos=tuple(documento.doc for documento in documentos),
            enviado=enviado,
            defectos=medidas.defectos(enviado, lambda doc: indice.documentos[doc].contenido),
            puntaje=_puntaje(lista),
            latencia_s=latencia_s,
        )

    return responder


def conversacion(pregunta: str) -> tuple[Mensaje, ...]:
    """Return a question as the service would hear it."""
    return (Mensaje("user", limpiar_entrada(pregunta)),)


def clasificados(hallazgo: Hallazgo, cuantos: int) -> tuple[DocumentoPuntuado, ...]:
    """Return the documents that score for a question, best first, with their reasons."""
    return hallazgo.busqueda.enrutar(cuantos).documentos if hallazgo.busqueda else ()


def _puntaje(lista: Preparacion) -> float:
    """Return how surely the library answers: the router's measure, or its best score."""
    ruta = lista.hallazgo.ruta
    if ruta.respaldo is not None:
        return ruta.certeza.valor if ruta.certeza else 0.0
    return ruta.documentos[0].puntaje if ruta.documentos else 0.0


class Razon(StrEnum):
    """Why an answer was not sent, in words."""

    NO_ESTA = "ninguna respuesta está en el documento: cópiela de él tal como está escrita"
    NO_PRIMERO = "se eligió el documento que responde, pero otro quedó primero"
    SIN_BUSCAR = "no se buscó: la pregunta se tomó por un saludo o por una sobre SIAA"
    OTRO_DOCUMENTO = "no se eligió el documento que responde"
    CALLADA = "se dijo que no está: poco de la pregunta estaba en los pasajes"
    NO_ENTERO = "se envió en un fragmento que no está entero"
    REPARTIDA = "la respuesta está repartida entre pasajes que no se enviaron juntos"
    EN_OTRO = "el mismo pasaje se envió de otro documento"
    NO_CUPO = "el pasaje no cupo"
    BAJO_EL_CORTE = "el pasaje puntuó demasiado poco al lado del mejor"
    LEJOS = "el pasaje quedó lejos: ni con mucho más espacio se habría enviado"


@dataclass(frozen=True, slots=True)
class PreguntaFallada:
    """A question whose right document is not the first, or whose answer was not sent whole.

    `lugar`: place of the right document among the first ten, 0 beyond. `correcto` is None when the
    router gave the right document nothing, `elegido` when it chose none. `detalle`: more about the
    reason, in words. `seccion`, `pasaje`: where the answer stands in the document, and the passage
    that holds it; empty without one.
    """

    pregunta: str
    documento: str
    lugar: int
    elegido: DocumentoPuntuado | None
    correcto: DocumentoPuntuado | None
    razon: Razon
    detalle: str
    seccion: str
    pasaje: str


def buscar_fallos(
    filas: Iterable[FilaMedida], indice: Indice, ajustes: AjustesConsulta
) -> tuple[PreguntaFallada, ...]:
    """Return the missed questions in the order of the file, each with its reasons."""
    fallidas = (f for f in filas if not (f.valores["recall@1"] and f.valores.get(ENVIADA, 1.0)))
    return tuple(_fallo(fila, indice, ajustes) for fila in fallidas)


def _fallo(fila: FilaMedida, indice: Indice, ajustes: AjustesConsulta) -> PreguntaFallada:
    caso, documento = fila.caso, indice.documentos[fila.caso.documento]
    hallazgo = localizar(indice, conversacion(caso.pregunta), ajustes)
    puntuados = clasificados(hallazgo, len(indice.claves))
    pasajes = list(_pasajes(documento, caso))
    dichas = any(medidas.contiene(documento.contenido, respuesta) for respuesta in caso.respuestas)
    razon, detalle = Razon.NO_ESTA, ""
    if pasajes or dichas or not caso.respuestas:
        razon, detalle = (
            _razon(fila, hallazgo)
            or _de_lo_enviado(fila, [texto for _, texto in pasajes])
            or _con_mas_espacio(caso, indice, hallazgo, ajustes)
        )
    seccion, pasaje = pasajes[0] if pasajes else ("", "")
    return PreguntaFallada(
        pregunta=caso.pregunta,
        documento=caso.documento,
        lugar=medidas.lugar(fila.respuesta.documentos, caso.documento),
        elegido=puntuados[0] if puntuados else None,
        correcto=next((d for d in puntuados if d.doc == caso.documento), None),
        razon=razon,
        detalle=detalle,
        seccion=seccion,
        pasaje=pasaje,
    )


def _pasajes(documento: Documento, caso: medidas.Caso) -> Iterator[tuple[str, str]]:
    estructura = documento.texto.estructura
    for inicio, fin, seccion, _ in estructura.pasajes.tolist():
        texto = documento.sano(inicio, fin)
        if any(medidas.contiene(texto, respuesta) for respuesta in caso.respuestas):
            yield ruta_texto(estructura.secciones[seccion].ruta), texto


def _razon(fila: FilaMedida, hallazgo: Hallazgo) -> tuple[Razon, str] | None:
    """Return why a question was missed, and more about it; None where it is for its passage."""
    if hallazgo.busqueda is None:
        return Razon.SIN_BUSCAR, ""
    if fila.caso.documento not in [elegido.doc for elegido in hallazgo.ruta.documentos]:
        return Razon.OTRO_DOCUMENTO, ""
    if fila.valores.get(ENVIADA, 1.0):
        return Razon.NO_PRIMERO, ""
    if not hallazgo.suficiente:
        return Razon.CALLADA, f"respaldo {escribir_numero(hallazgo.ruta.respaldo or 0, '.2f')}"
    return None


def _de_lo_enviado(fila: FilaMedida, pasajes: Sequence[str]) -> tuple[Razon, str] | None:
    """Return why no passage that answers was sent whole; None where what was sent does not tell."""
    enviado, defectos = fila.respuesta.enviado, fila.respuesta.defectos
    if rotos := [defectos[n] for n in medidas.responden(enviado, fila.caso)]:
        return Razon.NO_ENTERO, str(rotos[0])
    if not pasajes:
        return Razon.REPARTIDA, ""
    if any(texto in enviado.texto for texto in pasajes):
        return Razon.EN_OTRO, ""
    return None


def _con_mas_espacio(
    caso: medidas.Caso, indice: Indice, hallazgo: Hallazgo, ajustes: AjustesConsulta
) -> tuple[Razon, str]:
    """Return why a passage of a chosen document was left out, by what would have sent it."""

    def se_envia(veces: int, piso: float) -> bool:
        tope = veces * ajustes.presupuesto.escopeta
        presupuesto = Presupuesto(tope, tope, tope, piso)
        mas = replace(ajustes, max_chunks=veces * ajustes.max_chunks, presupuesto=presupuesto)
        elegidos = [elegido.doc for elegido in hallazgo.ruta.documentos]
        busqueda = hallazgo.busqueda
        podas = elegir_fragmentos(busqueda, elegidos, mas) if busqueda else ()
        return medidas.cubre(armar_contexto(indice, podas), caso)

    piso = ajustes.presupuesto.piso
    for veces in AUMENTOS:
        if se_envia(veces, piso):
            return Razon.NO_CUPO, f"cabría en {veces * ajustes.presupuesto.escopeta} caracteres"
    if piso and se_envia(AUMENTOS[-1], 0.0):
        return Razon.BAJO_EL_CORTE, f"el corte es el {100 * piso:.0f} % de lo que vale el mejor"
    return Razon.LEJOS, ""
