"""Loading the model into its server's memory: a step of the service's own, nobody's request.

A server that is hung up on while it loads throws away what it had loaded, and whoever asks next
begins anew. So the load is asked for alone, before any question is sent, and nobody's leaving ends
it: whoever waits next waits for the same one. Of a model in memory it costs milliseconds.
"""

from threading import Event, Lock, Thread
from typing import Final

from siaa.errores import RespuestaCortada
from siaa.modelo.cliente import ClienteModelo, Generacion
from siaa.valores import Fallo, Fin, MetricasModelo

NOMBRE_HILO: Final = "siaa-carga"
ESPERA_FINAL_S: Final = 3.0
CARGA_S: Final = 1.0
"""A model in memory answers in milliseconds: what took longer than this was a load."""
YA_CARGADO: Final = Fin("stop", MetricasModelo())


class CargaModelo:
    """One load, waited for by any number of people; of nothing where servers load by themselves."""

    def __init__(self, generacion: Generacion | None) -> None:
        self._generacion = generacion
        self._terminada = Event()
        self._desenlace: Fin | Fallo = Fallo(RespuestaCortada())

    def cumplir(self) -> None:
        """Ask the server and see how it ends; the body of the load's thread."""
        try:
            for evento in self._generacion or (YA_CARGADO,):
                if isinstance(evento, Fin | Fallo):
                    self._desenlace = evento
        finally:
            self._terminada.set()

    def esperar(self, segundos: float) -> Fin | Fallo | None:
        """Return how it ended; None when it goes on after `segundos`."""
        return self._desenlace if self._terminada.wait(segundos) else None

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
        self._hilo: Thread | None = None
        self._detenido = False

    def cargar(self) -> CargaModelo:
        """Return the load under way or, when there is none, a new one."""
        with self._candado_carga:
            if self._carga is None or self._carga.esperar(0) is not None:
                carga = CargaModelo(self._cliente.carga())
                if self._detenido:
                    carga.cortar()
                hilo = Thread(target=carga.cumplir, name=NOMBRE_HILO, daemon=True)
                hilo.start()
                self._carga, self._hilo = carga, hilo
            return self._carga

    def terminar(self) -> None:
        """Cut the load under way and wait for its thread: the service stops. Idempotent."""
        with self._candado_carga:
            self._detenido = True
            carga, hilo = self._carga, self._hilo
        if carga is not None and hilo is not None:
            carga.cortar()
            hilo.join(timeout=ESPERA_FINAL_S)
