"""One transaction of the record: rows that come in, and which go for it."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from siaa.servicio.registro.esquema import ANOTAR, RESPONDER, VALORAR, en_texto

PODA_MAXIMA: Final = 1000
"""Rows that one transaction removes, so that what is pending never waits long for it."""
PARTE_SEGURA: Final = 10
"""A kind of answer that is more than one in so many of the rows makes room for itself."""
AVAL: Final = (timedelta(days=30), timedelta(days=7))
"""The clock is believed while a question of the last 30 days, but not of the last 7, is there."""

_HAY_ENTRE: Final = "SELECT EXISTS (SELECT 1 FROM preguntas WHERE momento >= ? AND momento < ?)"
_VIEJAS: Final = "WHERE momento < ?"
_DE_CLASE: Final = "WHERE modo = ? AND motivo = ?"
_QUITAR: Final = "DELETE FROM preguntas WHERE n IN (SELECT n FROM preguntas {} LIMIT max(?, 0))"
_QUITAR_VIEJAS: Final = _QUITAR.format(f"{_VIEJAS} ORDER BY momento, n")
_QUITAR_DE_CLASE: Final = _QUITAR.format(f"{_DE_CLASE} ORDER BY n")
_QUITAR_PRIMERAS: Final = _QUITAR.format("ORDER BY n")

Fila = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Guardado:
    """What a transaction did.

    filas: in the file now. perdidas: ratings whose question is gone. retenidas: questions that are
    too old by a clock for which no other question vouches. sobran: whether more has to go.
    """

    filas: int
    perdidas: int
    retenidas: int
    sobran: bool


@dataclass(frozen=True, slots=True)
class Limites:
    """How old questions may become, and how many there may be."""

    edad: timedelta
    filas: int


def escribir(
    conexion: sqlite3.Connection,
    lote: Sequence[Fila],
    habia: int,
    limites: Limites,
    ahora: datetime,
) -> Guardado:
    """Write questions and ratings (they have a `voto`) in one transaction, and prune.

    habia: how many questions the file has. One that is there already stays as it is; the rating of
    one that is not is lost.
    """
    with conexion:
        conexion.execute("BEGIN IMMEDIATE")
        preguntas = [fila for fila in lote if "voto" not in fila]
        nuevas = [fila for fila in preguntas if _anotar(conexion, fila)]
        valoraciones = [fila for fila in lote if "voto" in fila]
        perdidas = sum(not conexion.execute(VALORAR, v).rowcount for v in valoraciones)
        hay = habia + len(nuevas)
        desde, retenidas = _caducidad(conexion, limites.edad, ahora)
        quitadas = conexion.execute(_QUITAR_VIEJAS, (desde, PODA_MAXIMA)).rowcount
        sobran = hay - quitadas - limites.filas
        if sobran > 0:
            quitadas += _hacer_sitio(conexion, nuevas, sobran, limites.filas // PARTE_SEGURA or 1)
    sobran_mas = quitadas >= PODA_MAXIMA or 0 < quitadas < hay - limites.filas
    return Guardado(hay - quitadas, perdidas, retenidas, sobran_mas)


def _anotar(conexion: sqlite3.Connection, fila: Fila) -> bool:
    """Write a question; tell whether it was new."""
    hecho = conexion.execute(ANOTAR, fila)
    if not hecho.rowcount:
        return False
    conexion.execute(RESPONDER, (hecho.lastrowid, fila["respuesta"]))
    return True


def _caducidad(conexion: sqlite3.Connection, edad: timedelta, ahora: datetime) -> tuple[str, int]:
    """Return before which moment a question is too old, and how many are but stay.

    A clock that jumped ahead would make all of them old at once. Whether it did, or nobody asked
    for so long, a week of use will tell.
    """
    desde = en_texto(ahora - edad)
    viejas = contar(conexion, _VIEJAS, desde)
    mes, semana = min(AVAL[0], edad), min(AVAL[1], edad / 4)
    aval = conexion.execute(_HAY_ENTRE, (en_texto(ahora - mes), en_texto(ahora - semana)))
    return (desde, 0) if not viejas or aval.fetchone()[0] else ("", viejas)


def _hacer_sitio(
    conexion: sqlite3.Connection, nuevas: Sequence[Fila], sobran: int, segura: int
) -> int:
    """Remove so many rows, though not many more than `PODA_MAXIMA`; return how many went.

    Answers that cost nothing can come by the thousand: of the kinds that came just now, those that
    have more than `segura` rows push out their like. Else the first to have come go first.
    """
    quitadas = 0
    for clase, llegadas in Counter((f["modo"], f["motivo"]) for f in nuevas).items():
        suyas = min(sobran - quitadas, llegadas, contar(conexion, _DE_CLASE, *clase) - segura)
        quitadas += conexion.execute(_QUITAR_DE_CLASE, (*clase, suyas)).rowcount
    resto = min(sobran, PODA_MAXIMA) - quitadas
    return quitadas + conexion.execute(_QUITAR_PRIMERAS, (resto,)).rowcount


def contar(conexion: sqlite3.Connection, cuales: str = "", *datos: str) -> int:
    """Return how many questions there are, or of those that a condition of SQL means."""
    cuantas = conexion.execute(f"SELECT count(*) FROM preguntas {cuales}", datos)  # noqa: S608
    return int(cuantas.fetchone()[0])
