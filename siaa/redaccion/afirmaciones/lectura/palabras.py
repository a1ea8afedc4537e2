"""A text as words with their place: what every reader of values reads."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.terminos import terminos_de_corrida
from siaa.biblioteca.lengua.texto import plegar_en_su_lugar
from siaa.redaccion.afirmaciones.lectura.lexico import (
    CARGOS,
    FORMAS_LIGERAS,
    IGUALES,
    LIGERAS,
    a_la_antigua,
    por_forma,
)

_RESALTES: Final = str.maketrans("*_", "  ")
_PALABRA: Final = re.compile(
    r"[a-z]{2,6}[ -]?[0-9]{2}-[0-9]{3,}"  # PSAA16-10476
    r"|[0-9]+(?:[-.,:/'’´][0-9]+)*[a-zñ]*"  # 2016-03-31, 1.200, 31/03/2016, 5o, 2020-00123
    r"|[a-zñ][a-z0-9ñ]*(?:-[0-9]+)*|[%$]"
)
_PARTE: Final = re.compile(r"[a-zñ]+|[0-9]+")

_FUTURO: Final = re.compile(r"\A(.{3,}[aei]r)(?:an?|en?|emos|se|l[aeo]s?)\Z")
"""«Reunirá», «adoptaren», «denunciarlo»: forms of norms that no stemmer knows without accents."""

PRIVATIVO: Final = re.compile(
    r"\A(?:in|im(?=p)|ir(?=r))(?!mueble|dispensable|prescindible)"
    r"(?=\w{4,}bles?\Z|admit|suficien|valid[oa]s?\Z|efica|proced|existen|necesari)"
)
"""What denies the word that it begins: «inembargable», «improcedente»."""
_POR_OTRA: Final = por_forma("por_otra")
_ACCIONES: Final = por_forma("acciones")
_ACCION: Final = re.compile(rf"({'|'.join(_ACCIONES)})\Z")
"""«Suspensión», «reducción»: the same of what is called by its action."""
_CAMBIAN: Final = MappingProxyType({"ue": "o", "ie": "e", "z": "c", "g": ""})
_CAMBIA: Final = re.compile(r"ue|ie|z\Z|(?<=[eo]n)g\Z")
"""«Cuente» and «contar», «venza» and «vencer», «convenga» and «convenir»: what a verb changes."""

ULTIMO: Final = ("y", "i", "e", "o", "u")
LARGO_NOMBRADO: Final = 6
"""Words of what is named among others: «el secretario de la sala»."""

SEGUIDA, PARENTESIS, COMA, PUNTO = range(4)
"""What stands between a word and the one before it, the strongest that there is."""


class Palabra(NamedTuple):
    """A word, folded, at `[desde, hasta)` of the text it was written in.

    raiz: what it is compared by, one for all words of a meaning; empty when it carries none.
    pausa: what stands before it.
    """

    texto: str
    raiz: str
    desde: int
    hasta: int
    pausa: int


def plegar_lo_dicho(texto: str) -> str:
    """Fold a text, with spaces for its marks of emphasis, without moving a character."""
    return plegar_en_su_lugar(texto).translate(_RESALTES)


def leer_palabras(plegado: str) -> list[Palabra]:
    """Return the words of a text that was folded in its place."""
    palabras: list[Palabra] = []
    fin = 0
    for hallada in _PALABRA.finditer(plegado):
        texto, (desde, hasta) = hallada[0], hallada.span()
        hueco = plegado[fin:desde]
        pausa = SEGUIDA if hueco == " " else _pausa(hueco) if palabras else PUNTO
        palabras.append(Palabra(texto, raiz_de(texto), desde, hasta, pausa))
        fin = hasta
    return palabras


def raices_de(palabras: Iterable[Palabra]) -> frozenset[str]:
    """Return the stems of those words that carry one."""
    return frozenset(palabra.raiz for palabra in palabras if palabra.raiz)


def partes_de(palabra: str) -> list[str]:
    """Return the runs of letters and of figures that a word is made of: `dnp`, `2680`."""
    return _PARTE.findall(palabra)


def sin_persona(palabra: str) -> str:
    """Return a verb that a norm gives a person or an object without it: «reunir» of «reunirá»."""
    return _FUTURO.sub(r"\1", palabra)


@lru_cache(maxsize=4096)
def raiz_de(palabra: str) -> str:
    """Return the stem that stands for all words of its meaning; empty for one that carries none."""
    if not palabra.isalpha():
        partes = partes_de(palabra)
        return "".join(partes) if len(partes) > 1 and not palabra[0].isdigit() else ""
    palabra = PRIVATIVO.sub("", _POR_OTRA.get(palabra, palabra))
    verbo = sin_persona(palabra)
    raiz = a_la_antigua(next(iter(terminos_de_corrida(verbo)), ""))
    if raiz.endswith("ion") and raiz not in IGUALES:
        raiz = _ACCION.sub(lambda final: _ACCIONES[final[1]], raiz)
        raiz = a_la_antigua(next(iter(terminos_de_corrida(raiz)), raiz))
    if raiz in LIGERAS or palabra in FORMAS_LIGERAS:
        return ""
    comun = raiz if palabra in CARGOS else _CAMBIA.sub(lambda parte: _CAMBIAN[parte[0]], raiz)
    return IGUALES.get(raiz) or IGUALES.get(comun, comun)


@lru_cache(maxsize=1024)
def _pausa(hueco: str) -> int:
    hueco = hueco.replace(".º", "").replace(".°", "").replace(".ª", "")
    if "\n\n" in hueco or any(signo in hueco for signo in ".;:!?|…"):
        return PUNTO
    if any(signo in hueco for signo in ",—–"):
        return COMA
    return PARENTESIS if "(" in hueco or ")" in hueco else SEGUIDA


def enumerados(palabras: Sequence[Palabra]) -> Iterator[int]:
    """Yield how many commas each enumeration has: «Cali, Neiva y Pasto» has one."""
    comas = desde = 0
    for lugar, palabra in enumerate(palabras):
        if palabra.pausa == PUNTO and len(palabras[lugar - 1].texto) > 1:  # «Rafael A. López»
            comas, desde = 0, lugar
        elif palabra.texto in ULTIMO and comas and lugar - desde <= LARGO_NOMBRADO:
            yield comas
            comas = 0
        elif palabra.pausa == COMA:
            comas = comas + 1 if lugar - desde <= LARGO_NOMBRADO else 1
            desde = lugar
