"""Threads of the service: whether there is room for them, and how one begins."""

import mmap
import resource
from collections.abc import Callable
from threading import Thread
from typing import Final

PILA: Final = 8 * 1024 * 1024
"""What the system sets aside for a thread where it has no limit of its own, bytes."""
SOLO_EL_LUGAR, SIN_TOCAR = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 0
"""Room that nobody may use is taken from no one else, whatever memory there is."""
HOLGURA: Final = 128 * 1024 * 1024
"""Room for the dozen threads beside those that answer, and for what all of them do, bytes."""


def asegurar_memoria(hilos: int) -> None:
    """Raise `MemoryError` where the system has no room for so many threads.

    To be asked before they begin: one that finds no memory as it begins leaves who began it
    waiting for ever (github.com/python/cpython/issues/140746).
    """
    limite, _ = resource.getrlimit(resource.RLIMIT_STACK)
    pila = PILA if limite == resource.RLIM_INFINITY else limite
    try:
        mmap.mmap(-1, hilos * pila + HOLGURA, SOLO_EL_LUGAR, prot=SIN_TOCAR).close()
    except OSError as error:
        raise MemoryError from error


def lanzar(hacer: Callable[[], object], nombre: str, daemon: bool = True) -> Thread:
    """Return a thread that has begun. Raises `RuntimeError` where the system gives none."""
    hilo = Thread(target=hacer, name=nombre, daemon=daemon)
    hilo.start()
    return hilo
