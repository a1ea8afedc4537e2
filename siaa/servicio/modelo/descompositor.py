"""Asks the reader for searches, within its time, and remembers what it said."""

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from types import MappingProxyType
from typing import Final

from cachetools import TTLCache

from siaa.errores import ErrorSIAA, EsperaAgotada
from siaa.etapas.busquedas import FICHAS_MAXIMAS, esquema_de_busquedas, interpretar_busquedas
from siaa.eventos import EstadoDeEtapa, Etapa
from siaa.modelo.cliente import ClienteModelo
from siaa.servicio.modelo.lectura import Lectura, Paciencia, escuchar
from siaa.servicio.modelo.servidores import ServidorModelo
from siaa.servicio.parada import Parada
from siaa.valores import Mensaje

ETAPA: Final = "descomposición"
RECORDADAS: Final = 500
HORA_S: Final = 3600.0
_CON_LO_DICHO: Final = "se buscó solo con las de la pregunta."
MOTIVOS: Final[Mapping[EstadoDeEtapa, str]] = MappingProxyType(
    {
        "hecha": "",
        "omitida": f"El modelo no estaba libre para proponer otras palabras: {_CON_LO_DICHO}",
        "fallida": f"El modelo no propuso otras palabras para buscar: {_CON_LO_DICHO}",
        "vencida": f"El modelo tardó demasiado en proponer otras palabras: {_CON_LO_DICHO}",
    }
)

_diario = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EstadoDescompositor:
    """When the reader is asked, what it may take each time, and how often it went which way.

    cuando: `no`, `duda` or `siempre`. segundos: that it took in all.
    """

    cuando: str
    espera_s: float
    veces: Mapping[str, int]
    segundos: float


@dataclass(eq=False)
class Descompositor:
    """Owns what the reader said of each question, and the count of that; `_candado` guards both.

    lector: the reader, where it is not the model that answers. espera_s: what one question to it
    may take. horas: how long what it said is remembered.
    """

    lector: ClienteModelo | None
    parada: Parada
    cuando: str
    espera_s: float
    horas: float
    _candado: Lock = field(default_factory=Lock, init=False)
    _dichas: TTLCache[Sequence[Mensaje], Etapa] = field(init=False)
    _veces: Counter[str] = field(default_factory=Counter, init=False)
    _segundos: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self._dichas = TTLCache(RECORDADAS, self.horas * HORA_S)

    def recordada(self, encargo: tuple[Mensaje, ...]) -> Etapa | None:
        """Return what the reader said when it was asked the same; None if it was not."""
        with self._candado:
            etapa = self._dichas.get(encargo)
        return etapa and replace(etapa, llamadas=0, segundos=0.0)

    def pedir(
        self,
        encargo: tuple[Mensaje, ...],
        servidor: ServidorModelo,
        debe_cortar: Callable[[], bool],
    ) -> Etapa:
        """Ask the reader and wait for what it says, whatever comes of it. Never raises an error.

        servidor: the one that whoever calls holds a turn at. debe_cortar: whether nobody waits any
        more.
        """
        inicio = time.monotonic()
        estado, dichas = self._preguntar(
            encargo, servidor, lambda: debe_cortar() or time.monotonic() > inicio + self.espera_s
        )
        etapa = replace(
            self.omitir(encargo),
            estado=estado,
            motivo=MOTIVOS[estado],
            segundos=round(time.monotonic() - inicio, 3),
            llamadas=1,
            devolvio=dichas,
        )
        _diario.info("[ETAPA] %s %s en %.1f s", ETAPA, estado, etapa.segundos)
        with self._candado:
            self._veces[estado] += 1
            self._segundos += etapa.segundos
            if estado == "hecha":
                self._dichas[encargo] = etapa
        return etapa

    def omitir(self, encargo: Sequence[Mensaje]) -> Etapa:
        """Return that the reader was not asked, since it was not free."""
        recibio = "\n\n".join(mensaje.contenido for mensaje in encargo)
        return Etapa(ETAPA, "omitida", MOTIVOS["omitida"], 0.0, 0, recibio, ())

    def _preguntar(
        self, encargo: Sequence[Mensaje], servidor: ServidorModelo, debe_cortar: Callable[[], bool]
    ) -> tuple[EstadoDeEtapa, tuple[str, ...]]:
        if self.lector is None:  # what is asked here pushes out of its memory what it had read
            servidor.ritmo.enviar(encargo)
        generacion = (self.lector or servidor.cliente).consultar(
            encargo, esquema_de_busquedas(), FICHAS_MAXIMAS
        )
        paciencia = Paciencia(self.espera_s, self.espera_s)
        try:
            dicho = escuchar(Lectura(generacion, paciencia, self.parada), debe_cortar)
        except ErrorSIAA as error:
            _diario.warning("[ETAPA] %s: %s", ETAPA, error.mensaje)
            return ("vencida" if isinstance(error, EsperaAgotada) else "fallida"), ()
        dichas = interpretar_busquedas(dicho or "")
        return ("vencida" if dicho is None else "hecha" if dichas else "fallida"), dichas

    @property
    def estado(self) -> EstadoDescompositor:
        """How it went since the start."""
        with self._candado:
            veces = dict(self._veces)
            return EstadoDescompositor(self.cuando, self.espera_s, veces, self._segundos)
