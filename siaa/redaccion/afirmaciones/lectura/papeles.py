"""Who a sentence names, and whether it has them act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from siaa.redaccion.afirmaciones.lectura.lexico import CARGOS, conjunto
from siaa.redaccion.afirmaciones.lectura.palabras import COMA, SEGUIDA, Palabra

_DETERMINANTES: Final = conjunto(
    "el la los las un una unos unas su sus cada este esta dicho dicha todo todos respectivo"
)
_HACIA: Final = conjunto("a al contra ante para con en")
_ENLACES: Final = frozenset(("y", "o", "e", "u", "ni"))
_DE: Final = conjunto("de del la el las los honorable")
_QUIENES: Final = frozenset(("quien", "quienes"))
_HASTA_QUIEN: Final = 10


class Papel(NamedTuple):
    """A role, what it is of («Ministerio», «Salud»), and whether it acts."""

    clave: tuple[str, str]
    actua: bool
    desde: int
    hasta: int


def leer_papeles(palabras: Sequence[Palabra]) -> Iterator[Papel]:
    """Yield the roles of a sentence. One after a preposition does not act."""
    actua = True
    for lugar, palabra in enumerate(palabras):
        if palabra.texto not in CARGOS:
            continue
        antes = [
            p.texto for p in palabras[max(0, lugar - 6) : lugar] if p.texto not in _DETERMINANTES
        ]
        if not antes or antes[-1] not in _ENLACES:
            actua = not antes or antes[-1] not in _HACIA
        actua = actua or _sigue_quien(palabras[lugar + 1 : lugar + _HASTA_QUIEN])
        de_que = [p for p in palabras[lugar + 1 : lugar + 4] if p.pausa == SEGUIDA]
        ultimo = next((p for p in de_que if p.texto not in _DE), palabra)
        de_otro = len(de_que) > 1 and de_que[0].texto in _DE and ultimo is not palabra
        clave = (palabra.raiz, ultimo.raiz if de_otro else "")
        yield Papel(clave, actua, palabra.desde, (ultimo if de_otro else palabra).hasta)


def _sigue_quien(siguientes: Sequence[Palabra]) -> bool:
    """Tell whether a role goes on as who acts («se paga al síndico, quien deberá…»)."""
    pausa = next((p for p in siguientes if p.pausa >= COMA), None)
    return pausa is not None and pausa.texto in _QUIENES
