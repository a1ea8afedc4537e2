"""What takes long and needs the processor: each kind of it one at a time, and few wait for it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from typing import Final

from siaa.errores import ErrorServicio

VENTANILLAS: Final = 3
"""One for texts to check, one for documents to show, one for pages to draw."""
ESPERAN: Final = 3
PACIENCIA_S: Final = 5.0
OCUPADOS: Final = VENTANILLAS * (1 + ESPERAN)
"""Threads that all of them hold at most."""


class Ventanilla:
    """One at a time; no more than `ESPERAN` wait, each `PACIENCIA_S` at most, in no order.

    Each holds a thread of the server. ocupada: makes the failure that the others are told.
    """

    def __init__(self, ocupada: Callable[[], ErrorServicio]) -> None:
        self._ocupada = ocupada
        self._turno = Lock()
        self._sitios = BoundedSemaphore(ESPERAN + 1)

    @contextmanager
    def pasar(self) -> Iterator[None]:
        """Do what is inside once nobody else does. Raises where too many wait, or too long."""
        if not self._sitios.acquire(blocking=False):
            raise self._ocupada()
        try:
            if not self._turno.acquire(timeout=PACIENCIA_S):
                raise self._ocupada()
            try:
                yield
            finally:
                self._turno.release()
        finally:
            self._sitios.release()
