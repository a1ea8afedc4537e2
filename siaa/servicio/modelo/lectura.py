"""The threads that have the model read and write: its stream, its load, the warm-up.

A stream is read aside, so that the door can send heartbeats and stop it.

A server that is hung up on while it loads throws away what it had loaded, and whoever asks next
begins anew. So the load is asked for alone, before any question is sent, and nobody's leaving ends
it: whoever waits next waits for the same one. Of a model in memory it costs milliseconds.

Loading the model and reading the fixed text is silence that the first person of the day would have
to sit through. So it is done while nobody asks anything, under a turn like any answer, and gives
way to the first who comes: the load goes on, and that person finds it the further along.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import InitVar, dataclass, field
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final

from siaa.errores import ErrorServicio, EsperaAgotada, RespuestaCortada, ServicioDeteniendose
from siaa.eventos import SILENCIO, Silencio
from siaa.modelo.cliente import ClienteModelo, Generacion
from siaa.servicio.hilos import lanzar
from siaa.servicio.modelo.ritmo import Ritmo
from siaa.servicio.modelo.turnos import Turnos
from siaa.servicio.parada import Parada
from siaa.valores import EventoModelo, Fallo, Fin, Mensaje, MetricasModelo, Texto

NOMBRE_HILO: Final = "siaa-lectura"
ESPERA_CIERRE_S: Final = 0.2
ESPERA_LECTOR_S: Final = 1.0
VISTAZO_S: Final = 0.25
"""How often `escuchar` looks whether it should go on."""
DICHO_MAXIMO: Final = 20_000
"""Characters after which an answer that does not end is left at that."""
HILO_DE_CARGA: Final = "siaa-carga"
HILO_DE_CALENTAMIENTO: Final = "siaa-calentamiento"
ESPERA_FINAL_S: Final = 3.0
CARGA_S: Final = 1.0
"""A model in memory answers in milliseconds: what took longer than this was a load."""
INTERVALO_S: Final = 0.1
"""How often a warm-up looks whether somebody waits."""
YA_CARGADO: Final = Fin("stop", MetricasModelo())


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
        self._llegados: SimpleQueue[EventoModelo] = SimpleQueue()
        self._hilo = lanzar(self._leer, NOMBRE_HILO)

    def _leer(self) -> None:
        try:
            for evento in self.generacion:
                self._callada = False
                if self._cerrada:
                    self.generacion.cerrar()
                    return
                self._llegados.put(evento)
        finally:
            # Seen only if the generation ended without a word of its own: a fault of ours.
            self._llegados.put(Fallo(RespuestaCortada()))

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
            if isinstance(evento, Texto):
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
        while not self.suelta(ESPERA_CIERRE_S):
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
            if isinstance(evento, Texto):
                dicho += evento.texto
            if isinstance(evento, Fin) or len(dicho) > DICHO_MAXIMO:
                break
        return dicho
    finally:
        lectura.cerrar()


Desenlace = Fin | Fallo | None
"""How a warm-up ended; None when it gave way to somebody, or the service stops."""

_diario = logging.getLogger(__name__)


class CargaModelo(Thread):
    """One load, waited for by any number of people; of nothing where servers load by themselves."""

    def __init__(self, generacion: Generacion | None) -> None:
        super().__init__(name=HILO_DE_CARGA, daemon=True)
        self._generacion = generacion
        self._desenlace: Fin | Fallo = Fallo(RespuestaCortada())

    def run(self) -> None:
        """Ask the server and see how it ends."""
        for evento in self._generacion or (YA_CARGADO,):
            if isinstance(evento, Fin | Fallo):
                self._desenlace = evento

    def esperar(self, segundos: float) -> Fin | Fallo | None:
        """Return how it ended; None when it goes on after `segundos`."""
        self.join(segundos)
        return None if self.is_alive() else self._desenlace

    def cortar(self) -> None:
        """Hang up."""
        if self._generacion is not None:
            self._generacion.cerrar()


class Cargador:
    """Owns the load under way, guarded by `_candado_carga`; there is never a second one."""

    def __init__(self, cliente: ClienteModelo) -> None:
        self._cliente = cliente
        self._candado_carga = Lock()
        self._carga: CargaModelo | None = None
        self._detenido = False

    def cargar(self) -> CargaModelo:
        """Return the load under way or, when there is none, a new one."""
        with self._candado_carga:
            if self._carga is None or self._carga.esperar(0) is not None:
                carga = CargaModelo(self._cliente.carga())
                if self._detenido:
                    carga.cortar()
                carga.start()
                self._carga = carga
            return self._carga

    def terminar(self) -> None:
        """Cut the load under way and wait for its thread: the service stops. Idempotent."""
        with self._candado_carga:
            self._detenido, carga = True, self._carga
        if carga is not None:
            carga.cortar()
            carga.join(ESPERA_FINAL_S)


@dataclass(eq=False)
class Calentador:
    """Warms the model up at one server, once at a time.

    mensajes: what every prompt begins with. lugar: the number of the server in `turnos`.
    """

    cliente: ClienteModelo
    cargador: Cargador
    ritmo: Ritmo
    turnos: Turnos
    parada: Parada
    paciencia: Paciencia
    mensajes: Sequence[Mensaje]
    lugar: int = 0
    _hilo: Thread | None = field(default=None, init=False)

    def empezar(self, al_terminar: Callable[[Desenlace], None]) -> None:
        """Warm up aside, unless somebody is at the model or it is being warmed up already.

        `al_terminar` is told from another thread. Where nobody may wait (a queue of no places) it
        does nothing: it would turn people away. Only one thread may call this.
        """
        turnos = self.turnos.estado()
        ocupado = self.turnos.atendidos(self.lugar) or turnos.esperando or not turnos.cola
        if ocupado or (self._hilo is not None and self._hilo.is_alive()):
            return
        self._hilo = lanzar(lambda: al_terminar(self.calentar()), HILO_DE_CALENTAMIENTO)

    def terminar(self) -> None:
        """Wait for a warm-up under way. The service must have been asked to stop."""
        if self._hilo is not None:
            self._hilo.join(timeout=ESPERA_FINAL_S)

    def calentar(self) -> Desenlace:
        """Take a turn and make the model read, until it has or somebody else wants it."""
        try:
            turno = self.turnos.pedir(solo=self.lugar)
        except ErrorServicio:
            return None
        try:
            if not turno.esperar(0):
                return None
            cargado = self._cargar()
            return self._leer() if isinstance(cargado, Fin) else cargado
        finally:
            turno.devolver()

    def _cargar(self) -> Desenlace:
        inicio, carga = time.monotonic(), self.cargador.cargar()
        while (desenlace := carga.esperar(INTERVALO_S)) is None:
            if self._debe_ceder():
                return None
        if time.monotonic() - inicio > CARGA_S:
            self.ritmo.olvidar()
        return desenlace

    def _leer(self) -> Desenlace:
        # One token, since servers take a limit of none for no limit.
        generacion = self.cliente.conversar(self.mensajes, fichas=1)
        nueva = self.ritmo.enviar(self.mensajes)
        lectura = Lectura(generacion, self.paciencia, self.parada)
        try:
            for evento in lectura.eventos(INTERVALO_S):
                if self.parada.pedida:
                    return None  # also of what is told because it stops
                if isinstance(evento, Fin):
                    self.ritmo.leer(self.mensajes, evento.metricas, nueva)
                if isinstance(evento, Fin | Fallo):
                    return evento
                if self._debe_ceder():
                    return None
        finally:
            lectura.cerrar()
        return None

    def _debe_ceder(self) -> bool:
        if self.parada.pedida:
            return True
        alguien = self.turnos.estado().esperando > 0 or self.turnos.atendidos(self.lugar) > 1
        if alguien:
            _diario.info("[MODELO] calentamiento interrumpido: alguien pregunta")
        return alguien
