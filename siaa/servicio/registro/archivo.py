"""The file of the record, used by one at a time under `_cerrojo`.

People move, restore and delete files under a running service, and disks damage them. So the file
is open only while it is used, and looked over first unless it is as it was left; and two files that
had one name never share one write-ahead log.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Concatenate, Final, ParamSpec, TypeVar

from siaa.errores import causa, decir, dichos
from siaa.servicio.registro import esquema

FALLAS: Final = (sqlite3.Error, OSError, UnicodeDecodeError, MemoryError)
"""Failures of a file. SQLite quotes damaged bytes in its messages; Python cannot decode them."""
SIN_REMEDIO: Final = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    OverflowError,
)
"""What a row raises that no second attempt will write."""

_PASAJERAS: Final = MappingProxyType(
    {getattr(sqlite3, nombre): dicho for nombre, dicho in dichos("sqlite").items()}
)
"""SQLite's code → why a sound file cannot be used now."""
_CODIGO_PRIMARIO: Final = 0xFF

ESPERA_S: Final = 0.5
"""Longest wait for another program to let go of the file."""
_VERSION_ESCRITURA: Final = slice(18, 19)
"""The byte of a file that says who may write it; above 2 SQLite itself may only read."""
_ABRIR: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
)
_DIARIO: Final = ("-wal", "-shm")
"""Endings of the files beside one that make up its log."""

P = ParamSpec("P")
T = TypeVar("T")
Consulta = Callable[Concatenate[sqlite3.Connection, P], T]
"""What is asked of the file, over a connection and with what else it takes."""
Visto = tuple[int, int, int, int]
"""Device and inode, which tell what file a name means; size and time of the last change."""


class ArchivoCambiado(sqlite3.OperationalError):
    """The name means another file now, or none; the writer will soon take notice."""

    sqlite_errorcode = sqlite3.SQLITE_BUSY


@dataclass(eq=False)
class ArchivoRegistro:
    """Opens the file for each use and closes it after, so that nothing of it stays in its log.

    avisar: is told, in Spanish, what befell the file, and how many rows are gone with it.
    """

    ruta: Path
    ajustes: esquema.AjustesRegistro
    avisar: Callable[[str, int], None] = lambda suceso, perdidas: None
    ahora: Callable[[], datetime] = lambda: datetime.now(UTC)
    _cerrojo: Lock = field(default_factory=Lock, init=False)
    _visto: Visto | None = field(default=None, init=False)
    """The file as it was last left, or found sound."""
    _diario: Visto | None = field(default=None, init=False)
    """The log that somebody who was reading kept from going away then."""
    _filas: int | None = field(default=None, init=False)
    _dudoso: bool = field(default=False, init=False)

    @property
    def filas(self) -> int:
        """How many questions the file had when it was last written or looked over."""
        return self._filas or 0

    def guardar(self, lote: Sequence[esquema.Fila]) -> esquema.Guardado:
        """Write and prune as `escribir` does.

        A file that cannot be read is set aside, and a new one begun. Raises one of `SIN_REMEDIO` or
        `FALLAS`, and then all of the rows can be given again.
        """
        with self._cerrojo:
            try:
                return self._guardar(lote)
            except SIN_REMEDIO:
                raise
            except FALLAS as error:
                if not self._es_dano(error):
                    raise
            self._apartar()
            return self._guardar(lote)

    def leer(self, consulta: Consulta[P, T], *de: P.args, **y: P.kwargs) -> T:
        """Run a lookup, which sees one state of the file. Raises one of `FALLAS`.

        If it met damage, the file is looked over before anything else is written.
        """
        with self._cerrojo:
            try:
                with self._abierta() as conexion:
                    conexion.execute("BEGIN")
                    return consulta(conexion, *de, **y)
            except FALLAS as error:
                self._dudoso = self._dudoso or es_dano(error)
                raise

    def _guardar(self, lote: Sequence[esquema.Fila]) -> esquema.Guardado:
        with self._abierta() as conexion:
            hecho = esquema.escribir(conexion, lote, self.filas, self.ajustes, self.ahora())
            # With an empty log, whoever takes the file away or puts one in its place does no harm.
            conexion.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._filas = hecho.filas
        return hecho

    @contextmanager
    def _abierta(self) -> Iterator[sqlite3.Connection]:
        """Looked over unless it is as it was left. Raises `ArchivoCambiado`, at the end."""
        if not self.ruta.exists():
            self.ruta.touch(0o600)
        hallado = _ver(self.ruta)
        self._separar(hallado)
        try:
            conexion = sqlite3.connect(self.ruta, timeout=ESPERA_S, isolation_level=None)
            with closing(conexion):
                conexion.row_factory, conexion.text_factory = sqlite3.Row, esquema.en_utf8
                if self._dudoso or hallado != self._visto:
                    self._adoptar(conexion, hallado)
                for orden in _ABRIR:
                    conexion.execute(orden)
                esquema.migrar(conexion)
                yield conexion
        finally:
            dejado, self._diario = _ver(self.ruta), _ver(self._junto("-wal"))
            if not _el_mismo(dejado, hallado):
                raise ArchivoCambiado
        self._visto = dejado

    def _separar(self, hallado: Visto | None) -> None:
        """Part a file from the log, beside it, of an earlier one of its name."""
        diario = _ver(self._junto("-wal"))
        if _el_mismo(hallado, self._visto) or not diario or not _el_mismo(diario, self._diario):
            return
        if diario[2]:
            nombre = self._renombrar(*_DIARIO)
            self.avisar(decir("registro", "diario_suelto", nombre=nombre), 0)
        for cola in _DIARIO:
            self._junto(cola).unlink(missing_ok=True)

    def _adoptar(self, conexion: sqlite3.Connection, hallado: Visto | None) -> None:
        antes, tenia, filas = self._visto, self._filas, None
        with suppress(*FALLAS):  # an empty file has no questions; of a damaged one nobody may know
            filas = esquema.contar(conexion)
        self._filas = filas if tenia is None else tenia
        esquema.verificar(conexion)
        self._visto, self._filas, self._dudoso = hallado, filas or 0, False
        if tenia is not None and (self.filas < tenia or not _el_mismo(antes, hallado)):
            cambio = decir("registro", "cambio", tenia=tenia, tiene=self.filas)
            self.avisar(cambio, max(tenia - self.filas, 0))

    def _es_dano(self, error: BaseException) -> bool:
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_READONLY:
            return es_dano(error)
        with self.ruta.open("rb") as abierto:
            return abierto.read(100)[_VERSION_ESCRITURA] > b"\x02"

    def _apartar(self) -> None:
        """Give the file another, dated name, so that a new one can begin. Raises `OSError`."""
        cuantas = "no se sabe cuántas" if self._filas is None else self._filas
        nombre = self._renombrar("", *_DIARIO)
        self.avisar(decir("registro", "apartado", nombre=nombre, cuantas=cuantas), self.filas)
        self._visto = self._filas = None

    def _renombrar(self, *colas: str) -> str:
        fecha = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")
        apartado = f"{self.ruta.stem}-apartado-{fecha}{self.ruta.suffix}"
        for cola in colas:
            with suppress(FileNotFoundError):
                self._junto(cola).rename(self.ruta.with_name(apartado + cola))
        return apartado

    def _junto(self, cola: str) -> Path:
        return self.ruta.with_name(self.ruta.name + cola)


def _ver(ruta: Path) -> Visto | None:
    """Return what changes when a file is written or becomes another one; None without one."""
    try:
        visto = ruta.stat()
    except FileNotFoundError:
        return None
    return visto.st_dev, visto.st_ino, visto.st_size, visto.st_mtime_ns


def _el_mismo(uno: Visto | None, otro: Visto | None) -> bool:
    return uno is not None and otro is not None and uno[:2] == otro[:2]


def es_dano(error: BaseException) -> bool:
    """Tell whether an error means that the file itself is damaged or not ours."""
    return not isinstance(error, (OSError, MemoryError)) and _pasajera(error) is None


def explicar(error: BaseException, ruta: Path) -> str:
    """Say in a few Spanish words why the file cannot be used, and what to do.

    Anybody may read them in `/siaa/status`, so they name no folder.
    """
    if isinstance(error, OSError):
        return decir("registro", "no_se_crea", archivo=ruta.name, causa=causa(error))
    return (_pasajera(error) or dichos("registro")["danado"]).format(archivo=ruta.name)


def _pasajera(error: BaseException) -> str | None:
    codigo = getattr(error, "sqlite_errorcode", 0)
    return _PASAJERAS.get(codigo) or _PASAJERAS.get(codigo & _CODIGO_PRIMARIO)
