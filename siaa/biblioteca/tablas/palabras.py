"""One text → which words stand in which of its passages: the part of the index a file decides."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count
from sys import intern
from typing import Final

import numpy as np

from siaa.biblioteca.estructura.analisis import Estructura
from siaa.biblioteca.estructura.renglones import Renglones
from siaa.biblioteca.lengua.referencias import referencias, unidad_de
from siaa.biblioteca.lengua.texto import ESPACIO, corridas, plegar, solo_corridas
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
    """Find which distinct runs and legal units stand in each passage. sanos: these, healed."""
    comienzo = hallado[0] if (hallado := _COMIENZO.match(contenido)) else ""
    inicio = corridas(plegar(_COMENTARIO.sub("", comienzo)))
    plegado = plegar(_SEPARADOR.join(sano.replace(_SEPARADOR, " ") for sano in sanos))
    cuantos = max(len(sanos), 1)
    comienzos = np.cumsum([0, *(len(parte) + 1 for parte in plegado.split(_SEPARADOR)[:-1])])
    octetos = solo_corridas(plegado)
    escritas = np.frombuffer(b" " + octetos, dtype=np.uint8) != ESPACIO
    lugares = np.flatnonzero(escritas[1:] & ~escritas[:-1])
    pasajes = np.searchsorted(comienzos, lugares, side="right") - 1
    numeros: defaultdict[str, int] = defaultdict(count().__next__)  # numbered by first use
    palabras = octetos.decode("latin-1").split()
    todas = np.fromiter(map(numeros.__getitem__, palabras), dtype=np.int64, count=len(lugares))
    apertura = compactar(np.array([numeros[corrida] for corrida in inicio], dtype=np.int32))
    propias = todas * cuantos + pasajes
    primeras = propias[lugares - comienzos[pasajes] < COMIENZO]
    pares, veces = np.unique(np.concatenate((propias, primeras)), return_counts=True)
    nombradas = list(referencias(plegado))
    donde = np.searchsorted(comienzos, [r.inicio for r in nombradas], side="right") - 1
    unidades = list(zip((r.termino for r in nombradas), donde.tolist(), strict=True))
    unidades += _de_encabezados(estructura)
    return Palabras(
        vocabulario=tuple(map(intern, numeros)),
        corrida=compactar(pares // cuantos),
        pasaje=compactar(pares % cuantos),
        veces=compactar(np.minimum(veces, np.iinfo(np.uint16).max)),
        largo=np.bincount(pasajes, minlength=len(sanos)).astype(np.int32),
        apertura=apertura,
        unidades=tuple(intern(unidad) for unidad, _ in unidades),  # the same few everywhere
        nombradas=compactar(np.array([pasaje for _, pasaje in unidades], dtype=np.int32)),
    )


def _de_encabezados(estructura: Estructura) -> Iterator[tuple[str, int]]:
    """Yield the unit that heads each section, and its first passage."""
    secciones, primeros = np.unique(estructura.pasajes[:, 2], return_index=True)
    rutas = (estructura.secciones[numero].ruta for numero in secciones.tolist())
    titulos = plegar("\n".join(ruta[-1] if ruta else "" for ruta in rutas)).split("\n")
    for titulo, pasaje in zip(titulos, primeros.tolist(), strict=False):
        if unidad := unidad_de(titulo):
            yield unidad, pasaje


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
