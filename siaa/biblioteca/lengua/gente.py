"""The words of people and the words of norms for the same thing: the format of `gente.txt`.

One row a line: `me echaron, botaron : retiro del servicio; despido`. Left, what people say, in any
regular inflection; right, what norms say, the likeliest first. `#` starts a comment.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

NOMBRE_GENTE: Final = "gente.txt"


class FilaIlegible(ValueError):
    """A row that is not of the format; its text says which."""


def interpretar_gente(texto: str) -> Mapping[str, tuple[str, ...]]:
    """Read the table: expression → the phrases that it is also looked up with.

    Raises `FilaIlegible`.
    """
    filas: dict[str, tuple[str, ...]] = {}
    for numero, linea in enumerate(texto.splitlines(), 1):
        escrita = linea.partition("#")[0].strip()
        if not escrita:
            continue
        escritos, _, leidas = escrita.partition(" : ")
        dichos = tuple(dicho.strip() for dicho in escritos.split(","))
        frases = tuple(frase.strip() for frase in leidas.split(";") if frase.strip())
        if not frases or not all(dichos) or len({*dichos} - filas.keys()) < len(dichos):
            raise FilaIlegible(f"línea {numero}: {linea}")
        filas |= dict.fromkeys(dichos, frases)
    return MappingProxyType(filas)
