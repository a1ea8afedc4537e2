"""The score of a chunk in `clasica`: its named parts, computed for all chunks of a document.

    score = Σ over words (1 + ln c) · base · idf  + question + article + list + proximity

Everything is compared in folded text. Each part is an array with one value a chunk; the reasons
that people read are those same values.
"""

from collections.abc import Callable, Mapping, Set
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siaa.biblioteca.fragmentador import (
    ARTICULO_CON_GRADO,
    ARTICULO_SIN_GRADO,
    TablaFragmentos,
    contar,
)
from siaa.biblioteca.tablas.claves import idf_suavizado
from siaa.biblioteca.valores import Enteros, Reales
from siaa.valores import Motivo

BASE_PRIORITARIA: Final = 3.0
BASE_COMUN: Final = 1.0
PUNTOS_PREGUNTA: Final = 15.0
ARTICULOS: Final = MappingProxyType(
    {
        0: (0.0, ""),
        ARTICULO_SIN_GRADO: (5.0, "contiene un artículo"),
        ARTICULO_CON_GRADO: (10.0, "contiene un artículo con signo de grado"),
    }
)
PUNTOS_LISTA: Final = 4.0
PUNTOS_PROXIMIDAD: Final = ((0.90, 20.0), (0.70, 12.0), (0.50, 6.0), (0.30, 2.0))
"""Share of the question's words inside one window, from which on, and what it is worth."""
VENTANA_PROXIMIDAD: Final = 150
PASO_PROXIMIDAD: Final = 50
DECIMALES: Final = 9
"""Scores are compared after rounding to this many decimals."""


class Parte(NamedTuple):
    """One named part of the score of n chunks: `(n,)` points, and why each chunk has them.

    palabra: the word of the question that it is for.
    """

    nombre: str
    puntos: Reales
    razon: Callable[[int], str]
    palabra: str = ""


class Puntajes(NamedTuple):
    """The scores of n chunks, `(n,)`, and the parts that they are the sums of."""

    total: Reales
    partes: tuple[Parte, ...]


def puntuar(
    tabla: TablaFragmentos,
    palabras: Set[str],
    pregunta_norm: str,
    terminos_prio: Set[str],
    idf: Mapping[str, float] | None = None,
) -> Puntajes:
    """Score every chunk of a table.

    `palabras`: distinct words of the question; `pregunta_norm`: the folded question;
    `idf`: weight of each word, or None to take it from this table's chunks.
    """
    cuentas = {p: contar(tabla, p) for p in sorted(palabras)}
    juntas = _mejores_ventanas(tabla, cuentas)
    pregunta = _puntos_pregunta(tabla, pregunta_norm)
    articulos = [ARTICULOS[grado] for grado in tabla.articulo.tolist()]
    articulo = np.array([puntos for puntos, _ in articulos])
    lista = np.where(tabla.lista, PUNTOS_LISTA, 0.0)
    proximidad = _puntos_proximidad(juntas, len(cuentas))
    cercanas = f"de {len(cuentas)} palabras muy juntas"
    partes = (
        *(_de_palabra(*cuenta, terminos_prio, idf) for cuenta in cuentas.items()),
        Parte("pregunta", pregunta, lambda _: "contiene la pregunta completa"),
        Parte("articulo", articulo, lambda numero: articulos[numero][1]),
        Parte("lista", lista, lambda _: "contiene una lista numerada"),
        Parte("proximidad", proximidad, lambda numero: f"{juntas[numero]} {cercanas}"),
    )
    total = np.zeros(len(tabla.trozos))
    for parte in partes:
        total = total + parte.puntos
    return Puntajes(total, partes)


def _de_palabra(
    palabra: str,
    cuenta: Enteros,
    terminos_prio: Set[str],
    idf: Mapping[str, float] | None,
) -> Parte:
    prioritaria = palabra in terminos_prio
    base = BASE_PRIORITARIA if prioritaria else BASE_COMUN
    con_ella = int(np.count_nonzero(cuenta))
    rareza = idf_suavizado(len(cuenta), con_ella) if idf is None else idf.get(palabra, 1.0)

    def razon(numero: int) -> str:
        veces = f"{cuenta[numero]} veces" if cuenta[numero] > 1 else "1 vez"
        prioridad = "; término prioritario" if prioritaria else ""
        return f"«{palabra}» aparece {veces} (rareza {rareza:.2f}{prioridad})"

    puntos = (1.0 + np.log(np.maximum(cuenta, 1))) * base * rareza
    return Parte("palabra", np.where(cuenta > 0, puntos, 0.0), razon, palabra)


def _puntos_pregunta(tabla: TablaFragmentos, pregunta_norm: str) -> Reales:
    """Give points to the chunks that hold the whole question, its question marks removed."""
    buscada = pregunta_norm.replace("¿", "").replace("?", "").strip()
    if not buscada:
        return np.zeros(len(tabla.trozos))
    return np.where(contar(tabla, buscada) > 0, PUNTOS_PREGUNTA, 0.0)


def _puntos_proximidad(juntas: NDArray[np.int64], palabras: int) -> Reales:
    puntos = np.zeros(len(juntas))
    if palabras < 2:
        return puntos
    parte = np.where(juntas >= 2, juntas / palabras, 0.0)
    for minimo, valor in reversed(PUNTOS_PROXIMIDAD):
        puntos[parte >= minimo] = valor
    return puntos


def _mejores_ventanas(tabla: TablaFragmentos, cuentas: Mapping[str, Enteros]) -> NDArray[np.int64]:
    """Return for each chunk how many distinct words its best window of 150 characters holds.

    Windows start every 50 characters below `max(1, length - 150)` of the chunk.
    """
    juntas = np.zeros(len(tabla.trozos), dtype=np.int64)
    presentes = np.array([cuenta > 0 for cuenta in cuentas.values()]).reshape(-1, len(juntas))
    for numero in np.flatnonzero(presentes.sum(axis=0) >= 2).tolist():
        texto = tabla.trozos[numero]
        propias = [palabra for palabra, cuenta in cuentas.items() if cuenta[numero]]
        inicios = range(0, max(1, len(texto) - VENTANA_PROXIMIDAD), PASO_PROXIMIDAD)
        ventanas = (texto[inicio : inicio + VENTANA_PROXIMIDAD] for inicio in inicios)
        juntas[numero] = max(sum(map(ventana.__contains__, propias)) for ventana in ventanas)
    return juntas


def mejores_primero(total: Reales, desempate: int) -> list[int]:
    """Return the places with a positive score, best first.

    desempate: 1 where the lower place (of documents, the first name) wins a tie, -1 the higher.
    """
    positivos = np.flatnonzero(total > 0)
    orden = np.lexsort((desempate * positivos, -np.round(total[positivos], DECIMALES)))
    elegidos: list[int] = positivos[orden].tolist()
    return elegidos


def motivos(puntajes: Puntajes, numero: int) -> tuple[Motivo, ...]:
    """Put the score of one chunk into words; the points add up to its total."""
    return tuple(
        Motivo(parte.nombre, parte.razon(numero), puntos, parte.palabra)
        for parte in puntajes.partes
        if (puntos := float(parte.puntos[numero]))
    )
