"""Bytes of a document → Markdown, by a process of its own; what came of each is kept.

It is kept by the content of the file and by all that converts it: an unchanged file is converted
once, wherever it lies and whatever it is called.
"""

import hashlib
import json
import logging
import math
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from siaa.biblioteca.conversion.codificacion import decodificar
from siaa.biblioteca.conversion.limites import CONVERTIBLES, DE_TEXTO_PLANO, MUERTO, reconocer
from siaa.biblioteca.conversion.piezas import NoSeConvierte
from siaa.causas import causa

RAIZ: Final = Path(__file__).resolve().parents[3]
OBRERO: Final = "siaa.biblioteca.conversion.obrero"
_diario = logging.getLogger(__name__)


class EnEspera(Exception):
    """A document whose turn has not come: the time went to those before it."""


class Conversor:
    """Converts documents for one load of a library.

    datos: folder below which what came of them is kept; None keeps nothing. espera_s: how long they
    are converted, one at least; those that are left are `EnEspera`, unless nothing can be kept.
    """

    def __init__(self, datos: Path | None = None, espera_s: float = math.inf) -> None:
        self._carpeta = datos and datos / "convertidos"
        self._hasta = time.monotonic() + (math.inf if datos is None else espera_s)
        self._hechos = 0

    def convertir(self, nombre: str, datos: bytes) -> tuple[str, tuple[str, ...]]:
        """Return a file as Markdown, and what was not kept. Raises `NoSeConvierte`, `EnEspera`."""
        clase = reconocer(nombre, datos)
        if faltan := [modulo for modulo in CONVERTIBLES[clase] if find_spec(modulo) is None]:
            raise NoSeConvierte(
                f"para convertir .{clase} falta {' y '.join(faltan)}: ejecute «./run.sh preparar» "
                "donde haya internet, o use un paquete completo"
            )
        if clase in DE_TEXTO_PLANO:
            datos = decodificar(datos).contenido.encode()
        resumen = hashlib.blake2b(f"{huella()}\n{clase}\n".encode() + datos, digest_size=16)
        archivo = self._carpeta and self._carpeta / f"{resumen.hexdigest()}.json"
        hecho = (archivo and _leer(archivo)) or self._encargar(nombre, clase, datos, archivo)
        if "razon" in hecho:
            raise NoSeConvierte(hecho["razon"])
        return hecho["markdown"], tuple(hecho["avisos"])

    def _encargar(
        self, nombre: str, clase: str, datos: bytes, archivo: Path | None
    ) -> dict[str, Any]:
        if self._hechos and time.monotonic() > self._hasta:
            raise EnEspera
        hecho = encargar(f"documento.{clase}", datos)
        self._hechos += 1
        if "error" in hecho:
            _diario.info("[Conversión] %s: %s", nombre, hecho["error"])
        if archivo and not _guardar(archivo, hecho):
            self._hasta = math.inf
        return hecho


DE_FUERA: Final = (-1, -2, -9, -15)
"""What a process returns whom somebody else ended: hang-up, interrupt, kill, terminate."""


@cache
def huella() -> str:
    """Fingerprint of all that decides what a document becomes."""
    modulos = sorted({m for modulos in CONVERTIBLES.values() for m in modulos})
    versiones = [version(modulo) if find_spec(modulo) else "" for modulo in modulos]
    codigo = [archivo.read_bytes() for archivo in sorted(Path(__file__).parent.rglob("*.py"))]
    return hashlib.blake2b(repr((versiones, codigo)).encode(), digest_size=16).hexdigest()


def encargar(nombre: str, datos: bytes) -> dict[str, Any]:
    """Have a process read a document: its Markdown and warnings, or the reason why not.

    Raises `NoSeConvierte` where somebody else ended it: that says nothing of the document.
    """
    orden = [sys.executable, "-E", "-s", "-m", OBRERO, nombre]
    # Its limits are its own to keep; what of a file is in the command line is its extension.
    proceso = subprocess.run(orden, input=datos, capture_output=True, cwd=RAIZ, check=False)  # noqa: S603
    try:
        hecho: dict[str, Any] = json.loads(proceso.stdout)
    except ValueError:
        if proceso.returncode in DE_FUERA:
            raise NoSeConvierte(MUERTO) from None
        return {"razon": MUERTO}
    return hecho


def _leer(archivo: Path) -> Any:
    """Return what is kept in a file; None where there is nothing, or it is damaged."""
    with suppress(OSError, ValueError):
        return json.loads(archivo.read_bytes())
    return None


def _guardar(archivo: Path, hecho: dict[str, Any]) -> bool:
    """Keep what came of a document. What is cut short is damaged, and made again."""
    try:
        archivo.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        archivo.write_text(json.dumps(hecho))
    except OSError as error:
        _diario.warning("[Conversión] No se pudo guardar lo convertido: %s", causa(error))
        return False
    return True
