"""The file of the record: one thread writes it, whoever reads has a connection of its own.

People move, restore and delete files under a running service, and disks damage them. Two files
that had the same name would share one write-ahead log, so connections are opened and closed, and
used for reading, under `_cerrojo` only, and never while the name means a file that is not open.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Final
from urllib.parse import quote

from siaa.servicio.registro.escritura import Fila, Guardado, Limites, contar, escribir
from siaa.servicio.registro.esquema import en_utf8, migrar, verificar
from siaa.servicio.registro.fallas import FALLAS, SIN_REMEDIO, ArchivoCambiado, es_dano

ESPERA_ESCRITURA_S: Final = 0.5
ESPERA_LECTURA_S: Final = 2.0
_VERSION_ESCRITURA: Final = slice(18, 19)
"""The byte of a file that says who may write it; above 2 SQLite itself may only read."""
_ABRIR: Final = (
    *("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL"),
    *("PRAGMA foreign_keys = ON", "PRAGMA secure_delete = ON"),
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

    def guardar(self, lote: Sequence[Fila]) -> Guardado:
        """Write and prune as `escribir` does.

        A file that cannot be read is set aside, and a new one begun. Raises one of `SIN_REMEDIO` or
        `FALLAS`, and then all of the rows can be given again.
        """
        try:
            return self._guardar(self._abierta(), lote)
        except SIN_REMEDIO:
            raise
        except FALLAS as error:
            if not self._dejar(error):
                raise
        return self._guardar(self._abierta(), lote)

    def _guardar(self, conexion: sqlite3.Connection, lote: Sequence[Fila]) -> Guardado:
        hecho = escribir(conexion, lote, self._filas or 0, self._limites, self._ahora())
        if self.movido:
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
        with self._cerrojo:
            self._soltar()
            if not self._ruta.exists():
                self._ruta.touch(0o600)
            hallado = _ver(self._ruta)
            conexion = self._conexion = _conectar(str(self._ruta), ESPERA_ESCRITURA_S)
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
        self._dudoso = False
        filas = contar(conexion) if verificar(conexion) else 0
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
        conexion, movido, self._conexion = self._conexion, self.movido, None
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
        with self._cerrojo:
            try:
                if apartable := self._es_dano(error) and not self.movido:
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

    def cerrar(self) -> None:
        """Close the file. Idempotent."""
        with self._cerrojo:
            self._soltar()

    def dudar(self) -> None:
        """Have the file looked over before anything else is written. From any thread."""
        self._dudoso = True

    @property
    def filas(self) -> int:
        """How many questions the file had when it was last written or looked over."""
        return self._filas or 0

    @property
    def movido(self) -> bool:
        """Whether the name of the file that is open means another one, or none."""
        return self._conexion is not None and not _el_mismo(_ver(self._ruta), self._abierto[0])

    @contextmanager
    def lectura(self) -> Iterator[sqlite3.Connection]:
        """Open a connection that can only read, and sees one state of the file all the time.

        Raises one of `FALLAS`; `ArchivoCambiado` until the writer has noticed another file.
        """
        with self._cerrojo, abrir_lectura(self._ruta) as conexion:
            if self.movido:
                raise ArchivoCambiado
            conexion.execute("BEGIN")
            yield conexion


def _ver(ruta: Path) -> Visto | None:
    """Return what changes when a file is written or becomes another one; None without one."""
    try:
        visto = ruta.stat()
    except FileNotFoundError:
        return None
    return visto.st_dev, visto.st_ino, visto.st_size, visto.st_mtime_ns


def _el_mismo(uno: Visto | None, otro: Visto | None) -> bool:
    return uno is not None and otro is not None and uno[:2] == otro[:2]


def _conectar(donde: str, espera_s: float, uri: bool = False) -> sqlite3.Connection:
    conexion = sqlite3.connect(donde, timeout=espera_s, isolation_level=None, uri=uri)
    conexion.text_factory = en_utf8
    return conexion


def abrir_lectura(ruta: Path) -> closing[sqlite3.Connection]:
    """Return a connection that can only read, to be used as a context. Raises `sqlite3.Error`."""
    uri = f"file:{quote(str(ruta.absolute()))}?mode=ro"
    conexion = _conectar(uri, ESPERA_LECTURA_S, uri=True)
    conexion.row_factory = sqlite3.Row
    return closing(conexion)
