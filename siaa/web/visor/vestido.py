"""Tokens of Markdown → tokens of an accessible page: headings in order, named tables. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from markdown_it.token import Token

from siaa.web.visor.contenido import Nombres

ALINEADAS: Final = MappingProxyType(
    {"text-align:center": "al-centro", "text-align:right": "a-la-derecha"}
)
"""Style that the parser gives a cell → class: the pages allow no style of their own."""


@dataclass(frozen=True, slots=True)
class Vestidas:
    """The tokens, ids of the headings by the line they start on, and whether one is the page's."""

    fichas: tuple[Token, ...]
    titulos: Mapping[int, str]
    con_titulo: bool


def vestir(fichas: Sequence[Token], nombres: Nombres) -> Vestidas:
    """Adapt the tokens of a document; they are changed in place."""
    titulos = _vestir_titulos(fichas, nombres)
    vestir_celdas(fichas)
    con_titulo = any(ficha.tag == "h1" for ficha in fichas)
    return Vestidas(tuple(_con_marco(fichas)), titulos, con_titulo)


def _vestir_titulos(fichas: Sequence[Token], nombres: Nombres) -> Mapping[int, str]:
    """Give each heading an id and a level that skips none; only the first can be the page's own.

    A heading without text is a paragraph: it announces nothing.
    """
    titulos: dict[int, str] = {}
    nivel = 0
    for abre, contenido, cierra in _ternas(fichas, "heading_open"):
        if not contenido.content:
            abre.tag = cierra.tag = "p"
            continue
        escrito = int(abre.tag[1:])
        nivel = 1 if escrito == 1 and not nivel else max(2, min(escrito, nivel + 1))
        abre.tag = cierra.tag = f"h{nivel}"
        nombre = nombres.nuevo(contenido.content)
        abre.attrSet("id", nombre)
        titulos[abre.map[0] if abre.map else 0] = nombre
    return titulos


def _ternas(fichas: Sequence[Token], *tipos: str) -> Iterator[tuple[Token, Token, Token]]:
    """Yield what opens a heading or a cell, its content, and what closes it."""
    for terna in zip(fichas, fichas[1:], fichas[2:], strict=False):
        if terna[0].type in tipos:
            yield terna


def vestir_celdas(fichas: Sequence[Token]) -> None:
    """Say by class how a cell is aligned; a header without text is a cell like any other."""
    for abre, contenido, cierra in _ternas(fichas, "th_open", "td_open"):
        clase = ALINEADAS.get(str(abre.attrs.pop("style", "")))
        if clase:
            abre.attrSet("class", clase)
        if abre.type == "th_open" and contenido.content:
            abre.attrSet("scope", "col")
        elif abre.type == "th_open":
            abre.tag = cierra.tag = "td"


def _con_marco(fichas: Sequence[Token]) -> Iterator[Token]:
    """Put each table into a region of its own, which scrolls and which the keyboard reaches."""
    numero = 0
    for ficha in fichas:
        if ficha.type == "table_open":
            numero += 1
            marco = f'<div class="tabla" role="region" aria-label="Tabla {numero}" tabindex="0">\n'
            yield Token("html_inline", "", 0, content=marco)
        yield ficha
        if ficha.type == "table_close":
            yield Token("html_inline", "", 0, content="</div>\n")
