"""The score of a chunk in `clasica`: six named parts, computed for all chunks of a document.

    score = Σ over words (1 + ln c) · base · idf  + question + article + list + proximity

Everything is compared in folded text. Each part is an array with one value a chunk; the reasons
that people read are those same values.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from siaa.biblioteca.tablas.posiciones import (
    ARTICULO_CON_GRADO,
    ARTICULO_SIN_GRADO,
    apariciones,
    contar,
    trozo,
)
from siaa.biblioteca.tablas.tfidf import idf_suavizado
from siaa.biblioteca.valores import Enteros, Reales, TablaFragmentos
from siaa.valores import Motivo

BASE_PRIORITARIA: Final = 3.0
BASE_COMUN: Final = 1.0
PUNTOS_PREGUNTA: Final = 15.0
PUNTOS_ARTICULO: Final = MappingProxyType(
    {0: 0.0, ARTICULO_SIN_GRADO: 5.0, ARTICULO_CON_GRADO: 10.0}
)
PUNTOS_LISTA: Final = 4.0
PUNTOS_PROXIMIDAD: Final = ((0.90, 20.0), (0.70, 12.0), (0.50, 6.0), (0.30, 2.0))
"""Share of the question's words inside one window, from which on, and what it is worth."""
VENTANA_PROXIMIDAD: Final = 150
PASO_PROXIMIDAD: Final = 50
DECIMALES: Final = 9
"""Scores are compared after rounding to this many decimals."""


@dataclass(frozen=True, slots=True)
class PuntajesChunks:
    """Scores of all `n` chunks of a document and what they are made of.

    palabras: the `m` question words, alphabetically; `cuentas` `(m, n)` how often each occurs,
    `bases` and `idf` `(m,)` its two factors, `puntos` `(m, n)` what it adds.
    pregunta, articulo, lista, proximidad: `(n,)` points of the other parts.
    juntas: `(n,)` how many distinct words the best window holds.
    total: `(n,)` the score.
    """

    palabras: tuple[str, ...]
    cuentas: Enteros
    bases: tuple[float, ...]
    idf: tuple[float, ...]
    puntos: Reales
    pregunta: Reales
    articulo: Reales
    lista: Reales
    proximidad: Reales
    juntas: NDArray[np.int64]
    total: Reales


def puntos_palabra(cuenta: Enteros, base: float, idf: float) -> Reales:
    """Return `(1 + ln c) · base · idf` where the count is positive, else 0."""
    presentes = cuenta > 0
    logaritmo = np.log(np.maximum(cuenta, 1))
    return np.where(presentes, (1.0 + logaritmo) * base * idf, 0.0)


def puntuar(
    tabla: TablaFragmentos,
    palabras: Set[str],
    pregunta_norm: str,
    terminos_prio: Set[str],
    idf: Mapping[str, float] | None = None,
) -> PuntajesChunks:
    """Score every chunk of a table.

    `palabras`: distinct words of the question; `pregunta_norm`: the folded question;
    `idf`: weight of each word, or None to take it from this table's chunks.
    """
    orden = tuple(sorted(palabras))
    cantidad = len(tabla.limites)
    lugares = [apariciones(tabla, palabra) for palabra in orden]
    pares = list(zip(orden, lugares, strict=True))
    cuentas = np.array([contar(tabla, p, donde) for p, donde in pares], dtype=np.int32)
    cuentas = cuentas.reshape(len(orden), cantidad)
    pesos = tuple(_idf_local(cuentas)) if idf is None else tuple(idf.get(p, 1.0) for p in orden)
    bases = tuple(BASE_PRIORITARIA if p in terminos_prio else BASE_COMUN for p in orden)
    puntos = np.array(
        [puntos_palabra(*factores) for factores in zip(cuentas, bases, pesos, strict=True)],
        dtype=np.float64,
    ).reshape(len(orden), cantidad)
    juntas = _mejores_ventanas(tabla, pares)
    pregunta = _puntos_pregunta(tabla, pregunta_norm)
    articulo = np.array([PUNTOS_ARTICULO[grado] for grado in tabla.articulo.tolist()])
    lista = np.where(tabla.lista, PUNTOS_LISTA, 0.0)
    proximidad = _puntos_proximidad(juntas, len(orden))
    total = np.zeros(cantidad)
    for parte in (*puntos, pregunta, articulo, lista, proximidad):
        total = total + parte
    return PuntajesChunks(
        palabras=orden,
        cuentas=cuentas,
        bases=bases,
        idf=pesos,
        puntos=puntos,
        pregunta=pregunta,
        articulo=articulo,
        lista=lista,
        proximidad=proximidad,
        juntas=juntas,
        total=total,
    )


def _idf_local(cuentas: Enteros) -> list[float]:
    """Return the smoothed idf of each word over the document's own chunks."""
    total = cuentas.shape[1]
    con_palabra: list[int] = (cuentas > 0).sum(axis=1).tolist()
    return [idf_suavizado(total, presentes) for presentes in con_palabra]


def _puntos_pregunta(tabla: TablaFragmentos, pregunta_norm: str) -> Reales:
    """Give points to the chunks that hold the whole question, its question marks removed."""
    puntos = np.zeros(len(tabla.limites))
    buscada = pregunta_norm.replace("¿", "").replace("?", "").strip()
    if buscada and buscada in tabla.plegado:
        for numero in range(len(puntos)):
            if buscada in trozo(tabla, numero):
                puntos[numero] = PUNTOS_PREGUNTA
    return puntos


def _puntos_proximidad(juntas: NDArray[np.int64], palabras: int) -> Reales:
    puntos = np.zeros(len(juntas))
    if palabras < 2:
        return puntos
    parte = np.where(juntas >= 2, juntas / palabras, 0.0)
    for minimo, valor in reversed(PUNTOS_PROXIMIDAD):
        puntos[parte >= minimo] = valor
    return puntos


def _mejores_ventanas(
    tabla: TablaFragmentos, pares: Sequence[tuple[str, Enteros]]
) -> NDArray[np.int64]:
    """Return for each chunk how many distinct words its best window of 150 characters holds.

    Windows start every 50 characters below `max(1, length - 150)` of the chunk. Instead of looking
    into each window, each occurrence of a word marks the few windows that contain it.
    """
    largos = tabla.limites[:, 1] - tabla.limites[:, 0]
    ventanas = -(-np.maximum(largos - VENTANA_PROXIMIDAD, 1) // PASO_PROXIMIDAD)
    primera = np.concatenate(([0], np.cumsum(ventanas)))
    if len(pares) < 2 or not len(largos):
        return np.zeros(len(largos), dtype=np.int64)
    cuenta = np.zeros(int(primera[-1]), dtype=np.int64)
    for palabra, lugares in pares:
        marca = np.zeros(len(cuenta), dtype=np.bool_)
        marca[_ventanas_con(tabla, palabra, lugares, ventanas, primera)] = True
        cuenta += marca
    return np.maximum.reduceat(cuenta, primera[:-1])


def _ventanas_con(
    tabla: TablaFragmentos,
    palabra: str,
    lugares: Enteros,
    ventanas: NDArray[np.int64],
    primera: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return the numbers of the windows that hold the whole of some occurrence of a word."""
    inicios, fines = tabla.limites[:, 0], tabla.limites[:, 1]
    desde = np.searchsorted(lugares, inicios, side="left")
    hasta = np.maximum(np.searchsorted(lugares, fines - len(palabra), side="right"), desde)
    veces = hasta - desde
    chunk = np.repeat(np.arange(len(inicios)), veces)
    salto = np.arange(len(chunk)) - np.repeat(np.cumsum(veces) - veces, veces)
    relativo = lugares[np.repeat(desde, veces) + salto] - inicios[chunk]
    ultima = np.minimum(relativo // PASO_PROXIMIDAD, ventanas[chunk] - 1)
    sobrante = relativo + len(palabra) - VENTANA_PROXIMIDAD
    anterior = np.maximum(-(-sobrante // PASO_PROXIMIDAD), 0)
    halladas = [
        (primera[chunk] + anterior + paso)[anterior + paso <= ultima]
        for paso in range(VENTANA_PROXIMIDAD // PASO_PROXIMIDAD + 1)
    ]
    return np.concatenate(halladas)


def mejores_primero(total: Reales) -> list[int]:
    """Return the chunks with a positive score, best first, ties by the higher index."""
    positivos = np.flatnonzero(total > 0)
    orden = np.lexsort((-positivos, -np.round(total[positivos], DECIMALES)))
    elegidos: list[int] = positivos[orden].tolist()
    return elegidos


def motivos(puntajes: PuntajesChunks, numero: int) -> tuple[Motivo, ...]:
    """Put the score of one chunk into words; the points add up to its total."""
    return (*_motivos_palabras(puntajes, numero), *_motivos_bonos(puntajes, numero))


def _motivos_palabras(puntajes: PuntajesChunks, numero: int) -> list[Motivo]:
    palabras = []
    for fila, palabra in enumerate(puntajes.palabras):
        veces = int(puntajes.cuentas[fila, numero])
        if not veces:
            continue
        prioritaria = "; término prioritario" if puntajes.bases[fila] > BASE_COMUN else ""
        aparece = "aparece 1 vez" if veces == 1 else f"aparece {veces} veces"
        detalle = f"«{palabra}» {aparece} (rareza {puntajes.idf[fila]:.2f}{prioritaria})"
        puntos = float(puntajes.puntos[fila, numero])
        palabras.append(Motivo("palabra", detalle, puntos, palabra))
    return palabras


def _motivos_bonos(puntajes: PuntajesChunks, numero: int) -> list[Motivo]:
    con_grado = puntajes.articulo[numero] == PUNTOS_ARTICULO[ARTICULO_CON_GRADO]
    articulo = "contiene un artículo" + (" con signo de grado" if con_grado else "")
    cercanas = f"{puntajes.juntas[numero]} de {len(puntajes.palabras)} palabras muy juntas"
    bonos = (
        Motivo("pregunta", "contiene la pregunta completa", float(puntajes.pregunta[numero])),
        Motivo("articulo", articulo, float(puntajes.articulo[numero])),
        Motivo("lista", "contiene una lista numerada", float(puntajes.lista[numero])),
        Motivo("proximidad", cercanas, float(puntajes.proximidad[numero])),
    )
    return [bono for bono in bonos if not math.isclose(bono.puntos, 0.0)]
