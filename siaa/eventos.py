"""What the journey tells whoever asked, in order. Frozen values; `Silencio` says nothing is new."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from siaa.errores import ErrorSIAA
from siaa.valores import Contexto

Fase = Literal["en_cola", "leyendo", "escribiendo"]
Modo = Literal["modelo", "extractivo", "cache", "directo"]
Desenlace = Literal["stop", "length", "corte", "extractiva", "directa", "sin_documentos"]


@dataclass(frozen=True, slots=True)
class Fuentes:
    """The fragments that the answer will be made from; before the first word."""

    contexto: Contexto


@dataclass(frozen=True, slots=True)
class Estado:
    """What is happening: waiting in place `puesto` for about `estimado_s`, reading, writing."""

    fase: Fase
    puesto: int = 0
    estimado_s: float | None = None


@dataclass(frozen=True, slots=True)
class Texto:
    """Words of the answer."""

    texto: str


@dataclass(frozen=True, slots=True)
class Problema:
    """Something went wrong; the answer goes on as well as it can."""

    error: ErrorSIAA


@dataclass(frozen=True, slots=True)
class Cierre:
    """The end, always: whether the text delivered is complete and how it was made.

    `tiempos`: seconds (`*_s`) and tokens of each part, None where unknown.
    """

    motivo: Desenlace
    completa: bool
    modo: Modo
    tiempos: Mapping[str, float | int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Silencio:
    """Nothing new within the interval: the moment to send a heartbeat and see who left."""


SILENCIO: Final = Silencio()
Evento = Fuentes | Estado | Texto | Problema | Cierre | Silencio
