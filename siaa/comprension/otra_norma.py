"""A follow-up that is no more than another norm than the one asked for: «no, el de 2025». Pure."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.nombres import normas_citadas
from siaa.biblioteca.lengua.referencias import unidades_dichas
from siaa.biblioteca.lengua.terminos import TERMINOS_AUXILIARES, terminos
from siaa.biblioteca.lengua.texto import corridas, plegar_en_su_lugar
from siaa.biblioteca.lengua.vocabulario import CLASES, TIPOS_NORMA
from siaa.biblioteca.relaciones.nombrados import son_enlaces
from siaa.biblioteca.titulos import MASCULINOS

_TIPO: Final = "|".join(TIPOS_NORMA)
_CODIGO = re.compile(r"\b[a-z]{2,6}\d\d-?\d{3,6}\b")
_DE_UN_ANIO = re.compile(r"\bdel? (?:ano )?((?:1[89]|20)\d\d)\b")
_ANTES = re.compile(
    rf"(?:\b(?P<prep>de|a)l |(?:\b(?P<de>de|a) )?\b(?P<det>el|la) )?"
    rf"(?:\b(?P<tipo>{_TIPO}) (?:n(?:umero|um|ro|o)?[.°º ]{{1,3}})?)?\Z"
)
_SIGUE_O_CORRIGE: Final = frozenset("yko")
"""Classes of the words that join on, correct or deny: without one, a norm is asked for afresh."""


class _Dicha(NamedTuple):
    """A norm that a folded text says at `[inicio, fin)`, with its article.

    prep: the preposition before it, if any; con: whether it has an article; nombre: its number or
    code as people write it, or empty where only its year is said.
    """

    inicio: int
    fin: int
    prep: str
    con: bool
    tipo: str
    nombre: str
    anio: str


def con_otra_norma(previa: str, texto: str) -> str:
    """Return an earlier question with the norm that a follow-up names in place of its own.

    And of a unit of that one, unless it is said of the other too («¿y el del Decreto 5?»). Empty
    where it says anything else, or where the earlier one does not name just one norm.
    """
    plegada, dicho = map(plegar_en_su_lugar, (previa, texto))
    suyas, otras = list(_dichas(plegada)), list(_dichas(dicho))
    if len(suyas) != 1 or len(otras) != 1 or not _es_todo(dicho, otras[0], {*terminos(previa)}):
        return ""
    suya, otra = suyas[0], otras[0]
    tipo = otra.tipo or ("" if otra.nombre else suya.tipo)
    nombre = otra.nombre or f"{tipo} de {otra.anio}".strip()
    inicio, prep = suya.inicio, suya.prep
    unidades = [u for u in unidades_dichas(plegada) if u.fin <= suya.inicio]
    if unidades and not (otra.prep or unidades_dichas(dicho)):
        if not son_enlaces(plegada[unidades[0].fin : suya.inicio]):
            return ""
        inicio, prep = unidades[0].inicio, ""
        antes = re.search(r"\b(?:el|los|la|las|(de|a)l) \Z", plegada[:inicio])
        inicio, prep = (antes.start(), antes[1] or "") if antes else (inicio, "")
    articulo = "el" if not tipo or tipo in MASCULINOS else "la"
    nueva = f"{prep} {articulo} {nombre}".strip() if suya.con or inicio < suya.inicio else nombre
    junta = previa[:inicio] + nueva + previa[suya.fin :]
    return re.sub(r"\b([Dd]e|[Aa]) el ", r"\1l ", junta)


def lugares_de_normas(plegada: str) -> list[tuple[int, int]]:
    """Return where a folded text says norms, with the words before them: «de la Ley 5 de 2001»."""
    return [(dicha.inicio, dicha.fin) for dicha in _dichas(plegada)]


def _dichas(plegada: str) -> Iterator[_Dicha]:
    """Yield the norms that a folded text says: by kind and number, by a code, by their year."""
    dichas = [(inicio, fin, norma.escrita, "") for inicio, fin, norma in normas_citadas(plegada)]
    codigos = ((*c.span(), c[0].upper(), "") for c in _CODIGO.finditer(plegada))
    anios = ((*a.span(), "", a[1]) for a in _DE_UN_ANIO.finditer(plegada))
    for inicio, fin, nombre, anio in (*codigos, *anios):
        if all(fin <= otra[0] or otra[1] <= inicio for otra in dichas):
            dichas.append((inicio, fin, nombre, anio))
    for inicio, fin, nombre, anio in sorted(dichas):
        antes = next(_ANTES.finditer(plegada, 0, inicio))  # be it empty
        partes = antes.groupdict("")
        prep, con = partes["prep"] or partes["de"], bool(partes["prep"] or partes["det"])
        if nombre or partes["tipo"] or con:
            yield _Dicha(antes.start(), fin, prep, con, partes["tipo"], nombre, anio)


def _es_todo(dicho: str, otra: _Dicha, previos: set[str]) -> bool:
    """Tell whether a folded text joins on or corrects, and says a norm, units and no more."""
    resto = dicho[: otra.inicio] + " " + dicho[otra.fin :]
    for unidad in reversed(unidades_dichas(resto)):
        resto = resto[: unidad.inicio] + " " + resto[unidad.fin :]
    palabras = corridas(resto)
    callan = previos | TERMINOS_AUXILIARES
    dicen = (p for p in palabras if p not in CLASES and not {*terminos(p)} <= callan)
    return any(CLASES.get(p) in _SIGUE_O_CORRIGE for p in palabras) and not any(dicen)
