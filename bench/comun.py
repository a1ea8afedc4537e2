"""What the benchmarks share: where things are, clocks, statistics and how a result is printed.

Importing this module puts the project and its tests (for the plain reference and the stand-in for
Ollama) on the import path, so that every script runs from the project's folder as it is.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final, get_args

RAIZ: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(RAIZ), str(RAIZ / "tests" / "apoyo")]

CORPUS: Final = RAIZ.parent / "shared" / "corpus"
"""Real documents beside the project, where there are any."""
EXTENSIONES: Final = (".md", ".txt")
BYTES_POR_DOCUMENTO: Final = 7_000
MS: Final = 1000.0
SALIDA_INCUMPLIDA: Final = 1


class _ConLoDeFabrica(argparse.ArgumentDefaultsHelpFormatter):
    """Tells the default of the options that have one, in Spanish."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        if action.default in (None, False):
            return action.help
        if isinstance(action.default, Path):  # as it lies from the project's folder
            return f"{action.help} (por defecto: {os.path.relpath(action.default, RAIZ)})"
        return str(super()._get_help_string(action)).replace("(default:", "(por defecto:")


def analizador(descripcion: str) -> argparse.ArgumentParser:
    """Return the parser of a script, with the option that every one has."""
    from siaa.consola.ordenes import Analizador

    opciones = Analizador(description=descripcion, formatter_class=_ConLoDeFabrica)
    opciones.add_argument(
        "--exigir", action="store_true", help="termina con error si no se cumple alguna meta"
    )
    return opciones


def con_estrategia(opciones: argparse.ArgumentParser) -> None:
    """Add the option that chooses the retrieval strategy that is measured."""
    from config import Config

    campo = Config.model_fields["estrategia"]
    nombres = get_args(campo.annotation)
    opciones.add_argument(
        "--estrategia", choices=nombres, default=campo.default, help="estrategia de búsqueda"
    )


@contextmanager
def carpeta_temporal() -> Iterator[Path]:
    """Yield a folder that is gone afterwards."""
    carpeta = Path(tempfile.mkdtemp(prefix="siaa-bench-"))
    try:
        yield carpeta
    finally:
        shutil.rmtree(carpeta)


@contextmanager
def biblioteca(carpeta: Path, sustitutos: int) -> Iterator[Path]:
    """Yield a folder of documents: the one given or, if there is none, a generated library."""
    from generada import escribir_biblioteca

    if carpeta.is_dir():
        yield carpeta
        return
    print(f"No existe {carpeta}: se usa una biblioteca generada de {sustitutos} documentos.")
    with carpeta_temporal() as temporal:
        escribir_biblioteca(temporal, sustitutos)
        yield temporal


def tamano_de(carpeta: Path) -> tuple[int, int]:
    """Return how many documents a folder has and how many bytes they weigh."""
    tamanos = [r.stat().st_size for r in carpeta.rglob("*") if r.suffix.lower() in EXTENSIONES]
    return len(tamanos), sum(tamanos)


def cronometrar(funcion: Callable[[], object], veces: int) -> list[float]:
    """Return the milliseconds of CPU time that each call took; what else runs does not count."""
    medidas = []
    for _ in range(veces):
        inicio = time.thread_time_ns()
        funcion()
        medidas.append((time.thread_time_ns() - inicio) / 1e6)
    return medidas


def percentil(valores: Sequence[float], porcentaje: float) -> float:
    """Return the smallest value that `porcentaje` % of them do not exceed."""
    lugar = math.ceil(len(valores) * porcentaje / 100) - 1
    return sorted(valores)[max(lugar, 0)]


def mediana_de(grupos: Sequence[Sequence[float]], medida: Callable[..., float] = median) -> float:
    """Return the median over groups (rounds) of a measure of each: noise hits few of them."""
    return median(medida(grupo) for grupo in grupos)


def encabezar(*columnas: str, ancho: int = 26) -> None:
    """Print the first row of a table."""
    print("\n" + _renglon(columnas, ancho))
    print("-" * len(_renglon(columnas, ancho)))


def anotar(nombre: str, *valores: float | str, ancho: int = 26) -> None:
    """Print a row: a name and its figures."""
    textos = [v if isinstance(v, str) else f"{v:,.3f}" for v in valores]
    print(_renglon((nombre, *textos), ancho), flush=True)


def _renglon(celdas: Sequence[str], ancho: int) -> str:
    primera, *otras = celdas
    return f"{primera:<{ancho}}" + "".join(f"{celda:>13}" for celda in otras)


def juzgar(que: str, medido: float, meta: float, unidad: str, al_menos: bool = False) -> bool:
    """Print whether a goal is met, and return it."""
    cumple = medido >= meta if al_menos else medido <= meta
    signo, veredicto = "≥" if al_menos else "≤", "cumple" if cumple else "NO CUMPLE"
    print(f"{que}: {medido:.2f} {unidad} (meta {signo} {meta:g} {unidad}): {veredicto}")
    return cumple


def salida(cumplidas: Sequence[bool], exigir: bool) -> int:
    """Return the exit status of a script."""
    return SALIDA_INCUMPLIDA if exigir and not all(cumplidas) else 0
