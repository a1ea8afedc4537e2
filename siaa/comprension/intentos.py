"""What a question wants to know: a time, a sanction, a permission…: `intentos.txt`.

`pide` is looked for in the folded question; `contiene` in a folded passage: one that may hold such
a thing (a term, a sanction, a prohibition) is preferred; without it, none is. `dice` says of which
of them people are told so: a number may be a quantity, and may be that of an article.
"""

import re
from collections.abc import Sequence
from typing import Final

from siaa.biblioteca.lengua.oraciones import lo_que_pide
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.lengua.vocabulario import con_partes, secciones
from siaa.valores import Intento

_TABLA: Final = secciones(__package__, "intentos.txt")
_DE_PALABRA: Final = re.compile(r"^\\b([a-z])")


def _patron(filas: Sequence[str], *signos: str) -> str:
    """Return one pattern of the rows of some signs, with its parts in their places.

    A row starts with a letter, where it can: `re` tells by it at once where it does not match.
    """
    propias = (fila[2:] for fila in filas if fila.startswith(signos))
    patron = "|".join(_DE_PALABRA.sub(r"\1(?<=\\b\1)", fila) for fila in propias)
    return con_partes(patron, _TABLA["partes"])


INTENTOS: Final = tuple(
    Intento(
        nombre,
        filas[0],
        _patron(filas, "? ", "¿ "),
        _patron(filas, "+ ", "~ "),
        _patron(filas, "+ "),
        _patron(filas, "¿ "),
        tuple(fila.removeprefix("= ") for fila in filas if fila.startswith("= ")),
    )
    for nombre, filas in _TABLA.items()
    if nombre != "partes"
)


_PIDEN: Final = tuple((re.compile(intento.pide), intento) for intento in INTENTOS)


def intentos_de(pregunta: str) -> tuple[Intento, ...]:
    """Return what a question wants, in the order of the table; most questions want one or two."""
    plegada = plegar(lo_que_pide(pregunta))
    return tuple([intento for pide, intento in _PIDEN if pide.search(plegada)])
