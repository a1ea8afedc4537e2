"""The engine of one office: all vectors in memory, every one compared. Exact."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from siaa.almacen.fusion import en_orden, mejores, por_puestos
from siaa.almacen.hash import vector_de_pregunta, vectores_de_pasajes
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.tablas.bm25 import saturar
from siaa.biblioteca.tablas.pasajes import B_PASAJE, K1_PASAJE, TablaPasajes
from siaa.biblioteca.valores import Enteros, Reales
from siaa.vectores import Lista, PasajeHallado, Pedido

DIMENSION: Final = 1024
POR_LISTA: Final = 20
POR_COLECCION: Final = 10
EN_TODAS: Final = 20
BIBLIOTECAS: Final = 2
"""Libraries whose vectors are kept: the one in force and the one that a reload tries out."""


@dataclass(frozen=True, slots=True)
class _Tabla:
    """The vectors of a library, those of each collection together.

    colecciones: name → the documents and the passages of it, ascending, and their vectors.
    """

    de: TablaPasajes
    colecciones: Mapping[str, tuple[Enteros, Enteros, Reales]]


class Memoria:
    """Keeps the vectors of the libraries in use, made when they are first asked for.

    dim: how many figures a vector has. Two threads that ask first both make them: they are equal.
    """

    def __init__(self, dim: int = DIMENSION) -> None:
        self._dim = dim
        self._tablas: tuple[_Tabla, ...] = ()

    def hallar(self, indice: Indice, pedido: Pedido) -> tuple[PasajeHallado, ...]:
        """Return the best passages of all collections, equal ones by number.

        Of each collection the best of both searches, fused by their places, times its weight. What
        weighs nothing is not looked up.
        """
        vector = vector_de_pregunta(indice, pedido.texto, self._dim)
        dispersos = puntajes_bm25(indice.pasajes, pedido)
        todos: list[PasajeHallado] = []
        for nombre, (duenos, pasajes, vectores) in self._tabla(indice).colecciones.items():
            pesos = indice.pesos[duenos]
            densa, dispersa = (
                [(int(pasajes[n]), valor) for n, valor in mejores(puntajes, pesos > 0, POR_LISTA)]
                for puntajes in (vectores @ vector, dispersos[pasajes])
            )
            peso = float(pesos.max(initial=0.0))
            todos += fundir(indice, nombre, peso, densa, dispersa)
        return tuple(sorted(todos, key=lambda h: (-h.puntaje, h.pasaje))[:EN_TODAS])

    def _tabla(self, indice: Indice) -> _Tabla:
        """Return the vectors of a library; a part of it (`acotar`) has the same."""
        for tabla in self._tablas:
            if tabla.de is indice.pasajes:
                return tabla
        nueva = _tabular(indice, vectores_de_pasajes(indice, self._dim))
        self._tablas = (*self._tablas, nueva)[-BIBLIOTECAS:]
        return nueva


def _tabular(indice: Indice, vectores: Reales) -> _Tabla:
    comienzos = indice.pasajes.pasajes.tolist()
    numeros: defaultdict[str, list[int]] = defaultdict(list)
    for documento, tramo in zip(indice.documentos.values(), pairwise(comienzos), strict=True):
        numeros[documento.coleccion] += range(*tramo)
    colecciones = {}
    for nombre, suyos in numeros.items():
        pasajes = np.array(suyos, dtype=np.int64)
        duenos = np.searchsorted(indice.pasajes.pasajes, pasajes, side="right") - 1
        colecciones[nombre] = (duenos, pasajes, vectores[pasajes])
    return _Tabla(indice.pasajes, colecciones)


def puntajes_bm25(tabla: TablaPasajes, pedido: Pedido) -> Reales:
    """Return Σ weight · idf · saturated count of the rows of a question in each passage: `(P,)`."""
    puntos = np.zeros(len(tabla.limites))
    norma = tabla.por_pasaje.norma(K1_PASAJE, B_PASAJE)
    for fila, peso in zip(pedido.filas.tolist(), pedido.pesos.tolist(), strict=True):
        desde, hasta = tabla.desde[tabla.particion[fila : fila + 2]].tolist()
        donde = tabla.pasaje[desde:hasta]
        impacto = saturar(tabla.veces[desde:hasta], norma[donde], K1_PASAJE)
        puntos[donde] += peso * tabla.idf_pasaje[fila] * impacto
    return puntos


def fundir(
    indice: Indice, coleccion: str, peso: float, densa: Lista, dispersa: Lista
) -> Iterator[PasajeHallado]:
    """Yield the best passages of a collection, by their places in both of its lists."""
    comienzos = indice.pasajes.pasajes
    densos, dispersos = (
        {pasaje: (valor, puesto) for puesto, (pasaje, valor) in enumerate(lista, 1)}
        for lista in (densa, dispersa)
    )
    for pasaje, fusion in en_orden(por_puestos((densa, dispersa)), POR_COLECCION):
        dueno = int(np.searchsorted(comienzos, pasaje, side="right")) - 1
        denso, puesto_denso = densos.get(pasaje, (0.0, None))
        disperso, puesto_disperso = dispersos.get(pasaje, (0.0, None))
        yield PasajeHallado(
            doc=indice.claves[dueno],
            coleccion=coleccion,
            pasaje=pasaje,
            denso=denso,
            puesto_denso=puesto_denso,
            disperso=disperso,
            puesto_disperso=puesto_disperso,
            fusion=fusion,
            peso=peso,
        )
