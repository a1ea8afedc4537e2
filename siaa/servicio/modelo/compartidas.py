"""Questions that would get the same answer get one: while it is written, and remembered after.

What is said is kept for as long as somebody listens, so that who comes late gets it from the
beginning. The generation belongs to all who listen: it ends early only when the last one left.

An answer is remembered by its evidence: a changed document, model or fixed text gives another key,
so nothing ever needs clearing. One that was rated wrong goes, and none of its key is kept again:
what it was made from must change.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextvars import copy_context
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from threading import Condition, Lock
from typing import Final, Generic, Protocol, TypeVar

from cachetools import LRUCache, TTLCache

from siaa.servicio.hilos import lanzar

NOMBRE_HILO: Final = "siaa-compartida"

E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)

_diario = logging.getLogger(__name__)
SEGUNDOS_POR_HORA: Final = 3600.0
ENTREGAS_POR_RESPUESTA: Final = 20
"""Questions of which it is known what answer they got, for each answer that is kept."""


class Productor(Protocol[E_co]):
    """What a generation tells. `cerrar`, from any thread, makes `eventos` end soon. Idempotent."""

    def eventos(self) -> Iterator[E_co]:
        """Yield everything there is to say, in order."""

    def cerrar(self) -> None:
        """Give back whatever was taken for it."""


@dataclass(eq=False)
class _Compartida(Generic[E]):
    """`_cambio` guards what it has said. retirar: takes it off those that may be joined."""

    clave: str
    productor: Productor[E]
    retirar: "Callable[[_Compartida[E]], None]"
    oyentes: int = field(default=1, init=False)
    _cambio: Condition = field(default_factory=Condition, init=False)
    _dichos: list[E] = field(default_factory=list, init=False)
    _terminado: bool = field(default=False, init=False)

    def producir(self) -> None:
        """Tell everything that the origin says; the body of the generation's thread."""
        try:
            for evento in self.productor.eventos():
                with self._cambio:
                    self._dichos.append(evento)
                    self._cambio.notify_all()
        except Exception:  # noqa: BLE001  the last seam of this thread: who listens sees the end
            _diario.exception("error no previsto al redactar")
        finally:
            self.terminar()

    def terminar(self) -> None:
        """End, for all who listen. Gone from the list first: nobody must join what has ended."""
        self.retirar(self)
        try:
            self.productor.cerrar()
        finally:
            with self._cambio:
                self._terminado = True
                self._cambio.notify_all()

    def desde(self, visto: int, segundos: float) -> tuple[tuple[E, ...], bool]:
        """Return what was said after the first `visto` and whether that is all there will be.

        Waits up to `segundos` for something new.
        """
        with self._cambio:
            self._cambio.wait_for(lambda: len(self._dichos) > visto or self._terminado, segundos)
            return tuple(self._dichos[visto:]), self._terminado


@dataclass(eq=False)
class Oyente(Generic[E]):
    """One listener of a generation, until `irse`. compartido: whether others were there before."""

    compartidas: "Compartidas[E]"
    compartida: _Compartida[E]
    compartido: bool
    se_fue: bool = field(default=False, init=False)

    def lotes(self, intervalo: float) -> Iterator[tuple[E, ...]]:
        """Yield what is said, from the beginning, as it comes; all that is known in one batch.

        An empty batch means that nothing was said for `intervalo` seconds. Ends with it.
        """
        visto = 0
        while not self.se_fue:
            lote, terminado = self.compartida.desde(visto, intervalo)
            if lote or not terminado:
                yield lote
            visto += len(lote)
            if terminado:
                return

    def irse(self) -> None:
        """Stop listening; the last one to leave ends it. Idempotent, from any thread."""
        self.compartidas.despedir(self)


class Compartidas(Generic[E]):
    """Owns the generations under way that may be joined, guarded by `_candado`.

    maximo: how many may listen to generations that others began; 0 = nobody shares.
    """

    def __init__(self, maximo: int) -> None:
        self._maximo = maximo
        self._compartidos = 0
        self._candado = Lock()
        self._en_curso: dict[_Compartida[E], None] = {}  # in order

    def escuchar(self, clave: str, empezar: Callable[[], Productor[E]]) -> Oyente[E]:
        """Join the latest generation of that key or, when there is none to join, begin one.

        Raises what `empezar` raises.
        """
        with self._candado:
            iguales = [una for una in self._en_curso if una.clave == clave]
            if iguales and self._compartidos < self._maximo:
                self._compartidos += 1
                iguales[-1].oyentes += 1
                return Oyente(self, iguales[-1], compartido=True)
            nueva = _Compartida(clave, empezar(), self._retirar)
            self._en_curso[nueva] = None
        try:
            # In the context of who began it, so that the log names its request.
            en_contexto = partial(copy_context().run, nueva.producir)
            lanzar(en_contexto, NOMBRE_HILO)
        except RuntimeError:
            nueva.terminar()  # somebody may have joined meanwhile
            raise
        return Oyente(self, nueva, compartido=False)

    def _retirar(self, compartida: _Compartida[E]) -> None:
        with self._candado:
            self._en_curso.pop(compartida, None)

    def despedir(self, oyente: Oyente[E]) -> None:
        """Take a listener out; end the generation when it was the last one."""
        compartida = oyente.compartida
        with self._candado:
            if oyente.se_fue:
                return
            oyente.se_fue = True
            self._compartidos -= oyente.compartido
            compartida.oyentes -= 1
            if compartida.oyentes:
                return
            self._en_curso.pop(compartida, None)
        compartida.productor.cerrar()

    @property
    def oyentes(self) -> int:
        """How many people listen to generations under way."""
        with self._candado:
            return sum(compartida.oyentes for compartida in self._en_curso)


@dataclass(frozen=True, slots=True)
class RespuestaGuardada:
    """A complete answer of the model, and when it was written (UTC)."""

    texto: str
    creada: datetime


@dataclass(frozen=True, slots=True)
class EstadoCache:
    """How many answers are kept, of how many at most, for how long, and how often they served."""

    activa: bool
    entradas: int
    maximo: int
    horas: float
    aciertos: int
    fallos: int


class Cache:
    """Owns the answers: the least recently used go first, and each goes when its time is up.

    maximo: 0 keeps none. reloj: monotonic seconds.
    """

    def __init__(
        self, maximo: int, horas: float, reloj: Callable[[], float] = time.monotonic
    ) -> None:
        self._horas = horas
        self._candado_cache = Lock()
        self._guardadas: TTLCache[str, RespuestaGuardada] = TTLCache(
            maximo, horas * SEGUNDOS_POR_HORA, reloj
        )
        self._entregas: LRUCache[str, str] = LRUCache(ENTREGAS_POR_RESPUESTA * maximo)
        self._malas: LRUCache[str, str] = LRUCache(maximo)
        self._aciertos = 0
        self._fallos = 0

    def buscar(self, clave: str) -> RespuestaGuardada | None:
        """Return the answer of that key, which counts as used now."""
        with self._candado_cache:
            guardada = self._guardadas.get(clave)
            self._aciertos += guardada is not None
            self._fallos += guardada is None
            return guardada

    def guardar(self, clave: str, respuesta: RespuestaGuardada) -> None:
        """Keep a complete answer, unless one of its key was rated wrong."""
        with self._candado_cache:
            if self._guardadas.maxsize and clave not in self._malas:
                self._guardadas[clave] = respuesta

    def entregar(self, clave: str, pregunta: str) -> None:
        """Note that the question of that id gets the answer of a key, remembered or not."""
        with self._candado_cache:
            if self._guardadas.maxsize:
                self._entregas[pregunta] = clave

    def desechar(self, pregunta: str) -> None:
        """Forget the answer that a question got, which was wrong, and keep none of its key."""
        with self._candado_cache:
            if clave := self._entregas.get(pregunta):
                self._malas[clave] = pregunta
                self._guardadas.pop(clave, None)

    def vaciar(self) -> int:
        """Forget every answer, and which were rated wrong; return how many answers there were."""
        with self._candado_cache:
            cuantas = len(self._guardadas)
            self._guardadas.clear()
            self._malas.clear()
            return cuantas

    def estado(self) -> EstadoCache:
        """Return how full it is and how often it served."""
        with self._candado_cache:
            maximo = int(self._guardadas.maxsize)
            return EstadoCache(
                activa=maximo > 0,
                entradas=len(self._guardadas),
                maximo=maximo,
                horas=self._horas,
                aciertos=self._aciertos,
                fallos=self._fallos,
            )
