"""Admission to the model: one at a time, first come first served, a bounded queue.

The model's server queues without bound and in silence; here people are told their place and how
long it will take.
"""

import heapq
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Condition, Lock

from siaa.errores import ColaLlena

Previsto = Callable[[int], float | None]
"""Tokens of a prompt → seconds that its answer is likely to take, None when unknown."""


@dataclass(frozen=True, slots=True)
class EstadoTurnos:
    """How busy the model is: answers being written, people waiting, places in the queue.

    espera_s: seconds until somebody who came now would have the turn; None when unknown.
    """

    atendiendo: int
    esperando: int
    cola: int
    espera_s: float | None


class Turno:
    """A place at the model for a prompt of `tokens`, from admission until `devolver`.

    One of 0 tokens is given up as soon as somebody waits: it makes nobody wait. All of it is
    guarded by the `cambio` of its queue.
    """

    def __init__(self, turnos: "Turnos", tokens: int) -> None:
        self._turnos = turnos
        self.tokens = tokens
        self.desde: float | None = None
        self.abandonado = False
        self.previsto = turnos.previsto

    def esperar(self, segundos: float) -> bool:
        """Wait up to `segundos` for the turn; return whether it has come."""
        with self._turnos._cambio:
            return self._turnos._cambio.wait_for(lambda: self in self._turnos._atendiendo, segundos)

    @property
    def puesto(self) -> int:
        """How many go before this one, itself included; 0 once the turn has come."""
        with self._turnos._cambio:
            cola = self._turnos._esperando
            return cola.index(self) + 1 if self in cola else 0

    @property
    def estimado_s(self) -> float | None:
        """Seconds until the turn is likely to come; None if unknown."""
        with self._turnos._cambio:
            cola = self._turnos._esperando
            return self._turnos._hasta(cola.index(self)) if self in cola else 0.0

    def abandonar(self, previsto: Previsto) -> None:
        """Keep the place although whoever had it left: the server is still busy with it.

        previsto: how long it is.
        """
        with self._turnos._cambio:
            self.abandonado, self.previsto = True, previsto

    def devolver(self) -> None:
        """Give the place back, whether or not the turn ever came, and let the next one in.

        Idempotent.
        """
        with self._turnos._cambio:
            self._turnos._atendiendo.discard(self)
            with suppress(ValueError):
                self._turnos._esperando.remove(self)
            self._turnos._repartir()


@dataclass(eq=False)
class Turnos:
    """Owns the queue, which only its turns touch; all of it is guarded by `_cambio`.

    previsto: how long an answer is likely to take on this machine. `admision` is for whoever is
    being given a place: what goes before needs the processor, and many at once would only slow
    each other down, and everybody else.
    """

    cola: int
    simultaneos: int
    previsto: Previsto
    reloj: Callable[[], float] = time.monotonic
    admision: Lock = field(default_factory=Lock, init=False)
    _cambio: Condition = field(default_factory=Condition, init=False)
    _atendiendo: set[Turno] = field(default_factory=set, init=False)
    _esperando: deque[Turno] = field(default_factory=deque, init=False)

    def pedir(self, tokens: int = 0) -> Turno:
        """Take a place, at the model or in the queue, for a prompt of so many tokens.

        Raises `ColaLlena`; never waits.
        """
        turno = Turno(self, tokens)
        with self._cambio:
            libre = len(self._atendiendo) < self.simultaneos and not self._esperando
            if not libre and len(self._esperando) >= self.cola:
                raise ColaLlena
            self._esperando.append(turno)
            self._repartir()
        return turno

    def _repartir(self) -> None:
        """Let the first in the queue in while there is room. Holds `_cambio`."""
        while self._esperando and len(self._atendiendo) < self.simultaneos:
            turno = self._esperando.popleft()
            turno.desde = self.reloj()
            self._atendiendo.add(turno)
        self._cambio.notify_all()

    def _hasta(self, delante: int) -> float | None:
        """Seconds until a place is free once `delante` of those waiting have had theirs.

        Each goes to the place that is free first, as `_repartir` sends them. Holds `_cambio`.
        """
        ahora = self.reloj()
        faltan: dict[Turno, float] = {}
        for turno in (*self._atendiendo, *list(self._esperando)[:delante]):
            previsto = turno.previsto(turno.tokens) if turno.tokens else 0.0
            if previsto is None:
                return None
            faltan[turno] = previsto
        libres = [max((t.desde or ahora) + faltan[t] - ahora, 0.0) for t in self._atendiendo]
        libres += [0.0] * (self.simultaneos - len(libres))
        heapq.heapify(libres)
        for turno in list(self._esperando)[:delante]:
            heapq.heapreplace(libres, libres[0] + faltan[turno])
        return libres[0]

    @property
    def en_vano(self) -> bool:
        """Whether the model is kept from whoever waits by something that nobody waits for."""
        with self._cambio:
            return any(turno.abandonado for turno in self._atendiendo)

    def estado(self) -> EstadoTurnos:
        """Return how busy the model is."""
        with self._cambio:
            esperando = len(self._esperando)
            return EstadoTurnos(len(self._atendiendo), esperando, self.cola, self._hasta(esperando))
