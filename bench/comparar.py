"""The same questions through SIAA and through the engines a user could pick instead.

Every engine runs in a process of its own: it reads the documents, builds, and answers the questions
one at a time. Building is CPU time, its memory the growth of the process's peak; a query is elapsed
time of the search alone. An engine that is not installed is reported and left out.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import fmean, median
from types import MappingProxyType
from typing import Final

import comun
from actos import escribir_actos
from encargo import CONJUNTOS, MOTORES, Corte, opciones
from motores import Motor, crear, falta, titulo
from ventanas import leer_documentos

from config import Config
from siaa.errores import BibliotecaNoDisponible
from siaa.evaluacion.corrida import CARACTERES, ENTEROS, ENVIADA, medir
from siaa.evaluacion.medidas import Caso, Respuesta, auc
from siaa.evaluacion.preguntas import (
    NOMBRE_PREGUNTAS,
    ErrorEvaluacion,
    comprobar_documentos,
    leer_preguntas,
)

MUESTRA: Final = comun.RAIZ / "documentos"
MEDIDAS: Final = MappingProxyType(
    {
        "r@1": "recall@1",
        "r@2": "recall@2",
        "enviada": ENVIADA,
        "c2400": "cobertura@2400",
        "enteros": ENTEROS,
        "caract.": CARACTERES,
    }
)
"""Column → the measure of `siaa.evaluacion` whose mean it is."""
CALENTAMIENTO: Final = 10
"""Questions asked once before any is timed."""
MB: Final = 1e6
META_CONSTRUCCION: Final = 3.0
"""Time and memory of building, beside those of bm25s."""
METAS_MS: Final = MappingProxyType({"desarrollo": 3.0, "escala": 8.0})
"""Median of a query, by set."""
DE_FABRICA: Final[str] = Config.model_fields["estrategia"].default
NO_INSTALADO: Final = "no instalado"
FALLO: Final = "falló (su error está arriba)"
SALIDA_USO: Final = 2


@dataclass(frozen=True, slots=True)
class Resultado:
    """What one engine did with one set; None where nothing was to be measured.

    medidas: the mean of each of `MEDIDAS`, by column. auc: how well the score tells the questions
    with an answer from those without. construccion_s: CPU seconds. memoria: bytes. mediana_ms,
    p95_ms: elapsed time of a query.
    """

    preguntas: int
    medidas: Mapping[str, float | None]
    auc: float | None
    construccion_s: float
    memoria: int
    mediana_ms: float
    p95_ms: float


@dataclass(frozen=True, slots=True)
class Conjunto:
    """A folder of documents and the question files that are asked about it."""

    nombre: str
    carpeta: Path
    preguntas: tuple[Path, ...]
    corte: Corte
    solo_tiempos: bool = False


def resumir(
    casos: Sequence[Caso], respuestas: Sequence[Respuesta], construccion_s: float, memoria: int
) -> Resultado:
    """Sum up what an engine answered, one `Respuesta` for each case."""
    pares = list(zip(casos, respuestas, strict=True))
    valores = [medir(caso, respuesta) for caso, respuesta in pares if not caso.sin_respuesta]
    columnas = {n: [v[m] for v in valores if m in v] for n, m in MEDIDAS.items()}
    tiempos = [respuesta.latencia_s * comun.MS for respuesta in respuestas]
    con, sin = (
        [r.puntaje for c, r in pares if c.sin_respuesta is cual and r.puntaje is not None]
        for cual in (False, True)
    )
    return Resultado(
        preguntas=len(casos),
        medidas={n: fmean(columna) if columna else None for n, columna in columnas.items()},
        auc=auc(con, sin) if con and sin else None,
        construccion_s=construccion_s,
        memoria=memoria,
        mediana_ms=median(tiempos),
        p95_ms=comun.percentil(tiempos, 95),
    )


def construir(motor: Motor, carpeta: Path) -> tuple[float, int]:
    """Fill an engine; return the CPU seconds and the bytes by which the process's peak grew."""
    with suppress(OSError):  # a kernel that does not let the peak be reset leaves it as it was
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    residente, inicio = _memoria("VmRSS"), time.process_time()
    motor.cargar(carpeta)
    construccion_s = time.process_time() - inicio
    return construccion_s, max(_memoria("VmHWM") - residente, 0)


def _memoria(campo: str) -> int:
    lineas = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    valor = next(linea for linea in lineas if linea.startswith(f"{campo}:"))
    return int(valor.split()[1]) * 1024


def preguntar(motor: Motor, casos: Sequence[Caso]) -> list[Respuesta]:
    """Ask every question, one at a time, after a few that only warm up."""
    for caso in casos[:CALENTAMIENTO]:
        motor.buscar(caso.pregunta)
    return [motor.buscar(caso.pregunta) for caso in casos]


def medir_aqui(nombre: str, conjunto: Conjunto) -> Resultado:
    """Fill one engine and ask it, in this process."""
    casos = leer_casos(conjunto)
    motor = crear(nombre, conjunto.corte)
    for modulo in motor.requiere:
        __import__(modulo)
    construccion_s, memoria = construir(motor, conjunto.carpeta)
    return resumir(casos, preguntar(motor, casos), construccion_s, memoria)


def medir_aparte(nombre: str, conjunto: Conjunto) -> Resultado | None:
    """Do the same in a fresh process; None when it failed, which it says itself."""
    orden = [sys.executable, __file__, "--aqui", nombre, "--documentos", str(conjunto.carpeta)]
    orden += ["--corte", conjunto.corte, "--preguntas", *map(str, conjunto.preguntas)]
    proceso = subprocess.run(orden, stdout=subprocess.PIPE, text=True, check=False)
    if proceso.returncode:
        return None
    return Resultado(**json.loads(proceso.stdout.splitlines()[-1]))


def leer_casos(conjunto: Conjunto) -> tuple[Caso, ...]:
    """Return the questions of a set. Raises `ErrorEvaluacion`."""
    return tuple(caso for archivo in conjunto.preguntas for caso in leer_preguntas(archivo))


# --- Printing -------------------------------------------------------------------------------


CALIDAD: Final = (*MEDIDAS, "AUC")
COSTO: Final = ("CPU s", "MB", "ms", "ms p95")
ANCHO_NOMBRE: Final = 20
ANCHO: Final = 9


def renglon(nombre: str, celdas: Sequence[str]) -> str:
    """Return a row of the table."""
    return f"{nombre:<{ANCHO_NOMBRE}}" + "".join(f"{celda:>{ANCHO}}" for celda in celdas)


def celdas(resultado: Resultado, solo_tiempos: bool) -> list[str]:
    """Return the figures of a result as they are printed."""
    r = resultado
    costo = [
        f"{r.construccion_s:.2f}",
        f"{r.memoria / MB:.0f}",
        f"{r.mediana_ms:.2f}",
        f"{r.p95_ms:.2f}",
    ]
    if solo_tiempos:
        return costo
    return [*(_cifra(n, valor) for n, valor in (*r.medidas.items(), ("AUC", r.auc))), *costo]


def _cifra(columna: str, valor: float | None) -> str:
    if valor is None:
        return "—"
    return f"{valor:,.0f}" if MEDIDAS.get(columna) == CARACTERES else f"{valor:.3f}"


def comparar(conjunto: Conjunto, motores: Sequence[str]) -> dict[str, Resultado]:
    """Measure the engines with a set, a row each as soon as it is known."""
    cabecera = renglon("motor", COSTO if conjunto.solo_tiempos else (*CALIDAD, *COSTO))
    print(f"{cabecera}\n{'-' * len(cabecera)}", flush=True)
    resultados = {}
    for nombre in motores:
        if ausentes := falta(crear(nombre)):
            print(f"{titulo(nombre):<{ANCHO_NOMBRE}} {NO_INSTALADO} ({', '.join(ausentes)})")
            continue
        resultado = medir_aparte(nombre, conjunto)
        if resultado is None:
            print(f"{titulo(nombre):<{ANCHO_NOMBRE}} {FALLO}", flush=True)
            continue
        resultados[nombre] = resultado
        print(renglon(titulo(nombre), celdas(resultado, conjunto.solo_tiempos)), flush=True)
    return resultados


def juzgar(conjunto: Conjunto, resultados: Mapping[str, Resultado]) -> list[bool]:
    """Print the goals of speed that a set is for, and return which are met.

    They are about the strategy that the service comes with.
    """
    nuestro, ajeno = resultados.get(DE_FABRICA), resultados.get("bm25s")
    cumplidas = []
    if nuestro and conjunto.nombre in METAS_MS:
        que = f"Consulta con «{DE_FABRICA}», mediana"
        cumplidas.append(comun.juzgar(que, nuestro.mediana_ms, METAS_MS[conjunto.nombre], "ms"))
    if nuestro and ajeno and conjunto.solo_tiempos:
        for que, razon in (
            (
                "Tiempo de construir entre el de bm25s",
                nuestro.construccion_s / ajeno.construccion_s,
            ),
            ("Memoria al construir entre la de bm25s", nuestro.memoria / max(ajeno.memoria, 1)),
        ):
            cumplidas.append(comun.juzgar(que, razon, META_CONSTRUCCION, "veces"))
    return cumplidas


# --- The command ----------------------------------------------------------------------------


def propio(pedido: argparse.Namespace) -> Conjunto:
    """Return the set made of a library and its question files, those of its folder by default."""
    carpeta = pedido.documentos
    archivos = pedido.preguntas or [carpeta / NOMBRE_PREGUNTAS]
    return Conjunto(carpeta.name, carpeta, tuple(archivos), pedido.corte)


def de_datos(nombre: str, pedido: argparse.Namespace, pila: ExitStack) -> Conjunto:
    """Return one of the sets of the shared folder; several folders are joined in one of our own."""
    preguntas = pedido.datos / "preguntas" / f"{nombre}.jsonl"
    carpeta, *otras = (pedido.datos / carpeta for carpeta in CONJUNTOS[nombre])
    if otras:
        junta = pila.enter_context(comun.carpeta_temporal())
        for una in (carpeta, *otras):
            shutil.copytree(una, junta / una.name)
        carpeta = junta
    return Conjunto(nombre, carpeta, (preguntas,), pedido.corte)


def elegir(pedido: argparse.Namespace, pila: ExitStack) -> Iterator[Conjunto]:
    """Yield the sets that were asked for; without a shared folder, the sample library."""
    if pedido.documentos:
        yield propio(pedido)
        return
    if pedido.escala:
        actos = de_datos("actos_co", pedido, pila)
        if not actos.carpeta.is_dir():
            raise ErrorEvaluacion(
                f"--escala necesita los actos de «{actos.carpeta}»: revise --datos."
            )
        carpeta = pila.enter_context(comun.carpeta_temporal())
        escribir_actos(actos.carpeta, carpeta, pedido.escala, pedido.bytes)
        yield replace(actos, nombre="escala", carpeta=carpeta, solo_tiempos=True)
        return
    if not pedido.conjunto and not pedido.datos.is_dir():
        print(f"No existe {pedido.datos}: se compara con la biblioteca de muestra.")
        preguntas = tuple(sorted(MUESTRA.glob("*.jsonl")))
        yield Conjunto("muestra", MUESTRA, preguntas, pedido.corte)
        return
    yield from (de_datos(nombre, pedido, pila) for nombre in pedido.conjunto or CONJUNTOS)


def presentar(conjunto: Conjunto) -> None:
    """Print what a set has. Raises `ErrorEvaluacion` when its files do not go together."""
    casos = leer_casos(conjunto)
    comprobar_documentos(casos, leer_documentos(conjunto.carpeta).keys())
    documentos, peso = comun.tamano_de(conjunto.carpeta)
    print(
        f"\n{conjunto.nombre}: {documentos:,} documentos, {peso / MB:.1f} MB, "
        f"{len(casos):,} preguntas"
    )


def recorrer(pedido: argparse.Namespace) -> int:
    """Compare set by set and return the exit status."""
    todos: dict[str, dict[str, Resultado]] = {}
    cumplidas: list[bool] = []
    motores = [nombre for nombre in MOTORES if nombre in (pedido.motores or MOTORES)]
    with ExitStack() as pila:
        for conjunto in elegir(pedido, pila):
            presentar(conjunto)
            resultados = comparar(conjunto, motores)
            todos[conjunto.nombre] = resultados
            cumplidas += juzgar(conjunto, resultados)
    print("\nQué es cada uno:")
    for nombre in motores:
        print(f"  {titulo(nombre)}: {crear(nombre).nota}")
    if pedido.json:
        datos = {c: {m: asdict(r) for m, r in suyos.items()} for c, suyos in todos.items()}
        pedido.json.write_text(json.dumps(datos, indent=1), encoding="utf-8")
    return comun.salida(cumplidas, pedido.exigir)


def main() -> int:
    """Measure what was asked for and print the tables."""
    pedido = opciones()
    try:
        if pedido.aqui:
            print(json.dumps(asdict(medir_aqui(pedido.aqui, propio(pedido)))))
            return 0
        return recorrer(pedido)
    except (ErrorEvaluacion, BibliotecaNoDisponible) as error:
        print(error, file=sys.stderr)
        return SALIDA_USO


if __name__ == "__main__":
    sys.exit(main())
