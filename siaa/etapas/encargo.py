"""What a stage asks a model, and what is told of it where it comes to nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from siaa.valores import Mensaje


@dataclass(frozen=True, slots=True)
class ClaseDeEtapa:
    """A stage that asks a model.

    haciendo: what is told meanwhile. para: what it is asked for; sin_eso: what is done without.
    fichas: tokens of the answer. interpretar: what counts of it, whatever it is; none fails.
    esquema: of the JSON that is asked for; None for lines. llamadas: for one question, at most.
    de_lector: whether the reader is asked, where there is one, and not the model that answers.
    """

    nombre: str
    haciendo: str
    para: str
    sin_eso: str
    fichas: int
    interpretar: Callable[[str], tuple[str, ...]]
    esquema: Mapping[str, Any] | None = None
    llamadas: int = 1
    de_lector: bool = False


@dataclass(frozen=True, slots=True)
class EncargoDeEtapa:
    """What a model is told by a stage."""

    clase: ClaseDeEtapa
    mensajes: tuple[Mensaje, ...]
