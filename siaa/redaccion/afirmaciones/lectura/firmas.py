"""Who signs a text, and as what: «El Ministro de Justicia, **César GÓMEZ**»."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from siaa.redaccion.afirmaciones.lectura.lexico import CARGOS
from siaa.redaccion.afirmaciones.lectura.palabras import leer_palabras, plegar_en_su_lugar

_OFICIO: Final = rf"(?i:{'|'.join(CARGOS)})\b"
_CARGO: Final = rf"{_OFICIO}[^,.;:|*\n]{{0,90}}(?:,\s[a-zñ][^,.;:|*\n]{{1,60}})?"
_NOMBRE: Final = rf"(?!{_OFICIO})[A-ZÁÉÍÓÚÑ](?:[^.,;:|()\n—–-]|(?<=\b[A-Z])\.){{4,60}}"
_FIRMA: Final = re.compile(rf"\b(?P<cargo>{_CARGO}),[\s#*]*(?P<nombre>{_NOMBRE})")
DE_UN_NOMBRE: Final = 2
"""Words that a name has at least, and that a sentence has of it where it names somebody."""


class Firma(NamedTuple):
    """An office as it is written, the stems of its words, and those of whose it is."""

    escrita: str
    cargo: frozenset[str]
    nombre: frozenset[str]


def firmas(texto: str) -> Iterator[Firma]:
    """Yield who signs a passage."""
    for hallada in _FIRMA.finditer(texto):
        nombre = _raices(hallada["nombre"])
        if len(nombre) >= DE_UN_NOMBRE:
            yield Firma(hallada["cargo"], _raices(hallada["cargo"]), nombre)


def _raices(texto: str) -> frozenset[str]:
    palabras = leer_palabras(plegar_en_su_lugar(texto))
    return frozenset(palabra.raiz for palabra in palabras if palabra.raiz)
