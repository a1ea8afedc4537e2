"""Whether the library tells a short question from the subject of the one before it. Pure."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import PALABRAS_DE_LA_PREGUNTA, terminos_consulta
from siaa.biblioteca.tablas.bm25 import idf_probabilistico
from siaa.biblioteca.tablas.campos import TablaCampo
from siaa.biblioteca.valores import Reales

PESO_DE_UN_ASUNTO: Final = 9.0
"""Weight, in idf, beyond which the words of a question are a subject of their own: what one that
stands in one of 8,000 passages weighs, or two that stand in one of 90."""
CASI: Final = 0.95
"""Share of the most that any passage has of some words from which on another has as much."""
DOCUMENTOS_DE_UN_ASUNTO: Final = 2
"""What more documents than this have as much of is the subject of none."""
NOMBRADO: Final = 0.7
"""Share of a heading, or of a document's name, from which on words are what it is about."""


def es_del_asunto(indice: Indice, asunto: str, texto: str, *, suelto: bool) -> bool:
    """Tell whether a text says little, and nothing that its predecessor's documents do not.

    What says a word of the subject again, or the heading of another, stands on its own. suelto:
    whether it asks nothing; then one word that is in no heading is of the subject wherever it is.
    """
    propios, de_antes = _propios(texto), _propios(asunto)
    campos = (indice.encabezados, indice.rotulos)
    peso, dicho = _dicho(indice, propios)
    nombra = any(_nombra(campo, propios) for campo in campos)
    if not 0 < peso <= PESO_DE_UN_ASUNTO or nombra or not set(propios).isdisjoint(de_antes):
        return False
    if suelto and len(propios) == 1 and not any(propios[0] in campo.textos for campo in campos):
        return True
    _, del_asunto = _dicho(indice, de_antes)
    mejores = np.flatnonzero(del_asunto >= max(CASI * del_asunto.max(initial=0.0), 1e-9))
    documentos = np.unique(indice.pasajes.duenos(mejores))
    if not 0 < len(documentos) <= DOCUMENTOS_DE_UN_ASUNTO:
        return False
    tramos = (indice.pasajes.pasajes[documento : documento + 2] for documento in documentos)
    return bool(max(dicho[slice(*tramo)].max() for tramo in tramos) >= CASI * dicho.max())


def _propios(texto: str) -> list[str]:
    """Return the terms of a text that are not those of how one asks."""
    terminos = (consulta.termino for consulta in terminos_consulta(texto))
    return [termino for termino in terminos if termino not in PALABRAS_DE_LA_PREGUNTA]


def _dicho(indice: Indice, terminos: Sequence[str]) -> tuple[float, Reales]:
    """Return the idf of some terms in all, and of those that each passage has.

    One that no passage has weighs as the rarest.
    """
    tabla = indice.pasajes
    filas = [tabla.filas[termino] for termino in terminos if termino in tabla.filas]
    ausente = idf_probabilistico(len(tabla.limites), np.zeros(1, dtype=np.int64))[0]
    peso, dicho = float(ausente) * (len(terminos) - len(filas)), np.zeros(len(tabla.limites))
    for fila in filas:
        desde, hasta = tabla.desde[tabla.particion[fila : fila + 2]]
        dicho[tabla.pasaje[desde:hasta]] += tabla.idf_pasaje[fila]
        peso += float(tabla.idf_pasaje[fila])
    return peso, dicho


def _nombra(campo: TablaCampo, terminos: Sequence[str]) -> bool:
    """Tell whether some terms say most of one of the short texts of a table."""
    suma = np.zeros(len(campo.dueno))
    for termino in terminos:
        if termino in campo.textos:
            suma[campo.textos[termino]] += campo.idf[termino]
    return bool((suma >= NOMBRADO * campo.total)[suma > 0].any())
