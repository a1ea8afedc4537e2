"""What is found of each sentence of an answer."""

from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from operator import itemgetter


class Estado(StrEnum):
    """What the passages say of a sentence."""

    RESPALDADA = "respaldada"
    """One passage vouches for it and agrees with all that can be checked in it."""
    DISCREPA = "discrepa"
    """A passage is about the same thing and says otherwise."""
    SIN_RESPALDO = "sin_respaldo"
    """It claims something and no passage vouches for it."""
    SIN_AFIRMACION = "sin_afirmacion"
    """It claims nothing: a greeting, a transition, a heading, «no encontré»; or it breaks off."""


@dataclass(frozen=True, slots=True)
class Discrepancia:
    """A value of a sentence that its passage gives otherwise, or does not give.

    tipo: the kind of value (`numero`, `fecha`, `limite`, `negacion`, …). dice: what the sentence
    says, as it is written at `texto[desde:hasta]` of the answer. pasaje: what the passage says in
    its place, as it is written there; empty when it says nothing of the kind.
    """

    tipo: str
    dice: str
    pasaje: str
    desde: int
    hasta: int


def senalar(tipo: str, texto: str, desde: int, hasta: int, pasaje: str = "") -> Discrepancia:
    """Return the discrepancy that stands at a place of a sentence."""
    return Discrepancia(tipo, texto[desde:hasta], pasaje, desde, hasta)


def sin_contenidas(todas: Iterable[Discrepancia]) -> tuple[Discrepancia, ...]:
    """Return those that lie within none of the earlier ones; a sentence may have thousands."""
    elegidas: list[Discrepancia] = []
    bordes: list[tuple[int, int]] = []  # of those that lie within no other: both ends grow
    for una in todas:
        sitio = fin = bisect(bordes, una.desde, key=itemgetter(0))
        if not sitio or bordes[sitio - 1][1] < una.hasta:
            elegidas.append(una)
            while fin < len(bordes) and bordes[fin][1] <= una.hasta:
                fin += 1
            bordes[sitio:fin] = [(una.desde, una.hasta)]
    return tuple(elegidas)


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
