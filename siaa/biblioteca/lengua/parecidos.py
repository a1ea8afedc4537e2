"""The names that most look like one that somebody wrote, found among very many. Pure."""

from collections.abc import Iterable
from difflib import get_close_matches
from heapq import nlargest
from typing import Final

CANDIDATOS: Final = 24
"""Names that are compared letter by letter, which takes a tenth of a millisecond each."""
LARGO_COMPARADO: Final = 80
"""Characters of a name that count; file systems allow 255."""


def nombres_parecidos(nombre: str, nombres: Iterable[str], cuantos: int = 3) -> list[str]:
    """Return the names that look most like one, best first.

    Only those that share most runs of three letters with it are compared letter by letter.
    """
    escrito = nombre[:LARGO_COMPARADO]
    ternas = {escrito[lugar : lugar + 3] for lugar in range(max(len(escrito) - 2, 1))}

    def compartidas(otro: str) -> int:
        return sum(map(otro.__contains__, ternas))

    candidatos = nlargest(CANDIDATOS, nombres, key=compartidas)
    por_comienzo = {candidato[:LARGO_COMPARADO]: candidato for candidato in reversed(candidatos)}
    return [por_comienzo[c] for c in get_close_matches(escrito, por_comienzo, cuantos)]
