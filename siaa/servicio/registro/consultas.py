"""What is asked of the record, each on the reader's own connection and one state of the file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any, Final

from siaa.biblioteca.lengua.texto import plegar
from siaa.servicio.registro.asiento import Alerta, Asiento, Valoracion
from siaa.servicio.registro.esquema import a_asiento, a_valoracion, en_texto

LENTAS: Final = 5
SIN_RESPUESTA: Final = 20

_ELEGIR: Final = """CREATE TEMP TABLE elegidas AS
    SELECT n, momento, tipo, modo, alerta,
        json_extract(tiempos, '$.total_s') AS total_s, json_extract(tiempos, '$.cola_s') AS cola_s
    FROM preguntas
    WHERE momento >= coalesce(:desde, '') AND momento < coalesce(:hasta, '~')
    AND (:tipo IS NULL OR tipo = :tipo)
    AND (:modo IS NULL OR modo = :modo)
    AND (:motivo IS NULL OR motivo = :motivo)
    AND (:alerta IS NULL OR alerta = :alerta)
    AND (:doc IS NULL OR EXISTS (SELECT 1 FROM json_each(documentos) WHERE value = :doc))
    AND (:q IS NULL OR instr(plegar(pregunta), :q))"""
_ORDENADAS: Final = "SELECT n FROM elegidas ORDER BY momento DESC, n DESC LIMIT ? OFFSET ?"
_POR_NUMERO: Final = """SELECT p.*, r.respuesta, v.id AS v_id, v.momento AS v_momento,
        v.voto AS v_voto, v.razon AS v_razon, v.comentario AS v_comentario,
        v.documento AS v_documento
    FROM json_each(?) AS lista JOIN preguntas AS p ON p.n = lista.value
    JOIN respuestas AS r ON r.n = p.n
    LEFT JOIN valoraciones AS v ON v.id = p.id ORDER BY lista.key"""
_VALORADAS: Final = """SELECT n FROM valoraciones AS v JOIN preguntas AS p ON p.id = v.id
    WHERE ?1 IS NULL OR v.voto = ?1 ORDER BY v.momento DESC, n DESC"""
_CUENTAS: Final = (
    "SELECT alerta, count(*) FROM elegidas GROUP BY 1 ORDER BY 2 DESC, 1",
    "SELECT modo, count(*) FROM elegidas GROUP BY 1 ORDER BY 2 DESC, 1",
    "SELECT tipo, count(*) FROM elegidas GROUP BY 1 ORDER BY 2 DESC, 1",
)
_LENTAS: Final = """SELECT id, e.momento, pregunta, total_s
    FROM elegidas AS e JOIN preguntas USING (n) WHERE total_s IS NOT NULL
    ORDER BY total_s DESC, e.momento DESC, n DESC LIMIT ?"""
_SIN_CONTEXTO: Final = """SELECT id, e.momento, pregunta, total_s
    FROM elegidas AS e JOIN preguntas USING (n) WHERE e.alerta = ?
    ORDER BY e.momento DESC, n DESC LIMIT ?"""


@dataclass(frozen=True, slots=True)
class Filtro:
    """Which questions are meant; None does not restrict.

    desde, hasta: moments with their zone, the first included, the last not. doc: key of a document
    among those sent. q: text that the question contains, whatever its case and accents.
    """

    desde: datetime | None = None
    hasta: datetime | None = None
    tipo: str | None = None
    modo: str | None = None
    motivo: str | None = None
    alerta: str | None = None
    doc: str | None = None
    q: str | None = None


@dataclass(frozen=True, slots=True)
class Pagina:
    """Which part of a list, from 1, and how many rows each part has."""

    numero: int
    filas: int

    @property
    def salto(self) -> int:
        """How many rows come before it."""
        return (self.numero - 1) * self.filas


@dataclass(frozen=True, slots=True)
class AsientoGuardado:
    """A question of the record, with its rating if it has one."""

    asiento: Asiento
    valoracion: Valoracion | None


@dataclass(frozen=True, slots=True)
class MedidaDeTiempo:
    """Median and 95th percentile of some durations, seconds; None where none is known."""

    mediana: float | None
    p95: float | None


@dataclass(frozen=True, slots=True)
class Breve:
    """A question in a summary."""

    id: str
    momento: datetime
    pregunta: str
    total_s: float | None


@dataclass(frozen=True, slots=True)
class Resumen:
    """What a selection of questions amounts to.

    por_*: how many of each, most first. lentas: the slowest; sin_respuesta: the latest for which
    the library had nothing.
    """

    por_alerta: Mapping[str, int]
    por_modo: Mapping[str, int]
    por_tipo: Mapping[str, int]
    total_s: MedidaDeTiempo
    cola_s: MedidaDeTiempo
    lentas: tuple[Breve, ...]
    sin_respuesta: tuple[Breve, ...]


@dataclass(frozen=True, slots=True)
class Hallado:
    """A page of questions, latest first, how many there are in all, and what they amount to."""

    total: int
    filas: tuple[AsientoGuardado, ...]
    resumen: Resumen


@dataclass(frozen=True, slots=True)
class Valoradas:
    """A page of rated questions, latest rating first, and how many there are in all."""

    total: int
    filas: tuple[AsientoGuardado, ...]


def existe(conexion: sqlite3.Connection, pregunta: str) -> bool:
    """Tell whether a question is in the file, by its id."""
    hallado = conexion.execute("SELECT 1 FROM preguntas WHERE id = ?", (pregunta,))
    return hallado.fetchone() is not None


def buscar(conexion: sqlite3.Connection, filtro: Filtro, pagina: Pagina) -> Hallado:
    """Return one page of the questions meant, and the summary of all of them."""
    with _elegidas(conexion, filtro):
        total = conexion.execute("SELECT count(*) FROM elegidas").fetchone()[0]
        numeros = _numeros(conexion, _ORDENADAS, (pagina.filas, pagina.salto))
        return Hallado(total, leer_filas(conexion, numeros), _resumir(conexion))


def numerar(conexion: sqlite3.Connection, filtro: Filtro) -> tuple[int, ...]:
    """Return the row numbers of all questions meant, latest first."""
    with _elegidas(conexion, filtro):
        return _numeros(conexion, _ORDENADAS, (-1, 0))


def leer_filas(conexion: sqlite3.Connection, numeros: Sequence[int]) -> tuple[AsientoGuardado, ...]:
    """Return the questions with these row numbers, in this order, but for those gone since."""
    filas = conexion.execute(_POR_NUMERO, (json.dumps(numeros),))
    return tuple(AsientoGuardado(a_asiento(fila), a_valoracion(fila)) for fila in filas)


def valoradas(conexion: sqlite3.Connection, voto: str | None, pagina: Pagina) -> Valoradas:
    """Return one page of the questions rated with a vote, or with any."""
    with _en_un_estado(conexion):
        numeros = _numeros(conexion, _VALORADAS, (voto,))
        inicio = pagina.salto
        return Valoradas(
            len(numeros), leer_filas(conexion, numeros[inicio : inicio + pagina.filas])
        )


def percentil(valores: Sequence[float], parte: float) -> float | None:
    """Return the smallest value such that `parte` of all are not above it (nearest rank)."""
    if not valores:
        return None
    return sorted(valores)[max(ceil(parte * len(valores)), 1) - 1]


@contextmanager
def _en_un_estado(conexion: sqlite3.Connection) -> Iterator[None]:
    """Let every lookup inside see the same state of the file."""
    conexion.execute("BEGIN")
    yield
    conexion.execute("COMMIT")


@contextmanager
def _elegidas(conexion: sqlite3.Connection, filtro: Filtro) -> Iterator[None]:
    """Apply a filter once, for every lookup inside."""
    conexion.create_function("plegar", 1, plegar, deterministic=True)
    conexion.execute("PRAGMA temp_store = MEMORY")
    with _en_un_estado(conexion):
        conexion.execute(_ELEGIR, _parametros(filtro))
        yield


def _parametros(filtro: Filtro) -> dict[str, str | None]:
    return {
        "desde": en_texto(filtro.desde) if filtro.desde else None,
        "hasta": en_texto(filtro.hasta) if filtro.hasta else None,
        "tipo": filtro.tipo,
        "modo": filtro.modo,
        "motivo": filtro.motivo,
        "alerta": filtro.alerta,
        "doc": filtro.doc,
        "q": filtro.q and plegar(filtro.q),
    }


def _numeros(conexion: sqlite3.Connection, consulta: str, datos: Sequence[Any]) -> tuple[int, ...]:
    return tuple(fila[0] for fila in conexion.execute(consulta, datos))


def _resumir(conexion: sqlite3.Connection) -> Resumen:
    alertas, modos, tipos = ({f[0]: f[1] for f in conexion.execute(c)} for c in _CUENTAS)
    alertas.pop(None, None)
    tiempos = [tuple(fila) for fila in conexion.execute("SELECT total_s, cola_s FROM elegidas")]
    sin_contexto = (Alerta.SIN_CONTEXTO.value, SIN_RESPUESTA)
    return Resumen(
        por_alerta=alertas,
        por_modo=modos,
        por_tipo=tipos,
        total_s=_medir([total for total, _ in tiempos]),
        cola_s=_medir([cola for _, cola in tiempos]),
        lentas=_breves(conexion, _LENTAS, (LENTAS,)),
        sin_respuesta=_breves(conexion, _SIN_CONTEXTO, sin_contexto),
    )


def _medir(duraciones: Sequence[float | None]) -> MedidaDeTiempo:
    conocidas = [d for d in duraciones if d is not None]
    return MedidaDeTiempo(percentil(conocidas, 0.5), percentil(conocidas, 0.95))


def _breves(conexion: sqlite3.Connection, consulta: str, datos: Sequence[Any]) -> tuple[Breve, ...]:
    return tuple(
        Breve(
            fila["id"], datetime.fromisoformat(fila["momento"]), fila["pregunta"], fila["total_s"]
        )
        for fila in conexion.execute(consulta, datos)
    )
