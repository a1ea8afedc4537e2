"""The engine of one office: vectors in memory, all compared with the question's; and words."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Final

import numpy as np

from siaa.almacen.distribucion import Distribucion, PorBiblioteca
from siaa.almacen.modelo import Descanso, Vectorizadores
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.tablas.pasajes import B_PASAJE, K1_PASAJE, TablaPasajes
from siaa.biblioteca.valores import Enteros, Reales
from siaa.rutas import RutaDeContenido
from siaa.vectores import POR_LISTA, Lista, Pedido, mejores

REVISAR_S: Final = 60.0
"""Seconds between looks for vectors that were not made yet."""


@dataclass(frozen=True, slots=True)
class _Matrices:
    """Of each collection, its passages and their vectors. faltan: how many lacked one, `cuando`."""

    colecciones: Mapping[str, tuple[Enteros, Reales]]
    faltan: int
    cuando: float


class EnMemoria:
    """Owns the vectors in memory, by library and index."""

    def __init__(self, vectorizadores: Vectorizadores) -> None:
        self._vectorizadores = vectorizadores
        self._matrices = PorBiblioteca[dict[str, _Matrices]](lambda _: {})
        self._descansos: defaultdict[str, Descanso] = defaultdict(Descanso)

    def cercanos(
        self, indice: Indice, distribucion: Distribucion, ruta: RutaDeContenido, vector: Reales
    ) -> tuple[dict[str, Lista], str]:
        """Return the nearest of each collection by a route, and how many vectors are missing."""
        hechas, listas = self._matrices.de(indice), {}
        matrices = hechas.get(ruta.indice)
        if not matrices or (matrices.faltan and monotonic() > matrices.cuando + REVISAR_S):
            with self._descansos[ruta.indice].intento():  # whole libraries are read for it
                matrices = hechas[ruta.indice] = self._indexar(indice, distribucion, ruta)
        for coleccion, (cuales, vectores) in matrices.colecciones.items():
            duenos, pasajes = (columna[cuales] for columna in distribucion.colecciones[coleccion])
            suyos = mejores(vectores @ vector, indice.pesos[duenos] > 0, POR_LISTA)
            listas[coleccion] = [(int(pasajes[n]), valor) for n, valor in suyos]
        return listas, f"faltan {matrices.faltan} vectores" if matrices.faltan else ""

    def _indexar(
        self, indice: Indice, distribucion: Distribucion, ruta: RutaDeContenido
    ) -> _Matrices:
        cuales = distribucion.dentro(ruta.indice)
        propios = [distribucion.colecciones[c][1][suyos] for c, suyos in cuales.items()]
        todos = np.concatenate([np.empty(0, dtype=np.int64), *propios])
        vectorizador = self._vectorizadores[ruta.perfil.provider]
        vectores = vectorizador.de_pasajes(indice, ruta.perfil, todos)
        ausentes = np.isnan(vectores[:, 0])
        vectores[ausentes] = 0.0
        finales = np.cumsum([len(suyos) for suyos in cuales.values()], dtype=np.int64)
        partes = zip(cuales.items(), np.split(vectores, finales)[:-1], strict=True)
        colecciones = {coleccion: (suyos, parte) for (coleccion, suyos), parte in partes}
        return _Matrices(colecciones, int(ausentes.sum()), monotonic())


def por_palabras(indice: Indice, distribucion: Distribucion, pedido: Pedido) -> dict[str, Lista]:
    """Return the best passages of each collection by words. What weighs nothing is left out."""
    dispersos, listas = puntajes_bm25(indice.pasajes, pedido), {}
    for nombre, (duenos, pasajes) in distribucion.colecciones.items():
        suyos = mejores(dispersos[pasajes], indice.pesos[duenos] > 0, POR_LISTA)
        listas[nombre] = [(int(pasajes[n]), valor) for n, valor in suyos]
    return listas


def puntajes_bm25(tabla: TablaPasajes, pedido: Pedido) -> Reales:
    """Return Σ weight · idf · saturated count of the rows of a question in each passage: `(P,)`."""
    puntos = np.zeros(len(tabla.limites))
    for fila, peso in zip(pedido.filas.tolist(), pedido.pesos.tolist(), strict=True):
        desde, hasta = tabla.desde[tabla.particion[fila : fila + 2]].tolist()
        donde = tabla.pasaje[desde:hasta]
        veces = tabla.veces[desde:hasta]
        impacto = tabla.por_pasaje.impacto(donde, veces, K1_PASAJE, B_PASAJE)
        puntos[donde] += peso * tabla.idf_pasaje[fila] * impacto
    return puntos
