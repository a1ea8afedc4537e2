"""Short texts that say what something is called: names of documents, headings of sections."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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

    def de(self, palabras: Sequence[str]) -> frozenset[str]:
        """Return the distinct terms of some runs."""
        return frozenset(termino for corrida in palabras for termino in self[corrida])


@dataclass(frozen=True, slots=True)
class TablaCampo:
    """N short texts, each the property of a document or a section.

    dueno: `(N,)`, whose text it is, ascending. terminos: the distinct terms of each text.
    frases: its words, small ones included, between single spaces.
    idf: term → how telling it is, counted over owners. total: `(N,)`, sum of the idf of a text.
    textos: term → numbers of the texts that have it, ascending.
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
    for dueno, suyos in enumerate(textos):
        for texto in suyos:
            palabras = corridas(plegar(texto))
            if grupo := terminos.de(palabras):
                frases.setdefault((dueno, grupo), f" {' '.join(palabras)} ")
    propios = list(frases)
    con_termino = Counter(t for _, t in {(n, t) for n, grupo in propios for t in grupo})
    listas: defaultdict[str, list[int]] = defaultdict(list)
    for numero, (_, grupo) in enumerate(propios):
        for termino in grupo:
            listas[termino].append(numero)
    cuentas = np.array(list(con_termino.values()), dtype=np.int64)
    idf = dict(zip(con_termino, idf_probabilistico(len(textos), cuentas).tolist(), strict=True))
    return TablaCampo(
        dueno=np.array([n for n, _ in propios], dtype=np.int32),
        terminos=tuple(grupo for _, grupo in propios),
        frases=tuple(frases.values()),
        idf=MappingProxyType(idf),
        total=np.array([sum(idf[t] for t in grupo) for _, grupo in propios], dtype=np.float64),
        textos=MappingProxyType({t: np.array(ns, dtype=np.int32) for t, ns in listas.items()}),
    )
