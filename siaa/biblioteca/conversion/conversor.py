"""Bytes of a document → Markdown, by a process of its own; what came of each is kept.

It is kept by the content of the file and by all that converts it: an unchanged file is converted
once, wherever it lies and whatever it is called.
"""

import json
import logging
import math
import subprocess
import sys
import time
from base64 import b64decode
from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from siaa.biblioteca.conversion.codificacion import decodificar
from siaa.biblioteca.conversion.lectores import ocr
from siaa.biblioteca.conversion.limites import (
    CONVERTIBLES,
    DE_TEXTO_PLANO,
    MUERTO,
    clase_de,
    reconocer,
)
from siaa.biblioteca.conversion.piezas import EnEspera, Leido, NoSeConvierte
from siaa.biblioteca.lengua.texto import resumir
from siaa.errores import causa

RAIZ: Final = Path(__file__).resolve().parents[3]
OBRERO: Final = "siaa.biblioteca.conversion.obrero"
SIN_USO_S: Final = 90 * 24 * 3600
"""How long what nobody uses is kept."""
IMAGENES: Final = 1000
"""Pictures of pages that are kept at most, of 100 to 400 KB each."""
IMAGEN: Final = "pagina-"
"""How the name begins under which a picture is kept."""
_diario = logging.getLogger(__name__)


class Conversor:
    """Converts documents for one load of a library, and keeps what came of them.

    datos: folder below which that is kept, which nobody else clears; None keeps nothing. The
    date of a file in it is that of its last use. espera_s: how long they are converted, one at
    least; those that are left are `EnEspera`, unless nothing can be kept.
    reconoce: whether pictures are read too, which takes long; else those that need it are left.
    dejados: files, by name, that are left whatever came of them.
    """

    def __init__(
        self,
        datos: Path | None = None,
        espera_s: float = math.inf,
        reconoce: bool = True,
        dejados: Collection[str] = (),
    ) -> None:
        self._carpeta = datos and datos / "convertidos"
        self._hasta = time.monotonic() + (math.inf if datos is None else espera_s)
        self._hechos = 0
        self._reconoce = reconoce
        self._dejados = dejados

    def convertir(self, nombre: str, datos: bytes) -> Leido:
        """Return what is read of a file. Raises `NoSeConvierte`, `EnEspera`."""
        clase = _reconocer(nombre, datos)
        if nombre in self._dejados:
            raise EnEspera
        if clase in DE_TEXTO_PLANO:
            datos = decodificar(datos).contenido.encode()
        nombrado = _nombre_guardado(clase, datos)
        hecho = self._leer(nombrado) or self._encargar(nombre, clase, datos, nombrado)
        if "razon" in hecho:
            raise NoSeConvierte(hecho["razon"])
        avisos = tuple(hecho["avisos"])
        if clase_de(nombre) != clase:
            avisos += (f"se leyó lo que es por dentro, .{clase}: cámbiele la extensión",)
        confianza = {int(pagina): cuanta for pagina, cuanta in hecho.get("confianza", {}).items()}
        return Leido(hecho["markdown"], avisos=avisos, confianza=confianza)

    def pagina(self, nombre: str, datos: bytes, numero: int) -> bytes:
        """Return a page of a PDF (from 1) as JPEG. Raises `NoSeConvierte`."""
        if _reconocer(nombre, datos) != "pdf":
            raise NoSeConvierte("solo se ven las páginas de un PDF")
        nombrado = f"{IMAGEN}{_nombre_guardado(str(numero), datos)}"
        hecho = self._leer(nombrado)
        if hecho is None:
            hecho = encargar("documento.pdf", datos, numero)
            if "razon" in hecho:
                raise NoSeConvierte(hecho["razon"])
            self._guardar(nombrado, hecho)
            _retirar(self._por_uso(f"{IMAGEN}*")[:-IMAGENES])
        return b64decode(hecho["imagen"])

    def terminar(self) -> None:
        """End a load, which has asked for all of its documents: nobody uses what is old."""
        limite = time.time() - SIN_USO_S
        _retirar([usado for usado in self._por_uso("*") if usado[0] < limite])

    def _encargar(self, nombre: str, clase: str, datos: bytes, nombrado: str) -> dict[str, Any]:
        if self._hechos and time.monotonic() > self._hasta:
            raise EnEspera
        hecho = encargar(f"documento.{clase}", datos, reconocer=self._reconoce)
        self._hechos += 1
        if "tarda" in hecho:
            raise EnEspera
        if "error" in hecho:
            _diario.info("[Conversión] %s: %s", nombre, hecho["error"])
        self._guardar(nombrado, hecho)
        return hecho

    def _leer(self, nombre: str) -> Any:
        """Return what is kept; None where there is nothing, or it is damaged."""
        with suppress(OSError, ValueError):
            if self._carpeta:
                archivo = self._carpeta / f"{nombre}.json"
                hecho = json.loads(archivo.read_bytes())
                archivo.touch()
                return hecho
        return None

    def _guardar(self, nombre: str, hecho: dict[str, Any]) -> None:
        """Keep what came of a document. What is cut short is damaged, and made again."""
        if self._carpeta is None:
            return
        try:
            self._carpeta.mkdir(mode=0o700, parents=True, exist_ok=True)
            (self._carpeta / f"{nombre}.json").write_text(json.dumps(hecho))
        except OSError as error:
            _diario.warning("[Conversión] No se pudo guardar lo convertido: %s", causa(error))
            self._hasta = math.inf

    def _por_uso(self, cuales: str) -> list[tuple[float, Path]]:
        """Return the files of such a name and when each was used, the longest ago first."""
        archivos = self._carpeta.glob(f"{cuales}.json") if self._carpeta else ()
        with suppress(OSError):  # another process sweeps too: the next time will do
            return sorted((archivo.stat().st_mtime, archivo) for archivo in archivos)
        return []


def _retirar(usados: Iterable[tuple[float, Path]]) -> None:
    for _, archivo in usados:
        with suppress(OSError):  # a disk that cannot be written was told of when it was written to
            archivo.unlink()


def _reconocer(nombre: str, datos: bytes) -> str:
    clase = reconocer(nombre, datos)
    if faltan := [modulo for modulo in CONVERTIBLES[clase] if find_spec(modulo) is None]:
        raise NoSeConvierte(
            f"para convertir .{clase} falta {' y '.join(faltan)}: ejecute «./run.sh preparar» "
            "donde haya internet, o use un paquete completo"
        )
    return clase


def _nombre_guardado(que: str, datos: bytes) -> str:
    return resumir(f"{huella()}\n{que}\n", datos)


DE_FUERA: Final = (-1, -2, -9, -15)
"""What a process returns whom somebody else ended: hang-up, interrupt, kill, terminate."""


@cache
def huella() -> str:
    """Fingerprint of all that decides what a document becomes."""
    modulos = sorted({m for modulos in CONVERTIBLES.values() for m in modulos})
    versiones = [version(modulo) if find_spec(modulo) else "" for modulo in modulos]
    codigo = [archivo.read_bytes() for archivo in sorted(Path(__file__).parent.rglob("*.py"))]
    return resumir(repr((versiones, codigo, ocr.version())))


def encargar(nombre: str, datos: bytes, pagina: int = 0, reconocer: bool = True) -> dict[str, Any]:
    """Have a process read a document: its Markdown and warnings, or the reason why not.

    pagina: which one's picture is wanted instead. reconocer: whether there is time for pictures.

    Raises `NoSeConvierte` where somebody else ended it: that says nothing of the document.
    """
    orden = [sys.executable, "-E", "-s", "-m", OBRERO, nombre, str(pagina), str(int(reconocer))]
    # Its limits are its own to keep; what of a file is in the command line is its extension.
    proceso = subprocess.run(orden, input=datos, capture_output=True, cwd=RAIZ, check=False)  # noqa: S603
    try:
        hecho: dict[str, Any] = json.loads(proceso.stdout)
    except ValueError:
        if proceso.returncode in DE_FUERA:
            raise NoSeConvierte(MUERTO) from None
        return {"razon": MUERTO}
    return hecho
