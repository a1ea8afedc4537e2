"""The text of a section → the passages that are found, sent and quoted: whole, as a person would.

A passage is an article or a paragraph whole where it is short, a list whole where it is not long,
else whole paragraphs, items or sentences packed together. None begins or ends inside a sentence,
none ends with what only announces the next («son las siguientes:»), or names it, if both fit one.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Final, NamedTuple

from siaa.biblioteca.estructura.epigrafes import nombre_solo
from siaa.biblioteca.estructura.frases import frases
from siaa.biblioteca.estructura.renglones import ELEMENTO, Union, empalmar

META: Final = 500
"""Paragraphs are packed into a passage as long as it stays this short, in characters."""
MAXIMO: Final = 900
"""A section with a list is one passage up to this length; a longer paragraph is cut."""
MINIMO: Final = 60
"""What is shorter says little alone: it joins its neighbour even beyond `META`."""
NOMBRE: Final = 120
"""So does what of a long paragraph is shorter: the name of an article, before its text."""
_SOLO_NOMBRE = re.compile(
    r"(?:art\S*\s+\S+\s*)?(?:(\*{1,3}|_)[^*_]+\1[\s.:–—-]*){1,3}", re.IGNORECASE
)
"""Nothing but that name, whatever its length: «**Artículo 6°.** *Empresas de vigilancia*.»"""
ANUNCIOS: Final = 3
"""Most pieces that announce the next together: a title, what it is of, the names of columns."""
LARGO_DE_NOMBRE: Final = 60
"""A line that is longer, in characters, and ends as a sentence does, says something."""
LARGO_DE_FIRMAS: Final = 300
LARGO_DE_UNA: Final = 150
"""Longest signature, in characters: a text of several has an office in every so many."""
_COLA: Final = 20

_CONSIDERANDO = re.compile(
    r"(?:considerando|vistos?|antecedentes|exposici[oó]n de motivos)\b|"
    r"[\W\d]*(?:presentaci[oó]n|introducci[oó]n)\W*\Z",  # «Presentación de la demanda» rules
    re.IGNORECASE,
)
_ARTICULO: Final = ("Art", "ART", "**Art", "**ART")
_EN_NEGRITA = re.compile(r"\*\*[^*]+\*\*")
_FIN_DE_FRASE = re.compile(r"[.;:?!]\W*\Z")
_ESTADO = re.compile(
    r"\W*(?:art(?:[ií]culo|\.)\s+\S+\s*)?(?P<nombre>\W*[^\W\d][^.:;\n]{0,80}[.:])??"
    r"\W*(?:(?:este\s)?art[ií]culo\s)?(?:(?:declarad[oa]\s)?(?:inexequibles?|nul[oa]s?)"
    r"|der[oó]g(?:an?se|ad[oa]s?)|suprimid[oa]s?|sin\s(?:efectos?|vigencia|vigor)"
    r"|(?:incorporad[oa]\sy\s)?(?:sustitu[ií]d|subrogad)[oa]s?)"
    r"(?:,?\s+(?:por|seg[uú]n|mediante)\s(?:[^.;\n]|\.(?=[^\s.])|(?<=\bart)\.)*)?[^\w\n]*",
    re.IGNORECASE,
)
"""All of a passage that only says what became of an article."""
LARGO_DE_ESTADO: Final = 250
_FIRMA = re.compile(
    r"\b(?:(?:vice)?(?:ministr[oa]|president[ea])|(?:sub)?(?:secretari[oa]|directora?)|jefe"
    r"|magistrad[oa]|alcalde(?:sa)?|gobernadora?|rectora?|contralora?|registradora?)\b"
    r"|publ[ií]quese|comun[ií]quese|c[uú]mplase|\bDad[oa]\W+en\b|colombia\W+gobierno nacional"
    r"|\b(?:digit|elabor|proyect|revis|transcrib)[ioó]+\s?:",
    re.IGNORECASE,
)
_FACULTADES = re.compile(
    r"\b(?:uso|ejercicio|virtud) de (?:sus?|las) (?:facultad|atribuci[oó]n)(?:es)?\b", re.IGNORECASE
)
"""By what power a norm is made: a line that says no more opens it."""
LARGO_DE_QUIEN: Final = 90
"""First characters of a line that may name the power: «El Presidente de Colombia, en uso de»."""


class TipoDePasaje(IntEnum):
    """What kind of text a passage is."""

    NORMA = 0
    """A rule, or plain prose: what questions are about."""
    PORTADA = 1
    FIRMA = 2
    MOTIVO = 3
    """A recital: why a norm was made."""
    TITULAR = 4
    """A heading without text, or with a status for one: «Vacaciones. Derogado.»"""
    ESTADO = 5
    """Only what became of an article: «Artículo 5. Derogado.»"""
    ANTERIOR = 6
    """An earlier text of an article, kept beside the one that replaced it."""


class Bloque(NamedTuple):
    """A paragraph, item or row: its healed text, and which line of the text each part is of.

    partes: where each starts in `texto`, and in the loaded text.
    """

    texto: str
    inicio: int
    fin: int
    partes: Sequence[tuple[int, int]]
    union: int

    @property
    def es_elemento(self) -> bool:
        """Whether it is an item of a list, or ends as one, or a row of a table."""
        return self.union == Union.ELEMENTO or self.texto.rstrip("*_ ").endswith(";")

    @property
    def anuncia(self) -> bool:
        """Whether it only announces what follows, as a row does of a name alone, or all in bold."""
        if self.texto.startswith("|"):
            celdas = [celda for celda in map(str.strip, self.texto.split("|")) if celda]
            return len(celdas) == 1 or (celdas != [] and all(map(_EN_NEGRITA.fullmatch, celdas)))
        return self.texto.rstrip("*_ ").endswith(":")

    @property
    def nombra(self) -> bool:
        """Whether it is a short line that ends as no sentence does: a name, maybe of the next."""
        corta = len(self.texto) <= LARGO_DE_NOMBRE and not self.es_elemento
        return corta and not _FIN_DE_FRASE.search(self.texto)

    def en_el_texto(self, lugar: int) -> int:
        """Return where a place of `texto` stands in the loaded text."""
        desde, inicio = self.partes[bisect_right(self.partes, (lugar, self.fin)) - 1]
        return inicio + lugar - desde


def leer_bloques(contenido: str, lineas: Sequence[Sequence[int]]) -> list[Bloque]:
    """Join some lines, given where each stands and how it joins the one before, into blocks."""
    comienzos = [n for n, (*_, union) in enumerate(lineas) if not n or union <= Union.APARTE]
    limites = pairwise([*comienzos, len(lineas)])
    return [_leer_bloque(contenido, lineas[desde:hasta]) for desde, hasta in limites]


def _leer_bloque(contenido: str, lineas: Sequence[Sequence[int]]) -> Bloque:
    if len(lineas) == 1:  # most are
        ((inicio, fin, union),) = lineas
        return Bloque(contenido[inicio:fin], inicio, fin, [(0, inicio)], union)
    trozos = [contenido[inicio:fin] for inicio, fin, _ in lineas]
    empalmados = empalmar(trozos, [union for *_, union in lineas])
    texto, partes = "", list[tuple[int, int]]()
    for (inicio, *_), (enlace, trozo) in zip(lineas, empalmados, strict=True):
        partes.append((len(texto) + len(enlace), contenido.index(trozo, inicio)))
        texto += enlace + trozo
    return Bloque(texto, lineas[0][0], lineas[-1][1], partes, lineas[0][2])


def empaquetar(bloques: Sequence[Bloque]) -> list[tuple[int, int]]:
    """Pack the blocks of a section into passages, as `[start, end)` of the loaded text."""
    largo = _largo(bloques)
    if bloques and (largo <= META or (largo <= MAXIMO and any(b.es_elemento for b in bloques))):
        return [(bloques[0].inicio, bloques[-1].fin)]
    grupos: list[list[_Pieza]] = []
    largo = 0  # of the last of them
    for pieza in (pieza for juntos in _con_su_lista(bloques) for pieza in _piezas(juntos)):
        if grupos and _cabe(grupos[-1], largo, pieza):
            grupos[-1].append(pieza)
        else:
            grupos.append([*_anuncios(grupos[-1] if grupos else [], pieza), pieza])
            largo = sum(p.largo for p in grupos[-1][:-1])
        largo += pieza.largo
    _recoger_la_cola(grupos)
    return [(grupo[0].inicio, grupo[-1].fin) for grupo in grupos]


class _Pieza(NamedTuple):
    """What is never cut: a block, a short list, or a sentence or a few of what is too long."""

    inicio: int
    fin: int
    largo: int
    anuncia: bool
    nombra: bool = False


def _con_su_lista(bloques: Sequence[Bloque]) -> Iterator[Sequence[Bloque]]:
    """Yield blocks one by one; a short list and what stands before it together, if both fit one."""
    previo = list[Bloque]()
    for es_lista, grupo in groupby(bloques, attrgetter("es_elemento")):
        juntos = [*previo, *grupo]
        corta = _largo(juntos[len(previo) :]) <= META and _largo(juntos) <= MAXIMO
        previo = [] if es_lista else [juntos.pop()]
        yield from [juntos] if es_lista and corta else ([bloque] for bloque in juntos)
    if previo:
        yield previo


def _largo(bloques: Iterable[Bloque]) -> int:
    return sum(len(bloque.texto) + 1 for bloque in bloques)


def _piezas(juntos: Sequence[Bloque]) -> Iterator[_Pieza]:
    bloque, largo = juntos[0], _largo(juntos)
    if len(juntos) > 1 or largo <= MAXIMO + 1:
        ultimo = juntos[-1]
        yield _Pieza(bloque.inicio, ultimo.fin, largo, ultimo.anuncia, ultimo.nombra)
        return
    for desde, hasta in _parrafos(bloque.texto):
        anuncia = bloque.texto[desde:hasta].endswith(":")
        inicio, fin = bloque.en_el_texto(desde), bloque.en_el_texto(hasta - 1) + 1
        yield _Pieza(inicio, fin, hasta - desde + 1, anuncia)


def _parrafos(texto: str) -> Iterator[tuple[int, int]]:
    """Yield the sentences of a long paragraph, packed."""
    inicio = fin = 0
    for desde, hasta in frases(texto):
        dice = fin - inicio >= NOMBRE and not _SOLO_NOMBRE.fullmatch(texto, inicio, fin)
        if dice and hasta - inicio > META:
            yield inicio, fin
            inicio = desde
        fin = hasta
    if fin > inicio:
        yield inicio, fin


def _cabe(grupo: Sequence[_Pieza], largo: int, pieza: _Pieza) -> bool:
    if largo + pieza.largo <= META:
        return True
    *previas, ultima = grupo
    presenta = all(p.anuncia for p in previas) and (ultima.anuncia or ultima.nombra)
    return (largo < MINIMO or presenta) and largo + pieza.largo <= MAXIMO


def _anuncios(grupo: list[_Pieza], pieza: _Pieza) -> list[_Pieza]:
    """Take from the end of a passage what names the next and what announces it, if all fit one.

    What is named is long: among other short lines a name is one of them.
    """
    desde, largo = len(grupo), pieza.largo
    for n in range(len(grupo) - 1, max(len(grupo) - 1 - ANUNCIOS, 0), -1):
        largo += grupo[n].largo
        nombra = desde == len(grupo) and grupo[n].nombra and not grupo[n - 1].nombra
        if largo > MAXIMO or not (grupo[n].anuncia or (nombra and pieza.largo > NOMBRE)):
            break
        desde = n
    dejan, grupo[desde:] = grupo[desde:], []
    return dejan


def _recoger_la_cola(grupos: list[list[_Pieza]]) -> None:
    """Let a last piece that says little alone join the passage before it."""
    if len(grupos) > 1:
        cola = sum(p.largo for p in grupos[-1])
        if cola < MINIMO and cola + sum(p.largo for p in grupos[-2]) <= MAXIMO:
            grupos[-2:] = [[*grupos[-2], *grupos[-1]]]


def tipo_de_pasaje(
    texto: str, ruta: Sequence[str], es_titular: bool, cierra: bool = False
) -> TipoDePasaje:
    """Tell what kind of text a healed passage is, by its form.

    ruta: the headings that it stands under. es_titular: whether it is nothing but its heading.
    cierra: whether it closes its act or follows what does, as signatures do.
    """
    if ruta and _CONSIDERANDO.match(ruta[-1]) and not texto.startswith(_ARTICULO):
        return TipoDePasaje.MOTIVO
    if len(texto) <= LARGO_DE_ESTADO and (estado := _ESTADO.fullmatch(texto)):
        titulo = ruta[-1] if ruta else ""
        nombrado = nombre_solo(titulo) != titulo and not _ESTADO.fullmatch(titulo)
        return TipoDePasaje.TITULAR if estado["nombre"] or nombrado else TipoDePasaje.ESTADO
    renglones = texto.split("\n")
    if cierra and _es_firma(texto, ruta):
        return TipoDePasaje.FIRMA
    enumera = texto.startswith(_ARTICULO) or any(r[:1].isdigit() for r in renglones)
    dicen = [r for r in renglones if len(r) > LARGO_DE_NOMBRE and _FIN_DE_FRASE.search(r[-_COLA:])]
    dice_algo = any(enumera or not _FACULTADES.search(r, 0, LARGO_DE_QUIEN) for r in dicen)
    if dice_algo or (not es_titular and any(map(ELEMENTO.match, renglones))):
        return TipoDePasaje.NORMA
    if not enumera and _FACULTADES.search(texto):
        return TipoDePasaje.PORTADA
    sola = cierra and len(texto) <= LARGO_DE_UNA
    if not enumera and (sola or (len(texto) <= LARGO_DE_FIRMAS and _FIRMA.search(texto))):
        return TipoDePasaje.FIRMA
    if es_titular:
        return TipoDePasaje.TITULAR
    return TipoDePasaje.NORMA if ruta else TipoDePasaje.PORTADA


def _es_firma(texto: str, ruta: Sequence[str]) -> bool:
    """Tell whether what closes an act opens with who; under a heading, if short or only that."""
    oficios = len(_FIRMA.findall(texto)) if _FIRMA.search(texto, 0, LARGO_DE_NOMBRE) else 0
    largo = max(LARGO_DE_FIRMAS, LARGO_DE_UNA * oficios)
    return oficios > 0 and (not ruta or len(texto) <= largo)
