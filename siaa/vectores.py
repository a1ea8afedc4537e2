"""What a search by vectors and by words hands to the stages, and how its lists become one. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from siaa.biblioteca.estructura.rebanadas import Rebanada
from siaa.biblioteca.valores import DECIMALES, Booleanos, Enteros, Reales

POR_LISTA: Final = 20
"""How many passages of a collection a search gives."""
K_RRF: Final = 60
"""What a place in a list is worth: 1 / (60 + place), from 0 (reciprocal rank fusion)."""
Lista = list[tuple[int, float]]
"""Passages by number with their scores, best first, equal ones by number."""
PARIDAD: Final = 4e-6
"""Scores of equal passages differ by less, as a share of those above 1: engines add up in single
precision, and in the order in which each part of a table has its rows."""


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
class ResultadoDeRuta(Rebanada):
    """A slice that a route gave. puntaje_crudo: its cosine; puntaje: what it is sorted by."""

    doc: str
    pasaje: int
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


def mejores(puntajes: Reales, sirven: Booleanos, limite: int) -> list[tuple[int, float]]:
    """Return the places of the greatest scores above 0 among those that serve, with them.

    Of scores on a par the first places go first, and all have the greatest of theirs.
    """
    lugares = np.flatnonzero(sirven & (puntajes > PARIDAD))
    lugares = lugares[np.argsort(-puntajes[lugares], kind="stable")]
    valores = a_la_par(puntajes[lugares])
    orden = np.lexsort((lugares, -valores))[:limite].tolist()
    return [(int(lugares[n]), float(valores[n])) for n in orden]


def a_la_par(valores: Reales) -> Reales:
    """Return scores, greatest first, those that hardly differ from the one before as that is."""
    exactos = np.round(valores.astype(np.float64), DECIMALES)
    saltos = exactos[:-1] - exactos[1:] > PARIDAD * np.maximum(exactos[1:], 1.0)
    primeros = np.flatnonzero(np.concatenate([np.ones(min(len(exactos), 1), np.bool_), saltos]))
    return np.repeat(exactos[primeros], np.diff(primeros, append=len(exactos)))


def por_puestos(listas: Iterable[Lista]) -> dict[int, float]:
    """Return Σ 1 / (60 + place), places from 0 as engines count them: reciprocal rank fusion.

    Cormack, Clarke & Büttcher, Reciprocal Rank Fusion (SIGIR 2009).
    """
    sumas: dict[int, float] = {}
    for lista in listas:
        for puesto, (pasaje, _) in enumerate(lista):
            sumas[pasaje] = sumas.get(pasaje, 0.0) + 1 / (K_RRF + puesto)
    return sumas


def en_orden(puntajes: dict[int, float], limite: int) -> Lista:
    """Return the best, equal ones by number."""
    return sorted(puntajes.items(), key=lambda par: (-par[1], par[0]))[:limite]


def por_puntajes(listas: Sequence[tuple[Lista, float]]) -> dict[int, tuple[float, int]]:
    """Return the greatest of what weighted lists give to each passage, and which list gave it.

    The scores of several are of different scales: each list is brought to 0 to 1 first, or to 1
    where all are equal.
    """
    puntos: dict[int, tuple[float, int]] = {}
    for cual, (lista, peso) in enumerate(listas):
        valores = [valor for _, valor in lista]
        bajo, alto = min(valores, default=0.0), max(valores, default=0.0)
        for pasaje, valor in lista:
            if len(listas) > 1:
                valor = peso * ((valor - bajo) / (alto - bajo) if alto > bajo else 1.0)
            if pasaje not in puntos or valor > puntos[pasaje][0]:
                puntos[pasaje] = valor, cual
    return puntos
