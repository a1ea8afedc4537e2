"""The order `convertir`: documents → Markdown files that people can correct by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from siaa.biblioteca.cargador import Rechazado, leer_bytes
from siaa.biblioteca.conversion.carpeta import DE_TEXTO, listar
from siaa.biblioteca.conversion.conversor import Conversor
from siaa.biblioteca.conversion.piezas import NoSeConvierte
from siaa.causas import causa


def por_convertir(entrada: Path) -> tuple[Path, Sequence[str]]:
    """Return a folder and the documents in it: those below `entrada`, or that file alone.

    Raises `BibliotecaNoDisponible`.
    """
    if not entrada.is_dir():
        return entrada.parent, (entrada.name,)
    return entrada, [ruta for ruta in listar(entrada)[0] if not ruta.lower().endswith(DE_TEXTO)]


def convertir_archivo(carpeta: Path, ruta: str, salida: Path, max_bytes: int) -> tuple[str, ...]:
    """Write a document as `salida/ruta.md`; return what should be known of it, in Spanish.

    A text that is there already may have been corrected, and stays. Raises `NoSeConvierte`.
    """
    destino = salida / f"{ruta}.md"
    if destino.exists():
        raise NoSeConvierte(f"{destino.name} ya está y no se toca: bórrelo para hacerlo de nuevo")
    try:
        markdown, avisos = Conversor().convertir(ruta, leer_bytes(carpeta, ruta, max_bytes))
        destino.parent.mkdir(parents=True, exist_ok=True)
        destino.write_text(markdown, encoding="utf-8")
    except (Rechazado, OSError) as error:
        razon = causa(error) if isinstance(error, OSError) else str(error)
        raise NoSeConvierte(f"no se pudo leer o escribir: {razon}") from error
    return avisos
