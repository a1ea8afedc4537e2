"""What an answer needs of the running service."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from siaa.asiento import Asiento
from siaa.eventos import Noticia
from siaa.modelo.ollama import ClienteOllama
from siaa.preparacion import AjustesConsulta
from siaa.servicio.biblioteca_viva import BibliotecaViva
from siaa.servicio.cache import Cache
from siaa.servicio.calibracion import Calibracion
from siaa.servicio.lectura import Paciencia
from siaa.servicio.parada import Parada
from siaa.servicio.ritmo import Ritmo
from siaa.servicio.salud import Salud
from siaa.servicio.turnos import Turnos
from siaa.servicio.vuelos import Vuelos


@dataclass(frozen=True, slots=True)
class Piezas:
    """The parts, each the one owner of its state. anotar: takes note of an answered question."""

    biblioteca: BibliotecaViva
    turnos: Turnos
    vuelos: Vuelos[Noticia]
    cache: Cache
    cliente: ClienteOllama
    salud: Salud
    calibracion: Calibracion
    ritmo: Ritmo
    parada: Parada
    paciencia: Paciencia
    ajustes: AjustesConsulta
    modelo: str
    anotar: Callable[[Asiento], None]
