"""A library as it is indexed: which passages are where, and what they are to a vector server."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from siaa.biblioteca.estructura.rebanadas import Rebanada
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.tablas.pasajes import B_PASAJE, K1_PASAJE, TablaPasajes
from siaa.biblioteca.valores import Enteros, Reales
from siaa.rutas import GENERICO, Rutas

Hecho = TypeVar("Hecho")


class PorBiblioteca(Generic[Hecho]):
    """What is made of a library once, while it is in use; a part (`acotar`) has what the whole has.

    Two threads that ask first both make it: what they make is equal.
    """

    def __init__(self, hacer: Callable[[Indice], Hecho]) -> None:
        self._hacer = hacer
        self._hechos = WeakKeyDictionary[TablaPasajes, Hecho]()

    def de(self, indice: Indice) -> Hecho:
        """Return what was made of a library."""
        if (hecho := self._hechos.get(indice.pasajes)) is None:
            self._hechos[indice.pasajes] = hecho = self._hacer(indice)
        return hecho


@dataclass(frozen=True, slots=True)
class Distribucion:
    """Where everything in a library goes.

    rebanadas, indices: of each document, its kind and the index that its slices are in.
    colecciones: name → the documents of its passages, and the passages, ascending.
    """

    rebanadas: tuple[Rebanada, ...]
    indices: tuple[str, ...]
    colecciones: Mapping[str, tuple[Enteros, Enteros]]

    def dentro(self, nombre: str) -> dict[str, Enteros]:
        """Return which of the passages of each collection are in an index."""
        suyos = np.array([nombre in (GENERICO, propio) for propio in self.indices], dtype=np.bool_)
        return {c: np.flatnonzero(suyos[duenos]) for c, (duenos, _) in self.colecciones.items()}


def distribuir(indice: Indice, rutas: Rutas, avisar: Callable[[str], None]) -> Distribucion:
    """Classify the documents of a library; avisar: told of what falls back."""
    documentos = tuple(indice.documentos.values())
    rebanadas = tuple(map(rutas.clasificar, documentos))
    tipos = dict.fromkeys(rebanada.slice_type for rebanada in rebanadas)
    de_tipo = {tipo: rutas.ruta_de_tipo(tipo) for tipo in tipos}
    for _, aviso in de_tipo.values():
        avisar(aviso)
    numeros: defaultdict[str, list[int]] = defaultdict(list)
    for documento, tramo in zip(documentos, pairwise(indice.pasajes.pasajes.tolist()), strict=True):
        numeros[documento.coleccion] += range(*tramo)
    por_nombre = {nombre: np.array(n, dtype=np.int64) for nombre, n in numeros.items()}
    return Distribucion(
        rebanadas,
        tuple(de_tipo[rebanada.slice_type][0].indice for rebanada in rebanadas),
        {nombre: (indice.pasajes.dueno[p], p) for nombre, p in por_nombre.items()},
    )


def dispersos(tabla: TablaPasajes) -> tuple[Enteros, Reales, Enteros]:
    """Return the rows of every passage with their whole BM25, and where those of each begin."""
    cuantas = np.diff(tabla.desde[tabla.particion])
    fila = np.repeat(np.arange(len(cuantas)), cuantas)
    impacto = tabla.por_pasaje.impacto(tabla.pasaje, tabla.veces, K1_PASAJE, B_PASAJE)
    pesos = tabla.idf_pasaje[fila] * impacto
    orden = np.argsort(tabla.pasaje, kind="stable")
    comienzos = np.searchsorted(tabla.pasaje[orden], np.arange(len(tabla.limites) + 1))
    return fila[orden], pesos[orden], comienzos


@dataclass(frozen=True, slots=True)
class Ficha:
    """What a server was filled with under the name of a profile.

    modelo: how its vectors were made (`Perfil.hechura`); muestra: what tells it from others of its
    name. marca: of which documents, with which weights of words; every point has it. puntos: how
    many there are once it is filled.
    """

    modelo: str
    muestra: tuple[float, ...]
    marca: str
    puntos: int


@dataclass(frozen=True, slots=True)
class Punto:
    """A passage: its vector, its rows of the vocabulary with their whole BM25, what it says.

    datos: `doc`, `coleccion`, `indice` and `marca`, which it may be asked for by, and more.
    """

    id: str
    denso: Reales
    filas: Enteros
    pesos: Reales
    datos: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sondeo:
    """A vector, or rows of the vocabulary with weights; filtros: what `datos` may say."""

    filtros: Mapping[str, Sequence[str]]
    denso: Reales | None = None
    disperso: tuple[Sequence[int], Sequence[float]] = ((), ())


Cercanos = list[tuple[str, float]]
"""Points by id with their inner product, greatest first, equal ones in any order."""
