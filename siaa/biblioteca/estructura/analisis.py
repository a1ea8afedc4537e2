"""Document → sections under their headings, and the passages that are found and sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final

import numpy as np
from numpy.typing import NDArray

from siaa.biblioteca.estructura.epigrafes import LARGO_TITULO, PRIMERAS_PALABRAS
from siaa.biblioteca.estructura.lineas import Clase, Linea, clasificar
from siaa.biblioteca.estructura.niveles import con_niveles
from siaa.biblioteca.estructura.pasajes import (
    TipoDePasaje,
    empaquetar,
    leer_bloques,
    tipo_de_pasaje,
)
from siaa.biblioteca.estructura.renglones import Renglones, leer_renglones, sanar
from siaa.biblioteca.estructura.rotulos import Rango, Rotulo, con_nombre

FRASE_MINIMA: Final = 60
"""From this length on, in characters, a heading that ends in a full stop is a sentence."""
SEPARADOR_RUTA: Final = " › "

_ALFANUMERICO = re.compile(r"[^\W_]")
_RENGLON_VACIO = re.compile(r"[ \t]*(?:\Z|\n[ \t]*(?:\n|\Z))")


@dataclass(frozen=True, slots=True)
class Seccion:
    """A stretch of a document under one heading, as offsets `[inicio, fin)` into its text.

    inicio: where the line of its heading starts; 0 for the first. Sections leave no gap.
    ruta: the headings in force, outermost first, without marks, at most 120 characters each;
        `()` before the first heading.
    titulo: whether its innermost heading is the document's own title: the first of level 1, or
        the first of all where no heading has that level.
    """

    inicio: int
    fin: int
    ruta: tuple[str, ...]
    titulo: bool


@dataclass(frozen=True, slots=True)
class Estructura:
    """The sections of a text in order, its passages, and how its lines join.

    pasajes: `(n, 4)`, read-only: start, end, section number and `TipoDePasaje` of every passage.
        They never overlap, lie inside their section, and neither start nor end inside a sentence
        of up to 1,400 characters. What none covers is not worth indexing.
    """

    secciones: tuple[Seccion, ...]
    pasajes: NDArray[np.int32]
    renglones: Renglones

    def sano(self, contenido: str, inicio: int, fin: int) -> str:
        """Return a stretch of the text healed of its conversion, as it is read and quoted."""
        return sanar(contenido, self.renglones, inicio, fin)

    def sanos(self, contenido: str) -> list[str]:
        """Return all passages of the text, healed, in order."""
        return [self.sano(contenido, *limites) for limites in self.pasajes[:, :2].tolist()]


def analizar_estructura(contenido: str) -> Estructura:
    """Find the sections and passages of a normalised text, in time proportional to its length."""
    lineas = [
        linea
        for linea in con_niveles(contenido, clasificar(contenido))
        if linea.clase in (Clase.TEXTO, Clase.ENCABEZADO)
    ]
    renglones = leer_renglones(contenido, lineas)
    tramos = _leer_tramos(contenido, lineas)
    finales = [t.inicio for t in tramos[1:]] + [len(contenido)]
    secciones = tuple(
        Seccion(t.inicio, fin, t.ruta, t.titulo) for t, fin in zip(tramos, finales, strict=True)
    )
    filas = [
        (inicio, fin, numero, _tipo(contenido, renglones, tramos[numero], inicio, fin))
        for numero, propias in enumerate(_con_texto(tramos))
        for inicio, fin in _empaquetar(contenido, renglones, propias)
    ]
    pasajes = np.array(filas, dtype=np.int32).reshape(-1, 4)
    pasajes.flags.writeable = False
    return Estructura(secciones, pasajes, renglones)


def _tipo(
    contenido: str, renglones: Renglones, tramo: _Tramo, inicio: int, fin: int
) -> TipoDePasaje:
    texto = sanar(contenido, renglones, inicio, fin)
    ruta = () if tramo.titulo else tramo.ruta
    return tipo_de_pasaje(texto, ruta, es_titular=not tramo.lineas)


def _con_texto(tramos: list[_Tramo]) -> Iterator[list[int]]:
    """Yield the lines of each section; of one without text its heading, unless others have it."""
    for tramo, siguiente in zip_longest(tramos, tramos[1:]):
        heredado = siguiente is not None and siguiente.ruta[: len(tramo.ruta)] == tramo.ruta
        yield tramo.lineas or ([] if heredado else tramo.rotulos)


def _empaquetar(
    contenido: str, renglones: Renglones, lineas: list[int]
) -> Iterator[tuple[int, int]]:
    limites, uniones = renglones.limites[lineas].tolist(), renglones.union[lineas].tolist()
    for inicio, fin in empaquetar(leer_bloques(contenido, limites, uniones)):
        if _ALFANUMERICO.search(contenido, inicio, fin):
            yield inicio, fin


def ruta_texto(ruta: Iterable[str]) -> str:
    """Write a path of headings as people read it: `Capítulo II › Artículo 5. Plazos.`.

    An article that goes by its first words («Artículo 6°. El plazo para…») is just its number.
    """
    return SEPARADOR_RUTA.join(
        titulo.split(". ", 1)[0] if titulo.endswith(PRIMERAS_PALABRAS) else titulo
        for titulo in ruta
    )


@dataclass(slots=True)
class _Tramo:
    """A section while it is read.

    lineas: the lines of its text; rotulos: those of its heading, but for bare formulas
    («DECRETA:»); by their numbers.
    """

    inicio: int
    ruta: tuple[str, ...]
    titulo: bool
    lineas: list[int] = field(default_factory=list)
    rotulos: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Lectura:
    """The state of reading a text line by line.

    con_articulos: whether the text has articles; bold lines in it are names and signatures.
    titulo: the heading that is the document's own title, if any.
    """

    contenido: str
    con_articulos: bool
    titulo: Rotulo | None
    pila: list[Rotulo] = field(default_factory=list)
    tramos: list[_Tramo] = field(default_factory=lambda: [_Tramo(0, (), False)])

    def leer(self, numero: int, linea: Linea) -> None:
        """Take the next line that is text or a heading."""
        if self.pila and self.pila[-1].desnudo and self._nombra_division(linea):
            self.tramos[-1].rotulos.append(numero)
            return
        rotulo = linea.rotulo
        if rotulo and self._abre_seccion(rotulo):
            self._abrir(numero, linea, rotulo)
            if not _es_texto(rotulo, linea.fin - linea.inicio):
                return
        self.tramos[-1].lineas.append(numero)

    def _abre_seccion(self, rotulo: Rotulo) -> bool:
        """Numerals, bold lines, formulas and paragraphs inside an article are its text."""
        if rotulo.marca or (rotulo.rango.es_legal and rotulo.rango != Rango.PARAGRAFO):
            return True
        if rotulo.rango == Rango.NEGRITA and self.con_articulos:
            return False
        return not any(r.rango.es_articulado for r in self.pila)

    def _abrir(self, numero: int, linea: Linea, rotulo: Rotulo) -> None:
        """Start a section, or go on with the one whose heading this one repeats."""
        tramo = self.tramos[-1]
        if not tramo.lineas and self.pila and _es_repetido(self.pila[-1], rotulo):
            if not _tiene_nombre(self.pila[-1]) and len(rotulo.titulo) > len(self.pila[-1].titulo):
                self._cambiar(self.pila[-1]._replace(titulo=rotulo.titulo))
        else:
            for i, anterior in enumerate(self.pila):
                if cierra(anterior, rotulo):
                    del self.pila[i:]
                    break
            self.pila.append(rotulo)
            ruta = tuple(r.titulo for r in self.pila)
            nuevo = _Tramo(linea.inicio, ruta, rotulo is self.titulo)
            if tramo.lineas or tramo.rotulos:
                self.tramos.append(nuevo)
            else:
                nuevo.inicio = tramo.inicio
                self.tramos[-1] = nuevo
        if rotulo.rango != Rango.FORMULA:
            self.tramos[-1].rotulos.append(numero)

    def _nombra_division(self, linea: Linea) -> bool:
        """Join the name of a chapter to its number when it stands on the next line."""
        if self.tramos[-1].lineas:
            return False
        crudo = self.contenido[linea.inicio : min(linea.fin, linea.inicio + 2 * LARGO_TITULO)]
        solo = _RENGLON_VACIO.match(self.contenido, linea.fin) is not None
        nueva = con_nombre(self.pila[-1], crudo, linea.rotulo, solo)
        if not nueva:
            return False
        self._cambiar(nueva)
        return True

    def _cambiar(self, rotulo: Rotulo) -> None:
        self.pila[-1] = rotulo
        self.tramos[-1].ruta = tuple(r.titulo for r in self.pila)


def _es_texto(rotulo: Rotulo, largo: int) -> bool:
    """Tell whether a heading's line, of `largo` characters, is text as well.

    So are articles in plain lines, and what conversion took for a heading but is a sentence.
    """
    if rotulo.rango == Rango.FORMULA:
        return False
    if rotulo.rango.es_articulado and not rotulo.marca:
        return True
    titulo = rotulo.titulo
    return (
        largo > LARGO_TITULO
        or titulo[0].islower()
        or (titulo[-1] == "." and len(titulo) >= FRASE_MINIMA)
    )


def _leer_tramos(contenido: str, lineas: list[Linea]) -> list[_Tramo]:
    rotulos = [linea.rotulo for linea in lineas if linea.rotulo]
    con_articulos = any(r.rango == Rango.ARTICULO for r in rotulos)
    lectura = _Lectura(contenido, con_articulos, _titulo(rotulos))
    for numero, linea in enumerate(lineas):
        lectura.leer(numero, linea)
    return lectura.tramos


def _titulo(rotulos: list[Rotulo]) -> Rotulo | None:
    primero = next((r for r in rotulos if r.rango == Rango.COMUN and r.marca == 1), None)
    if primero:
        return primero
    primero = rotulos[0] if rotulos else None
    return primero if primero and primero.rango in (Rango.COMUN, Rango.NEGRITA) else None


def _es_repetido(anterior: Rotulo, rotulo: Rotulo) -> bool:
    """Tell whether a heading names again what the one above it named (`### Artículo 5`)."""
    return (
        bool(rotulo.numero)
        and anterior.rango == rotulo.rango
        and anterior.numero == rotulo.numero
        and rotulo.rango.es_legal
    )


def _tiene_nombre(rotulo: Rotulo) -> bool:
    """Tell whether a legal unit is called by more than its number or its first words."""
    return ". " in rotulo.titulo and not rotulo.titulo.endswith(PRIMERAS_PALABRAS)


def cierra(anterior: Rotulo, nuevo: Rotulo) -> bool:
    """Tell whether a heading ends the reach of an earlier one that is still in force.

    Legal units follow their rank, headings with `#` their level. Where they meet, a legal unit
    stands inside headings with fewer `#` than its own, and a heading of level 3 or deeper
    inside legal units without `#`.
    """
    if anterior.rango in (Rango.FORMULA, Rango.NEGRITA):
        return True
    if nuevo.rango.es_legal:
        if anterior.rango.es_legal:
            return anterior.rango >= nuevo.rango
        if anterior.rango == Rango.NUMERAL:
            return nuevo.rango.es_division
        return 0 < nuevo.marca <= anterior.marca
    if nuevo.marca:
        if anterior.marca:
            return anterior.marca >= nuevo.marca
        return nuevo.marca <= 2 or anterior.rango == Rango.NUMERAL
    if nuevo.rango == Rango.NUMERAL == anterior.rango:
        return anterior.numero.count(".") >= nuevo.numero.count(".")
    return False
