"""Laws that people call by a name: «Código General del Proceso», «CGP», «C. G. P.»."""

import re
from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.nombres import Norma, normas_citadas
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.lengua.vocabulario import DE_UN_TEXTO, NOMBRES_DE_LEYES, STOPWORDS_ES


class Ley(NamedTuple):
    """A law that people call by a name: that, as it is written, and the norm that it is."""

    nombre: str
    norma: Norma


LEYES: Final = MappingProxyType(
    {
        plegar(nombre): Ley(nombre, norma)
        for nombre, dicha in NOMBRES_DE_LEYES.items()
        for *_, norma in normas_citadas(dicha)
    }
)
"""What a law is called, folded → the law."""
CIFRAS_DE_ANIO: Final = 4
_PUNTOS = re.compile(r"[.\s]")


def _como_se_escribe(nombre: str) -> str:
    """Return the pattern of a folded name: initials («cgp») also with points."""
    return nombre if " " in nombre else f"{nombre}|" + r"\.\s?".join(nombre) + r"\.?"


_LEY: Final = re.compile(
    rf"\b(?:{'|'.join(map(_como_se_escribe, sorted(LEYES, key=len, reverse=True)))})(?!\w)"
    r"(?! (?:anterior|antigu|viej|derogad|municipal|departamental|distrital|alimentari))"
)
"""No longer name: «estatuto tributario municipal»."""


def _palabras(partes: Iterable[str]) -> tuple[str, ...]:
    return tuple(parte for parte in partes if parte not in STOPWORDS_ES)


_POR_PALABRAS: Final = MappingProxyType(
    {
        _palabras(partes): ley.norma
        for nombre, ley in LEYES.items()
        for partes in (nombre.split(), nombre.split() if " " in nombre else nombre)
    }
)
"""The words that a law is called by, initials one by one too → the norm."""


def leyes_dichas(plegada: str) -> Iterator[tuple[int, int, Ley]]:
    """Yield where a folded text calls laws by a name, in order, and which they are."""
    return ((*hallada.span(), _cual(hallada)) for hallada in _LEY.finditer(plegada))


def ley_en(plegada: str, lugar: int) -> Ley | None:
    """Return the law whose name stands at a place of a folded text."""
    hallada = _LEY.match(plegada, lugar)
    return _cual(hallada) if hallada else None


def ley_de_nombre(nombre: str) -> Norma | None:
    """Return the norm that a document is which goes by the name of a law, and by no more.

    `codigo_general_del_proceso_2024` is one; a guide to it, or a law of an earlier year, is not.
    """
    palabras = _palabras(corridas(plegar(nombre)))
    hasta = next((n for n in range(len(palabras), 0, -1) if palabras[:n] in _POR_PALABRAS), 0)
    norma, resto = _POR_PALABRAS.get(palabras[:hasta]), palabras[hasta:]
    cifras = {dicho for dicho in resto if dicho.isdigit()}
    if norma is None or not {*resto} - cifras <= DE_UN_TEXTO:
        return None
    de_antes = any(len(dicho) == CIFRAS_DE_ANIO and dicho < (norma.anio or "") for dicho in cifras)
    return None if de_antes else norma


def _cual(hallada: re.Match[str]) -> Ley:
    return LEYES.get(hallada[0]) or LEYES[_PUNTOS.sub("", hallada[0])]
