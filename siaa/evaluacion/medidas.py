"""The formulas of an evaluation, one pure function each. No file, no clock, no hidden chance."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from siaa.evaluacion.valores import Caso
from siaa.valores import Contexto

REPETICIONES: Final = 2000
"""Resamples of a bootstrap: the ends of an interval move by less than the third decimal."""
SEMILLA: Final = 20240229
"""Chance is seeded, so that the same questions give the same intervals."""
SORTEOS_POR_BLOQUE: Final = 1_000_000
NIVEL: Final = 0.95
HASTA: Final = 10
"""Places of the list that count for the reciprocal rank."""

_PALABRA = re.compile(r"[^\W_]+")


def plano(texto: str) -> str:
    """Return a text as answers are compared: letters and digits, apart by single spaces.

    Lower case, without accents nor the tilde of ñ; any run of other characters is one space.
    """
    partes = unicodedata.normalize("NFD", texto.lower())
    return " ".join(_PALABRA.findall("".join(c for c in partes if not unicodedata.combining(c))))


def contiene(texto: str, respuesta: str) -> bool:
    """Return whether an answer occurs in a text, both plain; an empty answer occurs nowhere.

    An answer may begin or end within a word, as one that was cut out by its length does.
    """
    buscada = plano(respuesta)
    return bool(buscada) and buscada in plano(texto)


def cubre(contexto: Contexto, caso: Caso, limite: int | None) -> bool:
    """Return whether the first `limite` characters of a context answer a question.

    An answer has to stand inside one fragment of the right document: near-duplicate manuals hold
    the same words, and the answer of the wrong court is wrong. None is the whole context.
    """
    tope = len(contexto.texto) if limite is None else limite
    for fuente in contexto.fuentes:
        if fuente.doc.lower() == caso.documento and fuente.inicio < tope:
            texto = contexto.texto[fuente.inicio : min(fuente.fin, tope)]
            if any(contiene(texto, respuesta) for respuesta in caso.respuestas):
                return True
    return False


def lugar(documentos: Sequence[str], documento: str) -> int:
    """Return the place of the right document in a list, counted from 1; 0 when it is not there."""
    return documentos.index(documento) + 1 if documento in documentos else 0


def acierto(documentos: Sequence[str], documento: str, hasta: int) -> bool:
    """Return whether the right document is among the first `hasta` (recall@k of one question)."""
    return 0 < lugar(documentos, documento) <= hasta


def rango_reciproco(documentos: Sequence[str], documento: str, hasta: int = HASTA) -> float:
    """Return 1/place of the right document, 0 beyond the first `hasta`.

    Its mean over the questions is the MRR (Voorhees, TREC-8 Question Answering Track, 1999).
    """
    puesto = lugar(documentos, documento)
    return 1.0 / puesto if 0 < puesto <= hasta else 0.0


@dataclass(frozen=True, slots=True)
class Estimacion:
    """A mean over `n` questions with its interval. Without questions all three are NaN."""

    valor: float
    bajo: float
    alto: float
    n: int


def estimar(valores: Sequence[float] | Sequence[bool]) -> Estimacion:
    """Return the mean of a measure with its 95 % interval: a percentile bootstrap over questions.

    Efron & Tibshirani, An Introduction to the Bootstrap (1993), chapter 13. Given the differences
    of two systems on the same questions, it is the paired bootstrap of their difference.
    """
    muestra = np.asarray(valores, dtype=np.float64)
    if muestra.size == 0:
        return Estimacion(math.nan, math.nan, math.nan, 0)
    medias = np.concatenate(list(_medias(muestra)))
    return Estimacion(float(muestra.mean()), *_extremos(medias), int(muestra.size))


def _medias(muestra: NDArray[np.float64]) -> Iterator[NDArray[np.float64]]:
    """Yield the means of all resamples, in blocks that keep the memory small."""
    azar = np.random.default_rng(SEMILLA)
    por_bloque = max(1, SORTEOS_POR_BLOQUE // muestra.size)
    for hechas in range(0, REPETICIONES, por_bloque):
        cuantas = min(por_bloque, REPETICIONES - hechas)
        yield muestra[azar.integers(0, muestra.size, (cuantas, muestra.size))].mean(axis=1)


def _extremos(medias: NDArray[np.float64]) -> tuple[float, float]:
    cola = (1 - NIVEL) / 2
    bajo, alto = np.quantile(medias, (cola, 1 - cola))
    return float(bajo), float(alto)


def prueba_de_signos(ganadas: int, perdidas: int) -> float:
    """Return the two-sided p of an exact sign test; questions that tie do not count.

    The chance of a split at least this uneven if either system were as likely to win each question
    (Conover, Practical Nonparametric Statistics, section 3.4).
    """
    total = ganadas + perdidas
    cola = sum(math.comb(total, k) for k in range(min(ganadas, perdidas) + 1))
    return float(min(1.0, 2 * cola / 2**total))


def auc(positivos: Sequence[float], negativos: Sequence[float]) -> float:
    """Return the chance that a positive scores above a negative, a tie counting half.

    The Mann-Whitney U statistic over the number of pairs (Hanley & McNeil, Radiology 143, 1982),
    here from the sums of mean ranks. NaN when one side is empty.
    """
    return _auc(np.asarray(positivos, dtype=np.float64), np.asarray(negativos, dtype=np.float64))


def _auc(positivos: NDArray[np.float64], negativos: NDArray[np.float64]) -> float:
    if not positivos.size or not negativos.size:
        return math.nan
    orden = np.sort(negativos)
    debajo = np.searchsorted(orden, positivos, side="left")
    hasta = np.searchsorted(orden, positivos, side="right")
    return float((debajo + hasta).sum() / (2.0 * positivos.size * negativos.size))


def estimar_auc(positivos: Sequence[float], negativos: Sequence[float]) -> Estimacion:
    """Return the AUC with its 95 % interval; positives and negatives are resampled apart."""
    buenos = np.asarray(positivos, dtype=np.float64)
    malos = np.asarray(negativos, dtype=np.float64)
    if not buenos.size or not malos.size:
        return Estimacion(math.nan, math.nan, math.nan, 0)
    azar = np.random.default_rng(SEMILLA)
    valores = np.array(
        [
            _auc(
                buenos[azar.integers(0, buenos.size, buenos.size)],
                malos[azar.integers(0, malos.size, malos.size)],
            )
            for _ in range(REPETICIONES)
        ]
    )
    return Estimacion(_auc(buenos, malos), *_extremos(valores), int(buenos.size + malos.size))


@dataclass(frozen=True, slots=True)
class PuntoDeError:
    """What a threshold costs, as shares: answerable questions refused, unanswerable accepted."""

    umbral: float
    rechazadas: float
    aceptadas: float


def curva_de_error(
    positivos: Sequence[float], negativos: Sequence[float]
) -> tuple[PuntoDeError, ...]:
    """Return what each threshold costs when a question that scores below it is refused.

    One point for every distinct score, lowest first, and one above them all, which refuses
    everything. Empty when one side is.
    """
    if not positivos or not negativos:
        return ()
    buenos, malos = np.sort(positivos), np.sort(negativos)
    umbrales = np.unique(np.concatenate((buenos, malos)))
    umbrales = np.append(umbrales, np.nextafter(umbrales[-1], np.inf))
    rechazadas = np.searchsorted(buenos, umbrales, side="left") / buenos.size
    aceptadas = 1 - np.searchsorted(malos, umbrales, side="left") / malos.size
    return tuple(
        PuntoDeError(float(u), float(r), float(a))
        for u, r, a in zip(umbrales, rechazadas, aceptadas, strict=True)
    )
