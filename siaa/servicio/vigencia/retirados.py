"""What was taken from the folder of documents and can come back, below `datos/retirados/`.

The folders are the list: one for each moment, with the files by their paths, and in `catalogo.toml`
what the catalogue said of them.
"""

import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from siaa.biblioteca.archivos import mostrable
from siaa.biblioteca.catalogo import NOMBRE_CATALOGO
from siaa.servicio.vigencia.entero import PARCIAL, asentar, escribir_entero

SUBCARPETA: Final = "retirados"
FECHA_DE_RETIRO: Final = "%Y%m%dT%H%M%S%f"


@dataclass(frozen=True, slots=True)
class Retiro:
    """Files that were taken from the folder, by their paths in it, at one moment."""

    lugar: Path
    cuando: datetime
    rutas: tuple[str, ...]

    @property
    def id(self) -> str:
        """The name of its folder."""
        return self.lugar.name

    @property
    def nombres(self) -> str:
        """The paths as people read them."""
        return ", ".join(map(mostrable, self.rutas))

    @property
    def en_catalogo(self) -> str:
        """What the catalogue said of them. Raises `OSError` and `UnicodeDecodeError`."""
        with suppress(FileNotFoundError):
            return (self.lugar / NOMBRE_CATALOGO).read_text("utf-8")
        return ""

    def olvidar(self) -> None:
        """Remove it: its files are back."""
        shutil.rmtree(self.lugar, ignore_errors=True)


def retirados_de(datos: Path) -> Sequence[Retiro]:
    """Return what was taken away and can come back, the last first."""
    with suppress(FileNotFoundError):
        retiros = filter(None, map(_leer, (datos / SUBCARPETA).iterdir()))
        return sorted(retiros, key=lambda retiro: retiro.id, reverse=True)
    return ()


def guardar(datos: Path, archivos: Mapping[str, bytes]) -> None:
    """Keep files by their paths, whole or not at all. Raises `OSError`."""
    lugar = datos / SUBCARPETA / datetime.now(UTC).strftime(FECHA_DE_RETIRO)
    parcial = lugar.with_name(lugar.name + PARCIAL)
    for ruta, contenido in archivos.items():
        (parcial / ruta).parent.mkdir(parents=True, exist_ok=True)
        escribir_entero(parcial / ruta, contenido)
    parcial.rename(lugar)
    asentar(lugar.parent)


def _leer(lugar: Path) -> Retiro | None:
    """Return what a folder keeps; None for one that was never finished, or is nobody's."""
    try:
        cuando = datetime.strptime(lugar.name, FECHA_DE_RETIRO).replace(tzinfo=UTC)
    except ValueError:
        return None
    archivos = (archivo.relative_to(lugar) for archivo in lugar.rglob("*") if archivo.is_file())
    rutas = sorted(ruta.as_posix() for ruta in archivos if ruta.name != NOMBRE_CATALOGO)
    return Retiro(lugar, cuando, tuple(rutas)) if rutas else None
