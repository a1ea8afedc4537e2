"""The tables of the record, and how its values become rows and rows values again. Pure."""

import json
import math
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import astuple, fields
from datetime import UTC, datetime
from itertools import chain
from typing import Any, Final

from pydantic import TypeAdapter

from siaa.redaccion.afirmaciones.frase import Discrepancia, Frase
from siaa.servicio.registro.asiento import (
    Asiento,
    CambioAnotado,
    PasajeEnviado,
    PreguntaGuardada,
    Valoracion,
)

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
)
"""What leads from each version of the tables to the next, from an empty file on.

`PRAGMA user_version` says how many of them a file has had. Files out there were made by these very
statements and are compared with them: add to the end, never change one.
"""

CAMPOS: Final = tuple(campo.name for campo in fields(Asiento))
CAMPOS_VALORACION: Final = tuple(campo.name for campo in fields(Valoracion))
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
_EN_JSON: Final = ("busquedas", "ambito", "documentos", "chunks", "tiempos", "pasajes", "frases")
_PREGUNTA: Final = TypeAdapter(PreguntaGuardada)


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
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as modelo:
        migrar(modelo, version)
        if not _tablas(modelo) <= tablas:
            raise ArchivoInservible
    if conexion.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        raise ArchivoInservible
    return version


def _version(conexion: sqlite3.Connection) -> int:
    return int(conexion.execute("PRAGMA user_version").fetchone()[0])


def _tablas(conexion: sqlite3.Connection) -> set[str]:
    """Return what tables and indexes there are and how they were made, whatever the spacing."""
    filas = conexion.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
    return {" ".join(" ".join(map(str, fila)).split()) for fila in filas}


def en_texto(momento: datetime) -> str:
    """Write a moment so that the order of the texts is that of time."""
    return momento.astimezone(UTC).isoformat(timespec="microseconds")


def en_utf8(octetos: bytes) -> str:
    """Read a text of the file; a byte that is not of one becomes U+FFFD."""
    return octetos.decode("utf-8", "replace")


def a_fila(valor: Asiento | Valoracion | CambioAnotado) -> dict[str, Any]:
    """Return the columns of a question, a rating or a change.

    Half a surrogate pair, which no file can hold, becomes U+FFFD; a duration that is not a number
    becomes unknown.
    """
    return {campo.name: _columna(getattr(valor, campo.name)) for campo in fields(valor)}


def _columna(valor: Any) -> str | int | None:
    if isinstance(valor, str):
        return _escribible(valor)
    if isinstance(valor, datetime):
        return en_texto(valor)
    if isinstance(valor, Mapping):
        return _en_json(_finitos(valor))
    if isinstance(valor, Sequence):
        compuestos = (Frase, PasajeEnviado)
        return _en_json([astuple(uno) if isinstance(uno, compuestos) else uno for uno in valor])
    return None if valor is None else int(valor)


def _escribible(texto: str) -> str:
    return texto.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _en_json(valor: object) -> str:
    return _escribible(json.dumps(valor, ensure_ascii=False))


def _finitos(tiempos: Mapping[str, float | None]) -> dict[str, float | None]:
    return {
        nombre: numero if numero is not None and abs(numero) < math.inf else None
        for nombre, numero in dict(tiempos).items()
    }


def a_pregunta(fila: Mapping[str, Any]) -> PreguntaGuardada:
    """Return the question in a row and, of the columns prefixed `v_`, its rating.

    Raises `ValueError` or `TypeError` if it is damaged.
    """
    columnas = {nombre: fila[nombre] for nombre in CAMPOS}
    columnas |= {nombre: json.loads(fila[nombre]) for nombre in _EN_JSON}
    columnas["tiempos"] = _finitos(columnas["tiempos"])
    columnas["pasajes"] = _con_nombres(PasajeEnviado, columnas["pasajes"])
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
