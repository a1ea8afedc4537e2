"""The same questions through SIAA and through the engines a user could pick instead.

Every engine runs in a process of its own: it reads the documents, builds, and answers the questions
one at a time. Building is CPU time, its memory the growth of the process's peak; a query is elapsed
time of the search alone. An engine that is not installed is reported and left out.
"""

from __future__ import annotations

import argparse
import json
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
from siaa.evaluacion.errores import ErrorEvaluacion
from siaa.evaluacion.medidas import acierto, auc, cubre
from siaa.evaluacion.preguntas import comprobar_documentos, leer_preguntas
from siaa.evaluacion.valores import NOMBRE_PREGUNTAS, Caso, Respuesta

MUESTRA: Final = comun.RAIZ / "documentos"
LIMITES: Final = (800, 1_600, 2_400, 4_800)
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
    """What one engine did with one set. Shares from 0 to 1, None where nothing was to be measured.

    cobertura: one share for each of `LIMITES`. enviados: mean characters sent. auc: how well the
    score tells the questions with an answer from those without. construccion_s: CPU seconds.
    memoria: bytes. mediana_ms, p95_ms: elapsed time of a query.
    """

    preguntas: int
    recall_1: float | None
    recall_2: float | None
    cobertura: tuple[float | None, ...]
    enviados: float | None
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


def media(valores: Sequence[float] | Sequence[bool]) -> float | None:
    """Return the mean, or None of nothing."""
    return fmean(valores) if valores else None


def medir(
    casos: Sequence[Caso], respuestas: Sequence[Respuesta], construccion_s: float, memoria: int
) -> Resultado:
    """Sum up what an engine answered, one `Respuesta` for each case."""
    pares = list(zip(casos, respuestas, strict=True))
    contestables = [(c, r) for c, r in pares if not c.sin_respuesta]
    con_texto = [(c, r) for c, r in contestables if c.respuestas]
    tiempos = [r.latencia_s * comun.MS for r in respuestas]
    con, sin = (
        [r.puntaje for c, r in pares if c.sin_respuesta is cual and r.puntaje is not None]
        for cual in (False, True)
    )
    return Resultado(
        preguntas=len(casos),
        recall_1=media([acierto(r.documentos, c.documento, 1) for c, r in contestables]),
        recall_2=media([acierto(r.documentos, c.documento, 2) for c, r in contestables]),
        cobertura=tuple(
            media([cubre(r.largo, c, hasta) for c, r in con_texto]) for hasta in LIMITES
        ),
        enviados=media([len(r.enviado.texto) for _, r in contestables]),
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
    return medir(casos, preguntar(motor, casos), construccion_s, memoria)


def medir_aparte(nombre: str, conjunto: Conjunto) -> Resultado | None:
    """Do the same in a fresh process; None when it failed, which it says itself."""
    orden = [sys.executable, __file__, "--aqui", nombre, "--documentos", str(conjunto.carpeta)]
    orden += ["--corte", conjunto.corte, "--preguntas", *map(str, conjunto.preguntas)]
    proceso = subprocess.run(orden, stdout=subprocess.PIPE, text=True, check=False)
    if proceso.returncode:
        return None
    datos = json.loads(proceso.stdout.splitlines()[-1])
    return Resultado(**{**datos, "cobertura": tuple(datos["cobertura"])})


def leer_casos(conjunto: Conjunto) -> tuple[Caso, ...]:
    """Return the questions of a set. Raises `ErrorEvaluacion`."""
    return tuple(caso for archivo in conjunto.preguntas for caso in leer_preguntas(archivo))


# --- Printing -------------------------------------------------------------------------------


CALIDAD: Final = ("r@1", "r@2", *(f"c{limite}" for limite in LIMITES), "enviados", "AUC")
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
    proporciones = [_proporcion(v) for v in (r.recall_1, r.recall_2, *r.cobertura)]
    enviados = "—" if r.enviados is None else f"{r.enviados:,.0f}"
    return [*proporciones, enviados, _proporcion(r.auc), *costo]


def _proporcion(valor: float | None) -> str:
    return "—" if valor is None else f"{valor:.3f}"


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


def de_datos(nombre: str, pedido: argparse.Namespace) -> Conjunto:
    """Return one of the sets of the shared folder."""
    preguntas = pedido.datos / "preguntas" / f"{nombre}.jsonl"
    return Conjunto(nombre, pedido.datos / CONJUNTOS[nombre], (preguntas,), pedido.corte)


def elegir(pedido: argparse.Namespace, pila: ExitStack) -> Iterator[Conjunto]:
    """Yield the sets that were asked for; without a shared folder, the sample library."""
    if pedido.documentos:
        yield propio(pedido)
        return
    if pedido.escala:
        actos = de_datos("actos_co", pedido)
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
    yield from (de_datos(nombre, pedido) for nombre in pedido.conjunto or CONJUNTOS)


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
