"""The retrieval strategies, one value each: the journey does not know which one it is using."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.recuperacion import canal
from siaa.recuperacion.busqueda import Busqueda
from siaa.recuperacion.clasica import poda as clasica
from siaa.recuperacion.formato import quitar_ultimo
from siaa.recuperacion.hibrida import busqueda as hibrida
from siaa.valores import Intento, Poda


@dataclass(frozen=True, slots=True)
class Estrategia:
    """How a question is looked up, and which fragment goes first when all do not fit.

    quitar_el_peor: the same choice without its least useful fragment, or the same if only one.
    """

    buscar: Callable[[Indice, str, Sequence[Intento]], Busqueda]
    quitar_el_peor: Callable[[Sequence[Poda]], tuple[Poda, ...]]


def por_canal(hallar: canal.Hallar, herramienta: str) -> Estrategia:
    """Return the strategy that looks up in a store what is asked in a tool of a program."""
    return Estrategia(partial(canal.buscar, hallar, herramienta), quitar_ultimo)


ESTRATEGIAS: Final[Mapping[str, Estrategia]] = MappingProxyType(
    {
        "clasica": Estrategia(clasica.buscar, clasica.quitar_el_peor),
        "hibrida": Estrategia(hibrida.buscar, quitar_ultimo),
    }
)
