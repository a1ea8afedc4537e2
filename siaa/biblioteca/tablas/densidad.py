"""Term → the documents that have it, densest first."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from types import MappingProxyType
from typing import Final

import numpy as np

from siaa.biblioteca.valores import Enteros, Naturales, Reales, TextoAnalizado

_NINGUNA: Final[Naturales] = np.empty(0, dtype=np.uint8)
_NINGUNA.flags.writeable = False


@dataclass(frozen=True, slots=True)
class TablaDensidad:
    """Term → its documents, densest first, ties by name descending, in one flat table.

    Row k of `terminos` owns `[particion[k], particion[k + 1])` of `documentos` and of `veces`, how
    often they have it. totales: `(D,)`, how many terms each has.
    """

    terminos: Mapping[str, int]
    particion: Enteros
    documentos: Enteros
    veces: Naturales
    totales: Reales

    def de(self, termino: str) -> tuple[Enteros, Reales]:
        """Return the document numbers and densities of a term; empty when unknown."""
        fila = self.terminos.get(termino)
        tramo = slice(0) if fila is None else slice(*self.particion[fila : fila + 2].tolist())
        documentos = self.documentos[tramo]
        return documentos, self.veces[tramo] / self.totales[documentos]


def crear_densidad(textos: Sequence[TextoAnalizado]) -> TablaDensidad:
    """Flatten what each document's text counts into one table sorted by density."""
    terminos: defaultdict[str, int] = defaultdict(count().__next__)  # numbered by first use
    todos = chain.from_iterable(texto.terminos for texto in textos)
    filas = np.fromiter(map(terminos.__getitem__, todos), dtype=np.int32)
    cantidades = [len(texto.terminos) for texto in textos]
    documentos = np.repeat(np.arange(len(textos), dtype=np.int32), cantidades)
    veces = np.concatenate([_NINGUNA, *(texto.veces for texto in textos)])
    totales = np.array([texto.veces.sum() for texto in textos], dtype=np.float64)
    orden = np.lexsort((-documentos, -(veces / totales[documentos]), filas))
    cuentas = np.bincount(filas, minlength=len(terminos))
    return TablaDensidad(
        terminos=MappingProxyType(dict(terminos)),
        particion=np.concatenate(([0], np.cumsum(cuentas))).astype(np.int32),
        documentos=documentos[orden],
        veces=veces[orden],
        totales=totales,
    )
