"""Twenty thousand questions, one after another: does memory grow, and is anything left behind?

SIAA (from its own command line), a stand-in for the model that answers at once, and the people who
ask are processes of their own. Of ten questions four are remembered, two are greetings, one is
refused by the model and answered with passages, and three are new and answered by the model.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, astuple, dataclass
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any, Final

import comun
import procesos
from conexion_de_prueba import Peticion
from guiones import Guion, error_http, respuesta
from ollama_de_prueba import OllamaDePrueba

DOCUMENTOS: Final = comun.RAIZ / "documentos"
META_PENDIENTE: Final = 250.0
"""Bytes a question that count as flat; `README.md` says why."""
CADA: Final = 100
"""Questions between two looks at the memory."""
PREGUNTAS_POR_CONEXION: Final = 50
REPETIDAS: Final = 50
CASOS: Final = 2000
"""Numbers that make a question new. They are words too, and people use only so many words."""
NEGADA: Final = "sin modelo"
SALUDOS: Final = ("Hola", "Muchas gracias", "¿Qué es SIAA?")
TOKENS: Final = (
    "Según ",
    "el ",
    "acuerdo, ",
    "el ",
    "plazo ",
    "es ",
    "de ",
    "siete ",
    "días. ",
) * 5
REPOSO_S: Final = 2.0
PAUSA_S: Final = 0.1

Muestra = tuple[int, int]
"""Questions answered so far and resident bytes."""


class Instantaneo(OllamaDePrueba):
    """A model's server that answers at once, refuses some questions and remembers none."""

    def _elegir_chat(self, peticion: Peticion) -> Guion:
        guion = super()._elegir_chat(peticion)
        self.peticiones.clear()
        self._hilos = [hilo for hilo in self._hilos if hilo.is_alive()]
        negada = peticion.clase == "pregunta" and NEGADA in peticion.mensajes[-1]["content"]
        return error_http(500, "llama runner process has terminated") if negada else guion


def servir_modelo(tuberia: Any) -> None:
    """Be the model's server until told to stop; says its address."""
    with Instantaneo(por_defecto=respuesta(*TOKENS)) as fingido:
        tuberia.send(fingido.url)
        tuberia.poll(None)


def pregunta(numero: int, bases: Sequence[str]) -> str:
    """Return what is asked in the place `numero`."""
    base = bases[numero % len(bases)]
    clase = numero % 10
    if clase < 4:
        return bases[numero % REPETIDAS]
    if clase < 6:
        return SALUDOS[numero % len(SALUDOS)]
    caso = numero % CASOS
    return f"{base} ({NEGADA} {caso})" if clase == 6 else f"{base} (caso {caso})"


class Gente:
    """People who ask one question after another, until all have been asked."""

    def __init__(self, puerto: int, numeros: range, al_avanzar: Callable[[int], None]) -> None:
        lineas = (DOCUMENTOS / "evaluacion.jsonl").read_text(encoding="utf-8").splitlines()
        self._bases = [json.loads(linea)["pregunta"] for linea in lineas]
        self._puerto = puerto
        self._numeros = iter(numeros)
        self._al_avanzar = al_avanzar
        self._candado = threading.Lock()
        self.desenlaces: Counter[str] = Counter()

    def preguntar(self) -> None:
        """Be one of them."""
        conexion = http.client.HTTPConnection("127.0.0.1", self._puerto, timeout=procesos.PLAZO_S)
        with closing(conexion):
            for vez, numero in enumerate(iter(self._tomar, None), 1):
                self._anotar(preguntar(conexion, pregunta(numero, self._bases)))
                if vez % PREGUNTAS_POR_CONEXION == 0:
                    conexion.close()

    def _tomar(self) -> int | None:
        with self._candado:
            return next(self._numeros, None)

    def _anotar(self, desenlace: str) -> None:
        with self._candado:
            self.desenlaces[desenlace] += 1
            if (hechas := self.desenlaces.total()) % CADA == 0:
                self._al_avanzar(hechas)


def preguntar_sin_parar(tuberia: Any, puerto: int, numeros: range, clientes: int) -> None:
    """Be so many people who ask those questions; say how it goes, and last how they ended."""
    gente = Gente(puerto, numeros, tuberia.send)
    hilos = [threading.Thread(target=gente.preguntar) for _ in range(clientes)]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join()
    tuberia.send(dict(gente.desenlaces))


def preguntar(conexion: http.client.HTTPConnection, texto: str) -> str:
    """Ask, read the answer to its end and return how it was made."""
    cuerpo = procesos.cuerpo_de_chat(texto)
    conexion.request("POST", "/siaa/chat", cuerpo, {"Content-Type": "application/json"})
    ultimo = conexion.getresponse().read().split(b"\n\n")[-3]
    fin = json.loads(ultimo.removeprefix(b"data: "))["siaa"]
    return f"{fin['modo']}, {fin['motivo']}"


# --- What a process holds -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Posesiones:
    """What a process has open: threads, sockets, other files; and the files it left about."""

    hilos: int
    enchufes: int
    archivos: int
    temporales: int


def residente(pid: int) -> int:
    """Return the resident memory of a process, bytes."""
    paginas = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(paginas) * os.sysconf("SC_PAGE_SIZE")


def posesiones(pid: int, temporales: Path) -> Posesiones:
    """Return what a process holds now."""
    destinos = []
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        try:
            destinos.append(os.readlink(descriptor))
        except FileNotFoundError:
            continue
    enchufes = sum(destino.startswith("socket:") for destino in destinos)
    return Posesiones(
        hilos=sum(1 for _ in Path(f"/proc/{pid}/task").iterdir()),
        enchufes=enchufes,
        archivos=len(destinos) - enchufes,
        temporales=sum(1 for _ in temporales.rglob("*")),
    )


def en_reposo(leer: Callable[[], Posesiones]) -> Posesiones:
    """Return the least of each thing that is held in a while: what never goes away."""
    limite = time.monotonic() + REPOSO_S
    vistas = [leer()]
    while time.monotonic() < limite:
        time.sleep(PAUSA_S)
        vistas.append(leer())
    return Posesiones(*map(min, zip(*map(astuple, vistas), strict=True)))


def pendiente(muestras: Sequence[Muestra]) -> float:
    """Return the bytes that each question adds: the median of the slopes of all pairs of samples.

    Theil and Sen's estimator, which single jumps of the allocator do not move.
    """
    return median((b2 - b1) / (n2 - n1) for (n1, b1), (n2, b2) in combinations(muestras, 2))


# --- The run --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Corrida:
    """What was seen: memory as it went, what was held before and after, how questions ended."""

    muestras: Sequence[Muestra]
    antes: Posesiones
    despues: Posesiones
    desenlaces: dict[str, int]
    segundos: float

    @property
    def restos(self) -> list[str]:
        """What there is more of at the end than at the beginning."""
        antes, despues = asdict(self.antes), asdict(self.despues)
        return [nombre for nombre, cuantos in despues.items() if cuantos > antes[nombre]]


def correr(cuantas: int, clientes: int) -> Corrida:
    """Ask a few questions, look at what the service holds, ask all of them, and look again."""
    with (
        comun.carpeta_temporal() as temporales,
        procesos.proceso(servir_modelo) as modelo,
        procesos.siaa_entera(DOCUMENTOS, modelo.recv(), TMPDIR=str(temporales)) as siaa,
    ):

        def leer() -> Posesiones:
            return posesiones(siaa.pid, temporales)

        procesos.esperar_estado(siaa.puerto, lambda e: bool(e["ollama"]["calentado_en"]))
        seguir(siaa, range(CADA), clientes)
        antes = en_reposo(leer)
        inicio = time.monotonic()
        muestras, desenlaces = seguir(siaa, range(CADA, CADA + cuantas), clientes)
        segundos = time.monotonic() - inicio
        return Corrida(muestras, antes, en_reposo(leer), desenlaces, segundos)


def seguir(
    siaa: procesos.Servicio, numeros: range, clientes: int
) -> tuple[list[Muestra], dict[str, int]]:
    """Let people ask, and look at the memory as they go."""
    muestras: list[Muestra] = []
    argumentos = (siaa.puerto, numeros, clientes)
    with procesos.proceso(preguntar_sin_parar, *argumentos) as gente:
        while not isinstance(dicho := gente.recv(), dict):
            muestras.append((dicho, residente(siaa.pid)))
    return muestras, dicho


def informar(corrida: Corrida) -> list[bool]:
    """Print what was seen; return whether memory is flat and nothing was left behind."""
    cuantas = sum(corrida.desenlaces.values())
    print(f"{cuantas} preguntas en {corrida.segundos:.0f} s.")
    comun.encabezar("desenlace", "preguntas")
    for modo, veces in sorted(corrida.desenlaces.items()):
        comun.anotar(modo, str(veces))
    comun.encabezar("preguntas", "memoria MB")
    for numero, bytes_ in corrida.muestras[:: max(1, len(corrida.muestras) // 10)]:
        comun.anotar(str(numero), bytes_ / 1e6)
    print(f"\nAl empezar: {corrida.antes}.\nAl terminar: {corrida.despues}.")
    veredicto = "NO CUMPLE" if corrida.restos else "cumple"
    print(f"Ni un hilo, conexión o archivo más que al empezar: {veredicto}")
    mitad = len(corrida.muestras) // 2
    print(f"Memoria en la primera mitad: {pendiente(corrida.muestras[:mitad]):.0f} B/pregunta")
    crece = pendiente(corrida.muestras[mitad:])
    plana = comun.juzgar("Memoria en la segunda mitad", crece, META_PENDIENTE, "B/pregunta")
    return [plana, not corrida.restos]


def opciones() -> argparse.Namespace:
    """Read the command line."""
    analizador = comun.analizador("Memoria, hilos y archivos tras muchas preguntas.")
    analizador.add_argument("--preguntas", type=int, default=20_000, help="en total")
    analizador.add_argument("--clientes", type=int, default=4, help="que preguntan a la vez")
    return analizador.parse_args()


def main() -> int:
    """Ask, and tell what it left."""
    pedido = opciones()
    cumplidas = informar(correr(pedido.preguntas, pedido.clientes))
    return comun.salida(cumplidas, pedido.exigir)


if __name__ == "__main__":
    sys.exit(main())
