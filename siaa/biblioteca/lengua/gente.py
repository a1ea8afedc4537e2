"""The words of people and the words of norms for the same thing: the format of `gente.txt`.

One row a line: `me echaron : retiro del servicio; despido; terminación del contrato`. Left, what
people say, in any inflection; right, what norms say, the likeliest first. `#` starts a comment.
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
        dicho, separador, leidas = escrita.partition(" : ")
        frases = tuple(frase.strip() for frase in leidas.split(";") if frase.strip())
        if not separador or not dicho.strip() or not frases or dicho.strip() in filas:
            raise FilaIlegible(f"línea {numero}: {linea}")
        filas[dicho.strip()] = frases
    return MappingProxyType(filas)
