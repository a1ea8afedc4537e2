"""Document → sections under their headings, and the passages that are found and sent."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from operator import attrgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from siaa.biblioteca.estructura.epigrafes import PRIMERAS_PALABRAS, solo_numero
from siaa.biblioteca.estructura.lectura import TramoLeido, leer_tramos
from siaa.biblioteca.estructura.lineas import Clase, clasificar
from siaa.biblioteca.estructura.niveles import con_niveles
from siaa.biblioteca.estructura.pasajes import (
    TipoDePasaje,
    empaquetar,
    leer_bloques,
    tipo_de_pasaje,
)
from siaa.biblioteca.estructura.renglones import Renglones, leer_uniones, sanar

SEPARADOR_RUTA: Final = " › "


@dataclass(frozen=True, slots=True)
class Seccion:
    """A stretch of a document under one heading, as offsets `[inicio, fin)` into its text.

    inicio: where the line of its heading starts; 0 for the first. Sections leave no gap.
    ruta: the headings in force, outermost first, without marks, at most 120 characters each;
        `()` before the first heading.
    titulo: whether its innermost heading is the document's own title: the first of level 1, or
        the first of all where no heading has that level.
    anterior: whether it is an earlier text of its article, kept beside the one that replaced it.
    """

    inicio: int
    fin: int
    ruta: tuple[str, ...]
    titulo: bool
    anterior: bool = False


@dataclass(frozen=True, slots=True)
class Estructura:
    """The sections of a text in order, its passages, and how its lines join.

    pasajes: `(n, 4)`, read-only: start, end, section number and `TipoDePasaje` of every passage.
        They never overlap, lie inside their section, and neither start nor end inside a sentence
        of up to 1,400 characters. What none covers is not worth indexing.
    largos: `(n,)`, characters of each passage once healed.
    """

    secciones: tuple[Seccion, ...]
    pasajes: NDArray[np.int32]
    largos: NDArray[np.int32]
    renglones: Renglones

    def seccion_de(self, pasaje: int) -> Seccion:
        """Return the section that a passage is of."""
        return self.secciones[int(self.pasajes[pasaje, 2])]

    def secciones_en(self, inicio: int, fin: int) -> tuple[Seccion, ...]:
        """Return the sections that `[inicio, fin)` touches, in order; none for an empty stretch."""
        donde = attrgetter("inicio")
        primera = bisect_right(self.secciones, inicio, key=donde) - 1
        return self.secciones[primera : bisect_left(self.secciones, fin, key=donde)]

    def pasajes_en(self, inicio: int, fin: int) -> list[int]:
        """Return the numbers of the passages that a stretch of the text touches, ascending."""
        toca = (self.pasajes[:, 0] < fin) & (self.pasajes[:, 1] > inicio)
        return [int(n) for n in np.flatnonzero(toca)]


def analizar_estructura(
    contenido: str, paginas: Sequence[int] = ()
) -> tuple[Estructura, list[str]]:
    """Find the sections and passages of a normalised text, in time proportional to its length.

    Returns them, and its passages healed, in order.
    paginas: where its pages begin. What stands under no heading is cited by its page, so there no
    passage goes from one to another unless a paragraph does.
    """
    todas = con_niveles(contenido, clasificar(contenido))
    lineas = [x for x in todas if x.clase not in (Clase.DESCARTADA, Clase.INDICE)]
    uniones = leer_uniones(contenido, lineas)
    tramos = leer_tramos(contenido, lineas, uniones)
    finales = [t.inicio for t in tramos[1:]] + [len(contenido)]
    secciones = tuple(
        Seccion(t.inicio, fin, t.ruta, t.titulo, t.anterior)
        for t, fin in zip(tramos, finales, strict=True)
    )
    leidas = [(x.inicio, x.fin, union) for x, union in zip(lineas, uniones, strict=True)]
    renglones = Renglones(np.array(leidas, dtype=np.int32).reshape(-1, 3))
    filas: list[tuple[int, int, int, TipoDePasaje]] = []
    sanos: list[str] = []
    for numero, (tramo, propias) in enumerate(zip(tramos, _con_texto(tramos), strict=True)):
        cortes = () if tramo.rubro else paginas
        for inicio, fin in _empaquetar(contenido, [leidas[n] for n in propias], cortes):
            sano = sanar(contenido, renglones, inicio, fin)
            tipo = tipo_de_pasaje(
                sano, tramo.rubro, es_titular=not tramo.lineas, cierra=tramo.cierre
            )
            if tipo is TipoDePasaje.FIRMA and tramo.rotulos and inicio == leidas[propias[0]][0]:
                # «### Ana Soler» stands above the office of who signs after her: it heads nothing
                inicio = leidas[tramo.rotulos[0]][0]
                sano = sanar(contenido, renglones, inicio, fin)
            sanos.append(sano)
            filas.append((inicio, fin, numero, TipoDePasaje.ANTERIOR if tramo.anterior else tipo))
    pasajes = np.array(filas, dtype=np.int32).reshape(-1, 4)
    pasajes.flags.writeable = False
    largos = np.fromiter(map(len, sanos), dtype=np.int32, count=len(sanos))
    return Estructura(secciones, pasajes, largos, renglones), sanos


def _con_texto(tramos: list[TramoLeido]) -> Iterator[list[int]]:
    """Yield the lines of each section; of one without text its heading, unless others have it."""
    for tramo, siguiente in zip_longest(tramos, tramos[1:]):
        heredado = siguiente is not None and siguiente.ruta[: len(tramo.ruta)] == tramo.ruta
        yield tramo.lineas or ([] if heredado else tramo.rotulos)


def _empaquetar(
    contenido: str, lineas: Sequence[Sequence[int]], paginas: Sequence[int]
) -> Iterator[tuple[int, int]]:
    bloques = leer_bloques(contenido, lineas)
    for _, juntos in groupby(bloques, lambda bloque: bisect_right(paginas, bloque.inicio)):
        yield from empaquetar(list(juntos))


def ruta_texto(ruta: Iterable[str]) -> str:
    """Write a path of headings as people read it: `Capítulo II › Artículo 5. Plazos.`.

    An article that goes by its first words («Artículo 6°. El plazo para…») is just its number.
    """
    return SEPARADOR_RUTA.join(
        solo_numero(titulo) if titulo.endswith(PRIMERAS_PALABRAS) else titulo for titulo in ruta
    )
