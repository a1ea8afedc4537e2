"""A rendered document → HTML with a passage and some words marked. Pure.

Marks stand inside stretches of text only, so whatever is asked for, no tag is ever cut.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, pairwise
from operator import itemgetter
from typing import Final, NamedTuple

from markdown_it.common.utils import escapeHtml

from siaa.biblioteca.lengua.texto import CORRIDA, LARGO_MINIMO_TERMINO, plegar
from siaa.web.visor.marcado import Representacion, Trozo

Buscador = Callable[[str], bool]
ID_PASAJE: Final = "pasaje"
ID_PRIMERA: Final = "coincidencia"
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


@dataclass(frozen=True, slots=True)
class Pintada:
    """HTML, and how many runs of letters and digits in it are marked."""

    html: str
    coincidencias: int


def pintar(
    representacion: Representacion,
    palabras: Set[str] = frozenset(),
    pasaje: PasajeCitado | None = None,
) -> Pintada:
    """Write a document with what is looked for marked.

    Runs of text that contain one of `palabras` (folded), or are one of fewer than 3 characters,
    stand inside `<mark>`; the first has the id `coincidencia`. The passage stands inside
    `<span class="pasaje">`, whose first part has the id `pasaje`; if no text is shown of it, an
    empty element has, at its place. The first and the last part are named.
    """
    pintor = _Pintor(_buscador(palabras), pasaje)
    for trozo in representacion.trozos:
        pintor.poner(trozo)
    return pintor.terminar(representacion.cierre)


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


class _Pintor:
    """_dentro: whether a part of the passage is open; _abiertas: where each of them was."""

    def __init__(self, buscador: Buscador | None, pasaje: PasajeCitado | None) -> None:
        self._buscador = buscador
        self._pasaje = pasaje
        self._partes: list[str] = []
        self._dentro = False
        self._abiertas: list[int] = []
        self._coincidencias = 0

    def poner(self, trozo: Trozo) -> None:
        """Write the next stretch, with the markup before it."""
        if trozo.antes:
            self._entrar(False)
            self._partes.append(trozo.antes)
        marcas = _marcas(trozo.texto, self._buscador)
        desde, hasta = self._tramo(trozo)
        cortes = {0, len(trozo.texto), desde, hasta, *chain.from_iterable(marcas)}
        for inicio, fin in pairwise(sorted(cortes)):
            self._entrar(desde <= inicio < hasta)
            texto = escapeHtml(trozo.texto[inicio:fin])
            ultima = bisect_right(marcas, inicio, key=itemgetter(0)) - 1
            marcado = ultima >= 0 and inicio < marcas[ultima][1]
            self._partes.append(self._marcar(texto) if marcado else texto)

    def terminar(self, cierre: str) -> Pintada:
        """Write what follows the text and return the page."""
        self._entrar(False)
        self._partes.append(cierre)
        if self._abiertas[1:]:
            self._partes[self._abiertas[-1]] = _TERMINA_PASAJE
        if self._pasaje is not None and not self._abiertas:
            self._abrir(_PASAJE_SIN_TEXTO)
        return Pintada("".join(self._partes), self._coincidencias)

    def _tramo(self, trozo: Trozo) -> tuple[int, int]:
        """The first stretch that ends after the passage starts is where an empty one is."""
        if self._pasaje is None:
            return 0, 0
        desde = max(self._pasaje.desde - trozo.lugar, 0)
        hasta = min(self._pasaje.hasta - trozo.lugar, len(trozo.texto))
        if desde < hasta:
            return desde, hasta
        if not self._abiertas and trozo.fin > self._pasaje.desde:
            self._abrir(_PASAJE_SIN_TEXTO)
        return 0, 0

    def _entrar(self, dentro: bool) -> None:
        if dentro and not self._dentro:
            self._abrir(_ABRE_PASAJE if self._abiertas else _EMPIEZA_PASAJE)
        elif self._dentro and not dentro:
            self._partes.append("</span>")
        self._dentro = dentro

    def _abrir(self, marca: str) -> None:
        self._abiertas.append(len(self._partes))
        self._partes.append(marca)

    def _marcar(self, texto: str) -> str:
        self._coincidencias += 1
        propio = f' id="{ID_PRIMERA}"' if self._coincidencias == 1 else ""
        return f"<mark{propio}>{texto}</mark>"


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
