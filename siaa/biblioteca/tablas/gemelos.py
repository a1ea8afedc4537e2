"""Which documents are nearly equal: copies of one form, each filled in for somebody else. Pure."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from siaa.biblioteca.valores import Enteros, Reales

LARGO: Final = 8
"""Words from which on a passage is one that two documents do not share by chance."""
COMUN: Final = 100
"""Words that two documents share, at least: a few formulas at the end make no copy."""
PARTE: Final = 0.3
"""Share of the shorter one that stands in the other too, at least."""
VECINOS: Final = 32
"""A passage of very many documents is compared with that of the first ones only; these link all."""
SIN_GRUPO: Final = -1
_AUREO, _UNO, _DOS = (
    np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)


def huellas(fila: Enteros, pasaje: Enteros, veces: Reales, pasajes: int) -> Enteros:
    """Return a fingerprint of each passage, `(pasajes,)`, by which words it has and how often.

    fila, pasaje, veces: of every word of every passage.
    """
    mezcla = (fila.astype(np.uint64) + np.uint64(1)) * _AUREO + veces.astype(np.uint64)
    for corrimiento, factor in ((30, _UNO), (27, _DOS)):  # the finalizer of SplitMix64
        mezcla = (mezcla ^ (mezcla >> np.uint64(corrimiento))) * factor
    suma = np.zeros(pasajes, dtype=np.uint64)
    np.add.at(suma, pasaje, mezcla ^ (mezcla >> np.uint64(31)))
    return suma.view(np.int64)


def agrupar(huella: Enteros, largo: Reales, pasajes: Enteros) -> Enteros:
    """Return the group of each document, `(D,)`: the lowest number in it, or `SIN_GRUPO`.

    huella, largo: of each passage; pasajes: `(D + 1,)`, where those of each document start.
    """
    cuantos = len(pasajes) - 1
    documento = np.repeat(np.arange(cuantos), np.diff(pasajes))
    valen = np.flatnonzero(largo >= LARGO)
    orden = valen[np.lexsort((documento[valen], huella[valen]))]
    huella, documento, largo = huella[orden], documento[orden], largo[orden]
    otra = np.ones(len(orden), dtype=np.bool_)  # a passage that a document repeats counts once
    otra[1:] = (huella[1:] != huella[:-1]) | (documento[1:] != documento[:-1])
    huella, documento, largo = huella[otra], documento[otra], largo[otra]
    total = np.bincount(documento, largo, minlength=cuantos)
    grupo = np.arange(cuantos)
    for uno, dos, comun in _pares(huella, documento, largo):
        if comun >= max(COMUN, PARTE * min(total[uno], total[dos])):
            grupo[grupo == grupo[dos]] = grupo[uno]
    _, cual, miembros = np.unique(grupo, return_inverse=True, return_counts=True)
    primero = np.full(len(miembros), cuantos)
    np.minimum.at(primero, cual, np.arange(cuantos))
    return np.where(miembros[cual] > 1, primero[cual], SIN_GRUPO).astype(np.int32)


def _pares(huella: Enteros, documento: Enteros, largo: Reales) -> list[tuple[int, int, float]]:
    """Return the documents that share passages, two by two, and how many words; sorted columns."""
    if not len(huella):
        return []
    abre = np.append(True, huella[1:] != huella[:-1])
    comienzo = np.flatnonzero(abre)[np.cumsum(abre) - 1]
    lejos = np.arange(len(huella)) - comienzo
    parejas: list[NDArray[np.int64]] = []
    palabras: list[Reales] = []
    base = int(documento.max()) + 1
    for lugar in range(min(int(lejos.max()), VECINOS)):
        cuales = np.flatnonzero(lejos > lugar)
        parejas.append(
            documento[comienzo[cuales] + lugar].astype(np.int64) * base + documento[cuales]
        )
        palabras.append(largo[cuales])
    if not parejas:
        return []
    cual, donde = np.unique(np.concatenate(parejas), return_inverse=True)
    comun = np.bincount(donde, np.concatenate(palabras))
    return list(
        zip(*(columna.tolist() for columna in (*np.divmod(cual, base), comun)), strict=True)
    )
