"""One text → which words stand in which of its passages: the part of the index a file decides."""

import re
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from sys import intern
from types import MappingProxyType
from typing import Final

import numpy as np

from siaa.biblioteca.estructura.analisis import Estructura
from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.lengua.referencias import referencias, unidad_de
from siaa.biblioteca.lengua.texto import ESPACIO, corridas, es_termino, plegar, solo_corridas
from siaa.biblioteca.valores import Conteo, Enteros, Naturales, Palabras

COMIENZO: Final = 120
"""What a passage says first is what it is about: there every word counts twice; in characters."""
ALCANCE_APERTURA: Final = 700
"""How far into a document the lines that name it are looked for, in characters."""
LARGO_APERTURA: Final = 160
"""Longest line, in characters, that can be a name."""
APERTURAS: Final = 8

RAPIDO: Final = 1
"""How hard zlib tries: the words of a text take half of their room."""
_SEPARADOR: Final = "\0"
"""No white space: nothing that is named goes from one passage on into the next."""
_COMENTARIO = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_COMIENZO = re.compile(rf".{{0,{ALCANCE_APERTURA}}}(?!\w)", re.DOTALL)
_EPIGRAFE = re.compile(r"[\"«“]?por (?:el|la|los|las) cual(?:es)?\b|por medio\b")
_DIVISION = re.compile(r"\W*(?:capitulo|libro|parte|seccion|titulo)\W+(?:[ivxlc]+|\d+|unic[oa])\W*")


def contar_palabras(
    contenido: str, plegado: str, estructura: Estructura, sanos: Sequence[str]
) -> Palabras:
    """Find which distinct runs, and which legal units, stand in each passage of a text.

    plegado: all of the text, folded. sanos: the passages, healed, in order. The unit that heads a
    section is of its first passage.
    """
    comienzo = hallado[0] if (hallado := _COMIENZO.match(contenido)) else ""
    inicio = corridas(plegar(_COMENTARIO.sub("", comienzo)))
    sano = plegar(_SEPARADOR.join(sano.replace(_SEPARADOR, " ") for sano in sanos))
    cuantos = max(len(sanos), 1)
    comienzos = np.cumsum([0, *(len(parte) + 1 for parte in sano.split(_SEPARADOR)[:-1])])
    octetos = solo_corridas(sano)
    escritas = np.frombuffer(b" " + octetos, dtype=np.uint8) != ESPACIO
    lugares = np.flatnonzero(escritas[1:] & ~escritas[:-1])
    pasajes = np.searchsorted(comienzos, lugares, side="right") - 1
    numeros: defaultdict[str, int] = defaultdict(count().__next__)  # numbered by first use
    todas = _numerar(numeros, octetos.decode("latin-1").split())
    apertura = compactar(_numerar(numeros, inicio))
    de_pasajes = len(numeros)
    en_todo = np.bincount(_numerar(numeros, corridas(plegado)), minlength=de_pasajes)
    vocabulario = list(numeros)
    propias = todas * cuantos + pasajes
    primeras = propias[lugares - comienzos[pasajes] < COMIENZO]
    pares, veces = np.unique(np.concatenate((propias, primeras)), return_counts=True)
    nombradas = list(referencias(sano))
    donde = np.searchsorted(comienzos, [r.inicio for r in nombradas], side="right") - 1
    unidades = list(zip((r.termino for r in nombradas), donde.tolist(), strict=True))
    unidades += _de_encabezados(estructura)
    return Palabras(
        vocabulario=zlib.compress(" ".join(vocabulario[:de_pasajes]).encode("latin-1"), RAPIDO),
        otras=" ".join(vocabulario[de_pasajes:]),
        en_todo=compactar(en_todo),
        en_cuantos=compactar(np.bincount(pares // cuantos, minlength=de_pasajes)),
        pasaje=compactar(pares % cuantos),
        veces=compactar(np.minimum(veces, np.iinfo(np.uint16).max)),
        largo=np.bincount(pasajes, minlength=len(sanos)).astype(np.int32),
        apertura=apertura,
        unidades=tuple(intern(unidad) for unidad, _ in unidades),  # the same few everywhere
        nombradas=compactar(np.array([pasaje for _, pasaje in unidades], dtype=np.int32)),
    )


def _numerar(numeros: Mapping[str, int], corridas: Sequence[str]) -> Enteros:
    """Return the number of each run; a mapping that numbers whatever is new grows."""
    return np.fromiter(map(numeros.__getitem__, corridas), dtype=np.int64, count=len(corridas))


def _de_encabezados(estructura: Estructura) -> Iterator[tuple[str, int]]:
    for pasaje in cambian(estructura.pasajes[:, 2]).tolist():
        ruta = estructura.seccion_de(pasaje).ruta
        if ruta and (unidad := unidad_de(plegar(ruta[-1]))):
            yield unidad, pasaje


def cambian(*columnas: Enteros) -> Enteros:
    """Return where sorted rows, given by their columns, differ from the one before."""
    distintas = np.ones(len(columnas[0]), dtype=np.bool_)
    distintas[1:] = columnas[0][1:] != columnas[0][:-1]
    for columna in columnas[1:]:
        distintas[1:] |= columna[1:] != columna[:-1]
    return np.flatnonzero(distintas)


def compactar(numeros: Enteros) -> Naturales:
    """Return some natural numbers in as few bytes as the greatest of them needs."""
    return numeros.astype(np.min_scalar_type(int(numeros.max(initial=0))))


def aperturas(contenido: str, estructura: Estructura) -> tuple[str, ...]:
    """Return the short lines that open a document: what it calls itself, in its own words.

    A whole sentence is no name, unless it is the epigraph of a norm («Por el cual se…»); nor is
    «Título I», nor what stands below the first passage under a heading: of a short one, its other
    headings and who signs it.
    """
    renglones = estructura.renglones.filas
    fines = (
        fin
        for _, fin, seccion, tipo in estructura.pasajes.tolist()
        if tipo == TipoDePasaje.NORMA and estructura.secciones[seccion].ruta
    )
    alcance = min(next(fines, ALCANCE_APERTURA), ALCANCE_APERTURA)
    lineas = (
        plegar(contenido[inicio:fin]).strip("*_ ")
        for inicio, fin, _ in renglones[renglones[:, 1] <= alcance].tolist()
        if fin - inicio <= LARGO_APERTURA
    )
    enteras = (n for n in lineas if not n.endswith((".", ":", "?")) or _EPIGRAFE.match(n))
    nombres = (n for n in enteras if not _DIVISION.fullmatch(n))
    return tuple(dict.fromkeys(nombres))[:APERTURAS]


@dataclass(frozen=True, slots=True)
class Corridas:
    """The distinct runs of a library, numbered.

    numeros: run → number; the first `en_pasajes` are those of passages and of what opens a text.
    propias: of each text, those of its `vocabulario`.
    terminos: of each text, those that are terms (`es_termino`), and how often each stands in it.
    """

    numeros: Mapping[str, int]
    en_pasajes: int
    propias: Sequence[Enteros]
    terminos: Sequence[Conteo]


def numerar_corridas(textos: Sequence[Palabras]) -> Corridas:
    """Number the runs of some texts by first use."""
    numeros: defaultdict[str, int] = defaultdict(count().__next__)
    suyas = (zlib.decompress(p.vocabulario).decode("latin-1").split() for p in textos)
    propias = [_numerar(numeros, propia).astype(np.int32) for propia in suyas]
    en_pasajes = len(numeros)
    otras = [_numerar(numeros, p.otras.split()).astype(np.int32) for p in textos]
    son = np.fromiter(map(es_termino, numeros), dtype=np.bool_, count=len(numeros))
    todas = (np.concatenate(par) for par in zip(propias, otras, strict=True))
    pares = ((suyas, p.en_todo) for suyas, p in zip(todas, textos, strict=True))
    valen = ((suyas, veces, son[suyas] & (veces > 0)) for suyas, veces in pares)
    terminos = [(suyas[vale], veces[vale]) for suyas, veces, vale in valen]
    return Corridas(MappingProxyType(dict(numeros)), en_pasajes, propias, terminos)
