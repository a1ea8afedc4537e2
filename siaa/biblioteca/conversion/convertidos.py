"""What came of documents, kept in a folder by name; the one place that removes any of it."""

import json
import logging
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from siaa.causas import causa

SIN_USO_S: Final = 90 * 24 * 3600
"""How long what nobody uses is kept."""
IMAGENES: Final = 1000
"""Pictures of pages that are kept at most, of 100 to 400 KB each."""
IMAGEN: Final = "pagina-"
"""How the name begins under which a picture is kept."""
_diario = logging.getLogger(__name__)


class Convertidos:
    """Owns a folder; None keeps nothing. The date of a file is that of its last use."""

    def __init__(self, carpeta: Path | None) -> None:
        self._carpeta = carpeta

    def leer(self, nombre: str) -> Any:
        """Return what is kept; None where there is nothing, or it is damaged."""
        with suppress(OSError, ValueError):
            if self._carpeta:
                archivo = self._carpeta / f"{nombre}.json"
                hecho = json.loads(archivo.read_bytes())
                archivo.touch()
                return hecho
        return None

    def guardar(self, nombre: str, hecho: dict[str, Any]) -> bool:
        """Keep what came of a document. What is cut short is damaged, and made again."""
        if self._carpeta is None:
            return True
        try:
            self._carpeta.mkdir(mode=0o700, parents=True, exist_ok=True)
            (self._carpeta / f"{nombre}.json").write_text(json.dumps(hecho))
        except OSError as error:
            _diario.warning("[Conversión] No se pudo guardar lo convertido: %s", causa(error))
            return False
        if nombre.startswith(IMAGEN):
            _retirar(self._por_uso(f"{IMAGEN}*")[:-IMAGENES])
        return True

    def barrer(self) -> None:
        """Remove what was not used for `SIN_USO_S`; to be called once a load has used its own."""
        limite = time.time() - SIN_USO_S
        _retirar([usado for usado in self._por_uso("*") if usado[0] < limite])

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
