"""One transaction of the record: rows that come in, and which go for it."""

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from siaa.servicio.registro.esquema import ANOTAR, ATENDER, CAMBIAR, RESPONDER, VALORAR, en_texto

PARTE_SEGURA: Final = 10
"""A kind of answer that is more than one in so many of the rows makes room for itself."""
AVAL: Final = (timedelta(days=30), timedelta(days=7))
"""The clock is believed while a question of the last 30 days, but not of the last 7, is there."""

_HAY_ENTRE: Final = "SELECT EXISTS (SELECT 1 FROM preguntas WHERE momento >= ? AND momento < ?)"
_QUITAR_VIEJAS: Final = "DELETE FROM preguntas WHERE momento < ?"
_DE_CLASE: Final = "WHERE modo = ? AND motivo = ?"
_QUITAR: Final = (
    "DELETE FROM preguntas WHERE n IN (SELECT n FROM preguntas {} ORDER BY n LIMIT max(?, 0))"
)

Fila = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Guardado:
    """What a transaction did.

    filas: in the file now. perdidas: ratings whose question is gone. retenidas: questions that are
    too old by a clock for which no other question vouches.
    """

    filas: int
    perdidas: int
    retenidas: int


@dataclass(frozen=True, slots=True)
class AjustesRegistro:
    """What is kept: texts or none, for how many days, and how many questions at most."""

    textos: bool
    dias: int
    filas: int


def escribir(
    conexion: sqlite3.Connection,
    lote: Sequence[Fila],
    habia: int,
    ajustes: AjustesRegistro,
    ahora: datetime,
) -> Guardado:
    """Write questions, ratings (`voto`) and what became of these in one transaction, and prune.

    habia: how many questions the file has. One that is there already stays as it is; the rating of
    one that is not is lost. Changes of the library (`quien`) are few, and stay.
    """
    with conexion:
        conexion.execute("BEGIN IMMEDIATE")
        nuevas = [fila for fila in lote if "pregunta" in fila and _anotar(conexion, fila)]
        conexion.executemany(CAMBIAR, [fila for fila in lote if "quien" in fila])
        de_ellas = [fila for fila in lote if "pregunta" not in fila and "quien" not in fila]
        perdidas = sum(
            not conexion.execute(VALORAR if "voto" in fila else ATENDER, fila).rowcount
            for fila in de_ellas
        )
        desde, retenidas = _caducidad(conexion, timedelta(days=ajustes.dias), ahora)
        quedan = habia + len(nuevas)
        quedan -= conexion.execute(_QUITAR_VIEJAS, (desde,)).rowcount
        if quedan > ajustes.filas:
            _hacer_sitio(conexion, nuevas, quedan - ajustes.filas, ajustes.filas // PARTE_SEGURA)
    return Guardado(min(quedan, ajustes.filas), perdidas, retenidas)


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
    viejas = contar(conexion, "WHERE momento < ?", desde)
    mes, semana = min(AVAL[0], edad), min(AVAL[1], edad / 4)
    aval = conexion.execute(_HAY_ENTRE, (en_texto(ahora - mes), en_texto(ahora - semana)))
    return (desde, 0) if not viejas or aval.fetchone()[0] else ("", viejas)


def _hacer_sitio(
    conexion: sqlite3.Connection, nuevas: Sequence[Fila], sobran: int, segura: int
) -> None:
    """Remove so many rows.

    Answers that cost nothing can come by the thousand: of the kinds that came just now, those that
    have more than `segura` rows, and more than one, push out their like. Else the first to have
    come go first.
    """
    for clase, llegadas in Counter((f["modo"], f["motivo"]) for f in nuevas).items():
        de_mas = contar(conexion, _DE_CLASE, *clase) - max(segura, 1)
        suyas = (*clase, min(sobran, llegadas, de_mas))
        sobran -= conexion.execute(_QUITAR.format(_DE_CLASE), suyas).rowcount
    conexion.execute(_QUITAR.format(""), (sobran,))


def contar(conexion: sqlite3.Connection, cuales: str = "", *datos: str) -> int:
    """Return how many questions there are, or of those that a condition of SQL means."""
    cuantas = conexion.execute(f"SELECT count(*) FROM preguntas {cuales}", datos)  # noqa: S608
    return int(cuantas.fetchone()[0])
