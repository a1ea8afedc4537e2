"""Whether the library tells a short question from the subject of the one before it. Pure."""

from typing import Final

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import PALABRAS_DE_LA_PREGUNTA, terminos
from siaa.biblioteca.tablas.bm25 import idf_probabilistico
from siaa.biblioteca.valores import Reales

PESO_DE_UN_ASUNTO: Final = 9.0
"""Weight, in idf, of what is a subject of its own: more than a word in one of 8,000 passages has,
or two in one of 90 each."""
CASI: Final = 0.95
"""Share of the most that any passage has of some words from which on another has as much."""
DOCUMENTOS_DE_UN_ASUNTO: Final = 2
"""What more documents than this have as much of is the subject of none."""


def es_del_asunto(indice: Indice, asunto: str, texto: str, *, suelto: bool) -> bool:
    """Tell whether a text says little, and nothing that its predecessor's documents do not.

    What has no term of its own is of it; what says a word of the subject again stands on its own.
    suelto: whether it asks nothing; then one word is of it wherever it is, unless a heading has it.
    """
    propios, de_antes = _propios(texto), _propios(asunto)
    peso, dicho = _dicho(indice, propios)
    if not propios:
        return True
    if peso > PESO_DE_UN_ASUNTO or propios & de_antes:
        return False
    campos = (indice.encabezados, indice.rotulos)
    nombrado = any(propios & campo.textos.keys() for campo in campos)
    if suelto and len(propios) == 1:
        return not nombrado
    _, del_asunto = _dicho(indice, de_antes)
    mejores = np.flatnonzero(del_asunto >= max(CASI * del_asunto.max(initial=0.0), 1e-9))
    documentos = np.unique(indice.pasajes.dueno[mejores])
    if not 0 < len(documentos) <= DOCUMENTOS_DE_UN_ASUNTO:
        return False
    tramos = (indice.pasajes.pasajes[documento : documento + 2] for documento in documentos)
    return bool(max(dicho[slice(*tramo)].max() for tramo in tramos) >= CASI * dicho.max())


def _propios(texto: str) -> set[str]:
    """Return the terms of a text that are not those of how one asks."""
    return {*terminos(texto)} - PALABRAS_DE_LA_PREGUNTA


def _dicho(indice: Indice, propios: set[str]) -> tuple[float, Reales]:
    """Return the idf of some terms in all, one that no passage has as the rarest, and in each."""
    tabla, ninguno = indice.pasajes, np.zeros(1, dtype=np.int64)
    filas = sorted(tabla.filas[termino] for termino in propios & tabla.filas.keys())
    ausente = float(idf_probabilistico(len(tabla.limites), ninguno)[0])
    en_pasajes = np.zeros(len(tabla.limites))
    for fila in filas:
        desde, hasta = tabla.desde[tabla.particion[fila : fila + 2]]
        en_pasajes[tabla.pasaje[desde:hasta]] += tabla.idf_pasaje[fila]
    hay = float(tabla.idf_pasaje[filas].sum())
    return hay + ausente * (len(propios) - len(filas)), en_pasajes
