"""Short texts that say what something is called: names of documents, headings of sections."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count, pairwise
from types import MappingProxyType

import numpy as np

from siaa.biblioteca.lengua.terminos import terminos_de_corrida
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.tablas.bm25 import idf_probabilistico
from siaa.biblioteca.tablas.palabras import cambian
from siaa.biblioteca.valores import Enteros, Reales


@dataclass(frozen=True, slots=True)
class TablaCampo:
    """N short texts, each the property of a document or a section.

    dueno: `(N,)`, whose text it is, ascending. text k has the terms `palabras[n]` for n in
        `numeros[particion[k]:particion[k + 1]]`.
    idf: term → how telling it is, counted over owners. total: `(N,)`, sum of the idf of a text.
    textos: term → numbers of the texts that have it, ascending; the same terms as `idf`.
    """

    dueno: Enteros
    particion: Enteros
    numeros: Enteros
    palabras: tuple[str, ...]
    idf: Mapping[str, float]
    total: Reales
    textos: Mapping[str, Enteros]

    def de(self, dueno: int) -> tuple[frozenset[str], ...]:
        """Return the terms of each text of one owner."""
        # Limits of another type would make numpy copy all the numbers.
        limites = np.array((dueno, dueno + 1), dtype=self.dueno.dtype)
        return tuple(map(self.terminos, range(*self.dueno.searchsorted(limites).tolist())))

    def terminos(self, texto: int) -> frozenset[str]:
        """Return the distinct terms of one text."""
        desde, hasta = self.particion[texto : texto + 2].tolist()
        return frozenset(map(self.palabras.__getitem__, self.numeros[desde:hasta].tolist()))


def crear_campo(textos: Sequence[Sequence[str]]) -> TablaCampo:
    """Build the table of `textos[owner]`: the texts that each owner has."""
    terminos = cache(terminos_de_corrida)  # of very many runs, each is worked out once
    duenos: list[int] = []
    en_orden: list[tuple[str, ...]] = []
    for dueno, suyos in enumerate(textos):
        vistos: set[frozenset[str]] = set()
        for texto in suyos:
            de_texto = map(terminos, corridas(plegar(texto)))
            propios = tuple(dict.fromkeys(chain.from_iterable(de_texto)))
            if propios and (clave := frozenset(propios)) not in vistos:
                vistos.add(clave)
                duenos.append(dueno)
                en_orden.append(propios)
    return _tabular(np.array(duenos, dtype=np.int32), en_orden, len(textos))


def _tabular(duenos: Enteros, terminos: Sequence[tuple[str, ...]], total: int) -> TablaCampo:
    filas: defaultdict[str, int] = defaultdict(count().__next__)  # numbered by first use
    fila = np.fromiter(map(filas.__getitem__, chain.from_iterable(terminos)), dtype=np.int32)
    cuantos = np.fromiter(map(len, terminos), dtype=np.int64)
    numero = np.repeat(np.arange(len(duenos), dtype=np.int32), cuantos)
    cuales = numero[np.argsort(fila, kind="stable")]
    pares = np.sort(fila.astype(np.int64) * max(total, 1) + duenos[numero])
    con_termino = np.bincount(pares[cambian(pares)] // max(total, 1), minlength=len(filas))
    idf = idf_probabilistico(total, con_termino)
    cortes = np.concatenate(([0], np.cumsum(np.bincount(fila, minlength=len(filas))))).tolist()
    listas = (cuales[desde:hasta] for desde, hasta in pairwise(cortes))
    return TablaCampo(
        dueno=duenos,
        particion=np.concatenate(([0], np.cumsum(cuantos))).astype(np.int32),
        numeros=fila.astype(np.int32),
        palabras=tuple(filas),
        idf=MappingProxyType(dict(zip(filas, idf.tolist(), strict=True))),
        total=np.bincount(numero, idf[fila], minlength=len(duenos)).astype(np.float64),
        textos=MappingProxyType(dict(zip(filas, listas, strict=True))),
    )
