"""Dates, whole or in part, and times of the day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.redaccion.afirmaciones.lectura.numeros import leer_numero
from siaa.redaccion.afirmaciones.lectura.palabras import PARENTESIS, Palabra

MESES: Final = MappingProxyType(
    {
        nombre: numero
        for numero, nombres in enumerate(
            (
                *("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto"),
                *("septiembre setiembre", "octubre", "noviembre", "diciembre"),
            ),
            1,
        )
        for nombre in nombres.split()
    }
)
ANIOS: Final = range(1800, 2101)
DIAS: Final = range(1, 32)
_DE: Final = frozenset(("de", "del", "mes", "el", "año", "ano", "dia", "la"))
_ENLACES: Final = frozenset(("al", "a", "y", "e", "o", "hasta", "el"))
_EN_CIFRAS: Final = re.compile(r"(\d{1,4})[-/.](\d{1,2})[-/.](\d{2,4})")
_HORA: Final = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")
_MEDIODIA: Final = 12


class Fecha(NamedTuple):
    """A date; None for each part that is not said."""

    dia: int | None
    mes: int | None
    anio: int | None


def leer_fecha_en_cifras(texto: str) -> Fecha | None:
    """Return the date of «31/03/2016» or «2016-03-31»; None if it is none."""
    partes = _EN_CIFRAS.fullmatch(texto)
    if partes is None:
        return None
    uno, mes, otro = (int(parte) for parte in partes.groups())
    anio, dia = (uno, otro) if uno in ANIOS else (otro, uno)
    return Fecha(dia, mes, anio) if dia in DIAS and mes in range(1, 13) else None


def leer_fecha(
    palabras: Sequence[Palabra], lugar: int, dia: int | None
) -> tuple[Fecha, int] | None:
    """Return the date whose month is said from a word on, with the word after its end.

    dia: the number before. A day that shares its month with the next («del 1 al 15 de marzo») is a
    date too, and ends where its own number does.
    """
    mes = _saltar(palabras, lugar, _DE)
    if mes < len(palabras) and palabras[mes].texto in MESES:
        fin, anio = _anio(palabras, mes + 1)
        return Fecha(dia, MESES[palabras[mes].texto], anio), fin
    if dia is None or lugar >= len(palabras) or palabras[lugar].texto not in _ENLACES:
        return None
    siguiente = _saltar(palabras, lugar, _ENLACES | _DE)
    otro = leer_numero(palabras, siguiente) if siguiente < len(palabras) else None
    if otro is None or otro.valor not in DIAS:
        return None
    mes = _saltar(palabras, otro.fin, _DE)
    if mes >= len(palabras) or palabras[mes].texto not in MESES:
        return None
    return Fecha(dia, MESES[palabras[mes].texto], _anio(palabras, mes + 1)[1]), lugar


def _anio(palabras: Sequence[Palabra], lugar: int) -> tuple[int, int | None]:
    """Return the year that follows a month, with the word after it."""
    siguiente = _saltar(palabras, lugar, _DE)
    numero = leer_numero(palabras, siguiente) if siguiente < len(palabras) else None
    if numero is None or numero.valor not in ANIOS:
        return lugar, None
    return numero.fin, int(numero.valor)


def leer_hora(palabras: Sequence[Palabra], lugar: int) -> tuple[str, int] | None:
    """Return the time of the day that starts at a word as «HH:MM», with the word after it."""
    texto = palabras[lugar].texto
    escrita = _HORA.fullmatch(texto)
    mitad = _mitad_del_dia(palabras, lugar + 1)
    if not (escrita and (":" in texto or mitad)) and not (mitad and texto.isdigit()):
        return None
    hora, minutos = (int(escrita[1]), escrita[2]) if escrita else (int(texto), "00")
    if mitad == "p" and hora < _MEDIODIA:
        hora += _MEDIODIA
    return f"{hora % 24:02}:{minutos}", lugar + (3 if mitad else 1)


def _mitad_del_dia(palabras: Sequence[Palabra], lugar: int) -> str:
    """Return «a» or «p» where «a. m.», «de la tarde» and the like stand; empty elsewhere."""
    seguidas = [palabra.texto for palabra in palabras[lugar : lugar + 3]]
    if seguidas[1:2] == ["m"] and seguidas[0] in ("a", "p"):
        return seguidas[0]
    if seguidas[:2] == ["de", "la"]:
        return {"mañana": "a", "tarde": "p", "noche": "p"}.get(seguidas[-1], "")
    return ""


def _saltar(palabras: Sequence[Palabra], lugar: int, cuales: frozenset[str]) -> int:
    """Return the first word from a place on that is none of those, nor cut off from what is before.

    A word after a comma or a stop is not reached: its place is then past the end.
    """
    while lugar < len(palabras) and palabras[lugar].pausa <= PARENTESIS:
        if palabras[lugar].texto not in cuales:
            return lugar
        lugar += 1
    return len(palabras)
