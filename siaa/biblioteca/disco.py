"""`Indice` ↔ one file, so that a large library need not be analysed at every start.

The file is ours, in our own folder, and holds the very values (Python's pickle, with numpy's arrays
as they are) after a line that says what they follow from and their digest. Of a file that is
missing, cut short, damaged, made by another program or from other documents nothing is read: it is
told in the log and made again. Saving is a convenience: it may fail.

How any file is opened safely, and written whole, stands here too.
"""

import copyreg
import gc
import glob
import io
import json
import logging
import os
import pickle  # nosec: what is read back is what this program wrote, by its digest
import shutil
import stat
import sys
import time
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from secrets import token_hex
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import Stemmer

from siaa import __version__
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import resumir
from siaa.errores import causa

BIBLIOTECA: Final = Path(__file__).resolve().parent
"""The room whose code decides what an index holds."""
CODIGO: Final = (".py", ".txt")
SUBCARPETA: Final = "indice"
EXTENSION: Final = ".siaa"
PARCIAL: Final = ".parcial"
"""Ends the name of what is not whole yet."""
ABANDONO_S: Final = 3600
"""Age from which a file that was never finished is nobody's, seconds."""
PROTOCOLO: Final = 5

_diario = logging.getLogger(__name__)


class Dudoso(Exception):
    """A file that cannot be relied on; its text says why, in Spanish."""


@cache
def huella_programa() -> str:
    """Fingerprint of the code and tables that make an index and of what they stand on."""
    base = (__version__, sys.version, unicodedata.unidata_version, np.__version__)
    archivos = sorted(a for a in BIBLIOTECA.rglob("*") if a.suffix in CODIGO)
    codigo = [(str(a.relative_to(BIBLIOTECA)), a.read_bytes()) for a in archivos]
    return resumir(repr((base, Stemmer.version(), codigo)))


def archivo_de(datos: Path, documentos: Path) -> Path:
    """Return the file, below the folder of data, for the index of a folder of documents."""
    nombre = resumir(os.fsencode(os.path.realpath(documentos)), octetos=8)
    return datos / SUBCARPETA / f"{nombre}{EXTENSION}"


def guardar(indice: Indice, archivo: Path, sello: str) -> None:
    """Write an index to a file: all of it or nothing. A failure is a warning in the log.

    sello: fingerprint of what it follows from, besides this program; empty where nobody knows.
    """
    empezado = time.monotonic()
    try:
        archivo.parent.mkdir(parents=True, exist_ok=True)
        octetos = pickle.dumps(indice, PROTOCOLO)
        dicho = {"programa": huella_programa(), "sello": sello, "resumen": resumir(octetos)}
        escribir_entero(archivo, f"{json.dumps(dicho)}\n".encode(), octetos, modo=0o600)
        largo = archivo.stat().st_size
    except OSError as error:
        _diario.warning("[Índice] No se pudo guardar el índice: %s", causa(error))
        return
    segundos = time.monotonic() - empezado
    _diario.info("[Índice] Guardado en %s (%d MiB, %.1f s)", archivo, largo >> 20, segundos)


def _de_solo_lectura(valores: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Make a read-only view again; its class has no name that pickle could find it by."""
    return MappingProxyType(valores)


copyreg.pickle(MappingProxyType, lambda vista: (_de_solo_lectura, (dict(vista),)))


def abrir(archivo: Path, sello: str) -> tuple[Indice | None, bool]:
    """Return the index that the same program kept, and whether it is what would be built now.

    Whatever is wrong is told in the log; of what was built from something else, texts may serve.
    """
    indice: Indice | None = None
    try:
        de_que, octetos = _leer(archivo)
        cambio = "cambió un documento, el catálogo o un ajuste de la biblioteca"
        razon = "" if sello and sello == de_que else cambio
        gc.disable()  # many objects at once, and no cycles among them
        indice = pickle.loads(octetos)  # noqa: S301  ours, by its digest
    except FileNotFoundError:
        return None, False
    except Dudoso as error:
        razon = str(error)
    except OSError as error:
        razon = causa(error)
    except (ValueError, TypeError, LookupError, RecursionError):
        razon = "no se entiende su comienzo"
    finally:
        gc.enable()
    if razon:
        _diario.warning("[Índice] El índice guardado no sirve y se rehace: %s", razon)
    return indice, not razon


def _leer(archivo: Path) -> tuple[str, bytes]:
    with abrir_corriente(archivo) as abierto:
        cabecera: Mapping[str, Any] = json.loads(abierto.readline())
        if cabecera["programa"] != huella_programa():
            raise Dudoso("lo hizo otra versión de SIAA o de sus componentes")
        octetos = abierto.read()
    if resumir(octetos) != cabecera["resumen"]:
        raise Dudoso("está dañado o incompleto")
    return str(cabecera["sello"]), octetos


@contextmanager
def abrir_corriente(archivo: Path, banderas: int = 0) -> Iterator[io.BufferedReader]:
    """Open a file to be read, without waiting for whoever would write to it if it were a pipe.

    banderas: further ones of `os.open`. Raises `OSError`, and `Dudoso` for what is no regular file.
    """
    banderas |= os.O_NONBLOCK
    with open(archivo, "rb", opener=lambda ruta, otras: os.open(ruta, otras | banderas)) as abierto:
        if not stat.S_ISREG(os.fstat(abierto.fileno()).st_mode):
            raise Dudoso("no es un archivo corriente")
        yield abierto


def escribir_entero(ruta: Path, *partes: bytes, modo: int = 0o666) -> None:
    """Write a file that appears under its name when it is whole, and stays. Raises `OSError`.

    Of those that write it at once, the last one wins. modo: of a new file, less what the system
    takes from it; one that was there keeps its own.
    """
    _barrer(ruta)
    parcial = ruta.with_name(f".{ruta.name}.{token_hex(4)}{PARCIAL}")
    try:
        with open(parcial, "xb", opener=partial(os.open, mode=modo)) as abierto:
            abierto.writelines(partes)
            abierto.flush()
            os.fsync(abierto.fileno())
        if ruta.exists():
            shutil.copymode(ruta, parcial)
        parcial.replace(ruta)
    except BaseException:
        parcial.unlink(missing_ok=True)
        raise
    asentar(ruta.parent)


def _barrer(ruta: Path) -> None:
    limite = time.time() - ABANDONO_S
    for parcial in ruta.parent.glob(f".{glob.escape(ruta.name)}.*{PARCIAL}"):
        with suppress(FileNotFoundError):  # whoever wrote it has just finished
            if parcial.stat().st_mtime < limite:
                parcial.unlink()


def asentar(carpeta: Path) -> None:
    """Have the disk keep which names a folder has, before anything else is done."""
    abierta = os.open(carpeta, os.O_RDONLY)
    try:
        os.fsync(abierta)
    finally:
        os.close(abierta)
