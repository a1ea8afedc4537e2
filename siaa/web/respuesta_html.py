"""An answer → safe HTML: Markdown without raw HTML, citations as links to the sources. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from siaa.citas import Cita

ANIDADO_MAXIMO: Final = 100
_ABRE, _CIERRA = "\ue000", "\ue001"
"""Private characters between which the number of a citation travels through the Markdown."""
_PRIVADOS = re.compile(f"[{_ABRE}{_CIERRA}]")
_MARCA = re.compile(f"{_ABRE}([0-9]+){_CIERRA}")


def respuesta_html(texto: str, citas: Sequence[Cita]) -> str:
    """Render an answer. citas: in order, with offsets in `texto`.

    After a sentence that a source vouches for comes `<a class="cita" href="#fuente-N"
    data-fuente="N">N</a>`; after one with figures that no source has, `<span
    class="sin-respaldo">` names them.
    """
    markdown = MarkdownIt("commonmark", {"html": False, "maxNesting": ANIDADO_MAXIMO})
    markdown.enable(["table", "strikethrough"])
    markdown.disable(["link", "image", "autolink", "reference"])  # a model has nowhere to send us
    fichas = markdown.parse(_con_marcas(texto, citas))
    for ficha in fichas:
        ficha.content = _MARCA.sub("", ficha.content)
        if ficha.type == "inline":
            ficha.children = [p for hija in ficha.children or [] for p in _partir(hija, citas)]
    html: str = markdown.renderer.render(fichas, markdown.options, {})
    return html


def _con_marcas(texto: str, citas: Sequence[Cita]) -> str:
    """Put after each sentence the mark that names its citation, by position in `citas`."""
    partes, escrito = [], 0
    for numero, cita in enumerate(citas):
        partes += [_sin_privados(texto[escrito : cita.fin]), f"{_ABRE}{numero}{_CIERRA}"]
        escrito = cita.fin
    return "".join((*partes, _sin_privados(texto[escrito:])))


def _sin_privados(texto: str) -> str:
    return _PRIVADOS.sub("\ufffd", texto)


def _partir(ficha: Token, citas: Sequence[Cita]) -> Iterator[Token]:
    """Yield a text token cut at its marks, and markup of our own in their place."""
    if ficha.type != "text":
        ficha.content = _MARCA.sub("", ficha.content)  # in code there are no links
        yield ficha
        return
    for posicion, parte in enumerate(_MARCA.split(ficha.content)):
        if posicion % 2:
            yield Token("html_inline", "", 0, content=_marcado(citas[int(parte)]))
        elif parte:
            yield Token("text", "", 0, content=parte)


def _marcado(cita: Cita) -> str:
    """Return the markup of a citation: numbers and figures only, never text of the answer."""
    partes = []
    if cita.fuente is not None:
        n = cita.fuente
        partes.append(f'<a class="cita" href="#fuente-{n}" data-fuente="{n}">{n}</a>')
    if cita.sin_respaldo:
        cifras = ", ".join(cita.sin_respaldo)
        partes.append(f'<span class="sin-respaldo">sin respaldo: {cifras}</span>')
    return "".join(partes)
