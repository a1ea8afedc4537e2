"""What an answer needs of the running service."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from siaa.biblioteca.ejemplos import Muestra
from siaa.eventos import Noticia
from siaa.recorrido.hallazgo import AjustesConsulta
from siaa.servicio.modelo.compartidas import Cache, Compartidas
from siaa.servicio.modelo.consultor import Consultor, Servidores
from siaa.servicio.modelo.lectura import Paciencia
from siaa.servicio.modelo.ritmo import Calibracion
from siaa.servicio.modelo.turnos import Turnos
from siaa.servicio.parada import Parada
from siaa.servicio.registro.asiento import Asiento
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva


@dataclass(frozen=True, slots=True)
class Piezas:
    """The parts, each the one owner of its state.

    muestras: reads the questions that people may be shown. anotar: takes note of an answered one.
    """

    biblioteca: BibliotecaViva
    turnos: Turnos
    compartidas: Compartidas[Noticia]
    cache: Cache
    servidores: Servidores
    calibracion: Calibracion
    consultor: Consultor
    parada: Parada
    paciencia: Paciencia
    ajustes: AjustesConsulta
    modelo: str
    muestras: Callable[[], Sequence[Muestra]]
    anotar: Callable[[Asiento], None]
