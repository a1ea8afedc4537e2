"""Answers remembered by their evidence: what they were made from is their key.

A changed document, model or fixed text gives another key, so nothing ever needs clearing. An answer
that was rated wrong goes, and none of its key is kept again: what it was made from must change.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Final

from cachetools import LRUCache, TTLCache

SEGUNDOS_POR_HORA: Final = 3600.0
ENTREGAS_POR_RESPUESTA: Final = 20
"""Questions of which it is known what answer they got, for each answer that is kept."""


@dataclass(frozen=True, slots=True)
class RespuestaGuardada:
    """A complete answer of the model, and when it was written (UTC)."""

    texto: str
    creada: datetime


@dataclass(frozen=True, slots=True)
class EstadoCache:
    """How many answers are kept, of how many at most, for how long, and how often they served."""

    activa: bool
    entradas: int
    maximo: int
    horas: float
    aciertos: int
    fallos: int


class Cache:
    """Owns the answers: the least recently used go first, and each goes when its time is up.

    maximo: 0 keeps none. reloj: monotonic seconds.
    """

    def __init__(
        self, maximo: int, horas: float, reloj: Callable[[], float] = time.monotonic
    ) -> None:
        self._horas = horas
        self._candado_cache = Lock()
        self._guardadas: TTLCache[str, RespuestaGuardada] = TTLCache(
            maximo, horas * SEGUNDOS_POR_HORA, reloj
        )
        self._entregas: LRUCache[str, str] = LRUCache(ENTREGAS_POR_RESPUESTA * maximo)
        self._malas: LRUCache[str, str] = LRUCache(maximo)
        self._aciertos = 0
        self._fallos = 0

    def buscar(self, clave: str) -> RespuestaGuardada | None:
        """Return the answer of that key, which counts as used now."""
        with self._candado_cache:
            guardada = self._guardadas.get(clave)
            self._aciertos += guardada is not None
            self._fallos += guardada is None
            return guardada

    def guardar(self, clave: str, respuesta: RespuestaGuardada) -> None:
        """Keep a complete answer, unless one of its key was rated wrong."""
        with self._candado_cache:
            if self._guardadas.maxsize and clave not in self._malas:
                self._guardadas[clave] = respuesta

    def entregar(self, clave: str, pregunta: str) -> None:
        """Note that the question of that id gets the answer of a key, remembered or not."""
        with self._candado_cache:
            if self._guardadas.maxsize:
                self._entregas[pregunta] = clave

    def desechar(self, pregunta: str) -> None:
        """Forget the answer that a question got, which was wrong, and keep none of its key."""
        with self._candado_cache:
            if clave := self._entregas.get(pregunta):
                self._malas[clave] = pregunta
                self._guardadas.pop(clave, None)

    def vaciar(self) -> int:
        """Forget every answer, and which were rated wrong; return how many answers there were."""
        with self._candado_cache:
            cuantas = len(self._guardadas)
            self._guardadas.clear()
            self._malas.clear()
            return cuantas

    def estado(self) -> EstadoCache:
        """Return how full it is and how often it served."""
        with self._candado_cache:
            maximo = int(self._guardadas.maxsize)
            return EstadoCache(
                activa=maximo > 0,
                entradas=len(self._guardadas),
                maximo=maximo,
                horas=self._horas,
                aciertos=self._aciertos,
                fallos=self._fallos,
            )
