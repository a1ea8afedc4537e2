"""Admission to the model: one at a time, first come first served, a bounded queue.

The model's server queues without bound and in silence; here people are told their place.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition
from typing import Final

from siaa.errores import ColaLlena

DURACIONES_RECORDADAS: Final = 20


@dataclass(frozen=True, slots=True)
class EstadoTurnos:
    """How busy the model is: answers being written, people waiting, places, seconds a turn."""

    atendiendo: int
    esperando: int
    cola: int
    duracion_media_s: float | None


class Turno:
    """A place at the model, from admission until `devolver`."""

    def __init__(self, turnos: Turnos) -> None:
        self._turnos = turnos
        self.desde: float | None = None

    def esperar(self, segundos: float) -> bool:
        """Wait up to `segundos` for the turn; return whether it has come."""
        return self._turnos.esperar(self, segundos)

    @property
    def puesto(self) -> int:
        """How many go before this one, itself included; 0 once the turn has come."""
        return self._turnos.puesto(self)

    @property
    def estimado_s(self) -> float | None:
        """Seconds until the turn comes, from how long the last ones took; None if unknown."""
        return self._turnos.estimado_s(self)

    def devolver(self) -> None:
        """Give the place back, whether or not the turn ever came. Idempotent."""
        self._turnos.devolver(self)


class Turnos:
    """Owns the queue. All of its state is guarded by `_cambio`."""

    def __init__(
        self, cola: int, simultaneos: int = 1, reloj: Callable[[], float] = time.monotonic
    ) -> None:
        self._cola = cola
        self._simultaneos = simultaneos
        self._reloj = reloj
        self._cambio = Condition()
        self._atendiendo: set[Turno] = set()
        self._esperando: deque[Turno] = deque()
        self._duraciones: deque[float] = deque(maxlen=DURACIONES_RECORDADAS)

    def pedir(self) -> Turno:
        """Take a place, at the model or in the queue. Raises `ColaLlena`; never waits."""
        turno = Turno(self)
        with self._cambio:
            libre = len(self._atendiendo) < self._simultaneos and not self._esperando
            if not libre and len(self._esperando) >= self._cola:
                raise ColaLlena
            self._esperando.append(turno)
            self._repartir()
        return turno

    def _repartir(self) -> None:
        """Let the first in the queue in while there is room. Holds `_cambio`."""
        while self._esperando and len(self._atendiendo) < self._simultaneos:
            turno = self._esperando.popleft()
            turno.desde = self._reloj()
            self._atendiendo.add(turno)
        self._cambio.notify_all()

    def esperar(self, turno: Turno, segundos: float) -> bool:
        """Wait until `turno` is at the model, at most `segundos`."""
        with self._cambio:
            return self._cambio.wait_for(lambda: turno in self._atendiendo, segundos)

    def devolver(self, turno: Turno) -> None:
        """Take `turno` out, wherever it stands, and let the next one in."""
        with self._cambio:
            if turno in self._atendiendo:
                self._atendiendo.discard(turno)
                if turno.desde is not None:
                    self._duraciones.append(self._reloj() - turno.desde)
            elif turno in self._esperando:
                self._esperando.remove(turno)
            self._repartir()

    def puesto(self, turno: Turno) -> int:
        """Return the place of `turno` in the queue, from 1; 0 when it is not waiting."""
        with self._cambio:
            return self._esperando.index(turno) + 1 if turno in self._esperando else 0

    def estimado_s(self, turno: Turno) -> float | None:
        """Return the seconds that the turns before `turno` are likely to take."""
        puesto = self.puesto(turno)
        media = self.estado().duracion_media_s
        return None if media is None else puesto * media / self._simultaneos

    def estado(self) -> EstadoTurnos:
        """Return how busy the model is."""
        with self._cambio:
            media = sum(self._duraciones) / len(self._duraciones) if self._duraciones else None
            return EstadoTurnos(len(self._atendiendo), len(self._esperando), self._cola, media)
