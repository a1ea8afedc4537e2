"""What takes long and needs the processor: each kind of it one at a time, and few wait for it.

Of what was made last some is kept, within a bound of memory.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import BoundedSemaphore, Lock
from typing import Final, Generic, TypeVar

from cachetools import LRUCache

from siaa.errores import DocumentoEnPreparacion, ErrorServicio

T = TypeVar("T")

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
        with ExitStack() as tomado:
            for lugar, espera_s in ((self._sitios, 0.0), (self._turno, PACIENCIA_S)):
                if not lugar.acquire(timeout=espera_s):
                    raise self._ocupada()
                tomado.callback(lugar.release)
            yield


class Recientes(Ventanilla, Generic[T]):
    """Owns some results by key: the least recently used go first.

    maximo: bytes that all of them may take. pesar: the bytes that one takes. `_candado` guards what
    is kept. One is made at a time, so that many who want the same wait for one to make it.
    """

    def __init__(self, maximo: int, pesar: Callable[[T], int]) -> None:
        super().__init__(DocumentoEnPreparacion)
        self._candado = Lock()
        self._guardados: LRUCache[str, T] = LRUCache(maximo, pesar)

    def obtener(self, clave: str, hacer: Callable[[], T]) -> T:
        """Return the result of that key, made now unless it is kept; one that is too big is not.

        Raises `DocumentoEnPreparacion` when too many wait already, or too long.
        """
        if (guardado := self._guardado(clave)) is not None:
            return guardado
        with self.pasar():
            if (hecho := self._guardado(clave)) is not None:  # while this one waited
                return hecho
            nuevo = hacer()
            with self._candado, suppress(ValueError):  # it is too big
                self._guardados[clave] = nuevo
            return nuevo

    def _guardado(self, clave: str) -> T | None:
        with self._candado:
            return self._guardados.get(clave)
