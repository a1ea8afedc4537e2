"""One text → which words stand in which of its units: the part of the index that a file decides."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from siaa.biblioteca.lineas import Clase, clasificar
from siaa.biblioteca.posiciones import lugares_plegados
from siaa.biblioteca.referencias import referencias
from siaa.biblioteca.texto import plegar
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
    corrida, unidad, veces = _ocurrencias(tabla, plegados)
    nombradas = list(referencias(tabla.plegado))
    lugares = np.array([r.inicio for r in nombradas], dtype=np.int64)
    donde = _unidad_de(plegados, lugares)
    return Unidades(
        parrafo=_parrafos(contenido, limites),
        corrida=corrida,
        unidad=unidad,
        veces=veces,
        referencias=tuple(
            (referencia.termino, numero)
            for referencia, numero in zip(nombradas, donde.tolist(), strict=True)
            if numero >= 0
        ),
    )


def _ocurrencias(tabla: TablaFragmentos, limites: Enteros) -> tuple[Enteros, Enteros, Enteros]:
    """Return run, unit and count of each pair that occurs, sorted by run and then by unit."""
    unidad = _unidad_de(limites, tabla.posiciones)
    corrida = np.repeat(np.arange(len(tabla.comienzos)), np.diff(tabla.particion))
    dentro = unidad >= 0
    pares = corrida[dentro].astype(np.int64) * max(len(limites), 1) + unidad[dentro]
    distintos, veces = np.unique(pares, return_counts=True)
    partes = np.divmod(distintos, max(len(limites), 1))
    return partes[0].astype(np.int32), partes[1].astype(np.int32), veces.astype(np.int32)


def _unidad_de(limites: Enteros, lugares: Enteros) -> Enteros:
    """Return the unit that each place of the folded text lies in; -1 where there is none."""
    if not len(limites):
        return np.full(len(lugares), -1)
    unidad = np.searchsorted(limites[:, 0], lugares, side="right") - 1
    return np.where((unidad >= 0) & (lugares < limites[unidad, 1]), unidad, -1)


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
