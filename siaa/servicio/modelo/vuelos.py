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

NOMBRE_HILO: Final = "siaa-vuelo"

E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)

_registro = logging.getLogger(__name__)


class Origen(Protocol[E_co]):
    """What a flight tells. `cerrar`, from any thread, makes `eventos` end soon. Idempotent."""

    def eventos(self) -> Iterator[E_co]:
        """Yield everything there is to say, in order."""

    def cerrar(self) -> None:
        """Give back whatever was taken for it."""


@dataclass(frozen=True, slots=True)
class EstadoVuelos:
    """Generations under way and how many people listen to them."""

    en_curso: int
    oyentes: int


class _Vuelo(Generic[E]):
    """One generation and what it has said so far, guarded by `_cambio`."""

    def __init__(self, clave: str, origen: Origen[E]) -> None:
        self.clave = clave
        self.origen = origen
        self.oyentes = 0
        self._cambio = Condition()
        self._dichos: list[E] = []
        self._terminado = False

    def volar(self, al_aterrizar: Callable[[], None]) -> None:
        """Tell everything that the origin says; the body of the flight's thread."""
        try:
            for evento in self.origen.eventos():
                with self._cambio:
                    self._dichos.append(evento)
                    self._cambio.notify_all()
        except Exception:  # noqa: BLE001  the last seam of this thread: who listens sees the end
            _registro.exception("error no previsto al redactar")
        finally:
            self.aterrizar(al_aterrizar)

    def aterrizar(self, retirar: Callable[[], None]) -> None:
        """End, for all who listen. Gone from the list first: nobody must join what has ended."""
        retirar()
        try:
            self.origen.cerrar()
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


class Pasajero(Generic[E]):
    """One listener of a flight, until `bajar`. compartido: whether others were there before."""

    def __init__(self, vuelos: Vuelos[E], vuelo: _Vuelo[E], compartido: bool) -> None:
        self._vuelos = vuelos
        self._vuelo = vuelo
        self._bajo = False
        self.compartido = compartido

    def lotes(self, intervalo: float) -> Iterator[tuple[E, ...]]:
        """Yield what is said, from the beginning, as it comes; all that is known in one batch.

        An empty batch means that nothing was said for `intervalo` seconds. Ends with the flight.
        """
        visto = 0
        while not self._bajo:
            lote, terminado = self._vuelo.desde(visto, intervalo)
            if lote or not terminado:
                yield lote
            visto += len(lote)
            if terminado:
                return

    def bajar(self) -> None:
        """Stop listening; the last one to leave ends the flight. Idempotent, from any thread."""
        self._vuelos.bajar(self._vuelo, self)

    def marcar_baja(self) -> bool:
        """Note that this listener left; return whether it had not left before."""
        primera, self._bajo = not self._bajo, True
        return primera


class Vuelos(Generic[E]):
    """Owns the flights under way, guarded by `_candado`.

    maximo: how many may listen to flights that others began; 0 = nobody shares.
    """

    def __init__(self, maximo: int) -> None:
        self._maximo = maximo
        self._compartidos = 0
        self._candado = Lock()
        self._en_curso: set[_Vuelo[E]] = set()
        self._por_clave: dict[str, _Vuelo[E]] = {}

    def subir(self, clave: str, despegar: Callable[[], Origen[E]]) -> Pasajero[E]:
        """Join the flight of that key or, when there is none to join, begin one.

        Raises what `despegar` raises.
        """
        with self._candado:
            vuelo = self._por_clave.get(clave)
            if vuelo is not None and self._compartidos < self._maximo:
                self._compartidos += 1
                vuelo.oyentes += 1
                return Pasajero(self, vuelo, compartido=True)
            nuevo = _Vuelo(clave, despegar())
            nuevo.oyentes = 1
            self._en_curso.add(nuevo)
            self._por_clave[clave] = nuevo
        self._lanzar(nuevo)
        return Pasajero(self, nuevo, compartido=False)

    def _lanzar(self, vuelo: _Vuelo[E]) -> None:
        try:
            Thread(
                # In the context of who began it, so that the log names its request.
                target=copy_context().run,
                args=(vuelo.volar, lambda: self._retirar(vuelo)),
                name=NOMBRE_HILO,
                daemon=True,
            ).start()
        except RuntimeError:
            vuelo.aterrizar(lambda: self._retirar(vuelo))  # somebody may have joined meanwhile
            raise

    def _retirar(self, vuelo: _Vuelo[E]) -> None:
        with self._candado:
            self._olvidar(vuelo)

    def _olvidar(self, vuelo: _Vuelo[E]) -> None:
        """Let nobody join `vuelo` any more. Holds `_candado`."""
        self._en_curso.discard(vuelo)
        if self._por_clave.get(vuelo.clave) is vuelo:
            del self._por_clave[vuelo.clave]

    def bajar(self, vuelo: _Vuelo[E], pasajero: Pasajero[E]) -> None:
        """Take a listener out; end the flight when it was the last one."""
        with self._candado:
            if not pasajero.marcar_baja():
                return
            self._compartidos -= pasajero.compartido
            vuelo.oyentes -= 1
            if vuelo.oyentes:
                return
            self._olvidar(vuelo)
        vuelo.origen.cerrar()

    def estado(self) -> EstadoVuelos:
        """Return how many generations are under way and how many listen to them."""
        with self._candado:
            oyentes = sum(vuelo.oyentes for vuelo in self._en_curso)
            return EstadoVuelos(len(self._en_curso), oyentes)
