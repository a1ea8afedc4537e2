"""How fast a library loads and how much memory it takes, each load in a process of its own.

Speed is bytes of documents per second of CPU time. Memory is the resident memory of the process
once loaded, less that of the same process with an empty library, per byte of documents.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import comun
from generada import escribir_biblioteca

from siaa.biblioteca.cargador import cargar_biblioteca

META_MB_S = 3.0
META_MEMORIA = 15.0
MB = 1e6
SUSTITUTOS = 300
ACTOS = comun.CORPUS.parent / "actos_co"


@dataclass(frozen=True, slots=True)
class Carga:
    """One load: seconds of CPU time, resident memory after it and its peak, in bytes."""

    cpu_s: float
    residente: int
    maxima: int


def cargar_aqui(carpeta: Path) -> Carga:
    """Load a library in this process and look at what it cost."""
    inicio = time.process_time()
    indice = cargar_biblioteca(carpeta)
    cpu_s = time.process_time() - inicio
    gc.collect()
    carga = Carga(cpu_s, _memoria("VmRSS"), _memoria("VmHWM"))
    del indice
    return carga


def _memoria(campo: str) -> int:
    lineas = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    valor = next(linea for linea in lineas if linea.startswith(f"{campo}:"))
    return int(valor.split()[1]) * 1024


def cargar_aparte(carpeta: Path) -> Carga:
    """Load a library in a fresh process."""
    orden = [sys.executable, __file__, "--aqui", str(carpeta)]
    salida = subprocess.run(orden, capture_output=True, text=True, check=True).stdout
    return Carga(**json.loads(salida))


def medir(carpetas: Mapping[str, Path], veces: int) -> dict[str, list[Carga]]:
    """Load every folder so many times, in turns."""
    cargas: dict[str, list[Carga]] = {nombre: [] for nombre in carpetas}
    for _ in range(veces):
        for nombre, carpeta in carpetas.items():
            cargas[nombre].append(cargar_aparte(carpeta))
    return cargas


def informar(nombre: str, carpeta: Path, cargas: Sequence[Carga], base: int) -> list[bool]:
    """Print the row of one library and return whether each goal is met."""
    documentos, peso = comun.tamano_de(carpeta)
    velocidad = median(peso / MB / carga.cpu_s for carga in cargas)
    memoria = median((carga.residente - base) / peso for carga in cargas)
    maxima = median((carga.maxima - base) / peso for carga in cargas)
    comun.anotar(nombre, f"{documentos:,}", peso / MB, velocidad, memoria, maxima)
    return [velocidad >= META_MB_S, memoria <= META_MEMORIA]


def comparar(carpetas: Mapping[str, Path], veces: int) -> list[bool]:
    """Measure all libraries beside an empty one and print the table."""
    with comun.carpeta_temporal() as vacia:
        cargas = medir({"": vacia, **carpetas}, veces)
    base = int(median(carga.residente for carga in cargas.pop("")))
    print(f"Proceso con una biblioteca vacía: {base / MB:.1f} MB. Medianas de {veces} cargas.")
    comun.encabezar("biblioteca", "documentos", "MB", "MB/s CPU", "memoria/byte", "máxima/byte")
    cumplidas = []
    for nombre, carpeta in carpetas.items():
        cumplidas += informar(nombre, carpeta, cargas[nombre], base)
    veredicto = "cumplen" if all(cumplidas) else "NO SE CUMPLEN TODAS"
    print(f"\nMetas: ≥ {META_MB_S:g} MB/s y ≤ {META_MEMORIA:g} bytes por byte: {veredicto}.")
    return cumplidas


def opciones() -> argparse.Namespace:
    """Read the command line."""
    analizador = comun.analizador("Velocidad de carga y memoria de la biblioteca.")
    analizador.add_argument(
        "carpetas", type=Path, nargs="*", default=[comun.CORPUS, ACTOS], help="bibliotecas a cargar"
    )
    analizador.add_argument(
        "--generados", type=int, default=10_000, help="documentos de la generada; 0, sin ella"
    )
    analizador.add_argument("--veces", type=int, default=3, help="cargas de cada biblioteca")
    analizador.add_argument("--aqui", type=Path, help=argparse.SUPPRESS)
    return analizador.parse_args()


def main() -> int:
    """Measure every library and print the table."""
    pedido = opciones()
    if pedido.aqui is not None:
        print(json.dumps(asdict(cargar_aqui(pedido.aqui))))
        return 0
    with ExitStack() as pila:
        carpetas = {
            carpeta.name: pila.enter_context(comun.biblioteca(carpeta, SUSTITUTOS))
            for carpeta in pedido.carpetas
        }
        if pedido.generados:
            generada = pila.enter_context(comun.carpeta_temporal())
            carpetas["generada"] = escribir_biblioteca(generada, pedido.generados)
        return comun.salida(comparar(carpetas, pedido.veces), pedido.exigir)


if __name__ == "__main__":
    sys.exit(main())
