"""Where the sentences of a paragraph end. Pure."""

import re
from collections.abc import Iterator
from typing import Final

LARGO_MAXIMO: Final = 1400
"""A sentence longer than this, in characters, is cut at a semicolon, else between words."""

_FIN = re.compile(r"([.?!…][»”\"')\]*_]*)\s+(?=[¿¡«“\"(*_\[]*[A-ZÁÉÍÓÚÑ0-9])")
_FIN_DE_CLAUSULA = re.compile(r"[;:][»”\"')\]*_]*\s+")
ABREVIATURAS: Final = (
    r"(?:\b[A-ZÁÉÍÓÚÑ]|\b(?:No|Nos|Nro|[Aa]rts?|[Nn]um|[Nn]úm|[Dd]ra?s?|[Ss]ra?s?|págs?|inc|lit"
    r"|par|EE|UU|[Cc]ap|[Tt]el|vol|etc))\.\Z"
)
"""Pattern of what has a full stop that ends no sentence, an initial or a usual abbreviation."""
_ABREVIATURA = re.compile(ABREVIATURAS)


def frases(texto: str) -> Iterator[tuple[int, int]]:
    """Yield the sentences of a paragraph as `[start, end)`, in order, without space around them.

    A full stop after an initial or a usual abbreviation («Art. 5») ends none.
    """
    inicio = 0
    for hallado in _FIN.finditer(texto):
        if not _ABREVIATURA.search(texto, max(inicio, hallado.start() - 6), hallado.start() + 1):
            yield from _cortada(texto, inicio, hallado.end(1))
            inicio = hallado.end()
    if inicio < len(texto):
        yield from _cortada(texto, inicio, len(texto.rstrip()))


def _cortada(texto: str, inicio: int, fin: int) -> Iterator[tuple[int, int]]:
    while fin - inicio > LARGO_MAXIMO:
        corte = _lugar_de_corte(texto, inicio)
        yield inicio, inicio + len(texto[inicio:corte].rstrip())
        inicio = corte
        while texto[inicio].isspace():
            inicio += 1
    if fin > inicio:
        yield inicio, fin


def _lugar_de_corte(texto: str, inicio: int) -> int:
    tope = inicio + LARGO_MAXIMO
    clausulas = [h.end() for h in _FIN_DE_CLAUSULA.finditer(texto, inicio + 1, tope)]
    if clausulas:
        return clausulas[-1]
    espacio = texto.rfind(" ", inicio + 1, tope)
    return espacio if espacio > 0 else tope
