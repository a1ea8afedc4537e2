"""Who a sentence names, and of what."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.vocabulario import CARDINALES
from siaa.biblioteca.lengua.vocabulario import palabras as conjunto
from siaa.redaccion.afirmaciones.lectura.lexico import CARGOS
from siaa.redaccion.afirmaciones.lectura.palabras import SEGUIDA, Palabra

_INDEFINIDOS: Final = conjunto("un una unos unas").union(CARDINALES)
_NOMBRE: Final = 8
"""Words after a role in which what it is of is looked for."""


class Papel(NamedTuple):
    """A role and what it is of («Ministerio», «Salud»)."""

    clave: tuple[str, frozenset[str]]
    desde: int
    hasta: int


def leer_papeles(palabras: Sequence[Palabra]) -> Iterator[Papel]:
    """Yield the roles of a sentence.

    One that is not determined («una sala de cine», «dos jueces») names nobody.
    """
    previa = ""
    for lugar, palabra in enumerate(palabras):
        if palabra.texto in CARGOS and previa not in _INDEFINIDOS:
            suyas = de_que(palabras[lugar + 1 : lugar + _NOMBRE])
            clave = (palabra.raiz, frozenset(p.raiz for p in suyas))
            yield Papel(clave, palabra.desde, [palabra, *suyas][-1].hasta)
        previa = palabra.texto


def de_que(siguientes: Sequence[Palabra]) -> list[Palabra]:
    """Return what a role is of, in the words after it: «gobiernos de los Estados de Antioquia»."""
    nombres: list[Palabra] = []
    espera = False
    for palabra in takewhile(lambda p: p.pausa == SEGUIDA, siguientes):
        if palabra.texto in ("de", "del"):
            espera = True
        elif not espera:
            break
        elif palabra.raiz:
            nombres.append(palabra)
            espera = False
    return nombres
