"""What people do to a question when they type it. Pure, and the same every time."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from types import MappingProxyType
from typing import Final
from zlib import crc32

import numpy as np

from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.lengua.vocabulario import STOPWORDS_ES

LETRAS: Final = "abcdefghijklmnopqrstuvwxyz"
LARGO_CON_ERRATA: Final = 6
"""Shorter words have too many neighbours for anybody to tell which one was meant."""

_PALABRA = re.compile(r"[^\W\d_]+")


def sin_acentos(pregunta: str) -> str:
    """Return the question as typed on a keyboard that has neither accents nor ñ."""
    partes = unicodedata.normalize("NFD", pregunta)
    return "".join(c for c in partes if not unicodedata.combining(c))


def mayusculas(pregunta: str) -> str:
    """Return the question in capitals."""
    return pregunta.upper()


def con_errata(pregunta: str) -> str:
    """Return the question with one slip in one content word of six letters or more.

    Two neighbours swapped, a letter dropped, doubled or replaced: word, slip, place and letter
    are drawn with the question itself as the seed. Without such a word it stays as it is.
    """
    azar = np.random.default_rng(crc32(pregunta.encode("utf-8", "surrogatepass")))
    elegibles = [h for h in _PALABRA.finditer(pregunta) if _es_de_contenido(h[0])]
    if not elegibles:
        return pregunta
    palabra = elegibles[int(azar.integers(len(elegibles)))]
    letra = LETRAS[int(azar.integers(len(LETRAS)))]
    deslices = tuple(filter(None, (desliz(palabra[0], letra) for desliz in _DESLICES)))
    variantes = deslices[int(azar.integers(len(deslices)))]
    variante = variantes[int(azar.integers(len(variantes)))]
    return pregunta[: palabra.start()] + variante + pregunta[palabra.end() :]


def _es_de_contenido(palabra: str) -> bool:
    return len(palabra) >= LARGO_CON_ERRATA and plegar(palabra) not in STOPWORDS_ES


def _trocadas(palabra: str, _: str) -> list[str]:
    return [
        palabra[:n] + palabra[n + 1] + palabra[n] + palabra[n + 2 :]
        for n in range(len(palabra) - 1)
        if palabra[n] != palabra[n + 1]
    ]


def _omitidas(palabra: str, _: str) -> list[str]:
    return [palabra[:n] + palabra[n + 1 :] for n in range(len(palabra))]


def _dobladas(palabra: str, _: str) -> list[str]:
    return [palabra[: n + 1] + palabra[n:] for n in range(len(palabra))]


def _cambiadas(palabra: str, letra: str) -> list[str]:
    return [
        palabra[:n] + letra + palabra[n + 1 :]
        for n in range(len(palabra))
        if plegar(palabra[n]) != letra
    ]


_DESLICES: Final[tuple[Callable[[str, str], list[str]], ...]] = (
    _trocadas,
    _omitidas,
    _dobladas,
    _cambiadas,
)
"""Each slip returns every way to make it in a word."""

PERTURBACIONES: Final = MappingProxyType(
    {"errata": con_errata, "sin_acentos": sin_acentos, "mayusculas": mayusculas}
)
"""In the order in which they are applied: the slip is made in the word as it was meant."""
