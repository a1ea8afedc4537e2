"""A server that failed rests, so that not every question waits for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from time import monotonic
from typing import Final

from siaa.errores import ErrorSIAA

DESCANSO_S: Final = 30.0


class Descanso:
    """Owns when a server may be asked again."""

    _fallo, _hasta = ErrorSIAA(), 0.0

    @contextmanager
    def intento(self) -> Iterator[None]:
        """Ask the server inside; while it rests, what it failed with is raised at once."""
        if monotonic() < self._hasta:
            raise copy(self._fallo)
        try:
            yield
        except ErrorSIAA as error:
            self._fallo, self._hasta = error, monotonic() + DESCANSO_S
            raise
