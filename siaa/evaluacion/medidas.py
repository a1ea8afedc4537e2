"""The formulas of an evaluation, one pure function each. No file, no clock, no hidden chance."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
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
SORTEOS_A_LA_VEZ: Final = 100
NIVEL: Final = 0.95
RECHAZOS: Final = (0.0, 0.01, 0.02, 0.05, 0.10, 0.20)
"""Shares of good questions refused at which the cost of a threshold is told."""

Muestra = NDArray[np.float64]

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


def responden(contexto: Contexto, caso: Caso, limite: int | None = None) -> Iterator[int]:
    """Yield the places of the fragments whose part in the first `limite` characters answers.

    An answer has to stand inside one fragment of the right document: near-duplicate manuals hold
    the same words, and the answer of the wrong court is wrong. None is the whole context.
    """
    tope = len(contexto.texto) if limite is None else limite
    for n, fuente in enumerate(contexto.fuentes):
        if fuente.doc.lower() == caso.documento and fuente.inicio < tope:
            texto = contexto.texto[fuente.inicio : min(fuente.fin, tope)]
            if any(contiene(texto, respuesta) for respuesta in caso.respuestas):
                yield n


def cubre(contexto: Contexto, caso: Caso, limite: int | None = None) -> bool:
    """Return whether the first `limite` characters of a context answer a question."""
    return any(True for _ in responden(contexto, caso, limite))


def lugar(documentos: Sequence[str], documento: str) -> int:
    """Return the place of the right document in a list, counted from 1; 0 when it is not there."""
    return documentos.index(documento) + 1 if documento in documentos else 0


@dataclass(frozen=True, slots=True)
class Estimacion:
    """A mean over `n` questions with its interval."""

    valor: float
    bajo: float
    alto: float
    n: int


def estimar(valores: Sequence[float] | Sequence[bool]) -> Estimacion:
    """Return the mean of a measure with its 95 % interval: a percentile bootstrap over questions.

    Efron & Tibshirani, An Introduction to the Bootstrap (1993), chapter 13. Given the differences
    of two systems on the same questions, it is the paired bootstrap of their difference.
    """
    return _con_intervalo(lambda filas: filas.mean(axis=1), valores)


def estimar_auc(positivos: Sequence[float], negativos: Sequence[float]) -> Estimacion:
    """Return the AUC with its 95 % interval; positives and negatives are resampled apart."""

    def por_filas(buenos: Muestra, malos: Muestra) -> Muestra:
        return np.array([auc(*par) for par in zip(buenos, malos, strict=True)])

    return _con_intervalo(por_filas, positivos, negativos)


def _con_intervalo(medir: Callable[..., Muestra], *valores: Sequence[float]) -> Estimacion:
    """Measure some samples, none empty, and again with each of them drawn with repetition.

    medir: a row of each sample → a value, for many rows at once.
    """
    azar = np.random.default_rng(SEMILLA)
    muestras = [np.asarray(propios, dtype=np.float64) for propios in valores]
    bloques = [
        medir(*(m[azar.integers(0, m.size, (SORTEOS_A_LA_VEZ, m.size))] for m in muestras))
        for _ in range(REPETICIONES // SORTEOS_A_LA_VEZ)
    ]
    bajo, alto = np.quantile(bloques, ((1 - NIVEL) / 2, (1 + NIVEL) / 2))
    (valor,) = medir(*(m[np.newaxis] for m in muestras))
    return Estimacion(float(valor), float(bajo), float(alto), sum(m.size for m in muestras))


def auc(positivos: Sequence[float] | Muestra, negativos: Sequence[float] | Muestra) -> float:
    """Return the chance that a positive scores above a negative, a tie counting half.

    The Mann-Whitney U statistic over the number of pairs (Hanley & McNeil, Radiology 143, 1982).
    Neither side may be empty.
    """
    orden = np.sort(negativos)
    debajo = np.searchsorted(orden, positivos, side="left")
    hasta = np.searchsorted(orden, positivos, side="right")
    return float((debajo + hasta).sum() / (2.0 * len(positivos) * len(negativos)))


@dataclass(frozen=True, slots=True)
class PuntoDeError:
    """What a threshold costs, as shares: answerable questions refused, unanswerable accepted."""

    umbral: float
    rechazadas: float
    aceptadas: float


def costo_de_umbrales(
    positivos: Sequence[float], negativos: Sequence[float]
) -> tuple[PuntoDeError, ...]:
    """Return what refusing the questions that score below a threshold costs, lowest first.

    One point for each share of `RECHAZOS`: the strictest threshold that refuses no more of the
    answerable. Neither side may be empty.
    """
    buenos, malos = np.sort(positivos), np.asarray(negativos)
    umbrales = {float(buenos[min(int(p * buenos.size), buenos.size - 1)]) for p in RECHAZOS}
    return tuple(
        PuntoDeError(u, float((buenos < u).mean()), float((malos >= u).mean()))
        for u in sorted(umbrales)
    )
