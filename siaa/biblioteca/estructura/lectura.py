"""The lines of a text, one by one → the sections that their headings open."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from siaa.biblioteca.estructura.epigrafes import LARGO_TITULO, PRIMERAS_PALABRAS, solo_numero
from siaa.biblioteca.estructura.lineas import Clase, Linea
from siaa.biblioteca.estructura.renglones import Union
from siaa.biblioteca.estructura.rotulos import Rango, Rotulo, con_nombre
from siaa.biblioteca.lengua.referencias import referencias, unidad_de
from siaa.biblioteca.lengua.texto import plegar

FRASE_MINIMA: Final = 60
"""From this length on, in characters, a heading that ends in a full stop is a sentence."""

_COLA: Final = 4
_ANUNCIO = re.compile(
    r"\b(?:quedar[aá]n?|modif[ií][cq]|adici[oó]n|subr[oó]g|sustit[uú]y|ref[oó]rm).*:[*_ ]*\Z",
    re.IGNORECASE | re.DOTALL,
)
_NOTA = re.compile(r"\W*(?:notas?|aclaraci[oó]n(?:es)?)\b[^.:]{0,40}[.:]", re.IGNORECASE)
"""What a compiler adds to an article («NOTA: Penas aumentadas…»), be it marked as a heading."""
_HASTA = re.compile(
    r"\W*vigente desde: \d\d/\d\d/\d{4} y hasta el: \d\d/\d\d/\d{4}\W*", re.IGNORECASE
)
"""The last line of a text that ruled until a day, whatever announced it, or nothing did."""
_PRIMERO = re.compile(r"1|i|(?:primer|unic)[oa]?")
_RENGLON_VACIO = re.compile(r"[ \t]*(?:\Z|\n[ \t]*(?:\n|\Z))")


@dataclass(slots=True)
class TramoLeido:
    """A section while it is read.

    lineas: the lines of its text; rotulos: those of its heading, but for bare formulas
    («DECRETA:»); by their numbers. anterior: as for `Seccion`. cierre: whether it follows a formula
    that closes the act, or is one.
    """

    inicio: int
    ruta: tuple[str, ...]
    titulo: bool
    anterior: bool = False
    cierre: bool = False
    lineas: list[int] = field(default_factory=list)
    rotulos: list[int] = field(default_factory=list)

    @property
    def rubro(self) -> tuple[str, ...]:
        """The headings that say what its text is about; the document's title does not."""
        return () if self.titulo else self.ruta


@dataclass(slots=True)
class _Lectura:
    """The state of reading a text line by line.

    con_articulos: whether the text has articles; bold lines in it are names and signatures.
    titulo: the heading that is the document's own title, if any. anterior: whether an earlier text
    of an article is being read.
    """

    contenido: str
    lineas: Sequence[Linea]
    uniones: Sequence[int]
    con_articulos: bool
    titulo: Rotulo | None
    anterior: bool = False
    pila: list[Rotulo] = field(default_factory=list)
    tramos: list[TramoLeido] = field(default_factory=lambda: [TramoLeido(0, (), False)])

    def leer(self, numero: int, linea: Linea) -> None:
        """Take the next line that is text or a heading."""
        if self.pila and self.pila[-1].desnudo and self._nombra_division(numero, linea):
            self.tramos[-1].rotulos.append(numero)
            return
        if linea.clase in (Clase.ANTERIOR, Clase.VIGENTE) and self._articulo():
            self.anterior = linea.clase is Clase.ANTERIOR
            self._empezar(TramoLeido(linea.inicio, self.tramos[-1].ruta, False, self.anterior))
            return
        if linea.clase is Clase.CIERRE and not self.tramos[-1].cierre:
            self._cerrar(linea)
        rotulo = linea.rotulo
        if rotulo and self._abre_seccion(rotulo):
            self._abrir(numero, linea, rotulo)
            if not _es_texto(rotulo, linea.fin - linea.inicio):
                return
        if not rotulo or rotulo.rango != Rango.FORMULA:
            self.tramos[-1].lineas.append(numero)

    def _cerrar(self, linea: Linea) -> None:
        """Start what closes an act: under the title or a heading of its own, never an article."""
        if not self.tramos[-1].lineas and self.tramos[-1].rotulos:
            self.tramos[-1].cierre = True
            return
        self.pila = [rotulo for rotulo in self.pila if rotulo is self.titulo]
        self.anterior = False
        ruta = tuple(rotulo.titulo for rotulo in self.pila)
        self._empezar(TramoLeido(linea.inicio, ruta, bool(ruta), cierre=True))

    def _abre_seccion(self, rotulo: Rotulo) -> bool:
        """Bold lines, formulas, paragraphs and notes inside an article are its text."""
        if _NOTA.match(rotulo.titulo) and self._articulo():
            return False
        if rotulo.marca or (rotulo.rango.es_legal and rotulo.rango != Rango.PARAGRAFO):
            return True
        if rotulo.rango == Rango.NEGRITA and self.con_articulos:
            return False
        return not any(r.rango.es_articulado for r in self.pila)

    def _abrir(self, numero: int, linea: Linea, rotulo: Rotulo) -> None:
        """Start a section, or go on with the one whose heading this one repeats."""
        tramo = self.tramos[-1]
        anuncio = self._anuncio()
        if anuncio and _es_anunciado(rotulo, self._texto(anuncio)):
            rotulo = rotulo._replace(rango=Rango.CITADO)
        vacio = not tramo.lineas and not tramo.anterior
        if vacio and self.pila and _es_repetido(self.pila[-1], rotulo):
            if not _tiene_nombre(self.pila[-1]) and len(rotulo.titulo) > len(self.pila[-1].titulo):
                self._cambiar(self.pila[-1]._replace(titulo=rotulo.titulo))
        else:
            self._apilar(rotulo)
            ruta = tuple(r.titulo for r in self.pila)
            nuevo = TramoLeido(linea.inicio, ruta, rotulo is self.titulo, self.anterior)
            nuevo.cierre = tramo.cierre and not rotulo.rango.es_legal
            anunciado = rotulo.rango == Rango.CITADO or ruta[: len(tramo.ruta)] == tramo.ruta
            if anuncio and anunciado:
                nuevo.inicio, nuevo.lineas = self.lineas[anuncio[0]].inicio, anuncio
                del tramo.lineas[-len(anuncio) :]
                tramo.rotulos = tramo.rotulos if tramo.lineas else []
            self._empezar(nuevo)
        if rotulo.rango != Rango.FORMULA:
            self.tramos[-1].rotulos.append(numero)

    def _empezar(self, nuevo: TramoLeido) -> None:
        """Start a section, in the place of the last one if that has no line of its own."""
        ultimo = self.tramos[-1]
        if ultimo.lineas or ultimo.rotulos:
            self.tramos.append(nuevo)
        else:
            nuevo.inicio = ultimo.inicio
            self.tramos[-1] = nuevo

    def _apilar(self, rotulo: Rotulo) -> None:
        """Put a heading under those that it does not end; another article begins in force."""
        previo = self._articulo()
        for i, anterior in enumerate(self.pila):
            if cierra(anterior, rotulo) and not self._contiene(i, rotulo):
                del self.pila[i:]
                break
        self.pila.append(rotulo)
        actual = self._articulo()
        if self.anterior and not (previo and actual and _unidad(previo) == _unidad(actual)):
            self.anterior = False

    def _contiene(self, lugar: int, nuevo: Rotulo) -> bool:
        """Tell whether a section, say, holds chapters: these start their count right under it."""
        fuera, *abiertos = (r.rango for r in self.pila[lugar:])
        if not Rango.COMUN < nuevo.rango < fuera < Rango.ARTICULO:
            return False
        if abiertos:
            return any(Rango.COMUN < rango <= nuevo.rango for rango in abiertos)
        return _PRIMERO.fullmatch(plegar(nuevo.numero)) is not None

    def _articulo(self) -> Rotulo | None:
        return next((r for r in self.pila if r.rango == Rango.ARTICULO), None)

    def _anuncio(self) -> list[int]:
        """Return the last paragraph of an article, if it only announces how a text will read."""
        lineas = self.tramos[-1].lineas
        fin = self.lineas[lineas[-1]].fin if lineas else 0
        if ":" not in self.contenido[max(fin - _COLA, 0) : fin] or not self._articulo():
            return []
        ultimas = range(len(lineas) - 1, 0, -1)
        primera = next((n for n in ultimas if self.uniones[lineas[n]] <= Union.APARTE), 0)
        return lineas[primera:] if anuncia_texto(self._texto(lineas[primera:])) else []

    def _texto(self, lineas: Sequence[int]) -> str:
        return self.contenido[self.lineas[lineas[0]].inicio : self.lineas[lineas[-1]].fin]

    def _nombra_division(self, numero: int, linea: Linea) -> bool:
        """Join the name of a chapter to its number when it stands on the next line."""
        if self.tramos[-1].lineas:
            return False
        crudo = self.contenido[linea.inicio : min(linea.fin, linea.inicio + 2 * LARGO_TITULO)]
        solo = _RENGLON_VACIO.match(self.contenido, linea.fin) is not None
        sigue = self.lineas[numero + 1].rotulo if numero + 1 < len(self.lineas) else None
        entre = sigue is not None and sigue.rango.es_legal
        nueva = con_nombre(self.pila[-1], crudo, linea.rotulo, solo=solo, entre=entre)
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
    if rotulo.rango.es_articulado and not rotulo.marca:
        return True
    titulo = rotulo.titulo
    return (
        largo > LARGO_TITULO
        or (titulo[0].islower() and not rotulo.rango.es_legal)
        or (titulo[-1] == "." and len(titulo) >= FRASE_MINIMA)
    )


def leer_tramos(
    contenido: str, lineas: Sequence[Linea], uniones: Sequence[int]
) -> list[TramoLeido]:
    """Cut a text into sections, given its lines that are read and how each joins the last one."""
    rotulos = [linea.rotulo for linea in lineas if linea.rotulo]
    con_articulos = any(r.rango == Rango.ARTICULO for r in rotulos)
    lectura = _Lectura(contenido, lineas, uniones, con_articulos, _titulo(rotulos))
    for numero, linea in enumerate(lineas):
        lectura.leer(numero, linea)
    for tramo in lectura.tramos:
        for ultima in (lineas[numero] for numero in tramo.lineas[-1:]):
            dicho = _HASTA.fullmatch(contenido, ultima.inicio, ultima.fin)
            tramo.anterior = tramo.anterior or dicho is not None
    return lectura.tramos


def _titulo(rotulos: list[Rotulo]) -> Rotulo | None:
    de_primer_nivel = (r for r in rotulos if r.rango == Rango.COMUN and r.marca == 1)
    primero = next(chain(de_primer_nivel, rotulos[:1]), None)
    return primero if primero and primero.rango in (Rango.COMUN, Rango.NEGRITA) else None


def _es_repetido(anterior: Rotulo, rotulo: Rotulo) -> bool:
    """Tell whether a heading names again what the one above it named (`### Artículo 5`)."""
    suyos = (anterior.rango, anterior.numero)
    return bool(rotulo.numero) and suyos == (rotulo.rango, rotulo.numero)


def anuncia_texto(parrafo: str) -> bool:
    """Tell whether a paragraph only announces how a text will read («…quedará así:»)."""
    return _ANUNCIO.search(parrafo) is not None


def _es_anunciado(rotulo: Rotulo, parrafo: str) -> bool:
    """Tell whether an article is the one whose new text a paragraph announces."""
    nombrados = {r.termino for r in referencias(plegar(parrafo))}
    return rotulo.rango == Rango.ARTICULO and _unidad(rotulo) in nombrados


def _unidad(rotulo: Rotulo) -> str:
    """Return the term of the legal unit that a heading opens: «4A» is not «4»."""
    return unidad_de(plegar(rotulo.titulo))


def _tiene_nombre(rotulo: Rotulo) -> bool:
    """Tell whether a legal unit is called by more than its number or its first words."""
    titulo = rotulo.titulo
    return solo_numero(titulo) != titulo and not titulo.endswith(PRIMERAS_PALABRAS)


def cierra(anterior: Rotulo, nuevo: Rotulo) -> bool:
    """Tell whether a heading ends the reach of an earlier one that is still in force.

    Legal units follow their rank, headings with `#` their level. Where they meet, a legal unit
    stands inside headings with fewer `#` than its own, and a heading of level 3 or deeper
    inside legal units without `#`.
    """
    if anterior.rango in (Rango.FORMULA, Rango.NEGRITA):
        return True
    if nuevo.rango.es_legal and anterior.rango.es_legal:
        return anterior.rango >= nuevo.rango
    if not nuevo.marca:
        return False
    return anterior.marca >= nuevo.marca if anterior.marca else nuevo.marca <= 2
