"""The headers and footers of pages that conversion left among the lines of a text.

What a document says many times (the meaning of a column, say) stays: a repeated line goes only
if it stands where pages break, between the two halves of a sentence or counting pages. Where to
write and to call need not be repeated: nobody says it in the middle of a sentence.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise, takewhile
from statistics import median
from typing import Final

REPETICIONES_MINIMAS: Final = 4
"""A page header or footer occurs at least this often."""
LARGO_REPETIDA: Final = 200
"""Longest line, in characters, that can be the header or footer of a page."""
PROPORCION_CORTES: Final = 0.2
"""Share of the occurrences of a header or footer that split a sentence in two."""
PAGINA_MINIMA: Final = 800
"""Fewest characters from one page number to the next."""
LARGO_MEDIA_FRASE: Final = 40
"""Fewest characters of a line that a page may break a sentence after."""
LINEAS_DE_MARGEN: Final = 6
"""Most lines of a footer and the header after it."""
_CIFRAS = re.compile(r"\d+")
_FIN_DE_FRASE: Final = frozenset('.:;!?…"”»')
_TELEFONO = re.compile(r"\b(?:tel(?:[eé]fonos?|s)?|fax|pbx|conmutador)\b\W{0,5}\d", re.IGNORECASE)
_RED = re.compile(r"\bwww\.|https?:|\w@\w", re.IGNORECASE)
_CALLE = re.compile(
    r"\b(?:calle|carrera|avenida|diagonal|transversal|cl|cra?|kra?|av)\b\.?\s?\d+[a-z ]{0,9}"
    r"(?:n[o°º.]{0,2}|#)\s?\d",
    re.IGNORECASE,
)
"""A letterhead says at least two of these; the street and its number take longest to look for."""


def de_pagina(
    textos: Sequence[str], inicios: Sequence[int], llanas: Sequence[int], calladas: frozenset[int]
) -> set[int]:
    """Find the lines of a text that belong to its pages.

    inicios: where each line starts. llanas: those that are plain text. calladas: those that are
    known to say nothing.
    """
    cortas = [i for i in llanas if len(textos[i]) <= LARGO_REPETIDA]
    formas = {i: _forma(textos[i]) for i in cortas}
    repetidas = _repetidas(formas)
    cortan = _que_cortan(textos, {i for ls in repetidas.values() for i in ls})
    quitar: set[int] = set()
    for forma, donde in repetidas.items():
        cortes = sum(i in cortan for i in donde)
        if _cuenta_paginas(forma, cortes, [(inicios[i], textos[i]) for i in donde]):
            quitar.update(donde)
        elif cortes >= 2 and cortes >= PROPORCION_CORTES * len(donde):
            quitar.update(donde if donde[0] in cortan else donde[1:])
    return _de_membretes(textos, formas, calladas) | _con_vecinas(quitar, repetidas.values())


def _de_membretes(
    textos: Sequence[str], formas: Mapping[int, str], calladas: frozenset[int]
) -> set[int]:
    """Find the letterheads, if one of their kind splits a sentence, and what heads the next page.

    formas: of the short lines. Of a header that was found so, the lines go wherever they follow
    such a letterhead.
    """
    membretes = [i for i, forma in formas.items() if "0" in forma and _es_membrete(textos[i])]
    posibles = calladas.union(formas)
    suyas = {_forma(textos[j]) for i in membretes for j in _margen(textos, i, posibles, calladas)}
    quitar: set[int] = set()
    for i in membretes:
        siguientes = takewhile(
            lambda j: j not in quitar and (j in calladas or _forma(textos[j]) in suyas),
            range(i, len(textos)),
        )
        quitar.update(list(siguientes))
    return quitar


def _es_membrete(texto: str) -> bool:
    telefono, red = _TELEFONO.search(texto), _RED.search(texto)
    return bool((telefono and red) or ((telefono or red) and _CALLE.search(texto)))


def _margen(
    textos: Sequence[str], membrete: int, posibles: frozenset[int], calladas: frozenset[int]
) -> range:
    """Return the lines from a letterhead to where the sentence goes on that it splits, if any.

    Between the two stand only `posibles`, and the last of them says nothing.
    """
    previa = next((textos[j] for j in range(membrete - 1, -1, -1) if j not in calladas), "")
    for j in range(membrete + 1, min(membrete + 1 + LINEAS_DE_MARGEN, len(textos))):
        juntas = j - 1 == membrete or j - 1 in calladas
        if juntas and _son_mitades(previa, textos[j]):
            return range(membrete, j)
        if j not in posibles:
            break
    return range(0)


def _forma(texto: str) -> str:
    return _CIFRAS.sub("0", texto)


def _repetidas(formas: Mapping[int, str]) -> dict[str, list[int]]:
    """Return where the lines stand that repeat, whatever their numbers, by what repeats."""
    lugares: dict[str, list[int]] = defaultdict(list)
    for i, forma in formas.items():
        lugares[forma].append(i)
    return {forma: ls for forma, ls in lugares.items() if len(ls) >= REPETICIONES_MINIMAS}


def _que_cortan(textos: Sequence[str], repetidas: set[int]) -> set[int]:
    """Which of the repeated lines stand, alone or together, inside a sentence of running text."""
    con_orillas, cortan = ("", *textos, ""), set[int]()
    for _, bloque in groupby(enumerate(sorted(repetidas)), lambda par: par[1] - par[0]):
        lineas = [i for _, i in bloque]
        if _son_mitades(con_orillas[lineas[0]], con_orillas[lineas[-1] + 2]):
            cortan.update(lineas)
    return cortan


def _son_mitades(previa: str, siguiente: str) -> bool:
    """Tell whether a sentence that one line begins goes on in another."""
    abierta = len(previa) >= LARGO_MEDIA_FRASE and previa[-1] not in _FIN_DE_FRASE
    return abierta and siguiente[:1].islower()


def _cuenta_paginas(forma: str, cortes: int, donde: list[tuple[int, str]]) -> bool:
    """Tell whether a line that repeats with other numbers counts pages."""
    if "0" not in forma or not (cortes or len(forma) >= 30 or not forma.strip(" 0-–—|/.")):
        return False
    saltos = [despues - antes for (antes, _), (despues, _) in pairwise(donde)]
    medio = median(saltos)
    regulares = sum(0.5 * medio <= s <= 1.5 * medio for s in saltos)
    if medio < PAGINA_MINIMA or regulares < 0.6 * len(saltos):
        return False
    columnas = zip(
        *([int(n[-9:]) for n in _CIFRAS.findall(texto)] for _, texto in donde), strict=False
    )
    return any(
        sum(b - a == 1 for a, b in pairwise(columna)) >= 0.8 * len(saltos) for columna in columnas
    )


def _con_vecinas(quitar: set[int], repetidas: Iterable[list[int]]) -> set[int]:
    """Add the lines that repeat right beside a header or footer: its other lines."""
    todas = set(quitar)
    for donde in repetidas:
        juntas = [i for i in donde if i - 1 in quitar or i + 1 in quitar]
        if len(juntas) >= 0.75 * len(donde):
            todas.update(juntas)
    return todas
