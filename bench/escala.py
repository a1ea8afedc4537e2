"""How the router's time grows with the library: the same questions over 100 to 10,000 documents.

The libraries take turns, question by question, so that whatever else the machine does hits all of
them alike. Figures are CPU time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import comun
from comun import BYTES_POR_DOCUMENTO
from generada import escribir_biblioteca, preguntas_generadas

from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.comprension.intentos import intentos_de
from siaa.recuperacion.estrategia import ESTRATEGIAS, Estrategia

META_RAZON = 3.0
SEGUIDAS = 3
"""Calls in a row for each question and library in a round."""

Tiempos = dict[str, dict[int, list[float]]]


def cargar(tamanos: Sequence[int], bytes_por_documento: int) -> dict[int, Indice]:
    """Write one library of each size and load it."""
    indices = {}
    for cuantos in tamanos:
        with comun.carpeta_temporal() as carpeta:
            escribir_biblioteca(carpeta, cuantos, bytes_por_documento)
            indices[cuantos] = cargar_biblioteca(carpeta)
        indice = indices[cuantos]
        print(
            f"{cuantos:>7,} documentos: {indice.total_chunks:,} chunks, "
            f"{len(indice.tabla_densidad.terminos):,} términos distintos, "
            f"{len(indice.automaticas.documentos):,} palabras clave distintas",
            flush=True,
        )
    return indices


def dirigir(estrategia: Estrategia, indice: Indice, pregunta: str) -> object:
    """Do what the service does to find documents: named or not, then the best."""
    busqueda = estrategia.buscar(indice, pregunta, intentos_de(pregunta))
    return busqueda.enrutar(1 if busqueda.citados else 2)


def medir(
    estrategia: Estrategia,
    indices: Mapping[int, Indice],
    preguntas: Mapping[str, str],
    rondas: int,
) -> Tiempos:
    """Return the milliseconds of every call, by question and size; the first round is left out."""
    tiempos: Tiempos = {nombre: {cuantos: [] for cuantos in indices} for nombre in preguntas}
    for ronda in range(rondas + 1):
        orden = sorted(indices, reverse=bool(ronda % 2))
        for nombre, pregunta in preguntas.items():
            for cuantos in orden:
                buscar = partial(dirigir, estrategia, indices[cuantos], pregunta)
                medidos = comun.cronometrar(buscar, SEGUIDAS)
                if ronda:
                    tiempos[nombre][cuantos] += medidos
    return tiempos


def informar(tiempos: Tiempos, tamanos: Sequence[int]) -> list[float]:
    """Print a row per question and one for all; return the medians of all, by size."""
    titulos = [f"{cuantos:,}" for cuantos in tamanos]
    comun.encabezar("pregunta (ms de CPU)", *titulos, "razón")
    for nombre, por_tamano in tiempos.items():
        medianas = [median(por_tamano[cuantos]) for cuantos in tamanos]
        comun.anotar(nombre, *medianas, f"{medianas[-1] / medianas[0]:.2f}×")
    globales = [
        median(median(por_tamano[cuantos]) for por_tamano in tiempos.values())
        for cuantos in tamanos
    ]
    comun.anotar("TODAS (mediana)", *globales, f"{globales[-1] / globales[0]:.2f}×")
    return globales


def opciones() -> argparse.Namespace:
    """Read the command line."""
    analizador = comun.analizador("Crecimiento del enrutador con el tamaño de la biblioteca.")
    analizador.add_argument(
        "--tamanos", type=int, nargs="+", default=[100, 1_000, 10_000], help="documentos"
    )
    analizador.add_argument("--bytes", type=int, default=BYTES_POR_DOCUMENTO, help="por documento")
    analizador.add_argument("--rondas", type=int, default=40, help="vueltas a todas las preguntas")
    analizador.add_argument(
        "--preguntas", type=Path, help="archivo con otras preguntas, una por línea"
    )
    comun.con_estrategia(analizador)
    return analizador.parse_args()


def elegir_preguntas(archivo: Path | None) -> dict[str, str]:
    """Return the questions of a file, or the generated ones."""
    if archivo is None:
        return preguntas_generadas()
    lineas = filter(None, map(str.strip, archivo.read_text(encoding="utf-8").splitlines()))
    return {pregunta[:25]: pregunta for pregunta in lineas}


def main() -> int:
    """Build the libraries, measure in rounds and print the table."""
    pedido = opciones()
    tamanos = sorted(pedido.tamanos)
    preguntas = elegir_preguntas(pedido.preguntas)
    indices = cargar(tamanos, pedido.bytes)
    tiempos = medir(ESTRATEGIAS[pedido.estrategia], indices, preguntas, pedido.rondas)
    globales = informar(tiempos, tamanos)
    print()
    que = f"Mediana con {tamanos[-1]:,} documentos entre la de {tamanos[0]:,}"
    cumple = comun.juzgar(que, globales[-1] / globales[0], META_RAZON, "veces")
    return comun.salida([cumple], pedido.exigir)


if __name__ == "__main__":
    sys.exit(main())
