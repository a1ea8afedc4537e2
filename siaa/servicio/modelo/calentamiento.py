"""The warm-up: the fixed text read by the model while nobody asks anything.

Loading the model and reading the fixed text is silence that the first person of the day would have
to sit through. It is done under a turn like any answer, and gives way to the first who comes: the
load goes on, and that person finds it the further along.
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Thread
from typing import Final

from siaa.errores import ErrorServicio
from siaa.modelo.cliente import ClienteModelo
from siaa.servicio.modelo.carga import CARGA_S, Cargador
from siaa.servicio.modelo.lectura import Lectura, Paciencia
from siaa.servicio.modelo.ritmo import Ritmo
from siaa.servicio.modelo.turnos import Turnos
from siaa.servicio.parada import Parada
from siaa.valores import Fallo, Fin, Mensaje

NOMBRE_HILO: Final = "siaa-calentamiento"
INTERVALO_S: Final = 0.1
"""How often it looks whether somebody waits."""
ESPERA_FINAL_S: Final = 3.0

Desenlace = Fin | Fallo | None
"""How a warm-up ended; None when it gave way to somebody, or the service stops."""

_diario = logging.getLogger(__name__)


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
            target=lambda: al_terminar(self.calentar()), name=NOMBRE_HILO, daemon=True
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
