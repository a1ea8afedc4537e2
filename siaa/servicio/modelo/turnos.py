"""Admission to the model: so many at a time, first come first served, one bounded queue.

The model's servers queue without bound and in silence; here people are told their place and how
long it will take. Where there are several, each turn is at the least loaded of the fittest.
"""

import heapq
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from threading import Condition, Lock

from siaa.errores import ColaLlena

Previsto = Callable[[int], float | None]
"""Tokens of a prompt → seconds that its answer is likely to take, None when unknown."""


@dataclass(frozen=True, slots=True)
class Lugar:
    """A server as the queue sees it. grado: how unfit it is to be asked now; 0 is well."""

    previsto: Previsto
    grado: Callable[[], int] = lambda: 0


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

    tokens: to read at each server; the last number is also that of those that follow. One of none
    is given up as soon as somebody waits: it makes nobody wait. lugar: the number of its server,
    once the turn has come. All of it is guarded by the `cambio` of its queue.
    """

    def __init__(self, turnos: "Turnos", tokens: Sequence[int], solo: int | None) -> None:
        self._turnos = turnos
        self._tokens = tokens
        self._solo = solo
        self._dejado: int | None = None
        self.lugar = solo or 0
        self.desde: float | None = None
        self.abandonado: Previsto | None = None

    def tokens_en(self, lugar: int) -> int:
        """Return how many there are to read at a server."""
        return self._tokens[min(lugar, len(self._tokens) - 1)] if self._tokens else 0

    def esperar(self, segundos: float) -> bool:
        """Wait up to `segundos` for the turn; return whether it has come."""
        with self._turnos._cambio:
            self._turnos._repartir()  # a server may be fit again
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
            self.abandonado = previsto

    def mudarse(self) -> bool:
        """Leave a server that failed and be the next at another; False where no other is fit.

        Only once.
        """
        with self._turnos._cambio:
            otros = set(self._turnos._aptos()) - {self.lugar}
            if not otros or self._dejado is not None or self not in self._turnos._atendiendo:
                return False
            self._dejado, self.desde = self.lugar, None
            self._turnos._atendiendo.discard(self)
            self._turnos._esperando.appendleft(self)
            self._turnos._repartir()
            return True

    def _elegir(self) -> int | None:
        turnos = self._turnos
        posibles = turnos._aptos() if self._solo is None else [self._solo]
        posibles = [lugar for lugar in posibles if lugar != self._dejado] or posibles
        libres = [lugar for lugar in posibles if turnos.atendidos(lugar) < turnos.simultaneos]
        return min(libres, key=self._costo, default=None)

    def _costo(self, lugar: int) -> tuple[int, float, int]:
        tokens = self.tokens_en(lugar)
        espera = self._turnos.lugares[lugar].previsto(tokens) or 0.0
        return self._turnos.atendidos(lugar), espera, tokens

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

    lugares: the servers, by their number; each attends `simultaneos`. `admision` is for whoever is
    being given a place: what goes before needs the processor, and many at once would only slow
    each other down, and everybody else. Where it waits for other machines, it is of nobody alone.
    """

    cola: int
    simultaneos: int
    lugares: Sequence[Lugar]
    reloj: Callable[[], float] = time.monotonic
    admision: AbstractContextManager[object] = field(default_factory=Lock)
    _cambio: Condition = field(default_factory=Condition, init=False)
    _atendiendo: set[Turno] = field(default_factory=set, init=False)
    _esperando: deque[Turno] = field(default_factory=deque, init=False)

    def pedir(self, *tokens: int, solo: int | None = None) -> Turno:
        """Take a place, at the model or in the queue, for a prompt of so many tokens.

        solo: the only server that will do. Raises `ColaLlena`; never waits.
        """
        turno = Turno(self, tokens, solo)
        with self._cambio:
            self._esperando.append(turno)
            self._repartir()
            if turno not in self._atendiendo and len(self._esperando) > self.cola:
                self._esperando.remove(turno)
                raise ColaLlena
        return turno

    def atendidos(self, lugar: int) -> int:
        """Return how many a server attends."""
        with self._cambio:
            return sum(turno.lugar == lugar for turno in self._atendiendo)

    def _aptos(self) -> list[int]:
        grados = [lugar.grado() for lugar in self.lugares]
        return [lugar for lugar, grado in enumerate(grados) if grado == min(grados)]

    def _repartir(self) -> None:
        """Let the first in the queue in while there is room. Holds `_cambio`."""
        while self._esperando and (lugar := self._esperando[0]._elegir()) is not None:
            turno = self._esperando.popleft()
            turno.lugar, turno.desde = lugar, self.reloj()
            self._atendiendo.add(turno)
        self._cambio.notify_all()

    def _hasta(self, delante: int) -> float | None:
        """Seconds until a place is free after `delante` of those waiting. Holds `_cambio`."""
        ahora, aptos = self.reloj(), self._aptos()
        libres: list[tuple[float, int]] = []
        for turno in self._atendiendo:
            if turno.lugar not in aptos:
                continue
            if (tarda := self._tarda(turno, turno.lugar)) is None:
                return None
            libres.append((max((turno.desde or ahora) + tarda - ahora, 0.0), turno.lugar))
        for lugar in aptos:
            libres += [(0.0, lugar)] * (self.simultaneos - self.atendidos(lugar))
        heapq.heapify(libres)
        for turno in list(self._esperando)[:delante]:
            cuando, lugar = libres[0]
            if (tarda := self._tarda(turno, lugar)) is None:
                return None
            heapq.heapreplace(libres, (cuando + tarda, lugar))
        return libres[0][0]

    def _tarda(self, turno: Turno, lugar: int) -> float | None:
        """Return the seconds that an answer is likely to take at a server; None when unknown."""
        tokens = turno.tokens_en(lugar)
        previsto = turno.abandonado or self.lugares[lugar].previsto
        return previsto(tokens) if tokens else 0.0

    @property
    def en_vano(self) -> bool:
        """Whether the model is kept from whoever waits by something that nobody waits for."""
        with self._cambio:
            return any(turno.abandonado is not None for turno in self._atendiendo)

    def estado(self) -> EstadoTurnos:
        """Return how busy the model is."""
        with self._cambio:
            esperando = len(self._esperando)
            return EstadoTurnos(len(self._atendiendo), esperando, self.cola, self._hasta(esperando))
