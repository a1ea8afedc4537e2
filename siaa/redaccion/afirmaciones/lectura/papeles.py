"""Who a sentence names, and whether it has them act."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.vocabulario import CARDINALES
from siaa.biblioteca.lengua.vocabulario import palabras as conjunto
from siaa.redaccion.afirmaciones.lectura.lexico import CARGOS
from siaa.redaccion.afirmaciones.lectura.palabras import SEGUIDA, Palabra

_DETERMINANTES: Final = conjunto(
    "el la los las un una unos unas su sus cada este esta dicho dicha todo todos respectivo"
)
_INDEFINIDOS: Final = conjunto("un una unos unas").union(CARDINALES)
_HACIA: Final = conjunto("a al contra ante para con en")
_CORRESPONDE: Final = re.compile(r"(?:correspond|incumb|compet)\w+")
_COPULAS: Final = conjunto("y e o u")
_PASIVA: Final = re.compile(r"(?:es|son|fue|fueron|sera|seran|sea|sean) \w+[aid]d[oa]s?\b")
_HASTA_EL_VERBO: Final = 8


class Papel(NamedTuple):
    """A role, what it is of («Ministerio», «Salud»), and whether it acts."""

    clave: tuple[str, frozenset[str]]
    actua: bool
    desde: int
    hasta: int


def leer_papeles(palabras: Sequence[Palabra]) -> Iterator[Papel]:
    """Yield the roles of a sentence. One after a preposition, or before a passive, does not act.

    What «a» gives («corresponde al juez») is to act, and who is joined to another does as he does.
    One that is not determined («una sala de cine», «dos jueces») names nobody.
    """
    actua = True
    for lugar, palabra in enumerate(palabras):
        if palabra.texto not in CARGOS:
            continue
        previas = [p.texto for p in reversed(palabras[max(0, lugar - 6) : lugar])]
        if not _INDEFINIDOS.isdisjoint(previas[:1]):
            continue
        anterior, antes = [*(t for t in previas if t not in _DETERMINANTES), "", ""][:2]
        siguientes = " ".join(p.texto for p in palabras[lugar + 1 : lugar + _HASTA_EL_VERBO])
        if anterior not in _COPULAS:
            hacia = anterior in _HACIA and _CORRESPONDE.fullmatch(antes) is None
            actua = not hacia and _PASIVA.search(siguientes) is None
        de_que = _de_que(palabras[lugar + 1 : lugar + _HASTA_EL_VERBO])
        clave = (palabra.raiz, frozenset(p.raiz for p in de_que))
        yield Papel(clave, actua, palabra.desde, [palabra, *de_que][-1].hasta)


def _de_que(siguientes: Sequence[Palabra]) -> list[Palabra]:
    """Return what a role is of: «gobiernos de los Estados de Antioquia»."""
    nombres: list[Palabra] = []
    espera = False
    for palabra in takewhile(lambda p: p.pausa == SEGUIDA, siguientes):
        if palabra.texto in ("de", "del"):
            espera = True
        elif not espera:
            break
        elif palabra.raiz:
            nombres.append(palabra)
            espera = False
    return nombres
