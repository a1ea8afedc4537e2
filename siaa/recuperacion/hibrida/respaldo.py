"""How surely the library holds the answer: «no sé» is decided before the model is asked."""

from collections.abc import Mapping, Sequence
from itertools import chain
from math import exp, log1p
from typing import Final

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.referencias import es_cita
from siaa.biblioteca.lengua.terminos import terminos_de_corrida
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.recuperacion.hibrida.ausencias import SIN_ASUNTO
from siaa.recuperacion.hibrida.puntaje import PARTE_DE_ANIO, PuntajesPasajes
from siaa.recuperacion.hibrida.terminos import Consulta
from siaa.valores import Certeza, Motivo

EN_PASAJE: Final = 1.0
"""The word stands in the best passage, in its heading or in a name of the document."""
EN_DOCUMENTO: Final = 0.3
BASE, RESPALDO, FUERZA, VENTAJA, NOMBRE, ANIO = -6.2, 2.4, 4.0, 1.3, -2.8, -1.0
"""Log-odds that the answer is there, fitted on one half of the questions of five libraries.

The base and `RAREZAS` were looked at on both halves.
"""
RAREZAS: Final = 2.5
"""How many words as rare as can be make a question that a longer one need not outdo."""


def certeza(
    respaldo: float, peso: float, puntajes: Sequence[float], *, falta_nombre: bool, otro_anio: bool
) -> Certeza:
    """Return how surely the answer is in the library: a logistic sum of named parts.

    respaldo, peso: share of the question that the first document answers for (a word that no
    passage has counts as the rarest of all), and its idf. puntajes: of the best document and the
    next, 0 for none. falta_nombre: whether it names a norm or a unit that is not there.
    otro_anio: whether the first document is a norm of another year than the question says.
    """
    primero, segundo = puntajes
    fuerza = log1p(primero / max(peso, 1.0))
    ventaja = 1 - segundo / primero
    partes = (
        Motivo("base", "lo que vale no saber nada", BASE),
        Motivo("respaldo", "la parte de la pregunta que responde", RESPALDO * respaldo),
        Motivo("fuerza", "su puntaje, por lo que pesa la pregunta", FUERZA * fuerza),
        Motivo("ventaja", "lo que aventaja al segundo", VENTAJA * ventaja),
        Motivo("nombre", "la norma o el artículo que se nombra no está", NOMBRE * falta_nombre),
        Motivo("año", "el primer documento no es del año que se dice", ANIO * otro_anio),
    )
    valor = 1 / (1 + exp(-sum(parte.puntos for parte in partes)))
    return Certeza(valor, tuple(parte for parte in partes if parte.puntos), ventaja)


def respaldo(
    indice: Indice, consulta: Consulta, puntajes: PuntajesPasajes, documento: int, mejor: int
) -> tuple[Mapping[str, float], float]:
    """Return what share of a question, 0 to 1 in all, each word is that a document answers for.

    And its idf, of `RAREZAS` words at most: how rare one can be grows with the library.

    Each word counts by its idf and by where the document has it: the best passage (`mejor`, its
    place among the scored ones) or elsewhere. A word that the library lacks counts like one that no
    passage has, but not at all where it says little of what is asked («averiguar») or is said in
    other words (`_leidos`); one that is silent in passages counts like one that stands elsewhere.
    Words in several spellings, and their synonyms, count once. The norm that a question cites is
    the document itself where that is the one.
    """
    tabla, niveles = indice.pasajes, _niveles(consulta, puntajes, documento, mejor)
    nombres = _terminos_de(indice, puntajes, documento, mejor)
    citado = documento in consulta.citados
    pesos: dict[str, float] = {}
    logrado: dict[str, float] = {}
    leidos = _leidos(indice, consulta)
    for termino in consulta.terminos:
        sobra = termino.termino in SIN_ASUNTO or termino.termino in leidos
        if sobra and termino.termino not in tabla.filas:
            continue
        parte = PARTE_DE_ANIO if termino.termino in consulta.anios else 1.0
        pesos.setdefault(termino.escrito, parte * termino.peso * tabla.rareza(termino.termino))
        propio = termino.termino in nombres or (citado and es_cita(termino.termino))
        nivel = EN_PASAJE if propio else niveles.get(termino.escrito, 0.0)
        logrado[termino.escrito] = max(nivel, logrado.get(termino.escrito, 0.0))
    total = sum(pesos.values())
    tope = RAREZAS * tabla.rareza("")
    partes = {e: pesos[e] * nivel / max(total, 1e-9) for e, nivel in logrado.items()}
    return partes, min(total, tope)


def _leidos(indice: Indice, consulta: Consulta) -> frozenset[str]:
    """Return the terms of expressions that were read as others, all of which the library has.

    «Fecha límite» is read as «plazo» and «término»: that nobody writes «límite» says nothing.
    """
    leidos = [t for t in consulta.terminos if t.leido]
    faltan = {t.escrito for t in leidos if t.termino not in indice.pasajes.filas}
    dichas = (corridas(plegar(t.escrito)) for t in leidos if t.escrito not in faltan)
    de_varias = chain.from_iterable(palabras for palabras in dichas if len(palabras) > 1)
    return frozenset(chain.from_iterable(map(terminos_de_corrida, de_varias)))


def _niveles(
    consulta: Consulta, puntajes: PuntajesPasajes, documento: int, mejor: int
) -> dict[str, float]:
    """Return, for each word of the question, the nearest place where the document has it."""
    en_pasaje, halladas = puntajes.filas.de([mejor])[mejor], puntajes.halladas
    cual = int(np.searchsorted(puntajes.documentos, documento))
    en_todo = {*halladas.fila[halladas.cual == cual].tolist()}
    niveles: dict[str, float] = {}
    for lugar, fila in enumerate(consulta.filas):
        en_documento = EN_DOCUMENTO * (lugar in en_todo)
        nivel = EN_PASAJE if lugar in en_pasaje else en_documento
        niveles[fila.escrito] = max(nivel, niveles.get(fila.escrito, 0.0))
    return niveles


def _terminos_de(
    indice: Indice, puntajes: PuntajesPasajes, documento: int, mejor: int
) -> frozenset[str]:
    """Return the words of the document's names and of the heading of the best passage."""
    seccion = int(indice.pasajes.seccion[puntajes.pasajes[mejor]])
    nombres = indice.rotulos.de(documento)
    return frozenset[str]().union(*nombres, *indice.encabezados.de(seccion))
