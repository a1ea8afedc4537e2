"""What documents are called: the tokens of a file name, its codes and the norm it holds."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final

from siaa.biblioteca.lengua.texto import CORRIDA, coincidencias, plegar
from siaa.biblioteca.lengua.vocabulario import TIPOS_NORMA

LARGO_MINIMO_PARTE = 3
CIFRAS_MINIMAS_CODIGO = 5
CIFRAS_DE_MILES = 3

_SEPARADORES_NOMBRE = re.compile(r"[_\-.\s]+")
_EXTENSION = re.compile(r"\.[^.]*$")
_EN_MEDIO: Final = r"[\s\-–—_./]+"
_CIFRA = re.compile("[0-9]")
_CODIGO = re.compile(
    rf"[0-9]{{{CIFRAS_MINIMAS_CODIGO},}}|(?=.*[0-9])(?=.*[a-zñ])[a-z0-9ñ]{{{LARGO_MINIMO_PARTE},}}"
)
_ANTE_CIFRAS = re.compile(rf"(?<=[a-zñ]){_EN_MEDIO}(?=[0-9])")
_ENTRE_CIFRAS = re.compile(rf"(?<=[0-9]){_EN_MEDIO}(?=[0-9]{{{CIFRAS_DE_MILES}}})")

_FIN: Final = "(?![a-z0-9ñ])"
_ANIO: Final = (
    r"(?:\s*[/-]\s*|,?\s+(?:del?\s+)?(?:fecha\s+)?(?:(?:[0-9]{1,2}[°ºo]?\s+(?:del?\s+)?[a-z]{4,10}"
    r"|[a-z]{4,10}\s+[0-9]{1,2}[°ºo]?),?\s+)?(?:del?\s*)?(?:año\s+)?)"
    rf"(?P<anio>(?:1[789]|20)[0-9]{{2}}){_FIN}"
)
_VALOR = re.compile(
    r"(?P<letras>[a-z]{2,6}[0-9]{2}[\s-]{0,2}|(?:su|[b-df-hj-np-tv-xz]{1,4})[\s-]?)?"
    r"0*(?P<numero>[1-9][0-9]{0,2}(?:\.[0-9]{3})+|[1-9][0-9]{0,5})"
    rf"(?:[ªaºo°]?{_FIN}|[ªº°])(?:{_ANIO})?"
)
"""Letters («PSAA16-», «T-», «SU»), number, «de AAAA» or «de 12 de marzo de AAAA»."""
_UN_VALOR: Final = re.sub(r"\(\?P<[a-z]+>", "(?:", _VALOR.pattern)
_CITA = re.compile(
    rf"(?<![a-z0-9ñ])(?P<tipo>{'|'.join(TIPOS_NORMA)})(?:e?s)?"
    r"(?:[\s-]{1,2}(?:ley|leyes|(?:legislativ|reglamentari|extraordinari|ejecutiv|estatutari|organic"
    r"|extern|intern|conjunt)[oa]s?))?"
    r"\s{1,2}(?:n(?:umero|um|ro|o)?s?[\s.°º]{1,3})?"
    rf"(?P<valores>{_UN_VALOR}(?:(?:\s?,\s?|,?\s[ye]\s){_UN_VALOR}){{0,20}})"
)
"""Kind, adjective, «n.º» and one value, or a list of them."""


@dataclass(frozen=True, slots=True)
class Norma:
    """A norm by kind («decreto»), the letters before its number («c» in C-123), number, year."""

    tipo: str
    letras: str
    numero: str
    anio: str | None

    @property
    def escrita(self) -> str:
        """As people write it: «Decreto 362 de 2004», «Acuerdo PSAA16-10476 de 2016»."""
        return self.dicha[: len(self.tipo)].title() + self.dicha[len(self.tipo) :]

    @property
    def dicha(self) -> str:
        """As a sentence has it: «decreto 362 de 2004»."""
        tipo = self.tipo.replace("resolucion", "resolución")
        numero = f"{self.letras.upper()}-{self.numero}" if self.letras else self.numero
        return f"{tipo} {numero}".lstrip() + (f" de {self.anio}" if self.anio else "")

    @property
    def su_anio(self) -> str | None:
        """The year that it is cited with, or that its letters tell: «PSAA16» is of 2016."""
        return self.anio or (f"20{self.letras[-2:]}" if self.letras[-2:].isdigit() else None)


def sin_extension(nombre: str) -> str:
    """Return a file name without its last extension."""
    return _EXTENSION.sub("", nombre)


def partes_nombre(nombre: str) -> tuple[str, ...]:
    """Split a file name, without extension and folded, at `_ - .` and white space."""
    return tuple(p for p in _SEPARADORES_NOMBRE.split(plegar(sin_extension(nombre))) if p)


def codigos_nombre(nombre: str) -> frozenset[str]:
    """Return the codes in a file name, and those that neighbouring parts make when joined.

    A code is a part with letters and digits (`psaa16`) or with at least 5 digits (`10476`).
    """
    partes = partes_nombre(nombre)
    pares = ((una, otra) for una, otra in pairwise(partes) if otra.isdigit())
    juntas = {una + otra for una, otra in pares if _CODIGO.fullmatch(una)}
    return frozenset(juntas.union(filter(_CODIGO.fullmatch, partes)))


def codigos_posibles(texto_plegado: str) -> frozenset[str]:
    """Return what a text could mean as a code: its runs, and those that follow each other, joined.

    Hyphens, dots and spaces before digits do not count, between digits only where thousands follow:
    `PSAA 16-10476` yields `psaa16`, `psaa1610476` and `10476`.
    """
    juntos = _ANTE_CIFRAS.sub("", texto_plegado)
    escritos = (texto_plegado, juntos, _ENTRE_CIFRAS.sub("", juntos))
    return frozenset(chain.from_iterable(map(CORRIDA.findall, escritos)))


def norma_de_nombre(nombre: str) -> Norma | None:
    """Return the norm that a file name is about, `ley_1564_de_2012.md` for instance."""
    cita = _CITA.match(" ".join(partes_nombre(nombre)))
    return _normas(cita)[0][2] if cita else None


def normas_citadas(plegado: str) -> Iterator[tuple[int, int, Norma]]:
    """Yield where each norm stands that a folded text cites by kind and number, and which it is.

    In a list («Decretos 408 y 2064 de 1996») a year is that of the numbers before it too.
    """
    for cita in coincidencias(_CITA, TIPOS_NORMA, plegado) if _CIFRA.search(plegado) else ():
        yield from _normas(cita)


def _normas(cita: re.Match[str]) -> list[tuple[int, int, Norma]]:
    normas: list[tuple[int, int, Norma]] = []
    anio = None
    for valor in reversed(list(_VALOR.finditer(cita.string, *cita.span("valores")))):
        letras = "".join(CORRIDA.findall(valor["letras"] or ""))
        anio = valor["anio"] or anio
        norma = Norma(cita["tipo"], letras, valor["numero"].replace(".", ""), anio)
        normas.insert(0, (*valor.span(), norma))
    return normas
