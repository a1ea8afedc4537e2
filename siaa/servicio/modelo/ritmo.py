"""How fast this machine reads and writes, learned from what the model's server measured."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import Final

from siaa.valores import MetricasModelo

SUAVIZADO: Final = 0.2
"""Weight of each new observation in the exponential means."""


@dataclass(frozen=True, slots=True)
class EstadoRitmo:
    """Tokens a second, reading and writing, and tokens an answer; None until measured."""

    lectura: float | None = None
    escritura: float | None = None
    respuesta: float | None = None


@dataclass(frozen=True, slots=True)
class _Media:
    """Exponential means of the tokens and the seconds of one kind of work.

    The speed is the one mean over the other, not the mean of speeds: a prompt of which the server
    still had nearly all is read in no time, and must not pass for a fast machine.
    """

    tokens: float
    segundos: float

    @property
    def velocidad(self) -> float:
        return self.tokens / self.segundos


class Ritmo:
    """Owns the running means."""

    def __init__(self) -> None:
        self._candado_ritmo = Lock()
        self._lectura: _Media | None = None
        self._escritura: _Media | None = None

    def observar(self, metricas: MetricasModelo) -> None:
        """Learn from a finished answer; what its server did not say changes nothing."""
        with self._candado_ritmo:
            self._lectura = _con(self._lectura, metricas.tokens_prompt, metricas.lectura_s)
            self._escritura = _con(self._escritura, metricas.tokens_respuesta, metricas.escritura_s)

    @property
    def estado(self) -> EstadoRitmo:
        """The speeds as they are known now."""
        with self._candado_ritmo:
            lectura, escritura = self._lectura, self._escritura
        return EstadoRitmo(
            lectura=None if lectura is None else lectura.velocidad,
            escritura=None if escritura is None else escritura.velocidad,
            respuesta=None if escritura is None else escritura.tokens,
        )

    def leer_s(self, tokens: int) -> float | None:
        """Return the seconds that a prompt of so many tokens is likely to be read in."""
        lectura = self.estado.lectura
        return tokens / lectura if lectura else None

    def escribir_s(self) -> float | None:
        """Return the seconds that an answer is likely to be written in."""
        with self._candado_ritmo:
            return None if self._escritura is None else self._escritura.segundos

    def responder_s(self, tokens: int) -> float | None:
        """Return the seconds that an answer to a prompt of so many tokens is likely to take."""
        leer, escribir = self.leer_s(tokens), self.escribir_s()
        return None if leer is None or escribir is None else leer + escribir


def _con(antes: _Media | None, tokens: int | None, segundos: float | None) -> _Media | None:
    """Return the means after one more measure; the first one is taken as it is."""
    if not tokens or not segundos:
        return antes
    if antes is None:
        return _Media(tokens, segundos)
    return _Media(
        antes.tokens + SUAVIZADO * (tokens - antes.tokens),
        antes.segundos + SUAVIZADO * (segundos - antes.segundos),
    )
