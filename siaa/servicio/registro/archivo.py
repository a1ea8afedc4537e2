"""The file of the record, used by one at a time under `_cerrojo`.

People move, restore and delete files under a running service, and disks damage them. So a file is
looked over before anything is written into it, and its name is believed only while it means the
file that is open: two files that had one name would share one write-ahead log.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Final, TypeVar

from siaa.servicio.registro.escritura import Fila, Guardado, Limites, contar, escribir
from siaa.servicio.registro.esquema import en_utf8, migrar, verificar
from siaa.servicio.registro.fallas import FALLAS, SIN_REMEDIO, ArchivoCambiado, es_dano

ESPERA_S: Final = 0.5
"""What is waited for another program to let go of the file."""
_VERSION_ESCRITURA: Final = slice(18, 19)
"""The byte of a file that says who may write it; above 2 SQLite itself may only read."""
_ABRIR: Final = (
    *("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL"),
    *("PRAGMA foreign_keys = ON", "PRAGMA secure_delete = ON", "PRAGMA temp_store = MEMORY"),
)
_VACIAR_DIARIO: Final = "PRAGMA wal_checkpoint(TRUNCATE)"
_DIARIO: Final = ("-wal", "-shm")
"""How the files end that make up the log of a file, beside it."""

_CAMBIO: Final = (
    "El archivo del registro cambió mientras SIAA funcionaba: tenía {} preguntas y ahora tiene {}. "
    "Alguien lo reemplazó, lo movió o lo borró: si no fue a propósito, devuélvalo a su sitio."
)
_DIARIO_SUELTO: Final = (
    "El archivo del registro cambió mientras lo leía otro programa: lo último que tenía puede "
    "estar en «{}-wal». Para recuperarlo, déjelo junto a ese archivo, con el mismo nombre y "
    "«-wal» al final."
)
_APARTADO: Final = (
    "El registro anterior estaba dañado o era de otra versión: quedó como «{}» en SIAA_DATOS "
    "(preguntas: {}) y se empezó uno nuevo; consérvelo si quiere recuperarlo, o bórrelo."
)

T = TypeVar("T")
Visto = tuple[int, int, int, int]
"""Device and inode, which tell what file a name means; size and time of the last change."""


class ArchivoRegistro:
    """Opens the file when it is first needed, and again after whatever went wrong.

    avisar: is told, in Spanish, what befell the file, and how many rows are gone with it.
    """

    def __init__(
        self,
        ruta: Path,
        limites: Limites,
        avisar: Callable[[str, int], None] = lambda suceso, perdidas: None,
        ahora: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._ruta = ruta
        self._limites = limites
        self._avisar = avisar
        self._ahora = ahora
        self._cerrojo = Lock()
        self._conexion: sqlite3.Connection | None = None
        self._abierto: tuple[Visto | None, Visto | None] = (None, None)
        """The file that is open, and its log."""
        self._visto: Visto | None = None
        """The file as it was last left, or found sound."""
        self._filas: int | None = None
        """How many rows it had then."""
        self._dudoso = False
        self._cerrado = False

    def guardar(self, lote: Sequence[Fila]) -> Guardado:
        """Write and prune as `escribir` does.

        A file that cannot be read is set aside, and a new one begun. Raises one of `SIN_REMEDIO` or
        `FALLAS`, and then all of the rows can be given again.
        """
        with self._cerrojo:
            try:
                return self._guardar(self._abierta(), lote)
            except SIN_REMEDIO:
                raise
            except FALLAS as error:
                if not self._dejar(error):
                    raise
            return self._guardar(self._abierta(), lote)

    def leer(self, consulta: Callable[[sqlite3.Connection], T]) -> T:
        """Run a lookup, which sees one state of the file. Raises one of `FALLAS`.

        If it met damage, the file is looked over before anything else is written.
        """
        with self._cerrojo:
            try:
                conexion = self._abierta()
                conexion.execute("BEGIN")
                try:
                    return consulta(conexion)
                finally:
                    conexion.rollback()
            except FALLAS as error:
                self._dudoso = self._dudoso or es_dano(error)
                self._soltar()
                raise
            finally:
                if self._cerrado:
                    self._soltar()

    def cerrar(self) -> None:
        """Close the file; whoever reads from now on opens it for that only. Idempotent."""
        with self._cerrojo:
            self._cerrado = True
            self._soltar()

    @property
    def filas(self) -> int:
        """How many questions the file had when it was last written or looked over."""
        return self._filas or 0

    def _guardar(self, conexion: sqlite3.Connection, lote: Sequence[Fila]) -> Guardado:
        hecho = escribir(conexion, lote, self._filas or 0, self._limites, self._ahora())
        if self._movido:
            raise ArchivoCambiado
        self._filas = hecho.filas
        # With an empty log, whoever takes the file away or puts one in its place does no harm.
        conexion.execute(_VACIAR_DIARIO)
        self._mirar()
        return hecho

    def _abierta(self) -> sqlite3.Connection:
        """Return the connection; a new one unless the file is as it was left."""
        if self._conexion is not None and not self._dudoso and _ver(self._ruta) == self._visto:
            return self._conexion
        self._soltar()
        if not self._ruta.exists():
            self._ruta.touch(0o600)
        hallado = _ver(self._ruta)
        self._conexion = conexion = sqlite3.connect(
            self._ruta, timeout=ESPERA_S, isolation_level=None, check_same_thread=False
        )
        conexion.row_factory, conexion.text_factory = sqlite3.Row, en_utf8
        self._abierto = (hallado, None)
        if self._dudoso or hallado != self._visto:
            self._adoptar(conexion, hallado)
        for orden in _ABRIR:
            conexion.execute(orden)
        migrar(conexion)
        self._mirar()
        return conexion

    def _adoptar(self, conexion: sqlite3.Connection, hallado: Visto | None) -> None:
        """Look a file over and take it as it is; tell if it is not the one that was here."""
        filas = contar(conexion) if verificar(conexion) else 0
        self._dudoso = False
        antes, tenia = self._visto, self._filas
        self._visto, self._filas = hallado, filas
        if tenia is not None and (filas < tenia or not _el_mismo(antes, hallado)):
            self._avisar(_CAMBIO.format(tenia, filas), max(tenia - filas, 0))

    def _mirar(self) -> None:
        """Remember the file as this one leaves it. Raises `ArchivoCambiado` if it is gone."""
        visto = _ver(self._ruta)
        if not _el_mismo(visto, self._abierto[0]):
            raise ArchivoCambiado
        self._visto = visto
        self._abierto = (visto, _ver(self._junto("-wal")))

    def _soltar(self) -> None:
        """Close the file; of one that is somewhere else by now, no log stays behind."""
        conexion, movido, self._conexion = self._conexion, self._movido, None
        if conexion is None:
            return
        with closing(conexion):
            if movido:  # what is in the log goes into the file that it belongs to, if that can be
                with suppress(*FALLAS):
                    conexion.execute(_VACIAR_DIARIO)
        diario = _ver(self._junto("-wal"))
        if not movido or diario is None or not _el_mismo(diario, self._abierto[1]):
            return
        if diario[2]:
            self._avisar(_DIARIO_SUELTO.format(self._renombrar(*_DIARIO)), 0)
        for cola in _DIARIO:
            self._junto(cola).unlink(missing_ok=True)

    def _dejar(self, error: BaseException) -> bool:
        """Close the file after an error; set it aside, and tell so, if it is damaged."""
        try:
            if apartable := self._es_dano(error) and not self._movido:
                self._apartar()
        finally:
            self._soltar()
        return apartable

    def _es_dano(self, error: BaseException) -> bool:
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_READONLY:
            return es_dano(error)
        with self._ruta.open("rb") as abierto:
            return abierto.read(100)[_VERSION_ESCRITURA] > b"\x02"

    def _apartar(self) -> None:
        """Give the file another, dated name, so that a new one can begin. Raises `OSError`.

        It is still open: SQLite writes nothing into a file that has moved when it closes it.
        """
        if self._filas is None and self._conexion is not None:
            with suppress(*FALLAS):  # then nobody knows how many there were
                self._filas = contar(self._conexion)
        cuantas = "no se sabe cuántas" if self._filas is None else self._filas
        self._avisar(_APARTADO.format(self._renombrar("", *_DIARIO), cuantas), self._filas or 0)
        self._visto = self._filas = None

    def _renombrar(self, *colas: str) -> str:
        """Give what there is of the file or its log a dated name; return it."""
        fecha = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")
        apartado = f"{self._ruta.stem}-apartado-{fecha}{self._ruta.suffix}"
        for cola in colas:
            with suppress(FileNotFoundError):
                self._junto(cola).rename(self._ruta.with_name(apartado + cola))
        return apartado

    def _junto(self, cola: str) -> Path:
        return self._ruta.with_name(self._ruta.name + cola)

    @property
    def _movido(self) -> bool:
        """Whether the name of the file that is open means another one, or none."""
        return self._conexion is not None and not _el_mismo(_ver(self._ruta), self._abierto[0])


def _ver(ruta: Path) -> Visto | None:
    """Return what changes when a file is written or becomes another one; None without one."""
    try:
        visto = ruta.stat()
    except FileNotFoundError:
        return None
    return visto.st_dev, visto.st_ino, visto.st_size, visto.st_mtime_ns


def _el_mismo(uno: Visto | None, otro: Visto | None) -> bool:
    return uno is not None and otro is not None and uno[:2] == otro[:2]
