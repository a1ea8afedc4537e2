"""The engine of one office: all vectors in memory, every one compared. Exact."""

from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Final

import numpy as np

from siaa.almacen.fusion import mejores
from siaa.almacen.indices import Vectorizador
from siaa.almacen.palabras import por_palabras
from siaa.almacen.reparto import PorBiblioteca, Reparto
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import Enteros, Reales
from siaa.rutas import RutaDeContenido
from siaa.vectores import POR_LISTA, Lista, Pedido

REVISAR_S: Final = 60.0
"""How long vectors that are not all made yet are used before looking for the others, seconds."""


@dataclass(frozen=True, slots=True)
class _Matrices:
    """The vectors of an index: collection → which of its passages are in it, and their vectors.

    faltan: how many are not made yet, as of `cuando`.
    """

    colecciones: Mapping[str, tuple[Enteros, Reales]]
    faltan: int
    cuando: float


class Memoria:
    """Owns the vectors. vectorizadores: by the name of their provider."""

    def __init__(self, vectorizadores: Mapping[str, Vectorizador]) -> None:
        self._vectorizadores = vectorizadores
        self._matrices = PorBiblioteca[dict[str, _Matrices]](lambda _: {})

    def cercanos(
        self, indice: Indice, reparto: Reparto, ruta: RutaDeContenido, vector: Reales
    ) -> dict[str, Lista]:
        """Return the nearest passages of each collection, among those of the index of a route."""
        hechas, listas = self._matrices.de(indice), {}
        matrices = hechas.get(ruta.indice)
        if not matrices or (matrices.faltan and monotonic() > matrices.cuando + REVISAR_S):
            matrices = hechas[ruta.indice] = self._indexar(indice, reparto, ruta)
        for coleccion, (cuales, vectores) in matrices.colecciones.items():
            duenos, pasajes = (columna[cuales] for columna in reparto.colecciones[coleccion])
            suyos = mejores(vectores @ vector, indice.pesos[duenos] > 0, POR_LISTA)
            listas[coleccion] = [(int(pasajes[n]), valor) for n, valor in suyos]
        return listas

    def por_palabras(self, indice: Indice, reparto: Reparto, pedido: Pedido) -> dict[str, Lista]:
        """Return the best passages of each collection by words."""
        return por_palabras(indice, reparto, pedido)

    def reparo(self, indice: Indice, ruta: RutaDeContenido) -> str:
        """Say what is missing in an index that was searched; empty for nothing."""
        matrices = self._matrices.de(indice)[ruta.indice]
        return f"faltan {matrices.faltan} vectores" if matrices.faltan else ""

    def _indexar(self, indice: Indice, reparto: Reparto, ruta: RutaDeContenido) -> _Matrices:
        """Get the vectors of the slices of an index, those of each collection together."""
        cuales = reparto.dentro(ruta.indice)
        propios = [reparto.colecciones[c][1][suyos] for c, suyos in cuales.items()]
        todos = np.concatenate([np.empty(0, dtype=np.int64), *propios])
        vectorizador = self._vectorizadores[ruta.perfil.provider]
        vectores = vectorizador.de_pasajes(indice, ruta.perfil, todos)
        ausentes = np.isnan(vectores[:, 0])
        vectores[ausentes] = 0.0
        finales = np.cumsum([len(suyos) for suyos in cuales.values()], dtype=np.int64)
        partes = zip(cuales.items(), np.split(vectores, finales)[:-1], strict=True)
        colecciones = {coleccion: (suyos, parte) for (coleccion, suyos), parte in partes}
        return _Matrices(colecciones, int(ausentes.sum()), monotonic())
