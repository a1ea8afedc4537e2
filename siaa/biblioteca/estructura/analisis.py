"""Document → sections under their headings, and the small units that are scored and sent."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from siaa.biblioteca.estructura.epigrafes import LARGO_TITULO, PRIMERAS_PALABRAS
from siaa.biblioteca.estructura.frases import empaquetar
from siaa.biblioteca.estructura.lineas import Clase, Linea, clasificar
from siaa.biblioteca.estructura.niveles import con_niveles
from siaa.biblioteca.estructura.rotulos import Rango, Rotulo, con_nombre

FRASE_MINIMA: Final = 60
"""From this length on, in characters, a heading that ends in a full stop is a sentence."""
SEPARADOR_RUTA: Final = " › "

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
    """The sections of a text in order, and its units.

    unidades: `(n, 3)`, read-only: start, end and section number of every unit, in text order.
        Units never overlap, lie inside their section, neither start nor end in white space and
        never cut a word of up to 400 characters. What no unit covers is not worth indexing.
    """

    secciones: tuple[Seccion, ...]
    unidades: NDArray[np.int32]


def analizar_estructura(contenido: str) -> Estructura:
    """Find the sections and units of a normalised text, in time proportional to its length."""
    lineas = con_niveles(contenido, clasificar(contenido))
    tramos = _leer_tramos(contenido, lineas)
    finales = [t.inicio for t in tramos[1:]] + [len(contenido)]
    secciones = tuple(
        Seccion(t.inicio, fin, t.ruta, t.titulo) for t, fin in zip(tramos, finales, strict=True)
    )
    filas: list[tuple[int, int, int]] = []
    for numero, tramo in enumerate(tramos):
        siguiente = tramos[numero + 1].ruta if numero + 1 < len(tramos) else ()
        for inicio, fin in tramo.grupos or tramo.por_si_solo(siguiente):
            filas.extend((i, f, numero) for i, f in empaquetar(contenido, inicio, fin))
    unidades = np.array(filas, dtype=np.int32).reshape(-1, 3)
    unidades.flags.writeable = False
    return Estructura(secciones, unidades)


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

    grupos: its text; rotulos: its heading lines, but for bare formulas («DECRETA:»); as offsets.
    """

    inicio: int
    ruta: tuple[str, ...]
    titulo: bool
    grupos: list[tuple[int, int]] = field(default_factory=list)
    rotulos: list[tuple[int, int]] = field(default_factory=list)

    def por_si_solo(self, siguiente: tuple[str, ...]) -> list[tuple[int, int]]:
        """Return the heading of a section without text, unless the next one inherits it."""
        return [] if siguiente[: len(self.ruta)] == self.ruta else self.rotulos


@dataclass(slots=True)
class _Lectura:
    """The state of reading a text line by line.

    con_articulos: whether the text has articles; bold lines in it are names and signatures.
    titulo: the heading that is the document's own title, if any.
    abierto: whether the next line of text continues the last group.
    """

    contenido: str
    con_articulos: bool
    titulo: Rotulo | None
    pila: list[Rotulo] = field(default_factory=list)
    tramos: list[_Tramo] = field(default_factory=lambda: [_Tramo(0, (), False)])
    abierto: bool = False

    def leer(self, linea: Linea) -> None:
        """Take the next line that is text or a heading."""
        tramo = self.tramos[-1]
        if self.pila and self.pila[-1].desnudo and self._nombra_division(linea):
            tramo.rotulos.append((linea.inicio, linea.fin))
            return
        rotulo = linea.rotulo
        if rotulo and self._abre_seccion(rotulo):
            self._abrir(linea, rotulo)
            if not _es_texto(rotulo, linea.fin - linea.inicio):
                return
            tramo = self.tramos[-1]
        if self.abierto:
            tramo.grupos[-1] = (tramo.grupos[-1][0], linea.fin)
        else:
            tramo.grupos.append((linea.inicio, linea.fin))
            self.abierto = True

    def _abre_seccion(self, rotulo: Rotulo) -> bool:
        """Numerals, bold lines and formulas inside an article are its text."""
        if rotulo.marca or rotulo.rango.es_legal:
            return True
        if rotulo.rango == Rango.NEGRITA and self.con_articulos:
            return False
        return not any(r.rango.es_articulado for r in self.pila)

    def _abrir(self, linea: Linea, rotulo: Rotulo) -> None:
        """Start a section, or go on with the one whose heading this one repeats."""
        tramo = self.tramos[-1]
        self.abierto = False
        if not tramo.grupos and self.pila and _es_repetido(self.pila[-1], rotulo):
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
            if tramo.grupos or tramo.rotulos:
                self.tramos.append(nuevo)
            else:
                nuevo.inicio = tramo.inicio
                self.tramos[-1] = nuevo
        if rotulo.rango != Rango.FORMULA:
            self.tramos[-1].rotulos.append((linea.inicio, linea.fin))

    def _nombra_division(self, linea: Linea) -> bool:
        """Join the name of a chapter to its number when it stands on the next line."""
        if self.tramos[-1].grupos:
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
    for linea in lineas:
        if linea.clase in (Clase.DESCARTADA, Clase.INDICE):
            lectura.abierto = False
        else:
            lectura.leer(linea)
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
