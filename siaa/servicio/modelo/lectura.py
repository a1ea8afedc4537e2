"""The thread that reads the model's stream, so that the door can send heartbeats and stop it."""

import time
from collections.abc import Callable, Iterator
from dataclasses import InitVar, dataclass, field
from queue import Empty, Full, Queue
from threading import Thread
from typing import Final

from siaa.errores import EsperaAgotada, RespuestaCortada, ServicioDeteniendose
from siaa.eventos import SILENCIO, Silencio
from siaa.modelo.cliente import Generacion
from siaa.servicio.parada import Parada
from siaa.valores import EventoModelo, Fallo, Fin, Token

NOMBRE_HILO: Final = "siaa-lectura"
EVENTOS_PENDIENTES: Final = 1000
"""A listener that falls this far behind makes the reader wait, instead of filling the memory."""
ESPERA_OYENTE_S: Final = 0.2
ESPERA_LECTOR_S: Final = 1.0
VISTAZO_S: Final = 0.25
"""How often `escuchar` looks whether it should go on."""
DICHO_MAXIMO: Final = 20_000
"""Characters after which an answer that does not end is left at that."""


@dataclass(frozen=True, slots=True)
class Paciencia:
    """Seconds to wait for the first token and between two of them."""

    primer_token: float
    entre_tokens: float


@dataclass(eq=False)
class Lectura:
    """One generation being read. Iterate `eventos`; `cerrar` hangs up.

    hasta_la_primera: the server cannot stop reading a prompt, so hanging up before the first word
    would only hide that it is busy: the line is kept until then, with nobody listening.
    """

    generacion: Generacion
    paciencia: Paciencia
    parada: Parada
    hasta_la_primera: InitVar[bool] = False
    _cerrada: bool = field(default=False, init=False)

    def __post_init__(self, hasta_la_primera: bool) -> None:
        self._callada = hasta_la_primera
        self._llegados: Queue[EventoModelo] = Queue(EVENTOS_PENDIENTES)
        self._hilo = Thread(target=self._leer, name=NOMBRE_HILO, daemon=True)
        self._hilo.start()

    def _leer(self) -> None:
        try:
            for evento in self.generacion:
                self._callada = False
                if self._cerrada:
                    self.generacion.cerrar()
                    return
                self._poner(evento)
        finally:
            # Seen only if the generation ended without a word of its own: a fault of ours.
            self._poner(Fallo(RespuestaCortada()))

    def _poner(self, evento: EventoModelo) -> None:
        """Hand an event over, waiting while the listener is behind, unless nobody listens."""
        while not self._cerrada:
            try:
                self._llegados.put(evento, timeout=ESPERA_OYENTE_S)
            except Full:
                continue
            return

    def eventos(self, intervalo: float) -> Iterator[EventoModelo | Silencio]:
        """Yield what the model says, and `Silencio` every `intervalo` seconds while it is quiet.

        Ends after one `Fin` or `Fallo`; patience that runs out, or a service that must stop now,
        is a `Fallo` too.
        """
        limite = time.monotonic() + self.paciencia.primer_token
        while not (self.parada.cortar or self._cerrada):
            espera = max(0.0, min(intervalo, limite - time.monotonic()))
            try:
                evento = self._llegados.get(timeout=espera)
            except Empty:
                if time.monotonic() >= limite:
                    yield Fallo(EsperaAgotada())
                    return
                yield SILENCIO
                continue
            yield evento
            if isinstance(evento, Fin | Fallo):
                return
            if isinstance(evento, Token):
                limite = time.monotonic() + self.paciencia.entre_tokens
        yield Fallo(RespuestaCortada() if self._cerrada else ServicioDeteniendose())

    def cerrar(self) -> None:
        """Hang up on the model's server and wait briefly for the reader to notice. Idempotent.

        Afterwards the line may still be open, as `hasta_la_primera` says: see `soltar`.
        """
        self._cerrada = True  # before looking whether it is silent: the reader does the reverse
        if self._callada and not self.parada.cortar:
            return
        self.generacion.cerrar()
        self._hilo.join(timeout=ESPERA_LECTOR_S)

    def suelta(self, segundos: float = 0) -> bool:
        """Wait up to `segundos` for the line to be closed; return whether it is."""
        self._hilo.join(timeout=segundos)
        return not self._hilo.is_alive()

    def soltar(self) -> None:
        """Wait, once it is closed, until the server has read what it cannot stop reading.

        The service that must stop now waits for nobody.
        """
        while not self.suelta(ESPERA_OYENTE_S):
            if self.parada.cortar:
                self.cerrar()
                return


def escuchar(lectura: Lectura, debe_cortar: Callable[[], bool]) -> str | None:
    """Return all that a generation says, to its end or `DICHO_MAXIMO`, and hang up.

    None once `debe_cortar` says so. Raises the error that it ended in.
    """
    dicho = ""
    try:
        for evento in lectura.eventos(VISTAZO_S):
            if debe_cortar():
                return None
            if isinstance(evento, Fallo):
                raise evento.error
            if isinstance(evento, Token):
                dicho += evento.texto
            if isinstance(evento, Fin) or len(dicho) > DICHO_MAXIMO:
                break
        return dicho
    finally:
        lectura.cerrar()
