"""Rows → the report: every number that the table shows and the JSON holds. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.evaluacion.corrida import (
    CARACTERES,
    COBERTURAS,
    ENTEROS,
    MEDIDAS,
    FilaMedida,
    PreguntaFallada,
)
from siaa.evaluacion.medidas import (
    Estimacion,
    PuntoDeError,
    costo_de_umbrales,
    estimar,
    estimar_auc,
)

VERSION: Final = 2
"""Of the JSON: it changes when a key changes its name or its meaning."""
SIN_TIPO: Final = "(sin tipo)"


@dataclass(frozen=True, slots=True)
class Grupo:
    """The measures that apply to some of the questions; each estimate says over how many."""

    nombre: str
    preguntas: int
    medidas: Mapping[str, Estimacion]


@dataclass(frozen=True, slots=True)
class Deteccion:
    """How well the score tells the questions that the library answers from those it does not."""

    contestables: int
    incontestables: int
    auc: Estimacion
    umbrales: tuple[PuntoDeError, ...]


@dataclass(frozen=True, slots=True)
class InformeCorrida:
    """One configuration: its settings and how it did.

    `leidos`: passages that have readings. `cobertura`: share of the answers that stand in so many
    characters of what is sent. Latency in milliseconds. `detalle`: every
    question, with what was sent for it; `sin_respuesta`: those without an answer.
    """

    nombre: str
    ajustes: Mapping[str, Any]
    avisos: tuple[str, ...]
    documentos: int
    leidos: int
    total: Grupo
    cobertura: Mapping[str, float]
    mediana_ms: float
    p95_ms: float
    colecciones: tuple[Grupo, ...]
    tipos: tuple[Grupo, ...]
    deteccion: Deteccion | None
    fallos: tuple[PreguntaFallada, ...]
    detalle: tuple[FilaMedida, ...]
    sin_respuesta: tuple[FilaMedida, ...]


@dataclass(frozen=True, slots=True)
class Diferencia:
    """One measure of the first run less that of the second, question by question.

    `ganadas`: questions that the first does better (fewer characters are better).
    """

    medida: str
    diferencia: Estimacion
    ganadas: int
    perdidas: int
    iguales: int

    @property
    def veredicto(self) -> str:
        """What the interval of the difference lets be said of the first run, in words."""
        bajo, alto = self.diferencia.bajo, self.diferencia.alto
        if not (bajo > 0 or alto < 0):
            return "no se distinguen"
        return "mejor" if (bajo > 0) != (self.medida == CARACTERES) else "peor"


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
    ms = [fila.respuesta.latencia_s * 1000 for fila in filas or incontestables] or [0.0]
    return InformeCorrida(
        nombre=nombre,
        ajustes=ajustes,
        avisos=indice.avisos,
        documentos=len(indice.documentos),
        leidos=len(indice.lecturas.preguntas),
        total=agrupar("todas", filas),
        cobertura={medida: float(np.mean(v)) for medida in COBERTURAS if (v := _de(medida, filas))},
        mediana_ms=float(np.median(ms)),
        p95_ms=float(np.quantile(ms, 0.95)),
        colecciones=_grupos(filas, lambda f: indice.documentos[f.caso.documento].coleccion),
        tipos=_grupos(filas, lambda f: f.caso.tipo or SIN_TIPO),
        deteccion=detectar(filas, incontestables),
        fallos=fallos,
        detalle=tuple(filas),
        sin_respuesta=tuple(incontestables),
    )


def _de(medida: str, filas: Sequence[FilaMedida]) -> list[float]:
    return [fila.valores[medida] for fila in filas if medida in fila.valores]


def agrupar(nombre: str, filas: Sequence[FilaMedida]) -> Grupo:
    """Estimate every measure over some rows."""
    medidas = {medida: estimar(v) for medida in MEDIDAS if (v := _de(medida, filas))}
    return Grupo(nombre, len(filas), medidas)


def _grupos(filas: Sequence[FilaMedida], nombre: Callable[[FilaMedida], str]) -> tuple[Grupo, ...]:
    """Estimate the measures of each group by name; one group alone would repeat the total."""
    nombres = sorted({nombre(fila) for fila in filas})
    if len(nombres) < 2:
        return ()
    return tuple(agrupar(n, [fila for fila in filas if nombre(fila) == n]) for n in nombres)


def detectar(filas: Sequence[FilaMedida], incontestables: Sequence[FilaMedida]) -> Deteccion | None:
    """Return how well the score separates both; None without either."""
    if not filas or not incontestables:
        return None
    buenos, malos = ([fila.respuesta.puntaje for fila in lado] for lado in (filas, incontestables))
    umbrales = costo_de_umbrales(buenos, malos)
    return Deteccion(len(buenos), len(malos), estimar_auc(buenos, malos), umbrales)


def comparar(una: InformeCorrida, otra: InformeCorrida) -> Comparacion:
    """Compare two runs over the same cases in the same order."""
    ventajas = [_ventajas(*par) for par in zip(una.detalle, otra.detalle, strict=True)]
    diferencias = (_diferencia(m, v) for m in MEDIDAS if (v := [x[m] for x in ventajas if m in x]))
    cambios = filter(None, map(_cambio, una.detalle, ventajas))
    return Comparacion(una.nombre, otra.nombre, tuple(diferencias), tuple(cambios))


def _ventajas(fila: FilaMedida, otra: FilaMedida) -> dict[str, float]:
    comunes = (m for m in MEDIDAS if m in fila.valores and m in otra.valores)
    return {medida: fila.valores[medida] - otra.valores[medida] for medida in comunes}


def _diferencia(medida: str, ventajas: Sequence[float]) -> Diferencia:
    arriba, abajo = sum(v > 0 for v in ventajas), sum(v < 0 for v in ventajas)
    ganadas, perdidas = (abajo, arriba) if medida == CARACTERES else (arriba, abajo)
    iguales = len(ventajas) - arriba - abajo
    return Diferencia(medida, estimar(ventajas), ganadas, perdidas, iguales)


def _cambio(fila: FilaMedida, ventajas: Mapping[str, float]) -> Cambio | None:
    propias = {m: v for m, v in ventajas.items() if m not in (CARACTERES, ENTEROS)}
    gana = tuple(medida for medida, ventaja in propias.items() if ventaja > 0)
    pierde = tuple(medida for medida, ventaja in propias.items() if ventaja < 0)
    return Cambio(fila.caso.pregunta, fila.caso.documento, gana, pierde) if gana or pierde else None


def a_json(valor: Any) -> dict[str, Any]:
    """Return a part of a report as `json` wants it: the `default` of its encoder."""
    if isinstance(valor, Mapping):
        return dict(valor)
    return {campo.name: getattr(valor, campo.name) for campo in fields(valor)}
