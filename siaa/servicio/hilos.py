"""Threads of the service: whether there is room for them, and how one begins."""

from collections.abc import Callable
from mmap import mmap
from threading import Thread
from typing import Final

PILA: Final = 8 * 1024 * 1024
"""What the system sets aside for a thread where nobody says otherwise, bytes."""
HOLGURA: Final = 128 * 1024 * 1024
"""Room for the dozen threads beside those that answer, and for what all of them do, bytes."""


def asegurar_memoria(hilos: int) -> None:
    """Raise `MemoryError` where the system has no room for so many threads.

    To be asked before any begins: one that finds no memory as it begins leaves who began it
    waiting for ever (github.com/python/cpython/issues/140746).
    """
    try:
        mmap(-1, hilos * PILA + HOLGURA).close()
    except OSError as error:
        raise MemoryError from error


def lanzar(hacer: Callable[[], object], nombre: str, daemon: bool = True) -> Thread:
    """Return a thread that has begun. Raises `RuntimeError` where the system gives none."""
    hilo = Thread(target=hacer, name=nombre, daemon=daemon)
    hilo.start()
    return hilo
