"""Kinds of question that want the last answer said otherwise: `arreglos.txt`. Pure.

Their patterns are matched against the whole of a folded question, what is said around such a wish
aside: a question that names anything else is one of its own.
"""

import re
from typing import Final

from siaa.biblioteca.lengua.texto import solo_palabras
from siaa.biblioteca.lengua.vocabulario import con_partes, secciones
from siaa.valores import Arreglo

_MISMO: Final = (
    " Usa solo lo que dicen los documentos, sin cambiar plazos, cifras, cargos ni artículos."
)
_TABLA: Final = secciones(__package__, "arreglos.txt")
_FORMAS: Final = tuple(
    (
        re.compile(
            con_partes(
                f"(?:{{alrededor}} )*?(?:{'|'.join(formas)})(?: {{alrededor}})*", _TABLA["partes"]
            )
        ),
        Arreglo(que, encargo + _MISMO),
    )
    for nombre, (que, encargo, *formas) in _TABLA.items()
    if nombre != "partes"
)


def arreglo_de(texto: str) -> Arreglo | None:
    """Return how the last answer has to be said again, if a message asks for nothing else."""
    dicho = solo_palabras(texto)
    return next((arreglo for forma, arreglo in _FORMAS if forma.fullmatch(dicho)), None)
