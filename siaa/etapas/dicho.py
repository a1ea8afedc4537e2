"""What a model said where JSON was asked for, read forgivingly; pure.

A small model fences its JSON, adds prose, repeats itself or never closes the list. So its answer is
read string by string up to where it stops making sense, and each string is judged alone.
"""

import json
import re
from collections.abc import Iterable, Iterator

from siaa.biblioteca.lengua.texto import corridas, limpiar_entrada, plegar

_CADENA = re.compile(r'[\s,]*"((?:[^"\\]|\\.)*)"', re.DOTALL)


def cadenas(dicho: str, abre: re.Pattern[str]) -> Iterator[str]:
    """Yield the strings of the first list that `abre` finds, up to where it stops being one."""
    comienzo = abre.search(dicho)
    lugar = comienzo.end() if comienzo else len(dicho)
    while cadena := _CADENA.match(dicho, lugar):
        lugar = cadena.end()
        try:
            texto = json.loads(f'"{cadena[1]}"', strict=False)
        except ValueError:
            return
        yield " ".join(limpiar_entrada(texto).split())


def distintas(textos: Iterable[str]) -> tuple[str, ...]:
    """Return the texts that differ in more than accents, case and signs, the first of each."""
    vistos: dict[str, str] = {}
    for texto in textos:
        vistos.setdefault(" ".join(corridas(plegar(texto))), texto)
    return tuple(vistos.values())
