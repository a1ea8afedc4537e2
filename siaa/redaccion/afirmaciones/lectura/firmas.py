"""Who signs a text, and as what: «El Ministro de Justicia, **César GÓMEZ**»."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from siaa.redaccion.afirmaciones.lectura.lexico import CARGOS
from siaa.redaccion.afirmaciones.lectura.palabras import leer_palabras, plegar_lo_dicho, raices_de

_NOMBRE: Final = r"[A-ZÁÉÍÓÚÑ](?:[^.,;:|()\n—–-]|(?<=\b[A-Z])\.){4,60}"
_FIRMA: Final = re.compile(
    r"[^,.;:|*\n]{0,90}(?:,\s[a-zñ][^,.;:|*\n]{1,60})?(?P<fin>)"
    r"(?:,\s[A-Z][^,.;:|*\n]{1,40}(?=,\s*\n))?(?:,|\.\s*\n+(?=#))[\s#*.]*"
    rf"(?=(?P<primera>\w+))(?P<nombre>{_NOMBRE})"
)
"""What follows the word of an office where somebody signs as it, of whatever rank.

After a full stop, under it as a heading.
"""
_PALABRA: Final = re.compile(r"\w+")
DE_UN_NOMBRE: Final = 2
"""Words that a name has at least, and that a sentence has of it where it names somebody."""


class Firma(NamedTuple):
    """An office as it is written, the stems of its words, and those of whose it is."""

    escrita: str
    cargo: frozenset[str]
    nombre: frozenset[str]


def firmas(texto: str) -> Iterator[Firma]:
    """Yield who signs a passage."""
    fin = 0
    for palabra in _PALABRA.finditer(texto):
        es_cargo = palabra.start() >= fin and palabra[0].lower() in CARGOS
        hallada = _FIRMA.match(texto, palabra.end()) if es_cargo else None
        if hallada is None or hallada["primera"].lower() in CARGOS:
            continue
        fin, nombre = hallada.end(), _raices(hallada["nombre"])
        if len(nombre) >= DE_UN_NOMBRE:
            cargo = texto[palabra.start() : hallada.start("fin")]
            yield Firma(cargo, _raices(cargo), nombre)


def _raices(texto: str) -> frozenset[str]:
    return raices_de(leer_palabras(plegar_lo_dicho(texto)))
