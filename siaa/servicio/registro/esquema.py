"""The tables of the record, and how its values become rows and rows values again. Pure."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, Final

from siaa.servicio.registro.asiento import Asiento, Valoracion

VERSION: Final = 1
"""Of the tables; kept in the file as `PRAGMA user_version`."""

TABLAS: Final = (
    """CREATE TABLE preguntas (
        n INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        momento TEXT NOT NULL,
        tipo TEXT NOT NULL,
        pregunta TEXT NOT NULL,
        documentos TEXT NOT NULL,
        chunks TEXT NOT NULL,
        caracteres INTEGER NOT NULL,
        modo TEXT NOT NULL,
        motivo TEXT NOT NULL,
        completa INTEGER NOT NULL,
        estrategia TEXT NOT NULL,
        modelo TEXT NOT NULL,
        digest TEXT,
        version_prompt TEXT NOT NULL,
        huella TEXT NOT NULL,
        version TEXT NOT NULL,
        tiempos TEXT NOT NULL,
        error TEXT,
        alerta TEXT,
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
)
CAMPOS: Final = tuple(campo.name for campo in fields(Asiento))
CAMPOS_VALORACION: Final = tuple(campo.name for campo in fields(Valoracion))
_COLUMNAS: Final = tuple(campo for campo in CAMPOS if campo != "respuesta")

ANOTAR: Final = (
    f"INSERT INTO preguntas ({', '.join(_COLUMNAS)}) VALUES (:{', :'.join(_COLUMNAS)}) "  # noqa: S608
    "ON CONFLICT (id) DO NOTHING"
)
RESPONDER: Final = "INSERT INTO respuestas (n, respuesta) VALUES (?, ?)"
VALORAR: Final = """INSERT OR REPLACE INTO valoraciones (
        id, momento, voto, razon, comentario, documento
    ) SELECT :id, :momento, :voto, :razon, :comentario, :documento
    WHERE EXISTS (SELECT 1 FROM preguntas WHERE preguntas.id = :id)"""


def en_texto(momento: datetime) -> str:
    """Write a moment so that the order of the texts is that of time."""
    return momento.astimezone(UTC).isoformat(timespec="microseconds")


def a_fila(valor: Asiento | Valoracion) -> dict[str, Any]:
    """Return the columns of a question or a rating.

    Half a surrogate pair, which no file can hold, becomes U+FFFD; a duration that is not a number
    becomes unknown.
    """
    nombres = CAMPOS if isinstance(valor, Asiento) else CAMPOS_VALORACION
    return {nombre: _columna(getattr(valor, nombre)) for nombre in nombres}


def _columna(valor: Any) -> str | int | None:
    if isinstance(valor, str):
        return _escribible(valor)
    if isinstance(valor, datetime):
        return en_texto(valor)
    if isinstance(valor, Mapping):
        return _en_json({nombre: _finito(numero) for nombre, numero in valor.items()})
    if isinstance(valor, Sequence):
        return _en_json(list(valor))
    return None if valor is None else int(valor)


def _escribible(texto: str) -> str:
    return texto.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _en_json(valor: object) -> str:
    return _escribible(json.dumps(valor, ensure_ascii=False))


def _finito(numero: float | None) -> float | None:
    return numero if numero is not None and abs(numero) < math.inf else None


def a_asiento(fila: Mapping[str, Any]) -> Asiento:
    """Return the question in a row of `preguntas`."""
    columnas = {nombre: fila[nombre] for nombre in CAMPOS}
    columnas["momento"] = datetime.fromisoformat(columnas["momento"])
    columnas["documentos"] = tuple(json.loads(columnas["documentos"]))
    columnas["chunks"] = tuple(json.loads(columnas["chunks"]))
    columnas["completa"] = bool(columnas["completa"])
    columnas["tiempos"] = json.loads(columnas["tiempos"])
    columnas["compartida"] = bool(columnas["compartida"])
    return Asiento(**columnas)


def a_valoracion(fila: Mapping[str, Any]) -> Valoracion | None:
    """Return the rating in a row joined with one, its columns prefixed `v_`; None without one."""
    if fila["v_id"] is None:
        return None
    columnas = {nombre: fila[f"v_{nombre}"] for nombre in CAMPOS_VALORACION}
    return Valoracion(**columnas | {"momento": datetime.fromisoformat(columnas["momento"])})
