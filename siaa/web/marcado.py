"""Markdown → safe HTML with an anchor for every chunk and the question's words marked. Pure."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Set
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from siaa.biblioteca.texto import CORRIDA, corridas, plegar
from siaa.biblioteca.valores import Documento

PREFIJO_CHUNK: Final = "chunk-"
PREFIJO_SECCION: Final = "seccion-"
ANIDADO_MAXIMO: Final = 100
"""Lists in lists in lists: the parser drops what is deeper, so it must be deeper than any text."""
_SIN_TEXTO: Final = frozenset({"fence", "code_block", "hr"})


def representar(documento: Documento, palabras: Set[str]) -> str:
    """Render a document. Raw HTML in it is shown as text, never interpreted.

    Each chunk N begins at an element with id `chunk-N`, each heading has an id `seccion-…`, and
    runs of text that contain one of `palabras` (folded) stand inside `<mark>`.
    """
    markdown = MarkdownIt("commonmark", {"html": False, "maxNesting": ANIDADO_MAXIMO})
    markdown.enable(["table", "strikethrough"])
    fichas = markdown.parse(documento.contenido)
    _nombrar_secciones(fichas)
    if palabras:
        _resaltar(fichas, palabras)
    fichas = list(_con_anclas(fichas, lineas_de_chunks(documento)))
    html: str = markdown.renderer.render(fichas, markdown.options, {})
    return html


def lineas_de_chunks(documento: Documento) -> list[int]:
    """Return the line, from 0, on which each chunk starts."""
    saltos = [hallado.start() for hallado in re.finditer("\n", documento.contenido)]
    return [bisect_right(saltos, f.inicio - 1) for f in documento.fragmentos]


def _nombrar_secciones(fichas: list[Token]) -> None:
    usados: dict[str, int] = {}
    for ficha, siguiente in pairwise(fichas):
        if ficha.type == "heading_open":
            nombre = PREFIJO_SECCION + "-".join(corridas(plegar(siguiente.content)))
            usados[nombre] = usados.get(nombre, 0) + 1
            repetido = f"-{usados[nombre]}" if usados[nombre] > 1 else ""
            ficha.attrSet("id", nombre + repetido)


def _con_anclas(fichas: list[Token], lineas: list[int]) -> Iterator[Token]:
    """Yield the tokens with an anchor put where each chunk starts, inside text where possible."""
    pendiente = 0
    hasta = 0
    for ficha in fichas:
        if ficha.map:
            hasta = ficha.map[1]
        if ficha.type != "inline" and ficha.type not in _SIN_TEXTO:
            yield ficha
            continue
        anclas = []
        while pendiente < len(lineas) and lineas[pendiente] < hasta:
            anclas.append(_ancla(pendiente))
            pendiente += 1
        if ficha.type == "inline":
            ficha.children = [*anclas, *(ficha.children or [])]
        else:
            yield from anclas
        yield ficha
    yield from (_ancla(numero) for numero in range(pendiente, len(lineas)))


def _ancla(numero: int) -> Token:
    return _html(f'<span class="ancla" id="{PREFIJO_CHUNK}{numero}"></span>')


def _html(contenido: str) -> Token:
    """Return markup of our own; never made from a document's text."""
    return Token("html_inline", "", 0, content=contenido)


def _resaltar(fichas: list[Token], palabras: Set[str]) -> None:
    patron = re.compile("|".join(sorted(map(re.escape, palabras), key=len, reverse=True)))
    for ficha in fichas:
        if ficha.type == "inline":
            ficha.children = [
                parte for hija in ficha.children or [] for parte in _partir(hija, patron)
            ]


def _partir(ficha: Token, patron: re.Pattern[str]) -> Iterator[Token]:
    """Yield a text token cut so that each run with a match stands between mark tags."""
    plegado = plegar(ficha.content)
    if ficha.type != "text" or len(plegado) != len(ficha.content):
        yield ficha
        return
    escrito = 0
    for corrida in CORRIDA.finditer(plegado):
        if patron.search(corrida[0]) is None:
            continue
        inicio, fin = corrida.span()
        yield _texto(ficha.content[escrito:inicio])
        yield _html("<mark>")
        yield _texto(ficha.content[inicio:fin])
        yield _html("</mark>")
        escrito = fin
    yield _texto(ficha.content[escrito:])


def _texto(contenido: str) -> Token:
    return Token("text", "", 0, content=contenido)
