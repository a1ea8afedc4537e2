"""What the routes take and answer, as types.

Where a route serialises one of our frozen values the schema is that value's; a shape of this
module only adds what the route adds. Every object is closed: a key that is not described, or one
that is missing, is a fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from siaa.biblioteca.ejemplos import Ejemplos
from siaa.biblioteca.valores import Omitido
from siaa.servicio.modelo.cache import EstadoCache, RespuestaGuardada
from siaa.servicio.modelo.turnos import EstadoTurnos
from siaa.servicio.registro.asiento import Asiento, Valoracion
from siaa.servicio.registro.consultas import Resumen
from siaa.servicio.registro.registro import EstadoRegistro
from siaa.servicio.vigencia.recarga import Cambios, Resultado
from siaa.valores import DocumentoPuntuado, Fuente, Motivo
from siaa.web.salud.estado import Resumen as ResumenDeEstado


class Forma(BaseModel):
    """A JSON object that only a route knows."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


def puede_faltar() -> Any:
    """Return what marks a field that is not always there; where it is, it is not null."""
    return Field(default=None)


class Falla(Forma):
    """What went wrong, in the chat."""

    codigo: str
    mensaje: str


class FallaDetallada(Falla):
    """What went wrong, elsewhere; `detalle` holds extra facts."""

    detalle: dict[str, Any]


class Error(Forma):
    """The one shape of errors."""

    error: FallaDetallada


# --- Diagnostics ----------------------------------------------------------------------------


class Leida(Forma):
    """A question and, when earlier turns took part in the search, what was looked up."""

    pregunta: str
    consulta: str = puede_faltar()


@dataclass(frozen=True, slots=True)
class DocumentoElegido(DocumentoPuntuado):
    """A document that was chosen, and what it is."""

    tamano: int
    coleccion: str
    chunks: int


class Enrutada(Leida):
    """Which documents were chosen for a question."""

    doc_especifico: bool
    max_docs_usados: int
    respaldo: float | None
    suficiente: bool
    docs_encontrados: list[DocumentoElegido]


class ContextoReunido(Leida):
    """What the model would get."""

    contexto: str
    chars: int
    fuentes: list[Fuente]


class ChunkElegido(Forma):
    """A fragment that was chosen in a document."""

    indice: int
    seccion: str
    puntaje: float
    motivos: list[Motivo]


class FragmentoElegido(Forma):
    """What would be sent of one document."""

    documento: str
    pregunta: str
    fragmento: str
    chars: int
    modo: str
    ratio: float | None
    chunks: list[ChunkElegido]


class PalabrasClave(Forma):
    """The keywords of a document."""

    documento: str
    coleccion: str
    automaticas: list[str]
    manuales: list[str]


class Densidad(Forma):
    """How dense a term is in a document."""

    doc: str
    densidad: float


class DensidadDeTermino(Forma):
    """The documents of a term."""

    termino: str
    documentos: list[Densidad]


class PreguntaEnTokens(Forma):
    """How a question is read."""

    pregunta: str
    plegada: str
    tokens: list[str]
    listado: bool


class EjemplosDeLaBiblioteca(Forma):
    """Questions to begin with."""

    colecciones: list[Ejemplos]


# --- The service ----------------------------------------------------------------------------


class ModeloVisto(Forma):
    """What is known of the model's server; null is «not known»."""

    listo: bool
    alcanzable: bool | None
    version: str | None
    instalado: bool | None
    digest: str | None
    cargado: bool | None
    context_length: int | None
    calentado_en: datetime | None
    recargas: int
    problema: str | None
    remedio: list[str]
    avisos: list[str]
    comprobado_en: datetime | None


@dataclass(frozen=True, slots=True)
class TurnosVistos(EstadoTurnos):
    """How busy the model is, and how fast this machine."""

    oyentes: int
    lectura_tokens_s: float | None
    escritura_tokens_s: float | None
    respuesta_tokens: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CambiosVistos(Cambios):
    """What a reload changed, and how many documents in all."""

    total: int


class RecargaVista(Forma):
    """The last reload."""

    cuando: datetime
    resultado: Resultado
    antes: int | None
    despues: int | None
    total: int | None
    cambios: CambiosVistos
    motivo: str | None


class EstadoDelServicio(Forma):
    """What is loaded and how the service is."""

    estado: ResumenDeEstado
    version: str
    modelo: str
    ollama: ModeloVisto
    total_documentos: int
    total_chunks: int
    indice_terminos: int
    colecciones: dict[str, int]
    omitidos: list[Omitido]
    huella: str
    chunk_size: int
    chunk_overlap: int
    avisos: list[str]
    recarga: RecargaVista | None
    turnos: TurnosVistos
    cache: EstadoCache
    registro: EstadoRegistro
    cargado_en: datetime


class Evaluada(Forma):
    """How many questions found their document, before and after."""

    antes: int
    despues: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecargaHecha(Cambios):
    """What a reload answers."""

    total_documentos: int
    total_chunks: int
    omitidos: tuple[Omitido, ...]
    avisos: tuple[str, ...]
    huella: str
    evaluacion: Evaluada | None
    forzada: bool


@dataclass(frozen=True, slots=True)
class CacheVista(EstadoCache):
    """The answers remembered."""

    respuestas: tuple[RespuestaGuardada, ...]


class Borradas(Forma):
    """How many answers were forgotten."""

    borradas: int


# --- The record -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PreguntaGuardada(Asiento):
    """A question of the record with its rating."""

    valoracion: Valoracion | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PreguntaValorada(Valoracion):
    """A rating with its question."""

    preguntada: datetime
    pregunta: str
    documentos: tuple[str, ...]
    respuesta: str


class Pagina(Forma):
    """Which part of a list this is."""

    total: int
    pagina: int
    por_pagina: int
    paginas: int


class PaginaDelRegistro(Pagina):
    """A page of the record."""

    preguntas: list[PreguntaGuardada]
    resumen: Resumen


class PaginaDeValoraciones(Pagina):
    """A page of ratings."""

    valoraciones: list[PreguntaValorada]


class Descripcion(Forma):
    """This very description: its own schema is the standard's."""

    model_config = ConfigDict(extra="allow")
    openapi: Literal["3.1.0"]
    info: dict[str, Any]
    paths: dict[str, Any]
    components: dict[str, Any]
