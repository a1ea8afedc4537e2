"""Markdown → tokens of an accessible page, and its contents, within bounds. Pure.

Markdown can say much in few characters: rows that a table completes, quotes in quotes whose every
line is looked at on every level. So the work and what it makes are counted, and a document that
asks for too much is read no further.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

from siaa.biblioteca.estructura.analisis import ruta_texto
from siaa.biblioteca.estructura.lineas import VACIO
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.titulos import sin_titulo
from siaa.biblioteca.valores import Documento

PREFIJO_SECCION: Final = "seccion-"
PREFIJO_CHUNK: Final = "chunk-"
DE_ANTERIOR: Final = " (texto anterior)"
ABRE_ANTERIOR: Final = (
    '<div class="anterior" role="group" aria-label="Texto anterior">'
    '<p class="cambio">Texto anterior, que ya no rige.</p>\n'
)
ANIDADO_MAXIMO: Final = 100
"""Lists in lists in lists: the parser drops what is deeper, so it must be deeper than any text."""
ANIDADO_EN_LINEA: Final = 12
"""Brackets in brackets: what is deeper stays text. Every level reads the rest of its paragraph."""
FICHAS_MAXIMAS: Final = 400_000
"""Tokens of a document's blocks, and as many of what stands in them, of some 500 bytes each."""
PASOS_POR_CARACTER: Final = 8
PASOS_LIBRES: Final = 200_000
"""Steps that a document may take. Ordinary text takes less than one for each character."""
FILA_MAXIMA: Final = 20_000
"""Characters of the header of a table: its cells are made at once."""
SIGNOS_MAXIMOS: Final = 50_000
"""Marks of one paragraph; one with more is shown as it is written."""
_SIGNO = re.compile(r"[\[\]*_`~<&\\!\n]")
ALINEADAS: Final = MappingProxyType(
    {"text-align:center": "al-centro", "text-align:right": "a-la-derecha"}
)
"""Style that the parser gives a cell → class: the pages allow no style of their own."""


class Ancla(NamedTuple):
    """A place in a document that an element of the page gets the id of."""

    lugar: int
    id: str


@dataclass(frozen=True, slots=True)
class Entrada:
    """A line of the contents, the element it leads to, and the lines inside it."""

    id: str
    titulo: str
    hijas: tuple["Entrada", ...] = ()


class Nombres:
    """Gives out ids made of words, each once."""

    def __init__(self) -> None:
        self._dados: dict[str, int] = {}

    def nuevo(self, titulo: str) -> str:
        """Return an id for a title, numbered if another has it."""
        base = nombre = PREFIJO_SECCION + "-".join(corridas(plegar(titulo)))
        while nombre in self._dados:
            self._dados[base] += 1
            nombre = f"{base}-{self._dados[base]}"
        self._dados[nombre] = 1
        return nombre


def indexar(
    documento: Documento, renglones: Sequence[int], titulos: Mapping[int, str], nombres: Nombres
) -> tuple[tuple[Entrada, ...], list[Ancla]]:
    """Return the contents of a document, and its anchors in order of place.

    Sections are those of its structure, so articles in plain or bold lines count too; each that no
    heading element stands for has an anchor, and so has each chunk. renglones: where each line
    starts. titulos: ids of the headings that have an element, by line. The document's own title is
    no entry: the contents stand under it.
    """
    secciones = documento.texto.estructura.secciones
    lineas: list[tuple[int, str, str]] = []
    anclas = [Ancla(f.inicio, f"{PREFIJO_CHUNK}{f.indice}") for f in documento.fragmentos]
    for seccion, dentro in zip(secciones, sin_titulo(documento, secciones), strict=True):
        if seccion.titulo or not seccion.ruta:
            continue
        titulo = ruta_texto(seccion.ruta[-1:]) + DE_ANTERIOR * seccion.anterior
        id_ = titulos.get(bisect_right(renglones, seccion.inicio) - 1)
        if id_ is None:
            id_ = nombres.nuevo(titulo)
            anclas.append(Ancla(seccion.inicio, id_))
        lineas.append((len(dentro), id_, titulo))
    return tuple(_arbol(lineas)), sorted(anclas)


def _arbol(lineas: Sequence[tuple[int, str, str]]) -> Iterator[Entrada]:
    desde = 0
    while desde < len(lineas):
        nivel, id_, titulo = lineas[desde]
        hasta = desde + 1
        while hasta < len(lineas) and lineas[hasta][0] > nivel:
            hasta += 1
        yield Entrada(id_, titulo, tuple(_arbol(lineas[desde + 1 : hasta])))
        desde = hasta


Regla = Callable[..., Any]


class Desmedido(Exception):
    """A document whose Markdown asks for more work or memory than its length allows."""


class Medido(MarkdownIt):
    """CommonMark with tables and strikethrough, raw HTML shown as text, for one document
    of so many characters. `parse` raises `Desmedido`.

    Every look of a rule at the text is a step; its tokens are counted, of blocks and in lines.
    Without references, «[a]: /una/direccion»: a note at the foot, «[^1]: Derogado», looks like one.
    """

    def __init__(self, largo: int) -> None:
        super().__init__("commonmark", {"html": False, "maxNesting": ANIDADO_MAXIMO})
        self.enable(["table", "strikethrough"])
        self.disable("reference")
        self.disable("text_join")  # what is written another way (`&amp;`, `\*`) stays apart
        self._pasos = PASOS_LIBRES + PASOS_POR_CARACTER * largo
        self._fichas = FICHAS_MAXIMAS
        self.inline = _EnLinea(self)
        reglas: tuple[Any, ...] = (*self.block.ruler.__rules__, *self.inline.ruler.__rules__)
        for regla in reglas:
            propia = partial(_tabular, regla.fn) if regla.name == "table" else regla.fn
            regla.fn = partial(self._mirar, propia)

    def _mirar(self, regla: Regla, estado: StateBlock | StateInline, *resto: Any) -> Any:
        hallada = regla(estado, *resto)
        self.paso(len(estado.tokens))
        return hallada

    def paso(self, fichas: int) -> None:
        """Take a step where there are so many tokens. Raises `Desmedido`."""
        self._pasos -= 1
        if self._pasos < 0 or fichas > self._fichas:
            raise Desmedido

    def guardar(self, fichas: int) -> None:
        """Keep the tokens of a paragraph. Raises `Desmedido`."""
        self._fichas -= fichas
        self.paso(0)


class _EnLinea(ParserInline):
    """The parser of paragraphs, which counts its tokens and what its look-aheads skip."""

    def __init__(self, medido: Medido) -> None:
        super().__init__()
        self.ruler, self.ruler2 = medido.inline.ruler, medido.inline.ruler2
        self._medido = medido

    def skipToken(self, state: StateInline) -> None:
        self._medido.paso(len(state.tokens))
        super().skipToken(state)

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        md.options["maxNesting"] = ANIDADO_EN_LINEA  # all blocks have been read
        if sum(1 for _ in _SIGNO.finditer(src)) > SIGNOS_MAXIMOS:
            tokens.append(Token("text", "", 0, content=src))
            return tokens
        leidas = super().parse(src, md, env, tokens)
        self._medido.guardar(len(leidas))
        return leidas


def _tabular(regla: Regla, estado: StateBlock, renglon: int, *resto: Any) -> Any:
    """A row that is too long is no table."""
    largo = estado.eMarks[renglon] - estado.bMarks[renglon]
    return largo <= FILA_MAXIMA and regla(estado, renglon, *resto)


def vestir_titulos(fichas: Sequence[Token], nombres: Nombres) -> Mapping[int, str]:
    """Give each heading an id and a level that skips none; only the first can be the page's own.

    A heading without text is a paragraph: it announces nothing. Return the ids by the line that
    their heading starts on.
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


def con_marco(fichas: Iterable[Token]) -> Iterator[Token]:
    """Put each table into a region of its own, which scrolls and which the keyboard reaches."""
    numero = 0
    for ficha in fichas:
        if ficha.type == "table_open":
            numero += 1
            marco = f'<div class="tabla" role="region" aria-label="Tabla {numero}" tabindex="0">\n'
            yield propio(marco)
        yield ficha
        if ficha.type == "table_close":
            yield propio("</div>\n")


def sin_enlaces_rotos(fichas: Sequence[Token]) -> list[Token]:
    """Leave out the paragraphs that are no more than a link that led to nothing."""
    rotos = {
        n + lado
        for n, ficha in enumerate(fichas)
        if ficha.content.endswith(VACIO) and "\n" not in ficha.content
        if n and fichas[n - 1].type == "paragraph_open"
        for lado in (-1, 0, 1)
    }
    return [ficha for n, ficha in enumerate(fichas) if n not in rotos]


def con_anterior(
    fichas: Sequence[Token], documento: Documento, renglones: Sequence[int]
) -> Iterator[Token]:
    """Put what is an earlier text of an article into a group of its own that says so."""
    secciones = documento.texto.estructura.secciones
    inicios, dentro = [seccion.inicio for seccion in secciones], False
    for ficha in fichas:
        if ficha.map and not ficha.level:
            cual = bisect_right(inicios, renglones[ficha.map[0]]) - 1
            estaba, dentro = dentro, cual >= 0 and secciones[cual].anterior
            if dentro != estaba:
                yield propio(ABRE_ANTERIOR if dentro else "</div>\n")
        yield ficha
    if dentro:
        yield propio("</div>\n")


def propio(marcado: str) -> Token:
    """Return markup of our own; never made from a document's text, nor from a model's."""
    return Token("html_inline", "", 0, content=marcado)
