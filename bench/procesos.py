"""The processes of a benchmark of the running service: model, SIAA, clients. Each has its own.

No two of them share an interpreter, so that none waits for another's. They all read the same
monotonic clock: a time written by one can be subtracted by another.
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import comun
from guiones import Guion, Paso, Pausa, callado, final, linea
from ollama_de_prueba import OllamaDePrueba

PROCESOS: Final = multiprocessing.get_context("spawn")
PLAZO_S: Final = 120.0
PACIENCIA_S: Final = 3600
NS_POR_MS: Final = 1e6
_ESCUCHA = re.compile(r"SIAA escucha en http://[^:]+:(\d+)")
_SELLO = re.compile(rb"~(\d+)~")

Llegadas = list[float]
"""Milliseconds from the writing of each token of an answer to its arrival."""


@dataclass(frozen=True, slots=True)
class Sellados:
    """Steps of an answer whose tokens say when they were written; each line is made as it goes."""

    cuantos: int
    demora_s: float

    def __iter__(self) -> Iterator[Paso]:
        for _ in range(self.cuantos):
            yield linea(f"~{time.monotonic_ns()}~ ")
            yield Pausa(self.demora_s)
        yield final()


class GuionAlPaso(Guion):
    """A script whose steps are made as they are played, so nothing may go through them before."""

    def con_cuenta(self, fichas: int) -> Guion:
        """Leave the metrics as they are."""
        return self


def contesta(tokens: int, demora_s: float) -> Guion:
    """Return a script that reads for a while and then writes stamped tokens."""
    return GuionAlPaso(Sellados(tokens, demora_s), antes=Pausa(demora_s))  # type: ignore[arg-type]


def no_contesta() -> Guion:
    """Return a script that never says a word."""
    return callado()


@contextmanager
def proceso(funcion: Callable[..., None], *argumentos: Any) -> Iterator[Any]:
    """Run `funcion(pipe, *arguments)` in a process for a block of code; yield our end.

    The function says one thing when it is ready and ends when it is told anything.
    """
    propia, ajena = PROCESOS.Pipe()
    hijo = PROCESOS.Process(target=funcion, args=(ajena, *argumentos), daemon=True)
    hijo.start()
    ajena.close()
    try:
        yield propia
    finally:
        propia.close()
        hijo.join(PLAZO_S)


def hacer(funcion: Callable[..., Any], *argumentos: Any, copias: int = 1) -> list[Any]:
    """Return what a function returns in each of so many fresh processes that run it at once."""
    with PROCESOS.Pool(copias) as varios:
        return varios.starmap(funcion, [argumentos] * copias, chunksize=1)


def servir_ollama(tuberia: Any, guion: Callable[..., Guion], *argumentos: Any) -> None:
    """Be the model's server until told to stop; says its address."""
    with OllamaDePrueba(por_defecto=guion(*argumentos)) as fingido:
        tuberia.send(fingido.url)
        tuberia.poll(None)


@contextmanager
def ollama(guion: Callable[..., Guion], *argumentos: Any) -> Iterator[str]:
    """Yield the address of a model's server that follows a script."""
    with proceso(servir_ollama, guion, *argumentos) as tuberia:
        yield tuberia.recv()


@dataclass(frozen=True, slots=True)
class Servicio:
    """SIAA while it runs: its port, its process and the folder it writes to."""

    puerto: int
    pid: int
    datos: Path


@contextmanager
def siaa_entera(documentos: Path, ollama_url: str, **ajustes: str) -> Iterator[Servicio]:
    """Yield SIAA, started from its own command line; ajustes: further environment."""
    with comun.carpeta_temporal() as temporal:
        (temporal / "siaa.toml").touch()
        registro = temporal / "registro.txt"
        orden = [sys.executable, str(comun.RAIZ / "siaa_proxy.py"), "servir", "--puerto", "0"]
        propias = ["--config", str(temporal / "siaa.toml"), "--documentos", str(documentos)]
        entorno = {**_entorno(temporal, ollama_url), **ajustes}
        with registro.open("wb") as salida:
            hijo = subprocess.Popen([*orden, *propias], env=entorno, stdout=salida, stderr=salida)
        try:
            yield Servicio(_puerto(hijo, registro), hijo.pid, temporal / "datos")
        finally:
            hijo.send_signal(signal.SIGTERM)
            hijo.send_signal(signal.SIGINT)
            hijo.wait(PLAZO_S)


@contextmanager
def siaa(documentos: Path, ollama_url: str) -> Iterator[int]:
    """Yield the port of SIAA."""
    with siaa_entera(documentos, ollama_url) as servicio:
        yield servicio.puerto


def _entorno(temporal: Path, ollama_url: str) -> Mapping[str, str]:
    propias = {n: v for n, v in os.environ.items() if not n.upper().startswith("SIAA_")}
    return propias | {
        "SIAA_OLLAMA_URL": ollama_url,
        "SIAA_DATOS": str(temporal / "datos"),
        "SIAA_ESPERA_PRIMER_TOKEN": str(PACIENCIA_S),
        "SIAA_ESPERA_PARADA": "0",
    }


def _puerto(hijo: subprocess.Popen[bytes], registro: Path) -> int:
    limite = time.monotonic() + PLAZO_S
    while time.monotonic() < limite and hijo.poll() is None:
        hallado = _ESCUCHA.search(registro.read_text(encoding="utf-8", errors="replace"))
        if hallado:
            return int(hallado[1])
        time.sleep(0.05)
    raise RuntimeError(f"SIAA did not start:\n{registro.read_text(encoding='utf-8')}")


def cuerpo_de_chat(pregunta: str) -> bytes:
    """Return the body that asks SIAA, or the model's server, a question."""
    mensajes = [{"role": "user", "content": pregunta}]
    return json.dumps({"model": "qwen2.5:3b", "messages": mensajes, "stream": True}).encode()


def llegadas(puerto: int, ruta: str, cuerpo: bytes) -> Llegadas:
    """Ask for one answer and time its stamped tokens."""
    tiempos: Llegadas = []
    with closing(http.client.HTTPConnection("127.0.0.1", puerto, timeout=PLAZO_S)) as conexion:
        conexion.request("POST", ruta, cuerpo, {"Content-Type": "application/json"})
        respuesta = conexion.getresponse()
        while renglon := respuesta.readline():
            ahora = time.monotonic_ns()
            if sello := _SELLO.search(renglon):
                tiempos.append((ahora - int(sello[1])) / NS_POR_MS)
    return tiempos


def alternar(
    rutas: Mapping[str, tuple[int, str]], cuerpo: bytes, veces: int
) -> dict[str, list[Llegadas]]:
    """Ask through each route in turns and return the arrivals of each answer."""
    medidas: dict[str, list[Llegadas]] = {nombre: [] for nombre in rutas}
    for _ in range(veces):
        for nombre, (puerto, ruta) in rutas.items():
            medidas[nombre].append(llegadas(puerto, ruta, cuerpo))
    return medidas


def esperar_en_cola(tuberia: Any, puerto: int, cuantos: int, pregunta: str) -> None:
    """Hold open so many chats, reading what they say, until told to leave."""
    cuerpo = cuerpo_de_chat(pregunta)
    cabeza = f"POST /siaa/chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(cuerpo)}\r\n"
    pedido = cabeza.encode() + b"Content-Type: application/json\r\n\r\n" + cuerpo
    enchufes = []
    for _ in range(cuantos):
        enchufe = socket.create_connection(("127.0.0.1", puerto), timeout=PLAZO_S)
        enchufe.sendall(pedido)
        enchufe.recv(65536)
        enchufes.append(enchufe)
    tuberia.send(cuantos)
    abiertos: list[Any] = [*enchufes, tuberia]
    while tuberia not in (listos := select.select(abiertos, [], [])[0]):
        for enchufe in listos:
            if not enchufe.recv(65536):
                abiertos.remove(enchufe)
    for enchufe in enchufes:
        enchufe.close()


def estado(puerto: int) -> Mapping[str, Any]:
    """Return what SIAA says of itself."""
    with closing(http.client.HTTPConnection("127.0.0.1", puerto, timeout=PLAZO_S)) as conexion:
        conexion.request("GET", "/siaa/status")
        dicho: Mapping[str, Any] = json.load(conexion.getresponse())
    return dicho


def turnos(puerto: int) -> Mapping[str, int]:
    """Return how busy SIAA says the model is."""
    ocupados: Mapping[str, int] = estado(puerto)["turnos"]
    return ocupados


def esperar_estado(puerto: int, cierto: Callable[[Mapping[str, Any]], bool]) -> None:
    """Wait until something holds of the state."""
    limite = time.monotonic() + PLAZO_S
    while not cierto(estado(puerto)):
        if time.monotonic() > limite:
            raise RuntimeError("the state did not come to be as expected")
        time.sleep(0.05)


def latencias(puerto: int, ruta: str, veces: int, nuevas: bool, pausa_s: float) -> list[float]:
    """Return the milliseconds that each request took, on one connection or on new ones."""
    tiempos = []
    conexion = http.client.HTTPConnection("127.0.0.1", puerto, timeout=PLAZO_S)
    with closing(conexion):
        for _ in range(veces):
            if nuevas:
                conexion.close()
            inicio = time.monotonic_ns()
            conexion.request("GET", ruta)
            respuesta = conexion.getresponse()
            respuesta.read()
            tiempos.append((time.monotonic_ns() - inicio) / NS_POR_MS)
            if respuesta.status != http.HTTPStatus.OK:
                raise RuntimeError(f"{ruta}: {respuesta.status}")
            time.sleep(pausa_s)
    return tiempos
