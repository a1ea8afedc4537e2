"""What using the file may raise: what passes, what a row is to blame for, what means damage."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import MappingProxyType
from typing import Final

from siaa.causas import causa

FALLAS: Final = (sqlite3.Error, OSError, UnicodeDecodeError, MemoryError)
"""All of it. SQLite quotes damaged bytes in its messages, and Python cannot decode them."""
SIN_REMEDIO: Final = (
    *(sqlite3.IntegrityError, sqlite3.DataError, sqlite3.InterfaceError),
    *(sqlite3.ProgrammingError, OverflowError),
)
"""What a row raises that no second attempt will write."""

_OCUPADO: Final = "otro programa tiene ocupado {archivo}: ciérrelo"
_SIN_PERMISO: Final = (
    "falta permiso para {archivo} o su carpeta: dé al usuario del servicio permiso de escritura "
    "en SIAA_DATOS"
)
_PASAJERAS: Final = MappingProxyType(
    {
        sqlite3.SQLITE_BUSY: _OCUPADO,
        sqlite3.SQLITE_LOCKED: _OCUPADO,
        sqlite3.SQLITE_PROTOCOL: _OCUPADO,
        sqlite3.SQLITE_FULL: "no hay espacio para {archivo}: libere espacio en ese disco",
        sqlite3.SQLITE_READONLY: _SIN_PERMISO,
        sqlite3.SQLITE_CANTOPEN: _SIN_PERMISO,
        sqlite3.SQLITE_PERM: _SIN_PERMISO,
        sqlite3.SQLITE_IOERR: "el disco falló al usar {archivo}: revise el disco y su cuota",
    }
)
"""Why a file in which nothing is wrong cannot be used now."""
_CODIGO_PRIMARIO: Final = 0xFF


class ArchivoCambiado(sqlite3.OperationalError):
    """The name means another file now, or none; the writer will soon take notice."""

    sqlite_errorcode = sqlite3.SQLITE_BUSY


def es_dano(error: BaseException) -> bool:
    """Tell whether an error means that the file itself is damaged or not ours."""
    return not isinstance(error, (OSError, MemoryError)) and _codigo(error) not in _PASAJERAS


def explicar(error: BaseException, ruta: Path) -> str:
    """Say in a few Spanish words why the file cannot be used, and what to do.

    Anybody may read them in `/siaa/status`, so they name no folder.
    """
    if isinstance(error, OSError):
        return f"no se puede crear {ruta.name} ({causa(error)}): revise la carpeta de SIAA_DATOS"
    return _PASAJERAS.get(_codigo(error), "{archivo} está dañado").format(archivo=ruta.name)


def _codigo(error: BaseException) -> int:
    return getattr(error, "sqlite_errorcode", 0) & _CODIGO_PRIMARIO
