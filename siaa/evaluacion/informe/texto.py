"""Rows → the report: every number that the table shows and the JSON holds. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.evaluacion.corrida import CARACTERES, MEDIDAS, FilaMedida, curva_de_cobertura
from siaa.evaluacion.informe.fallos import PreguntaFallada
from siaa.evaluacion.medidas import (
    Estimacion,
    PuntoDeError,
    curva_de_error,
    estimar,
    estimar_auc,
    lugar,
    prueba_de_signos,
)

VERSION: Final = 1
"""Of the JSON: it changes when a key changes its name or its meaning."""
PUNTOS_DE_CURVA: Final = 200
"""An error curve has as many points as scores; this many tell the same."""
CIFRAS: Final = 8
"""Significant digits of the JSON; more would only make it longer."""
SIN_TIPO: Final = "(sin tipo)"


@dataclass(frozen=True, slots=True)
class Latencia:
    """What precedes the model, milliseconds. NaN without questions."""

    mediana_ms: float
    p95_ms: float


@dataclass(frozen=True, slots=True)
class Grupo:
    """The measures over some of the questions; each estimate says over how many."""

    nombre: str
    preguntas: int
    medidas: Mapping[str, Estimacion]
    latencia: Latencia


@dataclass(frozen=True, slots=True)
class Deteccion:
    """How well the score tells the questions that the library answers from those it does not."""

    contestables: int
    incontestables: int
    auc: Estimacion
    curva: tuple[PuntoDeError, ...]


@dataclass(frozen=True, slots=True)
class Detalle:
    """One question in the report. `documentos`: the first ten; latency in milliseconds."""

    pregunta: str
    documento: str
    tipo: str
    lugar: int
    documentos: tuple[str, ...]
    puntaje: float | None
    latencia_ms: float
    medidas: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class InformeCorrida:
    """One configuration: its settings and how it did."""

    nombre: str
    ajustes: Mapping[str, Any]
    documentos: int
    fragmentos: int
    huella: str
    total: Grupo
    colecciones: tuple[Grupo, ...]
    tipos: tuple[Grupo, ...]
    curva: tuple[tuple[int, float], ...]
    deteccion: Deteccion | None
    fallos: tuple[PreguntaFallada, ...]
    detalle: tuple[Detalle, ...]
    sin_respuesta: tuple[Detalle, ...]


@dataclass(frozen=True, slots=True)
class Diferencia:
    """One measure of the first run less that of the second, question by question.

    `ganadas`: questions that the first does better (fewer characters are better). `p`: of an
    exact sign test, two-sided.
    """

    medida: str
    diferencia: Estimacion
    ganadas: int
    perdidas: int
    iguales: int
    p: float


@dataclass(frozen=True, slots=True)
class Cambio:
    """A question that two runs do differently: the measures that the first gains and loses."""

    pregunta: str
    documento: str
    gana: tuple[str, ...]
    pierde: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparacion:
    """Two runs over the same questions, pair by pair."""

    una: str
    otra: str
    diferencias: tuple[Diferencia, ...]
    cambios: tuple[Cambio, ...]


@dataclass(frozen=True, slots=True)
class Informe:
    """The whole of an evaluation. `mitad` is 0 when every question was asked."""

    version: int
    siaa: str
    preguntas: str
    mitad: int
    perturbaciones: tuple[str, ...]
    avisos: tuple[str, ...]
    corridas: tuple[InformeCorrida, ...]
    comparacion: Comparacion | None


def informar_corrida(
    nombre: str,
    ajustes: Mapping[str, Any],
    indice: Indice,
    filas: Sequence[FilaMedida],
    incontestables: Sequence[FilaMedida],
    fallos: tuple[PreguntaFallada, ...],
) -> InformeCorrida:
    """Sum up a run: `filas` have a right document, `incontestables` none in their library."""
    return InformeCorrida(
        nombre=nombre,
        ajustes=ajustes,
        documentos=len(indice.documentos),
        fragmentos=indice.total_chunks,
        huella=indice.huella,
        total=agrupar("todas", filas),
        colecciones=_grupos(filas, lambda f: indice.documentos[f.caso.documento].coleccion),
        tipos=_grupos(filas, lambda f: f.caso.tipo or SIN_TIPO),
        curva=curva_de_cobertura(filas),
        deteccion=detectar(filas, incontestables),
        fallos=fallos,
        detalle=tuple(map(_detalle, filas)),
        sin_respuesta=tuple(map(_detalle, incontestables)),
    )


def agrupar(nombre: str, filas: Sequence[FilaMedida]) -> Grupo:
    """Estimate every measure over some rows."""
    valores = {
        medida: [f.valores[medida] for f in filas if medida in f.valores] for medida in MEDIDAS
    }
    ms = [fila.respuesta.latencia_s * 1000 for fila in filas] or [math.nan]
    return Grupo(
        nombre=nombre,
        preguntas=len(filas),
        medidas={medida: estimar(muestra) for medida, muestra in valores.items()},
        latencia=Latencia(float(np.median(ms)), float(np.quantile(ms, 0.95))),
    )


def _grupos(filas: Sequence[FilaMedida], nombre: Callable[[FilaMedida], str]) -> tuple[Grupo, ...]:
    """Estimate the measures of each group by name; one group alone would repeat the total."""
    nombres = sorted({nombre(fila) for fila in filas})
    if len(nombres) < 2:
        return ()
    return tuple(agrupar(n, [fila for fila in filas if nombre(fila) == n]) for n in nombres)


def detectar(filas: Sequence[FilaMedida], incontestables: Sequence[FilaMedida]) -> Deteccion | None:
    """Return how well the score separates both; None without either or without a score."""
    buenos = [f.respuesta.puntaje for f in filas if f.respuesta.puntaje is not None]
    malos = [f.respuesta.puntaje for f in incontestables if f.respuesta.puntaje is not None]
    if not buenos or not malos:
        return None
    curva = curva_de_error(buenos, malos)
    cada = max(1, math.ceil(len(curva) / PUNTOS_DE_CURVA))
    return Deteccion(len(buenos), len(malos), estimar_auc(buenos, malos), curva[::cada])


def _detalle(fila: FilaMedida) -> Detalle:
    caso, respuesta = fila.caso, fila.respuesta
    return Detalle(
        pregunta=fila.preguntada,
        documento=caso.documento,
        tipo=caso.tipo,
        lugar=lugar(respuesta.documentos, caso.documento),
        documentos=respuesta.documentos,
        puntaje=respuesta.puntaje,
        latencia_ms=respuesta.latencia_s * 1000,
        medidas=fila.valores,
    )


def comparar(
    una: str, filas: Sequence[FilaMedida], otra: str, otras: Sequence[FilaMedida]
) -> Comparacion:
    """Compare two runs over the same cases in the same order."""
    pares = tuple(zip(filas, otras, strict=True))
    return Comparacion(
        una=una,
        otra=otra,
        diferencias=tuple(_diferencia(medida, pares) for medida in MEDIDAS),
        cambios=tuple(cambio for par in pares if (cambio := _cambio(*par))),
    )


def _ventaja(medida: str, fila: FilaMedida, otra: FilaMedida) -> float:
    """Return by how much the first does better at a measure that both have."""
    ventaja = fila.valores[medida] - otra.valores[medida]
    return -ventaja if medida == CARACTERES else ventaja


def _diferencia(medida: str, pares: Sequence[tuple[FilaMedida, FilaMedida]]) -> Diferencia:
    medidos = [(una, otra) for una, otra in pares if medida in una.valores]
    ventajas = [_ventaja(medida, una, otra) for una, otra in medidos]
    ganadas = sum(v > 0 for v in ventajas)
    perdidas = sum(v < 0 for v in ventajas)
    return Diferencia(
        medida=medida,
        diferencia=estimar([una.valores[medida] - otra.valores[medida] for una, otra in medidos]),
        ganadas=ganadas,
        perdidas=perdidas,
        iguales=len(ventajas) - ganadas - perdidas,
        p=prueba_de_signos(ganadas, perdidas),
    )


def _cambio(fila: FilaMedida, otra: FilaMedida) -> Cambio | None:
    comunes = [medida for medida in MEDIDAS if medida in fila.valores and medida != CARACTERES]
    gana = tuple(m for m in comunes if _ventaja(m, fila, otra) > 0)
    pierde = tuple(m for m in comunes if _ventaja(m, fila, otra) < 0)
    return Cambio(fila.preguntada, fila.caso.documento, gana, pierde) if gana or pierde else None


def a_json(valor: Any) -> Any:
    """Return a report as plain dictionaries and lists; what is not a number becomes null."""
    if is_dataclass(valor):
        return {campo.name: a_json(getattr(valor, campo.name)) for campo in fields(valor)}
    if isinstance(valor, Mapping):
        return {str(clave): a_json(uno) for clave, uno in valor.items()}
    if isinstance(valor, tuple | list):
        return [a_json(uno) for uno in valor]
    if isinstance(valor, float):
        return float(f"{valor:.{CIFRAS}g}") if math.isfinite(valor) else None
    return valor
