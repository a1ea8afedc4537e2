"""One text → which words stand in which of its units: the part of the index that a file decides."""

from __future__ import annotations

import re
from sys import intern
from typing import Final

import numpy as np

from siaa.biblioteca.estructura.lineas import Clase, clasificar
from siaa.biblioteca.lengua.referencias import COMIENZOS, referencias
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.tablas.posiciones import comienzos_de, lugares_plegados
from siaa.biblioteca.valores import Enteros, TablaFragmentos, Unidades

ALCANCE_APERTURA: Final = 700
"""How far into a document the lines that name it are looked for, in characters."""
LARGO_APERTURA: Final = 160
"""Longest line, in characters, that can be a name."""
APERTURAS: Final = 8

_EPIGRAFE = re.compile(r"[\"«“]?por (?:el|la|los|las) cual(?:es)?\b|por medio\b")
_PARRAFO = re.compile(r"\n[ \t]*\n")


def contar_unidades(contenido: str, limites: Enteros, tabla: TablaFragmentos) -> Unidades:
    """Find which distinct runs of a text, and which legal units, stand in each of its units.

    limites: `(n, 2)`, start and end of each unit in `contenido`.
    """
    plegados = lugares_plegados(contenido, tabla.plegado, limites)
    unidad_de = _unidad_de_cada_lugar(plegados, len(tabla.plegado))
    corrida, unidad, veces = _ocurrencias(tabla, unidad_de)
    nombradas = list(referencias(tabla.plegado, comienzos_de(tabla, COMIENZOS)))
    donde = unidad_de[np.array([r.inicio for r in nombradas], dtype=np.int64)]
    return Unidades(
        parrafo=_parrafos(contenido, limites),
        corrida=corrida,
        unidad=unidad,
        veces=veces,
        referencias=tuple(
            (intern(referencia.termino), numero)  # the same few terms in every document
            for referencia, numero in zip(nombradas, donde.tolist(), strict=True)
            if numero >= 0
        ),
    )


def _ocurrencias(tabla: TablaFragmentos, unidad_de: Enteros) -> tuple[Enteros, Enteros, Enteros]:
    """Return run, unit and count of each pair that occurs, sorted by run and then by unit."""
    unidad = unidad_de[tabla.posiciones]
    corrida = np.repeat(np.arange(len(tabla.comienzos), dtype=np.int32), np.diff(tabla.particion))
    dentro = unidad >= 0
    corrida, unidad = corrida[dentro], unidad[dentro]
    # Runs are in order, and so are the places of each: equal pairs are neighbours.
    pares = corrida.astype(np.int64) * len(unidad_de) + unidad
    primeros = np.flatnonzero(np.diff(pares, prepend=-1))
    veces = np.diff(primeros, append=len(pares)).astype(np.int32)
    return corrida[primeros], unidad[primeros], veces


def _unidad_de_cada_lugar(limites: Enteros, largo: int) -> Enteros:
    """Return the unit of every character of a text; -1 where there is none."""
    cortes = np.concatenate(([0], limites.ravel(), [largo]))
    cuales = np.full(len(cortes) - 1, -1, dtype=np.int32)
    cuales[1::2] = np.arange(len(limites))
    return np.repeat(cuales, np.diff(cortes))


def _parrafos(contenido: str, limites: Enteros) -> Enteros:
    """Number the paragraph (text between blank lines) that each unit starts in, from 0 on."""
    cortes = [hallado.start() for hallado in _PARRAFO.finditer(contenido)]
    orden = np.searchsorted(np.array(cortes, dtype=np.int64), limites[:, 0])
    return np.unique(orden, return_inverse=True)[1].astype(np.int32)


def aperturas(contenido: str) -> tuple[str, ...]:
    """Return the short lines that open a document: what it calls itself, in its own words.

    A whole sentence is no name, unless it is the epigraph of a norm («Por el cual se…»).
    """
    comienzo = contenido[:ALCANCE_APERTURA]
    if len(comienzo) < len(contenido):
        comienzo = comienzo.rpartition("\n")[0]
    lineas = (
        plegar(contenido[linea.inicio : linea.fin]).strip("*_ ")
        for linea in clasificar(comienzo)
        if linea.clase in (Clase.TEXTO, Clase.ENCABEZADO)
        and linea.fin - linea.inicio <= LARGO_APERTURA
    )
    nombres = (n for n in lineas if not n.endswith((".", ":", "?")) or _EPIGRAFE.match(n))
    return tuple(dict.fromkeys(nombres))[:APERTURAS]
