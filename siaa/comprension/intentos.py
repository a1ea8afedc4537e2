"""What a question wants to know: a time, a sanction, a permission…: `intentos.txt`.

`pide` is looked for in the folded question; `contiene` in a folded passage: one that holds such a
thing (a term, a sanction, a prohibition) is preferred; without it, none is.
"""

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.lengua.vocabulario import secciones
from siaa.valores import Intento

_PARTES: Final = MappingProxyType(
    {
        "numero": r"(?:\d+|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince"
        r"|veinte|treinta|cuarenta|sesenta|noventa|cien|primer[oa]?s?|segund[oa]|tercer[oa]?|cuart[oa]"
        r"|quint[oa]|sext[oa]|septim[oa]|octav[oa]|noven[oa]|decim[oa])",
        "tiempo": r"(?:dias?|mes(?:es)?|anos?|horas?|semanas?|minutos?|trimestres?|semestres?"
        r"|bimestres?|periodos?)",
        # Who asks what, when, how or who has to be does not ask whether it has to.
        "solo": r"(?<!que )(?<!cuando )(?<!cuanto )(?<!donde )(?<!como )(?<!quien )(?<!quienes )",
        # The interrogative that opens a question: after it «cuando» only says when that happens.
        "otro": r"(?:^|¿)\W{0,3}(?:(?:a|con|de|en|para|por) )?"
        r"(?:que|quien(?:es)?|cual(?:es)?|como|cuant[oa]s?|donde)\b",
        "acto": r"(?:est[ea] |el |la )?(?:acto|acuerdo|circular|decreto|documento|ley|manual|norma"
        r"|ordenanza|reglamento|resolucion)\b",
        "cambio": r"(?:derog|reform|modific|cambi|sustitu|subrog)",
        "mes": r"(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre"
        r"|diciembre)",
    }
)


_DE_PALABRA: Final = re.compile(r"^\\b([a-z])")


def _patron(filas: Sequence[str], *signos: str) -> str:
    """Return one pattern of the rows of some signs, with its parts in their places.

    A row starts with a letter, where it can: `re` tells by it at once where it does not match.
    """
    propias = (fila[2:] for fila in filas if fila.startswith(signos))
    patron = "|".join(_DE_PALABRA.sub(r"\1(?<=\\b\1)", fila) for fila in propias)
    return re.sub(r"\{([a-z]+)\}", lambda parte: _PARTES[parte[1]], patron)


INTENTOS: Final = tuple(
    Intento(
        nombre,
        filas[0],
        _patron(filas, "? ", "¿ "),
        _patron(filas, "+ "),
        _patron(filas, "¿ "),
        tuple(fila.removeprefix("= ") for fila in filas if fila.startswith("= ")),
    )
    for nombre, filas in secciones(__package__, "intentos.txt").items()
)


def intentos_de(pregunta: str) -> tuple[Intento, ...]:
    """Return what a question wants, in the order of the table; most questions want one or two."""
    plegada = plegar(pregunta)
    return tuple(intento for intento in INTENTOS if re.search(intento.pide, plegada))
