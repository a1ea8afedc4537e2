"""Near-copies that a question does not tell apart, and what all of them say word for word. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
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
"""What a name says of a question, in words that only one name of the library has, from which on
the question calls its document by it."""
VECES: Final = 2.0
"""How many times as much that is as what any other name of its group says."""
ALUDIDO, PARECIDO = 0.05, 0.25
"""What a name says of a turn that alludes to several of a group, at least, and its share of what
the one that says most does."""
IGUAL: Final = 0.95
"""Share of the most that any of a group answers for from which on another answers for as much."""


def elegir(
    indice: Indice,
    elegidos: Sequence[DocumentoPuntuado],
    busqueda: Busqueda,
    turnos: Iterable[Busqueda] = (),
) -> tuple[tuple[DocumentoPuntuado, ...], tuple[str, ...]]:
    """Return the documents of a question, and those that it may be about with equal right.

    elegidos: those chosen for it, best first. turnos: the searches of the questions that it is made
    of, last first. Where one calls a near-copy (`TablaPasajes.grupo`) by its name, that one stands
    for all of them; or else those are of equal right that it alludes to, or no turn does and they
    are not told apart (`_indistintos`).
    """
    grupo = next((g for e in elegidos if (g := _grupo(indice, e.doc)) != SIN_GRUPO), SIN_GRUPO)
    if grupo == SIN_GRUPO or busqueda.citados:
        return tuple(elegidos), ()
    todos = busqueda.enrutar(len(indice.claves)).documentos
    suyos = [otro for otro in todos if _grupo(indice, otro.doc) == grupo]
    unidad = float(idf_probabilistico(len(indice.claves), np.ones(1, dtype=np.int64))[0])
    for dicha in chain(turnos, (busqueda,)):
        hallados = dicha.enrutar(len(indice.claves)).documentos
        nombres = {otro.doc: _niveles(otro)[0] for otro in hallados}
        primero, *otros = sorted(suyos, key=lambda o: -nombres.get(o.doc, 0.0))
        mejor = nombres.get(primero.doc, 0.0)
        segundo = max((nombres.get(otro.doc, 0.0) for otro in otros), default=0.0)
        if mejor >= max(NOMBRADO * unidad, VECES * segundo):
            return _puestos(elegidos, suyos, [primero]), ()
        minimo = max(ALUDIDO * unidad, PARECIDO * mejor)
        iguales = [otro for otro in suyos if nombres.get(otro.doc, 0.0) >= minimo]
        if dicha is not busqueda and len(iguales) > 1:
            cerca = suyos[0].puntaje >= CASI * todos[0].puntaje
            return _puestos(elegidos, suyos, iguales), tuple(o.doc for o in iguales if cerca)
    return tuple(elegidos), _indistintos(todos, suyos, busqueda.respaldos())


def _puestos(
    elegidos: Sequence[DocumentoPuntuado],
    suyos: Sequence[DocumentoPuntuado],
    dichos: Sequence[DocumentoPuntuado],
) -> tuple[DocumentoPuntuado, ...]:
    """Return as many documents, where those of a group that are meant stand for all of it."""
    puestos = dict.fromkeys(d for e in elegidos for d in (dichos if e in suyos else [e]))
    return tuple(puestos)[: len(elegidos)]


def _indistintos(
    todos: Sequence[DocumentoPuntuado],
    suyos: Sequence[DocumentoPuntuado],
    partes: Mapping[str, float],
) -> tuple[str, ...]:
    """Return the near-copies that a question does not tell apart, best first; or none.

    They are those that no better one surpasses, in what they say of it and in how much of it they
    answer for, where one is the best document or close to it; before them, what scores better but
    answers for no more: then none at all may surpass them. One alone is the best document.
    """
    suyos = [otro for otro in suyos if otro.doc in partes]
    if not suyos or suyos[0].puntaje < CASI * todos[0].puntaje:
        return ()
    parte = max(partes[otro.doc] for otro in suyos)
    valores = [(_niveles(otro)[1], partes[otro.doc]) for otro in suyos]
    mejores = [mejor.doc for mejor in todos[: todos.index(suyos[0])]]
    iguales = [
        otro.doc
        for n, otro in enumerate(suyos)
        if not any(supera(mejor, valores[n]) for mejor in valores[: None if mejores else n])
    ]
    sobra = len(iguales) < 2 or any(IGUAL * partes.get(doc, 0.0) > parte for doc in mejores)
    return () if mejores and sobra else (*mejores, *iguales)


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


def hermanos(indice: Indice, doc: str, chunk: ChunkPuntuado) -> tuple[str, ...]:
    """Return the near-copies of a document that say all of a fragment word for word."""
    otros = (indice.claves[n] for n in indice.pasajes.copias(indice.numero(doc)))
    return tuple(otro for otro in otros if es_comun(indice, doc, chunk, [otro]))


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
