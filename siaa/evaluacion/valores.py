"""The values of an evaluation: what is asked, and what a system did with it. All frozen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from siaa.valores import Contexto

NOMBRE_PREGUNTAS: Final = "evaluacion.jsonl"
"""The question file of a library, in its folder."""


@dataclass(frozen=True, slots=True)
class Caso:
    """One line of a question file: a question, the document that answers it, and its answers.

    `documento` is a key (lower case), empty when no document answers; any one of `respuestas`
    suffices, and without any only the document is asked for. `sin_respuesta`: the library does
    not hold the answer, and the right thing is to say so.
    """

    pregunta: str
    documento: str
    respuestas: tuple[str, ...]
    tipo: str = ""
    sin_respuesta: bool = False


@dataclass(frozen=True, slots=True)
class Respuesta:
    """What a system did with a question.

    `documentos` are keys, best first, 10 at most; `largo` the context with room for at least
    4,800 characters, in sending order; `enviado` the one that the model gets. `puntaje` tells how
    surely the library answers, None when the system has no such number. Latency in seconds.
    """

    documentos: tuple[str, ...]
    largo: Contexto
    enviado: Contexto
    puntaje: float | None
    latencia_s: float


Sistema = Callable[[str], Respuesta]
"""Whatever answers a question: one strategy with its settings, over one library."""
