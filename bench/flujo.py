"""The running service: how late a token arrives, and who else has to wait meanwhile.

A stand-in for Ollama, SIAA and every client are processes of their own, on one machine. Tokens
carry the time at which the stand-in wrote them; what SIAA adds is the difference with a client that
reads the stand-in directly. Figures are elapsed time: on a busy machine they say more about it than
about SIAA.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from urllib.parse import quote, urlsplit

import comun
import procesos
from preguntas import preguntas

META_TOKEN_MS = 10.0
META_ESTADO_MS = 100.0
SUSTITUTOS = 100
PREGUNTA = preguntas()["plazo"]
ENRUTAR = f"/siaa/enrutar?q={quote(preguntas()['lista'])}"
ESTADO = "/siaa/status"
CASOS = (
    ("status, misma conexión", ESTADO, False),
    ("status, conexión nueva", ESTADO, True),
    ("enrutar, misma conexión", ENRUTAR, False),
    ("enrutar, conexión nueva", ENRUTAR, True),
)

Rondas = dict[str, list[list[float]]]


def primeros(respuestas: Sequence[procesos.Llegadas]) -> list[float]:
    """Return how late the first token of each answer was."""
    return [respuesta[0] for respuesta in respuestas]


def siguientes(respuestas: Sequence[procesos.Llegadas]) -> list[float]:
    """Return how late every other token was."""
    return [tarde for respuesta in respuestas for tarde in respuesta[1:]]


def medir_tokens(documentos: Path, pedido: argparse.Namespace) -> list[bool]:
    """Measure tokens through SIAA and straight from the stand-in, answer by answer."""
    guion = (procesos.contesta, pedido.tokens, pedido.demora)
    with procesos.ollama(*guion) as url, procesos.siaa(documentos, url) as puerto:
        rutas = {
            "directo": (int(urlsplit(url).port or 0), "/api/chat"),
            "SIAA": (puerto, "/siaa/chat"),
        }
        cuerpo = procesos.cuerpo_de_chat(PREGUNTA)
        medidas = procesos.hacer(procesos.alternar, rutas, cuerpo, pedido.respuestas + 1)[0]
    validas = {ruta: respuestas[1:] for ruta, respuestas in medidas.items()}
    if median(siguientes(validas["directo"])) > pedido.demora * comun.MS / 2:
        raise RuntimeError("the stand-in did not stamp its tokens as it wrote them")
    print(f"\n(a) De la escritura de un token a su llegada; {pedido.respuestas} respuestas.")
    comun.encabezar("token", "directo ms", "SIAA ms", "añade ms", "p99 ms")
    return [
        informar_tokens("el primero", validas, primeros),
        informar_tokens("los siguientes", validas, siguientes),
    ]


def informar_tokens(
    nombre: str,
    medidas: dict[str, Sequence[procesos.Llegadas]],
    elegir: Callable[[Sequence[procesos.Llegadas]], list[float]],
) -> bool:
    """Print a row and return whether what SIAA adds is within the goal."""
    directo, por_siaa = elegir(medidas["directo"]), elegir(medidas["SIAA"])
    anade = median(por_siaa) - median(directo)
    comun.anotar(nombre, median(directo), median(por_siaa), anade, comun.percentil(por_siaa, 99))
    return anade <= META_TOKEN_MS


def medir_rondas(puerto: int, pedido: argparse.Namespace) -> Rondas:
    """Measure every case in turns, each time from fresh processes."""
    rondas: Rondas = {nombre: [] for nombre, _, _ in CASOS}
    for _ in range(pedido.rondas):
        for nombre, ruta, nuevas in CASOS:
            orden = (puerto, ruta, pedido.peticiones, nuevas, pedido.pausa)
            juntas = procesos.hacer(procesos.latencias, *orden, copias=pedido.clientes)
            rondas[nombre].append([ms for cliente in juntas for ms in cliente])
    return rondas


def medir_espera(documentos: Path, pedido: argparse.Namespace) -> list[bool]:
    """Measure short requests alone and while chats wait for a model that does not answer."""
    with (
        procesos.ollama(procesos.no_contesta) as url,
        procesos.siaa(documentos, url) as puerto,
    ):
        solas = medir_rondas(puerto, pedido)
        espera = (procesos.esperar_en_cola, puerto, pedido.chats, PREGUNTA)
        with procesos.proceso(*espera) as tuberia:
            tuberia.recv()
            ocupados = procesos.turnos(puerto)
            con_chats = medir_rondas(puerto, pedido)
    atendidos, en_cola = ocupados["atendiendo"], ocupados["esperando"]
    print(f"\n(b, c) Peticiones cortas, solas y con {atendidos} + {en_cola} chats que esperan.")
    comun.encabezar("petición (ms)", "solas p50", "solas p99", "p50", "p99", "máxima")
    return [informar_espera(nombre, solas[nombre], con_chats[nombre]) for nombre, _, _ in CASOS]


def informar_espera(
    nombre: str, solas: Sequence[Sequence[float]], con_chats: Sequence[Sequence[float]]
) -> bool:
    """Print a row (medians over the rounds); only the status has a goal."""
    p99 = comun.mediana_de(con_chats, _p99)
    comun.anotar(
        nombre,
        comun.mediana_de(solas),
        comun.mediana_de(solas, _p99),
        comun.mediana_de(con_chats),
        p99,
        max(map(max, con_chats)),
    )
    return not nombre.startswith("status") or p99 < META_ESTADO_MS


def _p99(valores: Sequence[float]) -> float:
    return comun.percentil(valores, 99)


def opciones() -> argparse.Namespace:
    """Read the command line."""
    analizador = comun.analizador("Demora de los tokens y de las peticiones cortas.")
    analizador.add_argument("--corpus", type=Path, default=comun.CORPUS, help="biblioteca")
    analizador.add_argument("--respuestas", type=int, default=30, help="por cada camino")
    analizador.add_argument("--tokens", type=int, default=30, help="de cada respuesta")
    analizador.add_argument("--demora", type=float, default=0.05, help="segundos entre tokens")
    analizador.add_argument("--chats", type=int, default=32, help="chats que esperan al modelo")
    analizador.add_argument("--clientes", type=int, default=1, help="que piden a la vez")
    analizador.add_argument("--rondas", type=int, default=5, help="vueltas a las peticiones")
    analizador.add_argument("--peticiones", type=int, default=300, help="de cada clase y ronda")
    analizador.add_argument("--pausa", type=float, default=0.005, help="segundos entre peticiones")
    return analizador.parse_args()


def main() -> int:
    """Measure tokens, then short requests."""
    pedido = opciones()
    with comun.biblioteca(pedido.corpus, SUSTITUTOS) as documentos:
        tokens = medir_tokens(documentos, pedido)
        esperas = medir_espera(documentos, pedido)
    print(
        f"\nLo que SIAA añade a un token ≤ {META_TOKEN_MS:g} ms: "
        f"{'cumple' if all(tokens) else 'NO CUMPLE'}. "
        f"p99 de /siaa/status < {META_ESTADO_MS:g} ms: "
        f"{'cumple' if all(esperas) else 'NO CUMPLE'}."
    )
    return comun.salida([*tokens, *esperas], pedido.exigir)


if __name__ == "__main__":
    sys.exit(main())
