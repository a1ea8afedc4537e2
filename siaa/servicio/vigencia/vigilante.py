"""A thread that looks at the documents folder now and then, and reloads what came to rest.

It polls: shares of a network tell nobody what other machines write into them.
"""

import logging
import time
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import Final

from siaa.biblioteca import cargador
from siaa.biblioteca.disco import Sello
from siaa.errores import BibliotecaNoDisponible, ErrorSIAA
from siaa.servicio.parada import Parada
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva

NOMBRE_HILO: Final = "siaa-vigilante"
CONFIRMACION_S: Final = 3.0
"""How soon the folder is looked at again once it has changed."""
ENTRE_TANDAS_S: Final = 1.0
"""Rest between two turns of converting what is new, in which others may reload."""
ESPERA_FINAL_S: Final = 5.0

_diario = logging.getLogger(__name__)


@dataclass(eq=False)
class Vigilante:
    """Watches the folder of a library every `cada_s` seconds; 0 never does.

    problema: why the folder cannot be looked at, in Spanish; None while it can.
    """

    biblioteca: BibliotecaViva
    cada_s: float
    parada: Parada
    problema: str | None = field(default=None, init=False)
    _cambiado: Sello | None = field(default=None, init=False)
    _desde_ns: int = field(default=0, init=False)
    _hilo: Thread | None = field(default=None, init=False)

    def arrancar(self) -> None:
        """Start watching; the library was just read, so the first look can wait."""
        if self.cada_s or self.biblioteca.estado.en_espera:
            self._hilo = Thread(target=self._vigilar, name=NOMBRE_HILO, daemon=True)
            self._hilo.start()

    def terminar(self) -> None:
        """Wait for the thread to end. The service must have been asked to stop.

        A share that is gone can hold the thread in the system for ever; it is not waited for.
        """
        if self._hilo is not None:
            self._hilo.join(ESPERA_FINAL_S)

    def _vigilar(self) -> None:
        while (pausa := self._pausa()) and not self.parada.esperar(pausa):
            try:
                self.mirar()
            except Exception:  # noqa: BLE001  the last seam: without it nobody would look again
                _diario.exception("[Vigilante] error no previsto")

    def _pausa(self) -> float:
        """Return how long to wait for the next look, in seconds; 0 for never."""
        if self.biblioteca.estado.en_espera and self.problema is None:
            return ENTRE_TANDAS_S
        return min(self.cada_s, CONFIRMACION_S) if self._cambiado else self.cada_s

    def mirar(self) -> None:
        """Look at the folder once; reload it when it rests in a state that was never read.

        What is still to be converted is converted in turns, each of which is a reload.

        At rest is what stays the same from one look to another, for a while by our own clock:
        the times of files are those of the machine that holds them.
        """
        sello = self._sellar()
        if sello is not None and self.biblioteca.estado.en_espera:
            self._recargar("Se sigue convirtiendo lo que falta")
        elif sello is None or not sello.documentos or sello == self.biblioteca.estado.sello:
            self._cambiado = None
        elif sello != self._cambiado:
            self._cambiado, self._desde_ns = sello, time.monotonic_ns()
        elif time.monotonic_ns() - self._desde_ns >= cargador.REPOSO_NS:
            self._cambiado = None
            self._recargar("La carpeta de documentos cambió: se recarga")

    def _sellar(self) -> Sello | None:
        """Seal the folder; one that cannot be read is told once, and once that it is back."""
        try:
            sello = self.biblioteca.sellar()
        except BibliotecaNoDisponible as error:
            if self.problema is None:
                _diario.warning("[Vigilante] %s", error.mensaje)
            self.problema = error.mensaje
            return None
        if self.problema is not None:
            _diario.info("[Vigilante] La carpeta de documentos se puede leer de nuevo.")
        self.problema = None
        return sello

    def _recargar(self, por_que: str) -> None:
        """Reload; a refusal or a failure is not tried again until the folder changes again."""
        _diario.info("[Vigilante] %s.", por_que)
        with suppress(ErrorSIAA):  # the library tells the log what came of it
            self.biblioteca.recargar(vaciar=False)
