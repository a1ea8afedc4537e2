"""The files of a library: listed, measured and read, as they lie there or as somebody would have
them. Nothing here is analysed.
"""

import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.biblioteca.catalogo import NOMBRE_CATALOGO
from siaa.biblioteca.conversion.carpeta import listar, mostrable
from siaa.biblioteca.disco import Dudoso, abrir_corriente
from siaa.biblioteca.valores import Documento, Omitido

MIB: Final = 1024 * 1024
Propuesta = Mapping[str, bytes | None]
"""Files of a folder, by path, as somebody would have them: their content, or None for no file."""
NADA: Final[Propuesta] = MappingProxyType({})


class EnDisco(NamedTuple):
    """How much a file weighs, bytes, and when its content was last written."""

    octetos: int
    escrito: datetime


def medir(carpeta: Path, rutas: Iterable[str]) -> dict[str, EnDisco]:
    """Look at files without opening them; those that are not there are left out."""
    vistos = ((ruta, estado(f"{carpeta}/{ruta}")) for ruta in rutas)
    return {
        ruta: EnDisco(octetos, datetime.fromtimestamp(escrito / 1e9, UTC))
        for ruta, (octetos, escrito, _) in vistos
        if octetos >= 0
    }


def estado(ruta: str) -> tuple[int, int, int]:
    """Size and times (content, anything) of a file; every change to it changes the last one."""
    try:
        estado = os.stat(ruta)
    except OSError:
        return (-1, -1, -1)
    return (estado.st_size, estado.st_mtime_ns, estado.st_ctime_ns)


def listar_como(
    carpeta: Path, propuesta: Propuesta, tambien: tuple[str, ...] = ()
) -> tuple[list[str], list[Omitido]]:
    """List a folder as it would be; what is proposed is a document or the catalogue."""
    rutas, omitidos = listar(carpeta, tambien)
    puestas = {ruta for ruta, datos in propuesta.items() if datos is not None}
    en_pie = {ruta for ruta in rutas if ruta not in propuesta} | (puestas - {NOMBRE_CATALOGO})
    return sorted(en_pie), [o for o in omitidos if o.archivo not in propuesta]


def esta(carpeta: Path, ruta: str, propuesta: Propuesta) -> bool:
    """Tell whether a folder would have a file."""
    if ruta in propuesta:
        return propuesta[ruta] is not None
    return os.path.lexists(carpeta / ruta)


def leer_bytes(carpeta: Path, ruta: str, max_bytes: int, propuesta: Propuesta = NADA) -> bytes:
    """Read a regular file that lies inside the folder once links are resolved.

    Raises `Dudoso` and `OSError`.
    """
    datos = propuesta[ruta] if ruta in propuesta else _leer_de(carpeta, ruta, max_bytes)
    if datos is None:
        raise FileNotFoundError(ruta)
    if len(datos) > max_bytes:
        raise Dudoso(
            f"pesa más que el límite de {max_bytes / MIB:.1f} MiB (SIAA_MAX_BYTES_DOCUMENTO)"
        )
    return datos


def _leer_de(carpeta: Path, ruta: str, max_bytes: int) -> bytes:
    """Read as much as tells whether a file is too large."""
    raiz = os.path.realpath(carpeta)
    real = Path(os.path.realpath(os.path.join(carpeta, ruta), strict=True))
    if not real.is_relative_to(raiz):
        raise Dudoso("es un enlace que sale de la carpeta de documentos")
    with abrir_corriente(real, os.O_NOFOLLOW) as archivo:
        return archivo.read(max_bytes + 1)


def leer_original(carpeta: Path, documento: Documento, max_bytes: int) -> bytes:
    """Return the file that a document was read from. Raises `Dudoso` and `OSError`."""
    return leer_bytes(carpeta, hallar_ruta(carpeta, documento.ruta), max_bytes)


def hallar_ruta(carpeta: Path, mostrada: str) -> str:
    """Return the path on disk of a document that is shown by another spelling of it."""
    rutas, _ = listar(carpeta)
    return next((ruta for ruta in rutas if mostrable(ruta) == mostrada), mostrada)
