"""HTML as people write it → the same with every tag closed where a browser closes it. Pure.

Most pages leave `<p>`, `<li>` and `<td>` open, and some close what they never opened. Tags that
say nothing of a text (`<font>`, `<a>`, `<o:p>`) are not written again.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from html import escape
from html.parser import HTMLParser
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.conversion.limites import ANIDADO
from siaa.biblioteca.conversion.piezas import NoSeConvierte

DE_CELDA: Final = ("td", "th")
MUDAS: Final = (
    *("script", "style", "noscript", "template", "svg", "nav"),
    *("button", "select", "textarea", "datalist"),
)
"""Whose text is none of the document's. A form may be the whole page: only its boxes are mute."""
ABIERTAS: Final = 500
"""Tags that may stand one inside the other."""
_VACIAS: Final = ("br", "hr", "img")
_DICEN: Final = ("rowspan", "colspan", "start")
"""Attributes that are written again."""
_TITULOS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOQUES: Final = (
    *("address", "article", "aside", "blockquote", "center", "details", "div", "dl", "fieldset"),
    *("figcaption", "figure", "footer", "form", "header", "hr", "legend", "main", "ol", "p", "pre"),
    *("section", "summary", "table", "ul"),
)
_DE_TABLA: Final = ("thead", "tbody", "tfoot", "tr", *DE_CELDA, "caption")
_DE_LETRA: Final = ("b", "strong", "i", "em", "code")
_EN_CELDA: Final = ("table", *DE_CELDA, "caption")
_EN_LISTA: Final = ("ol", "ul", "dl", *_EN_CELDA)
_Tags = Collection[str]
_ACABAN: Final[Mapping[str, tuple[_Tags, _Tags]]] = MappingProxyType(
    {
        **dict.fromkeys(_BLOQUES, (("p",), _EN_CELDA)),
        **dict.fromkeys(_TITULOS, (("p", *_TITULOS), _EN_CELDA)),
        **{letra: ((letra,), ("li", "dt", "dd", *_EN_LISTA)) for letra in _DE_LETRA},
        "li": (("li",), _EN_LISTA),
        **dict.fromkeys(("dt", "dd"), (("dt", "dd"), _EN_LISTA)),
        **dict.fromkeys(_DE_TABLA, (_DE_TABLA, ("table",))),
        "tr": (("tr", *DE_CELDA, "caption"), ("table",)),
        **dict.fromkeys(DE_CELDA, ((*DE_CELDA, "caption"), ("table",))),
        **dict.fromkeys(("br", "img", "title", *MUDAS), ((), ())),
    }
)
"""What is written again → the open tags that its beginning ends, and inside which others neither
its beginning nor its end reaches."""
_FIN_DE_LETRA = re.compile(rf"((?:<br>)+)((?:</(?:{'|'.join(_DE_LETRA)})>)+)")
_COMIENZO_DE_LETRA = re.compile(rf"((?:<(?:{'|'.join(_DE_LETRA)})>)+)((?:<br>)+)")


def cerrar_etiquetas(pagina: str) -> str:
    """Return a page with its tags in order. Raises `NoSeConvierte` where too many are open."""
    escritor = _Escritor()
    escritor.feed(pagina)
    escritor.close()
    # A line that ends where bold letters begin or end would be lost between their marks.
    hecho = _FIN_DE_LETRA.sub(r"\2\1", "".join(escritor.hecho))
    return _COMIENZO_DE_LETRA.sub(r"\2\1", hecho)


class _Escritor(HTMLParser):
    """Writes in `hecho` the tags that it is told of, and keeps which are open, the inmost last."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.hecho: list[str] = []
        self._abiertas: list[str] = []

    def close(self) -> None:
        """End the page, and what is open in it."""
        super().close()
        self._cerrar_desde(0)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """End what the beginning of a tag ends, and write it."""
        if tag not in _ACABAN or (tag in _DE_TABLA and "table" not in self._abiertas):
            return
        self._cerrar_desde(min(self._abiertas_de(*_ACABAN[tag]), default=len(self._abiertas)))
        if tag not in _DE_TABLA:
            self._entrar_en("td")
        elif tag in DE_CELDA:
            self._entrar_en("tr")
        dichos = (f' {n}="{escape(dicho or "")}"' for n, dicho in attrs if n in _DICEN)
        self.hecho.append(f"<{tag}{''.join(dichos)}>")
        if tag not in _VACIAS:
            self._abiertas.append(tag)
        if len(self._abiertas) > ABIERTAS:
            raise NoSeConvierte(ANIDADO)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write a tag that says that nothing is in it."""
        self.handle_starttag(tag, attrs)
        if tag not in _VACIAS:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """End the inmost of such tags, and what was left open in it."""
        if tag == "br":  # what was meant is what browsers make of it
            self.handle_starttag(tag, [])
        frontera = _ACABAN[tag][1] if tag in _ACABAN and tag != "table" else ()
        self._cerrar_desde(next(self._abiertas_de((tag,), frontera), len(self._abiertas)))

    def handle_data(self, data: str) -> None:
        """Write some text."""
        if data.strip():
            self._entrar_en("td")
        self.hecho.append(escape(data, quote=False))

    def parse_html_declaration(self, i: int) -> int:
        """Pass over `<!DOCTYPE …>`, and over what Word writes: `<![if !supportLists]>`."""
        return self.parse_bogus_comment(i)

    def _entrar_en(self, parte: str) -> None:
        """Open the part of a table that what comes must stand in, where nobody did."""
        fuera = ("table", *_DE_TABLA[:3], *["tr"] * (parte == "td"))
        if self._abiertas and self._abiertas[-1] in fuera:
            self.handle_starttag(parte, [])

    def _abiertas_de(self, cuales: _Tags, frontera: _Tags) -> Iterator[int]:
        """Yield where such tags are open, the inmost first, as far as one of the others."""
        for lugar in range(len(self._abiertas) - 1, -1, -1):
            if self._abiertas[lugar] in cuales:
                yield lugar
            elif self._abiertas[lugar] in frontera:
                return

    def _cerrar_desde(self, lugar: int) -> None:
        while len(self._abiertas) > lugar:
            self.hecho.append(f"</{self._abiertas.pop()}>")
