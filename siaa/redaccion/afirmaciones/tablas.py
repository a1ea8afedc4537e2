"""What a sentence takes for the cell of a row and a column, beside the one that stands there.

Of words alone: figures are compared as values. A sentence is read so only where it says little
more than cells and headings of one table.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from siaa.redaccion.afirmaciones.frase import Discrepancia, senalar
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje
from siaa.redaccion.afirmaciones.lectura.palabras import leer_palabras, plegar_lo_dicho, raices_de

PRIMERA: Final = re.compile(r"\|[^\w|]*")
"""What stands before the figure of the first cell of a row, which counts what the row names."""
DE_MAS: Final = 2
"""Words of a sentence that may be of no cell: how what it says is called."""
COLUMNAS: Final = 2


class Celda(NamedTuple):
    """A cell as it is written, and the stems of its words; none if it has figures."""

    texto: str
    raices: frozenset[str]


Fila = Sequence[Celda]


class _Leida(NamedTuple):
    """A table of which a sentence speaks: the rows that it names, and the column, 0 if not one."""

    titulos: Fila
    filas: Sequence[Fila]
    suyas: Sequence[Fila]
    una: int

    @property
    def si_o_no(self) -> str:
        """What the one cell that a sentence asks says, if that is «si» or «no»."""
        if not self.una or len(self.suyas) != 1:
            return ""
        dice = plegar_lo_dicho(self.suyas[0][self.una].texto).strip()
        return dice if dice in ("si", "no") else ""


def cotejar(frase: Dicho, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield the cell that a sentence gives to a row, or to one of its columns, that has another."""
    for leida in _leidas(frase, entero):
        tipo, trocada = "quien", _trocada(frase, leida)
        if trocada is None and leida.si_o_no == _contrario(frase):
            tipo, trocada = "negacion", (leida.suyas[0][0], leida.suyas[0][leida.una])
        if trocada is not None:
            dicha, propia = trocada
            lugares = [p for p in frase.palabras if p.raiz in dicha.raices]
            yield senalar(tipo, frase.texto, lugares[0].desde, lugares[-1].hasta, propia.texto)


def lo_dice(frase: Dicho, entero: Pasaje) -> bool:
    """Tell whether the cell of which a sentence speaks says «no», as it does, or «sí»."""
    dichas = {leida.si_o_no for leida in _leidas(frase, entero)} - {""}
    return bool(dichas) and _contrario(frase) not in dichas


def suma(frase: Dicho, entero: Pasaje) -> set[int]:
    """Return what the first cells add up to of the rows that have most of a sentence, if several.

    «Tres secretarios» are three rows of one each.
    """
    filas = [t for t in entero.tramos if t.celdas]
    cuentan = [
        (len(frase.raices & t.raices) + len(frase.datos & t.datos), int(v.dato))
        for t in filas
        for v in t.valores[:1]
        if isinstance(v.dato, float | int) and PRIMERA.fullmatch(t.plegado, 0, v.desde)
    ]
    comunes = max((suyas for suyas, _ in cuentan), default=0)
    propias = [cuantos for suyas, cuantos in cuentan if suyas == comunes]
    return {sum(propias)} if len(propias) > 1 else set()


def _contrario(frase: Dicho) -> str:
    return "si" if any(palabra.texto == "no" for palabra in frase.palabras) else "no"


def _leidas(frase: Dicho, entero: Pasaje) -> Iterator[_Leida]:
    """Yield the tables whose cells and headings are most of what a sentence says."""
    for titulos, filas in _tablas(entero):
        dichas = [celda for fila in (titulos, *filas) for celda in fila if _nombra(frase, celda)]
        sobran = frase.raices - frozenset().union(*(celda.raices for celda in (*titulos, *dichas)))
        suyas = [fila for fila in filas if _nombra(frase, fila[0])]
        propias = frozenset().union(*(fila[0].raices for fila in suyas))
        columnas = [n for n, t in enumerate(titulos) if n and _nombra(frase, t, propias)]
        if suyas and len(sobran) <= DE_MAS:
            yield _Leida(titulos, filas, suyas, columnas[0] if len(columnas) == 1 else 0)


def _trocada(frase: Dicho, leida: _Leida) -> tuple[Celda, Celda] | None:
    """Return a cell that a sentence says of another row or column, and the one that stands there.

    None where one of the rows has one of the cells that it names: it may tell of several.
    """
    titulos, filas, suyas, una = leida
    lugares = range(1, len(titulos))
    dichas = [(f, n, f[n]) for f in filas for n in lugares if _nombra(frase, f[n])]
    propias = [(n, c) for fila, n, c in dichas if fila in suyas and c.raices != fila[0].raices]
    if any(n == (una or n) for n, _ in propias):
        return None
    for suya in suyas:
        for fila, n, celda in dichas:
            propia, titulo = suya[una or n], titulos[una or n]
            se_lee = fila is suya or n == (una or n)
            ajena = celda.raices.isdisjoint(suya[0].raices) and celda.raices != titulo.raices
            if se_lee and ajena and propia.raices:
                return celda, propia
    return None


def _nombra(frase: Dicho, celda: Celda, salvo: frozenset[str] = frozenset()) -> bool:
    """Tell whether a sentence has all the words of a cell, and one that is none of some others."""
    return bool(celda.raices - salvo) and celda.raices <= frase.raices


def _tablas(entero: Pasaje) -> Iterator[tuple[Fila, Sequence[Fila]]]:
    """Yield the headings and the rows of each table whose rows have as many cells."""
    for es_fila, tramos in groupby(entero.tramos, lambda t: t.celdas != ()):
        filas = [_celdas(tramo.texto) for tramo in tramos] if es_fila else []
        if len(filas) > 1 and len({len(fila) for fila in filas}) == 1 and len(filas[0]) >= COLUMNAS:
            yield filas[0], filas[1:]


def _celdas(texto: str) -> Fila:
    return [_celda(celda.strip(" *_")) for celda in texto.split("\n")[0].strip("| ").split("|")]


@lru_cache(maxsize=1024)  # each sentence of an answer is held against the same ones
def _celda(texto: str) -> Celda:
    palabras = leer_palabras(plegar_lo_dicho(texto))
    cifras = any(palabra.texto[0].isdigit() for palabra in palabras)
    return Celda(texto, raices_de(() if cifras else palabras))
