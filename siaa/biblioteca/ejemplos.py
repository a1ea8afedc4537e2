"""Questions that a person may start with, for each collection of a library; pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.titulos import preguntar_por

POR_COLECCION: Final = 3
Muestra = tuple[str, str]
"""A question and the key of the document that answers it."""


@dataclass(frozen=True, slots=True)
class Ejemplos:
    """A collection, how many documents it has, and some questions that they answer."""

    nombre: str
    documentos: int
    preguntas: tuple[str, ...]


def elegir_ejemplos(indice: Indice, muestras: Iterable[Muestra]) -> tuple[Ejemplos, ...]:
    """Return the examples of every collection, by name.

    The questions of a collection are of different documents as far as there are; where nobody
    wrote any, they ask what its first documents say.
    """
    preguntas: defaultdict[str, list[str]] = defaultdict(list)
    for pregunta, clave in muestras:
        if clave in indice.documentos:
            preguntas[clave].append(pregunta)
    claves: defaultdict[str, list[str]] = defaultdict(list)
    for clave, documento in indice.documentos.items():
        claves[documento.coleccion].append(clave)
    return tuple(
        Ejemplos(nombre, len(suyas), _de_coleccion(indice, suyas, preguntas))
        for nombre, suyas in sorted(claves.items())
    )


def _de_coleccion(
    indice: Indice, claves: Sequence[str], preguntas: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    por_turnos = zip_longest(*(preguntas[clave] for clave in claves if clave in preguntas))
    if escritas := tuple(filter(None, chain.from_iterable(por_turnos))):
        return escritas[:POR_COLECCION]
    primeras = claves[:POR_COLECCION]
    return tuple(preguntar_por(indice.documentos[clave].titulo) for clave in primeras)
