"""HTML → Markdown, that of a page and that which others make. Nothing in it is run or fetched."""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import replace
from html import unescape
from itertools import count, product
from typing import Any, Final

from bs4 import BeautifulSoup
from markdownify import MarkdownConverter
from selectolax.lexbor import LexborHTMLParser, LexborNode

from siaa.biblioteca.conversion.limites import revisar_celdas
from siaa.biblioteca.conversion.piezas import Leido, dejado_fuera, entero, limpio, parrafo, tabla

TITULO_NOTAS: Final = "<h2>Notas</h2>"
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
_QUE_TACHAN: Final = ("s", "strike", "del")
_NO_RIGEN: Final = f":is({', '.join(_QUE_TACHAN)}, [hidden], [style], [class]):not(html, body)"
"""What may be struck or hidden. A page whose body is hidden is shown by its script."""
_TACHA = re.compile("line-through", re.IGNORECASE)
_OCULTA = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all", re.IGNORECASE
)
_CLASE_TACHADA = re.compile(r"\.([\w-]{1,80})\s*\{[^{}]*line-through", re.IGNORECASE)
_FIN_DE_LETRA = re.compile(rf"((?:<br>)+)((?:</(?:{'|'.join(_DE_LETRA)})>)+)")
_COMIENZO_DE_LETRA = re.compile(rf"((?:<(?:{'|'.join(_DE_LETRA)})>)+)((?:<br>)+)")


class EnMarkdown(MarkdownConverter):  # type: ignore[misc]
    """What the library does, but for tables with cells of several rows, and the text of `#`."""

    def convert_hN(self, n: int, el: Any, text: str, parent_tags: set[str]) -> str:
        """Write a heading, unless nothing is left of it."""
        hecho: str = super().convert_hN(n, el, text, parent_tags) if text.strip() else ""
        return hecho

    def convert_li(self, el: Any, text: str, parent_tags: set[str]) -> str:
        """Write an item of a list: one may tell its number, from which the next go on."""
        anterior = el.find_previous_sibling("li")
        sigue = el.parent.get("start") if anterior is None else int(anterior["value"]) + 1
        numero = entero(el.get("value") or sigue)
        el["value"] = str(numero)
        signo = f"{numero}. " if el.parent.name == "ol" else "- "
        if not parent_tags.isdisjoint(_DE_CELDA):
            el.insert(0, signo)
        dicho = re.sub(r"\n(?=.)", "\n" + " " * len(signo), text.strip())
        return f"{signo}{dicho}\n" if dicho else ""

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
                abajo, lado = (max(1, entero(celda.get(n))) for n in ("rowspan", "colspan"))
                revisar_celdas(len(celdas) + abajo * lado)
                textos = celda.find_all(string=True)
                dicho = limpio(" ".join(t for t in textos if t.find_parent(_DE_CELDA) is celda))
                for b, c in product(range(abajo), range(lado)):
                    celdas[fila + b, columna + c] = "" if c else dicho
        ancho = max((c for _, c in celdas), default=0) + 1
        escrita = tabla([[celdas.get((f, c), "") for c in range(ancho)] for f in range(len(filas))])
        encabezada = f"{limpio(el.caption.get_text())}\n\n" if el.caption else ""
        return f"\n\n{encabezada}{escrita}\n\n"


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
    return f"{html}{TITULO_NOTAS}<ol>{dichas}</ol>" if dichas else html


def leer_html(datos: bytes) -> Leido:
    """Read a page in UTF-8, as a browser does. Raises `NoSeConvierte`, `RecursionError`."""
    arbol = LexborHTMLParser(datos.decode())
    tachan = set(_CLASE_TACHADA.findall(" ".join(hoja.text() for hoja in arbol.css("style"))))
    arbol.strip_tags([*_MUDAS])
    fuera = Counter(_vaciar(nodo, tachan) for nodo in reversed(arbol.css(_NO_RIGEN)))
    del fuera[""]
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
    titulo = limpio("".join(titulos[:1]))
    return Leido(markdown.replace("<!--", "‹!--"), titulo, avisos + dejado_fuera(fuera))


def _vaciar(nodo: LexborNode, tachan: Container[str]) -> str:
    """Empty what is struck or hidden, those in it being empty by now; return what it was, if any.

    tachan: the classes that strike. It stays: a cell has its place, and an item its number.
    """
    estilo, clases = nodo.attributes.get("style") or "", nodo.attributes.get("class") or ""
    tachado = (
        nodo.tag in _QUE_TACHAN or _TACHA.search(estilo) or any(c in tachan for c in clases.split())
    )
    if not (tachado or "hidden" in nodo.attributes or _OCULTA.search(estilo)):
        return ""
    dicho = nodo.text().strip()
    nodo.inner_html = ""
    return dicho and ("trozo tachado" if tachado else "trozo oculto")
