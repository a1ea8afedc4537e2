"""What is read of a stretch of text, once: its words, its values, what its small words do."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Final

from siaa.biblioteca.lengua.numeros import DE_UNIDAD
from siaa.biblioteca.lengua.texto import solo_palabras
from siaa.redaccion.afirmaciones.lectura.acciones import Accion, leer_acciones
from siaa.redaccion.afirmaciones.lectura.corte import (
    es_item,
    frases,
    largos_de_listas,
    rotulos,
    sin_numeracion,
)
from siaa.redaccion.afirmaciones.lectura.firmas import Firma, firmas
from siaa.redaccion.afirmaciones.lectura.lexico import bando_de
from siaa.redaccion.afirmaciones.lectura.marcas import Efecto, Marca, leer_marcas
from siaa.redaccion.afirmaciones.lectura.palabras import (
    Palabra,
    leer_palabras,
    plegar_lo_dicho,
    raices_de,
)
from siaa.redaccion.afirmaciones.lectura.valores import Dato, Valor, leer_valores

ALREDEDOR: Final = 12
"""Words on each side of a place that tell what is said there."""
_ENCABEZA: Final = re.compile(rf"\A(?:art(?:iculo)?|paragrafo)(?: (?:\d+\w*|unico|{DE_UNIDAD}))? ")
"""What stands before the first sentence of an article, which may be copied without it."""
LARGO_COMUN: Final = 7
"""Letters that two stems share which are of one family: «bachiller» and «bachillerato»."""


@dataclass(frozen=True)
class Dicho:
    """A sentence of an answer, or a stretch of a passage; offsets are of its own `texto`,
    and of `plegado`, which is it folded without the figures that only number it.

    raices: stems of content. afirmadas: those that it says, at least once, out of the reach of a
    negation. bajo: stems of the heading that it stands under, in a passage.
    """

    texto: str
    plegado: str
    palabras: tuple[Palabra, ...]
    valores: tuple[Valor, ...]
    marcas: tuple[Marca, ...]
    raices: frozenset[str]
    afirmadas: frozenset[str]
    bajo: frozenset[str] = frozenset()

    def cual(self, lugar: int) -> int:
        """Return which of its words is the first that ends after a place."""
        return bisect_right(self.palabras, lugar, key=attrgetter("hasta"))

    def alrededor(self, lugar: int) -> frozenset[str]:
        """Return the stems on both sides of a place: what is said there."""
        cual = self.cual(lugar)
        return raices_de(self.palabras[max(0, cual - ALREDEDOR) : cual + ALREDEDOR])

    @property
    def abierto(self) -> str:
        """What a colon leaves open at its end, to be said of each item: «no podrá:»."""
        if not self.texto.endswith(":"):
            return ""
        ultima = next((p.hasta for p in reversed(self.palabras) if p.raiz), 0)
        desde = next((m.desde for m in self.marcas if m.desde >= ultima), len(self.texto))
        return self.texto[desde:-1]

    @cached_property
    def acciones(self) -> tuple[Accion, ...]:
        """What is done in it, read of those stretches alone that are asked."""
        return tuple(leer_acciones(self.texto, self.palabras))

    @cached_property
    def celdas(self) -> Sequence[str]:
        """Its cells after what stands before the first, if it is a row of a table."""
        return self.plegado.split("|") if self.texto.startswith("|") else ()

    @cached_property
    def datos(self) -> frozenset[Dato]:
        """What its values say."""
        return frozenset(valor.dato for valor in self.valores)

    @cached_property
    def lados(self) -> Mapping[object, set[str]]:
        """The sides that its values say, by their kind and by what each is."""
        lados = dict[object, set[str]]()
        for valor in self.valores:
            for clave in (valor.tipo, valor.dato):
                lados.setdefault(clave, set()).add(valor.limite.lado)
        return lados

    @cached_property
    def bandos(self) -> frozenset[tuple[int, int]]:
        """The sides of rows of contraries that its words are of."""
        return frozenset(bando for p in self.palabras if (bando := bando_de(p.texto)))

    @property
    def niega(self) -> bool:
        """Whether it denies something, and does not only say what goes without what."""
        return any(marca.forma != "sin" for marca in self.con(Efecto.NIEGA))

    def con(self, *clases: Efecto) -> list[Marca]:
        """Return its small words of some classes."""
        return [marca for marca in self.marcas if marca.clase in clases]


Marcada = tuple[Marca, Dicho]
"""A small word and the stretch that it stands in."""


def escrita(marcas: Sequence[Marcada]) -> str:
    """Return the first of some small words as it is written; empty if there is none."""
    return marcas[0][1].texto[marcas[0][0].desde : marcas[0][0].hasta] if marcas else ""


def leer(texto: str, fila: bool = False) -> Dicho:
    """Read a stretch of text; the figures that only number it are not read.

    fila: whether it is a row of a passage, where the first figure may count something.
    """
    plegado = plegar_lo_dicho(texto if fila else sin_numeracion(texto))
    palabras = leer_palabras(plegado)
    marcas = tuple(leer_marcas(palabras))
    veces = Counter(palabra.raiz for palabra in palabras if palabra.raiz)
    negadas = Counter(
        r for m in marcas if m.clase in (Efecto.NIEGA, Efecto.SALVO) for r in m.alcance
    )
    return Dicho(
        texto,
        plegado,
        tuple(palabras),
        tuple(leer_valores(plegado, palabras)),
        marcas,
        frozenset(veces),
        frozenset(raiz for raiz, cuantas in veces.items() if cuantas > negadas.get(raiz, 0)),
    )


def fin_de(dicho: Dicho, marca: Marca, raiz: str) -> int:
    """Return where the word ends that a small word bears on."""
    return next(
        (p.hasta for p in dicho.palabras if p.desde > marca.desde and p.raiz == raiz), marca.hasta
    )


@dataclass(frozen=True)
class Pasaje:
    """A passage, or some of its stretches: what a sentence is compared with."""

    n: int
    tramos: tuple[Dicho, ...]
    valores: tuple[tuple[Valor, Dicho], ...]
    """Each with the stretch that it stands in."""
    raices: frozenset[str]
    listas: frozenset[int]
    """How many items each of its lists has."""
    rotulos: frozenset[str]
    """What those items are called."""
    firmas: tuple[Firma, ...]
    dichas: frozenset[str]
    """Its sentences, in words alone; an item of a list says what heads that too."""
    nombres: Dicho
    """What its document and its section are called."""

    @cached_property
    def comienzos(self) -> frozenset[str]:
        """How its stems begin, in which those of a family are one."""
        return frozenset(raiz[:LARGO_COMUN] for raiz in self.raices)

    def con(self, *clases: Efecto) -> list[Marcada]:
        """Return its small words of some classes, each with its stretch."""
        return [(marca, tramo) for tramo in self.tramos for marca in tramo.con(*clases)]


def _seguidos(texto: str) -> Iterator[int]:
    """Yield how many things a paragraph sets apart by semicolons, the last two perhaps by «y»."""
    for parrafo in texto.split("\n\n"):
        if signos := parrafo.count("; "):
            yield from (signos + 1, signos + 2)


def reunir(n: int, tramos: Iterable[Dicho], texto: str = "", nombres: str = "") -> Pasaje:
    """Put stretches together. texto, nombres: of the whole passage, if they are all of it."""
    juntos, items = tuple(tramos), rotulos(texto)
    return Pasaje(
        n,
        juntos,
        tuple((valor, t) for t in juntos for valor in t.valores),
        frozenset().union(*(t.raices for t in juntos)),
        frozenset((*largos_de_listas(items), *_seguidos(texto))),
        frozenset(items),
        tuple(firmas(texto)),
        frozenset(
            forma
            for d, h in frases(texto)
            if not es_item(texto, d)
            for dicha in [solo_palabras(texto[d:h])]
            for forma in (dicha, _ENCABEZA.sub("", dicha, count=1))
        ),
        leer(nombres),
    )
