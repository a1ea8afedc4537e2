"""A document's chunks as `clasica` compares them: folded, with what each one has."""

import re
from functools import lru_cache

import numpy as np

from siaa.biblioteca.fragmentador import Fragmento
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.valores import Enteros, TablaFragmentos

ARTICULO_CON_GRADO = 2
ARTICULO_SIN_GRADO = 1

_ARTICULO = re.compile(r"\bart(?:iculo\s+|\.\s*)\d+(\s*[°º])?")
_LISTA = re.compile(r"^\s*\d+[.)]\s+\S", re.MULTILINE)


@lru_cache(maxsize=64)  # a question asks for two or three documents
def tabular(contenido: str, fragmentos: tuple[Fragmento, ...]) -> TablaFragmentos:
    """Build the table of a document from its text and its chunks."""
    trozos = tuple(plegar(contenido[f.inicio : f.fin]) for f in fragmentos)
    return TablaFragmentos(
        trozos=trozos,
        articulo=np.array([_grado(trozo) for trozo in trozos], dtype=np.int8),
        lista=np.array([_LISTA.search(trozo) is not None for trozo in trozos], dtype=np.bool_),
    )


def _grado(trozo: str) -> int:
    grados = {bool(hallado[1]) for hallado in _ARTICULO.finditer(trozo)}
    return ARTICULO_CON_GRADO if True in grados else ARTICULO_SIN_GRADO if grados else 0


def contar(tabla: TablaFragmentos, palabra: str) -> Enteros:
    """Count `palabra` in each chunk as `str.count` does."""
    return np.array([trozo.count(palabra) for trozo in tabla.trozos], dtype=np.int32)
