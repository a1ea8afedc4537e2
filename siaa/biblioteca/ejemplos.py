"""Questions that a person may start with, for each collection, or go on with; pure."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import Final

import numpy as np

from siaa.biblioteca.ambito import TODO, Ambito, titulo_de_coleccion
from siaa.biblioteca.estructura.epigrafes import nombre_solo
from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import terminos
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.titulos import preguntar_por
from siaa.biblioteca.valores import Documento

POR_COLECCION: Final = 3
MIRADOS: Final = 12
"""Documents of a collection among which those with something to ask about are taken, the longest
first."""
SIGUIENTES: Final = 3
SABIDA: Final = 0.5
"""Share of the terms of a question from which on another one has asked it already."""
_NUMERO = re.compile(r"\A(?:\d+[.)]?)+\s*")
_TEMA = re.compile(r"[^\s\d.:;…]+(?: [^\s\d.:;…]+){1,6}")
"""A heading that a person could ask about: of two to seven words."""
NINGUNO: Final = ("",)
"""Questions of a document that is asked for by its name alone."""
Muestra = tuple[str, str]
"""A question and the key of the document that answers it."""


@dataclass(frozen=True, slots=True)
class Ejemplos:
    """A collection, how many documents it has, and some questions that they answer."""

    nombre: str
    titulo: str
    documentos: int
    preguntas: tuple[str, ...]


def elegir_ejemplos(
    indice: Indice, muestras: Iterable[Muestra], ambito: Ambito = TODO
) -> tuple[Ejemplos, ...]:
    """Return the examples of every collection that is asked, by name.

    The questions of a collection are of different documents as far as there are, in the order in
    which they were written; where nobody wrote any, they ask for what its longest documents have
    most to say about: the first by name are often the oldest, and short.
    """
    preguntas: defaultdict[str, list[str]] = defaultdict(list)
    for pregunta, clave in muestras:
        if clave in indice.documentos:
            preguntas[clave].append(pregunta)
    claves: defaultdict[str, list[str]] = defaultdict(list)
    for documento in filter(ambito.incluye, indice.documentos.values()):
        claves[documento.coleccion].append(documento.clave)
    return tuple(
        Ejemplos(n, titulo_de_coleccion(indice, n), len(c), _de_coleccion(indice, c, preguntas))
        for n, c in sorted(claves.items())
    )


def _de_coleccion(
    indice: Indice, claves: Sequence[str], preguntas: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    propias = frozenset(claves)
    por_documento = [suyas for clave, suyas in preguntas.items() if clave in propias]
    if not por_documento:
        largos = sorted(claves, key=lambda clave: -len(indice.documentos[clave].contenido))
        distintos = map(indice.documentos.__getitem__, _sin_copias(indice, largos))
        temas = [(d.titulo, _temas(indice, d)) for d in islice(distintos, MIRADOS)]
        temas.sort(key=lambda suyos: suyos[1] == NINGUNO)
        por_documento = [[preguntar_por(t, tema) for tema in suyos] for t, suyos in temas]
    por_turnos = chain.from_iterable(zip_longest(*por_documento[:POR_COLECCION]))
    return tuple({plegar(hecha): hecha for hecha in por_turnos if hecha}.values())[:POR_COLECCION]


def _sin_copias(indice: Indice, claves: Sequence[str]) -> Iterator[str]:
    """Yield one of each group of near-copies: they would be asked the same."""
    vistas = set[int]()
    for clave in claves:
        numero = indice.numero(clave)
        if numero not in vistas:
            vistas.update(indice.pasajes.copias(numero))
            yield clave


def _temas(indice: Indice, documento: Documento) -> tuple[str, ...]:
    """Return what some sections that rule are called, the longest first; or nothing, once.

    A heading of one word («Presentación»), in capitals, cut short or repeated says too little; one
    that other documents have too does not say in which to look.
    """
    estructura = documento.texto.estructura
    reglas = estructura.pasajes[estructura.pasajes[:, 3] == TipoDePasaje.NORMA, 2]
    largos: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for seccion in (estructura.secciones[n] for n in np.unique(reglas)):
        if seccion.ruta and not seccion.titulo and not seccion.anterior:
            nombre = _NUMERO.sub("", nombre_solo(seccion.ruta[-1])).strip(" .:")
            largos[plegar(nombre)].append((seccion.inicio - seccion.fin, nombre))
    unicos = (suyos[0] for suyos in largos.values() if len(suyos) == 1)
    buenos = sorted(par for par in unicos if _TEMA.fullmatch(par[1]) and not par[1].isupper())
    propios = (nombre for _, nombre in buenos if _lo_tratan(indice, nombre) == 1)
    return tuple(islice(propios, POR_COLECCION)) or NINGUNO


def _lo_tratan(indice: Indice, nombre: str) -> int:
    """Return how many documents have all the words of a heading in one of theirs."""
    campo = indice.encabezados
    con = [campo.dueno[campo.textos[t]] for t in terminos(nombre) if t in campo.textos]
    cuales = [frozenset(suyas.tolist()) for suyas in con] or [frozenset[int]()]
    secciones = np.array([*frozenset.intersection(*cuales)], dtype=np.int64)
    return len({*indice.pasajes.de_seccion[secciones].tolist()})


def siguientes(
    indice: Indice, lugares: Iterable[tuple[str, int, int]], pregunta: str
) -> tuple[str, ...]:
    """Return other questions that some stretches answer, by their readings: of each in its turn.

    lugares: key of the document, from and to. pregunta: the one that was just asked.
    """
    por_turnos = zip_longest(*(preguntas_leidas(indice, *lugar) for lugar in lugares))
    elegidas, dichos = list[str](), [frozenset(terminos(pregunta))]
    for leida in filter(None, chain.from_iterable(por_turnos)):
        suyos = frozenset(terminos(leida))
        if suyos and all(len(suyos & otros) < SABIDA * len(suyos) for otros in dichos):
            elegidas.append(leida)
            dichos.append(suyos)
    return tuple(
        re.sub(r"\w", lambda letra: letra[0].upper(), e, count=1) for e in elegidas[:SIGUIENTES]
    )


def preguntas_leidas(indice: Indice, doc: str, desde: int, hasta: int) -> list[str]:
    """Return the questions that the passages a stretch touches answer, by their readings."""
    propios = indice.pasajes_de(doc, desde, hasta)
    return [leida for n in propios for leida in indice.lecturas.preguntas.get(n, ())]
