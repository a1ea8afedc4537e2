"""The score of a chunk in `clasica`: the sum of its named parts, which are its reasons.

    score = Σ over words (1 + ln c) · base · idf  + question + article + list + proximity

Everything is compared in folded text.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from math import log
from typing import Final

import numpy as np

from siaa.biblioteca.fragmentador import Fragmento
from siaa.biblioteca.lengua.numeros import escribir_numero
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.tablas.claves import idf_suavizado
from siaa.biblioteca.valores import DECIMALES, Reales
from siaa.valores import Motivo

BASE_PRIORITARIA: Final = 3.0
BASE_COMUN: Final = 1.0
PREGUNTA: Final = Motivo("pregunta", "contiene la pregunta completa", 15.0)
ARTICULO_CON_GRADO: Final = Motivo("articulo", "contiene un artículo con signo de grado", 10.0)
ARTICULO_SIN_GRADO: Final = Motivo("articulo", "contiene un artículo", 5.0)
LISTA: Final = Motivo("lista", "contiene una lista numerada", 4.0)
PUNTOS_PROXIMIDAD: Final = ((0.90, 20.0), (0.70, 12.0), (0.50, 6.0), (0.30, 2.0))
"""Share of the question's words inside one window, from which on, and what it is worth."""
VENTANA_PROXIMIDAD: Final = 150
PASO_PROXIMIDAD: Final = 50
Trozo = tuple[str, tuple[Motivo, ...]]
"""A chunk, folded, and what it is scored for whatever is asked."""

_ARTICULO = re.compile(r"\bart(?:iculo\s+|\.\s*)\d+(\s*[°º])?")
_LISTA = re.compile(r"^\s*\d+[.)]\s+\S", re.MULTILINE)


@lru_cache(maxsize=64)  # a question asks for two or three documents
def trozos_de(contenido: str, fragmentos: tuple[Fragmento, ...]) -> tuple[Trozo, ...]:
    """Return the chunks of a text."""
    return tuple(trozo_de(contenido[f.inicio : f.fin]) for f in fragmentos)


def trozo_de(texto: str) -> Trozo:
    """Fold the text of a chunk and tell whether it names an article or starts a list."""
    plegado = plegar(texto)
    grados = [hallado[1] for hallado in _ARTICULO.finditer(plegado)]
    articulo = (ARTICULO_CON_GRADO if any(grados) else ARTICULO_SIN_GRADO,) if grados else ()
    return plegado, (*articulo, LISTA) if _LISTA.search(plegado) else articulo


def puntuar(
    trozos: Sequence[Trozo],
    palabras: Set[str],
    pregunta_norm: str,
    terminos_prio: Set[str],
    idf: Mapping[str, float] | None = None,
) -> list[tuple[Motivo, ...]]:
    """Return the parts of the score of every chunk.

    `palabras`: distinct words of the question; `pregunta_norm`: the folded question;
    `idf`: weight of each word, or None to take it from these chunks.
    """
    rareza = {
        palabra: idf_suavizado(len(trozos), sum(palabra in plegado for plegado, _ in trozos))
        if idf is None
        else idf.get(palabra, 1.0)
        for palabra in sorted(palabras)
    }
    buscada = pregunta_norm.replace("¿", "").replace("?", "").strip()
    puntuados = []
    for plegado, propios in trozos:
        partes = [*_de_palabras(plegado, rareza, terminos_prio)]
        entera = (PREGUNTA,) if buscada and buscada in plegado else ()
        cercanas = _proximidad(plegado, [parte.palabra for parte in partes], len(rareza))
        puntuados.append((*partes, *entera, *propios, *cercanas))
    return puntuados


def total(partes: Collection[Motivo]) -> float:
    """Return the score that some parts add up to."""
    return sum(parte.puntos for parte in partes)


def _de_palabras(
    plegado: str, rareza: Mapping[str, float], terminos_prio: Set[str]
) -> Iterator[Motivo]:
    for palabra, rara in rareza.items():
        if cuantas := plegado.count(palabra):
            prioritaria = palabra in terminos_prio
            base = BASE_PRIORITARIA if prioritaria else BASE_COMUN
            veces = f"{cuantas} veces" if cuantas > 1 else "1 vez"
            prioridad = "; término prioritario" if prioritaria else ""
            rareza_dicha = f"rareza {escribir_numero(rara, '.2f')}{prioridad}"
            detalle = f"«{palabra}» aparece {veces} ({rareza_dicha})"
            yield Motivo("palabra", detalle, (1.0 + log(cuantas)) * base * rara, palabra)


def _proximidad(plegado: str, propias: Sequence[str], palabras: int) -> Iterator[Motivo]:
    """Yield what the window with most distinct words is worth."""
    if len(propias) < 2:
        return
    inicios = range(0, max(1, len(plegado) - VENTANA_PROXIMIDAD), PASO_PROXIMIDAD)
    ventanas = (plegado[inicio : inicio + VENTANA_PROXIMIDAD] for inicio in inicios)
    juntas = max(sum(map(ventana.__contains__, propias)) for ventana in ventanas)
    for minimo, puntos in PUNTOS_PROXIMIDAD:
        if juntas >= 2 and juntas / palabras >= minimo:
            yield Motivo("proximidad", f"{juntas} de {palabras} palabras muy juntas", puntos)
            return


def mejores_primero(puntajes: Reales, desempate: int) -> list[int]:
    """Return the places with a positive score, best first.

    desempate: 1 where the lower place (of documents, the first name) wins a tie, -1 the higher.
    """
    positivos = np.flatnonzero(puntajes > 0)
    orden = np.lexsort((desempate * positivos, -np.round(puntajes[positivos], DECIMALES)))
    elegidos: list[int] = positivos[orden].tolist()
    return elegidos
