"""The values of an evaluation: what is asked, and what a system did with it. All frozen."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from siaa.valores import Contexto

HASTA: Final = 10
"""Documents of an answer at most: those that count for the reciprocal rank."""


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


class Defecto(StrEnum):
    """Why a fragment is not whole, in words."""

    EMPIEZA = "empieza a mitad de una frase"
    ACABA = "termina a mitad de una frase"
    ANUNCIA = "termina en lo que solo anuncia lo que sigue"
    TITULAR = "es solo un encabezado"


@dataclass(frozen=True, slots=True)
class Respuesta:
    """What a system did with a question.

    `documentos` are keys, best first, `HASTA` at most; `enviado` is what the model gets, `defectos`
    what keeps each of its fragments from being whole. `puntaje` tells how surely the library
    answers. Latency in seconds.
    """

    documentos: tuple[str, ...]
    enviado: Contexto
    defectos: tuple[Defecto | None, ...]
    puntaje: float
    latencia_s: float


Sistema = Callable[[str], Respuesta]
"""Whatever answers a question: one strategy with its settings, over one library."""
