"""Numbers: read where words write them («treinta y cuatro», «dos mil»), and written in Spanish."""

from types import MappingProxyType
from typing import Final

from siaa.biblioteca.lengua.vocabulario import CARDINALES, DECENAS_ORDINALES, ORDINALES, en_orden


def _ordinales() -> dict[str, int]:
    """Every ordinal of 1 to 99 in one word, of both genders."""
    unidades = {palabra: n for n, palabra in enumerate(ORDINALES, 1)}
    unidades |= {"primer": 1, "tercer": 3, "setimo": 7, "nono": 9}
    numeros = dict(unidades)
    for decena, palabra in enumerate(DECENAS_ORDINALES, 1):
        numeros[palabra] = 10 * decena
        for unidad, n in unidades.items():
            numeros[palabra + unidad] = numeros[palabra[:-1] + unidad] = 10 * decena + n
    numeros |= {"undecimo": 11, "onceavo": 11, "duodecimo": 12, "doceavo": 12}
    return numeros | {palabra[:-1] + "a": n for palabra, n in numeros.items() if palabra[-1] == "o"}


def _cardinales() -> dict[str, int]:
    """Every word of a cardinal below a thousand."""
    decenas = ("cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")
    cientos = en_orden(
        "doscient trescient cuatrocient quinient seiscient setecient ochocient novecient"
    )
    numeros = {palabra: n for n, palabra in enumerate(CARDINALES, 1)}
    numeros |= {"cero": 0, "un": 1, "una": 1, "veintiun": 21, "veintiuna": 21}
    numeros |= {palabra: 10 * n for n, palabra in enumerate(decenas, 4)}
    numeros |= {tallo + fin: 100 * n for n, tallo in enumerate(cientos, 2) for fin in ("os", "as")}
    return numeros | {"cien": 100, "ciento": 100}


_ORDINALES: Final = MappingProxyType(_ordinales())
_CARDINALES: Final = MappingProxyType(_cardinales())
_VALOR: Final = _ORDINALES | _CARDINALES
PALABRAS_DE_NUMERO: Final = frozenset((*_VALOR, "mil"))
"""The words that a number may start with."""
_FIN: Final = "(?![a-z0-9ñ])"
_EN_ESPANOL: Final = str.maketrans({",": ".", ".": ",", "%": " %", "-": "−"})


def _una_de(palabras: list[str]) -> str:
    return "(?:" + "|".join(sorted(palabras, key=len, reverse=True)) + ")" + _FIN


_UNIDAD: Final = _una_de([p for p, n in _CARDINALES.items() if 0 < n < 10])
_DECENA: Final = _una_de([p for p, n in _CARDINALES.items() if n % 10 == 0 and 0 < n < 100])
_CENTENA: Final = _una_de([p for p, n in _CARDINALES.items() if n >= 100])
_DE_CIEN: Final = _una_de([p for p, n in _CARDINALES.items() if n < 100])
_MENOR: Final = rf"(?:{_DECENA}(?:\s+[yi]\s+{_UNIDAD})?|{_DE_CIEN})"
"""Old acts write «setenta i siete»."""
_CENTENAR: Final = rf"(?:{_CENTENA}(?:\s+{_MENOR})?|{_MENOR})"
DE_CARDINAL: Final = _una_de([*_CARDINALES, "mil"])
"""Pattern of the first word of a cardinal, which makes one by itself."""
_EMPIEZA: Final = f"(?={DE_CARDINAL})"
"""Where a number may start: so a level names the one below twice, not in each alternative."""
_MILLAR: Final = rf"{_EMPIEZA}(?:(?:{_CENTENAR}\s+)?mil{_FIN})?(?:\s*{_CENTENAR})?"
_MILES: Final = rf"{_EMPIEZA}{_CENTENAR}\s+mil{_FIN}(?:\s*{_CENTENAR})?"
CARDINAL: Final = rf"(?:{_MILLAR}(?:\s+millon(?:es)?{_FIN}(?:\s+{_MILLAR}|,\s+{_MILES})?)?)"
"""Pattern of a cardinal below 10¹²; old acts write «dos millones, cien mil»."""
_DECIMO: Final = "(?:" + "|".join(palabra[:-1] for palabra in DECENAS_ORDINALES) + ")"
_ORDINAL_SIMPLE: Final = _una_de([p for p, n in _ORDINALES.items() if n < 13])
ORDINAL: Final = (
    rf"(?:{_DECIMO}(?:o?|[oa]\s+){_ORDINAL_SIMPLE}|{_DECIMO}[oa]{_FIN}|{_ORDINAL_SIMPLE})"
)
"""Pattern of an ordinal of 1 to 99."""
DE_UNIDAD: Final = rf"(?!(?:una?|cero){_FIN})(?:{ORDINAL}|{_CENTENAR})"
"""Pattern of the number of an article and the like: an ordinal, or a cardinal of 1 to 999."""


def numero_en_palabras(escrito: str) -> int:
    """Return the number that a text says which one of the patterns matches.

    >>> numero_en_palabras("dos mil treinta y cuatro"), numero_en_palabras("decimo segundo")
    (2034, 12)
    """
    total = grupo = 0
    for palabra in escrito.split():
        if palabra == "mil":
            total, grupo = total + (grupo or 1) * 1_000, 0
        elif palabra.startswith("millon"):
            total, grupo = (total + grupo) * 1_000_000, 0
        else:
            grupo += _VALOR.get(palabra, 0)  # «y» adds nothing
    return total + grupo


def escribir_numero(valor: float, forma: str = ",.0f") -> str:
    """Write a number as Spanish does: points between thousands, a decimal comma, a true minus.

    forma: how Python would write it.

    >>> escribir_numero(1234.5, ",.1f"), escribir_numero(0.25, "+.1%"), escribir_numero(-2)
    ('1.234,5', '+25,0 %', '−2')
    """
    return format(valor, forma).translate(_EN_ESPANOL)
