"""Question → what is looked up in the index: rows with their weights, and names that it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.ortografia import variantes
from siaa.biblioteca.lengua.terminos import TerminoConsulta, terminos_consulta, terminos_de_corrida
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.tablas.lexico import FORMA
from siaa.recuperacion.hibrida.correccion import corregir
from siaa.recuperacion.hibrida.nombre_dicho import NombreDicho, nombres_dichos
from siaa.recuperacion.hibrida.pesos import Pesos
from siaa.recuperacion.nombrados import documentos_nombrados
from siaa.valores import Correccion


@dataclass(frozen=True, slots=True)
class FilaBuscada:
    """A row of the table of passages that a question looks up; `escrito` is the user's word."""

    numero: int
    peso: float
    escrito: str


@dataclass(frozen=True, slots=True)
class Consulta:
    """What a question looks up.

    todos: its terms. terminos: the same, those of the name that it says with weight 0.
    raices: rows of stems, numbers, codes and legal units. formas: rows of words as written.
    nombres: best first. citados: the documents that it names by number or code. texto: the
    question, its spelling corrected as `correcciones` say; dicho: its words, small ones too,
    between single spaces.
    """

    todos: tuple[TerminoConsulta, ...]
    terminos: tuple[TerminoConsulta, ...]
    raices: tuple[FilaBuscada, ...]
    formas: tuple[FilaBuscada, ...]
    nombres: tuple[NombreDicho, ...]
    citados: frozenset[int]
    texto: str
    correcciones: tuple[Correccion, ...]
    dicho: str


def consultar(indice: Indice, pregunta: str, pesos: Pesos) -> Consulta:
    """Read a question against the vocabulary and the names of a library."""
    texto, correcciones = corregir(indice, pregunta)
    palabras = corridas(plegar(texto))
    secuencia = [termino for corrida in palabras for termino in terminos_de_corrida(corrida)]
    todos = terminos = terminos_consulta(texto, indice.sinonimos)
    nombres = nombres_dichos(indice.rotulos, secuencia, todos, pesos)
    if nombres and nombres[0].parte >= pesos.parte_nombre:
        terminos = _callar(todos, nombres[0].terminos)
    return Consulta(
        todos=todos,
        terminos=terminos,
        raices=_raices(indice, terminos),
        formas=tuple(_formas(indice, terminos, pesos.forma)),
        nombres=tuple(nombres),
        citados=documentos_nombrados(indice, texto),
        texto=texto,
        correcciones=correcciones,
        dicho=f" {' '.join(palabras)} ",
    )


def _callar(
    terminos: Sequence[TerminoConsulta], nombre: frozenset[str]
) -> tuple[TerminoConsulta, ...]:
    """Silence the words of a name: they have chosen the document and say nothing about passages."""
    return tuple(replace(t, peso=0.0) if t.termino in nombre else t for t in terminos)


def _raices(indice: Indice, terminos: Sequence[TerminoConsulta]) -> tuple[FilaBuscada, ...]:
    """Return the rows of some terms, each once at its best weight."""
    filas: dict[int, FilaBuscada] = {}
    for fila in (fila for t in terminos if t.peso for fila in _filas_de(indice, t)):
        if fila.numero not in filas or filas[fila.numero].peso < fila.peso:
            filas[fila.numero] = fila
    return tuple(filas.values())


def _filas_de(indice: Indice, termino: TerminoConsulta) -> Iterator[FilaBuscada]:
    """Yield the row of a term, and those of the same word with its ñ, if it was typed without.

    A word that the library has as it is typed, and that has no twin with ñ, needs no look-up.
    """
    filas = indice.pasajes.filas
    propia = filas.get(termino.termino)
    if propia is None:
        return
    yield FilaBuscada(propia, termino.peso, termino.escrito)
    ortografia = indice.pasajes.ortografia
    for corrida in corridas(plegar(termino.escrito)):
        if FORMA + corrida in filas and corrida not in ortografia.gemelas:
            continue
        for otra, parecido in variantes(ortografia, corrida):
            for nuevo in terminos_de_corrida(otra) if "ñ" in corrida + otra else ():
                if nuevo in filas and filas[nuevo] != propia:
                    yield FilaBuscada(filas[nuevo], termino.peso * parecido, termino.escrito)


def _formas(
    indice: Indice, terminos: Sequence[TerminoConsulta], peso: float
) -> Iterator[FilaBuscada]:
    """Yield the rows of the words as written."""
    for termino in terminos:
        escritas = corridas(plegar(termino.escrito))
        if not termino.peso or len(escritas) != 1:
            continue
        numero = indice.pasajes.filas.get(FORMA + escritas[0])
        if numero is not None and termino.termino in terminos_de_corrida(escritas[0]):
            yield FilaBuscada(numero, termino.peso * peso, termino.escrito)
