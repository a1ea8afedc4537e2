"""Every line of a text: text, heading, or something that is neither indexed nor sent.

Left out are HTML comments, rules and other lines without a letter or digit, images, tables of
contents, page numbers, and the headers and footers of pages that conversion left in the text.
"""

import re
from enum import Enum
from typing import Final, NamedTuple

from siaa.biblioteca.estructura.margenes import LARGO_REPETIDA, de_pagina
from siaa.biblioteca.estructura.rotulos import Rotulo, rotulo_de

ENTRADAS_MINIMAS: Final = 4
"""A table of contents without dotted leaders has at least this many entries."""


class Clase(Enum):
    """What a line is to the reader of a document."""

    TEXTO = 1
    """Text, or a heading, or both."""
    DESCARTADA = 2
    INDICE = 3
    """An entry of a table of contents: not text either, but it tells the depth of headings."""
    ANTERIOR = 4
    VIGENTE = 5
    """It only announces which text of its article follows: an earlier one, or the one in force."""
    CIERRE = 6
    """What closes an act: «Publíquese y cúmplase», «Dado en Cali…», «El Presidente del Senado,»."""


class Linea(NamedTuple):
    """A line that is not blank, trimmed, as offsets `[inicio, fin)` into the text."""

    inicio: int
    fin: int
    clase: Clase
    rotulo: Rotulo | None = None


VACIO: Final = "[]"
"""End of the label of a link that led to nothing («JURISPRUDENCIA []»)."""
_LARGO_VACIA: Final = 60
"""Longest such label, in characters: what is longer says something."""

_ALFANUMERICO = re.compile(r"[^\W_]")
_COMENTARIO = re.compile(r"<!--.*?-->", re.DOTALL)
_PUNTEADO = re.compile(
    r"(?:\.{4}|…{2}|(?:\.\s){4}|_{5})[\s.…_|]*(?P<pagina>\d{1,4}|[ivxlcIVXLC]{1,7})?[\s|]*$"
)
_COLUMNA = re.compile(r"(?:\t|\s{3})\s*\d{1,4}$")
_COLA: Final = 80
_ENLACE_INTERNO = re.compile(r"[-*+\d.)\s]{0,20}\[[^\]]{1,300}\]\(#[^)]{0,300}\)[\s.\d]*$")
_IMAGEN = re.compile(r"(?:!\[[^\]]{0,300}\]\([^)]{0,2000}\)|<img\s[^>]{0,2000}>)$")
_VERSION = re.compile(
    r"[\W_]*(?:(?P<anterior>(?:legislaci[oó]n|texto|versi[oó]n|redacci[oó]n)\s"
    r"(?:anterior|original|inicial|derogad[oa])(?:es)?(?:\sdel?\s[^.:;]{1,50})?)"
    r"|nuev[oa]\s(?:texto|versi[oó]n)|(?:texto|versi[oó]n)\s(?:vigente|actual|nuev[oa]))[\W_]*",
    re.IGNORECASE,
)
_LARGO_VERSION: Final = 80
_MANDA: Final = r"(?:(?:publ[ií]|comun[ií]|notif[ií])qu[eé]se|c[uú]mplase|ejec[uú]tese)"
_DEL_CONGRESO: Final = (
    r"(?:el|la)\s(?:\w+\s)?(?:vice|sub)?(?:president[ea]|secretari[oa])(?:\sgeneral)?\sdel?\s"
    r"(?:la\s)?(?:h\.?\s?|honorable\s?)?(?:senado|c[aá]mara)(?:\sde\s(?:la\s)?\w+)?[\s,.]*(?:\*.*)?"
)
_CIERRE = re.compile(
    rf"[\W_]*(?:D(?i:ad[oa]\W+en)\b.*|(?i:{_DEL_CONGRESO}"
    rf"|{_MANDA}(?:[*_]*[\s,]*(?:[yei]\s)?{_MANDA})*(?:\W*|[.,]\s.*)))",
)
_LARGO_CIERRE: Final = 140
_PAGINA = re.compile(
    r"[\W_]{0,5}(?:p[aá]g(?:ina|s?\.)?|hoja|folio)\s*(?:n[o°º.]{0,2})?\s*\d{1,4}"
    r"(?:\s*(?:de|/)\s*\d{1,4})?[\W_]{0,5}$",
    re.IGNORECASE,
)
_AL_COMIENZO: Final = "".join(c for c in map(chr, range(0x3001)) if c.isspace()) + "\u00ad"
"""What nobody sees before the first letter of a line: white space, and where a word may be cut."""


def clasificar(contenido: str) -> list[Linea]:
    """Tell what every line that is not blank is, in order.

    Linear in the length of the text. A comment counts as a line of its own, wherever it stands.
    """
    texto = _apartar_comentarios(contenido)
    lineas: list[Linea] = []
    textos: list[str] = []
    entradas: list[tuple[int, bool]] = []
    previo, lugar = "", 0
    for renglon in texto.split("\n"):
        desde = renglon.lstrip(_AL_COMIENZO)
        if dicha := desde.rstrip():
            inicio = lugar + len(renglon) - len(desde)
            clase = _clase_propia(dicha)
            rotulo = rotulo_de(dicha, previo) if clase is Clase.TEXTO else None
            lineas.append(Linea(inicio, inicio + len(dicha), clase, rotulo))
            textos.append(dicha)
            if (punteada := _es_punteada(dicha)) is not None:
                entradas.append((len(lineas) - 1, punteada))
        previo, lugar = dicha, lugar + len(renglon) + 1
    for i in _entradas_de_indice(entradas, textos):
        lineas[i] = Linea(*lineas[i][:2], Clase.INDICE)
    llanas = [i for i, x in enumerate(lineas) if x.clase is Clase.TEXTO and not x.rotulo]
    calladas = frozenset(i for i, x in enumerate(lineas) if x.clase is Clase.DESCARTADA)
    for i in de_pagina(textos, [x.inicio for x in lineas], llanas, calladas):
        lineas[i] = Linea(*lineas[i][:2], Clase.DESCARTADA)
    return lineas


def _apartar_comentarios(contenido: str) -> str:
    """Give every HTML comment a line of its own, without a letter, in a text of equal length.

    A comment that is never closed is text: otherwise one slip would hide the rest of a document.
    """
    # Before the last end of one, every comment that starts ends too: no search goes on in vain.
    fin = contenido.rfind("-->") + 3
    blanco = _COMENTARIO.sub(lambda c: "\n" + "\0" * (len(c[0]) - 2) + "\n", contenido[:fin])
    return blanco + contenido[fin:]


def _clase_propia(texto: str) -> Clase:
    if len(texto) <= _LARGO_VERSION and (version := _VERSION.fullmatch(texto)):
        return Clase.ANTERIOR if version["anterior"] else Clase.VIGENTE
    if len(texto) <= _LARGO_CIERRE and _CIERRE.fullmatch(texto):
        return Clase.CIERRE
    vacia = len(texto) <= _LARGO_VACIA and texto.endswith(VACIO)
    if vacia or not _ALFANUMERICO.search(texto) or _IMAGEN.match(texto):
        return Clase.DESCARTADA
    if _ENLACE_INTERNO.match(texto):
        return Clase.INDICE
    return Clase.DESCARTADA if _PAGINA.match(texto) else Clase.TEXTO


def _entradas_de_indice(candidatas: list[tuple[int, bool]], textos: list[str]) -> list[int]:
    """Find the lines of tables of contents, among the candidates, by their numbers, and near them.

    A dotted leader before a page number is enough. A mere tab or gap before a number is one only
    in a run of entries whose titles stand further on. In a run, what stands between two entries
    is the first line of an entry that was broken in two.
    """
    series: list[list[tuple[int, bool]]] = []
    for i, punteada in candidatas:
        if not series or i - series[-1][-1][0] > 2:
            series.append([])
        series[-1].append((i, punteada))
    return [i for serie in series for i in _cerrar_serie(serie, textos)]


def _es_punteada(texto: str) -> bool | None:
    """Tell whether what may be an entry has a dotted leader; None for other lines."""
    cola = texto[-_COLA:]
    if texto[-1].isdigit() and texto[0] not in "|#" and _COLUMNA.search(cola):
        return False
    if not (".." in cola or "…" in cola or "__" in cola or ". ." in cola):
        return None
    punteado = _PUNTEADO.search(cola)
    return True if punteado and (punteado["pagina"] or len(texto) > len(punteado[0])) else None


def _cerrar_serie(serie: list[tuple[int, bool]], textos: list[str]) -> list[int]:
    """Return which lines of a run of candidates are entries of a table of contents."""
    if len(serie) >= ENTRADAS_MINIMAS and _es_indice(serie, textos):
        return list(range(serie[0][0], serie[-1][0] + 1))
    return [i for i, punteada in serie if punteada and textos[i].rstrip(" |")[-1].isalnum()]


def _es_indice(serie: list[tuple[int, bool]], textos: list[str]) -> bool:
    """Tell contents from figures set with tabs: most titles stand further on, without a number."""
    titulos = {_sin_numeros(textos[i]) for i, _ in serie}
    cortas = (t for t in textos[serie[-1][0] + 1 :] if len(t) <= LARGO_REPETIDA)
    fuera = {_sin_numeros(t) for t in cortas if not t[-1].isdigit()}
    return 2 * len(titulos & fuera) >= len(titulos)


def _sin_numeros(texto: str) -> str:
    return texto.strip("#*_|.…) \t0123456789").casefold()
