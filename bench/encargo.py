"""What `./run.sh comparar` can be asked for.

Law: nothing outside the standard library is imported, so that the help can be shown before anything
is installed.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

import comun

DATOS: Final = comun.RAIZ.parent / "shared"
CONJUNTOS: Final = MappingProxyType(
    {
        "gente": ("corpus", "actos_co"),
        "desarrollo": ("corpus",),
        "xquad_es": ("xquad_es",),
        "actos_co": ("actos_co",),
    }
)
"""Question set → folders of its documents, both inside the shared folder."""
MOTORES: Final = (
    *("hibrida", "clasica", "canal"),
    *("bm25s", "tantivy", "fts5", "fts5_raices", "rank_bm25"),
)
"""What can be compared: SIAA's strategies first, then the other engines."""
Corte = Literal["secciones", "llano"]
"""Whether windows stop at headings and articles, or run through the text."""
CORTES: Final[tuple[Corte, ...]] = ("secciones", "llano")


def opciones() -> argparse.Namespace:
    """Read the command line."""
    analizador = comun.analizador("SIAA junto a otros buscadores: calidad y velocidad.")
    analizador.prog = "./run.sh comparar"
    anadir = analizador.add_argument
    cuales, quienes = ", ".join(CONJUNTOS), ", ".join(MOTORES)
    anadir(
        "--conjunto",
        nargs="+",
        choices=CONJUNTOS,
        metavar="NOMBRE",
        help=f"conjuntos de --datos: {cuales} (todos)",
    )
    de_muestra = "sin ella se compara con la biblioteca de muestra"
    anadir("--datos", type=Path, default=DATOS, help=f"carpeta con los conjuntos; {de_muestra}")
    anadir("--documentos", type=Path, help="biblioteca propia, en lugar de los conjuntos")
    anadir("--preguntas", type=Path, nargs="+", help="sus archivos de preguntas")
    anadir(
        "--motores",
        nargs="+",
        choices=MOTORES,
        metavar="NOMBRE",
        help=f"qué comparar: {quienes} (todos)",
    )
    anadir("--corte", choices=CORTES, default=CORTES[0], help="ventanas de los otros motores")
    anadir("--escala", type=int, help="solo tiempos, con tantos documentos hechos de actos_co")
    anadir("--bytes", type=int, default=comun.BYTES_POR_DOCUMENTO, help="de cada uno con --escala")
    anadir("--json", type=Path, help="archivo donde dejar también los resultados")
    anadir("--aqui", choices=MOTORES, help=argparse.SUPPRESS)
    return analizador.parse_args()


if __name__ == "__main__":
    opciones()
