"""The file of the record, as the one thread that writes it sees it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import quote

from siaa.causas import causa
from siaa.servicio.registro.esquema import ANOTAR, RESPONDER, TABLAS, VALORAR, VERSION, en_texto

PODA_MAXIMA: Final = 1000
"""Rows that one transaction removes, so that what is pending never waits long for it."""
ESPERA_ESCRITURA_S: Final = 0.5
ESPERA_LECTURA_S: Final = 2.0
DIARIO_MAXIMO: Final = 16 * 1024 * 1024
"""Bytes of the write-ahead log that are kept once it has been copied into the file."""

SIN_REMEDIO: Final = (
    *(sqlite3.IntegrityError, sqlite3.DataError, sqlite3.InterfaceError),
    *(sqlite3.ProgrammingError, OverflowError),
)
"""What a row raises that no second attempt will write."""

_DANOS: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_CODIGO_PRIMARIO: Final = 0xFF

_OCUPADO: Final = "otro programa tiene ocupado {archivo}: ciérrelo"
_SIN_PERMISO: Final = (
    "falta permiso para {archivo} o su carpeta: dé al usuario del servicio permiso de escritura "
    "en SIAA_DATOS"
)
_CAUSAS: Final = MappingProxyType(
    {
        sqlite3.SQLITE_BUSY: _OCUPADO,
        sqlite3.SQLITE_LOCKED: _OCUPADO,
        sqlite3.SQLITE_FULL: "no hay espacio para {archivo}: libere espacio en ese disco",
        sqlite3.SQLITE_READONLY: _SIN_PERMISO,
        sqlite3.SQLITE_CANTOPEN: _SIN_PERMISO,
        sqlite3.SQLITE_PERM: _SIN_PERMISO,
        sqlite3.SQLITE_IOERR: "el disco falló al usar {archivo}: revise el disco y su cuota",
        sqlite3.SQLITE_CORRUPT: "{archivo} está dañado: muévalo a otra carpeta",
        sqlite3.SQLITE_NOTADB: "{archivo} está dañado: muévalo a otra carpeta",
    }
)


class ArchivoInservible(Exception):
    """The file is damaged, or holds tables that this version of SIAA does not know."""


@dataclass(frozen=True, slots=True)
class Guardado:
    """What a transaction did: rows in the file now, losses, whether there is more to remove."""

    filas: int
    perdidas: int
    sobran: bool


class ArchivoRegistro:
    """Opens the file when it is first needed, and again after whatever went wrong.

    dias, filas: rows older than the one or beyond the other are removed, oldest first.
    """

    def __init__(self, ruta: Path, dias: int, filas: int) -> None:
        self._ruta = ruta
        self._edad = timedelta(days=dias)
        self._limite = filas
        self._conexion: sqlite3.Connection | None = None
        self._filas = 0

    def guardar(self, lote: Sequence[dict[str, Any]]) -> Guardado:
        """Write questions and ratings (they have a `voto`) in one transaction, and prune.

        A question that is there already stays as it is; the rating of one that is not is lost.
        Raises `sqlite3.Error`, `OSError` or `ArchivoInservible`, and then nothing was written.
        """
        conexion = self._abierta()
        try:
            with conexion:
                conexion.execute("BEGIN IMMEDIATE")
                hechas = sum(_anotar(conexion, fila) for fila in lote if "voto" not in fila)
                valoraciones = [fila for fila in lote if "voto" in fila]
                perdidas = sum(not _valorar(conexion, fila) for fila in valoraciones)
                filas, sobran = self._podar(conexion, self._filas + hechas)
        except (sqlite3.Error, OverflowError):
            self.cerrar()
            raise
        self._filas = filas
        return Guardado(filas, perdidas, sobran)

    def _podar(self, conexion: sqlite3.Connection, filas: int) -> tuple[int, bool]:
        """Remove the oldest rows, so many as are too old or too many, up to `PODA_MAXIMA`.

        filas: how many there are. Returns how many stay and whether some still have to go.
        """
        desde = en_texto(datetime.now(UTC) - self._edad)
        viejas = contar(conexion, desde)
        sobran = max(viejas, filas - self._limite, 0)
        quitar = min(sobran, PODA_MAXIMA)
        conexion.execute(
            """DELETE FROM preguntas WHERE n IN (
                SELECT n FROM preguntas ORDER BY momento, n LIMIT ?
            )""",
            (quitar,),
        )
        return filas - quitar, sobran > quitar

    def _abierta(self) -> sqlite3.Connection:
        """Return the connection; a new one when there is none or the file was taken away."""
        if self._conexion is not None and not self._ruta.exists():
            self.cerrar()
        if self._conexion is None:
            self._conexion = _abrir(self._ruta)
            self._filas = contar(self._conexion)
        return self._conexion

    def cerrar(self) -> None:
        """Close the file. Idempotent."""
        if self._conexion is not None:
            self._conexion.close()
            self._conexion = None

    def sano(self) -> bool:
        """Tell whether the file, and not what is remembered of it, can be read to its end."""
        self.cerrar()
        try:
            hallado = self._abierta().execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.Error as error:
            self.cerrar()
            return not es_dano(error)
        return bool(hallado[0] == "ok")

    def apartar(self) -> Path:
        """Give the file another, dated name, so that a new one can begin. Raises `OSError`."""
        self.cerrar()
        fecha = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")
        apartado = self._ruta.with_name(f"{self._ruta.stem}-apartado-{fecha}{self._ruta.suffix}")
        self._ruta.rename(apartado)
        for cola in ("-wal", "-shm"):
            sobrante = self._ruta.with_name(self._ruta.name + cola)
            if sobrante.exists():
                sobrante.rename(apartado.with_name(apartado.name + cola))
        return apartado


def _abrir(ruta: Path) -> sqlite3.Connection:
    """Open the file, made with its tables if it is new; only its owner may read it."""
    if not ruta.exists():
        ruta.touch(0o600)
    conexion = sqlite3.connect(ruta, timeout=ESPERA_ESCRITURA_S, isolation_level=None)
    try:
        conexion.execute("PRAGMA journal_mode = WAL")
        conexion.execute("PRAGMA synchronous = NORMAL")
        conexion.execute("PRAGMA foreign_keys = ON")
        conexion.execute("PRAGMA secure_delete = ON")
        conexion.execute(f"PRAGMA journal_size_limit = {DIARIO_MAXIMO}")
        _crear_tablas(conexion)
    except BaseException:
        conexion.close()
        raise
    return conexion


def _crear_tablas(conexion: sqlite3.Connection) -> None:
    with conexion:
        conexion.execute("BEGIN IMMEDIATE")
        version = conexion.execute("PRAGMA user_version").fetchone()[0]
        hay = conexion.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if hay and version != VERSION:
            raise ArchivoInservible
        if not hay:
            for tabla in TABLAS:
                conexion.execute(tabla)
            conexion.execute(f"PRAGMA user_version = {VERSION}")


def _anotar(conexion: sqlite3.Connection, fila: dict[str, Any]) -> bool:
    """Write a question; tell whether it was new."""
    hecho = conexion.execute(ANOTAR, fila)
    if not hecho.rowcount:
        return False
    conexion.execute(RESPONDER, (hecho.lastrowid, fila["respuesta"]))
    return True


def _valorar(conexion: sqlite3.Connection, fila: dict[str, Any]) -> bool:
    """Write a rating; tell whether its question was there."""
    return bool(conexion.execute(VALORAR, fila).rowcount)


def contar(conexion: sqlite3.Connection, antes_de: str = "~") -> int:
    """Return how many questions are older than a moment, as the file writes it; all, without."""
    cuantas = conexion.execute("SELECT count(*) FROM preguntas WHERE momento < ?", (antes_de,))
    return int(cuantas.fetchone()[0])


def abrir_lectura(ruta: Path) -> closing[sqlite3.Connection]:
    """Return a connection that can only read, to be used as a context. Raises `sqlite3.Error`."""
    uri = f"file:{quote(str(ruta.absolute()))}?mode=ro"
    conexion = sqlite3.connect(uri, timeout=ESPERA_LECTURA_S, isolation_level=None, uri=True)
    conexion.row_factory = sqlite3.Row
    return closing(conexion)


def es_dano(error: BaseException) -> bool:
    """Tell whether an error means that the file itself is damaged or not ours."""
    return isinstance(error, ArchivoInservible) or _codigo(error) in _DANOS


def explicar(error: BaseException, ruta: Path) -> str:
    """Say in a few Spanish words why the file cannot be used, and what to do.

    Anybody may read them in `/siaa/status`, so they name no folder.
    """
    if isinstance(error, OSError):
        return f"no se puede crear {ruta.name} ({causa(error)}): revise la carpeta de SIAA_DATOS"
    frase = _CAUSAS.get(_codigo(error), "{archivo} no sirve: muévalo a otra carpeta")
    return frase.format(archivo=ruta.name)


def _codigo(error: BaseException) -> int:
    return getattr(error, "sqlite_errorcode", 0) & _CODIGO_PRIMARIO
