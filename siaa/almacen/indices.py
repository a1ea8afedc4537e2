"""Which index a question is looked up in, with whose vectors, and what is done without.

An index that cannot be searched is stood in for by the generic one, which holds everything under
the profile of `docs`; without it only words are searched, in memory, so an answer always comes.
"""

import logging
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import Final

import numpy as np

from siaa.almacen.distribucion import Distribucion, PorBiblioteca, distribuir
from siaa.almacen.modelo import Descanso, Vectorizadores
from siaa.almacen.servidores.remoto import Remoto
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.tablas.pasajes import B_PASAJE, K1_PASAJE, TablaPasajes
from siaa.biblioteca.valores import Enteros, Reales
from siaa.errores import ErrorSIAA
from siaa.rutas import GENERICO, RutaDeContenido, Rutas
from siaa.vectores import POR_LISTA, Lista, Pedido, mejores

REVISAR_S: Final = 60.0
"""How long vectors that are not all made yet are used before looking for the others, seconds."""
_PALABRAS: Final = "palabras"
_diario = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Matrices:
    """The vectors of an index: collection → which of its passages are in it, and their vectors.

    faltan: how many are not made yet, as of `cuando`.
    """

    colecciones: Mapping[str, tuple[Enteros, Reales]]
    faltan: int
    cuando: float


class Indices:
    """Owns the vectors in memory; remoto: where they are instead. avisos: told once."""

    def __init__(self, rutas: Rutas, vectorizadores: Vectorizadores, remoto: Remoto | None) -> None:
        self._vectorizadores, self._remoto = vectorizadores, remoto
        self._generica = replace(rutas.docs, indice=GENERICO)
        self._distribuciones = PorBiblioteca(partial(distribuir, rutas=rutas, avisar=self.avisar))
        self._matrices = PorBiblioteca[dict[str, _Matrices]](lambda _: {})
        self._descansos: defaultdict[str, Descanso] = defaultdict(Descanso)
        self._avisados: set[str] = set()
        self._problemas: dict[str, str] = {}
        for aviso in rutas.avisos:
            self.avisar(aviso)

    def avisar(self, aviso: str) -> None:
        """Tell the operator of something, once."""
        if aviso and aviso not in self._avisados:
            self._avisados.add(aviso)
            _diario.warning("[Rutas] %s", aviso)

    @property
    def problemas(self) -> tuple[str, ...]:
        """What is amiss as of the last search of each index, in Spanish."""
        return tuple(dict.fromkeys(filter(None, self._problemas.copy().values())))

    def distribucion(self, indice: Indice) -> Distribucion:
        """Return where everything in a library goes."""
        return self._distribuciones.de(indice)

    def buscar(self, indice: Indice, ruta: RutaDeContenido, texto: str) -> dict[str, Lista]:
        """Return the nearest passages of each collection by a route; none without any vectors."""
        for intento in (ruta, self._generica):
            nombre = f"El índice «{intento.indice}»"
            try:
                listas, reparo = self._buscar(indice, intento, texto)
            except ErrorSIAA as error:
                otro = "solo por palabras" if intento is self._generica else f"en «{GENERICO}»"
                que = f"{nombre} no se puede consultar y se busca {otro}. {error.mensaje}"
                self._anotar(intento.indice, que)
            else:
                self._problemas.pop(GENERICO, None)  # whoever needs it tells anew
                que = f"{nombre} no está al día ({reparo}): ejecute «./run.sh indexar»."
                self._anotar(intento.indice, reparo and que)
                return listas
        return {}

    def por_palabras(self, indice: Indice, pedido: Pedido) -> dict[str, Lista]:
        """Return the best passages of each collection by words, wherever the vectors are."""
        distribucion = self.distribucion(indice)
        try:
            listas = self._remoto and self._remoto.por_palabras(indice, distribucion, pedido)
            self._anotar(_PALABRAS, "")
        except ErrorSIAA as error:
            listas = None
            self._anotar(_PALABRAS, f"Las palabras se buscan en este equipo. {error.mensaje}")
        return listas or por_palabras(indice, distribucion, pedido)

    def _anotar(self, nombre: str, problema: str) -> None:
        """Tell the operator how it goes with an index, when that is news."""
        if problema != self._problemas.get(nombre, ""):
            self._problemas[nombre] = problema
            _diario.warning("[Rutas] %s", problema or f"La búsqueda en «{nombre}» va bien.")

    def _buscar(
        self, indice: Indice, ruta: RutaDeContenido, texto: str
    ) -> tuple[dict[str, Lista], str]:
        """Return what is nearest, and in Spanish what is amiss with where that was looked for."""
        vector = self._vectorizadores[ruta.perfil.provider].de_pregunta(indice, ruta.perfil, texto)
        distribucion = self.distribucion(indice)
        if self._remoto:
            return self._remoto.cercanos(indice, distribucion, ruta, vector)
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
        """Get the vectors of the slices of an index, those of each collection together."""
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
