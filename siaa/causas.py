"""Why the system refused, in Spanish: operators read these words next to a file's name."""

import errno
import re
import tomllib
from types import MappingProxyType
from typing import Final

_CAUSAS: Final = MappingProxyType(
    {
        errno.ENOENT: "no existe, o es un enlace roto",
        errno.EACCES: "sin permiso",
        errno.EPERM: "sin permiso",
        errno.EISDIR: "es una carpeta",
        errno.ENOTDIR: "no es una carpeta",
        errno.EEXIST: "ya existe y no es una carpeta",
        errno.ELOOP: "demasiados enlaces seguidos",
        errno.ENXIO: "no es un archivo corriente",
        errno.ENOSPC: "el disco está lleno",
        errno.EROFS: "el disco es de solo lectura",
        errno.EMFILE: "SIAA tiene abiertos todos los archivos que el sistema le deja",
        errno.ENFILE: "el sistema tiene abiertos todos los archivos que puede",
        errno.EIO: "el disco falló al leer",
        errno.ENAMETOOLONG: "el nombre es demasiado largo",
        errno.ESTALE: "la carpeta de red se desconectó",
    }
)
_REMEDIOS: Final = MappingProxyType(
    {
        **dict.fromkeys(
            (errno.EACCES, errno.EPERM), "dé permiso de leer al usuario con que corre SIAA"
        ),
        errno.ENOENT: "póngalo otra vez, o quite el enlace",
        errno.ENXIO: "quítelo de la carpeta",
        errno.ELOOP: "quite el enlace y ponga una copia",
        **dict.fromkeys((errno.EMFILE, errno.ENFILE), "cierre otros programas y recargue"),
        errno.EIO: "revise el disco",
        errno.ESTALE: "conéctela otra vez",
        errno.ENAMETOOLONG: "póngale uno más corto",
    }
)
_SIN_MEMORIA: Final = ("can't start new thread", "error return without exception set")
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


def con_remedio(error: OSError) -> str:
    """Say why something could not be read, and what to do."""
    remedio = _REMEDIOS.get(error.errno or 0)
    return f"{causa(error)}: {remedio}" if remedio else causa(error)


def sin_descriptores(error: BaseException | None) -> bool:
    """Tell whether a failure comes, at any remove, from having no more files to open.

    A connection is one too, so it looks as if the other side did not answer.
    """
    while error is not None:
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
            return True
        error = error.__cause__ or error.__context__
    return False


def sin_memoria(error: Exception) -> bool:
    """Tell whether the system refused memory, or a thread, which Python only says in words.

    Where none is left for the frame of a call, Python 3.11 fails without saying why.
    """
    return isinstance(error, MemoryError) or str(error) in _SIN_MEMORIA
