"""Twenty-six offices ask at once: what becomes of every question, and who else has to wait.

SIAA (from its own command line), a stand-in for the model that writes 20 tokens a second, the
people who ask and those who look at the status meanwhile are processes of their own. Every person
has a source address, 127.0.0.2 to 127.0.0.27, as the offices have.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Final

import comun
import procesos
from gente import PROPIA, Vivido, preguntar_todos, servir_modelo, sondear

DOCUMENTOS: Final = comun.RAIZ / "documentos"
META_CORTAS_MS: Final = 100.0
CADA_CUANTOS: Final = 4
"""One of so many people asks what many ask; the others ask what nobody else does."""
COMUNES: Final = 2
"""Questions that many ask."""


@dataclass(frozen=True, slots=True)
class Pedido:
    """How many ask, what the model writes, how long people wait; ajustes: environment of SIAA."""

    preguntas: int
    tokens: int
    demora_s: float
    plazo_s: float
    ajustes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ronda:
    """All that is known of one run: people, order at the model, rows, short requests (ms).

    turnos: when the model heard of each case, and which. escribe_s: the least that an answer takes.
    """

    vividos: Sequence[Vivido]
    turnos: Sequence[tuple[float, int]]
    escribe_s: float
    filas: Sequence[tuple[str, str, str]]
    cortas: Mapping[str, Sequence[float]]
    segundos: float


def preguntas_de(cuantas: int) -> list[tuple[int, str]]:
    """Return what each person asks, and the number of the case that it names."""
    lineas = (DOCUMENTOS / "evaluacion.jsonl").read_text(encoding="utf-8").splitlines()
    bases = [json.loads(linea)["pregunta"] for linea in lineas]
    comunes = (cuantas + n // CADA_CUANTOS % COMUNES for n in range(cuantas))
    casos = [n if n % CADA_CUANTOS else comun for n, comun in enumerate(comunes)]
    return [(caso, f"{bases[caso % len(bases)]} (caso {caso})") for caso in casos]


# --- One run -------------------------------------------------------------------------------


def correr(pedido: Pedido, cache: bool) -> Ronda:
    """Let everybody ask at once of a service that has just started, and gather what happened."""
    ajustes = {**pedido.ajustes, **({} if cache else {"SIAA_CACHE_ENTRADAS": "0"})}
    dichas = preguntas_de(pedido.preguntas)
    with (
        procesos.proceso(servir_modelo, pedido.tokens, pedido.demora_s) as modelo,
        procesos.siaa_entera(DOCUMENTOS, modelo.recv(), **ajustes) as siaa,
        procesos.proceso(sondear, siaa.puerto) as sonda,
        procesos.proceso(preguntar_todos, siaa.puerto, dichas, pedido.plazo_s) as gente,
    ):
        procesos.esperar_estado(siaa.puerto, lambda e: bool(e["ollama"]["calentado_en"]))
        for tuberia in (sonda, gente):
            tuberia.recv()
        inicio = time.monotonic()
        gente.send("ya")
        vividos = gente.recv()
        segundos = time.monotonic() - inicio
        sonda.send("basta")
        cortas = sonda.recv()
        modelo.send("basta")
        turnos = modelo.recv()
        procesos.esperar_estado(siaa.puerto, lambda e: not e["registro"]["pendientes"])
        filas = leer_filas(siaa.datos)
    return Ronda(vividos, turnos, pedido.tokens * pedido.demora_s, filas, cortas, segundos)


def leer_filas(datos: Path) -> list[tuple[str, str, str]]:
    """Return id, outcome and alert of every row of the record."""
    with closing(sqlite3.connect(datos / "registro.sqlite3")) as conexion:
        return conexion.execute("SELECT id, motivo, coalesce(alerta, '') FROM preguntas").fetchall()


# --- What it must be ------------------------------------------------------------------------


def clase(vivido: Vivido) -> str:
    """Return how a question ended, in a word; one that did not end well has none of these."""
    fin = vivido.desenlace
    if vivido.estado == HTTPStatus.SERVICE_UNAVAILABLE:
        honesta = fin.get("motivo") == "extractiva" and vivido.fuentes and vivido.reintento
        return "503 con pasajes" if honesta else "503 sin pasajes"
    if vivido.fallo or vivido.estado != HTTPStatus.OK or not fin or not vivido.palabras:
        return f"fallo: {vivido.fallo or vivido.estado}"
    return "guardada" if fin["modo"] == "cache" else f"{fin['modo']}, {fin['motivo']}"


BUENAS: Final = ("modelo, stop", "guardada", "503 con pasajes", "directo, sin_documentos")


def faltas(ronda: Ronda) -> list[str]:
    """Return what is not as it must be: ends, order at the model, rows of the record."""
    malas = [f"pregunta {v.caso}: {clase(v)}" for v in ronda.vividos if clase(v) not in BUENAS]
    return [*malas, *faltas_de_orden(ronda), *faltas_del_registro(ronda)]


def faltas_de_orden(ronda: Ronda) -> list[str]:
    """Return who reached the model later than they were told: then somebody went before them.

    Nobody leaves the queue, so if nobody was later than their place foretold, nobody was sooner.
    """
    malas = []
    llegadas = [llegada for llegada, _ in ronda.turnos]
    for vivido in ronda.vividos:
        fueron = [n for n, (_, caso) in enumerate(ronda.turnos, 1) if caso == vivido.caso]
        topes = (tope_dicho(dicho, llegadas, ronda.escribe_s) for dicho in vivido.puestos)
        tope = min(topes, default=None)
        if tope is not None and (not fueron or min(fueron) > tope):
            malas.append(f"caso {vivido.caso}: debía ser el {tope} o antes y fue el {fueron}")
    return malas


def tope_dicho(dicho: tuple[float, int], llegadas: Sequence[float], escribe_s: float) -> int:
    """Return the latest turn, counted from the first, that a place told at a moment foretells.

    The model may hear of a turn long after it was given, but none is given before the answer of
    the turn before it has ended: what may have been given by then are the first, and each whose
    predecessor may have ended. So the bound holds on a machine as slow as any.
    """
    momento, puesto = dicho
    return puesto + 1 + sum(llegada + escribe_s < momento for llegada in llegadas)


def faltas_del_registro(ronda: Ronda) -> list[str]:
    """Return the questions without their one row, and rows without a question."""
    vistas = Counter(v.id for v in ronda.vividos)
    escritas = Counter(fila[0] for fila in ronda.filas)
    perdidas, sobrantes = vistas - escritas, escritas - vistas
    return [f"sin fila: {i}" for i in perdidas] + [f"fila de más: {i}" for i in sobrantes]


def compartidas(ronda: Ronda) -> int:
    """Return how many got an answer of the model that was written for somebody else too."""
    return sum(clase(v) == "modelo, stop" for v in ronda.vividos) - len(ronda.turnos)


# --- Telling it -----------------------------------------------------------------------------


def informar(nombre: str, ronda: Ronda) -> bool:
    """Print a run; return whether everything was as it must be."""
    print(f"\n{nombre}: {len(ronda.vividos)} preguntas a la vez, {ronda.segundos:.1f} s.")
    comun.encabezar("desenlace", "preguntas", "p50 s", "máximo s")
    for tipo, cuantas in sorted(Counter(map(clase, ronda.vividos)).items()):
        tiempos = [v.fin - v.pedido for v in ronda.vividos if clase(v) == tipo]
        comun.anotar(tipo, str(cuantas), comun.percentil(tiempos, 50), max(tiempos))
    con_lugar = sum(bool(v.puestos) for v in ronda.vividos)
    print(
        f"Generaciones: {len(ronda.turnos)}; las comparten {compartidas(ronda)}; oyeron su puesto "
        f"{con_lugar}; filas del registro: {len(ronda.filas)}."
    )
    malas = faltas(ronda)
    for mala in malas[:20]:
        print(f"  FALTA {mala}")
    veredicto = "cumple" if not malas else "NO CUMPLE"
    print(f"Desenlaces, orden de llegada y registro, sin faltas: {veredicto}")
    return not malas


def informar_cortas(rondas: Mapping[str, Ronda]) -> list[bool]:
    """Print the short requests of every run; return whether each met the goal."""
    comun.encabezar("petición (ms)", "cuántas", "p50", "p99", "máxima", ancho=34)
    cumplidas = []
    for nombre, ronda in rondas.items():
        for ruta, tiempos in ronda.cortas.items():
            p99 = comun.percentil(tiempos, 99)
            medidas = (comun.percentil(tiempos, 50), p99, max(tiempos))
            comun.anotar(f"{ruta}, {nombre}", str(len(tiempos)), *medidas, ancho=34)
            cumplidas.append(p99 < META_CORTAS_MS or ruta == PROPIA)
    return cumplidas


def opciones() -> argparse.Namespace:
    """Read the command line."""
    analizador = comun.analizador("Preguntas a la vez desde 26 oficinas.")
    analizador.add_argument("--preguntas", type=int, default=200, help="a la vez")
    analizador.add_argument("--tokens", type=int, default=20, help="de cada respuesta")
    analizador.add_argument("--demora", type=float, default=0.05, help="segundos entre tokens")
    analizador.add_argument("--plazo", type=float, default=120, help="segundos de paciencia")
    return analizador.parse_args()


def main() -> int:
    """Ask with and without a memory of answers."""
    dado = opciones()
    pedido = Pedido(dado.preguntas, dado.tokens, dado.demora, dado.plazo)
    rondas, cumplidas = {}, []
    for nombre, cache in (("sin memoria", False), ("con memoria", True)):
        rondas[nombre] = correr(pedido, cache)
        cumplidas.append(informar(nombre, rondas[nombre]))
    cortas = informar_cortas(rondas)
    print(
        f"\np99 de las peticiones cortas < {META_CORTAS_MS:g} ms: "
        f"{'cumple' if all(cortas) else 'NO CUMPLE'}."
    )
    return comun.salida([*cumplidas, *cortas], dado.exigir)


if __name__ == "__main__":
    sys.exit(main())
