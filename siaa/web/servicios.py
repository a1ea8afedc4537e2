"""Everything that runs, wired once by the door and handed to the blueprints."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from siaa.almacen.almacen import Almacen
from siaa.recorrido.piezas import Piezas
from siaa.servicio.metricas import Metricas
from siaa.servicio.registro.registro import Registro
from siaa.servicio.vigencia.archivero import Archivero
from siaa.servicio.vigencia.rondas import Ronda, Vigilante

ESPERA_REGISTRO_S: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Servicios(Piezas):
    """The running service: what answers are made with, and the rest.

    latido_s: how often an open line gives a sign of life. url_publica: where links to other
    programs lead to; None for where they called.
    """

    almacen: Almacen
    vigilante: Vigilante
    rondas: Sequence[Ronda]
    metricas: Metricas
    registro: Registro
    archivero: Archivero
    latido_s: float
    url_publica: str | None

    def arrancar(self) -> None:
        """Start the background work."""
        self.registro.arrancar()
        self.servidores.arrancar()
        for ronda in self.rondas:
            ronda.arrancar()

    def cerrar(self) -> None:
        """Stop the background work and end what is still open. Idempotent."""
        self.parada.vencer()
        self.servidores.terminar()
        for ronda in self.rondas:
            ronda.terminar()
        self.registro.cerrar(ESPERA_REGISTRO_S)
