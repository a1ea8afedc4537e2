"""Markdown → safe HTML as stretches of text with the markup between them. Pure.

Each stretch knows where it stands in the document, so that `resaltado` can mark any passage and any
word without reading the Markdown again, and without touching a tag.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from sys import getsizeof
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from siaa.biblioteca.estructura.renglones import separar_enfasis
from siaa.biblioteca.valores import Documento
from siaa.web.visor.fichas import (
    Ancla,
    Desmedido,
    Entrada,
    Medido,
    Nombres,
    con_anterior,
    con_marco,
    indexar,
    propio,
    sin_enlaces_rotos,
    vestir_celdas,
    vestir_titulos,
)

ALCANCE: Final = 10_000
"""How far a stretch of text is looked for, in characters: past any address of a link."""
OCTETOS_MAXIMOS: Final = 48 * 1024 * 1024
"""Bytes that a page with its format may take; one that takes more is shown without."""
_SEPARADOR: Final = "\0"
"""What stands for each stretch while the markup is written: the parser lets no NUL through."""

_FIN_DE_RENGLON = re.compile(r"\r\n?|\n")
_LINEA = re.compile(r"[^\n]*\n|[^\n]+")
_RESTO = re.compile(
    r"(<br\s*/?>|\[\^\w+\]|<!--[^<>]*-->|(?<!\s)\*+[.,:;]+\*+(?=\s|\Z)"
    r"|(?<![\w*])\*{2,3}(?=\w)|(?<=\w)\*{2,3}(?![\w*]))",
    re.IGNORECASE,
)
"""What a conversion leaves among the words: a break, the mark of a note, a remark, marks of
an emphasis that has no other end, or holds only a sign («**Derechos***.* Los»)."""
_PEGADAS = re.compile(r"\*++(?=\S)")
"""Marks after which a document has no space: one that is read there was put in to part them."""


@dataclass(frozen=True, slots=True)
class Trozo:
    """Text as it is shown, the markup written before it and where it starts in the document."""

    antes: str
    texto: str
    lugar: int

    @property
    def fin(self) -> int:
        """Where it ends in the document, if nothing in it was written another way."""
        return self.lugar + len(self.texto)


@dataclass(frozen=True, slots=True)
class Representacion:
    """A document as a page: its text in order, the markup after it, its contents.

    con_titulo: whether its first heading is the title of the page. con_formato: whether its
    Markdown was read; if not, the text stands as it is written. Chunk N begins at the element
    with id `chunk-N`; every entry of `contenido` leads to an element.
    """

    trozos: tuple[Trozo, ...]
    cierre: str
    contenido: tuple[Entrada, ...]
    con_titulo: bool
    con_formato: bool = True

    @property
    def octetos(self) -> int:
        """How much memory it takes, about."""
        return sum(getsizeof(t) + getsizeof(t.antes) + getsizeof(t.texto) for t in self.trozos)


def representar(documento: Documento) -> Representacion:
    """Render a document. Raw HTML in it is shown as text, never interpreted.

    One whose Markdown asks for more work or memory than its length allows is shown as it is
    written.
    """
    try:
        pagina = _con_formato(documento)
    except Desmedido:
        return _sin_formato(documento)
    return pagina if pagina.octetos <= OCTETOS_MAXIMOS else _sin_formato(documento)


def _con_formato(documento: Documento) -> Representacion:
    texto = "\n".join(map(separar_enfasis, documento.contenido.split("\n")))
    markdown = Medido(len(texto))
    fichas = markdown.parse(texto)
    renglones = _renglones(documento.contenido)
    nombres = Nombres()
    titulos = vestir_titulos(fichas, nombres)
    vestir_celdas(fichas)
    contenido, anclas = indexar(documento, renglones, titulos, nombres)
    vestidas = con_marco(con_anterior(sin_enlaces_rotos(fichas), documento, renglones))
    trozos, cierre = en_trozos(markdown, vestidas, documento.contenido, anclas)
    return Representacion(trozos, cierre, contenido, any(ficha.tag == "h1" for ficha in fichas))


def _sin_formato(documento: Documento) -> Representacion:
    contenido, anclas = indexar(documento, _renglones(documento.contenido), {}, Nombres())
    largo = len(documento.contenido)
    anclas = [ancla for ancla in anclas if ancla.lugar < largo]
    cortes = [*(ancla.lugar for ancla in anclas), largo]
    trozos = [Trozo('<div class="sin-formato">', documento.contenido[: cortes[0]], 0)]
    for ancla, hasta in zip(anclas, cortes[1:], strict=True):
        texto = documento.contenido[ancla.lugar : hasta]
        trozos.append(Trozo(_elemento(ancla), texto, ancla.lugar))
    return Representacion(tuple(trozos), "</div>", contenido, False, con_formato=False)


def _renglones(contenido: str) -> Sequence[int]:
    return [0, *(h.end() for h in _FIN_DE_RENGLON.finditer(contenido))]


def _elemento(ancla: Ancla) -> str:
    return f'<span class="ancla" id="{ancla.id}"></span>'


@dataclass(slots=True)
class _Lector:
    """Goes through the tokens and the document side by side.

    anclas: in order of place; so many are puestas. lugar: how far the text has been found; renglon:
    the line it is on; hasta: where the block that is being read ends.
    """

    contenido: str
    renglones: Sequence[int]
    anclas: Sequence[Ancla]
    lugar: int = 0
    renglon: int = 0
    puestas: int = 0
    hasta: int = 0

    def leer(self, fichas: Iterable[Token]) -> Iterator[Token]:
        """Yield the tokens with each text placed, and the anchors put where they belong."""
        for ficha in fichas:
            if ficha.map:
                self._ir_a(*ficha.map)
            if ficha.type == "list_item_open":
                self._hallar(ficha.info + ficha.markup)  # «2. 2»: its number is no word of it
            if ficha.type == "inline":
                ficha.children = [p for hija in ficha.children or [] for p in self._en_linea(hija)]
                yield ficha
            elif ficha.type in ("fence", "code_block"):
                yield from self._codigo(ficha)
            elif ficha.type == "hr":
                yield from self._anclas_hasta(self.hasta)
                yield ficha
            else:
                yield ficha
        yield from self._anclas_hasta(len(self.contenido))

    def _ir_a(self, primero: int, ultimo: int) -> None:
        """Go on at a block of lines; a cell goes on in the line of the one before it."""
        if primero > self.renglon:
            self.renglon, self.lugar = primero, self.renglones[primero]
        ultimo_renglon = ultimo >= len(self.renglones)
        self.hasta = len(self.contenido) if ultimo_renglon else self.renglones[ultimo]

    def _en_linea(self, ficha: Token) -> Iterator[Token]:
        match ficha.type:
            case "text":
                yield from self._suelto(ficha.content)
            case "text_special":
                yield from self._texto(ficha.content, ficha.markup)
            case "softbreak":
                yield from self._texto("\n", "\n")
            case "code_inline":
                yield propio("<code>")
                yield from self._texto(ficha.content, ficha.content)
                yield propio("</code>")
            case "image":
                yield from self._imagen(ficha)
            case _:
                yield ficha

    def _suelto(self, texto: str) -> Iterator[Token]:
        """A text as it is written, but for what is no word of it."""
        if texto.startswith(" ") and _PEGADAS.match(self.contenido, self.lugar):
            yield Token("text", "", 0, content=" ", meta={"lugar": self.lugar})
            texto = texto[1:]
        for n, parte in enumerate(_RESTO.split(texto)):
            antes, dicho, despues = _vestido(parte) if n % 2 else ("", parte, "")
            if antes:
                yield propio(antes)
            if dicho:
                yield from self._texto(dicho, dicho)
            else:
                self._hallar(parte)
            if despues:
                yield propio(despues)

    def _imagen(self, ficha: Token) -> Iterator[Token]:
        """The description of an image in its place: nobody is asked for anything."""
        yield propio('<span class="imagen">[Imagen' + (": " if ficha.content else ""))
        yield from self._descripcion(ficha)
        yield propio("]</span>")

    def _descripcion(self, imagen: Token) -> Iterator[Token]:
        """The description of an image, without its markup: a link may stand around the image."""
        for hija in imagen.children or []:
            if hija.type == "image":
                yield from self._descripcion(hija)
            elif not hija.nesting:
                yield from self._en_linea(hija)

    def _codigo(self, ficha: Token) -> Iterator[Token]:
        """A block of code, line by line; an anchor inside it would be text."""
        yield from self._anclas_hasta(self.hasta)
        yield propio("<pre><code>")
        primero = self.renglon + (ficha.type == "fence")
        for numero, linea in enumerate(_LINEA.findall(ficha.content), primero):
            self.lugar = max(self.lugar, self.renglones[min(numero, len(self.renglones) - 1)])
            yield from self._texto(linea, linea.rstrip("\n"))  # the last line may have none
        yield propio("</code></pre>\n")

    def _texto(self, texto: str, escrito: str) -> Iterator[Token]:
        """Place a text that the document has as `escrito`, after the anchors before its end."""
        inicio = self._hallar(escrito)
        yield from self._anclas_hasta(self.lugar)
        yield Token("text", "", 0, content=texto, meta={"lugar": inicio})

    def _hallar(self, escrito: str) -> int:
        hasta = min(self.hasta, self.lugar + ALCANCE + len(escrito))
        inicio = max(self.lugar, self.contenido.find(escrito, self.lugar, hasta))
        self.lugar = inicio + len(escrito)
        return inicio

    def _anclas_hasta(self, lugar: int) -> Iterator[Token]:
        while self.puestas < len(self.anclas) and self.anclas[self.puestas].lugar < lugar:
            yield propio(_elemento(self.anclas[self.puestas]))
            self.puestas += 1


def _vestido(resto: str) -> tuple[str, str, str]:
    """Return what a mark that is no word is shown as: markup, its words, markup."""
    if resto.startswith("[^"):
        return "<sup> (nota ", resto[2:-1], ")</sup>"
    if resto.startswith("<!"):
        return '<span class="imagen">', resto[4:-3].strip(), "</span>"
    if resto.startswith("*"):
        return "", resto.strip("*"), ""
    return "<br>", "", ""


def en_trozos(
    markdown: MarkdownIt, fichas: Iterable[Token], contenido: str, anclas: Sequence[Ancla] = ()
) -> tuple[tuple[Trozo, ...], str]:
    """Return a text whose Markdown was read in order, and the markup after it."""
    leidas = list(_Lector(contenido, _renglones(contenido), anclas).leer(fichas))
    textos: list[tuple[str, int]] = []

    def texto(_: Any, fichas: Sequence[Token], numero: int, *__: Any) -> str:
        textos.append((fichas[numero].content, fichas[numero].meta["lugar"]))
        return _SEPARADOR

    markdown.add_render_rule("text", texto)
    html: str = markdown.renderer.render(leidas, markdown.options, {})
    *antes, cierre = html.split(_SEPARADOR)
    return tuple(_unidos(zip(antes, textos, strict=True))), cierre


def _unidos(partes: Iterable[tuple[str, tuple[str, int]]]) -> Iterator[Trozo]:
    """Yield stretches; what follows without markup, as the lines of a paragraph do, is one."""
    antes, lugar, textos, fin = "", 0, list[str](), -1
    for marcado, (texto, inicio) in partes:
        if textos and (marcado or inicio != fin):
            yield Trozo(antes, "".join(textos), lugar)
            textos.clear()
        if not textos:
            antes, lugar = marcado, inicio
        textos.append(texto)
        fin = inicio + len(texto)
    if textos:
        yield Trozo(antes, "".join(textos), lugar)
