"""Faults, what people see of them, and the table of `docs/faltas.md` that says so.

Law: a line of the table is written from what a test saw (`tabla_de_faltas.py`, beside this), and
the same test fails when it sees something else.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from guiones import (
    PARA_SIEMPRE,
    Guion,
    Pausa,
    Reinicio,
    callado,
    demasiado_largo,
    error_http,
    final,
    linea,
    linea_de_error,
    partido,
    respuesta,
    tras,
)
from ordenes_de_prueba import PROXY
from paciencia import PACIENCIA_S, esperar
from servidor_de_prueba import Charla

RAIZ = Path(__file__).resolve().parents[2]
TABLA = RAIZ / "docs" / "faltas.md"
COMIENZO, FINAL = "<!-- faltas -->\n", "<!-- fin de faltas -->"
CABEZA = ("| what fails | who | what they see | s |", "|---|---|---|---:|")
DICHO = ("El plazo ", "es de siete ", "días")

PREGUNTA, OTROS, SERVICIO = "who asks", "the others", "`/siaa/status`"
"""Who sees: the person whom the fault hits, everybody else, the administrator."""


# --- What the model's server does ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Caso:
    """One way in which the model's server fails, and how the answer must end."""

    guiones: tuple[Guion, ...]
    motivo: str
    codigo: str | None = None


DE_PASAJES, DE_CORTE = "extractiva", "corte"
EN_PEDAZOS = b"".join([*map(linea, DICHO), final()])
CASOS_DEL_MODELO = {
    "No such model (404)": Caso(
        (error_http(404, "model 'qwen2.5:3b' not found"),), DE_PASAJES, "modelo_no_instalado"
    ),
    "Error 500": Caso(
        (error_http(500, "llama runner process has terminated"),), DE_PASAJES, "modelo_fallo"
    ),
    "Error 503": Caso(
        (error_http(503, "server busy, please try again"),), DE_PASAJES, "modelo_ocupado"
    ),
    "Silence before the first token": Caso((callado(),), DE_PASAJES, "espera_agotada"),
    # Of one token: between two no patience can run out on a busy machine.
    "Silence in mid-stream": Caso(
        (tras(["".join(DICHO)], PARA_SIEMPRE),), DE_CORTE, "espera_agotada"
    ),
    "Clean end without `done`": Caso((tras(DICHO),), DE_CORTE, "corte"),
    "Connection reset in mid-stream": Caso(
        (tras(DICHO, Pausa(0.5), Reinicio()),), DE_CORTE, "corte"
    ),
    "Error line in mid-stream": Caso((tras(DICHO, linea_de_error()),), DE_CORTE, "corte"),
    "Garbage line in mid-stream": Caso((tras(DICHO, b"<html>\n", final()),), DE_CORTE, "corte"),
    "Lines split at every byte": Caso(
        (partido(EN_PEDAZOS, *range(1, len(EN_PEDAZOS)), pausa=0),), "stop", None
    ),
    "Answer cut at its longest (`length`)": Caso(
        (respuesta(*DICHO, razon="length"),), "length", None
    ),
    "Prompt refused once as too long": Caso((demasiado_largo(), respuesta(*DICHO)), "stop", None),
    "Prompt always refused as too long": Caso(
        (demasiado_largo(),) * 3, DE_PASAJES, "contexto_excedido"
    ),
}


@contextlib.contextmanager
def modelo_aparte(puerto: int, fichas: int) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A model's server that writes so many tokens, twenty a second; its process and its port."""
    programa = (
        "import sys; from guiones import respuesta; from ollama_de_prueba import OllamaDePrueba\n"
        "with OllamaDePrueba(puerto=int(sys.argv[1]),"
        " por_defecto=respuesta(*['ficha '] * int(sys.argv[2]), demora=0.05)) as fingido:\n"
        "    print(fingido.puerto, flush=True); sys.stdin.read()"
    )
    proceso = subprocess.Popen(
        [sys.executable, "-c", programa, str(puerto), str(fichas)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(RAIZ / "tests" / "apoyo")},
    )
    assert proceso.stdin is not None and proceso.stdout is not None
    try:
        yield proceso, int(proceso.stdout.readline())
    finally:
        proceso.kill()
        proceso.wait(PACIENCIA_S)
        proceso.stdin.close()
        proceso.stdout.close()


@contextlib.contextmanager
def agujero(puerto: int, acepta_una: bool = False) -> Iterator[None]:
    """A host that drops every packet for that port, but for those of a first connection.

    It takes that one, if it is told to, and never answers on it.
    """
    with contextlib.ExitStack() as pila:
        escucha = pila.enter_context(socket.socket())
        escucha.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        escucha.bind(("127.0.0.1", puerto))
        escucha.listen(0)
        for _ in range(0 if acepta_una else 4):
            relleno = pila.enter_context(socket.socket())
            relleno.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                relleno.connect(escucha.getsockname())
        yield


# --- SIAA as a process that can be killed -------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aparte:
    """SIAA from its command line."""

    proceso: subprocess.Popen[bytes]
    puerto: int
    datos: Path


@contextlib.contextmanager
def siaa_aparte(documentos: Path, datos: Path, ollama_url: str, *antes: str) -> Iterator[Aparte]:
    """SIAA in a process of its own; `antes`: the command that starts it, if not itself."""
    ajustes = {
        "SIAA_OLLAMA_URL": ollama_url,
        "SIAA_DATOS": str(datos),
        "SIAA_CALENTAR": "no",
        "SIAA_CACHE_ENTRADAS": "0",
        "SIAA_ESPERA_PARADA": "0",
    }
    registro = datos.with_name(f"{datos.name}-{time.monotonic_ns()}.txt")
    orden = [*antes, *PROXY, "servir", "--puerto", "0", "--documentos", str(documentos)]
    with registro.open("wb") as salida:
        proceso = subprocess.Popen(orden, env=os.environ | ajustes, stdout=salida, stderr=salida)

    def escucha() -> re.Match[str] | None:
        return re.search(r"escucha en http://127\.0\.0\.1:(\d+)", registro.read_text("utf-8"))

    try:
        assert esperar(lambda: bool(escucha()) or proceso.poll() is not None)
        hallado = escucha()
        assert hallado is not None, registro.read_text("utf-8")
        yield Aparte(proceso, int(hallado[1]), datos)
    finally:
        proceso.kill()
        proceso.wait(PACIENCIA_S)


# --- The table ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Renglon:
    """What one person saw of one fault, and the seconds it took until it was over for them."""

    falta: str
    quien: str
    vio: str
    segundos: float

    @property
    def clave(self) -> tuple[str, str]:
        """What a line is found by."""
        return self.falta, self.quien


def visto(charla: Charla) -> str:
    """What a person saw of an answer, in the words that were on the screen."""
    como = "" if charla.estado == 200 else f"{charla.estado}: "
    motivo = charla.fin["motivo"]
    if motivo == "stop":
        return f"{como}the whole answer"
    if motivo == "extractiva":
        return f"{como}the passages, word for word: «{charla.eventos('error')[-1]['mensaje']}»"
    aviso = charla.contenido.split("[Respuesta incompleta] ")[1].split(". ")[0]
    return f"{como}the words so far: «[Respuesta incompleta] {aviso}.»"


def problema(estado: dict[str, Any]) -> str:
    """What the status says first of what is wrong; ports and counts, which vary, left out."""
    sin_puerto = re.sub(r"(127\.0\.0\.1):\d+", r"\1", estado["avisos"][0])
    sin_cuentas = re.sub(r" \(\d+ esperan y \d+ se perdieron\)", "", sin_puerto)
    return f"«{sin_cuentas}»"


def leer_tabla() -> dict[tuple[str, str], Renglon]:
    """The lines of the table, by what they are found by."""
    _, _, resto = TABLA.read_text(encoding="utf-8").partition(COMIENZO)
    lineas = resto.partition(FINAL)[0].splitlines()[len(CABEZA) :]
    renglones = []
    falta = ""
    for escrita in lineas:
        celdas = [celda.strip() for celda in escrita.strip("|").split("|")]
        falta = celdas[0] or falta
        renglones.append(Renglon(falta, celdas[1], celdas[2], float(celdas[3])))
    return {renglon.clave: renglon for renglon in renglones}


def escribir_tabla(renglones: Iterable[Renglon]) -> None:
    """Put these lines in the place of those in the document."""
    lineas, anterior = [*CABEZA], None
    for r in renglones:
        falta = "" if r.falta == anterior else r.falta
        lineas.append(f"| {falta} | {r.quien} | {r.vio} | {r.segundos:.2f} |")
        anterior = r.falta
    antes, _, resto = TABLA.read_text(encoding="utf-8").partition(COMIENZO)
    despues = resto.partition(FINAL)[2]
    cuerpo = "\n".join(lineas)
    TABLA.write_text(f"{antes}{COMIENZO}{cuerpo}\n{FINAL}{despues}", encoding="utf-8")


def de_propiedad(valor: object) -> Renglon:
    """A line as a test's report carries it."""
    return Renglon(**json.loads(str(valor)))
