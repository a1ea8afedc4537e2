"""What the model's server does before anybody is answered: the load, and the warm-up.

A server that is hung up on while it loads throws away what it had loaded, and whoever asks next
begins anew. So the load is asked for alone, before any question is sent, and nobody's leaving ends
it: whoever waits next waits for the same one. Of a model in memory it costs milliseconds.

Loading the model and reading the fixed text is silence that the first person of the day would have
to sit through. So it is done while nobody asks anything, under a turn like any answer, and gives
way to the first who comes: the load goes on, and that person finds it the further along.
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Final

from siaa.errores import ErrorServicio, RespuestaCortada
from siaa.modelo.cliente import ClienteModelo, Generacion
from siaa.servicio.modelo.lectura import Lectura, Paciencia
from siaa.servicio.modelo.ritmo import Ritmo
from siaa.servicio.modelo.turnos import Turnos
from siaa.servicio.parada import Parada
from siaa.valores import Fallo, Fin, Mensaje, MetricasModelo

HILO_DE_CARGA: Final = "siaa-carga"
HILO_DE_CALENTAMIENTO: Final = "siaa-calentamiento"
ESPERA_FINAL_S: Final = 3.0
CARGA_S: Final = 1.0
"""A model in memory answers in milliseconds: what took longer than this was a load."""
INTERVALO_S: Final = 0.1
"""How often a warm-up looks whether somebody waits."""
YA_CARGADO: Final = Fin("stop", MetricasModelo())

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
        self._hilo = Thread(
            target=lambda: al_terminar(self.calentar()), name=HILO_DE_CALENTAMIENTO, daemon=True
        )
        self._hilo.start()

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
        generacion = self.cliente.calentamiento(self.mensajes)
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
        """Return whether somebody waits for the model, or the service stops."""
        if self.parada.pedida:
            return True
        alguien = self.turnos.estado().esperando > 0 or self.turnos.atendidos(self.lugar) > 1
        if alguien:
            _diario.info("[MODELO] calentamiento interrumpido: alguien pregunta")
        return alguien
