"""A document's chunks as `clasica` compares them: folded, with where any word stands in each."""

import re
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from siaa.biblioteca.fragmentador import Fragmento
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.valores import Enteros, TablaFragmentos

ARTICULO_CON_GRADO = 2
ARTICULO_SIN_GRADO = 1

# The literal start of each pattern lets the search skip ahead; `(?<!\wart)` is `\b` before it.
_CON_GRADO = re.compile(r"art(?<!\wart)(?:iculo\s+|\.\s*)\d+\s*[°º]")
_SIN_GRADO = re.compile(r"art(?<!\wart)(?:iculo\s+|\.\s*)\d+")
_LISTA_AL_INICIO = re.compile(r"\s*\d+[.)]\s+\S")
_LISTA_TRAS_SALTO = re.compile(r"\n[^\S\n]*+\d+[.)]\s+\S")


@lru_cache(maxsize=64)  # a question asks for two or three documents
def tabular(contenido: str, fragmentos: tuple[Fragmento, ...]) -> TablaFragmentos:
    """Build the table of a document from its text and its chunks.

    The text is folded in pieces, so that the limits are exact where folding changes lengths.
    """
    limites = np.array([(f.inicio, f.fin) for f in fragmentos], dtype=np.int32).reshape(-1, 2)
    cortes = np.unique(np.append(limites, (0, len(contenido))))
    piezas = [
        plegar(contenido[inicio:fin])
        for inicio, fin in zip(cortes[:-1].tolist(), cortes[1:].tolist(), strict=True)
    ]
    avance = np.concatenate(([0], np.cumsum([len(pieza) for pieza in piezas])))
    plegado, limites = "".join(piezas), avance[np.searchsorted(cortes, limites)].astype(np.int32)
    trozos = [plegado[inicio:fin] for inicio, fin in limites.tolist()]
    return TablaFragmentos(
        plegado=plegado,
        limites=limites,
        articulo=np.array([_grado(trozo) for trozo in trozos], dtype=np.int8),
        lista=np.array([_tiene_lista(trozo) for trozo in trozos], dtype=np.bool_),
    )


def _grado(trozo: str) -> int:
    if "art" not in trozo:
        return 0
    if _CON_GRADO.search(trozo):
        return ARTICULO_CON_GRADO
    return ARTICULO_SIN_GRADO if _SIN_GRADO.search(trozo) else 0


def _tiene_lista(trozo: str) -> bool:
    hallada = _LISTA_AL_INICIO.match(trozo) or _LISTA_TRAS_SALTO.search(trozo)
    return hallada is not None


def _hallar(texto: str, parte: str) -> Iterator[int]:
    """Yield where a part of a text starts, ascending, overlapping ones included."""
    lugar = texto.find(parte)
    while lugar != -1:
        yield lugar
        lugar = texto.find(parte, lugar + 1)


def contar(tabla: TablaFragmentos, palabra: str) -> Enteros:
    """Count `palabra` in each chunk as `str.count` would."""
    lugares = np.fromiter(_hallar(tabla.plegado, palabra), dtype=np.int32)
    if not len(lugares):
        return np.zeros(len(tabla.limites), dtype=np.int32)
    inicios, fines = tabla.limites[:, 0], tabla.limites[:, 1]
    desde = lugares.searchsorted(inicios, side="left")
    hasta = lugares.searchsorted(fines - len(palabra), side="right")
    cuentas: Enteros = np.maximum(hasta - desde, 0).astype(np.int32)
    if len(lugares) > 1 and int(np.diff(lugares).min()) < len(palabra):
        for numero in np.flatnonzero(cuentas > 1).tolist():
            cuentas[numero] = trozo(tabla, numero).count(palabra)
    return cuentas


def trozo(tabla: TablaFragmentos, numero: int) -> str:
    """Return the folded text of chunk `numero`."""
    inicio, fin = tabla.limites[numero].tolist()
    return tabla.plegado[inicio:fin]
