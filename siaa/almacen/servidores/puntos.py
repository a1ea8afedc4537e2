"""What is said to a server of vectors. Frozen values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from siaa.biblioteca.valores import Enteros, Reales


@dataclass(frozen=True, slots=True)
class Ficha:
    """What a server was filled with under the name of a profile.

    modelo: how its vectors were made (`Perfil.hechura`); muestra: what tells it from others of its
    name. marca: of which documents, with which weights of words; every point has it. puntos: how
    many there are once it is `completa`.
    """

    modelo: str
    muestra: tuple[float, ...]
    marca: str
    puntos: int
    completa: bool


@dataclass(frozen=True, slots=True)
class Punto:
    """A passage: its vector, its rows of the vocabulary with their whole BM25, what it says.

    datos: `doc`, `coleccion`, `indice` and `marca`, which it may be asked for by, and more.
    """

    id: str
    denso: Reales
    filas: Enteros
    pesos: Reales
    datos: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sondeo:
    """A vector, or rows of the vocabulary with weights; filtros: what `datos` may say."""

    filtros: Mapping[str, Sequence[str]]
    denso: Reales | None = None
    disperso: tuple[Sequence[int], Sequence[float]] = ((), ())


Cercanos = list[tuple[str, float]]
"""Points by id with their inner product, greatest first, equal ones in any order."""
