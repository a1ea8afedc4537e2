"""Near-copies that a question does not tell apart, and what all of them say word for word. Pure."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.tablas.bm25 import idf_probabilistico
from siaa.biblioteca.tablas.gemelos import SIN_GRUPO
from siaa.recuperacion.estrategia import Busqueda
from siaa.valores import ChunkPuntuado, DocumentoPuntuado
from siaa.vectores import NivelesDeCanal

CERCA: Final = 0.8
"""Share of the best text score in a group from which on another says as much of the question."""
CASI: Final = 0.85
"""Share of the best score of all from which on the best of a group is close to it."""
NOMBRADO: Final = 1.0
"""What a name says more of a question than any other, in words that only one name of the library
has, from which on the question calls its document by it."""
IGUAL: Final = 0.95
"""Share of the most that any of a group answers for from which on another answers for as much."""


def indistintos(
    indice: Indice, elegidos: Sequence[DocumentoPuntuado], busqueda: Busqueda
) -> tuple[str, ...]:
    """Return the documents that a question may be about with equal right, best first; or none.

    elegidos: those chosen for it. They are the near-copies (`TablaPasajes.grupo`) that no other of
    their group surpasses, in what they say of it and in how much of it they answer for, where one
    is the best document or close to it and the question calls none by its name; before them, what
    scores better but answers for no more.
    """
    grupo = next((g for e in elegidos if (g := _grupo(indice, e.doc)) != SIN_GRUPO), SIN_GRUPO)
    if grupo == SIN_GRUPO or busqueda.citados:
        return ()
    todos, partes = busqueda.enrutar(len(indice.claves)).documentos, busqueda.respaldos()
    suyos = [o for o in todos if _grupo(indice, o.doc) == grupo and o.doc in partes]
    unidad = float(idf_probabilistico(len(indice.claves), np.ones(1, dtype=np.int64))[0])
    primero, segundo = (*sorted((_niveles(o)[0] for o in suyos), reverse=True), 0.0, 0.0)[:2]
    nombrado = primero - segundo >= NOMBRADO * unidad
    if not suyos or nombrado or suyos[0].puntaje < CASI * todos[0].puntaje:
        return ()
    parte = max(partes[otro.doc] for otro in suyos)
    valores = [(_niveles(otro)[1], partes[otro.doc]) for otro in suyos]
    mejores = [mejor.doc for mejor in todos[: todos.index(suyos[0])]]
    iguales = [
        otro.doc
        for otro, suyo in zip(suyos, valores, strict=True)
        if not any(supera(mejor, suyo) for mejor in valores)
    ]
    if len(iguales) < 2 or any(IGUAL * partes.get(doc, 0.0) > parte for doc in mejores):
        return ()
    return (*mejores, *iguales)


def supera(uno: tuple[float, float], otro: tuple[float, float]) -> bool:
    """Tell whether one says clearly more of a question, or answers for more, and in neither less.

    What says most may answer for less than another: then the question tells neither apart.
    """
    mas = CERCA * uno[0] > otro[0], IGUAL * uno[1] > otro[1]
    menos = CERCA * otro[0] > uno[0] or IGUAL * otro[1] > uno[1]
    return any(mas) and not menos


def _niveles(documento: DocumentoPuntuado) -> tuple[float, float]:
    """Return what its name and its text give a document; nothing where they are not told apart."""
    niveles = documento.niveles
    if isinstance(niveles, NivelesDeCanal):
        return 0.0, 0.0
    return niveles.nombre, niveles.keywords + niveles.densidad


def _grupo(indice: Indice, doc: str) -> int:
    return int(indice.pasajes.grupo[indice.numero(doc)])


def es_comun(indice: Indice, doc: str, chunk: ChunkPuntuado, otros: Sequence[str]) -> bool:
    """Tell whether all passages of a fragment stand word for word in some other documents."""
    primero = int(indice.pasajes.pasajes[indice.numero(doc)])
    propios = indice.documentos[doc].texto.estructura.pasajes_en(chunk.inicio, chunk.fin)
    return all(_lo_dice(indice, doc, primero + n, otro) for n in propios for otro in otros)


def _lo_dice(indice: Indice, doc: str, pasaje: int, otro: str) -> bool:
    tabla, dicho = indice.pasajes, _palabras(indice, doc, pasaje)
    suyos = np.flatnonzero(tabla.dueno == indice.numero(otro))
    iguales = suyos[tabla.huella[suyos] == tabla.huella[pasaje]]
    return any(_palabras(indice, otro, n) == dicho for n in iguales.tolist())


def _palabras(indice: Indice, doc: str, pasaje: int) -> list[str]:
    limites = indice.pasajes.limites[pasaje].tolist()
    return corridas(plegar(indice.documentos[doc].sano(*limites)))
