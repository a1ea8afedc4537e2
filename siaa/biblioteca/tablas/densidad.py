"""Term → the documents that have it, densest first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from types import MappingProxyType
from typing import Final

import numpy as np

from siaa.biblioteca.tablas.palabras import compactar
from siaa.biblioteca.valores import Conteo, Enteros, Naturales, Reales

_NINGUNA: Final[Enteros] = np.empty(0, dtype=np.int32)
_NINGUNAS_VECES: Final[Naturales] = np.empty(0, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class TablaDensidad:
    """Term → its documents, densest first, ties by name descending, in one flat table.

    Row k of `terminos` owns `[particion[k], particion[k + 1])` of `documentos` and of `veces`, how
    often they have it. totales: `(D,)`, how many terms each has.
    """

    terminos: Mapping[str, int]
    particion: Enteros
    documentos: Naturales
    veces: Naturales
    totales: Reales

    def de(self, termino: str) -> tuple[Naturales, Reales]:
        """Return the document numbers and densities of a term; empty when unknown."""
        fila = self.terminos.get(termino)
        tramo = slice(0) if fila is None else slice(*self.particion[fila : fila + 2].tolist())
        documentos = self.documentos[tramo]
        return documentos, self.veces[tramo] / self.totales[documentos]


def crear_densidad(palabras: Iterable[str], conteos: Sequence[Conteo]) -> TablaDensidad:
    """Flatten the counts of each document into one table sorted by density; palabras: by number."""
    numeros = np.concatenate([_NINGUNA, *(suyos for suyos, _ in conteos)])
    veces = np.concatenate([_NINGUNAS_VECES, *(suyas for _, suyas in conteos)])
    documentos = np.repeat(
        np.arange(len(conteos), dtype=np.int32), [len(suyos) for suyos, _ in conteos]
    )
    totales = np.array([suyas.sum() for _, suyas in conteos], dtype=np.float64)
    orden = np.lexsort((-documentos, veces / -totales[documentos], numeros))
    cuentas = np.bincount(numeros)
    con_documentos = compress(palabras, cuentas)
    return TablaDensidad(
        terminos=MappingProxyType({termino: n for n, termino in enumerate(con_documentos)}),
        particion=np.concatenate(([0], np.cumsum(cuentas[cuentas > 0]))).astype(np.int32),
        documentos=compactar(documentos[orden]),
        veces=veces[orden],
        totales=totales,
    )
