"""Which index a question is looked up in, with whose vectors, and what is done without.

An index that cannot be searched is stood in for by the generic one, which holds everything under
the profile of `docs`; without it only words are searched, in memory, so an answer always comes.
"""

import logging
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

from siaa.almacen.palabras import por_palabras
from siaa.almacen.reparto import PorBiblioteca, Reparto, repartir
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import Enteros, Reales
from siaa.errores import ErrorSIAA
from siaa.rutas import GENERICO, Perfil, RutaDeContenido, Rutas
from siaa.vectores import Lista, Pedido

_PALABRAS: Final = "palabras"
_diario = logging.getLogger(__name__)


class Vectorizador(Protocol):
    """Makes vectors of length 1. Raises `ErrorSIAA` where it cannot."""

    def de_pasajes(self, indice: Indice, perfil: Perfil, pasajes: Enteros) -> Reales:
        """Return the vectors of some passages of a library: `(n, dim)`; NaN where none is made."""
        ...

    def de_pregunta(self, indice: Indice, perfil: Perfil, texto: str) -> Reales:
        """Return the vector of a question: `(dim,)`."""
        ...


class Motor(Protocol):
    """Keeps vectors and looks among them. Raises `ErrorSIAA` where it cannot."""

    def cercanos(
        self, indice: Indice, reparto: Reparto, ruta: RutaDeContenido, vector: Reales
    ) -> dict[str, Lista]:
        """Return the nearest passages of each collection, among those of the index of a route."""
        ...

    def por_palabras(self, indice: Indice, reparto: Reparto, pedido: Pedido) -> dict[str, Lista]:
        """Return the best passages of each collection by words."""
        ...

    def reparo(self, indice: Indice, ruta: RutaDeContenido) -> str:
        """Say in Spanish what is amiss with an index that was searched; empty for nothing."""
        ...


class Indices:
    """Searches the libraries in use. vectorizadores: by the name of their provider."""

    def __init__(
        self, rutas: Rutas, vectorizadores: Mapping[str, Vectorizador], motor: Motor
    ) -> None:
        self._vectorizadores, self._motor = vectorizadores, motor
        self._generica = replace(rutas.docs, indice=GENERICO)
        self._repartos = PorBiblioteca(partial(repartir, rutas=rutas, avisar=self.avisar))
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

    def reparto(self, indice: Indice) -> Reparto:
        """Return where everything in a library goes."""
        return self._repartos.de(indice)

    def buscar(self, indice: Indice, ruta: RutaDeContenido, texto: str) -> dict[str, Lista]:
        """Return the nearest passages of each collection by a route; none without any vectors."""
        for intento in (ruta, self._generica):
            try:
                listas = self._buscar(indice, intento, texto)
            except ErrorSIAA as error:
                otro = "solo por palabras" if intento is self._generica else f"en «{GENERICO}»"
                que = f"El índice «{intento.indice}» no se puede consultar ({error.mensaje})"
                self._anotar(intento.indice, f"{que}: se busca {otro}.")
            else:
                reparo = self._motor.reparo(indice, intento)
                que = f"El índice «{intento.indice}» no está al día ({reparo}): "
                remedio = "ejecute «./run.sh indexar»."
                self._anotar(intento.indice, reparo and que + remedio)
                return listas
        return {}

    def _buscar(self, indice: Indice, ruta: RutaDeContenido, texto: str) -> dict[str, Lista]:
        vectorizador = self._vectorizadores[ruta.perfil.provider]
        vector = vectorizador.de_pregunta(indice, ruta.perfil, texto)
        return self._motor.cercanos(indice, self.reparto(indice), ruta, vector)

    def por_palabras(self, indice: Indice, pedido: Pedido) -> dict[str, Lista]:
        """Return the best passages of each collection by words, wherever the vectors are."""
        reparto = self.reparto(indice)
        try:
            listas = self._motor.por_palabras(indice, reparto, pedido)
        except ErrorSIAA as error:
            self._anotar(_PALABRAS, f"Las palabras se buscan en este equipo ({error.mensaje}).")
            return por_palabras(indice, reparto, pedido)
        self._anotar(_PALABRAS, "")
        return listas

    def _anotar(self, nombre: str, problema: str) -> None:
        """Tell the operator how it goes with an index, when that is news."""
        if problema != self._problemas.get(nombre, ""):
            self._problemas[nombre] = problema
            _diario.warning("[Rutas] %s", problema or f"La búsqueda en «{nombre}» vuelve a ir bien")
