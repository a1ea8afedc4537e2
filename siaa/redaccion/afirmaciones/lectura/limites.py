"""Which side of a value counts: up to it or from it on, before it or after it."""

import re
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.numeros import DE_CARDINAL
from siaa.biblioteca.lengua.vocabulario import con_partes
from siaa.redaccion.afirmaciones.lectura.lexico import SECCIONES

VENTANA: Final = 120
"""Characters before and after a value in which its limit is looked for."""

TOPE, PISO = "tope", "piso"
"""Up to a value; from a value on."""
ANTES, DESPUES = "antes", "despues"
"""Whether a length of time is counted back from a thing or on from it."""

_PARTES: Final = (*SECCIONES["partes_de_limite"], f"cardinal {DE_CARDINAL}")


def _patron(seccion: str, patron: str) -> re.Pattern[str]:
    """Return a pattern with its parts, and theirs, in their places, with those of a section."""
    for _ in range(3):
        patron = con_partes(patron, (*SECCIONES[seccion], *_PARTES))
    return re.compile(patron)


_DELANTE: Final = _patron(
    "limite_delante",
    r"(?<![a-z])(?:(?P<tope>{tope})|(?P<piso>{piso})|(?P<antes>{antes}))"
    r"(?:,[^,.;]{1,60},\sde)?,?(?:[\s\"]+{relleno})*[\s|($]*\Z",
)
_DETRAS: Final = _patron(
    "limite_detras",
    r"[)]?(?:\s\([^()]{1,40}\))?(?:\s{clase})*,?\s"
    r"(?:(?P<tope>{tope})|(?P<piso>{piso})|(?P<antes>{antes})|(?P<despues>{despues}))(?![a-z])",
)
_A_OTRO: Final = re.compile(rf"(?:\s[a-zñ]+){{0,2}}\sa\s(?:\$|[0-9]|{DE_CARDINAL})")


class Cota(NamedTuple):
    """The limit of a value and the way it counts, empty where unsaid, and where both are said."""

    lado: str
    sentido: str
    desde: int
    hasta: int


def limite_de(plegado: str, desde: int, hasta: int) -> Cota:
    """Return the limit of the value at `[desde, hasta)`."""
    delante = _DELANTE.search(plegado, max(0, desde - VENTANA), desde)
    if delante and delante[0].startswith("pas") and _A_OTRO.match(plegado, hasta):
        delante = None  # «pasa de tres a cinco»
    detras = _DETRAS.match(plegado, hasta, hasta + VENTANA)
    grupos = {h.lastgroup for h in (delante, detras) if h is not None}
    return Cota(
        next((lado for lado in (TOPE, PISO) if lado in grupos), ""),
        next((sentido for sentido in (ANTES, DESPUES) if sentido in grupos), ""),
        delante.start() if delante else desde,
        detras.end() if detras else hasta,
    )
