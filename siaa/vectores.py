"""What a search by vectors and by words hands to the stages. Frozen values."""

from dataclasses import dataclass
from typing import Final

from siaa.biblioteca.valores import Enteros, Reales

POR_LISTA: Final = 20
"""How many passages of a collection a search gives."""
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
    """A question as it is searched: its text, and the rows of its terms with their weights.

    herramienta: the tool of the program that asks, or empty.
    """

    texto: str
    filas: Enteros
    pesos: Reales
    herramienta: str = ""


@dataclass(frozen=True, slots=True)
class RutaPesada:
    """A route that is searched beside the first, and what its scores count for."""

    ruta: str
    peso: float


@dataclass(frozen=True, slots=True)
class ResultadoDeRuta:
    """A slice that a route gave. puntaje_crudo: its cosine; puntaje: what it is sorted by."""

    doc: str
    pasaje: int
    slice_type: str
    slice_language: str
    confidence: float
    reasons: tuple[str, ...]
    ruta: str
    puntaje_crudo: float
    puntaje: float


@dataclass(frozen=True, slots=True)
class Encaminada:
    """A question, by which routes it is searched and why, and the best slices of all of them."""

    tipo: str
    ruta: str
    perfil: str
    indice: str
    motivos: tuple[str, ...]
    secundarias: tuple[RutaPesada, ...]
    resultados: tuple[ResultadoDeRuta, ...] = ()
