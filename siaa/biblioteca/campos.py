"""Short texts that say what something is called: names of documents, headings of sections."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, pairwise
from types import MappingProxyType

import numpy as np

from siaa.biblioteca.bm25 import idf_probabilistico
from siaa.biblioteca.lengua import terminos_de_corrida
from siaa.biblioteca.texto import corridas, plegar
from siaa.biblioteca.valores import Enteros, Reales


class _Terminos(dict[str, tuple[str, ...]]):
    """Run → its terms, worked out once each."""

    def __missing__(self, corrida: str) -> tuple[str, ...]:
        self[corrida] = terminos_de_corrida(corrida)
        return self[corrida]

    def de(self, palabras: Sequence[str]) -> tuple[str, ...]:
        """Return the distinct terms of some runs, in order of first use."""
        return tuple(dict.fromkeys(chain.from_iterable(map(self.__getitem__, palabras))))


@dataclass(frozen=True, slots=True)
class TablaCampo:
    """N short texts, each the property of a document or a section.

    dueno: `(N,)`, whose text it is, ascending. terminos: the distinct terms of each text.
    frases: its words, small ones included, between single spaces.
    idf: term → how telling it is, counted over owners. total: `(N,)`, sum of the idf of a text.
    textos: term → numbers of the texts that have it, ascending; the same terms as `idf`.
    """

    dueno: Enteros
    terminos: Sequence[frozenset[str]]
    frases: Sequence[str]
    idf: Mapping[str, float]
    total: Reales
    textos: Mapping[str, Enteros]

    def de(self, dueno: int) -> tuple[frozenset[str], ...]:
        """Return the terms of each text of one owner."""
        desde, hasta = np.searchsorted(self.dueno, (dueno, dueno + 1)).tolist()
        return tuple(self.terminos[desde:hasta])


def crear_campo(textos: Sequence[Sequence[str]]) -> TablaCampo:
    """Build the table of `textos[owner]`: the texts that each owner has."""
    terminos = _Terminos()
    frases: dict[tuple[int, frozenset[str]], str] = {}
    en_orden: list[tuple[str, ...]] = []
    for dueno, suyos in enumerate(textos):
        for texto in suyos:
            palabras = corridas(plegar(texto))
            propios = terminos.de(palabras)
            clave = (dueno, frozenset(propios))
            if propios and clave not in frases:
                frases[clave] = f" {' '.join(palabras)} "
                en_orden.append(propios)
    duenos = np.array([dueno for dueno, _ in frases], dtype=np.int32)
    filas: defaultdict[str, int] = defaultdict(count().__next__)  # numbered by first use
    fila = np.fromiter(map(filas.__getitem__, chain.from_iterable(en_orden)), dtype=np.int32)
    numero = np.repeat(np.arange(len(duenos), dtype=np.int32), [len(ts) for ts in en_orden])
    orden = np.argsort(fila, kind="stable")
    cuales = numero[orden]
    idf = idf_probabilistico(len(textos), _duenos_con(fila[orden], duenos[cuales], len(filas)))
    cortes = np.concatenate(([0], np.cumsum(np.bincount(fila, minlength=len(filas))))).tolist()
    listas = (cuales[desde:hasta] for desde, hasta in pairwise(cortes))
    return TablaCampo(
        dueno=duenos,
        terminos=tuple(grupo for _, grupo in frases),
        frases=tuple(frases.values()),
        idf=MappingProxyType(dict(zip(filas, idf.tolist(), strict=True))),
        total=np.bincount(numero, idf[fila], minlength=len(duenos)).astype(np.float64),
        textos=MappingProxyType(dict(zip(filas, listas, strict=True))),
    )


def _duenos_con(filas: Enteros, duenos: Enteros, cuantas: int) -> Enteros:
    """Count the owners of each row; both columns are sorted by row and then by owner."""
    primeros = np.ones(len(filas), dtype=np.bool_)
    primeros[1:] = (filas[1:] != filas[:-1]) | (duenos[1:] != duenos[:-1])
    return np.bincount(filas[primeros], minlength=cuantas)
