"""What a search by vectors and by words hands to the stages. Frozen values."""

from dataclasses import dataclass
from typing import Final

from siaa.biblioteca.valores import Enteros, Reales

K_RRF: Final = 60
"""What a place in a list is worth: 1 / (60 + place), from 0 (reciprocal rank fusion)."""
Lista = list[tuple[int, float]]
"""Passages by number with their scores, best first, equal ones by number."""


@dataclass(frozen=True, slots=True)
class NivelesDeCanal:
    """Of the best passage of a document: cosine, BM25 and fused score; 0 where it was not found."""

    denso: float
    disperso: float
    fusion: float


@dataclass(frozen=True, slots=True)
class PasajeHallado:
    """A passage, by its number in the library, and how it was found.

    Places count from 1 in the lists of its collection; None in the one that it does not stand in.
    fusion: what those places are worth; peso: of its collection.
    """

    doc: str
    coleccion: str
    pasaje: int
    denso: float
    puesto_denso: int | None
    disperso: float
    puesto_disperso: int | None
    fusion: float
    peso: float

    @property
    def puntaje(self) -> float:
        """What it is sorted by."""
        return self.fusion * self.peso

    @property
    def niveles(self) -> NivelesDeCanal:
        """The figures that it was found by."""
        return NivelesDeCanal(self.denso, self.disperso, self.fusion)


@dataclass(frozen=True, slots=True)
class Pedido:
    """A question as it is searched: its text, and the rows of its terms with their weights."""

    texto: str
    filas: Enteros
    pesos: Reales
