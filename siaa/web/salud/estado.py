"""`/siaa/status`: what is loaded, how the service is, and what to do about what is wrong.

It only reads values that others replace, so it answers at once whatever the model does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from siaa import __version__
from siaa.biblioteca.valores import Omitido
from siaa.examen import ComparacionExamen
from siaa.recorrido.piezas import Piezas
from siaa.servicio.modelo.cache import EstadoCache
from siaa.servicio.modelo.consultor import EstadoDeConsultas
from siaa.servicio.modelo.salud import EstadoModelo
from siaa.servicio.modelo.turnos import EstadoTurnos
from siaa.servicio.registro.registro import EstadoRegistro
from siaa.servicio.vigencia.recarga import Recarga, Resultado
from siaa.web.json import tomar
from siaa.web.servicios import Servicios

EnUnaPalabra = Literal["ok", "degradado", "sin_modelo"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _ModeloVisto(EstadoModelo):
    listo: bool = field()


@dataclass(frozen=True, slots=True)
class _TurnosVistos(EstadoTurnos):
    oyentes: int
    lectura_tokens_s: float | None
    escritura_tokens_s: float | None


@dataclass(frozen=True, slots=True)
class _ServidorVisto:
    """One of the model's servers; en_descanso: it failed a moment ago and others go before it."""

    url: str
    listo: bool
    problema: str | None
    en_descanso: bool
    atendiendo: int
    lectura_tokens_s: float | None
    escritura_tokens_s: float | None


@dataclass(frozen=True, slots=True)
class Evaluada:
    """How many of so many questions find their document, before a reload and after."""

    antes: int
    despues: int
    total: int


@dataclass(frozen=True, slots=True)
class _RecargaVista:
    """The last reload; cambios: in words."""

    cuando: datetime
    resultado: Resultado
    cambios: str
    examen: Evaluada | None
    motivo: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EstadoBreve:
    """How the service is: what a monitor looks for, and nothing of the documents."""

    estado: EnUnaPalabra
    version: str
    cargado_en: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class EstadoDelServicio(EstadoBreve):
    """What is loaded and how the service is."""

    modelo: str
    ollama: _ModeloVisto
    servidores: list[_ServidorVisto]
    total_documentos: int
    total_chunks: int
    indice_terminos: int
    colecciones: Mapping[str, int]
    omitidos: Sequence[Omitido]
    convirtiendo: int
    huella: str
    chunk_size: int
    chunk_overlap: int
    avisos: list[str]
    recarga: _RecargaVista | None
    turnos: _TurnosVistos
    etapas: Sequence[EstadoDeConsultas]
    cache: EstadoCache
    registro: EstadoRegistro


def ver_estado(servicios: Servicios) -> EstadoDelServicio:
    """Return the state of the service, ready to be sent as JSON."""
    piezas, biblioteca = servicios.piezas, servicios.biblioteca
    indice, modelo = biblioteca.actual.indice, piezas.servidores.estado
    recarga, de_turnos = biblioteca.estado.recarga, piezas.turnos.estado()
    problemas = () if modelo.problema is None else (modelo.problema,)
    return tomar(
        EstadoDelServicio,
        *(ver_breve(servicios), indice, biblioteca.ajustes, piezas),
        ollama=tomar(_ModeloVisto, modelo),
        servidores=[*_servidores(piezas)],
        total_documentos=len(indice.documentos),
        indice_terminos=indice.total_terminos,
        colecciones=dict(indice.colecciones),
        convirtiendo=biblioteca.estado.en_espera,
        avisos=[*problemas, *modelo.avisos, *_dichos(servicios), *indice.avisos],
        recarga=recarga and _ver_recarga(recarga),
        turnos=tomar(_TurnosVistos, de_turnos, piezas.compartidas, piezas.servidores.ritmo),
        cache=piezas.cache.estado(),
        registro=servicios.registro.estado(),
        etapas=piezas.consultor.estados,
    )


def ver_breve(servicios: Servicios) -> EstadoBreve:
    """Return what anybody may know."""
    estado = resumir(servicios.servidores.estado, _dichos(servicios))
    cargado_en = servicios.biblioteca.actual.cargado_en
    return EstadoBreve(estado=estado, version=__version__, cargado_en=cargado_en)


def resumir(modelo: EstadoModelo, dichos: tuple[str, ...]) -> EnUnaPalabra:
    """Say in one word how the service is: well, with something amiss, or without its model.

    dichos: the problems of its other parts. What is wrong with a document is not one.
    """
    if not modelo.listo:
        return "sin_modelo"
    return "degradado" if modelo.avisos or dichos else "ok"


def _dichos(servicios: Servicios) -> tuple[str, ...]:
    """Return the problems that there are with the folder, the record, stages and the vectors."""
    de_etapas = (etapa.problema for etapa in servicios.piezas.consultor.estados)
    problemas = (servicios.vigilante.problema, servicios.registro.estado().problema, *de_etapas)
    dichos = tuple(problema for problema in problemas if problema is not None)
    return (*dichos, *servicios.almacen.problemas)


def _servidores(piezas: Piezas) -> Iterator[_ServidorVisto]:
    for lugar, uno in enumerate(piezas.servidores):
        dichos = uno.cliente, uno.salud.estado, uno.salud, uno.ritmo.estado
        yield tomar(_ServidorVisto, *dichos, atendiendo=piezas.turnos.atendidos(lugar))


def evaluada(examen: ComparacionExamen | None) -> Evaluada | None:
    """Return the counts of an exam, if there was one."""
    return None if examen is None else tomar(Evaluada, examen)


def _ver_recarga(recarga: Recarga) -> _RecargaVista:
    cambios, examen = recarga.cambios.en_palabras, evaluada(recarga.examen)
    return tomar(_RecargaVista, recarga, cambios=cambios, examen=examen)
