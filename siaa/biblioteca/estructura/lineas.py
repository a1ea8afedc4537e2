"""Every line of a text: text, heading, or something that is neither indexed nor sent.

Left out are HTML comments, rules and other lines without a letter or digit, images, tables of
contents, page numbers, and the headers and footers of pages that conversion left in the text.
What a document says many times (the meaning of a column, say) stays: a repeated line goes only
if it stands where pages break, between the two halves of a sentence or counting pages.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from enum import Enum
from itertools import groupby, pairwise
from statistics import median
from typing import Final, NamedTuple

from siaa.biblioteca.estructura.rotulos import DE_ROTULO, Rotulo, rotulo_de

REPETICIONES_MINIMAS: Final = 4
"""A page header or footer occurs at least this often."""
LARGO_REPETIDA: Final = 200
"""Longest line, in characters, that can be the header or footer of a page."""
PROPORCION_CORTES: Final = 0.2
"""Share of the occurrences of a header or footer that split a sentence in two."""
PAGINA_MINIMA: Final = 800
"""Fewest characters from one page number to the next."""
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

    @property
    def se_lee(self) -> bool:
        """Whether a line is part of what is read."""
        return self not in (Clase.DESCARTADA, Clase.INDICE)


class Linea(NamedTuple):
    """A line that is not blank, trimmed, as offsets `[inicio, fin)` into the text."""

    inicio: int
    fin: int
    clase: Clase
    rotulo: Rotulo | None = None


VACIO: Final = "[]"
"""How the label of a link ends that led to nothing («JURISPRUDENCIA []»)."""

_ALFANUMERICO = re.compile(r"[^\W_]")
_COMENTARIO = re.compile(r"<!--.*?-->", re.DOTALL)
_CIFRAS = re.compile(r"\d+")
_PUNTEADO = re.compile(
    r"(?:\.{4}|…{2}|(?:\.\s){4}|_{5})[\s.…_|]*(?P<pagina>\d{1,4}|[ivxlcIVXLC]{1,7})?[\s|]*$"
)
_COLUMNA = re.compile(r"(?:\t|\s{3})\s*\d{1,4}$")
_COLA: Final = 80
_ENLACE_INTERNO = re.compile(r"[-*+\d.)\s]{0,20}\[[^\]]{1,300}\]\(#[^)]{0,300}\)[\s.\d]*$")
_IMAGEN = re.compile(r"(?:!\[[^\]]{0,300}\]\([^)]{0,2000}\)|<img\s[^>]{0,2000}>)$")
_DE_ALGO = re.compile(
    rf"{DE_ROTULO}|legislaci|texto|versi|redacci|nuev|p[aá]g|hoja|folio|\w{{1,12}}[*_`]",
    re.IGNORECASE,
)
"""How a line begins that opens with a letter and may be more than text; marks may hide it."""
_VERSION = re.compile(
    r"[\W_]*(?:(?P<anterior>(?:legislaci[oó]n|texto|versi[oó]n|redacci[oó]n)\s"
    r"(?:anterior|original|inicial|derogad[oa])(?:es)?(?:\sdel?\s[^.:;]{1,50})?)"
    r"|nuev[oa]\s(?:texto|versi[oó]n)|(?:texto|versi[oó]n)\s(?:vigente|actual|nuev[oa]))[\W_]*",
    re.IGNORECASE,
)
_LARGO_VERSION: Final = 80
_PAGINA = re.compile(
    r"[\W_]{0,5}(?:p[aá]g(?:ina|s?\.)?|hoja|folio)\s*(?:n[o°º.]{0,2})?\s*\d{1,4}"
    r"(?:\s*(?:de|/)\s*\d{1,4})?[\W_]{0,5}$",
    re.IGNORECASE,
)
_FIN_DE_FRASE: Final = frozenset('.:;!?…"”»')
_AL_COMIENZO: Final = re.compile(r"\A[\s\u00ad]+")
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
        desde = _AL_COMIENZO.sub("", renglon)
        if dicha := desde.rstrip():
            inicio = lugar + len(renglon) - len(desde)
            lineas.append(Linea(inicio, inicio + len(dicha), *_leer(dicha, previo)))
            textos.append(dicha)
            if (punteada := _es_punteada(dicha)) is not None:
                entradas.append((len(lineas) - 1, punteada))
        previo, lugar = dicha, lugar + len(renglon) + 1
    for i in _entradas_de_indice(entradas, textos):
        lineas[i] = Linea(*lineas[i][:2], Clase.INDICE)
    for i in _de_pagina(lineas, textos):
        lineas[i] = Linea(*lineas[i][:2], Clase.DESCARTADA)
    return lineas


def _apartar_comentarios(contenido: str) -> str:
    """Give every HTML comment a line of its own, without a letter, in a text of equal length.

    A comment that is never closed is text: otherwise one slip would hide the rest of a document.
    """
    if "-->" not in contenido:
        return contenido
    # Before the last end of one, every comment that starts ends too: no search goes on in vain.
    fin = contenido.rfind("-->") + 3
    blanco = _COMENTARIO.sub(lambda c: "\n" + "\0" * (len(c[0]) - 2) + "\n", contenido[:fin])
    return blanco + contenido[fin:]


def _leer(texto: str, anterior: str) -> tuple[Clase, Rotulo | None]:
    """What a line is by itself, after the one right before it; most are plain."""
    if texto[0].isalpha() and not _DE_ALGO.match(texto):
        return Clase.DESCARTADA if texto.endswith(VACIO) else Clase.TEXTO, None
    clase = _clase_propia(texto)
    return clase, rotulo_de(texto, anterior) if clase is Clase.TEXTO else None


def _clase_propia(texto: str) -> Clase:
    if len(texto) <= _LARGO_VERSION and (version := _VERSION.fullmatch(texto)):
        return Clase.ANTERIOR if version["anterior"] else Clase.VIGENTE
    if not _ALFANUMERICO.search(texto) or _IMAGEN.match(texto) or texto.endswith(VACIO):
        return Clase.DESCARTADA
    if _ENLACE_INTERNO.match(texto):
        return Clase.INDICE
    suelta = texto[-1].isdigit() or not texto[0].isalnum()
    return Clase.DESCARTADA if suelta and _PAGINA.match(texto) else Clase.TEXTO


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
    """A title without its marks, numbers and page, to be compared."""
    return texto.strip("#*_|.…) \t0123456789").casefold()


def _de_pagina(lineas: list[Linea], textos: list[str]) -> set[int]:
    """Find the lines that conversion left from the headers and footers of pages."""
    llanas = [i for i, x in enumerate(lineas) if x.clase is Clase.TEXTO and not x.rotulo]
    repetidas = _repetidas(textos, [i for i in llanas if len(textos[i]) <= LARGO_REPETIDA])
    if not repetidas:
        return set()
    cortan = _que_cortan(textos, {i for ls in repetidas.values() for i in ls})
    quitar: set[int] = set()
    for forma, donde in repetidas.items():
        cortes = sum(i in cortan for i in donde)
        if _cuenta_paginas(forma, cortes, [(lineas[i].inicio, textos[i]) for i in donde]):
            quitar.update(donde)
        elif cortes >= 2 and cortes >= PROPORCION_CORTES * len(donde):
            quitar.update(donde if donde[0] in cortan else donde[1:])
    return _con_vecinas(quitar, repetidas.values())


def _repetidas(textos: list[str], cuales: list[int]) -> dict[str, list[int]]:
    """Return where the lines stand that repeat, whatever their numbers, by what repeats."""
    lugares: dict[str, list[int]] = defaultdict(list)
    formas = _CIFRAS.sub("0", "\n".join([textos[i] for i in cuales])).split("\n")
    for i, forma in zip(cuales, formas, strict=False):
        lugares[forma].append(i)
    return {forma: ls for forma, ls in lugares.items() if len(ls) >= REPETICIONES_MINIMAS}


def _que_cortan(textos: list[str], repetidas: set[int]) -> set[int]:
    """Which of the repeated lines stand, alone or together, inside a sentence of running text."""
    cortan: set[int] = set()
    for _, bloque in groupby(enumerate(sorted(repetidas)), lambda par: par[1] - par[0]):
        lineas = [i for _, i in bloque]
        if lineas[0] == 0 or lineas[-1] + 1 == len(textos):
            continue
        previa, siguiente = textos[lineas[0] - 1], textos[lineas[-1] + 1]
        if len(previa) >= 40 and previa[-1] not in _FIN_DE_FRASE and siguiente[0].islower():
            cortan.update(lineas)
    return cortan


def _cuenta_paginas(forma: str, cortes: int, donde: list[tuple[int, str]]) -> bool:
    """Tell whether a line that repeats with other numbers counts pages."""
    if "0" not in forma or not (cortes or len(forma) >= 30 or not forma.strip(" 0-–—|/.")):
        return False
    saltos = [despues - antes for (antes, _), (despues, _) in pairwise(donde)]
    medio = median(saltos)
    regulares = sum(0.5 * medio <= s <= 1.5 * medio for s in saltos)
    if medio < PAGINA_MINIMA or regulares < 0.6 * len(saltos):
        return False
    columnas = zip(
        *([int(n[-9:]) for n in _CIFRAS.findall(texto)] for _, texto in donde), strict=False
    )
    return any(
        sum(b - a == 1 for a, b in pairwise(columna)) >= 0.8 * len(saltos) for columna in columnas
    )


def _con_vecinas(quitar: set[int], repetidas: Iterable[list[int]]) -> set[int]:
    """Add the lines that repeat right beside a header or footer: its other lines."""
    todas = set(quitar)
    for donde in repetidas:
        juntas = [i for i in donde if i - 1 in quitar or i + 1 in quitar]
        if len(juntas) >= 0.75 * len(donde):
            todas.update(juntas)
    return todas
