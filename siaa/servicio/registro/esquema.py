"""The tables of the record: its values as rows, rows as values, and the transaction that writes."""

import json
import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass, fields
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import chain
from typing import Any, Final

from pydantic import TypeAdapter

from siaa.biblioteca.lengua.vocabulario import en_orden
from siaa.redaccion.afirmaciones.frase import Discrepancia, Frase
from siaa.servicio.registro import asiento

MIGRACIONES: Final = (
    (
        """CREATE TABLE preguntas (
            n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, momento TEXT NOT NULL,
            tipo TEXT NOT NULL, pregunta TEXT NOT NULL, documentos TEXT NOT NULL,
            chunks TEXT NOT NULL, caracteres INTEGER NOT NULL, modo TEXT NOT NULL,
            motivo TEXT NOT NULL, completa INTEGER NOT NULL, estrategia TEXT NOT NULL,
            modelo TEXT NOT NULL, digest TEXT, version_prompt TEXT NOT NULL, huella TEXT NOT NULL,
            version TEXT NOT NULL, tiempos TEXT NOT NULL, error TEXT, alerta TEXT,
            compartida INTEGER NOT NULL
        )""",
        # Answers stand apart, so that looking through all questions does not read them.
        """CREATE TABLE respuestas (
            n INTEGER PRIMARY KEY REFERENCES preguntas (n) ON DELETE CASCADE,
            respuesta TEXT NOT NULL
        )""",
        "CREATE INDEX preguntas_por_momento ON preguntas (momento)",
        """CREATE TABLE valoraciones (
            id TEXT PRIMARY KEY REFERENCES preguntas (id) ON DELETE CASCADE,
            momento TEXT NOT NULL,
            voto TEXT NOT NULL,
            razon TEXT,
            comentario TEXT NOT NULL,
            documento TEXT
        )""",
    ),
    ("CREATE INDEX preguntas_por_clase ON preguntas (modo, motivo)",),
    # Each passage and each sentence is a list of its fields, without their names.
    (
        "ALTER TABLE preguntas ADD COLUMN busquedas TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE preguntas ADD COLUMN ambito TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE preguntas ADD COLUMN pasajes TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE preguntas ADD COLUMN frases TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE valoraciones ADD COLUMN atendida TEXT",
    ),
    (
        """CREATE TABLE cambios (
            n INTEGER PRIMARY KEY, momento TEXT NOT NULL, quien TEXT NOT NULL, que TEXT NOT NULL
        )""",
        "ALTER TABLE preguntas ADD COLUMN junto_con TEXT NOT NULL DEFAULT ''",
    ),
    ("ALTER TABLE preguntas ADD COLUMN avisos TEXT NOT NULL DEFAULT '[]'",),
)
"""What leads from each version of the tables to the next, from an empty file on.

`PRAGMA user_version` says how many of them a file has had. Files out there were made by these very
statements and are compared with them: add to the end, never change one.
"""

CAMPOS: Final = tuple(campo.name for campo in fields(asiento.Asiento))
CAMPOS_VALORACION: Final = tuple(campo.name for campo in fields(asiento.Valoracion))
_COLUMNAS: Final = tuple(campo for campo in CAMPOS if campo != "respuesta")

ANOTAR: Final = (
    f"INSERT INTO preguntas ({', '.join(_COLUMNAS)}) VALUES (:{', :'.join(_COLUMNAS)}) "  # noqa: S608
    "ON CONFLICT (id) DO NOTHING"
)
RESPONDER: Final = "INSERT INTO respuestas (n, respuesta) VALUES (?, ?)"
VALORAR: Final = (
    f"INSERT OR REPLACE INTO valoraciones ({', '.join(CAMPOS_VALORACION)}) "  # noqa: S608
    f"SELECT :{', :'.join(CAMPOS_VALORACION)} "
    "WHERE EXISTS (SELECT 1 FROM preguntas WHERE preguntas.id = :id)"
)
ATENDER: Final = "UPDATE valoraciones SET atendida = :atendida WHERE id = :id"
CAMBIAR: Final = "INSERT INTO cambios (momento, quien, que) VALUES (:momento, :quien, :que)"
_DE_VALORACION: Final = (("voto", VALORAR), ("atendida", ATENDER))
_ORDENES: Final = (("pregunta", ANOTAR), ("quien", CAMBIAR), *_DE_VALORACION)
"""What writes a row, by a column that it has; of two, the first counts."""
_EN_JSON: Final = en_orden("busquedas ambito documentos chunks tiempos pasajes frases avisos")
_PREGUNTA: Final = TypeAdapter(asiento.PreguntaGuardada)
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


class ArchivoInservible(sqlite3.DatabaseError):
    """A file is damaged, or its tables are not ours or those of a later version of SIAA."""


def migrar(conexion: sqlite3.Connection, version: int = len(MIGRACIONES)) -> None:
    """Bring the tables of a file to a version, all the way or not at all."""
    if _version(conexion) >= version:
        return
    with conexion:
        conexion.execute("BEGIN IMMEDIATE")
        for orden in chain.from_iterable(MIGRACIONES[_version(conexion) : version]):
            conexion.execute(orden)
        conexion.execute(f"PRAGMA user_version = {version}")


def verificar(conexion: sqlite3.Connection) -> int:
    """Return the version of the tables of a file that can be read to its end; 0 if it is empty.

    Raises `ArchivoInservible` or what SQLite raises. Changes nothing.
    """
    version, tablas = _version(conexion), _tablas(conexion)
    if not 0 <= version <= len(MIGRACIONES) or (not version and tablas):
        raise ArchivoInservible
    if not _tablas_de(version) <= tablas:
        raise ArchivoInservible
    if conexion.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        raise ArchivoInservible
    return version


def _version(conexion: sqlite3.Connection) -> int:
    return int(conexion.execute("PRAGMA user_version").fetchone()[0])


@cache
def _tablas_de(version: int) -> frozenset[str]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as modelo:
        migrar(modelo, version)
        return _tablas(modelo)


def _tablas(conexion: sqlite3.Connection) -> frozenset[str]:
    """Return what tables and indexes there are and how they were made, whatever the spacing."""
    filas = conexion.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
    return frozenset(" ".join(" ".join(map(str, fila)).split()) for fila in filas)


def en_texto(momento: datetime) -> str:
    """Write a moment so that the order of the texts is that of time."""
    return momento.astimezone(UTC).isoformat(timespec="microseconds")


def en_utf8(octetos: bytes) -> str:
    """Read a text of the file; a byte that is not of one becomes U+FFFD."""
    return octetos.decode("utf-8", "replace")


def a_fila(valor: asiento.Asiento | asiento.Valoracion | asiento.CambioAnotado) -> dict[str, Any]:
    """Return the columns of a question, a rating or a change.

    Half a surrogate pair, which no file can hold, becomes U+FFFD.
    """
    return {campo.name: _columna(getattr(valor, campo.name)) for campo in fields(valor)}


def _columna(valor: Any) -> str | int | None:
    if isinstance(valor, str):
        return _escribible(valor)
    if isinstance(valor, datetime):
        return en_texto(valor)
    if isinstance(valor, Mapping):
        return _en_json(dict(valor))
    if isinstance(valor, Sequence):
        compuestos = (Frase, asiento.PasajeEnviado)
        return _en_json([astuple(uno) if isinstance(uno, compuestos) else uno for uno in valor])
    return None if valor is None else int(valor)


def _escribible(texto: str) -> str:
    return texto.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _en_json(valor: object) -> str:
    return _escribible(json.dumps(valor, ensure_ascii=False))


def a_pregunta(fila: Mapping[str, Any]) -> asiento.PreguntaGuardada:
    """Return the question in a row and, of the columns prefixed `v_`, its rating.

    A time that no JSON can hold is unknown. Raises `ValueError` or `TypeError` if it is damaged.
    """
    columnas = {nombre: fila[nombre] for nombre in CAMPOS}
    columnas |= {nombre: json.loads(fila[nombre]) for nombre in _EN_JSON}
    tiempos = dict(columnas["tiempos"]).items()
    columnas["tiempos"] = {que: s if abs(s or 0) < math.inf else None for que, s in tiempos}
    columnas["pasajes"] = _con_nombres(asiento.PasajeEnviado, columnas["pasajes"])
    columnas["frases"] = _con_nombres(Frase, columnas["frases"])
    for frase in columnas["frases"]:
        frase["discrepancias"] = _con_nombres(Discrepancia, frase["discrepancias"])
    valorada = {nombre: fila[f"v_{nombre}"] for nombre in CAMPOS_VALORACION}
    columnas["valoracion"] = None if fila["v_id"] is None else valorada
    return _PREGUNTA.validate_python(columnas)


def _con_nombres(tipo: type, filas: Iterable[Iterable[Any]]) -> list[dict[str, Any]]:
    """Return what was written as the bare values of some dataclasses, by field."""
    nombres = [campo.name for campo in fields(tipo)]
    return [dict(zip(nombres, fila, strict=True)) for fila in filas]


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
    nuevas, perdidas = list[Fila](), 0
    with conexion:
        conexion.execute("BEGIN IMMEDIATE")
        for fila in lote:
            hecho = conexion.execute(next(o for campo, o in _ORDENES if campo in fila), fila)
            if "pregunta" not in fila:
                perdidas += not hecho.rowcount
            elif hecho.rowcount:
                conexion.execute(RESPONDER, (hecho.lastrowid, fila["respuesta"]))
                nuevas.append(fila)
        desde, retenidas = _caducidad(conexion, timedelta(days=ajustes.dias), ahora)
        quedan = habia + len(nuevas)
        quedan -= conexion.execute(_QUITAR_VIEJAS, (desde,)).rowcount
        if quedan > ajustes.filas:
            _hacer_sitio(conexion, nuevas, quedan - ajustes.filas, ajustes.filas // PARTE_SEGURA)
    return Guardado(min(quedan, ajustes.filas), perdidas, retenidas)


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
    """Answers that cost nothing can come by the thousand: of the kinds that came just now, those
    that have more than `segura` rows, and more than one, push out their like. Else the first to
    have come go first.
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
