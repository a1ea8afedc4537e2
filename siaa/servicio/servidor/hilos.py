"""Two kinds of threads: those that answer questions, which may wait for long, and all others."""

from __future__ import annotations

import logging
from typing import Any, Final

from waitress.task import ThreadedTaskDispatcher

PREGUNTAR: Final = "/siaa/chat"


class Hilos:
    """Hands every request of Waitress to one of two pools of threads, questions apart.

    Neither pool helps the other: however many ask at once, the status, the searches and the page
    never wait for a thread.
    """

    def __init__(self, preguntas: int, otras: int) -> None:
        self._preguntas = _fila(preguntas)
        self._otras = _fila(otras)

    def add_task(self, conexion: Any) -> None:
        """Take a connection whose first request has come whole."""
        # A request that could not be understood may have no path.
        pregunta = getattr(conexion.requests[0], "path", "") == PREGUNTAR
        (self._preguntas if pregunta else self._otras).add_task(conexion)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End the threads of both pools; tell whether any request was given up."""
        preguntas = bool(self._preguntas.shutdown(cancel_pending, timeout))
        otras = bool(self._otras.shutdown(cancel_pending, timeout))
        return preguntas or otras


def _fila(hilos: int) -> Any:
    # It warns of every request that waits for a thread, which is nothing amiss here.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    fila = ThreadedTaskDispatcher()
    fila.set_thread_count(hilos)
    return fila
