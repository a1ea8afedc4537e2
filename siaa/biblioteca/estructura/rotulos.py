"""Which lines are headings: Markdown's, those of legal texts, bold lines.

A heading is known by its form alone; nothing here knows any document by name. Where a form is
also that of running text («artículo 7 del código» at the start of a wrapped line), what follows
the number and how the line before it ends decide.
"""

import re
from enum import IntEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.biblioteca.estructura.epigrafes import (
    LARGO_EPIGRAFE,
    LARGO_TITULO,
    cortar,
    es_negrita,
    nombre_de_articulo,
    sin_marcas,
)
from siaa.biblioteca.lengua.numeros import DE_UNIDAD
from siaa.biblioteca.lengua.texto import plegar_en_su_lugar

_ALCANCE: Final = 240
"""How much of a line is looked at, in characters: enough for any heading."""


class Rango(IntEnum):
    """Kind of a heading. A legal unit (1 to 7) stands inside those of lower rank."""

    COMUN = 0
    LIBRO = 1
    TITULO = 2
    CAPITULO = 3
    SECCION = 4
    ARTICULO = 5
    CITADO = 6
    PARAGRAFO = 7
    NEGRITA = 8
    FORMULA = 9

    @property
    def es_legal(self) -> bool:
        """Whether it is a unit of a legal text, from book to paragraph."""
        return 1 <= self <= 7

    @property
    def es_articulado(self) -> bool:
        """Whether its line is text as well: article, quoted article, paragraph."""
        return 5 <= self <= 7


class Rotulo(NamedTuple):
    """A heading.

    marca: number of `#`, or 0.
    titulo: clean text, at most 120 characters.
    numero: of a legal unit, in capitals («7», «IV», «PRIMERO»), or empty.
    desnudo: it is a legal unit without a name of its own («CAPÍTULO II»).
    """

    rango: Rango
    marca: int
    titulo: str
    numero: str = ""
    desnudo: bool = False


_ENCABEZADO = re.compile(r"(#{1,6})[ \t]+(\S.*)")
_NUMERO: Final = (
    r"(?:transitori[oa]\s+)?(?:\d{1,5}(?:[.-]\d{1,4})*"
    rf"|(?:[ivxlc]+|{DE_UNIDAD}|unic[oa]|preliminar|final)(?!\w))|transitori[oa]\b"
)
_SUFIJO: Final = (
    r"(?:\s?[.,]?\s?[°ºª]|\.?[oa](?!\w))?"
    r"(?:[\s-]{0,2}(?:[a-h](?=\s*(?:[.:°º–—-]|$))|(?:bis|ter)(?!\w)))?"
)
_DIVISION: Final = "libro|parte|anexo|t[ií]tulo|cap[ií]tulo|(?:sub)?secci[oó]n"
_DICHO: Final = "considerando|vistos?|decretan?|resuelven?|acuerdan?|ordenan?|disponen?"
_LEGAL = re.compile(
    rf"(?P<cita>[\"“”«'‘]*)\s*(?:(?P<division>{_DIVISION})\s+|art(?:iculo)?\b[\s.\"]*"
    rf"|(?P<paragrafo>paragrafo)\b(?:\.(?=\s?\d))?\s*)(?P<numero>{_NUMERO})?{_SUFIJO}"
)
"""In text that was folded in its place."""
_DIVISIONES: Final = MappingProxyType({"t": Rango.TITULO, "c": Rango.CAPITULO, "s": Rango.SECCION})
"""By the first letter of their names; the others are books."""
_FORMULA = re.compile(
    rf"(?:(?:{_DICHO})(?:\sque)?\s?[:.]{{0,3}}|(?:decreto|resuelvo|acuerdo|ordeno|dispongo)\s?:)$",
    re.IGNORECASE,
)
_ADORNO: Final = " .:°º-–—)\t\"“”«'‘"
_ADORNO_DE_NUMERO: Final = " .:-–—)\t\"“”«'‘"
_COMILLAS: Final = '"“”«» '
_FIN_DE_FRASE: Final = frozenset('.:;!?…"”»)]*_|>')


def rotulo_de(texto: str, anterior: str) -> Rotulo | None:
    """Return the heading that a trimmed, non-empty line is, or None.

    anterior: the line right before it, trimmed; empty when that is blank.
    """
    primero = texto[0]
    if primero == "#":
        hallado = _ENCABEZADO.match(texto)
        return _rotulo_marcado(len(hallado[1]), hallado[2]) if hallado else None
    if primero.isalpha():
        return _rotulo_legal(texto[:_ALCANCE], 0, anterior) or _rotulo_formula(texto, 0)
    if primero in '*_>"“«|':
        return _rotulo_adornado(texto, anterior)
    return None


def _rotulo_adornado(texto: str, anterior: str) -> Rotulo | None:
    """Headings in bold, in quotation marks, in block quotes; rows that hold an article."""
    if texto[0] == "|":
        if not texto.startswith("| **"):
            return None
        texto = texto[2:]
        hallado = _rotulo_legal(texto[:_ALCANCE], 0, "")
        return hallado if hallado and hallado.rango == Rango.ARTICULO else None
    sin_cita = texto.lstrip("> \t")
    legal = _rotulo_legal(sin_cita[:_ALCANCE], 0, anterior)
    if legal or len(texto) > LARGO_TITULO or not sin_cita:
        return legal
    limpio = sin_marcas(sin_cita).strip()
    formula = _rotulo_formula(limpio, 0)
    if formula or not es_negrita(texto):
        return formula
    if anterior or not limpio or limpio[-1] in ".,;" or len(limpio) > LARGO_EPIGRAFE:
        return None
    return Rotulo(Rango.NEGRITA, 0, " ".join(limpio.split()))


def _rotulo_formula(limpio: str, marca: int) -> Rotulo | None:
    return Rotulo(Rango.FORMULA, marca, limpio) if _FORMULA.match(limpio) else None


def _rotulo_marcado(marca: int, crudo: str) -> Rotulo | None:
    """A line with `#`. One that ends in a comma is text that conversion took for a heading."""
    limpio = " ".join(sin_marcas(crudo[:_ALCANCE]).strip(" \t#").split())
    if not limpio or crudo[-1] in ",;":
        return None
    return (
        _rotulo_formula(limpio, marca)
        or _rotulo_legal(crudo[:_ALCANCE], marca, "")
        or Rotulo(Rango.COMUN, marca, cortar(limpio.strip(_COMILLAS) or limpio))
    )


def _rotulo_legal(crudo: str, marca: int, anterior: str) -> Rotulo | None:
    limpio = sin_marcas(crudo).strip(" \t#")
    hallado = _LEGAL.match(plegar_en_su_lugar(limpio))
    if not hallado or not (hallado["numero"] or hallado["paragrafo"]):
        return None
    resaltado = bool(marca) or crudo[0] in "*_"
    if not resaltado and anterior and anterior[-1] not in _FIN_DE_FRASE:
        return None
    if hallado["division"]:
        return _rotulo_division(limpio, marca, hallado)
    if not _abre_articulo(limpio[hallado.end() :], resaltado, hallado):
        return None
    return _rotulo_articulo(limpio, crudo, marca, hallado)


def _rotulo_articulo(limpio: str, crudo: str, marca: int, hallado: re.Match[str]) -> Rotulo:
    """An article or paragraph, called by its number and its epigraph or first words."""
    rango = Rango.PARAGRAFO if hallado["paragrafo"] else Rango.ARTICULO
    if hallado["cita"] and rango == Rango.ARTICULO:
        rango = Rango.CITADO
    cabeza = limpio[: hallado.end()].strip(_ADORNO_DE_NUMERO)
    desde = len(limpio) - len(limpio[hallado.end() :].lstrip(_ADORNO))
    epigrafe = nombre_de_articulo(limpio, desde, crudo).rstrip(_COMILLAS)
    titulo = cortar(f"{cabeza}. {epigrafe}" if epigrafe else cabeza)
    titulo = " ".join(titulo.split()).replace(" .", ".")
    return Rotulo(rango, marca, titulo, limpio[slice(*hallado.span("numero"))].upper())


def _rotulo_division(limpio: str, marca: int, hallado: re.Match[str]) -> Rotulo | None:
    """Book, title, chapter, section: a short line whose number ends it or precedes a name."""
    resto = limpio[hallado.end() :]
    nombre = resto.lstrip(_ADORNO)
    if not marca and (len(limpio) > LARGO_TITULO or resto[:1] in (",", ";", ")")):
        return None
    if not marca and nombre and (nombre[0].islower() or resto[0].isalpha()):
        return None
    rango = _DIVISIONES.get(hallado["division"][0], Rango.LIBRO)
    titulo = cortar(" ".join(limpio.split()).strip("\"“”«»'‘ "))
    numero = limpio[slice(*hallado.span("numero"))].upper()
    return Rotulo(rango, marca, titulo, numero, desnudo=not nombre)


def _abre_articulo(resto: str, resaltado: bool, hallado: re.Match[str]) -> bool:
    """Tell whether what follows «artículo 7» or «parágrafo» is what opens one.

    Not «artículo 7, inciso 2» nor «artículo 7 del código»; a lower-case letter may follow only
    after a mark of punctuation or where the number is emphasised.
    """
    if resto[:1] in (",", ";") and hallado["numero"]:
        return False
    texto = resto.lstrip(_ADORNO)
    if not texto or not texto[0].islower():
        return True
    return resaltado or (resto[:1] in (".", ":", "-") and bool(hallado["numero"]))


def con_nombre(
    division: Rotulo, crudo: str, rotulo: Rotulo | None, *, solo: bool, entre: bool
) -> Rotulo | None:
    """Return a chapter or the like with the name that the next line gives it, or None.

    division: a heading whose line ended with its number. crudo: the next line that is not
    blank. rotulo: that line as a heading. solo: whether a blank line follows it. entre: whether
    a unit opens right after it. A name is short, or marked as a heading, and opens with a capital;
    if it is neither a heading nor emphasised nor in capitals, it stands alone and does not end as a
    sentence does. Between two units it may open with any letter and end so.
    """
    if rotulo and not _puede_nombrar(division, rotulo):
        return None
    limpio = " ".join(sin_marcas(crudo).strip(" \t#").split())
    if not limpio or limpio[-1] in ",;:":
        return None
    if not (limpio[0].isupper() or (entre and limpio[0].isalpha())):
        return None
    if len(limpio) > LARGO_EPIGRAFE and (limpio[-1] == "." or not (rotulo and rotulo.marca)):
        return None
    llano = not rotulo and crudo[0] not in "*_" and not limpio.isupper()
    if llano and (not solo or (limpio[-1] == "." and not entre)):
        return None
    return division._replace(
        titulo=cortar(f"{division.titulo.rstrip('.')}. {limpio}"), desnudo=False
    )


def _puede_nombrar(division: Rotulo, rotulo: Rotulo) -> bool:
    if rotulo.rango == Rango.NEGRITA:
        return True
    return rotulo.rango == Rango.COMUN and division.marca in (0, rotulo.marca)
