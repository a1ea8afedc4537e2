"""Which documents are nearly equal: copies of one form, each filled in for somebody else. Pure."""

from hashlib import shake_128
from typing import Final

import numpy as np

from siaa.biblioteca.tablas.palabras import cambian
from siaa.biblioteca.valores import Enteros, Naturales, Reales

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
"""Words that are added up at a time: all those of a large library would take most of the memory."""


def huellas(fila: Enteros, pasaje: Enteros, veces: Naturales, pasajes: int) -> Enteros:
    """Return a fingerprint of each passage, `(pasajes,)`, by which words it has and how often.

    fila, pasaje, veces: of every word of every passage; each counts as a number drawn for it.
    """
    suma = np.zeros(pasajes, dtype=np.int64)
    octetos = shake_128().digest(8 * (int(fila.max(initial=-1)) + 1))
    al_azar = np.frombuffer(octetos, dtype=np.int64)
    for desde in range(0, len(fila), TRAMO):
        cuales = slice(desde, desde + TRAMO)
        np.add.at(suma, pasaje[cuales], al_azar[fila[cuales]] * veces[cuales].astype(np.int64))
    return suma


def agrupar(huella: Enteros, largo: Reales, pasajes: Enteros) -> Enteros:
    """Return the group of each document, `(D,)`: the lowest number in it, or `SIN_GRUPO`.

    huella, largo: of each passage; pasajes: `(D + 1,)`, where those of each document start.
    """
    cuantos = len(pasajes) - 1
    documento = np.repeat(np.arange(cuantos), np.diff(pasajes))
    valen = np.flatnonzero(largo >= LARGO)[::-1]
    valen = valen[np.argsort(huella[valen], kind="stable")]
    # a passage that a document repeats counts once; now they are in the order of the documents
    valen = valen[cambian(huella[valen], documento[valen])][::-1]
    documento, largo = documento[valen], largo[valen]
    total = np.bincount(documento, largo, minlength=cuantos)
    abren = cambian(huella[valen])
    lugar = np.arange(len(valen)) - np.repeat(abren, np.diff(abren, append=len(valen)))
    pares: Enteros = np.empty(0, dtype=np.int64)
    comun = np.empty(0)
    for vecino in range(min(VECINOS, int(lugar.max(initial=0)))):
        cuales = np.flatnonzero(lugar > vecino)
        primeros = documento[cuales - lugar[cuales] + vecino]
        claves = np.concatenate((pares, primeros * cuantos + documento[cuales]))
        pares, cual = np.unique(claves, return_inverse=True)
        comun = np.bincount(cual, np.concatenate((comun, largo[cuales]))).astype(np.float64)
    uno, dos = np.divmod(pares, max(cuantos, 1))
    bastan = comun >= np.maximum(COMUN, PARTE * np.minimum(total[uno], total[dos]))
    grupo = np.arange(cuantos, dtype=np.int32)
    for par in zip(uno[bastan].tolist(), dos[bastan].tolist(), strict=True):
        menor, mayor = sorted(grupo[list(par)])
        grupo[grupo == mayor] = menor
    return np.where(np.bincount(grupo)[grupo] > 1, grupo, np.int32(SIN_GRUPO))
