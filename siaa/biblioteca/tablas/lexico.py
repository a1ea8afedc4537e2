"""The words of a library → the terms that they are found by, each with a row of its own."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from siaa.biblioteca.lengua.terminos import terminos_de_corrida
from siaa.biblioteca.valores import Enteros, Huellas

FORMA: Final = "="
"""First character of the term of a word as it is written, beside the one of its stem."""
SIN_FILA: Final = -1


@dataclass(frozen=True, slots=True)
class Lexico:
    """The terms of R distinct runs of letters and digits.

    filas: term → row. A word as written, after `FORMA`, has the row of its stem when the library
    writes that stem in no other way: the two would say the same.
    primera, segunda: `(R,)`, rows of a run's one or two terms. forma: row of it as written, where
    that is not the row of its stem. `SIN_FILA` where there is none.
    resumen: `(R,)`, a fingerprint of each run.
    """

    filas: Mapping[str, int]
    primera: Enteros
    segunda: Enteros
    forma: Enteros
    resumen: Huellas


def crear_lexico(corridas: Sequence[str], referencias: Sequence[str]) -> Lexico:
    """Give every term of the runs, and every legal unit that is named, a row."""
    terminos = [terminos_de_corrida(corrida) for corrida in corridas]
    formas = Counter(termino for propios in terminos for termino in propios)
    filas: dict[str, int] = {}
    primera, segunda, forma = (np.full(len(corridas), SIN_FILA, dtype=np.int32) for _ in range(3))
    for numero, (corrida, propios) in enumerate(zip(corridas, terminos, strict=True)):
        if not propios:
            continue
        primera[numero] = fila = filas.setdefault(propios[0], len(filas))
        if len(propios) > 1:
            segunda[numero] = filas.setdefault(propios[1], len(filas))
        elif corrida.isalpha() and formas[propios[0]] == 1:
            filas[FORMA + corrida] = fila
        elif corrida.isalpha():
            forma[numero] = filas[FORMA + corrida] = len(filas)
    for termino in referencias:
        filas.setdefault(termino, len(filas))
    resumen = np.array([_resumen(corrida) for corrida in corridas], dtype=np.uint64)
    return Lexico(filas, primera, segunda, forma, resumen)


def _resumen(corrida: str) -> int:
    return int.from_bytes(hashlib.blake2b(corrida.encode(), digest_size=8).digest())
