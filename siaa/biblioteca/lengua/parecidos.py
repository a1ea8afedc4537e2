"""The names that most look like one that somebody wrote, found among very many. Pure."""

from collections.abc import Iterable
from typing import Final

from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extract

PARECIDO: Final = 60
"""How alike two names are that one may have been meant for the other, at least: 100 is equal."""


def nombres_parecidos(nombre: str, nombres: Iterable[str], cuantos: int = 3) -> list[str]:
    """Return the names that look most like one, best first."""
    posibles = tuple(nombres)
    cercanos = extract(nombre, posibles, scorer=ratio, limit=cuantos, score_cutoff=PARECIDO)
    return [parecido for parecido, _, _ in cercanos]
