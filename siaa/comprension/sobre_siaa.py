"""Questions about SIAA itself, and what is asked of it that it does not do: `sobre_siaa.txt`. Pure.

Their patterns are matched against the whole of a folded question, so that one that names anything
else is one for the documents.
"""

import re
from collections.abc import Sequence
from typing import Final

from siaa.biblioteca.lengua.vocabulario import con_partes, secciones

_TABLA: Final = secciones(__package__, "sobre_siaa.txt")


def _patron(filas: Sequence[str]) -> str:
    return con_partes(f"(?:{'|'.join(filas)})", _TABLA["partes"])


_FRASES: Final = _patron(_TABLA["frases"])
_PREGUNTAS: Final = re.compile(rf"{_FRASES}(?: y (?:{_FRASES}|{_patron(_TABLA['siguen'])}))*")


def es_sobre_siaa(dicho: str) -> bool:
    """Tell whether the words of a text (`solo_palabras`) ask for nothing but about SIAA."""
    return _PREGUNTAS.fullmatch(dicho) is not None
