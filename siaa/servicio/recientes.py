"""What was made last and takes time to make, kept within a bound of memory."""

from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

from siaa.errores import DocumentoEnPreparacion
from siaa.servicio.ventanilla import Ventanilla

T = TypeVar("T")


class Recientes(Generic[T]):
    """Owns some results by key: the least recently used go first.

    maximo: bytes that all of them may take. pesar: the bytes that one takes. `_candado` guards what
    is kept. One is made at a time, so that many who want the same wait for one to make it.
    """

    def __init__(self, maximo: int, pesar: Callable[[T], int]) -> None:
        self._candado = Lock()
        self._ventanilla = Ventanilla(DocumentoEnPreparacion)
        self._guardados: LRUCache[str, T] = LRUCache(maximo, pesar)

    def obtener(self, clave: str, hacer: Callable[[], T]) -> T:
        """Return the result of that key, made now unless it is kept; one that is too big is not.

        Raises `DocumentoEnPreparacion` when too many wait already, or too long.
        """
        if (guardado := self._guardado(clave)) is not None:
            return guardado
        with self._ventanilla.pasar():
            if (hecho := self._guardado(clave)) is not None:  # while this one waited
                return hecho
            nuevo = hacer()
            with self._candado, suppress(ValueError):  # it is too big
                self._guardados[clave] = nuevo
            return nuevo

    def _guardado(self, clave: str) -> T | None:
        with self._candado:
            return self._guardados.get(clave)
