"""Question → what is looked up in the index: rows with their weights, and names that it says."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final, NamedTuple

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import normas_citadas
from siaa.biblioteca.lengua.oraciones import lo_que_pide
from siaa.biblioteca.lengua.ortografia import gemelas_de
from siaa.biblioteca.lengua.terminos import (
    PESO_GENTE,
    TerminoConsulta,
    que_solo_preguntan,
    terminos,
    terminos_consulta,
    terminos_de_corrida,
)
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.tablas.bm25 import idf_de_uno
from siaa.recuperacion.anios import anios_dichos, con_anio_por_numero, con_anios_enteros
from siaa.recuperacion.correccion import corregir
from siaa.recuperacion.hibrida.nombre_dicho import NombreDicho, nombres_dichos
from siaa.recuperacion.nombrados import (
    Pedida,
    cargadas,
    con_numeros_de_leyes,
    menciones,
    unidades_pedidas,
)
from siaa.valores import Correccion, Intento, LeidaComo

PESO_QUERIDO, PESO_PEDIDO = 0.2, 0.5
"""What norms call the thing that is wanted, and the same where the question calls it so: «plazo».

The text need not say it so: a term is as well «a más tardar el quinto día».
"""
PESO_CONTADO: Final = 0.6
"""Of a word that a message only tells beside what it asks: «Soy juez de Cali. ¿Hasta qué día…?»."""
USADA: Final = 0.03
"""Share of the passages from which on a word is the documents' own."""


class FilaBuscada(NamedTuple):
    """A row of the table of passages that a question looks up; `escrito` is the user's word.

    termino: what the row is of. leido: the phrase of norms that it was read as, or empty.
    """

    numero: int
    termino: str
    peso: float
    escrito: str
    leido: str


@dataclass(frozen=True, slots=True)
class Consulta:
    """What a question looks up.

    terminos: its terms. filas: rows of stems, numbers, codes and legal units, each once at its best
    weight. nombres: best first. menciones: by which numbers and codes it names each document;
    citan: by which terms, where by its number. anios: the years that it says. pedidas: the units
    that it asks for by number. texto: the question, its spelling corrected as `correcciones` say.
    intentos: what it wants to know.
    """

    terminos: tuple[TerminoConsulta, ...]
    filas: tuple[FilaBuscada, ...]
    nombres: tuple[NombreDicho, ...]
    menciones: Mapping[int, Set[str]]
    citan: Mapping[int, Set[str]]
    anios: frozenset[str]
    pedidas: tuple[Pedida, ...]
    texto: str
    correcciones: tuple[Correccion, ...]
    intentos: tuple[Intento, ...]

    @property
    def citados(self) -> frozenset[int]:
        """The documents that it names by number or code."""
        return frozenset(self.menciones)

    def aparte(self, uno: int, otro: int) -> bool:
        """Tell whether it names two documents, each by what is not of the other."""
        una, otra = (self.menciones.get(n, frozenset()) for n in (uno, otro))
        return bool(una - otra and otra - una)

    @property
    def leidas(self) -> tuple[LeidaComo, ...]:
        """What of its words was also read as words of norms that the library has."""
        propias = {termino.escrito for termino in self.terminos}
        leidas = (LeidaComo(f.escrito, f.leido) for f in self.filas if f.leido)
        return tuple(dict.fromkeys(leida for leida in leidas if leida.escrita in propias))


def consultar(indice: Indice, pregunta: str, intentos: Sequence[Intento]) -> Consulta:
    """Read a question against the vocabulary and the names of a library."""
    escrita = con_numeros_de_leyes(con_anios_enteros(indice, pregunta))
    texto, correcciones = corregir(indice, escrita)
    dichas = menciones(indice, texto)
    leidos = _que_dicen(terminos_consulta(texto, indice.sinonimos), texto, intentos, dichas)
    propios = {termino.termino for termino in leidos if not termino.leido}
    if (con_anio := con_anio_por_numero(indice, texto, propios)) != texto:
        texto, dichas = con_anio, menciones(indice, con_anio)
        leidos = _que_dicen(terminos_consulta(texto, indice.sinonimos), texto, intentos, dichas)
    secuencia = [t for corrida in corridas(plegar(texto)) for t in terminos_de_corrida(corrida)]
    hay = len(indice.pasajes.limites)
    comun = idf_de_uno(hay, round(USADA * hay))
    terminos = tuple([t for t in leidos if not _sobra_leerlo(indice, t, comun)])
    nombres = nombres_dichos(indice.rotulos, secuencia, terminos)
    return Consulta(
        terminos=terminos,
        filas=_filas(indice, [*terminos, *_de_las_normas(intentos)]),
        nombres=tuple(nombres),
        menciones=dichas,
        citan=_que_citan(indice, plegar(texto)),
        anios=anios_dichos(indice, texto),
        pedidas=unidades_pedidas(indice, texto),
        texto=texto,
        correcciones=correcciones,
        intentos=tuple(intentos),
    )


def _que_citan(indice: Indice, plegada: str) -> Mapping[int, Set[str]]:
    """Return the terms by which a folded question cites each norm that is loaded, but its kind."""
    citan = defaultdict[int, set[str]](set)
    for *_, norma in normas_citadas(plegada):
        for numero in cargadas(indice, norma):
            citan[numero].update(set(terminos(norma.dicha)).difference(terminos(norma.tipo)))
    return citan


def _que_dicen(
    leidos: Sequence[TerminoConsulta],
    texto: str,
    intentos: Sequence[Intento],
    menciones: Mapping[int, Set[str]],
) -> Sequence[TerminoConsulta]:
    """Return the terms of a question without those of words that only ask («¿qué pasa si…?»).

    All of them, where it says nothing else. What is left counts as if it were all that was said,
    beside the numbers and codes of the documents that it names, which say what of, not what; but
    less, what is only told beside it.
    """
    plegado = plegar(texto)
    piden = [i.pregunta for i in intentos if i.pregunta]
    solo = {
        p for patron in piden for dicho in re.finditer(patron, plegado) for p in corridas(dicho[0])
    }
    dicen = [t for t in leidos if t.leido or not solo.issuperset(corridas(plegar(t.escrito)))]
    nombran = {t for dichas in menciones.values() for dicha in dichas for t in terminos(dicha)}
    callados = que_solo_preguntan({t.termino for t in dicen if not t.leido} - nombran)
    queridos = {querido.termino for querido in _de_las_normas(intentos)}
    pedidas = {*corridas(plegar(lo_que_pide(texto)))}

    def peso(t: TerminoConsulta) -> float:
        contado = pedidas.isdisjoint(corridas(plegar(t.escrito)))
        propio = t.peso if t.leido else PESO_PEDIDO if t.termino in queridos else 1.0
        return propio * (PESO_CONTADO if contado else 1.0)

    return [t if t.termino in callados else t._replace(peso=peso(t)) for t in dicen] or leidos


def _de_las_normas(intentos: Sequence[Intento]) -> Iterator[TerminoConsulta]:
    """Yield the terms of what norms call what a question wants: a guess, as people's words are."""
    for intento in intentos:
        for frase in intento.normas:
            for termino in terminos(frase):
                yield TerminoConsulta(termino, PESO_QUERIDO, intento.que, frase)


def _sobra_leerlo(indice: Indice, termino: TerminoConsulta, comun: float) -> bool:
    """Tell whether a term only translates a word that the documents use themselves.

    What the catalogue says counts always, and so does what several words say together.
    comun: the idf from which on down a word is the documents' own.
    """
    if not termino.leido or termino.peso > PESO_GENTE:
        return False
    if len(escritas := corridas(plegar(termino.escrito))) != 1:
        return False
    tabla = indice.pasajes
    propias = [tabla.filas[t] for t in terminos_de_corrida(escritas[0]) if t in tabla.filas]
    return any(tabla.idf_pasaje[fila] < comun for fila in propias)


def _filas(indice: Indice, terminos: Sequence[TerminoConsulta]) -> tuple[FilaBuscada, ...]:
    filas: dict[int, FilaBuscada] = {}
    for termino in terminos:
        for propio, peso in _filas_de(indice, termino):
            numero = indice.pasajes.filas[propio]
            if numero not in filas or filas[numero].peso < peso:
                filas[numero] = FilaBuscada(numero, propio, peso, termino.escrito, termino.leido)
    return tuple(filas.values())


def _filas_de(indice: Indice, termino: TerminoConsulta) -> Iterator[tuple[str, float]]:
    """Yield a term, and those of the same word with its ñ, if it was typed without."""
    filas = indice.pasajes.filas
    if termino.termino not in filas or not termino.peso:
        return
    yield termino.termino, termino.peso
    for corrida in corridas(plegar(termino.escrito)) if not termino.leido else ():
        for otra, parecido in gemelas_de(indice.pasajes.ortografia, corrida):
            for nuevo in terminos_de_corrida(otra):
                if nuevo in filas and nuevo != termino.termino:
                    yield nuevo, termino.peso * parecido
