"""How long a question takes to route and to prune, beside the plain loop of the reference.

The plain loop (`tests/apoyo/referencia.py`) works every score out from the texts; it folds each
text only once, as its own memory of folded texts lasts. Questions take turns. Figures are CPU
time, medians.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

import comun
import referencia
from preguntas import LARGO_MAXIMO, preguntas

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.comprension.intentos import intentos_de
from siaa.recorrido.hallazgo import AjustesConsulta
from siaa.recorrido.preparacion import reunir
from siaa.redaccion.prompt import CARACTERES_POR_TOKEN
from siaa.valores import AjustesPoda, Mensaje

META_MS = 5.0
SUSTITUTOS = 300
PEOR_CASO = "peor caso"
SEGUIDAS = 5
"""Calls in a row of each part in a round."""


@dataclass(frozen=True, slots=True)
class Medida:
    """Milliseconds of one question: router, pruner, all before the model, plain loop (or None)."""

    enrutar: float
    podar: float
    todo: float
    lento: float | None = None

    @property
    def rapido(self) -> float:
        """What the goal is about."""
        return self.enrutar + self.podar


def mayor_documento(indice: Indice) -> str:
    """Return the key of the document with most chunks."""
    return max(indice.claves, key=lambda clave: len(indice.documentos[clave].fragmentos))


def peor_pregunta(indice: Indice, clave: str) -> str:
    """Return the longest admitted question made of a document's most frequent words."""
    conteo = Counter(corridas(plegar(indice.documentos[clave].contenido)))
    frecuentes = sorted(conteo.items(), key=lambda par: (-par[1], par[0]))
    return " ".join(palabra for palabra, _ in frecuentes)[:LARGO_MAXIMO]


def cargar_referencia(carpeta: Path) -> referencia.Biblioteca:
    """Load a folder into the plain reference."""
    rutas = (r for r in carpeta.rglob("*") if r.suffix.lower() in comun.EXTENSIONES)
    return referencia.cargar({r.relative_to(carpeta).as_posix(): r.read_bytes() for r in rutas})


def bucle_llano(carpeta: Path, clave: str) -> Callable[[str], object]:
    """Return the plain loop over a folder: route, then prune one document."""
    llana = cargar_referencia(carpeta)

    def buscar(pregunta: str) -> object:
        return referencia.enrutar(llana, pregunta, 2), referencia.podar(llana, clave, pregunta)

    return buscar


def partes(
    indice: Indice,
    clave: str,
    pregunta: str,
    ajustes: AjustesConsulta,
    llano: Callable[[str], object] | None,
) -> dict[str, Callable[[], object]]:
    """Return what is timed for a question, by the field of `Medida` that it fills.

    Looking the question up counts as routing.
    """
    conversacion = (Mensaje("user", pregunta),)
    buscar, intentos = ajustes.elegida().buscar, intentos_de(pregunta)
    limites = AjustesPoda(ajustes.max_chunks, ajustes.presupuesto)
    medidas: dict[str, Callable[[], object]] = {
        "enrutar": lambda: buscar(indice, pregunta, intentos).enrutar(ajustes.max_docs),
        "podar": partial(buscar(indice, pregunta, intentos).podar, [clave], limites),
        "todo": partial(reunir, indice, conversacion, ajustes, CARACTERES_POR_TOKEN),
    }
    return medidas if llano is None else {**medidas, "lento": partial(llano, pregunta)}


def medir(
    por_pregunta: Mapping[str, Mapping[str, Callable[[], object]]], opciones: argparse.Namespace
) -> dict[str, Medida]:
    """Time every part of every question in rounds; the first call of each does not count."""
    tiempos: dict[tuple[str, str], list[float]] = defaultdict(list)
    for ronda in range(opciones.rondas + 1):
        for nombre, suyas in por_pregunta.items():
            for parte, funcion in suyas.items():
                if parte == "lento" and ronda > opciones.rondas_llano:
                    continue
                veces = 1 if parte == "lento" or not ronda else SEGUIDAS
                medidos = comun.cronometrar(funcion, veces)
                tiempos[nombre, parte] += medidos if ronda else []
    return {
        nombre: Medida(**{p: median(tiempos[nombre, p]) for p in suyas})
        for nombre, suyas in por_pregunta.items()
    }


def informar(medidas: Mapping[str, Medida]) -> None:
    """Print a row per question."""
    comun.encabezar("pregunta (ms de CPU)", "enrutar", "podar", "suma", "todo", "llano", "razón")
    for nombre, medida in medidas.items():
        comparado = ("—", "—")
        if medida.lento is not None:
            comparado = (f"{medida.lento:,.1f}", f"{medida.lento / medida.rapido:,.0f}×")
        fila = (medida.enrutar, medida.podar, medida.rapido, medida.todo, *comparado)
        comun.anotar(nombre, *fila)


def concluir(medidas: Mapping[str, Medida]) -> bool:
    """Print the summary over the questions (the worst case apart) and whether the goal is met."""
    comunes = [medida for nombre, medida in medidas.items() if nombre != PEOR_CASO]
    print()
    cumple = comun.juzgar(
        "Enrutar y podar, mediana de las preguntas",
        median(medida.rapido for medida in comunes),
        META_MS,
        "ms",
    )
    peor, medida = max(medidas.items(), key=lambda par: par[1].rapido)
    print(f"La más lenta: «{peor}», {medida.rapido:.2f} ms.")
    razones = [medida.lento / medida.rapido for medida in comunes if medida.lento is not None]
    if razones:
        print(f"El bucle llano tarda {median(razones):,.0f} veces más (mediana).")
    return cumple


def opciones() -> argparse.Namespace:
    """Read the command line."""
    analizador = comun.analizador("Tiempo de enrutar y podar, junto al bucle llano del contrato.")
    analizador.add_argument("--corpus", type=Path, default=comun.CORPUS, help="carpeta a medir")
    analizador.add_argument("--rondas", type=int, default=40, help="vueltas a las preguntas")
    analizador.add_argument("--rondas-llano", type=int, default=3, help="las del bucle llano")
    analizador.add_argument("--sin-llano", action="store_true", help="no mide el bucle llano")
    comun.con_estrategia(analizador)
    return analizador.parse_args()


def main() -> int:
    """Measure every question and print the table."""
    pedido = opciones()
    with comun.biblioteca(pedido.corpus, SUSTITUTOS) as carpeta:
        indice = cargar_biblioteca(carpeta)
        clave = mayor_documento(indice)
        llano = None if pedido.sin_llano else bucle_llano(carpeta, clave)
    chunks = len(indice.documentos[clave].fragmentos)
    print(f"{len(indice.claves)} documentos; se poda «{clave}» ({chunks} chunks).")
    todas = {**preguntas(), PEOR_CASO: peor_pregunta(indice, clave)}
    ajustes = ajustes_consulta(Config(estrategia=pedido.estrategia))
    medidas = medir({n: partes(indice, clave, p, ajustes, llano) for n, p in todas.items()}, pedido)
    informar(medidas)
    return comun.salida([concluir(medidas)], pedido.exigir)


if __name__ == "__main__":
    sys.exit(main())
