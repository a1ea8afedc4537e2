"""Term → the documents that have it, densest first."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from types import MappingProxyType

import numpy as np

from siaa.biblioteca.valores import Enteros, Reales

SIN_DOCUMENTOS: Enteros = np.empty(0, dtype=np.int32)
SIN_DOCUMENTOS.flags.writeable = False


@dataclass(frozen=True, slots=True)
class TablaDensidad:
    """Term → its documents, densest first, ties by name descending, in one flat table.

    Row k of `terminos` owns `[particion[k], particion[k + 1])` of the two other arrays.
    """

    terminos: Mapping[str, int]
    particion: Enteros
    documentos: Enteros
    densidades: Reales

    def de(self, termino: str) -> tuple[Enteros, Reales]:
        """Return the document numbers and densities of a term; empty when unknown."""
        fila = self.terminos.get(termino)
        if fila is None:
            return SIN_DOCUMENTOS, self.densidades[:0]
        tramo = slice(int(self.particion[fila]), int(self.particion[fila + 1]))
        return self.documentos[tramo], self.densidades[tramo]


def crear_densidad(conteo: Sequence[Mapping[str, int]]) -> TablaDensidad:
    """Flatten `{term: frequency}` of each document into one table sorted by density."""
    terminos: defaultdict[str, int] = defaultdict(count().__next__)  # numbered by first use
    filas = np.fromiter(map(terminos.__getitem__, chain.from_iterable(conteo)), dtype=np.int32)
    cantidades = np.array([len(c) for c in conteo], dtype=np.int64)
    documentos = np.repeat(np.arange(len(conteo), dtype=np.int32), cantidades)
    frecuencias = np.fromiter(chain.from_iterable(c.values() for c in conteo), dtype=np.float64)
    totales = np.array([sum(c.values()) for c in conteo], dtype=np.float64)
    densidades = frecuencias / totales[documentos]
    orden = np.lexsort((-documentos, -densidades, filas))
    cuentas = np.bincount(filas, minlength=len(terminos))
    return TablaDensidad(
        terminos=MappingProxyType(dict(terminos)),
        particion=np.concatenate(([0], np.cumsum(cuentas))).astype(np.int32),
        documentos=documentos[orden],
        densidades=densidades[orden],
    )
