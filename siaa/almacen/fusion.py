"""Several lists of passages, best first → one. Pure."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from siaa.biblioteca.valores import Booleanos, Reales
from siaa.vectores import K_RRF, Lista

DECIMALES: Final = 6
"""Scores of equal passages differ beyond these, by where they stand in a table."""


def mejores(puntajes: Reales, sirven: Booleanos, limite: int) -> list[tuple[int, float]]:
    """Return the places of the greatest scores above 0 among those that serve, with them."""
    redondos = np.round(puntajes.astype(np.float64), DECIMALES)
    lugares = np.flatnonzero(sirven & (redondos > 0))
    orden = lugares[np.argsort(-redondos[lugares], kind="stable")[:limite]]
    return [(int(lugar), float(redondos[lugar])) for lugar in orden.tolist()]


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
