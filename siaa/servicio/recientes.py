"""What was made last and takes time to make, kept within a bound of memory."""

from collections.abc import Callable
from contextlib import suppress
from threading import BoundedSemaphore, Lock
from typing import Final, Generic, TypeVar

from cachetools import LRUCache

from siaa.errores import DocumentoEnPreparacion

ESPERAN: Final = 3
PACIENCIA_S: Final = 5.0

T = TypeVar("T")


class Recientes(Generic[T]):
    """Owns some results by key: the least recently used go first.

    maximo: bytes that all of them may take. pesar: the bytes that one takes. `_candado` guards what
    is kept, `_turno` the making: one at a time, so that many who want the same wait for one to make
    it. No more than `ESPERAN` wait, each `PACIENCIA_S` at most: their threads are needed elsewhere.
    """

    def __init__(self, maximo: int, pesar: Callable[[T], int]) -> None:
        self._candado = Lock()
        self._turno = Lock()
        self._sitios = BoundedSemaphore(ESPERAN + 1)
        self._guardados: LRUCache[str, T] = LRUCache(maximo, pesar)

    def obtener(self, clave: str, hacer: Callable[[], T]) -> T:
        """Return the result of that key, made now unless it is kept; one that is too big is not.

        Raises `DocumentoEnPreparacion` when too many wait already, or too long.
        """
        with self._candado:
            guardado = self._guardados.get(clave)
        if guardado is not None:
            return guardado
        if not self._sitios.acquire(blocking=False):
            raise DocumentoEnPreparacion
        try:
            return self._hacer(clave, hacer)
        finally:
            self._sitios.release()

    def _hacer(self, clave: str, hacer: Callable[[], T]) -> T:
        if not self._turno.acquire(timeout=PACIENCIA_S):
            raise DocumentoEnPreparacion
        try:
            with self._candado:
                hecho = self._guardados.get(clave)  # while this one waited
            if hecho is not None:
                return hecho
            nuevo = hacer()
            with self._candado, suppress(ValueError):  # it is too big
                self._guardados[clave] = nuevo
            return nuevo
        finally:
            self._turno.release()
