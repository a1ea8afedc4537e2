"""Numbers as they are written: in words, in figures, in both."""

import math
import re
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.numeros import CARDINAL, ORDINAL, numero_en_palabras
from siaa.redaccion.afirmaciones.lectura.lexico import palabras_de

_FIN: Final = r"(?![a-z0-9ñ]|[.,:/-][0-9])"
CIFRAS: Final = (
    r"(?:[1-9][0-9]{0,2}(?:(?:[.,'’´][0-9]{3})+|(?:\s000)+)(?:[.,][0-9]{1,2})?|[0-9]+(?:[.,][0-9]+)?)"
    rf"(?:er|[rdtmvn]?[oa]|\.?[º°ª])?{_FIN}"
)
"""Pattern of what figures write: 1.200, 5.000.00, 3,5, 5o, 5.º."""
_ROMANOS: Final = MappingProxyType(
    {romano: n for n, romano in enumerate(palabras_de("romanos"), 1) if len(romano) > 1}
)
"""Roman figures, but those of one letter, which may be a word or the name of an item."""
_NUMERO: Final = re.compile(
    rf"(?:(?P<cifras>{CIFRAS})(?P<magnitud>(?:\s+(?:mil|millon(?:es)?)\b)*)"
    rf"|(?P<ordinal>{ORDINAL}|(?:{'|'.join(_ROMANOS)}){_FIN})|(?P<cardinal>{CARDINAL}))"
    rf"(?:\s?\(\s?(?P<otra>{CIFRAS})\s?\))?"
)
_Y_MEDIO: Final = re.compile(r"(?<=llon)\sy\smedio\b|(?<=llones)\sy\smedio\b")
_DUDOSO: Final = re.compile(r"una?|uno|(?<![a-zñ]{3} )primero")


class Numero(NamedTuple):
    """A number that ends at `fin`.

    ordinal: whether it tells a place. dudoso: «un», and «primero» after no noun, which may be none.
    """

    valor: float
    fin: int
    ordinal: bool
    dudoso: bool


def leer_numero(plegado: str, desde: int) -> Numero | None:
    """Return the number that starts at a place of a folded text, if one does.

    In words and again in figures («cinco (5)») it is one number, if both say the same.
    """
    hallada = _NUMERO.match(plegado, desde)
    if hallada is None:
        return None
    if hallada["cifras"]:
        magnitudes = [1e6 if m.startswith("millon") else 1e3 for m in hallada["magnitud"].split()]
        valor = math.prod(magnitudes, start=de_cifras(hallada["cifras"]))
    else:
        escrito = hallada["ordinal"] or hallada["cardinal"]
        valor = _ROMANOS.get(escrito) or numero_en_palabras(escrito)
    if medio := _Y_MEDIO.match(plegado, hallada.end()):
        return Numero(valor + 0.5e6, medio.end(), False, False)
    repetido = hallada["otra"] is not None and de_cifras(hallada["otra"]) == valor
    fin = hallada.end() if repetido else max(map(hallada.end, ("magnitud", "ordinal", "cardinal")))
    dudoso = _DUDOSO.fullmatch(plegado, desde, fin) is not None
    ordinal = hallada["ordinal"] or not (hallada["cifras"] or "1")[-1].isdigit()
    return Numero(valor, fin, bool(ordinal), dudoso)


def de_cifras(escrito: str) -> float:
    """Return what figures say that `CIFRAS` matches."""
    partes = re.findall(r"[0-9]+", escrito)
    # «4,440» are thousands, as old acts write them: nobody writes three decimals but of nothing
    decimal = len(partes) > 1 and (len(partes[-1]) != 3 or escrito[0] == "0")
    decimales = partes.pop() if decimal else "0"
    return float(f"{''.join(partes)}.{decimales}")
