"""Whether a fragment is whole: it begins and ends where a person would, to quote it. Pure.

Judged by the marks of the text alone, not by how the library joins its lines and cuts its passages:
what is measured has no say in how it is measured.
"""

import re
from collections.abc import Callable
from typing import Final

from siaa.biblioteca.estructura.frases import frases
from siaa.biblioteca.estructura.renglones import ELEMENTO
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.lengua.vocabulario import SIN_FINAL
from siaa.evaluacion.valores import Defecto
from siaa.valores import Contexto

VISTA: Final = 4000
"""Characters on each side of a place that are looked at: more than a sentence has."""
RENGLON_LLENO: Final = 45
"""A line that is shorter, in characters, ended where its author wanted it to."""
LARGO_TITULAR: Final = 120

_ACABA = re.compile(r"[.;:?!…|>][»”\"')\]*_]*\Z")
_ANUNCIA = re.compile(r":[*_\s]*\Z")
_UNIDAD = r"[*_\s]*(?:art\.|(?:art[ií]culo|par[aá]grafo|cap[ií]tulo|secci[oó]n|libro)\b)"
_ABRE_UNIDAD = re.compile(_UNIDAD, re.I)
_TITULAR = re.compile(rf"(?:{_UNIDAD}\W*\w*|\W*(?:considerando|decreta|acuerda|resuelve))\W*", re.I)
_ULTIMA = re.compile(r"([^\W\d_]+)[*_]*\Z")
_RESALTADO = re.compile(r"(\*\*|__|[*_]).+?\1")
_MARCAS: Final = "*_\"'«“¿¡([ "


def defecto(contenido: str, desde: int, hasta: int) -> Defecto | None:
    """Return what keeps `contenido[desde:hasta]` from being whole; None for a whole fragment.

    Whole: it begins at a sentence, an item, a row or a heading, ends at the end of one, and is more
    than a heading. «Son las siguientes:» is no end where what it announces follows in its section.
    """
    texto = contenido[desde:hasta]
    if all(map(_es_titular, texto.split("\n"))):
        return Defecto.TITULAR
    if not _es_limite(contenido, desde):
        return Defecto.EMPIEZA
    if not _es_limite(contenido, hasta):
        return Defecto.ACABA
    siguiente = contenido[hasta : hasta + VISTA].lstrip().partition("\n")[0]
    return Defecto.ANUNCIA if _ANUNCIA.search(texto) and not _es_titular(siguiente) else None


def defectos(contexto: Contexto, contenido: Callable[[str], str]) -> tuple[Defecto | None, ...]:
    """Return what is wrong with each fragment; `contenido`: key of a document → its loaded text."""
    return tuple(defecto(contenido(f.doc), f.desde, f.hasta) for f in contexto.fuentes)


def _es_limite(contenido: str, lugar: int) -> bool:
    """Tell whether nothing is torn apart at a place: it lies between sentences, items or lines."""
    antes, despues = contenido[max(lugar - VISTA, 0) : lugar], contenido[lugar : lugar + VISTA]
    previo, sigue = antes.rstrip(), despues.lstrip()
    if not previo or not sigue:
        return True
    saltos = antes.count("\n", len(previo)) + despues.count("\n", 0, len(despues) - len(sigue))
    renglon, siguiente = previo.rpartition("\n")[2], sigue.partition("\n")[0]
    if not saltos:
        acaban = (fin for _, fin in frases(f"{renglon} {siguiente}"))
        return renglon[:1] != "|" and bool(_ACABA.search(previo)) and len(renglon) in acaban
    if _ACABA.search(previo) or ELEMENTO.match(siguiente):
        return True
    if _es_titular(renglon) or _es_titular(siguiente):
        return True
    return not _sigue(renglon, siguiente, saltos)


def _sigue(renglon: str, siguiente: str, saltos: int) -> bool:
    """Tell whether a line goes on with the sentence of one that no mark ends."""
    colgada = _ULTIMA.search(renglon)
    if siguiente.lstrip(_MARCAS)[:1].islower() or (colgada and plegar(colgada[1]) in SIN_FINAL):
        return True
    lleno = saltos == 1 and len(renglon) >= RENGLON_LLENO
    return not _ABRE_UNIDAD.match(siguiente) and (lleno or renglon.endswith((",", "-")))


def _es_titular(renglon: str) -> bool:
    """Tell whether a line is a heading, or nothing: capitals, emphasis or a unit's number alone."""
    renglon = renglon.strip()
    if len(renglon) > LARGO_TITULAR or renglon.startswith(("#", "|")):
        return renglon.startswith("#")
    llano = _RESALTADO.sub("", renglon)
    return not any(map(str.islower, llano)) or _TITULAR.fullmatch(renglon) is not None
