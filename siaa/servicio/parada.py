"""Stopping: first no new questions, then, when the time is up, no open answers either."""

from threading import Event


class Parada:
    """Two flags that only ever go up.

    pedida: the service was asked to stop. cortar: open answers must end now.
    """

    def __init__(self) -> None:
        self.pedida = self.cortar = False
        self._aviso = Event()

    def pedir(self) -> None:
        """Ask to stop, letting open answers finish."""
        self.pedida = True
        self._aviso.set()

    def vencer(self) -> None:
        """End the open answers: their time is up."""
        self.pedir()
        self.cortar = True

    def esperar(self, segundos: float) -> bool:
        """Wait up to `segundos` for the service to be asked to stop; return whether it was."""
        return self._aviso.wait(segundos)
