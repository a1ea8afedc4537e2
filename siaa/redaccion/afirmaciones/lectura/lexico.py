"""The words that a checker has to know, as `lexico.txt` has them: sets and rows of folded words."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.lengua.numeros import PALABRAS_DE_NUMERO
from siaa.biblioteca.lengua.terminos import terminos_de_corrida
from siaa.biblioteca.lengua.vocabulario import por_nombre, secciones

_FINAL: Final = re.compile(r"(?<=\w{3})[aeo]?(?:mente|s)?\Z")
"""Of three letters none is an ending: «mes» is not «más»."""
_COMO_ANTES: Final = re.compile(r"g(?=[ei])|(?<=\be)x(?=[^aeiou])")
SECCIONES: Final = secciones(__package__, "lexico.txt")


def palabras_de(seccion: str) -> list[str]:
    """Return the words of a section of one row."""
    return SECCIONES[seccion][0].split()


def por_forma(seccion: str) -> Mapping[str, str]:
    """Return form → name, of a section of rows «name: form form»."""
    filas = (fila.split(":") for fila in SECCIONES[seccion])
    return MappingProxyType({forma: nombre for nombre, formas in filas for forma in formas.split()})


def patrones(seccion: str) -> Mapping[str, re.Pattern[str]]:
    """Return name → pattern, of a section of rows «name other : pattern», spaces aside."""
    filas = por_nombre(SECCIONES[seccion])
    return MappingProxyType({nombre: re.compile(p, re.VERBOSE) for nombre, p in filas.items()})


def sin_final(forma: str) -> str:
    """Return a word without the endings of gender, plural and «-mente»."""
    return _FINAL.sub("", forma, count=1)


def a_la_antigua(tallo: str) -> str:
    """Return a stem as the acts of another century spell it: «lejislativo», «espedir»."""
    return _COMO_ANTES.sub(lambda letras: "s" if letras[0] == "x" else "j", tallo)


def _tallos(palabras: Iterable[str]) -> list[str]:
    return [a_la_antigua(t) for palabra in palabras for t in terminos_de_corrida(palabra)]


_GRUPOS: Final = tuple(_tallos(fila.split()) for fila in SECCIONES["iguales"])
IGUALES: Final = MappingProxyType({t: grupo[0] for grupo in reversed(_GRUPOS) for t in grupo})
"""Stem → the one that stands for all of its meaning; of several groups, the first."""

LIGERAS: Final = frozenset(_tallos((*PALABRAS_DE_NUMERO, *palabras_de("ligeras"))))
"""Stems that carry no claim of their own."""
FORMAS_LIGERAS: Final = frozenset(palabras_de("ligeras_tal_cual"))
"""Words that carry none, though others of their stem do: «presente», not «presentar»."""

CONTRARIOS: Final = MappingProxyType(
    {
        forma: (fila, bando)
        for fila, bandos in enumerate(SECCIONES["contrarios"])
        for bando, formas in enumerate(bandos.split("/"))
        for forma in formas.split()
    }
)
"""Word → the row of contraries that it is of, and its side."""
BANDOS: Final = MappingProxyType({sin_final(f): bando for f, bando in CONTRARIOS.items()})


@lru_cache(maxsize=4096)
def bando_de(forma: str) -> tuple[int, int] | None:
    """Return the row of contraries that a word is of, and its side."""
    return BANDOS.get(sin_final(forma.removesuffix("se")))


def _en_sus_formas(seccion: str) -> frozenset[str]:
    bases = {b for c in palabras_de(seccion) for b in (c, re.sub("o$", "a", c))}
    return frozenset(base + final for base in bases for final in ("", "s", "es", "a", "as"))


CARGOS: Final = _en_sus_formas("cargos")
"""Roles and bodies, in all their forms."""
GRAVES: Final = _en_sus_formas("graves")
"""What is too weighty for a sentence to say it where its passage does not, in all its forms."""
ACTORES: Final = CARGOS | _en_sus_formas("actores")
"""They, and who else may act."""
