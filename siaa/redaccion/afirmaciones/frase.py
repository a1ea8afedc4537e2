"""What is found of each sentence of an answer."""

from dataclasses import dataclass
from enum import StrEnum


class Estado(StrEnum):
    """What the passages say of a sentence."""

    RESPALDADA = "respaldada"
    """One passage vouches for it and agrees with all that can be checked in it."""
    DISCREPA = "discrepa"
    """A passage is about the same thing and says otherwise."""
    SIN_RESPALDO = "sin_respaldo"
    """It claims something and no passage vouches for it."""
    SIN_AFIRMACION = "sin_afirmacion"
    """It claims nothing: a greeting, a transition, a heading, «no encontré»."""


@dataclass(frozen=True, slots=True)
class Discrepancia:
    """A value of a sentence that its passage gives otherwise, or does not give.

    tipo: the kind of value (`numero`, `fecha`, `limite`, `negacion`, …). dice: what the sentence
    says, as it is written at `texto[desde:hasta]` of the answer (an empty stretch at the end of the
    sentence where something was left out). pasaje: what the passage says in its place, as it is
    written there; empty when it says nothing of the kind.
    """

    tipo: str
    dice: str
    pasaje: str
    desde: int
    hasta: int


@dataclass(frozen=True, slots=True)
class Frase:
    """A sentence, `texto[desde:hasta]` of the answer.

    fuente: the `n` of the passage that it was compared with; None when no passage is about it.
    """

    desde: int
    hasta: int
    estado: Estado
    fuente: int | None = None
    discrepancias: tuple[Discrepancia, ...] = ()
