"""Numbers as they are written: in words, in figures, in both, in Roman figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.referencias import ORDINALES_EN_PALABRAS, de_romano
from siaa.biblioteca.lengua.vocabulario import CARDINALES
from siaa.redaccion.afirmaciones.lectura.palabras import PARENTESIS, SEGUIDA, Palabra
from siaa.redaccion.afirmaciones.lectura.tablas import conjunto

_DECENAS: Final = ("cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")
_CENTENAS: Final = (
    *("doscient", "trescient", "cuatrocient", "quinient", "seiscient", "setecient", "ochocient"),
    "novecient",
)


def _cardinales() -> dict[str, int]:
    """Every word of one number below a thousand."""
    sueltos = {palabra: n for n, palabra in enumerate(CARDINALES, 1)}
    sueltos |= {"cero": 0, "un": 1, "una": 1, "veintiun": 21, "veintiuna": 21}
    sueltos |= {palabra: 10 * n for n, palabra in enumerate(_DECENAS, 4)}
    sueltos |= {"cien": 100, "ciento": 100}
    cientos = {tallo + fin: n for n, tallo in enumerate(_CENTENAS, 2) for fin in ("os", "as")}
    return sueltos | {palabra: 100 * n for palabra, n in cientos.items()}


_CARDINAL: Final = MappingProxyType(_cardinales())
_FRACCIONES: Final = MappingProxyType(
    {"mitad": 0.5, "doble": 2.0, "triple": 3.0, "tercio": 1 / 3, "tercios": 1 / 3}
)
_PARTES: Final = MappingProxyType({"tercera": 3, "cuarta": 4, "quinta": 5, "decima": 10})
_ARTICULOS: Final = frozenset(("un", "una", "uno"))
_ROMANO: Final = re.compile(r"(?=[ivxlc])(?![lc]\Z)c{0,2}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
CON_ROMANOS: Final = conjunto(
    "grado nivel categoria clase tipo fase grupo anexo tomo siglo libro seccion parte"
)
_MILES: Final = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+(?:,[0-9]+|\.[0-9]{2})?")
_CIFRAS: Final = re.compile(
    r"([0-9]+)(?:[.,]([0-9]+))?(?:o|a|er|ro|ra|do|da|to|ta|mo|ma|vo|va|no|na)?"
)

_MAGNITUD: Final = MappingProxyType({"mil": 1_000, "millon": 1_000_000, "millones": 1_000_000})
PALABRAS_DE_NUMERO: Final = frozenset(
    (*_CARDINAL, *_MAGNITUD, *ORDINALES_EN_PALABRAS, *_FRACCIONES)
)
"""The words that a number may start with, but for Roman figures."""


class Numero(NamedTuple):
    """A number that ends before the word `fin`.

    ordinal: whether it tells a place. dudoso: «un», which may be no number at all, and «los dos»,
    which may count what was just listed.
    """

    valor: float
    fin: int
    ordinal: bool = False
    dudoso: bool = False
    fraccion: bool = False


def leer_numero(palabras: Sequence[Palabra], lugar: int) -> Numero | None:
    """Return the number that starts at a word, if one does.

    In words and again in figures («cinco (5)») it is one number, if both say the same.
    """
    numero = _leer(palabras, lugar)
    if numero is None or numero.fin >= len(palabras):
        return numero
    repetido = palabras[numero.fin]
    if repetido.pausa == PARENTESIS and _de_cifras(repetido.texto) == numero.valor:
        return numero._replace(fin=numero.fin + 1, dudoso=False)
    return numero


def _leer(palabras: Sequence[Palabra], lugar: int) -> Numero | None:
    texto = palabras[lugar].texto
    if texto[0].isdigit():
        valor = _de_cifras(texto)
        return None if valor is None else _con_magnitud(palabras, lugar + 1, valor)
    if texto in ORDINALES_EN_PALABRAS:
        return _ordinal(palabras, lugar)
    if texto in _CARDINAL or texto in _MAGNITUD:
        return _cardinal(palabras, lugar)
    if texto in _FRACCIONES:
        return Numero(_FRACCIONES[texto], lugar + 1, fraccion=True)
    if lugar and palabras[lugar - 1].texto in CON_ROMANOS and _ROMANO.fullmatch(texto):
        return Numero(de_romano(texto), lugar + 1, ordinal=True)
    return None


def _de_cifras(texto: str) -> float | None:
    """Return what figures say: «1.200», «3,5», «5o»; None when they are no plain number."""
    if _MILES.fullmatch(texto):
        entero, coma, centavos = texto.partition(",")
        if not coma and texto[-3] == ".":  # «5.000.00»
            entero, centavos = texto[:-3], texto[-2:]
        return float(f"{entero.replace('.', '')}.{centavos or 0}")
    cifras = _CIFRAS.fullmatch(texto)
    return float(f"{cifras[1]}.{cifras[2] or 0}") if cifras else None


def _con_magnitud(palabras: Sequence[Palabra], lugar: int, valor: float) -> Numero:
    """Return a number in figures times the «mil» and «millones» that follow it."""
    while lugar < len(palabras) and palabras[lugar].texto in _MAGNITUD:
        valor *= _MAGNITUD[palabras[lugar].texto]
        lugar += 1
    return Numero(valor, lugar)


def _ordinal(palabras: Sequence[Palabra], lugar: int) -> Numero:
    """Return an ordinal of one word or two («vigésimo quinto»), or a part («tercera parte»)."""
    valor = ORDINALES_EN_PALABRAS[palabras[lugar].texto]
    siguiente = palabras[lugar + 1] if lugar + 1 < len(palabras) else None
    if siguiente is None or siguiente.pausa != SEGUIDA:
        return Numero(valor, lugar + 1, ordinal=True)
    if siguiente.texto == "parte" and palabras[lugar].texto in _PARTES:
        return Numero(1 / _PARTES[palabras[lugar].texto], lugar + 2, fraccion=True)
    unidad = ORDINALES_EN_PALABRAS.get(siguiente.texto, 10)
    if valor % 10 == 0 and unidad < 10:
        return Numero(valor + unidad, lugar + 2, ordinal=True)
    return Numero(valor, lugar + 1, ordinal=True)


def _cardinal(palabras: Sequence[Palabra], lugar: int) -> Numero:
    """Return the longest cardinal that starts at a word.

    libre: what the next word of a group must stay below.
    """
    millones = miles = grupo = 0
    libre, desde = 1000, lugar
    while lugar < len(palabras) and (lugar == desde or palabras[lugar].pausa == SEGUIDA):
        texto = palabras[lugar].texto
        if texto == "mil" and not miles:
            miles, grupo, libre = max(grupo, 1) * 1000, 0, 1000
        elif texto in ("millon", "millones") and not millones:
            millones = max(miles + grupo, 1) * 1_000_000
            miles, grupo, libre = 0, 0, 1000
        elif (valor := _CARDINAL.get(texto, libre)) < libre:
            grupo, libre = grupo + valor, 100 if valor >= 100 else 0
        elif texto == "y" and (unidad := _unidad_tras_y(palabras, lugar, grupo)):
            grupo, lugar = grupo + unidad, lugar + 1
        else:
            break
        lugar += 1
    dudoso = lugar == desde + 1 and (
        palabras[desde].texto in _ARTICULOS
        or (grupo == 2 and desde > 0 and palabras[desde - 1].texto in ("los", "las"))
    )
    return Numero(millones + miles + grupo, lugar, dudoso=dudoso)


def _unidad_tras_y(palabras: Sequence[Palabra], lugar: int, grupo: int) -> int:
    """Return the unit that «y» joins to the tens just read («treinta y uno»); 0 if none."""
    if grupo % 10 or not grupo % 100 or lugar + 1 >= len(palabras):
        return 0
    unidad = _CARDINAL.get(palabras[lugar + 1].texto, 0)
    return unidad if unidad < 10 and palabras[lugar + 1].pausa == SEGUIDA else 0
