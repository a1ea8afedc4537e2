"""Cases × a system → rows: what it did with each question, and the measures of that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Final

from siaa.evaluacion.medidas import acierto, cubre, rango_reciproco
from siaa.evaluacion.perturbaciones import PERTURBACIONES
from siaa.evaluacion.valores import Caso, Respuesta, Sistema

LIMITES: Final = (800, 1600, 2400, 4800)
"""Characters of context at which coverage is counted."""
CURVA: Final = (200, 400, 600, 800, 1200, 1600, 2000, 2400, 3200, 4000, 4800)
"""Characters of context at which coverage is drawn."""
ENVIADO: Final = "cobertura enviado"
CARACTERES: Final = "caracteres"
MEDIDAS: Final = (
    "recall@1",
    "recall@2",
    "MRR@10",
    *(f"cobertura@{limite}" for limite in LIMITES),
    ENVIADO,
    CARACTERES,
)
"""The measures of a question; all are better when larger, except the characters sent."""

Avance = Callable[[Sequence[Caso]], Iterable[Caso]]
"""Wraps the cases that are about to be asked, to show how far the run has come."""


@dataclass(frozen=True, slots=True)
class FilaMedida:
    """A case, the question as it was asked, what was done with it and what that is worth.

    `valores` has one value for each of `MEDIDAS` that applies to the case: without answers there
    is no coverage, without a right document nothing but the characters.
    """

    caso: Caso
    preguntada: str
    respuesta: Respuesta
    valores: Mapping[str, float]


def preguntar(
    casos: Sequence[Caso], sistema: Sistema, perturbaciones: Sequence[str], avance: Avance = iter
) -> tuple[FilaMedida, ...]:
    """Ask a system every question, in order, each as the perturbations (by name) leave it."""
    return tuple(_fila(caso, sistema, perturbaciones) for caso in avance(casos))


def preguntar_sin_documento(
    casos: Sequence[Caso],
    sistema_sin: Callable[[str], Sistema],
    perturbaciones: Sequence[str],
    avance: Avance = iter,
) -> tuple[FilaMedida, ...]:
    """Ask each question of a library that lacks its right document.

    `sistema_sin` is called once for each document, with its key. The rows come grouped by it.
    """
    juntos = sorted(casos, key=lambda caso: caso.documento)
    filas: list[FilaMedida] = []
    for clave, grupo in groupby(avance(juntos), key=lambda caso: caso.documento):
        sistema = sistema_sin(clave)
        filas += [_fila(caso, sistema, perturbaciones) for caso in grupo]
    return tuple(filas)


def _fila(caso: Caso, sistema: Sistema, perturbaciones: Sequence[str]) -> FilaMedida:
    pregunta = perturbar(caso.pregunta, perturbaciones)
    respuesta = sistema(pregunta)
    return FilaMedida(caso, pregunta, respuesta, MappingProxyType(medir(caso, respuesta)))


def perturbar(pregunta: str, perturbaciones: Sequence[str]) -> str:
    """Apply the named perturbations to a question, in the order of their table."""
    for nombre, cambiar in PERTURBACIONES.items():
        if nombre in perturbaciones:
            pregunta = cambiar(pregunta)
    return pregunta


def medir(caso: Caso, respuesta: Respuesta) -> dict[str, float]:
    """Return the measures that apply to one case, by name."""
    valores = {CARACTERES: float(len(respuesta.enviado.texto))}
    if not caso.documento:
        return valores
    documentos = respuesta.documentos
    valores["recall@1"] = float(acierto(documentos, caso.documento, 1))
    valores["recall@2"] = float(acierto(documentos, caso.documento, 2))
    valores["MRR@10"] = rango_reciproco(documentos, caso.documento)
    if caso.respuestas:
        for limite in LIMITES:
            cubierta = cubre(respuesta.largo, caso, limite)
            valores[f"cobertura@{limite}"] = float(cubierta)
        valores[ENVIADO] = float(cubre(respuesta.enviado, caso, None))
    return valores


def curva_de_cobertura(filas: Sequence[FilaMedida]) -> tuple[tuple[int, float], ...]:
    """Return (characters, coverage) along `CURVA`; empty when no question has answers."""
    con_respuesta = [fila for fila in filas if fila.caso.respuestas]
    if not con_respuesta:
        return ()
    cubiertas = (
        (limite, sum(cubre(f.respuesta.largo, f.caso, limite) for f in con_respuesta))
        for limite in CURVA
    )
    return tuple((limite, cuantas / len(con_respuesta)) for limite, cuantas in cubiertas)
