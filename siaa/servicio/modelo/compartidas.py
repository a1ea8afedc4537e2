"""Single flight: questions that would get the same answer share one generation.

What is said is kept for as long as somebody listens, so that who comes late gets it from the
beginning. The generation belongs to all who listen: it ends early only when the last one left.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextvars import copy_context
from dataclasses import dataclass
from threading import Condition, Lock, Thread
from typing import Final, Generic, Protocol, TypeVar

NOMBRE_HILO: Final = "siaa-compartida"

E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)

_diario = logging.getLogger(__name__)


class Productor(Protocol[E_co]):
    """What a generation tells. `cerrar`, from any thread, makes `eventos` end soon. Idempotent."""

    def eventos(self) -> Iterator[E_co]:
        """Yield everything there is to say, in order."""

    def cerrar(self) -> None:
        """Give back whatever was taken for it."""


@dataclass(frozen=True, slots=True)
class EstadoCompartidas:
    """Generations under way and how many people listen to them."""

    en_curso: int
    oyentes: int


class _Compartida(Generic[E]):
    """One generation and what it has said so far, guarded by `_cambio`."""

    def __init__(self, clave: str, productor: Productor[E]) -> None:
        self.clave = clave
        self.productor = productor
        self.oyentes = 0
        self._cambio = Condition()
        self._dichos: list[E] = []
        self._terminado = False

    def producir(self, al_terminar: Callable[[], None]) -> None:
        """Tell everything that the origin says; the body of the generation's thread."""
        try:
            for evento in self.productor.eventos():
                with self._cambio:
                    self._dichos.append(evento)
                    self._cambio.notify_all()
        except Exception:  # noqa: BLE001  the last seam of this thread: who listens sees the end
            _diario.exception("error no previsto al redactar")
        finally:
            self.terminar(al_terminar)

    def terminar(self, retirar: Callable[[], None]) -> None:
        """End, for all who listen. Gone from the list first: nobody must join what has ended."""
        retirar()
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


class Oyente(Generic[E]):
    """One listener of a generation, until `irse`. compartido: whether others were there before."""

    def __init__(
        self, compartidas: Compartidas[E], compartida: _Compartida[E], compartido: bool
    ) -> None:
        self._compartidas = compartidas
        self._compartida = compartida
        self._se_fue = False
        self.compartido = compartido

    def lotes(self, intervalo: float) -> Iterator[tuple[E, ...]]:
        """Yield what is said, from the beginning, as it comes; all that is known in one batch.

        An empty batch means that nothing was said for `intervalo` seconds. Ends with it.
        """
        visto = 0
        while not self._se_fue:
            lote, terminado = self._compartida.desde(visto, intervalo)
            if lote or not terminado:
                yield lote
            visto += len(lote)
            if terminado:
                return

    def irse(self) -> None:
        """Stop listening; the last one to leave ends it. Idempotent, from any thread."""
        self._compartidas.irse(self._compartida, self)

    def marcar_ida(self) -> bool:
        """Note that this listener left; return whether it had not left before."""
        primera, self._se_fue = not self._se_fue, True
        return primera


class Compartidas(Generic[E]):
    """Owns the generations under way, guarded by `_candado`.

    maximo: how many may listen to generations that others began; 0 = nobody shares.
    """

    def __init__(self, maximo: int) -> None:
        self._maximo = maximo
        self._compartidos = 0
        self._candado = Lock()
        self._en_curso: set[_Compartida[E]] = set()
        self._por_clave: dict[str, _Compartida[E]] = {}

    def escuchar(self, clave: str, empezar: Callable[[], Productor[E]]) -> Oyente[E]:
        """Join the generation of that key or, when there is none to join, begin one.

        Raises what `empezar` raises.
        """
        with self._candado:
            compartida = self._por_clave.get(clave)
            if compartida is not None and self._compartidos < self._maximo:
                self._compartidos += 1
                compartida.oyentes += 1
                return Oyente(self, compartida, compartido=True)
            nuevo = _Compartida(clave, empezar())
            nuevo.oyentes = 1
            self._en_curso.add(nuevo)
            self._por_clave[clave] = nuevo
        self._lanzar(nuevo)
        return Oyente(self, nuevo, compartido=False)

    def _lanzar(self, compartida: _Compartida[E]) -> None:
        try:
            Thread(
                # In the context of who began it, so that the log names its request.
                target=copy_context().run,
                args=(compartida.producir, lambda: self._retirar(compartida)),
                name=NOMBRE_HILO,
                daemon=True,
            ).start()
        except RuntimeError:
            compartida.terminar(
                lambda: self._retirar(compartida)
            )  # somebody may have joined meanwhile
            raise

    def _retirar(self, compartida: _Compartida[E]) -> None:
        with self._candado:
            self._olvidar(compartida)

    def _olvidar(self, compartida: _Compartida[E]) -> None:
        """Let nobody join `compartida` any more. Holds `_candado`."""
        self._en_curso.discard(compartida)
        if self._por_clave.get(compartida.clave) is compartida:
            del self._por_clave[compartida.clave]

    def irse(self, compartida: _Compartida[E], oyente: Oyente[E]) -> None:
        """Take a listener out; end the generation when it was the last one."""
        with self._candado:
            if not oyente.marcar_ida():
                return
            self._compartidos -= oyente.compartido
            compartida.oyentes -= 1
            if compartida.oyentes:
                return
            self._olvidar(compartida)
        compartida.productor.cerrar()

    def estado(self) -> EstadoCompartidas:
        """Return how many generations are under way and how many listen to them."""
        with self._candado:
            oyentes = sum(compartida.oyentes for compartida in self._en_curso)
            return EstadoCompartidas(len(self._en_curso), oyentes)
