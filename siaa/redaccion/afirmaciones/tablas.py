"""What a sentence takes for the cell of a row and a column, beside the one that stands there.

Of words alone: figures are compared as values. A sentence is read so only where it says little
more than cells and headings of one table.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from siaa.redaccion.afirmaciones.frase import Discrepancia, senalar
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje
from siaa.redaccion.afirmaciones.lectura.palabras import leer_palabras, plegar_lo_dicho

DE_MAS: Final = 2
"""Words of a sentence that may be of no cell: how what it says is called."""
COLUMNAS: Final = 2


class Celda(NamedTuple):
    """A cell as it is written, and the stems of its words; none if it has figures."""

    texto: str
    raices: frozenset[str]


Fila = Sequence[Celda]


def cotejar(frase: Dicho, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield the cell that a sentence gives to a row, or to one of its columns, that has another."""
    for titulos, filas in _tablas(entero):
        dichas = [celda for fila in (titulos, *filas) for celda in fila if _nombra(frase, celda)]
        sobran = frase.raices - frozenset().union(*(celda.raices for celda in (*titulos, *dichas)))
        suyas = [fila for fila in filas if _nombra(frase, fila[0])]
        propias = frozenset().union(*(fila[0].raices for fila in suyas))
        columnas = [n for n, t in enumerate(titulos) if n and _nombra(frase, t, propias)]
        una = columnas[0] if len(columnas) == 1 else 0
        if len(sobran) <= DE_MAS and (
            hallada := _trocada(frase, filas, suyas, titulos, una) or _al_reves(frase, suyas, una)
        ):
            tipo, dicha, propia = hallada
            lugares = [p for p in frase.palabras if p.raiz in dicha.raices]
            yield senalar(tipo, frase.texto, lugares[0].desde, lugares[-1].hasta, propia.texto)
            return


def _trocada(
    frase: Dicho, filas: Sequence[Fila], suyas: Sequence[Fila], titulos: Fila, una: int
) -> tuple[str, Celda, Celda] | None:
    """Return a cell that a sentence says of another row or column, and the one that stands there.

    suyas: the rows that it names. una: the column that it does, if one. None where one of the rows
    has one of the cells that it names: it may tell of several.
    """
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
                return "quien", celda, propia
    return None


def _al_reves(frase: Dicho, suyas: Sequence[Fila], una: int) -> tuple[str, Celda, Celda] | None:
    """Return the heading of a row whose cell says «no» where a sentence does not, or «sí»."""
    if not una or len(suyas) != 1:
        return None
    niega = "no" if any(palabra.texto == "no" for palabra in frase.palabras) else "si"
    dice = plegar_lo_dicho(suyas[0][una].texto).strip()
    return ("negacion", suyas[0][0], suyas[0][una]) if dice in {"si", "no"} - {niega} else None


def _nombra(frase: Dicho, celda: Celda, salvo: frozenset[str] = frozenset()) -> bool:
    """Tell whether a sentence has all the words of a cell, and one that is none of some others."""
    return bool(celda.raices - salvo) and celda.raices <= frase.raices


def _tablas(entero: Pasaje) -> Iterator[tuple[Fila, Sequence[Fila]]]:
    """Yield the headings and the rows of each table whose rows have as many cells."""
    for es_fila, tramos in groupby(entero.tramos, lambda t: t.texto.startswith("|")):
        filas = [_celdas(tramo.texto) for tramo in tramos] if es_fila else []
        if len(filas) > 1 and len({len(fila) for fila in filas}) == 1 and len(filas[0]) >= COLUMNAS:
            yield filas[0], filas[1:]


def _celdas(texto: str) -> Fila:
    return [_celda(celda.strip(" *_")) for celda in texto.split("\n")[0].strip("| ").split("|")]


def _celda(texto: str) -> Celda:
    palabras = leer_palabras(plegar_lo_dicho(texto))
    cifras = any(palabra.texto[0].isdigit() for palabra in palabras)
    return Celda(texto, frozenset(p.raiz for p in palabras if p.raiz and not cifras))
