"""Word (`.docx`) and HTML → Markdown. Nothing in them is run or fetched."""

import io
import re
import zipfile
from collections.abc import Iterable
from dataclasses import replace
from html import unescape
from itertools import count, product
from typing import Any, Final

import mammoth
from bs4 import BeautifulSoup
from markdownify import MarkdownConverter
from selectolax.lexbor import LexborHTMLParser

from siaa.biblioteca.conversion.limites import CELDAS, revisar_celdas
from siaa.biblioteca.conversion.piezas import Leido, limpio, parrafo, tabla

_ESTILOS: Final = "p[style-name='Title'] => h1:fresh\n" + "\n".join(
    f"p[style-name='Heading {n}'] => h{n + 1}:fresh" for n in range(1, 6)
)
_LLAMADA = re.compile(r'<sup><a href="#[^"]*" id="[^"]*-ref-[^"]*">\[(\d+)\]</a></sup>')
_TITULO_NOTAS: Final = "<h2>Notas</h2>"
_NOTAS: Final = '<ol><li id="footnote-'
_TITULO = re.compile(rb"<dc:title>([^<]{3,300})</dc:title>")
_DE_CELDA: Final = ("td", "th")
_MUDAS: Final = (
    *("script", "style", "noscript", "template", "svg", "nav"),
    *("button", "select", "textarea", "datalist"),
)
"""Whose text is none of the document's. A form may be the whole page: only its boxes are mute."""
_DE_LETRA: Final = ("b", "strong", "i", "em", "code")
_BLOQUES: Final = (
    "hr, h1, h2, h3, h4, h5, h6, p, pre, div, blockquote, address, article, aside, center, "
    "details, fieldset, figcaption, figure, footer, form, header, legend, main, section, summary, "
    "ol, ul, li, dl, dt, dd, table, caption, thead, tbody, tfoot, tr, td, th"
)
_DICEN: Final = f"html, head, body, {', '.join(_DE_LETRA)}, br, img, {_BLOQUES}"
"""What says something of the text in it."""
_OTRA_VEZ: Final = ", ".join(f"{letra} {letra}, {letra}:has({_BLOQUES})" for letra in _DE_LETRA)
_ENVUELVEN: Final = f":is(:not({_DICEN}), {_OTRA_VEZ})"
"""Tags that say nothing of their text, or say again what one around them says; and letters that
go on through paragraphs and tables, whose marks would end where nothing they began in is left."""
_FIN_DE_LETRA = re.compile(rf"((?:<br>)+)((?:</(?:{'|'.join(_DE_LETRA)})>)+)")
_COMIENZO_DE_LETRA = re.compile(rf"((?:<(?:{'|'.join(_DE_LETRA)})>)+)((?:<br>)+)")


class EnMarkdown(MarkdownConverter):  # type: ignore[misc]
    """What the library does, but for tables with cells of several rows, and the text of `#`."""

    def convert_p(self, el: Any, text: str, parent_tags: set[str]) -> str:
        """Write a paragraph."""
        hecho: str = super().convert_p(el, parrafo(text.strip()), parent_tags)
        return hecho

    def convert_table(self, el: Any, text: str, parent_tags: set[str]) -> str:
        """Write a table; what spans several rows is said in each of them."""
        celdas: dict[tuple[int, int], str] = {}
        filas = el.find_all("tr")
        for fila, tr in enumerate(filas):
            columna = 0
            # Of a table in a cell, the rows are told too: only what is nearest is its own.
            for celda in (c for c in tr.find_all(_DE_CELDA) if c.find_parent("tr") is tr):
                columna = next(c for c in count(columna) if (fila, c) not in celdas)
                abajo, lado = (_veces(celda.get(n)) for n in ("rowspan", "colspan"))
                revisar_celdas(len(celdas) + abajo * lado)
                textos = celda.find_all(string=True)
                dicho = limpio(" ".join(t for t in textos if t.find_parent(_DE_CELDA) is celda))
                for b, c in product(range(abajo), range(lado)):
                    celdas[fila + b, columna + c] = "" if c else dicho
        ancho = max((c for _, c in celdas), default=0) + 1
        escrita = tabla([[celdas.get((f, c), "") for c in range(ancho)] for f in range(len(filas))])
        encabezada = f"{limpio(el.caption.get_text())}\n\n" if el.caption else ""
        return f"\n\n{encabezada}{escrita}\n\n"


def _veces(escrito: object) -> int:
    return max(1, min(int(escrito), CELDAS + 1)) if str(escrito).isdecimal() else 1  # type: ignore[call-overload]


def leer_docx(datos: bytes) -> Leido:
    """Read a document by the styles of its paragraphs. Raises what mammoth does of a bad one."""
    html = mammoth.convert_to_html(
        io.BytesIO(datos),
        style_map=_ESTILOS,
        include_embedded_style_map=False,
        convert_image=mammoth.images.img_element(lambda imagen: {}),
    ).value
    html = _LLAMADA.sub(r" (nota \1)", html).replace(_NOTAS, f"{_TITULO_NOTAS}{_NOTAS}", 1)
    return con_titulo(leer_html(html.replace("↑", "").encode()), datos, "docProps/core.xml")


def con_titulo(leido: Leido, datos: bytes, propiedades: str) -> Leido:
    """Return what was read of an office file with the title that its properties give."""
    with zipfile.ZipFile(io.BytesIO(datos)) as comprimido:
        hay = propiedades in comprimido.namelist()
        titulo = _TITULO.search(comprimido.read(propiedades)) if hay else None
    dicho = limpio(unescape(titulo[1].decode("utf-8", "replace"))) if titulo else ""
    return replace(leido, titulo=dicho)


def con_notas(html: str, notas: Iterable[str]) -> str:
    """Return a page with its notes at the end."""
    dichas = "".join(f"<li>{nota}</li>" for nota in notas)
    return f"{html}{_TITULO_NOTAS}<ol>{dichas}</ol>" if dichas else html


def leer_html(datos: bytes) -> Leido:
    """Read a page in UTF-8, as a browser does. Raises `NoSeConvierte`, `RecursionError`."""
    arbol = LexborHTMLParser(datos.decode())
    arbol.strip_tags([*_MUDAS])
    titulos = [titulo.text() for titulo in arbol.css("title")]
    arbol.strip_tags(["title"])
    # All of them at once and from inside: each moves what is still in it, tag by tag.
    for nodo in reversed(arbol.css(_ENVUELVEN)):
        nodo.unwrap()
    # A line that ends where bold letters begin or end would be lost between their marks.
    cerrada = _COMIENZO_DE_LETRA.sub(r"\2\1", _FIN_DE_LETRA.sub(r"\2\1", arbol.html))
    pagina = BeautifulSoup(cerrada, "html.parser")
    imagenes = len(pagina.find_all("img"))
    markdown: str = EnMarkdown(
        heading_style="ATX",
        bullets="-",
        escape_asterisks=False,
        escape_underscores=False,
        strip=["img", "a"],
    ).convert_soup(pagina)
    cuantas = "diga 1 imagen" if imagenes == 1 else f"digan {imagenes} imágenes"
    avisos = (f"no se leyó lo que {cuantas}: si hace falta, escríbalo",) if imagenes else ()
    return Leido(markdown.replace("<!--", "‹!--"), limpio("".join(titulos[:1])), avisos)
