"""What is asked, what a system did with it, and what that is worth: one pure function a formula.

No file, no clock, no hidden chance. Whether a fragment is whole, as a person would quote it, is
judged by the marks of the text alone, not by how the library joins its lines and cuts its passages:
what is measured has no say in how it is measured.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from siaa.biblioteca.estructura.frases import frases
from siaa.biblioteca.estructura.renglones import ELEMENTO
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.lengua.vocabulario import SIN_FINAL
from siaa.valores import Contexto

HASTA: Final = 10
"""Documents of an answer at most: those that count for the reciprocal rank."""
REPETICIONES: Final = 2000
"""Resamples of a bootstrap: the ends of an interval move by less than the third decimal."""
SEMILLA: Final = 20240229
"""Chance is seeded, so that the same questions give the same intervals."""
SORTEOS_A_LA_VEZ: Final = 100
NIVEL: Final = 0.95
RECHAZOS: Final = (0.0, 0.01, 0.02, 0.05, 0.10, 0.20)
"""Shares of good questions refused at which the cost of a threshold is told."""
_PALABRA = re.compile(r"[^\W_ºª]+")
"""A sign of order is no letter: «6º» is written «6°» too, and «6»."""
VISTA: Final = 4000
"""Characters on each side of a place that are looked at: more than a sentence has."""
RENGLON_LLENO: Final = 45
"""A line that is shorter, in characters, ended where its author wanted it to."""
LARGO_TITULAR: Final = 120
_ACABA = re.compile(r"[.;:?!…|>][»”\"')\]*_]*\Z")
_ANUNCIA = re.compile(r":[*_\s]*\Z")
_UNIDAD = r"[*_\s]*(?:art\.|(?:art[ií]culo|par[aá]grafo|cap[ií]tulo|secci[oó]n|libro)\b)"
_ABRE_UNIDAD = re.compile(_UNIDAD, re.IGNORECASE)
_TITULAR = re.compile(
    rf"(?:{_UNIDAD}\W*\w*|\W*(?:considerando|decreta|acuerda|resuelve))\W*", re.IGNORECASE
)
_ULTIMA = re.compile(r"([^\W\d_]+)[*_]*\Z")
_RESALTADO = re.compile(r"(\*\*|__|[*_]).+?\1")
_MARCAS: Final = "*_\"'«“¿¡([ "


@dataclass(frozen=True, slots=True)
class Caso:
    """One line of a question file: a question, the document that answers it, and its answers.

    `documento` is a key (lower case), empty when no document answers; any one of `respuestas`
    suffices, and without any only the document is asked for. `sin_respuesta`: the library does
    not hold the answer, and the right thing is to say so.
    """

    pregunta: str
    documento: str
    respuestas: tuple[str, ...]
    tipo: str = ""
    sin_respuesta: bool = False


class Defecto(StrEnum):
    """Why a fragment is not whole, in words."""

    EMPIEZA = "empieza a mitad de una frase"
    ACABA = "termina a mitad de una frase"
    ANUNCIA = "termina en lo que solo anuncia lo que sigue"
    TITULAR = "es solo un encabezado"


@dataclass(frozen=True, slots=True)
class Respuesta:
    """What a system did with a question.

    `documentos` are keys, best first, `HASTA` at most; `enviado` is what the model gets, `defectos`
    what keeps each of its fragments from being whole. `puntaje` tells how surely the library
    answers. Latency in seconds.
    """

    documentos: tuple[str, ...]
    enviado: Contexto
    defectos: tuple[Defecto | None, ...]
    puntaje: float
    latencia_s: float


Sistema = Callable[[str], Respuesta]
"""Whatever answers a question: one strategy with its settings, over one library."""


Muestra = NDArray[np.float64]


def plano(texto: str) -> str:
    """Return the letters and digits of a text, folded (ñ too), apart by single spaces."""
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
    return _con_intervalo(lambda *lados: np.array([*map(auc, *lados)]), positivos, negativos)


def _con_intervalo(medir: Callable[..., Muestra], *valores: Sequence[float]) -> Estimacion:
    """Bootstrap of samples, none empty. medir: a row of each → a value, for many rows at once."""
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


def defecto(contenido: str, desde: int, hasta: int) -> Defecto | None:
    """Return what keeps `contenido[desde:hasta]` from being whole; None for a whole fragment.

    Whole: it begins at a sentence, an item, a row or a heading, ends at the end of one, and is more
    than a heading. «Son las siguientes:» is no end where what it announces follows in its section.
    """
    texto = contenido[desde:hasta]
    if all(map(_es_titular, texto.split("\n"))):
        return Defecto.TITULAR
    if not _es_limite(contenido, desde):
        return Defecto.EMPIEZA
    if not _es_limite(contenido, hasta):
        return Defecto.ACABA
    siguiente = contenido[hasta : hasta + VISTA].lstrip().partition("\n")[0]
    return Defecto.ANUNCIA if _ANUNCIA.search(texto) and not _es_titular(siguiente) else None


def defectos(contexto: Contexto, contenido: Callable[[str], str]) -> tuple[Defecto | None, ...]:
    """Return what is wrong with each fragment; `contenido`: key of a document → its loaded text."""
    return tuple(defecto(contenido(f.doc), f.desde, f.hasta) for f in contexto.fuentes)


def _es_limite(contenido: str, lugar: int) -> bool:
    """Tell whether nothing is torn apart at a place: it lies between sentences, items or lines."""
    antes, despues = contenido[max(lugar - VISTA, 0) : lugar], contenido[lugar : lugar + VISTA]
    previo, sigue = antes.rstrip(), despues.lstrip()
    if not previo or not sigue:
        return True
    saltos = antes.count("\n", len(previo)) + despues.count("\n", 0, len(despues) - len(sigue))
    renglon, siguiente = previo.rpartition("\n")[2], sigue.partition("\n")[0]
    if not saltos:
        acaban = (fin for _, fin in frases(f"{renglon} {siguiente}"))
        return renglon[:1] != "|" and bool(_ACABA.search(previo)) and len(renglon) in acaban
    if _ACABA.search(previo) or ELEMENTO.match(siguiente):
        return True
    if _es_titular(renglon) or _es_titular(siguiente):
        return True
    return not _sigue(renglon, siguiente, saltos)


def _sigue(renglon: str, siguiente: str, saltos: int) -> bool:
    """Tell whether a line goes on with the sentence of one that no mark ends."""
    colgada = _ULTIMA.search(renglon)
    if siguiente.lstrip(_MARCAS)[:1].islower() or (colgada and plegar(colgada[1]) in SIN_FINAL):
        return True
    lleno = saltos == 1 and len(renglon) >= RENGLON_LLENO
    return not _ABRE_UNIDAD.match(siguiente) and (lleno or renglon.endswith((",", "-")))


def _es_titular(renglon: str) -> bool:
    """Tell whether a line is a heading, or nothing: capitals, emphasis or a unit's number alone."""
    renglon = renglon.strip()
    if len(renglon) > LARGO_TITULAR or renglon.startswith(("#", "|")):
        return renglon.startswith("#")
    llano = _RESALTADO.sub("", renglon)
    return not any(map(str.islower, llano)) or _TITULAR.fullmatch(renglon) is not None
