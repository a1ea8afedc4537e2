"""The words of a library → the terms that they are found by, each with a row of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from siaa.biblioteca.lengua.terminos import terminos_de_corrida
from siaa.biblioteca.valores import Enteros

SIN_FILA: Final = -1


@dataclass(frozen=True, slots=True)
class Lexico:
    """The terms of R distinct runs of letters and digits.

    filas: term → row. primera, segunda: `(R,)`, rows of a run's one or two terms; `SIN_FILA`
    where there is none.
    """

    filas: Mapping[str, int]
    primera: Enteros
    segunda: Enteros


def crear_lexico(corridas: Sequence[str], referencias: Sequence[str]) -> Lexico:
    """Give every term of the runs, and every legal unit that is named, a row."""
    filas: dict[str, int] = {}
    primera, segunda = (np.full(len(corridas), SIN_FILA, dtype=np.int32) for _ in range(2))
    for numero, corrida in enumerate(corridas):
        propios = terminos_de_corrida(corrida)
        for columna, termino in zip((primera, segunda), propios, strict=False):
            columna[numero] = filas.setdefault(termino, len(filas))
    for termino in referencias:
        filas.setdefault(termino, len(filas))
    return Lexico(filas, primera, segunda)
