"""What waits to be written: bounded, so that a file that cannot be written costs no memory."""

from __future__ import annotations

import time
from collections import deque
from itertools import islice
from threading import Condition
from typing import Any, Final

PENDIENTES_MAXIMAS: Final = 1000
"""About 10 MB of the longest questions and answers."""
LOTE: Final = 200
PAUSA_MINIMA_S: Final = 0.5
PAUSA_MAXIMA_S: Final = 30.0
PAUSA_AL_CERRAR_S: Final = 0.1
PODA_CADA_S: Final = 3600.0


class Cola:
    """Rows in order of arrival, many who put and one who takes. `_cambio` guards all of it.

    A row stays until `quitar` says that it is in the file, so that `tiene` sees it all the while.
    """

    def __init__(self) -> None:
        self._cambio = Condition()
        self._filas: deque[dict[str, Any]] = deque()
        self._perdidas = 0
        self._despierta = False
        self._plazo: float | None = None

    def poner(self, fila: dict[str, Any]) -> bool:
        """Put a row at the end, or count it as lost; tell whether there was room. Never waits."""
        with self._cambio:
            cabe = len(self._filas) < PENDIENTES_MAXIMAS and self._plazo is None
            if cabe:
                self._filas.append(fila)
                self._cambio.notify_all()
            else:
                self._perdidas += 1
            return cabe

    def tiene(self, pregunta: str) -> bool:
        """Tell whether a question waits, by its id, or a rating of it, which comes after it."""
        with self._cambio:
            return any(fila["id"] == pregunta for fila in self._filas)

    def lote(self) -> tuple[dict[str, Any], ...]:
        """Return the first rows, at most `LOTE`, leaving them where they are."""
        with self._cambio:
            return tuple(islice(self._filas, LOTE))

    def quitar(self, cuantas: int, perdidas: int = 0) -> None:
        """Take the first rows out: they are in the file, but for so many lost ones."""
        with self._cambio:
            for _ in range(cuantas):
                self._filas.popleft()
            self._perdidas += perdidas

    def cuenta(self) -> tuple[int, int]:
        """Return how many rows wait and how many were lost."""
        with self._cambio:
            return len(self._filas), self._perdidas

    def cerrar(self, plazo_s: float) -> None:
        """Take no more rows; those that wait have `plazo_s` seconds. Idempotent."""
        with self._cambio:
            if self._plazo is None:
                self._plazo = time.monotonic() + plazo_s
            self._cambio.notify_all()

    @property
    def acabada(self) -> bool:
        """Whether the queue was closed and nothing waits any more, or its time is up."""
        with self._cambio:
            if self._plazo is None:
                return False
            return not self._filas or time.monotonic() >= self._plazo

    def abandonar(self) -> int:
        """Count all that waits as lost; return how much that was."""
        with self._cambio:
            cuantas = len(self._filas)
            self._filas.clear()
            self._perdidas += cuantas
            return cuantas

    def despertar(self) -> None:
        """End the wait for rows at once."""
        with self._cambio:
            self._despierta = True
            self._cambio.notify_all()

    def esperar_trabajo(self) -> None:
        """Wait for a row, for `despertar`, for `cerrar`, or for the time of the next pruning."""
        with self._cambio:
            self._cambio.wait_for(self._hay_trabajo, PODA_CADA_S)
            self._despierta = False

    def _hay_trabajo(self) -> bool:
        return bool(self._filas) or self._despierta or self._plazo is not None

    def reposar(self, fallos: int) -> None:
        """Wait after so many failures in a row: twice as long each time, little when closing."""
        with self._cambio:
            if self._plazo is not None:
                self._cambio.wait(PAUSA_AL_CERRAR_S)
            else:
                pausa = PAUSA_MINIMA_S * 2.0 ** min(fallos - 1, 10)
                self._cambio.wait_for(lambda: self._plazo is not None, min(pausa, PAUSA_MAXIMA_S))
