"""What a message asks, and what it only tells beside that: «Soy nueva. ¿Qué plazo hay?». Pure."""

import re
from collections.abc import Iterator
from typing import Final

_FIN: Final = re.compile(r"(?:¿[^?¿]*\?|[?!\n]+|(?<=\w{4})[.;]+(?=\s|\Z))\s*")
"""What ends a sentence; a question between its signs is one, over lines too.

A stop after a shorter word may be of an abbreviation («art. 5»).
"""
_SIGNO: Final = re.compile("[¿?]")
_PIDE: Final = re.compile(
    r"[¿?]|\b(?:quiero|quisiera|quer[ií]a|necesito|gustar[ií]a) (?:saber|conocer|preguntar)\b",
    re.IGNORECASE,
)


def oraciones(texto: str) -> Iterator[str]:
    """Yield the sentences of a message, each with the space after it: joined, they are the text."""
    inicio = 0
    for fin in _FIN.finditer(texto):
        yield texto[inicio : fin.end()]
        inicio = fin.end()
    if inicio < len(texto):
        yield texto[inicio:]


def lo_que_pide(texto: str) -> str:
    """Return a message without the sentences that only tell something beside those that ask.

    All of it where no sign says which ask. What no sign ends is not told: it may be looked up.
    """
    if not _SIGNO.search(texto):
        return texto
    return "".join(o for o in oraciones(texto) if _PIDE.search(o) or not _FIN.search(o))
