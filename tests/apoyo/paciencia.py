"""How long the tests wait.

Law: a test waits for a state, never for a time. What must come is waited for as long as
`PACIENCIA_S`, which no machine needs; what would be wrong to wait for lasts `SIN_FIN_S`, so that
whoever was done within `PACIENCIA_S` did not wait for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PACIENCIA_S = 120.0
SIN_FIN_S = 600.0


def esperar(condicion: Callable[[], bool]) -> bool:
    """Whether the condition came to hold; it is looked at less often the longer it takes."""
    inicio = time.monotonic()
    while not condicion():
        pasados = time.monotonic() - inicio
        if pasados > PACIENCIA_S:
            return False
        time.sleep(min(max(0.005, pasados / 8), 0.05))
    return True


class RelojQueEspera:
    """A clock that stands still until something has come."""

    def __init__(self, llego: Callable[[], bool]) -> None:
        self._llego = llego
        self._parado = time.monotonic()
        self._atraso: float | None = None

    def monotonic(self) -> float:
        """The time, as `time.monotonic`."""
        if self._atraso is None:
            if not self._llego():
                return self._parado
            self._atraso = time.monotonic() - self._parado
        return time.monotonic() - self._atraso


@contextmanager
def sin_esperar() -> Iterator[None]:
    """What is done in the block must not wait for anything that lasts `SIN_FIN_S`."""
    inicio = time.monotonic()
    yield
    assert time.monotonic() - inicio < PACIENCIA_S, "it waited"
