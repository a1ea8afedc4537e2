"""Why the system refused, in Spanish: operators read these words next to a file's name."""

from __future__ import annotations

import errno
import re
import tomllib
from types import MappingProxyType
from typing import Final

_CAUSAS: Final = MappingProxyType(
    {
        errno.ENOENT: "no existe (un enlace roto o un archivo borrado)",
        errno.EACCES: "sin permiso",
        errno.EPERM: "sin permiso",
        errno.EISDIR: "es una carpeta",
        errno.ENOTDIR: "no es una carpeta",
        errno.EEXIST: "ya existe y no es una carpeta",
        errno.ELOOP: "demasiados enlaces seguidos",
        errno.ENXIO: "no es un archivo corriente",
        errno.ENOSPC: "el disco está lleno",
        errno.EROFS: "el disco es de solo lectura",
        errno.EIO: "el disco falló al leer",
        errno.ENAMETOOLONG: "el nombre es demasiado largo",
        errno.ESTALE: "la carpeta de red se desconectó",
    }
)
_LUGAR = re.compile(r"at line (\d+), column (\d+)")


def causa(error: OSError | UnicodeDecodeError | tomllib.TOMLDecodeError) -> str:
    """Say in a few words why something could not be read, written or understood."""
    if isinstance(error, OSError):
        return _CAUSAS.get(error.errno or 0, f"error {error.errno} del sistema")
    if isinstance(error, UnicodeDecodeError):
        return f"no está en UTF-8 (byte {error.start + 1})"
    lugar = _LUGAR.search(str(error))
    donde = f"línea {lugar[1]}, columna {lugar[2]}" if lugar else "al final del archivo"
    return f"no es TOML válido: {donde}"
