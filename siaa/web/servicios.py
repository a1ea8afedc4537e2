"""Everything that runs, wired once by the door and handed to the blueprints."""

from __future__ import annotations

from dataclasses import dataclass

from siaa.consulta import Piezas
from siaa.servicio.biblioteca_viva import BibliotecaViva
from siaa.servicio.salud import Salud


@dataclass(frozen=True, slots=True)
class Servicios:
    """The running service. `token_admin` is None when local requests are enough."""

    piezas: Piezas
    salud: Salud
    modelo: str
    chunk_size: int
    chunk_overlap: int
    latido_s: float
    token_admin: str | None

    @property
    def biblioteca(self) -> BibliotecaViva:
        """The library that is being served."""
        return self.piezas.biblioteca

    def arrancar(self) -> None:
        """Start the background work."""
        self.salud.arrancar()

    def cerrar(self) -> None:
        """Stop the background work and end what is still open. Idempotent."""
        self.piezas.parada.vencer()
        self.salud.terminar()
