"""Stopping: first no new questions, then, when the time is up, no open answers either."""

from threading import Event


class Parada:
    """Two flags that only ever go up."""

    def __init__(self) -> None:
        self._pedida = Event()
        self._cortar = Event()

    @property
    def pedida(self) -> bool:
        """Whether the service was asked to stop."""
        return self._pedida.is_set()

    @property
    def cortar(self) -> bool:
        """Whether open answers must end now."""
        return self._cortar.is_set()

    def pedir(self) -> None:
        """Ask to stop, letting open answers finish."""
        self._pedida.set()

    def vencer(self) -> None:
        """End the open answers: their time is up."""
        self._pedida.set()
        self._cortar.set()

    def esperar(self, segundos: float) -> bool:
        """Wait up to `segundos` for the service to be asked to stop; return whether it was."""
        return self._pedida.wait(segundos)
