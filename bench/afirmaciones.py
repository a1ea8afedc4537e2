"""What the checker of answers finds, and what it marks wrongly, by kind of error.

Each line of the set is one sentence and the passage that it was written from: faithful, word for
word or in other words, or false in one known way. «Found» is any state but `respaldada`. Thresholds
and tables were chosen on three passages of every four; the fourth reports.
"""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from statistics import NormalDist, median
from typing import Final

import comun

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.recorrido.verificacion import comprobar
from siaa.redaccion.afirmaciones.frase import Estado, Frase
from siaa.redaccion.afirmaciones.revision import revisar
from siaa.valores import Contexto, Fuente

CONJUNTO: Final = comun.RAIZ.parent / "shared" / "preguntas" / "afirmaciones.jsonl"
HALLAR: Final = (
    ("número en palabras", ("numeral_palabra",), 0.97),
    ("mes", ("mes",), 0.97),
    ("unidad", ("unidad",), 0.97),
    ("porcentaje", ("porcentaje",), 0.97),
    ("número en cifras", ("cifra",), 0.97),
    ("fecha", ("fecha",), 0.97),
    ("norma o artículo", ("norma",), 0.97),
    ("límite", ("limite",), 0.85),
    ("obligación", ("modalidad",), 0.85),
    ("negación", ("negacion",), 0.85),
    ("alcance", ("alcance",), 0.60),
    ("quién actúa", ("rol",), 0.60),
    ("invento", ("invento",), 0.80),
)
CALLAR: Final = (("palabra por palabra", ("literal",), 0.01), ("paráfrasis", ("parafrasis",), 0.06))
ACTOS: Final = comun.RAIZ.parent / "shared" / "actos_co"
BIBLIOTECA: Final = 200
"""Acts of a library that a sentence is looked up in: those of the set, and the first others."""
A_LA_VEZ: Final = 10
"""Sentences of a text that is checked against it."""
APARTE: Final = 3
CONTEXTO: Final = 3_000
RESPUESTA: Final = 1_600
"""Characters of passages, and of an answer of 400 tokens."""
META_MS: Final = 5.0
RONDAS: Final = 7


@dataclass(frozen=True, slots=True)
class Linea:
    """A sentence of the set and its passage. informa: whether it is kept to report on."""

    pasaje: str
    documento: str
    frase: str
    fiel: bool
    tipo: str
    informa: bool


def leer(ruta: Path) -> list[Linea]:
    """Read the set; every fourth passage, in the order in which they come, is kept to report."""
    lineas = [json.loads(renglon) for renglon in ruta.read_text(encoding="utf-8").splitlines()]
    lugares = {pasaje: n for n, pasaje in enumerate(dict.fromkeys(d["pasaje"] for d in lineas))}
    campos = ("pasaje", "documento", "frase", "fiel", "tipo")
    return [
        Linea(**{c: d[c] for c in campos}, informa=lugares[d["pasaje"]] % 4 == APARTE)
        for d in lineas
    ]


def contexto(pasajes: Iterable[tuple[str, str]]) -> Contexto:
    """Return a context of (document, passage), as the service would send it."""
    texto, fuentes = "", []
    for n, (documento, pasaje) in enumerate(pasajes, 1):
        inicio, fin = len(texto), len(texto) + len(pasaje)
        fuentes.append(Fuente(n, documento, "", "", "", 0, inicio, fin, 0, 0, ()))
        texto += f"{pasaje}\n\n"
    return Contexto(texto, tuple(fuentes))


def marcada(frases: Sequence[Frase]) -> bool:
    """Tell whether any sentence is not vouched for."""
    return any(frase.estado is not Estado.RESPALDADA for frase in frases)


def intervalo(hallados: int, todos: int) -> tuple[float, float]:
    """Return Wilson's interval of a proportion, at 95 %."""
    z = NormalDist().inv_cdf(0.975)
    parte, resto = hallados / todos, 1 + z * z / todos
    centro = (parte + z * z / (2 * todos)) / resto
    ancho = z * math.sqrt(parte * (1 - parte) / todos + z * z / (4 * todos**2)) / resto
    return max(0.0, centro - ancho), min(1.0, centro + ancho)


def medir(lineas: Sequence[Linea]) -> Mapping[str, list[bool]]:
    """Return, by kind, whether each sentence was marked against its own passage."""
    marcas: dict[str, list[bool]] = {}
    for linea in lineas:
        frases = revisar(linea.frase, contexto([(linea.documento, linea.pasaje)]))
        marcas.setdefault(linea.tipo, []).append(marcada(frases))
    return marcas


def tabla(nombre: str, marcas: Mapping[str, list[bool]]) -> list[bool]:
    """Print what was marked of each kind, with its interval, and return which goals are met."""
    comun.encabezar(nombre, "marcadas", "de", "parte", "intervalo", "meta")
    cumplidas = []
    for grupo, al_menos in ((HALLAR, True), (CALLAR, False)):
        for titulo, tipos, meta in grupo:
            suyas = [marca for tipo in tipos for marca in marcas.get(tipo, ())]
            if not suyas:
                continue
            parte = sum(suyas) / len(suyas)
            bajo, alto = intervalo(sum(suyas), len(suyas))
            signo = "≥" if al_menos else "≤"
            comun.anotar(
                titulo,
                str(sum(suyas)),
                str(len(suyas)),
                f"{parte:.2f}",
                f"{bajo:.2f}–{alto:.2f}",
                f"{signo} {meta:.2f}",
            )
            cumplidas.append(parte >= meta if al_menos else parte <= meta)
    return cumplidas


def entre_otros(lineas: Sequence[Linea]) -> tuple[int, int]:
    """Count the faithful sentences that four passages together call at odds, and all of them."""
    fieles = [linea for linea in lineas if linea.fiel]
    pasajes = list(dict.fromkeys((linea.documento, linea.pasaje) for linea in lineas))
    discrepan = 0
    for linea in fieles:
        propio = pasajes.index((linea.documento, linea.pasaje))
        juntos = [pasajes[(propio + n) % len(pasajes)] for n in range(4)]
        frases = revisar(linea.frase, contexto(juntos))
        discrepan += any(frase.estado is Estado.DISCREPA for frase in frases)
    return discrepan, len(fieles)


def en_biblioteca(lineas: Sequence[Linea], actos: Path) -> tuple[list[bool], list[bool]]:
    """Return whether each faithful and each false sentence is vouched for by some of many acts."""
    propias = [linea for linea in lineas if (actos / linea.documento).is_file()]
    suyos = {linea.documento for linea in propias}
    otros = [ruta.name for ruta in sorted(actos.glob("*.md")) if ruta.name not in suyos]
    fieles: list[bool] = []
    falsas: list[bool] = []
    with comun.carpeta_temporal() as carpeta:
        for nombre in (*suyos, *otros[: BIBLIOTECA - len(suyos)]):
            shutil.copy(actos / nombre, carpeta)
        indice, ajustes = cargar_biblioteca(carpeta), ajustes_consulta(Config())
        for desde in range(0, len(propias), A_LA_VEZ):
            juntas = propias[desde : desde + A_LA_VEZ]
            texto = "\n\n".join(linea.frase for linea in juntas)
            frases, _ = comprobar(indice, texto, ajustes)
            inicio = 0
            for linea in juntas:
                fin = inicio + len(linea.frase)
                suyas = [frase for frase in frases if inicio <= frase.desde < fin]
                (fieles if linea.fiel else falsas).append(not marcada(suyas))
                inicio = fin + 2
    return fieles, falsas


def velocidad(lineas: Sequence[Linea]) -> float:
    """Return the CPU milliseconds that an answer takes: the median over made-up answers."""
    grupos = [(pasaje, list(g)) for pasaje, g in groupby(lineas, lambda linea: linea.pasaje)]
    tiempos = []
    for desde in range(0, len(grupos) - 4, 4):
        juntos = grupos[desde : desde + 4]
        largo = CONTEXTO // len(juntos)
        con = contexto((suyas[0].documento, pasaje[:largo]) for pasaje, suyas in juntos)
        respuesta = "\n".join(linea.frase for _, suyas in juntos for linea in suyas[:4])
        llamada = comun.cronometrar(partial(revisar, respuesta[:RESPUESTA], con), RONDAS)
        tiempos.append(median(llamada[1:]))
    return median(tiempos)


def principal() -> int:
    """Measure and report."""
    opciones = comun.analizador("Mide lo que se comprueba de las respuestas, por clase de error.")
    opciones.add_argument("--conjunto", type=Path, default=CONJUNTO, help="frases y sus pasajes")
    dadas = opciones.parse_args()
    if not dadas.conjunto.is_file():
        print(f"No existe {dadas.conjunto}: no hay qué medir.")
        return comun.salida([], dadas.exigir)
    lineas = leer(dadas.conjunto)
    for informa, nombre in ((False, "para elegir"), (True, "para informar")):
        cumplidas = tabla(nombre, medir([linea for linea in lineas if linea.informa == informa]))
    discrepan, fieles = entre_otros(lineas)
    print(f"\nFieles que discrepan entre cuatro pasajes: {discrepan} de {fieles}")
    if ACTOS.is_dir():
        vistas = en_biblioteca(lineas, ACTOS)
        fieles_vistas, falsas_vistas = (f"{sum(unas)} de {len(unas)}" for unas in vistas)
        print(f"Con respaldo en {BIBLIOTECA} actos: {fieles_vistas} fieles, {falsas_vistas} falsas")
    cumplidas.append(comun.juzgar("una respuesta de 400 tokens", velocidad(lineas), META_MS, "ms"))
    return comun.salida(cumplidas, dadas.exigir)


if __name__ == "__main__":
    raise SystemExit(principal())
