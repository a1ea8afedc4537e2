"""A thread that makes readings at night, while nobody asks (`SIAA_LEER=noches`)."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from threading import Thread
from typing import Final

from siaa.errores import ErrorSIAA
from siaa.servicio.parada import Parada
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva
from siaa.servicio.vigencia.lector import Lector

NOMBRE_HILO: Final = "siaa-noches"
CADA_S: Final = 600.0
"""How often it looks whether there is something to read, and how long it rests from a failure."""
ESPERA_FINAL_S: Final = 5.0

_diario = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Horario:
    """Hours of the day, from the beginning of `desde` to that of `hasta`, past midnight or not."""

    desde: int
    hasta: int

    def incluye(self, momento: datetime) -> bool:
        """Return whether a moment lies in it; all do when both hours are the same."""
        return (momento.hour - self.desde) % 24 < ((self.hasta - self.desde) % 24 or 24)


NOCHE: Final = Horario(20, 6)


@dataclass(eq=False)
class LectorNocturno:
    """Lets a reader read what the library in force lacks, one session a night."""

    lector: Lector
    biblioteca: BibliotecaViva
    parada: Parada
    reloj: Callable[[], datetime] = datetime.now
    cada_s: float = CADA_S
    _hilo: Thread | None = field(default=None, init=False)

    def arrancar(self) -> None:
        """Start looking at the clock."""
        self._hilo = Thread(target=self._velar, name=NOMBRE_HILO, daemon=True)
        self._hilo.start()

    def terminar(self) -> None:
        """Wait for the thread to end. The service must have been asked to stop."""
        if self._hilo is not None:
            self._hilo.join(ESPERA_FINAL_S)

    def _velar(self) -> None:
        while not self.parada.esperar(self.cada_s):
            if not NOCHE.incluye(self.reloj()):
                continue
            try:
                self._leer()
            except ErrorSIAA as error:
                _diario.warning("[Lecturas] %s", error.mensaje)
            except Exception:  # noqa: BLE001  the last seam: without it nobody would read again
                _diario.exception("[Lecturas] error no previsto")

    def _leer(self) -> None:
        """Read until it is done, dawns, somebody stops the service or the model fails."""
        leidos = 0
        try:
            faltan = self.lector.pendientes(self.biblioteca.actual.indice.documentos)
            for leido in self.lector.leer(faltan):
                leidos += leido is not None
                if not NOCHE.incluye(self.reloj()):
                    break
        finally:
            self.lector.terminar()
        if leidos:
            _diario.info("[Lecturas] %d trechos leídos; faltan %d", leidos, len(faltan) - leidos)
