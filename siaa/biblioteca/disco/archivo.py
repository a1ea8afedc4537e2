"""`Indice` ↔ one file, so that a large library need not be analysed at every start.

Nothing in the file is believed: what is missing, cut short, damaged, made by another program or
made from other documents is told in the log and made again. Saving is a convenience: it may fail.
"""

from __future__ import annotations

import gc
import hashlib
import logging
import os
import stat
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
import Stemmer

from siaa import __version__
from siaa.biblioteca.disco.columnas import Dudoso, EscritorDeColumnas, LectorDeColumnas
from siaa.biblioteca.disco.tablas import escribir_indice, leer_indice
from siaa.biblioteca.disco.textos import TextosGuardados
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import TextoAnalizado
from siaa.causas import causa

BIBLIOTECA: Final = Path(__file__).resolve().parents[1]
"""The room whose code decides what an index holds."""
SUBCARPETA: Final = "indice"
EXTENSION: Final = ".siaa"
PARCIAL: Final = ".parcial"
ABANDONO_S: Final = 3600
"""Age from which a file that was never finished is nobody's, seconds."""

_RAZONES: Final = (
    ("programa", "lo hizo otra versión de SIAA o de sus componentes"),
    ("ajustes", "cambió un ajuste de la biblioteca"),
    ("documentos", "cambiaron los documentos o el catálogo"),
)
_diario = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sello:
    """What an index follows from, as fingerprints: equal seals mean equal indexes.

    documentos: of the folder as it was before anything in it was read; empty while files are
    changing, when no seal can tell one state of the folder from the next.
    """

    programa: str
    ajustes: str
    documentos: str


@cache
def huella_programa() -> str:
    """Fingerprint of the code that makes an index and of what that code stands on."""
    resumen = hashlib.blake2b(digest_size=16)
    base = (__version__, sys.version, unicodedata.unidata_version, np.__version__)
    resumen.update(repr((*base, Stemmer.version())).encode())
    for modulo in sorted(BIBLIOTECA.rglob("*.py")):
        resumen.update(repr((str(modulo.relative_to(BIBLIOTECA)), modulo.read_bytes())).encode())
    return resumen.hexdigest()


def archivo_de(datos: Path, documentos: Path) -> Path:
    """Return the file, below the folder of data, for the index of a folder of documents."""
    cual = os.fsencode(os.path.realpath(documentos))
    nombre = hashlib.blake2b(cual, digest_size=8).hexdigest()
    return datos / SUBCARPETA / f"{nombre}{EXTENSION}"


def guardar(indice: Indice, archivo: Path, sello: Sello) -> None:
    """Write an index to a file: all of it or nothing. A failure is a warning in the log.

    The file appears under its name when it is complete, so readers never see a half of it, and
    of two processes that save at once the last one wins.
    """
    empezado = time.monotonic()
    try:
        archivo.parent.mkdir(parents=True, exist_ok=True)
        _barrer(archivo.parent)
        _escribir(indice, archivo, sello)
        largo = archivo.stat().st_size
    except OSError as error:
        _diario.warning("[Índice] No se pudo guardar el índice: %s", causa(error))
        return
    segundos = time.monotonic() - empezado
    _diario.info("[Índice] Guardado en %s (%d MiB, %.1f s)", archivo, largo >> 20, segundos)


def _escribir(indice: Indice, archivo: Path, sello: Sello) -> None:
    descriptor, parcial = tempfile.mkstemp(PARCIAL, archivo.stem, archivo.parent)
    try:
        with os.fdopen(descriptor, "wb") as abierto:
            escritor = EscritorDeColumnas(abierto)
            cabecera = escribir_indice(escritor, indice)
            escritor.terminar({**cabecera, "sello": asdict(sello)})
            abierto.flush()
            os.fsync(descriptor)
        os.replace(parcial, archivo)
    except BaseException:
        os.unlink(parcial)
        raise


def _barrer(carpeta: Path) -> None:
    """Remove what other processes began to write and will not finish."""
    limite = time.time() - ABANDONO_S
    for parcial in carpeta.glob(f"*{PARCIAL}"):
        if parcial.stat().st_mtime < limite:
            parcial.unlink(missing_ok=True)


def abrir(archivo: Path, sello: Sello) -> Indice | None:
    """Return the index in a file, or None when it is not exactly what would be built now."""
    return _con_lector(archivo, lambda lector: _leer_vigente(lector, sello))


def recuperar_textos(archivo: Path, sello: Sello) -> Mapping[str, TextoAnalizado]:
    """Return what the file knows of each text, by fingerprint, if the same program made it."""
    return _con_lector(archivo, lambda lector: _leer_textos(lector, sello)) or {}


def _leer_vigente(lector: LectorDeColumnas, sello: Sello) -> Indice:
    guardado = lector.cabecera["sello"]
    for parte, razon in _RAZONES:
        if not getattr(sello, parte) or guardado[parte] != getattr(sello, parte):
            raise Dudoso(razon)
    lector.comprobar()
    return leer_indice(lector)


def _leer_textos(lector: LectorDeColumnas, sello: Sello) -> Mapping[str, TextoAnalizado] | None:
    if lector.cabecera["sello"]["programa"] != sello.programa:
        return None
    lector.comprobar()
    guardados = TextosGuardados(lector)
    return dict(zip(guardados.huellas, guardados.todos(), strict=True))


def _con_lector(archivo: Path, leer: Callable[[LectorDeColumnas], T]) -> T | None:
    """Read something from a file; whatever is wrong with it is told in the log."""
    try:
        with _sin_recolector():
            return leer(LectorDeColumnas(_leer_todo(archivo)))
    except FileNotFoundError:
        return None
    except Dudoso as error:
        razon = str(error)
    except OSError as error:
        razon = causa(error)
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError, MemoryError):
        razon = "su contenido no tiene sentido"
    _diario.warning("[Índice] El índice guardado no sirve y se rehace: %s", razon)
    return None


def _leer_todo(archivo: Path) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Read a regular file into memory that nobody else can change."""
    descriptor = os.open(archivo, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb", buffering=0) as abierto:
        estado = os.fstat(descriptor)
        if not stat.S_ISREG(estado.st_mode):
            raise Dudoso("no es un archivo corriente")
        datos = np.empty(estado.st_size, dtype=np.uint8)
        lugar = 0
        while leidos := abierto.readinto(datos.data[lugar:]):
            lugar += leidos
    if lugar != len(datos):
        raise Dudoso("está incompleto")
    datos.flags.writeable = False
    return datos


@contextmanager
def _sin_recolector() -> Iterator[None]:
    """Make many objects at once without looking for cycles among them, as there are none."""
    encendido = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if encendido:
            gc.enable()
