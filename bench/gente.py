"""Those who ask `oficinas.py`'s questions, the model that answers them, and those who look on.

Each is a process of its own, with a pipe to whoever started it.
"""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import quote

import comun
import procesos
from ollama_de_prueba import OllamaDePrueba

OFICINAS: Final = 26
CORTAS_POR_SEGUNDO: Final = 10
ENRUTAR: Final = f"/siaa/enrutar?q={quote('¿Qué sanciones hay por no reportar?')}"
RUTAS_CORTAS: Final = ("/siaa/status", ENRUTAR)
PROPIA: Final = "la sonda, en despertar"
"""What the machine itself adds to a process that only waits: the noise of these figures."""
_CASO = re.compile(r"caso (\d+)")


@dataclass
class Vivido:
    """What one person went through; times of the machine's monotonic clock, seconds."""

    caso: int
    pedido: float = 0.0
    fin: float = 0.0
    estado: int = 0
    id: str = ""
    memoria: str = ""
    reintento: str = ""
    puestos: list[tuple[float, int]] = field(default_factory=list)
    fuentes: int = 0
    desenlace: Mapping[str, Any] = field(default_factory=dict)
    palabras: int = 0
    fallo: str = ""


def servir_modelo(tuberia: Any, tokens: int, demora_s: float) -> None:
    """Be the model's server; then say when each case came to it."""
    guion = procesos.contesta(tokens, demora_s)
    with OllamaDePrueba(por_defecto=guion) as fingido:
        tuberia.send(fingido.url)
        tuberia.recv()
        tuberia.send([(p.llegada, caso_de(p.texto)) for p in fingido.preguntas])
        tuberia.poll(None)


def caso_de(texto: str) -> int:
    """Return the case of the last question in a text."""
    return int(_CASO.findall(texto)[-1])


def preguntar_todos(
    tuberia: Any, puerto: int, preguntas: Sequence[tuple[int, str]], plazo_s: float
) -> None:
    """Be all the people who ask, at once; then say what they went through."""
    vividos = [Vivido(caso) for caso, _ in preguntas]
    salida = threading.Barrier(len(preguntas) + 1)
    hilos = []
    for n, (vivido, (_, texto)) in enumerate(zip(vividos, preguntas, strict=True)):
        argumentos = (vivido, puerto, f"127.0.0.{2 + n % OFICINAS}", texto, salida, plazo_s)
        hilos.append(threading.Thread(target=preguntar, args=argumentos))
        hilos[-1].start()
    tuberia.send("listos")
    tuberia.recv()
    salida.wait()
    for hilo in hilos:
        hilo.join()
    tuberia.send(vividos)


def preguntar(
    vivido: Vivido,
    puerto: int,
    direccion: str,
    texto: str,
    salida: threading.Barrier,
    plazo_s: float,
) -> None:
    """Ask one question as a browser does, and note what comes."""
    conexion = http.client.HTTPConnection(
        "127.0.0.1", puerto, timeout=plazo_s, source_address=(direccion, 0)
    )
    cuerpo = procesos.cuerpo_de_chat(texto)
    salida.wait()
    vivido.pedido = time.monotonic()
    with closing(conexion):
        try:
            conexion.request("POST", "/siaa/chat", cuerpo, {"Content-Type": "application/json"})
            escuchar(conexion.getresponse(), vivido)
        except (OSError, http.client.HTTPException, ValueError) as error:
            vivido.fallo = repr(error)
    vivido.fin = time.monotonic()


def escuchar(respuesta: http.client.HTTPResponse, vivido: Vivido) -> None:
    """Read a stream to its end."""
    vivido.estado = respuesta.status
    vivido.id = respuesta.getheader("X-Request-Id", "")
    vivido.memoria = respuesta.getheader("X-Cache", "")
    vivido.reintento = respuesta.getheader("Retry-After", "")
    while renglon := respuesta.readline():
        if renglon.startswith(b"data: {"):
            anotar_marco(json.loads(renglon[len(b"data: ") :]), vivido)


def anotar_marco(marco: Mapping[str, Any], vivido: Vivido) -> None:
    """Note one frame."""
    vivido.palabras += bool(marco["choices"][0]["delta"].get("content"))
    noticia = marco.get("siaa", {})
    match noticia.get("evento"):
        case "fuentes":
            vivido.fuentes = len(noticia["fuentes"])
        case "estado" if noticia["fase"] == "en_cola":
            vivido.puestos.append((time.monotonic(), noticia["puesto"]))
        case "fin":
            vivido.desenlace = noticia


def sondear(tuberia: Any, puerto: int) -> None:
    """Be those who look at the short routes, each at its pace, until told to stop."""
    alto = threading.Event()
    medidas: dict[str, list[float]] = {ruta: [] for ruta in (*RUTAS_CORTAS, PROPIA)}
    hilos = [
        threading.Thread(target=mirar, args=(puerto, ruta, medidas, alto)) for ruta in RUTAS_CORTAS
    ]
    for hilo in hilos:
        hilo.start()
    tuberia.send("listos")
    tuberia.recv()
    alto.set()
    for hilo in hilos:
        hilo.join()
    tuberia.send({ruta.partition("?")[0]: tiempos for ruta, tiempos in medidas.items()})


def mirar(
    puerto: int, ruta: str, medidas: Mapping[str, list[float]], alto: threading.Event
) -> None:
    """Time requests on new connections, and how late this process was to wake for them.

    A request that is due while another goes on waits, and that counts, as it would for people.
    """
    debido = time.monotonic()
    while not alto.is_set():
        debido += 1 / CORTAS_POR_SEGUNDO
        falta = debido - time.monotonic()
        alto.wait(max(0.0, falta))
        desde = time.monotonic() if falta > 0 else debido
        medidas[PROPIA].append((desde - debido) * comun.MS)
        with closing(
            http.client.HTTPConnection("127.0.0.1", puerto, timeout=procesos.PLAZO_S)
        ) as conexion:
            conexion.request("GET", ruta)
            respuesta = conexion.getresponse()
            respuesta.read()
        medidas[ruta].append((time.monotonic() - desde) * comun.MS)
        if respuesta.status != HTTPStatus.OK:
            raise RuntimeError(f"{ruta}: {respuesta.status}")
