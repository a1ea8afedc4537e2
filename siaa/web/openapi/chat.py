"""What the chat answers, as types: the frames of a stream, and the whole answer without one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from siaa.eventos import Desenlace, Estado, Modo
from siaa.redaccion.citas import Cita
from siaa.valores import Correccion, Fuente
from siaa.web.openapi.formas import Falla, Forma, puede_faltar


@dataclass(frozen=True, slots=True)
class FuenteDicha(Fuente):
    """A source with its text and where to read it."""

    texto: str
    url: str


class Tiempos(Forma):
    """How long each part took, seconds, and tokens; null where unknown."""

    busqueda_s: float | None
    cola_s: float | None
    turno_s: float | None
    primer_token_s: float | None
    total_s: float | None
    tokens_prompt: int | None
    tokens_respuesta: int | None
    lectura_modelo_s: float | None
    escritura_modelo_s: float | None


class Fuentes(Forma):
    """The sources of an answer."""

    fuentes: list[FuenteDicha]
    palabras: list[str]
    correcciones: list[Correccion]


class Fin(Forma):
    """How an answer ended; `html` when it was asked for."""

    motivo: Desenlace
    completa: bool
    modo: Modo
    tiempos: Tiempos
    guardada_en: datetime | None
    citas: list[Cita]
    html: str = puede_faltar()


class NoticiaFuentes(Fuentes):
    """News of the sources."""

    evento: Literal["fuentes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticiaEstado(Estado):
    """News of what is happening."""

    evento: Literal["estado"]


class NoticiaError(Falla):
    """News of a failure."""

    evento: Literal["error"]


class NoticiaFin(Fin):
    """News of the end."""

    evento: Literal["fin"]


class Delta(Forma):
    """Words that a frame adds."""

    role: Literal["assistant"] = puede_faltar()
    content: str = puede_faltar()


class Trozo(Forma):
    """The one choice of a frame."""

    index: Literal[0]
    delta: Delta
    finish_reason: Literal["stop", "length"] | None


class _DeOpenAI(Forma):
    """What frames and whole answers have in common."""

    id: Annotated[str, Field(pattern="^chatcmpl-[0-9a-f]{32}$")]
    created: int
    model: str


class Marco(_DeOpenAI):
    """One frame of the stream."""

    object: Literal["chat.completion.chunk"]
    choices: Annotated[list[Trozo], Field(min_length=1, max_length=1)]
    siaa: NoticiaFuentes | NoticiaEstado | NoticiaError | NoticiaFin = puede_faltar()


class MensajeDado(Forma):
    """The text of a whole answer."""

    role: Literal["assistant"]
    content: str


class Eleccion(Forma):
    """The one choice of a whole answer."""

    index: Literal[0]
    message: MensajeDado
    finish_reason: Literal["stop", "length"]


class DatosDeRespuesta(Fuentes, Fin):
    """All the news of a whole answer."""

    error: Falla = puede_faltar()


class RespuestaEntera(_DeOpenAI):
    """An answer without stream."""

    object: Literal["chat.completion"]
    choices: Annotated[list[Eleccion], Field(min_length=1, max_length=1)]
    siaa: DatosDeRespuesta
