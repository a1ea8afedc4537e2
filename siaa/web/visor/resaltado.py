"""A rendered document → HTML with a passage and some words marked. Pure.

Marks stand inside stretches of text only, so whatever is asked for, no tag is ever cut.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from functools import cache
from itertools import chain, pairwise
from operator import itemgetter
from typing import Final, NamedTuple

from markdown_it.common.utils import escapeHtml

from siaa.biblioteca.lengua.texto import CORRIDA, LARGO_MINIMO_TERMINO, plegar
from siaa.web.visor.marcado import Representacion, Trozo

Buscador = Callable[[str], bool]
ID_PASAJE: Final = "pasaje"
ABRE_MARCA: Final = "<mark"
"""How each run begins that is marked: nothing else in a page does, as its text is escaped."""
_PRIMERA: Final = f'{ABRE_MARCA} id="coincidencia"'
_ABRE_PASAJE: Final = '<span class="pasaje">'
_EMPIEZA_PASAJE: Final = (
    f'<span class="pasaje" id="{ID_PASAJE}" tabindex="-1" role="group" aria-label="Pasaje citado">'
)
_TERMINA_PASAJE: Final = '<span class="pasaje" role="group" aria-label="Fin del pasaje citado">'
"""Who listens is told where the passage starts and ends; nothing is added that could be copied."""
_PASAJE_SIN_TEXTO: Final = f'<span class="ancla" id="{ID_PASAJE}"></span>'


class PasajeCitado(NamedTuple):
    """Part `[desde, hasta)` of a document's text; empty when only its place is meant."""

    desde: int
    hasta: int


def pintar(
    representacion: Representacion,
    palabras: Set[str] = frozenset(),
    pasaje: PasajeCitado | None = None,
) -> str:
    """Write a document with what is looked for marked.

    Runs of text that contain one of `palabras` (folded), or are one of fewer than 3 characters,
    stand inside `<mark>`; the first has the id `coincidencia`. The passage stands inside
    `<span class="pasaje">`, whose first part has the id `pasaje`; if no text is shown of it, an
    empty element has, at its place. The first and the last part are named.
    """
    buscador = _buscador(palabras)
    tramos = [_tramo(trozo, pasaje or PasajeCitado(0, 0)) for trozo in representacion.trozos]
    dentro = [n for n, (desde, hasta) in enumerate(tramos) if desde < hasta]
    abren = dict.fromkeys(dentro, _ABRE_PASAJE)
    abren |= dict.fromkeys(dentro[-1:], _TERMINA_PASAJE)
    abren |= dict.fromkeys(dentro[:1], _EMPIEZA_PASAJE)
    partes = list[str]()
    falta = pasaje is not None and not dentro
    for n, (trozo, (desde, hasta)) in enumerate(zip(representacion.trozos, tramos, strict=True)):
        partes.append(trozo.antes)
        if pasaje and falta and trozo.fin > pasaje.desde:
            partes.append(_PASAJE_SIN_TEXTO)
            falta = False
        marcas = _marcas(trozo.texto, buscador)
        cortes = {0, len(trozo.texto), desde, hasta, *chain.from_iterable(marcas)}
        for inicio, fin in pairwise(sorted(cortes)):
            if inicio == desde < hasta:
                partes.append(abren[n])
            texto = escapeHtml(trozo.texto[inicio:fin])
            ultima = bisect_right(marcas, inicio, key=itemgetter(0)) - 1
            if ultima >= 0 and inicio < marcas[ultima][1]:
                texto = f"{ABRE_MARCA}>{texto}</mark>"
            partes.append(texto)
            if fin == hasta > desde:
                partes.append("</span>")
    partes += representacion.cierre, _PASAJE_SIN_TEXTO * falta
    return "".join(partes).replace(ABRE_MARCA, _PRIMERA, 1)


def _tramo(trozo: Trozo, pasaje: PasajeCitado) -> tuple[int, int]:
    """Return which part of a stretch is of the passage; an empty one for none."""
    desde = max(pasaje.desde - trozo.lugar, 0)
    hasta = min(pasaje.hasta - trozo.lugar, len(trozo.texto))
    return (desde, hasta) if desde < hasta else (0, 0)


def con_lugares(representacion: Representacion) -> Representacion:
    """Put each stretch of text inside `<span data-lugar="N">`: where it starts in the document."""
    trozos, cierre = [], ""
    for trozo in representacion.trozos:
        antes = f'{cierre}{trozo.antes}<span data-lugar="{trozo.lugar}">'
        trozos.append(replace(trozo, antes=antes))
        cierre = "</span>"
    return replace(representacion, trozos=tuple(trozos), cierre=cierre + representacion.cierre)


def _buscador(palabras: Set[str]) -> Buscador | None:
    """Return what tells whether a run has any of the words; a text repeats most of its runs."""
    if not palabras:
        return None
    formas = (
        re.escape(p) if len(p) >= LARGO_MINIMO_TERMINO else rf"\A{re.escape(p)}\Z" for p in palabras
    )
    patron = re.compile("|".join(sorted(formas)))
    return cache(lambda corrida: patron.search(corrida) is not None)


def _marcas(texto: str, buscador: Buscador | None) -> list[tuple[int, int]]:
    if buscador is None:
        return []
    plegado, lugares = _plegar_con_lugares(texto)
    halladas = (c.span() for c in CORRIDA.finditer(plegado) if buscador(c[0]))
    return [(lugares[inicio], lugares[fin]) for inicio, fin in halladas]


def _plegar_con_lugares(texto: str) -> tuple[str, Sequence[int]]:
    """Folding hardly ever changes the length; where it does, characters are folded one by one."""
    plegado = plegar(texto)
    if len(plegado) == len(texto):
        return plegado, range(len(texto) + 1)
    partes = [plegar(caracter) for caracter in texto]
    lugares = [lugar for lugar, parte in enumerate(partes) for _ in parte]
    return "".join(partes), [*lugares, len(texto)]
