"""Files that others always find whole, whatever befalls who writes them."""

import os
import shutil
from pathlib import Path
from typing import Final

PARCIAL: Final = ".parcial"
"""Ends the name of what is not whole yet."""


def escribir_entero(ruta: Path, datos: bytes) -> None:
    """Write a file that appears under its name when it is whole, and stays. Raises `OSError`."""
    parcial = ruta.with_name(f".{ruta.name}{PARCIAL}")
    with parcial.open("wb") as abierto:
        abierto.write(datos)
        abierto.flush()
        os.fsync(abierto.fileno())
    if ruta.exists():
        shutil.copymode(ruta, parcial)
    parcial.replace(ruta)
    asentar(ruta.parent)


def asentar(carpeta: Path) -> None:
    """Have the disk keep which names a folder has, before anything else is done."""
    abierta = os.open(carpeta, os.O_RDONLY)
    try:
        os.fsync(abierta)
    finally:
        os.close(abierta)


def copiar_al_lado(ruta: Path) -> None:
    """Keep a file as it is now, as `*.bak`, which is no document. Raises `OSError`."""
    if ruta.exists():
        shutil.copy2(ruta, ruta.with_name(f"{ruta.name}.bak"))
