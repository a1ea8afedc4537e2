"""An answer → safe HTML: Markdown without raw HTML, citations as links to the sources. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from siaa.redaccion.citas import Cita
from siaa.web.visor.vestido import vestir_celdas

ANIDADO_MAXIMO: Final = 100
CODIGO: Final = ("code_inline", "code_block", "fence")
_ABRE, _CIERRA = "\ue000", "\ue001"
"""Private characters between which the number of a citation travels through the Markdown."""
_PRIVADOS = re.compile(f"[{_ABRE}{_CIERRA}]")
_MARCA = re.compile(f"{_ABRE}([0-9]+){_CIERRA}")


def respuesta_html(texto: str, citas: Sequence[Cita]) -> str:
    """Render an answer. citas: in order, with offsets in `texto`.

    After a sentence that a source vouches for comes `<a class="cita" href="#fuente-N"
    data-fuente="N">N</a>`; after one with figures that no source has, `<span
    class="sin-respaldo">` names them. Those of a sentence in code come after the code.
    """
    markdown = MarkdownIt("commonmark", {"html": False, "maxNesting": ANIDADO_MAXIMO})
    markdown.enable(["table", "strikethrough"])
    markdown.disable(["link", "image", "autolink", "reference"])  # a model has nowhere to send us
    markdown.disable("text_join")  # what is written another way (`&#xE000;`) is no mark of ours
    fichas = markdown.parse(_con_marcas(texto, citas))
    vestir_celdas(fichas)
    for ficha in fichas:
        ficha.children = [parte for hija in ficha.children or [] for parte in _partir(hija, citas)]
    bloques = [parte for ficha in fichas for parte in _tras_el_codigo(ficha, citas)]
    html: str = markdown.renderer.render(bloques, markdown.options, {})
    return html


def _con_marcas(texto: str, citas: Sequence[Cita]) -> str:
    """Put after each sentence the mark that names its citation, by position in `citas`."""
    partes, escrito = [], 0
    for numero, cita in enumerate(citas):
        fin = _fin_de_las_palabras(texto, cita)
        partes += [_sin_privados(texto[escrito:fin]), f"{_ABRE}{numero}{_CIERRA}"]
        escrito = fin
    return "".join((*partes, _sin_privados(texto[escrito:])))


def _fin_de_las_palabras(texto: str, cita: Cita) -> int:
    """Return where a sentence ends; for a row of a table, inside its last cell.

    After the bar that closes the row, the mark would be one more cell; after a backslash, text.
    """
    frase = texto[cita.inicio : cita.fin]
    if frase.endswith("|") and not frase.endswith("\\|"):
        frase = frase[:-1].rstrip()
    return len(texto[: cita.inicio + len(frase)].rstrip("\\"))


def _sin_privados(texto: str) -> str:
    return _PRIVADOS.sub("\ufffd", texto)


def _partir(ficha: Token, citas: Sequence[Cita]) -> Iterator[Token]:
    """Yield a text token cut at its marks, and markup of our own in their place."""
    if ficha.type == "text_special":  # `&#xE000;`: no mark of ours
        yield Token("text", "", 0, content=_sin_privados(ficha.content))
    elif ficha.type != "text":
        yield from _tras_el_codigo(ficha, citas)
    else:
        for posicion, parte in enumerate(_MARCA.split(ficha.content)):
            if posicion % 2:
                yield Token("html_inline", "", 0, content=_marcado(citas[int(parte)]))
            elif parte:
                yield Token("text", "", 0, content=parte)


def _tras_el_codigo(ficha: Token, citas: Sequence[Cita]) -> Iterator[Token]:
    """Yield a token that is not text without its marks, then what they stand for."""
    marcas = _MARCA.findall(ficha.info + ficha.content) if ficha.type in CODIGO else []
    ficha.content, ficha.info = (_MARCA.sub("", escrito) for escrito in (ficha.content, ficha.info))
    yield ficha
    if marcas:
        hechas = "".join(_marcado(citas[int(marca)]) for marca in marcas)
        yield Token("html_inline", "", 0, content=f"<p>{hechas}</p>\n" if ficha.block else hechas)


def _marcado(cita: Cita) -> str:
    """Return the markup of a citation: numbers and figures only, never text of the answer."""
    partes = []
    if cita.fuente is not None:
        n = cita.fuente
        partes.append(f'<a class="cita" href="#fuente-{n}" data-fuente="{n}">{n}</a>')
    if cita.sin_respaldo:
        verbo = "está" if len(cita.sin_respaldo) == 1 else "están"
        cifras = ", ".join(cita.sin_respaldo)
        partes.append(f'<span class="sin-respaldo">{cifras} no {verbo} en los pasajes</span>')
    return "".join(partes)
