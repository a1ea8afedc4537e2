"""A follow-up that is no more than another unit of a norm, or another norm: «¿y el 7?». Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.lengua.referencias import (
    MARCA,
    NOMBRES,
    Referencia,
    sueltas,
    unidades_dichas,
)
from siaa.biblioteca.lengua.terminos import TERMINOS_AUXILIARES, terminos
from siaa.biblioteca.lengua.texto import corridas, plegar, plegar_en_su_lugar
from siaa.biblioteca.lengua.vocabulario import CLASES, SIN_MATERIA, TIPOS_NORMA
from siaa.biblioteca.relaciones.nombrados import son_enlaces
from siaa.comprension.otra_norma import con_otra_norma, lugares_de_normas

_NIVELES: Final = MappingProxyType({"par": 1, "num": 1, "lit": 2})
"""How deep a unit of an article is; any other is of the norm."""
_NOMBRE: Final = "|".join(map(plegar, NOMBRES.values()))
_VECINA = re.compile(
    rf"\bel (?:(?P<una>{_NOMBRE}) )?(?P<cual>siguiente|proximo|anterior|previo|ultimo)\b"
    rf"(?: (?P<otra>{_NOMBRE})\b)?"
)
_ULTIMA: Final = "ultimo"
_LETRAS: Final = "abcdefghijklmnñopqrstuvwxyz"
_ANIO = re.compile(r"(?:1[89]|20)\d\d")
_SIGUE = re.compile(r"\W*\b([a-zñ]+)")
_CUENTA = re.compile(r"\s?[%$/:-]|[.,]\d")
"""After a number that is none of a unit."""
_NORMA: Final = "|".join((*TIPOS_NORMA, "documento", "norma", "reglamento"))
_DE_TODO = re.compile(rf"\b(?:es[ea]|est[ea]|dich[oa]|mism[oa]) (?:{_NORMA})\b(?! \d)")
"""What speaks of all of a norm: «¿quién firmó ese acuerdo?»."""
_SIN_NUMERO = re.compile(
    rf"\b(?:el|la|del|al|dich[oa]|es[ea]|est[ea]) (?:{_NORMA}|{_NOMBRE}|inciso|texto)\b"
)
_SIN_ASUNTO: Final = SIN_MATERIA.union(
    corridas("texto inciso numero nombre completo completa entero entera integro integra"),
    corridas("exacto exacta textual leer ver copiar transcribir"),
    corridas(f"{_NORMA} {_NOMBRE}"),
)
"""What says nothing of the matter of a norm."""
_DE_CUAL = re.compile(r"\s?de(?P<de>l| las?| los)(?= )")
_QUE_DICE = re.compile(r"\bque [a-zñ]+[ae]n?\s*\Z")
"""Before a unit: «¿qué establece el 7?»."""


def con_otra(previas: Sequence[str], texto: str) -> tuple[str, ...]:
    """Return earlier questions with the unit or norm that a follow-up asks for in place of theirs.

    None where it says anything else, or where none of them asks for one by its number.
    """
    nuevas = [_con_lo_otro(previa, texto) for previa in previas]
    pares = zip(nuevas, previas, strict=True)
    return tuple(nueva or previa for nueva, previa in pares) if any(nuevas) else ()


def del_acto_entero(previas: Sequence[str], texto: str) -> tuple[str, ...]:
    """Return earlier questions of the norms whose units they ask for, if a follow-up is of those.

    Else, and where it names a unit itself, as they are.
    """
    todo = senala_una_norma(texto) and not unidades_dichas(plegar(texto))
    return tuple(map(_sin_unidad, previas) if todo else previas)


def senala_una_norma(texto: str) -> bool:
    """Tell whether a question speaks of a norm that was named before: «ese acuerdo»."""
    return _DE_TODO.search(plegar(texto)) is not None


def solo_dice_norma(texto: str) -> bool:
    """Tell whether a question names a norm or a unit of one without its number, and no more.

    Its other words say nothing of a matter: «deme el texto completo del artículo».
    """
    plegado = plegar(texto)
    calladas = all(p in _SIN_ASUNTO or CLASES.get(p, "m") != "m" for p in corridas(plegado))
    return calladas and _SIN_NUMERO.search(plegado) is not None


def _sin_unidad(previa: str) -> str:
    plegada = plegar_en_su_lugar(previa)
    suyas = unidades_dichas(plegada)
    de_cual = _DE_CUAL.match(plegada, suyas[-1].fin) if suyas else None
    if not de_cual or not _van_juntas(plegada, suyas):
        return previa
    antes = re.sub(r"(?i)\b(?:el|los|las?) \Z", "", previa[: suyas[0].inicio])
    articulo = "el" if de_cual["de"] == "l" else de_cual["de"].strip()
    return antes + articulo + previa[de_cual.end() :]


def _van_juntas(plegada: str, dichas: Sequence[Referencia]) -> bool:
    for desde, hasta in _normas_entre(plegada, dichas):
        plegada = plegada[:desde] + " " * (hasta - desde) + plegada[hasta:]
    return all(son_enlaces(plegada[a.fin : b.inicio]) for a, b in pairwise(dichas))


def _con_lo_otro(previa: str, texto: str) -> str:
    otra = con_otra_norma(previa, texto)
    if otra and not unidades_dichas(plegar(texto)):
        return otra
    return _con_otra_unidad(otra or previa, texto)


def _con_otra_unidad(previa: str, texto: str) -> str:
    plegada, dicho = map(plegar_en_su_lugar, (previa, texto))
    suyas = unidades_dichas(plegada)
    if not suyas or not _van_juntas(plegada, suyas):
        return ""
    pedidas = _pedidas(dicho, suyas)
    if not pedidas or not _es_todo(dicho, pedidas, {*terminos(previa)}):
        return ""
    nivel = _nivel(pedidas[0])
    dentro = [r for r in suyas if _nivel(r) < nivel]
    de = f" del {previa[dentro[0].inicio : dentro[-1].fin]}" if dentro else ""
    antes = re.sub(r"(?i)\blos \Z", "el ", previa[: suyas[0].inicio])
    normas = "".join(f" {previa[desde:hasta]}" for desde, hasta in _normas_entre(plegada, suyas))
    return antes + " y ".join(map(_escrita, pedidas)) + de + normas + previa[suyas[-1].fin :]


def _normas_entre(plegada: str, suyas: Sequence[Referencia]) -> list[tuple[int, int]]:
    """Return where norms are said between an article and its part: «… de la Ley 5, literal b»."""
    desde, hasta = suyas[0].fin, suyas[-1].inicio
    if _nivel(suyas[0]) >= _nivel(suyas[-1]):
        return []
    return [lugar for lugar in lugares_de_normas(plegada) if desde <= lugar[0] < lugar[1] <= hasta]


def _la_menor(suyas: Sequence[Referencia]) -> Referencia:
    """Return the one that is asked for, of several that are of each other."""
    return max(suyas, key=_nivel)


def _clase(dicha: Referencia) -> str:
    return dicha.termino[1:4]


def _nivel(dicha: Referencia) -> int:
    return _NIVELES.get(_clase(dicha), 0)


def _escrita(dicha: Referencia) -> str:
    numero = dicha.termino[4:]
    nombre = NOMBRES[_clase(dicha)]
    return f"{nombre} {numero}" if numero != _ULTIMA else f"último {nombre}"


def _pedidas(dicho: str, suyas: Sequence[Referencia]) -> Sequence[Referencia]:
    """Return the units that a folded follow-up says, be it without their name, in its order."""
    dichas = [*unidades_dichas(dicho), *_vecinas(dicho, suyas)]
    dichas += [
        sola
        for sola in sueltas(dicho, _clase(_la_menor(suyas)))
        if all(sola.fin <= otra.inicio or otra.fin <= sola.inicio for otra in dichas)
        and (not _ANIO.fullmatch(sola.termino[4:]) or _ANIO.fullmatch(_la_menor(suyas).termino[4:]))
    ]
    return sorted(dichas)


def _vecinas(dicho: str, suyas: Sequence[Referencia]) -> Iterator[Referencia]:
    """Yield what a folded text says by its place: «el siguiente», «el artículo anterior»."""
    for dicha in _VECINA.finditer(dicho):
        clase = (dicha["una"] or dicha["otra"] or _clase(_la_menor(suyas)))[:3]
        numeros = [r.termino[4:] for r in suyas if _clase(r) == clase]
        paso = 1 if dicha["cual"] in ("siguiente", "proximo") else -1
        numero = _vecino(numeros[-1 if paso > 0 else 0], clase, paso) if numeros else ""
        numero = _ULTIMA if dicha["cual"] == _ULTIMA else numero
        if numero:
            yield Referencia(*dicha.span(), MARCA + clase + numero)


def _vecino(numero: str, clase: str, paso: int) -> str:
    if clase == "lit":
        lugar = _LETRAS.index(numero) + paso
        return _LETRAS[lugar : lugar + 1] if lugar >= 0 else ""
    cifras = re.match(r"(.*?)(\d+)\D*\Z", numero)
    vecino = int(cifras[2]) + paso if cifras else 0
    return f"{cifras[1]}{vecino}" if cifras and vecino else ""


def _es_todo(dicho: str, pedidas: Sequence[Referencia], previos: set[str]) -> bool:
    """Tell whether a folded text says no more than some units, but for how one asks.

    previos: the terms of the question before, which may be said again.
    """
    resto, desde = "", 0
    for dicha in pedidas:
        resto += _QUE_DICE.sub("", dicho[desde : dicha.inicio])
        desde, sigue = dicha.fin, _SIGUE.match(dicho, dicha.fin)
        une = sigue is None or sigue[1] in CLASES or {*terminos(sigue[1])} <= TERMINOS_AUXILIARES
        if _CUENTA.match(dicho, dicha.fin) or not une:
            return False
    return {*terminos(resto + dicho[desde:])} <= previos | TERMINOS_AUXILIARES
