"""Printed lines → what was written: no running headers, whole paragraphs, sentences, tables. Pure.

Places are points from the lower left corner of a page, as in PDF, and lines come in the order of
the file, which is that of reading: column after column.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, pairwise, takewhile
from typing import Final

from siaa.biblioteca.conversion.piezas import Filas, marca_de, parrafo, tabla

MARGEN: Final = 0.14
"""Share of what is printed on a page, from its top and its bottom, that headers may be in."""
REPETIDA: Final = 0.4
"""Share of the pages that have a header or footer, at least."""
MAYOR: Final = 1.15
"""How much larger than the text a heading is, at least."""
IGUAL: Final = 1.06
"""How much larger than others letters are at most that are meant to be of their size."""
NOTA: Final = 0.92
"""Size of the letters of notes, at most, as a share of the text's."""
LARGO_TITULO: Final = 200
APARTE: Final = 0.35
"""How much wider than usual, in heights of a line, the gap is over a new paragraph."""
SANGRIA: Final = 6.0
"""How far in, in points, the first line of a paragraph stands, at least."""
JUNTAS: Final = 40.0
"""Lines that begin within so many points of each other are taken to end alike."""
CORTA: Final = 0.85
"""Share of the width that a line takes which ends its paragraph, at most."""

_CIFRAS = re.compile(r"\d{1,6}")
_UNIDAD = re.compile(r"(?:ART[IÍ]CULO|PAR[AÁ]GRAFO|CAP[IÍ]TULO|T[IÍ]TULO)\s", re.IGNORECASE)
_LLAMADA = re.compile(r"(?:\d{1,3}|\*{1,3})[\s.)]")
_VIÑETA = re.compile(r"[–•▪●·*]\s+")
_ELEMENTO = re.compile(r"(?:[-–•▪●·*]|\(?\d{1,2}[.)]|\(?[a-zñ][.)])\s")
_SIGUE = re.compile(r"\A(?![#*<]).*(?<![.:;!?…»”\"')\]*])\Z", re.DOTALL)
_OTRA = re.compile(r"\(|[A-ZÁÉÍÓÚÑ][a-záéíóúñ]")
_QUEDA = re.compile(r"(?:[,-]|\b(?:a|al|con|de|del|e|el|en|la|las|los|o|para|por|que|y))$", re.I)
"""What goes on in the next line, though it begins with a capital: «Consejo Superior de la»."""
_ACABA = re.compile(r"[.:;!?…][»”\"')\]*]*$")


@dataclass(frozen=True, slots=True)
class Impresa:
    """A stretch of one line as it is printed: its box and its words; or a table, its rows."""

    x0: float
    y0: float
    x1: float
    y1: float
    texto: str
    negrita: bool = False
    filas: Filas = ()

    @property
    def alto(self) -> float:
        """Height of its letters, in points, to the half."""
        return round(2 * (self.y1 - self.y0)) / 2

    def contiene(self, otra: "Impresa") -> bool:
        """Tell whether the middle of a line is inside."""
        x, y = (otra.x0 + otra.x1) / 2, (otra.y0 + otra.y1) / 2
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


Hoja = Sequence[Impresa]


def armar(hojas: Sequence[Hoja]) -> str:
    """Return a document as Markdown, with a mark where each page begins."""
    limpias = [list(_en_filas(hoja)) for hoja in _sin_margenes(hojas)]
    cuerpo, niveles = _niveles(renglon for hoja in limpias for renglon in hoja)
    partes: list[str | Filas] = []
    pie: list[str | Filas] = []
    for numero, hoja in enumerate(limpias, 1):
        texto, notas = _sin_notas(hoja, cuerpo)
        _agregar(partes, pie, list(_partes(texto, niveles)), numero)
        pie = list(_partes(notas, niveles))
    partes += pie
    return "\n\n".join(p if isinstance(p, str) else tabla(p) for p in partes)


def _niveles(renglones: Iterable[Impresa]) -> tuple[float, dict[float, int]]:
    """Return the height of the text, and of which level of heading each larger one is."""
    altos: Counter[float] = Counter()
    for renglon in renglones:
        if not renglon.filas:
            altos[renglon.alto] += len(renglon.texto)
    cuerpo = max(altos, key=altos.__getitem__, default=0.0)
    niveles: dict[float, int] = {}
    anterior = math.inf
    for alto in sorted((alto for alto in altos if alto >= MAYOR * cuerpo), reverse=True):
        niveles[alto] = max(niveles.values(), default=0) + (alto * IGUAL < anterior)
        anterior = alto
    return cuerpo, niveles


def _sin_notas(hoja: Hoja, cuerpo: float) -> tuple[Hoja, Hoja]:
    """Part a page from the notes at its foot: smaller letters, from the first number on."""
    menores = list(takewhile(lambda r: r.alto < NOTA * cuerpo and not r.filas, reversed(hoja)))
    desde = len(hoja) - len(menores)
    corte = next((n for n in range(desde, len(hoja)) if _LLAMADA.match(hoja[n].texto)), len(hoja))
    return (hoja[:corte], hoja[corte:]) if 2 * corte >= len(hoja) else (hoja, [])


def _sin_margenes(hojas: Sequence[Hoja]) -> Iterator[Hoja]:
    margenes = [
        [[(renglon, _formas(renglon, numero)) for renglon in lado] for lado in _margenes(hoja)]
        for numero, hoja in enumerate(hojas)
    ]
    veces = Counter(
        forma
        for lados in margenes
        for forma in set().union(*(formas for lado in lados for _, formas in lado))
    )
    minimo = max(2.0, REPETIDA * len(hojas))
    for numero, (hoja, lados) in enumerate(zip(hojas, margenes, strict=True)):
        lados = lados if numero else lados[1:]  # the first head may be the title of the document
        seguidas = (takewhile(lambda r: any(veces[f] >= minimo for f in r[1]), x) for x in lados)
        sobran = {renglon for renglon, _ in chain.from_iterable(seguidas)}
        yield [renglon for renglon in hoja if renglon not in sobran]


def _margenes(hoja: Hoja) -> tuple[list[Impresa], list[Impresa]]:
    """Return the lines that may be a header and those that may be a footer, outermost first."""
    subiendo = sorted(hoja, key=lambda renglon: renglon.y0)
    abajo, arriba = min((r.y0 for r in hoja), default=0), max((r.y1 for r in hoja), default=0)
    ancho = MARGEN * (arriba - abajo)
    cabeza = [renglon for renglon in reversed(subiendo) if renglon.y0 >= arriba - ancho]
    return cabeza, [renglon for renglon in subiendo if renglon.y1 <= abajo + ancho]


def _formas(renglon: Impresa, numero: int) -> set[tuple[str, int]]:
    """Its place and words as other pages have them: a number, by how far it is from the page's."""
    texto, lugar = renglon.texto, round(renglon.y0)
    if renglon.filas or _UNIDAD.match(texto):
        return set()
    contadas = (
        f"{texto[: c.start()]}{int(c[0]) - numero:+d}{texto[c.end() :]}"
        for c in _CIFRAS.finditer(texto)
    )
    return {(forma, lugar) for forma in (texto, *contadas)}


def _en_filas(hoja: Hoja) -> list[Impresa]:
    filas: list[Impresa] = []
    for impreso in hoja:
        fila = filas[-1] if filas else impreso
        en_linea = abs(fila.y0 - impreso.y0) < impreso.alto / 3 and fila.x0 < impreso.x0
        if en_linea and not (fila.filas or impreso.filas):
            texto, negrita = f"{fila.texto} {impreso.texto}", fila.negrita and impreso.negrita
            filas[-1] = replace(fila, x1=impreso.x1, texto=texto, negrita=negrita)
        else:
            filas.append(impreso)
    return filas


def _partes(hoja: Hoja, niveles: Mapping[float, int]) -> Iterator[str | Filas]:
    huecos = sorted(a.y0 - b.y1 for a, b in pairwise(hoja) if b.y0 < a.y0)
    usual = huecos[len(huecos) // 4] if huecos else 0.0  # of short paragraphs most are wider
    abierto: list[Impresa] = []
    for renglon, corta in zip(hoja, [False, *_cortas(hoja)], strict=False):
        if abierto and not _sigue(abierto[-1], renglon, niveles, usual, corta=corta):
            yield _parte(abierto, niveles)
            abierto = []
        abierto.append(renglon)
    if abierto:
        yield _parte(abierto, niveles)


def _cortas(hoja: Hoja) -> Iterator[bool]:
    """Tell of each line whether it ends before the others of its column do, or is centred."""
    finales: dict[int, float] = {}
    for renglon in hoja:
        columna = round(renglon.x0 / JUNTAS)
        finales[columna] = max(finales.get(columna, 0.0), renglon.x1)
    margen = min((renglon.x0 for renglon in hoja), default=0.0)
    bordes = margen + max(finales.values(), default=0.0)
    for renglon in hoja:
        centrada = renglon.x0 - margen > JUNTAS and abs(renglon.x0 + renglon.x1 - bordes) < SANGRIA
        entera = CORTA * (finales[round(renglon.x0 / JUNTAS)] - renglon.x0)
        yield centrada or renglon.x1 - renglon.x0 < entera


def _sigue(
    a: Impresa, b: Impresa, niveles: Mapping[float, int], usual: float, *, corta: bool
) -> bool:
    """usual: gap between the lines of a paragraph. corta: whether the first ends early."""
    if a.filas or b.filas or niveles.get(a.alto) != niveles.get(b.alto):
        return False
    if a.y0 - b.y1 > usual + APARTE * b.alto or _ELEMENTO.match(b.texto):
        return False
    acaba = _ACABA.search(a.texto) is not None
    if b.alto in niveles or not (corta or acaba):
        return True
    if _UNIDAD.match(b.texto) or a.negrita != b.negrita:
        return False
    if corta and not acaba and _OTRA.match(b.texto):
        return _QUEDA.search(a.texto) is not None
    return not (acaba and (corta or b.x0 - a.x0 > SANGRIA))


def _parte(renglones: Sequence[Impresa], niveles: Mapping[float, int]) -> str | Filas:
    primero = renglones[0]
    if primero.filas:
        return primero.filas
    texto = reduce(unir, (renglon.texto for renglon in renglones))
    if len(texto) <= LARGO_TITULO and primero.alto in niveles:
        return f"{'#' * min(niveles[primero.alto], 6)} {texto}"
    if len(texto) <= LARGO_TITULO and all(renglon.negrita for renglon in renglones):
        return f"**{texto}**"
    return _VIÑETA.sub("- ", texto, count=1) if _VIÑETA.match(texto) else parrafo(texto)


def unir(antes: str, despues: str, en_medio: str = "") -> str:
    """Join two lines of a paragraph, and the halves of a word or a code that the end of one cut."""
    if antes[-1] in "-\xad" and antes[-2:-1].isalnum():
        palabra = antes[-2].isalpha() and despues[0].islower()
        return (antes[:-1] if palabra else antes) + en_medio + despues
    return f"{antes} {en_medio}{despues}"


def _sigue_la_fila(antes: Sequence[str], despues: Sequence[str]) -> bool:
    """Tell whether a row is what a page left of the one before: ends of a few of its cells."""
    dichas = [(a, d) for a, d in zip(antes, despues, strict=True) if d]
    cortadas = all(a and d[0].islower() for a, d in dichas)
    return cortadas and not despues[0] and 2 * len(dichas) <= len(despues)


def _unir_filas(antes: Sequence[str], despues: Sequence[str], marca: str) -> tuple[str, ...]:
    """Make one row of two; the first cell that goes on has the mark of the page."""
    primera = next(filter(None, despues), "")
    return tuple(
        unir(a, d, marca if d is primera else "") if d else a
        for a, d in zip(antes, despues, strict=True)
    )


def _agregar(
    partes: list[str | Filas], pie: list[str | Filas], nuevas: list[str | Filas], numero: int
) -> None:
    """pie: the notes of the page before, which stand between the halves of what the page cut."""
    marca, cortadas = marca_de(numero), len(nuevas)
    match partes[-1:], nuevas[:1]:
        case [str(antes)], [str(despues)] if _SIGUE.search(antes) and despues[0].islower():
            partes[-1], nuevas = unir(antes, despues, marca), nuevas[1:]
        case [tuple(antes)], [tuple(despues)] if len(antes[0]) == len(despues[0]):
            filas = despues[despues[0] == antes[0] :]
            if filas and _sigue_la_fila(antes[-1], filas[0]):
                antes, filas = (*antes[:-1], _unir_filas(antes[-1], filas[0], marca)), filas[1:]
            elif filas:
                filas = ((marca + filas[0][0], *filas[0][1:]), *filas[1:])
            partes[-1], nuevas = (*antes, *filas), nuevas[1:]
        case _:
            partes += [*pie, marca]
    if pie and len(nuevas) < cortadas:
        partes += [marca_de(numero - 1), *pie, marca]
    partes += nuevas
