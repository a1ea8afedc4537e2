"""Everything that runs, wired once by the door and handed to the blueprints."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from siaa.almacen.almacen import Almacen
from siaa.biblioteca.ejemplos import Muestra
from siaa.recorrido.piezas import Piezas
from siaa.servicio.metricas import Metricas
from siaa.servicio.modelo.consultor import Servidores
from siaa.servicio.registro.registro import Registro
from siaa.servicio.vigencia.archivero import Archivero
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva
from siaa.servicio.vigencia.rondas import LectorNocturno, Vigilante

ESPERA_REGISTRO_S: Final = 5.0
"""What the record gets to write what is pending once the service stops."""


@dataclass(frozen=True, slots=True)
class Servicios:
    """The running service. muestras: reads the questions that people may be shown.

    url_publica: where links to other programs lead to; None for where they called.
    """

    piezas: Piezas
    almacen: Almacen
    vigilante: Vigilante
    nocturno: LectorNocturno | None
    metricas: Metricas
    registro: Registro
    archivero: Archivero
    muestras: Callable[[], Sequence[Muestra]]
    latido_s: float
    url_publica: str | None

    @property
    def biblioteca(self) -> BibliotecaViva:
        """The library that is being served."""
        return self.piezas.biblioteca

    @property
    def servidores(self) -> Servidores:
        """The model's servers."""
        return self.piezas.servidores

    def arrancar(self) -> None:
        """Start the background work."""
        self.registro.arrancar()
        self.servidores.arrancar()
        self.vigilante.arrancar()
        if self.nocturno is not None:
            self.nocturno.arrancar()

    def cerrar(self) -> None:
        """Stop the background work and end what is still open. Idempotent."""
        self.piezas.parada.vencer()
        self.servidores.terminar()
        self.vigilante.terminar()
        if self.nocturno is not None:
            self.nocturno.terminar()
        self.registro.cerrar(ESPERA_REGISTRO_S)
