"""The model's servers, each with what is known of it, and what stages ask of them."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from types import MappingProxyType
from typing import Final

from cachetools import TTLCache

from siaa import errores
from siaa.etapas.encargo import ClaseDeEtapa, EncargoDeEtapa
from siaa.eventos import EstadoDeEtapa, Etapa
from siaa.modelo.cliente import ClienteModelo
from siaa.servicio.modelo.diagnostico import aviso_etapa
from siaa.servicio.modelo.lectura import Cargador, Lectura, Paciencia, escuchar
from siaa.servicio.modelo.ritmo import Ritmo
from siaa.servicio.modelo.salud import EstadoModelo, Salud
from siaa.servicio.parada import Parada

RECORDADAS: Final = 500
HORA_S: Final = 3600.0
MOTIVOS: Final[Mapping[EstadoDeEtapa, str]] = MappingProxyType(
    {
        "hecha": "",
        "omitida": "El modelo no estaba libre para {}: {}",
        "fallida": "El modelo no logró {}: {}",
        "vencida": "El modelo tardó demasiado en {}: {}",
    }
)


@dataclass(frozen=True, slots=True)
class ServidorModelo:
    """One server, asked by `cliente`."""

    cliente: ClienteModelo
    salud: Salud
    ritmo: Ritmo
    cargador: Cargador


class Servidores(tuple[ServidorModelo, ...]):
    """All of them, by the number that the queue knows them by; at least one."""

    __slots__ = ()

    @property
    def estado(self) -> EstadoModelo:
        """What is known of the fittest, with what is amiss at any, by its address if several."""
        mejor = min(self, key=lambda servidor: servidor.salud.grado())
        if len(self) == 1:
            return mejor.salud.estado
        otros = [s for s in self if s is not mejor and s.salud.estado.problema]
        dichos = [(s, s.salud.estado.problema or "") for s in otros]
        dichos += [(s, aviso) for s in self for aviso in s.salud.estado.avisos]
        avisos = (d if s.cliente.url in d else s.salud.rotulo + d for s, d in dichos)
        return replace(mejor.salud.estado, avisos=tuple(avisos))

    @property
    def listos(self) -> tuple[int, int]:
        """How many can answer, of how many there are."""
        return sum(servidor.salud.estado.listo for servidor in self), len(self)

    @property
    def ritmo(self) -> Ritmo:
        """That of the fittest of those that were measured."""
        por_grado = [s.ritmo for s in sorted(self, key=lambda servidor: servidor.salud.grado())]
        medidos = (r for r in por_grado if r.lectura_tokens_s or r.escritura_tokens_s)
        return next(medidos, por_grado[0])

    @property
    def digest(self) -> str | None:
        """What tells the model from others of its name, at all those where it was seen."""
        vistos = {servidor.salud.digest for servidor in self} - {None}
        return "+".join(sorted(filter(None, vistos))) or None

    def comprobar(self) -> EstadoModelo:
        """Look at each of them now, one after another; return what is known then."""
        for servidor in self:
            servidor.salud.comprobar()
        return self.estado

    def arrancar(self) -> None:
        """Start watching them."""
        for servidor in self:
            servidor.salud.arrancar()

    def terminar(self) -> None:
        """Stop what goes on with them. The service must have been asked to stop."""
        for servidor in self:
            servidor.salud.terminar()
            servidor.cargador.terminar()


_Clave = tuple[str, str, str | None]
"""What was asked by which stage of which model."""

_diario = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EstadoDeConsultas:
    """When a stage asks the model, how often for one question at most, and how it went.

    espera_s: what it may take each time. veces: by how it ended; segundos: that it took in all.
    problema: why the server could not say it the last time, in Spanish; None when it could.
    """

    etapa: str
    para: str
    cuando: str
    llamadas: int
    espera_s: float
    veces: Mapping[str, int] = field(default_factory=dict)
    segundos: float = 0.0
    problema: str | None = None


@dataclass(eq=False)
class Consultor:
    """Owns what the model said to stages, and the counts of that; `_candado` guards them all.

    lectores: who is asked instead of each server's own model, by its URL. digest: of the model now.
    encendidas: the stages that are on, and when they ask. espera_s: what one call may take. horas:
    how long what it said is remembered.
    """

    lectores: Mapping[str, ClienteModelo]
    parada: Parada
    digest: Callable[[], str | None]
    encendidas: Sequence[tuple[ClaseDeEtapa, str]]
    espera_s: float
    horas: float
    _candado: Lock = field(default_factory=Lock, init=False)
    _dichas: TTLCache[_Clave, Etapa] = field(init=False)
    _estados: dict[str, EstadoDeConsultas] = field(init=False)

    def __post_init__(self) -> None:
        self._dichas = TTLCache(RECORDADAS, self.horas * HORA_S)
        self._estados = {
            clase.nombre: EstadoDeConsultas(
                clase.nombre, clase.para, cuando, clase.llamadas, self.espera_s
            )
            for clase, cuando in self.encendidas
        }

    def recordada(self, encargo: EncargoDeEtapa) -> Etapa | None:
        """Return what the model said when it was asked the same; None if it was not."""
        with self._candado:
            etapa = self._dichas.get(self._clave(sin_decir(encargo)))
        return etapa and replace(etapa, llamadas=0, segundos=0.0)

    def _clave(self, etapa: Etapa) -> _Clave:
        return etapa.etapa, etapa.recibio, self.digest()

    def vaciar(self) -> None:
        """Forget all that was said."""
        with self._candado:
            self._dichas.clear()

    def pedir(
        self,
        encargo: EncargoDeEtapa,
        servidor: ServidorModelo,
        debe_cortar: Callable[[], bool],
        antes: Etapa | None = None,
    ) -> tuple[Etapa, errores.ErrorModelo | None]:
        """Ask the model and wait for what it says, whatever comes of it. Never raises an error.

        Returns also what the server failed in, where another might do. servidor: at which whoever
        calls holds a turn. debe_cortar: whether nobody waits any more. antes: what came of it at a
        server that failed; its time and its calls are of this stage too.
        """
        inicio, clase, previa = time.monotonic(), encargo.clase, antes or sin_decir(encargo)
        limite = inicio + self.espera_s - previa.segundos
        lector = self.lectores.get(servidor.cliente.url) if clase.de_lector else None
        if lector is None:  # what it is asked pushes out of its memory what it had read before
            servidor.ritmo.enviar(encargo.mensajes)
        cliente = lector or servidor.cliente
        estado, dichas, error = self._preguntar(
            encargo, cliente, lambda: debe_cortar() or time.monotonic() > limite
        )
        segundos = round(time.monotonic() - inicio, 3)
        etapa = replace(
            sin_decir(encargo, estado),
            segundos=round(previa.segundos + segundos, 3),
            llamadas=previa.llamadas + 1,
            devolvio=dichas,
        )
        _diario.info("[ETAPA] %s %s en %.1f s", clase.nombre, estado, segundos)
        problema = fallo = None
        if isinstance(error, errores.ErrorModelo):
            problema = aviso_etapa(clase.para, cliente.url, error, lector is not None)
            fallo = None if isinstance(error, errores.ContextoExcedido) else error
        if error is not None:
            _diario.warning("[ETAPA] %s", problema or error.mensaje)
        self._anotar(etapa, segundos, problema)
        de_aqui = lector is None or isinstance(error, errores.ModeloNoResponde)
        return etapa, fallo if de_aqui and cliente.url == servidor.cliente.url else None

    def _anotar(self, etapa: Etapa, segundos: float, problema: str | None) -> None:
        nombre, estado = etapa.etapa, etapa.estado
        with self._candado:
            antes = self._estados[nombre]
            veces = {**antes.veces, estado: antes.veces.get(estado, 0) + 1}
            total_s = antes.segundos + segundos
            hasta_ahora = replace(antes, veces=veces, segundos=total_s, problema=problema)
            self._estados[nombre] = hasta_ahora
            if estado == "hecha":
                self._dichas[self._clave(etapa)] = etapa

    def _preguntar(
        self, encargo: EncargoDeEtapa, cliente: ClienteModelo, debe_cortar: Callable[[], bool]
    ) -> tuple[EstadoDeEtapa, tuple[str, ...], errores.ErrorSIAA | None]:
        clase, paciencia = encargo.clase, Paciencia(self.espera_s, self.espera_s)
        generacion = cliente.conversar(encargo.mensajes, clase.esquema, clase.fichas)
        try:
            dicho = escuchar(Lectura(generacion, paciencia, self.parada), debe_cortar)
        except errores.EsperaAgotada:
            return "vencida", (), None
        except errores.ErrorSIAA as error:
            return "fallida", (), error
        dichas = clase.interpretar(dicho or "")
        return ("vencida" if dicho is None else "hecha" if dichas else "fallida"), dichas, None

    @property
    def estados(self) -> tuple[EstadoDeConsultas, ...]:
        """How it went since the start with each stage that is on."""
        with self._candado:
            return tuple(self._estados.values())


def sin_decir(encargo: EncargoDeEtapa, estado: EstadoDeEtapa = "omitida") -> Etapa:
    """Return that a stage has nothing to say: by default, the model was not free to be asked."""
    clase = encargo.clase
    motivo = MOTIVOS[estado].format(clase.para, clase.sin_eso)
    recibio = "\n\n".join(mensaje.contenido for mensaje in encargo.mensajes)
    return Etapa(clase.nombre, estado, motivo, 0.0, 0, recibio, ())
