"""One text → which words stand in which of its passages: the part of the index a file decides."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, chain, count, repeat
from sys import intern
from typing import Final

import numpy as np

from siaa.biblioteca.estructura.analisis import Estructura
from siaa.biblioteca.estructura.renglones import Renglones
from siaa.biblioteca.lengua.referencias import referencias, unidad_de
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.valores import Enteros, Naturales, Palabras

COMIENZO: Final = 120
"""What a passage says first is what it is about: there every word counts twice; in characters."""
ALCANCE_APERTURA: Final = 700
"""How far into a document the lines that name it are looked for, in characters."""
LARGO_APERTURA: Final = 160
"""Longest line, in characters, that can be a name."""
APERTURAS: Final = 8

_SEPARADOR: Final = "\0"
"""No white space: nothing that is named goes from one passage on into the next."""
_COMENTARIO = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_COMIENZO = re.compile(rf".{{0,{ALCANCE_APERTURA}}}(?!\w)", re.DOTALL)
_EPIGRAFE = re.compile(r"[\"«“]?por (?:el|la|los|las) cual(?:es)?\b|por medio\b")


def contar_palabras(contenido: str, estructura: Estructura, sanos: Sequence[str]) -> Palabras:
    """Find which distinct runs, and which legal units, stand in each passage of a text.

    sanos: the passages, healed, in order. The unit that heads a section is of its first passage.
    """
    comienzo = hallado[0] if (hallado := _COMIENZO.match(contenido)) else ""
    inicio = corridas(plegar(_COMENTARIO.sub("", comienzo)))
    plegado = plegar(_SEPARADOR.join(sano.replace(_SEPARADOR, " ") for sano in sanos))
    partes = plegado.split(_SEPARADOR) if sanos else []
    palabras = list(map(corridas, partes))
    primeras = [
        propias[: len(corridas(parte[:COMIENZO]))]
        for parte, propias in zip(partes, palabras, strict=True)
    ]
    numeros: defaultdict[str, int] = defaultdict(count().__next__)  # numbered by first use
    lista = [*palabras, *primeras]
    todas = np.fromiter(map(numeros.__getitem__, chain.from_iterable(lista)), dtype=np.int64)
    apertura = np.array([numeros[corrida] for corrida in inicio], dtype=np.int32)
    cuantas = np.fromiter(map(len, lista), dtype=np.int64, count=len(lista))
    pasajes = np.repeat(np.tile(np.arange(len(partes)), 2), cuantas)
    pares, veces = np.unique(todas * max(len(partes), 1) + pasajes, return_counts=True)
    comienzos = [0, *accumulate(len(parte) + 1 for parte in partes)]
    nombradas = list(referencias(plegado))
    donde = np.searchsorted(comienzos, [r.inicio for r in nombradas], side="right") - 1
    # The same few terms in every document.
    dichas = list(zip((intern(r.termino) for r in nombradas), donde.tolist(), strict=True))
    return Palabras(
        vocabulario=tuple(map(intern, numeros)),
        corrida=compactar(pares // max(len(partes), 1)),
        pasaje=compactar(pares % max(len(partes), 1)),
        veces=np.minimum(veces, np.iinfo(np.uint16).max).astype(np.uint16),
        largo=np.array([len(propias) for propias in palabras], dtype=np.int32),
        apertura=apertura,
        referencias=(*dichas, *_de_encabezados(estructura, frozenset(dichas))),
    )


def _de_encabezados(
    estructura: Estructura, dichas: Collection[tuple[str, int]]
) -> Iterator[tuple[str, int]]:
    """Yield the unit that heads each section, and its first passage: it is said there twice."""
    seccion = -1
    for pasaje, numero in enumerate(estructura.pasajes[:, 2].tolist()):
        ruta, empieza, seccion = estructura.secciones[numero].ruta, numero != seccion, numero
        unidad = unidad_de(plegar(ruta[-1])) if ruta and empieza else ""
        if unidad:
            yield from repeat((intern(unidad), pasaje), 1 if (unidad, pasaje) in dichas else 2)


def compactar(numeros: Enteros) -> Naturales:
    """Return some natural numbers in as few bytes as the greatest of them needs."""
    return numeros.astype(np.min_scalar_type(int(numeros.max(initial=0))))


def aperturas(contenido: str, renglones: Renglones) -> tuple[str, ...]:
    """Return the short lines that open a document: what it calls itself, in its own words.

    A whole sentence is no name, unless it is the epigraph of a norm («Por el cual se…»).
    """
    cuantos = int(np.searchsorted(renglones.limites[:, 1], ALCANCE_APERTURA, side="right"))
    lineas = (
        plegar(contenido[inicio:fin]).strip("*_ ")
        for inicio, fin in renglones.limites[:cuantos].tolist()
        if fin - inicio <= LARGO_APERTURA
    )
    nombres = (n for n in lineas if not n.endswith((".", ":", "?")) or _EPIGRAFE.match(n))
    return tuple(dict.fromkeys(nombres))[:APERTURAS]
