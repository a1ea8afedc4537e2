"""Which documents are nearly equal: copies of one form, each filled in for somebody else. Pure."""

from collections import Counter, defaultdict
from typing import Final

import numpy as np

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
TRAMO: Final = 1 << 18
"""Words that are mixed at a time: of a large library, all at once would take most of the memory."""
_AUREO, _UNO, _DOS = (
    np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)


def huellas(fila: Enteros, pasaje: Enteros, veces: Reales, pasajes: int) -> Enteros:
    """Return a fingerprint of each passage, `(pasajes,)`, by which words it has and how often.

    fila, pasaje, veces: of every word of every passage.
    """
    suma = np.zeros(pasajes, dtype=np.uint64)
    for desde in range(0, len(fila), TRAMO):
        cuales = slice(desde, desde + TRAMO)
        mezcla = (fila[cuales].astype(np.uint64) + np.uint64(1)) * _AUREO
        mezcla += veces[cuales].astype(np.uint64)
        for corrimiento, factor in ((30, _UNO), (27, _DOS)):  # the finalizer of SplitMix64
            mezcla = (mezcla ^ (mezcla >> np.uint64(corrimiento))) * factor
        np.add.at(suma, pasaje[cuales], mezcla ^ (mezcla >> np.uint64(31)))
    return suma.view(np.int64)


def agrupar(huella: Enteros, largo: Reales, pasajes: Enteros) -> Enteros:
    """Return the group of each document, `(D,)`: the lowest number in it, or `SIN_GRUPO`.

    huella, largo: of each passage; pasajes: `(D + 1,)`, where those of each document start.
    """
    duenos: defaultdict[int, dict[int, int]] = defaultdict(dict)
    documento = np.repeat(np.arange(len(pasajes) - 1), np.diff(pasajes))
    valen = np.flatnonzero(largo >= LARGO)
    columnas = (columna[valen].tolist() for columna in (huella, documento, largo.astype(int)))
    for cual, doc, palabras in zip(*columnas, strict=True):
        duenos[cual][doc] = palabras  # a passage that a document repeats counts once
    total, comun = Counter[int](), Counter[tuple[int, int]]()
    for suyos in duenos.values():
        total.update(suyos)
        primeros = list(suyos)[:VECINOS]
        for lugar, (doc, palabras) in enumerate(suyos.items()):
            for otro in primeros[:lugar]:
                comun[otro, doc] += palabras
    grupo = np.arange(len(pasajes) - 1, dtype=np.int32)
    for (uno, dos), palabras in comun.items():
        if palabras >= max(COMUN, PARTE * min(total[uno], total[dos])):
            menor, mayor = sorted((grupo[uno], grupo[dos]))
            grupo[grupo == mayor] = menor
    return np.where(np.bincount(grupo)[grupo] > 1, grupo, np.int32(SIN_GRUPO))
