"""Keywords: the terms that tell a document from others of its collection; those of a question."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import count

import numpy as np

from siaa.biblioteca.lengua.texto import tokenizar
from siaa.biblioteca.valores import AjustesBiblioteca, Conteo, Enteros, Reales


def idf_suavizado(total: int, con_termino: int) -> float:
    """Smoothed inverse document frequency, `ln((N + 1) / (df + 1)) + 1` (scikit-learn's form)."""
    return math.log((total + 1) / (con_termino + 1)) + 1


def calcular_tfidf_coleccion(documentos: Mapping[str, Mapping[str, str]]) -> dict[str, list[str]]:
    """Return the keywords of each document of one collection, best first.

    `documentos` maps a name to `{"contenido": text}`. Score `tf · idf` with `tf` = frequency /
    total terms and `idf_suavizado` within the collection; the 20 best of the terms that occur at
    least twice and have 3 characters or more, ties in alphabetical order.
    """
    numeros: defaultdict[str, int] = defaultdict(count().__next__)
    textos = [[numeros[t] for t in tokenizar(d["contenido"])] for d in documentos.values()]
    conteos = [np.unique(np.array(t, dtype=np.int32), return_counts=True) for t in textos]
    claves = palabras_clave_coleccion(list(numeros), conteos, AjustesBiblioteca())
    return {nombre: list(suyas) for nombre, suyas in zip(documentos, claves, strict=True)}


def palabras_clave_coleccion(
    palabras: Sequence[str], conteos: Sequence[Conteo], ajustes: AjustesBiblioteca
) -> list[tuple[str, ...]]:
    """Return the keywords of each document of one collection, counted; palabras: by number."""
    con_termino = np.zeros(len(palabras), dtype=np.int64)
    for numeros, _ in conteos:
        con_termino[numeros] += 1
    posibles = [idf_suavizado(len(conteos), df) for df in range(len(conteos) + 1)]
    idf = np.array(posibles)[con_termino]
    return [_mejores(palabras, conteo, idf, ajustes) for conteo in conteos]


def _mejores(
    palabras: Sequence[str], conteo: Conteo, idf: Reales, ajustes: AjustesBiblioteca
) -> tuple[str, ...]:
    numeros, veces = conteo
    bastan = veces >= ajustes.min_freq_keyword
    suyas = numeros[bastan]
    puntajes = -(veces[bastan] / veces.sum()) * idf[suyas]
    puntuadas = zip(puntajes.tolist(), map(palabras.__getitem__, suyas.tolist()), strict=True)
    largas = (par for par in puntuadas if len(par[1]) >= ajustes.min_len_keyword)
    return tuple(t for _, t in nsmallest(ajustes.top_keywords_por_doc, largas))


@dataclass(frozen=True, slots=True)
class TablaClaves:
    """Keyword → numbers of the documents that have it. largos: the lengths that keywords have."""

    documentos: Mapping[str, Enteros]
    largos: tuple[int, ...]

    def presentes(self, texto: str) -> list[str]:
        """Return the keywords that occur in `texto` as substrings, each once, alphabetically."""
        largo = len(texto)
        partes = {texto[n : n + k] for k in self.largos for n in range(largo - k + 1)}
        return sorted(partes & self.documentos.keys())


def tabular_claves(documentos: Mapping[str, Enteros]) -> TablaClaves:
    """Note how long keywords are (already folded; an empty one is never found)."""
    return TablaClaves(documentos, tuple({len(clave) for clave in documentos if clave}))
