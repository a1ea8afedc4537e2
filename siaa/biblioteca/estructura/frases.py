"""A stretch of a text → its sentences, packed into the units that are scored and sent. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

META_UNIDAD: Final = 220
"""Sentences are packed into a unit as long as it stays this short, in characters."""
MAXIMO_UNIDAD: Final = 400
"""A sentence longer than this is cut between words."""
MINIMO_UNIDAD: Final = 40
"""What is shorter than this joins its neighbour even beyond `META_UNIDAD`."""
CORTE_MINIMO: Final = 100
CORTE_MAXIMO: Final = 300
"""Where a sentence that is too long is cut: at the last space of this stretch."""

_FRONTERA = re.compile(
    r"[.;:?!…\n](?:"
    r"(?<!\n)(?<!\b[A-ZÁÉÍÓÚÑ]\.)(?<!\bNo\.)(?<!\bNos\.)(?<!\b[Aa]rt\.)(?<!\b[Nn][uú]m\.)"
    r"[»”\"')\]*_]*+\s++(?![a-záéíóúüñ,;.)])"
    r"|(?<=\n)(?:[ \t]*+\n\s*+|(?=[ \t]*+(?:[-*+•·][ \t]|\||\d{1,3}[.)][ \t]|[a-zñ]\)))))"
)
"""Where a sentence, a paragraph, an item of a list or a row of a table ends."""
_ALFANUMERICO = re.compile(r"[^\W_]")
_ANUNCIO = re.compile(
    r"(?:[-*+•·][ \t]+)?(?:"
    r"[*_]*(?:(?:art[ií]culo|par[aá]grafo|numeral|literal)[ \t]+)?"
    r"(?:\d{1,3}(?:\.\d{1,3})*|[a-zñ]|[ivxlc]{1,6})[º°ª]?[.):-]{1,2}[*_]*"
    r"|\*\*[^*\n]{1,60}\*\*[.:]?"
    r"|[^\n]{0,60}:[*_]*)",
    re.IGNORECASE,
)
"""The number of an item, a few words in bold, or a short line that ends in a colon."""
_PREGUNTA = re.compile(r"\?[»”\"')*_\]]*\Z")


def empaquetar(contenido: str, inicio: int, fin: int) -> list[tuple[int, int]]:
    """Pack the sentences of `contenido[inicio:fin]`, in order, into units of 220 characters.

    A sentence joins the unit before it while the two together stay that short. What is shorter
    than 40 characters («Artículo 3.», the last item of a list) says nothing alone: it joins the
    sentence after it or, at the end, the unit before it, up to 400 characters. So does a question,
    whose answer follows, and what only announces the next sentence («3.», «Parágrafo 2.») where it
    would end a unit. A unit without a letter or digit is left out.
    """
    inicio, fin = _recortar(contenido, inicio, fin)
    if fin - inicio <= META_UNIDAD:
        unidades = [(inicio, fin)]  # whatever sentences it has, they all join
    else:
        unidades = _juntar(contenido, _piezas(contenido, inicio, fin))
    return [u for u in unidades if _ALFANUMERICO.search(contenido, *u)]


def _juntar(contenido: str, piezas: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    grupos: list[list[tuple[int, int]]] = []
    for pieza in piezas:
        if grupos and _se_juntan(contenido, grupos[-1][0][0], grupos[-1][-1][1], pieza[1]):
            grupos[-1].append(pieza)
        else:
            grupos.append(_con_lo_que_lo_anuncia(contenido, grupos[-1] if grupos else [], pieza))
    unidades = [(grupo[0][0], grupo[-1][1]) for grupo in grupos]
    if len(unidades) > 1:
        (antes, _), (desde, hasta) = unidades[-2:]
        if hasta - desde < MINIMO_UNIDAD and hasta - antes <= MAXIMO_UNIDAD:
            unidades[-2:] = [(antes, hasta)]
    return unidades


def _con_lo_que_lo_anuncia(
    contenido: str, grupo: list[tuple[int, int]], pieza: tuple[int, int]
) -> list[tuple[int, int]]:
    """Take from the end of a unit what only announces the sentence after it, and return both."""
    desde = len(grupo)
    while (
        desde > 1
        and pieza[1] - grupo[desde - 1][0] <= MAXIMO_UNIDAD
        and _ANUNCIO.fullmatch(contenido, *grupo[desde - 1])
    ):
        desde -= 1
    anuncios = grupo[desde:]
    del grupo[desde:]
    return [*anuncios, pieza]


def _se_juntan(contenido: str, desde: int, hasta: int, nuevo: int) -> bool:
    """Tell whether a unit, `contenido[desde:hasta]`, goes on to the end of the next sentence."""
    if nuevo - desde <= META_UNIDAD:
        return True
    if nuevo - desde > MAXIMO_UNIDAD:
        return False
    return hasta - desde < MINIMO_UNIDAD or _PREGUNTA.search(contenido, desde, hasta) is not None


def _recortar(contenido: str, inicio: int, fin: int) -> tuple[int, int]:
    """Leave out the white space at both ends of `contenido[inicio:fin]`."""
    while fin > inicio and contenido[fin - 1].isspace():
        fin -= 1
    while inicio < fin and contenido[inicio].isspace():
        inicio += 1
    return inicio, fin


def _piezas(contenido: str, inicio: int, fin: int) -> Iterator[tuple[int, int]]:
    """Sentences without the white space around them; long ones in parts."""
    desde = inicio
    for siguiente in [*[m.end() for m in _FRONTERA.finditer(contenido, inicio, fin)], fin]:
        desde, hasta = _recortar(contenido, desde, siguiente)
        while hasta - desde > MAXIMO_UNIDAD:
            corte = _corte(contenido, desde)
            yield desde, len(contenido[desde:corte].rstrip()) + desde
            desde = corte
            while contenido[desde].isspace():
                desde += 1
        if hasta > desde:
            yield desde, hasta
        desde = siguiente


def _corte(contenido: str, desde: int) -> int:
    """Where a sentence that is too long is cut: at a space, else beside a word, else anywhere."""
    corte = contenido.rfind(" ", desde + CORTE_MINIMO, desde + CORTE_MAXIMO)
    if corte >= 0:
        return corte
    tope = desde + MAXIMO_UNIDAD
    for i in range(tope, desde, -1):
        if not (_es_de_palabra(contenido[i - 1]) and _es_de_palabra(contenido[i])):
            return i
    return tope


def _es_de_palabra(caracter: str) -> bool:
    return caracter.isalnum() or caracter == "_"
