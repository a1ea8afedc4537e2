"""Keywords: the terms that tell a document from others of its collection; those of a question."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import nsmallest

from siaa.biblioteca.lengua.texto import tokenizar
from siaa.biblioteca.valores import AjustesBiblioteca, Enteros


def idf_suavizado(total: int, con_termino: int) -> float:
    """Smoothed inverse document frequency, `ln((N + 1) / (df + 1)) + 1` (scikit-learn's form)."""
    return math.log((total + 1) / (con_termino + 1)) + 1


def calcular_tfidf_coleccion(documentos: Mapping[str, Mapping[str, str]]) -> dict[str, list[str]]:
    """Return the keywords of each document of one collection, best first.

    `documentos` maps a name to `{"contenido": text}`. Score `tf · idf` with `tf` = frequency /
    total terms and `idf_suavizado` within the collection; the 20 best of the terms that occur at
    least twice and have 3 characters or more, ties in alphabetical order.
    """
    conteos = {n: Counter(tokenizar(d["contenido"])) for n, d in documentos.items()}
    claves = palabras_clave_coleccion(conteos, AjustesBiblioteca())
    return {nombre: list(palabras) for nombre, palabras in claves.items()}


def palabras_clave_coleccion(
    conteos: Mapping[str, Mapping[str, int]], ajustes: AjustesBiblioteca
) -> dict[str, tuple[str, ...]]:
    """Return the keywords of each document of one collection from its term counts."""
    frecuencia = Counter(termino for conteo in conteos.values() for termino in conteo)
    idf = {t: idf_suavizado(len(conteos), df) for t, df in frecuencia.items()}
    return {n: _mejores(conteo, idf, ajustes) for n, conteo in conteos.items()}


def _mejores(
    conteo: Mapping[str, int], idf: Mapping[str, float], ajustes: AjustesBiblioteca
) -> tuple[str, ...]:
    total = sum(conteo.values())
    puntuados: Iterable[tuple[float, str]] = (
        (-(frecuencia / total) * idf[termino], termino)
        for termino, frecuencia in conteo.items()
        if frecuencia >= ajustes.min_freq_keyword and len(termino) >= ajustes.min_len_keyword
    )
    return tuple(t for _, t in nsmallest(ajustes.top_keywords_por_doc, puntuados))


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
