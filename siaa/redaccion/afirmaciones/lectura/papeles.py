"""Who a sentence names, and whether it has them act."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.vocabulario import palabras as conjunto
from siaa.redaccion.afirmaciones.lectura.lexico import CARGOS
from siaa.redaccion.afirmaciones.lectura.palabras import SEGUIDA, Palabra

_DETERMINANTES: Final = conjunto(
    "el la los las un una unos unas su sus cada este esta dicho dicha todo todos respectivo"
)
_INDEFINIDOS: Final = conjunto("un una unos unas")
_HACIA: Final = conjunto("a al contra ante para con en")
_CORRESPONDE: Final = re.compile(r"(?:correspond|incumb|compet)\w+")
_COPULAS: Final = conjunto("y e o u")
_DE: Final = conjunto("de del la el las los honorable")
_PASIVA: Final = re.compile(r"(?:es|son|fue|fueron|sera|seran|sea|sean) \w+[aid]d[oa]s?\b")
_HASTA_EL_VERBO: Final = 8


class Papel(NamedTuple):
    """A role, what it is of («Ministerio», «Salud»), and whether it acts."""

    clave: tuple[str, str]
    actua: bool
    desde: int
    hasta: int


def leer_papeles(palabras: Sequence[Palabra]) -> Iterator[Papel]:
    """Yield the roles of a sentence. One after a preposition, or before a passive, does not act.

    What «a» gives («corresponde al juez») is to act, and who is joined to another does as he does.
    One that is not determined («una sala de cine») names nobody.
    """
    actua = True
    for lugar, palabra in enumerate(palabras):
        previas = [p.texto for p in reversed(palabras[max(0, lugar - 6) : lugar])]
        if palabra.texto not in CARGOS or not _INDEFINIDOS.isdisjoint(previas[:1]):
            continue
        anterior, antes = [*(t for t in previas if t not in _DETERMINANTES), "", ""][:2]
        siguientes = " ".join(p.texto for p in palabras[lugar + 1 : lugar + _HASTA_EL_VERBO])
        if anterior not in _COPULAS:
            hacia = anterior in _HACIA and _CORRESPONDE.fullmatch(antes) is None
            actua = not hacia and _PASIVA.search(siguientes) is None
        de_que = list(takewhile(lambda p: p.pausa == SEGUIDA, palabras[lugar + 1 : lugar + 4]))
        ultimo = next((p for p in de_que if p.texto not in _DE), palabra)
        de_otro = len(de_que) > 1 and de_que[0].texto in _DE and ultimo is not palabra
        clave = (palabra.raiz, ultimo.raiz if de_otro else "")
        yield Papel(clave, actua, palabra.desde, (ultimo if de_otro else palabra).hasta)
