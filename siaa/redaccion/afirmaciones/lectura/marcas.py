"""What a sentence denies, allows, orders, restricts: the small words and what each bears on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.redaccion.afirmaciones.lectura.lexico import conjunto, por_forma
from siaa.redaccion.afirmaciones.lectura.palabras import COMA, PUNTO, Palabra, raiz_de


class Efecto(Enum):
    """What a small word does to what follows it."""

    NIEGA = auto()
    """«No», «sin», «ningún»."""
    RECHAZA = auto()
    """A word that denies by what it means: «prohíbe», «exento», «pierde»."""
    PUEDE = auto()
    OPTA = auto()
    """What leaves it to whoever acts: «si lo desea», «a su discreción»."""
    PERMITE = auto()
    """A word that may mean «puede»: «autoriza», «derecho»."""
    DEBE = auto()
    EXIGE = auto()
    """A word that may mean «debe»."""
    SOLO = auto()
    UNICO = auto()
    """A word that may mean «solo»: «único», «sino»."""
    TODO = auto()
    ALGUNO = auto()
    SALVO = auto()
    BASTA = auto()
    DESDE = auto()
    HASTA = auto()
    """From a moment on, and up to it."""
    OTRO = auto()
    """«Otros»: more than what was said."""


_CLASES: Final = MappingProxyType(
    {forma: Efecto[clase] for forma, clase in por_forma("efectos").items()}
)
_NO_CUENTAN: Final = frozenset(
    (
        *(("no", "obstante"), ("no", "solo"), ("no", "solamente"), ("no", "sea")),
        *(("sin", "embargo"), ("sin", "perjuicio"), ("sin", "importar"), ("sin", "falta")),
        *((sola, y) for sola in ("sola", "solas", "solo", "solos") for y in ("o", "y", "ni")),
    )
)
_SIN_REMEDIO: Final = re.compile(r"(?:in|im|ir)[a-z]{4,}bles?")
"""«Inmodificable», «improrrogable», «irrenunciable»."""
_IMPIDEN: Final = conjunto(
    "impide impiden impedira impediran prohibe prohiben prohibira excluye excluyen obsta"
)
_LEJOS: Final = 7
"""Words before one in which «ningún» denies it."""
_HASTA_AQUI: Final = 8
_HASTA_PARA: Final = 24
_QUEDA: Final = conjunto("queda quedan quedara quedaran esta estan estara estaran sera seran")
_POTESTADES: Final = conjunto("facultad facultades potestad derecho libre")
"""What permits only where it says what for («la facultad de pagar», and no school)."""
COMPARA: Final = re.compile(
    r"menos|mas|(?:inferior|superior|mayor|menor)(?:es)?|(?:exced|sobrepas|super)\w+"
)
"""«No menos de», «no podrá ser superior a»: a limit, read with its value, and no denial."""
_NEGADA: Final = re.compile(r"\bno(?: (?:se|les?|l[oa]s?|me|nos)){0,2}\Z")
_CONDICIONES: Final = frozenset(("mientras", "tanto", "si"))
_DETRAS_DE: Final = MappingProxyType(
    {**dict.fromkeys(conjunto("desea desean deseen quiere quieren"), "lo"), "vez": "una"}
)
"""Words that count only after another: «si lo desea», «una vez»."""
_PARTICIPIO: Final = re.compile(r".+[ai]d[oa]s?")
_PERMITIR: Final = raiz_de("permitir")
_ROTUNDAS: Final = conjunto("ningun ninguna ninguno nadie nunca jamas tampoco")
_MOMENTOS: Final = frozenset(map(raiz_de, ("fecha", "momento", "dia")))
_TIENE: Final = frozenset(("tiene", "tienen", "tendra", "tendran"))


class Marca(NamedTuple):
    """A small word and the stem of the first word of content that it bears on, if any.

    propia: its own stem. segunda: the stem after `raiz`. negada: whether «no» stands before it.
    """

    clase: Efecto
    forma: str
    propia: str
    raiz: str
    segunda: str
    negada: bool
    condicional: bool
    desde: int
    hasta: int


def leer_marcas(palabras: Sequence[Palabra]) -> Iterator[Marca]:
    """Yield what the small words of a sentence do."""
    for lugar, palabra in enumerate(palabras):
        clase = _clase_de(palabra.texto)
        if clase is None or _no_cuenta(palabras, lugar, clase):
            continue
        antes = _misma_clausula(palabras, lugar)
        negada = _NEGADA.search(" ".join(antes)) is not None or not _ROTUNDAS.isdisjoint(antes)
        condicional = not _CONDICIONES.isdisjoint(antes[-1:])
        raiz, segunda = _que_sigue(palabras, _tras_para(palabras, lugar, clase) + 1)
        propio = (clase, palabra.texto, palabra.raiz, raiz, segunda)
        yield Marca(*propio, negada, condicional, palabra.desde, palabra.hasta)


def _tras_para(palabras: Sequence[Palabra], lugar: int, clase: Efecto) -> int:
    """Return where what a small word bears on comes after: «autorízase al ministro para pagar»."""
    if clase is not Efecto.PERMITE:
        return lugar
    cerca = range(lugar, min(lugar + _HASTA_PARA, len(palabras)))
    return next((n for n in cerca if palabras[n].texto == "para"), lugar)


def _misma_clausula(palabras: Sequence[Palabra], lugar: int) -> list[str]:
    """Return the words before one, back to a comma or a stop."""
    antes: list[str] = []
    while lugar and palabras[lugar].pausa < COMA and len(antes) < _LEJOS:
        lugar -= 1
        antes.insert(0, palabras[lugar].texto)
    return antes


def _no_cuenta(palabras: Sequence[Palabra], lugar: int, clase: Efecto) -> bool:
    """Tell whether a small word is not what it looks like, by the words beside it."""
    texto, siguiente = palabras[lugar].texto, [p.texto for p in palabras[lugar + 1 : lugar + 3]]
    anteriores = [p.texto for p in palabras[max(0, lugar - 2) : lugar]]
    suelto = texto == "no" and (not siguiente or palabras[lugar + 1].pausa == PUNTO)
    if suelto or (texto, *siguiente[:1]) in _NO_CUENTAN:
        return True  # «No. 7», or the end of a question
    if clase is Efecto.NIEGA:
        # «no impide» denies nothing, nor does the word that it denies
        limita = any(COMPARA.fullmatch(p.texto) for p in palabras[lugar + 1 : lugar + _HASTA_AQUI])
        return limita or not _IMPIDEN.isdisjoint(siguiente)
    if texto in _IMPIDEN:
        return "no" in anteriores
    if texto in _DETRAS_DE:
        return anteriores[-1:] != [_DETRAS_DE[texto]]
    if texto in ("antes", "despues"):
        return siguiente[:1] not in (["de"], ["del"])
    return _no_manda(texto, clase, anteriores, siguiente)


def _no_manda(
    texto: str, clase: Efecto, anteriores: Sequence[str], siguiente: Sequence[str]
) -> bool:
    """Tell whether a word that may order, allow or restrict does not, by those beside it."""
    if texto in _TIENE:
        return siguiente[:1] != ["que"]
    if texto in _POTESTADES:
        return not any(p.endswith(("r", "rse", "rlo", "rla")) for p in siguiente)
    if clase is Efecto.PERMITE:
        return _PARTICIPIO.fullmatch(texto) is not None and _QUEDA.isdisjoint(anteriores)
    if clase in (Efecto.PUEDE, Efecto.DEBE):
        # «el plazo que puede tener» orders and allows nothing; «podrá ser inferior» is a limit
        return anteriores[-1:] == ["que"] or any(map(COMPARA.fullmatch, siguiente))
    return texto == "sola" and anteriores[-1:] == ["una"] and siguiente[:1] != ["vez"]


@lru_cache(maxsize=4096)
def _clase_de(texto: str) -> Efecto | None:
    if _SIN_REMEDIO.fullmatch(texto):
        return Efecto.RECHAZA
    if raiz_de(texto) == _PERMITIR or texto in _POTESTADES:
        return Efecto.PERMITE
    return _CLASES.get(texto) or _CLASES.get(texto.removesuffix("se"))


def _que_sigue(palabras: Sequence[Palabra], lugar: int) -> tuple[str, str]:
    """Return the stems of the next two words of content, up to a comma or a stop."""
    raices: list[str] = []
    for palabra in palabras[lugar : lugar + 12]:
        if palabra.pausa >= COMA or len(raices) == 2:
            break
        if (
            palabra.raiz
            and palabra.raiz not in _MOMENTOS
            and _CLASES.get(palabra.texto, Efecto.RECHAZA) is Efecto.RECHAZA
        ):
            raices.append(palabra.raiz)
    return (*raices, "", "")[:2]  # type: ignore[return-value]
