"""What a sentence denies beside what its passage says, and the other way round."""

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from typing import Final

from siaa.redaccion.afirmaciones.frase import Discrepancia, senalar
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Marcada, Pasaje, escrita, fin_de
from siaa.redaccion.afirmaciones.lectura.limites import VENTANA
from siaa.redaccion.afirmaciones.lectura.marcas import Efecto, Marca
from siaa.redaccion.afirmaciones.oposicion import EN_COMUN

CERCA: Final = 3
"""Words of content after a denial that are what it denies, and not of whom or what for."""
_OPONEN: Final = (Efecto.NIEGA, Efecto.RECHAZA, Efecto.SALVO, Efecto.SOLO, Efecto.UNICO)
_SUPONE: Final = re.compile(
    r"(?:(?:^|[,.;:] )(?:si|cuando)|\bmientras)\b(?:[^,.;:]|(?<=\d)[.,](?=\d))*\Z"
)
"""Before a denial that is no claim: «si el pago no se hace», «mientras no tenga título»."""
_RELATIVA: Final = re.compile(r"(?:(?:\A|(?<!ndo)(?<!,) )que|(?<!, )\bquien(?:es)?) (?:se )?\Z")
"""Before one that only tells which: «quienes no hayan pagado», but «resaltando que no cuentan»."""
_CONTRAPONE: Final = re.compile(r"[^,.;:]{0,120}(?:: |,? sino )")
"""After one that sets off what is claimed: «no decide: recomienda», «no el juez, sino la sala»."""
_APARTA: Final = re.compile(r", no (?:el|l[oa]s?|del?|al?|en|por|con) ")
"""One that sets aside what was not said: «firma el juez, no el secretario»."""
_CONCEDE: Final = re.compile(r"\b(?:aunque|asi)\b[^,.;:]*\Z")
_CAMBIAN: Final = ("deja", "dejan")
"""«Deja de pertenecer al distrito» says no more than «se segrega del distrito»."""


def contradecir(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield what only one of a sentence and its passage denies."""
    halladas = [*_negaciones(frase, cerca, entero)]
    yield from halladas or _al_reves(frase, cerca)


def _negaciones(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield what only one of the two denies: «no deroga» beside «deroga»."""
    niegan = cerca.con(Efecto.NIEGA, Efecto.RECHAZA, Efecto.SOLO, Efecto.SALVO)
    comunes = {r for m, _ in niegan if m.forma == "sin" for r in m.alcance}
    exceptua = _es_la_excepcion(frase, entero)
    sueltas = [] if exceptua else _sueltas(frase, cerca, niegan)
    exacta = len(sueltas) == 1 and _sin_el_no(frase, sueltas[0], cerca)
    if sueltas and not exacta and _ordena_al_negar(frase, comunes):
        return
    # «no rige hasta que se publique» is «rige desde su publicación»
    comienza = "hasta que " in frase.plegado and cerca.con(Efecto.DESDE)
    mejor = cerca.tramos[0]
    otra_cosa = any(_afirma_que_no(mejor, m) for m in mejor.con(Efecto.NIEGA))
    for marca in [] if comienza else sueltas:
        del_verbo = marca.forma in _CAMBIAN or (otra_cosa and marca.raiz not in entero.raices)
        hasta = 1 if del_verbo else 2
        raiz = next((r for r in marca.alcance[:hasta] if _afirma(cerca, frase, marca, r)), "")
        if raiz and not any(_rechaza_otra(*rechazo, frase, raiz) for rechazo in niegan):
            yield senalar("negacion", frase.texto, marca.desde, fin_de(frase, marca, raiz))
            return
    yield from _sin_lo_exigido(frase, cerca)
    rechazadas = {r for m, _ in cerca.con(Efecto.RECHAZA) for r in m.alcance}
    rechaza = any(
        m.propia not in entero.raices | {""} and len(rechazadas & {*m.alcance}) < EN_COMUN
        for m in frase.con(Efecto.RECHAZA)
    )
    cabezas = {m.raiz for m, _ in niegan if m.clase is Efecto.NIEGA}
    # «licencia no remunerada» denies one word alone
    propias = frase.con(Efecto.NIEGA)
    tras_no = {m.hasta + 1 for m in propias}
    solas = {p.raiz for p in frase.palabras if p.desde in tras_no}
    iguales = all(m.raiz in cabezas or {*m.alcance} <= solas for m in propias)
    if iguales and not (rechaza or exceptua):
        yield from _calladas(frase, cerca)


def _sueltas(frase: Dicho, cerca: Pasaje, niegan: Sequence[Marcada]) -> list[Marca]:
    """Return the denials of a sentence that are none of its passage's."""
    alcanzadas = {raiz for m, _ in niegan for raiz in m.alcance}
    nuevas = [m for m in frase.con(*_OPONEN) if m.forma != "ni" and m.raiz not in alcanzadas]
    return [
        m
        for m in nuevas
        if m.clase is Efecto.NIEGA
        if _afirma_que_no(frase, m) or (len(nuevas) == 1 and _sin_el_no(frase, m, cerca))
        if not _contrapone(frase, m, cerca)
        if not _APARTA.match(frase.plegado, m.desde - 2)
    ]


def _sin_el_no(frase: Dicho, marca: Marca, cerca: Pasaje) -> bool:
    """Tell whether a passage has the words around a denial, without it: «los que se vendan»."""
    antes = frase.plegado[: marca.desde].split()[-1:]
    dicho = " ".join((*antes, *frase.plegado[marca.hasta :].split()[:2]))
    return any(dicho in tramo.plegado for tramo in cerca.tramos)


def _contrapone(frase: Dicho, marca: Marca, cerca: Pasaje) -> bool:
    """Tell whether a denial only sets off what a sentence claims next, which its passage says."""
    otra = _CONTRAPONE.match(frase.plegado, marca.hasta)
    if otra is None:
        return False
    dichas = {p.raiz for p in frase.palabras if p.raiz and p.desde >= otra.end()}
    return 2 * len(dichas & cerca.raices) >= len(dichas) > 0


def _es_la_excepcion(frase: Dicho, entero: Pasaje) -> bool:
    """Tell whether a sentence is of what its passage excepts, and does not tell an exception."""
    return not ("excep" in frase.plegado or frase.con(Efecto.SALVO)) and any(
        len(frase.raices & {*m.alcance[:CERCA]}) >= min(EN_COMUN, len(m.alcance)) > 0
        for m, _ in entero.con(Efecto.SALVO)
    )


def _afirma_que_no(dicho: Dicho, marca: Marca) -> bool:
    """Tell whether a denial is claimed, and not only supposed."""
    return not any(p.search(dicho.plegado, 0, marca.desde) for p in (_SUPONE, _RELATIVA))


def _al_reves(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield what a passage denies and a sentence affirms of the same things, by any verb."""
    tramo = cerca.tramos[0]
    limita = tramo.con(Efecto.SALVO, Efecto.UNICO) or _ordena_al_negar(tramo)
    for marca in [] if frase.con(*_OPONEN) or limita else tramo.con(Efecto.NIEGA):
        comunes = {*marca.alcance[:CERCA]} & frase.afirmadas
        if len(comunes) >= EN_COMUN and comunes - tramo.afirmadas:
            palabra = next(p for p in frase.palabras if p.raiz in comunes)
            dice = tramo.texto[marca.desde : fin_de(tramo, marca, marca.raiz)]
            yield senalar("negacion", frase.texto, palabra.desde, palabra.hasta, dice)
            return


def _sin_lo_exigido(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield «funciona sin licencia», or «aunque no tenga», for «ninguna funciona sin licencia»."""
    ordenan = [t for t in cerca.tramos[:1] if _ordena_al_negar(t) and not _ordena_al_negar(frase)]
    exigidas = {r for t in ordenan for m in t.con(Efecto.NIEGA) for r in m.alcance}
    exigidas |= {r for t in cerca.tramos[:1] if t.con(Efecto.SOLO) for r in t.raices}
    negadas = {r for m, t in cerca.con(Efecto.NIEGA) if t not in ordenan for r in m.alcance}
    for marca in frase.con(Efecto.NIEGA):
        concede = marca.forma == "sin" or _CONCEDE.search(frase.plegado, 0, marca.desde)
        if concede and marca.raiz in exigidas - negadas:
            dice = escrita(cerca.con(Efecto.NIEGA))
            yield senalar("negacion", frase.texto, marca.desde, marca.hasta, dice)
            return


def _ordena_al_negar(dicho: Dicho, sin: Set[str] = frozenset()) -> bool:
    """Tell whether two denials order: «sin aviso no vale», «ninguna funciona sin licencia».

    sin: what «sin» is said of in both texts, so that it orders nothing here.
    """
    niegan = [
        m
        for m in dicho.con(Efecto.NIEGA)
        if m.forma != "ni" and not (m.forma == "sin" and m.raiz in sin)
        if not _RELATIVA.search(dicho.plegado, 0, m.desde)
    ]
    juntas = [par for par in pairwise(niegan) if par[1].desde - par[0].hasta < VENTANA]
    # «sin sujeción significa que no» is none
    de_una = [(u, o) for u, o in juntas if not dicho.plegado.endswith(" que ", u.hasta, o.desde)]
    return any("sin" in (una.forma, otra.forma) for una, otra in de_una) or any(
        m.condicional for par in juntas for m in par
    )


def _afirma(cerca: Pasaje, frase: Dicho, marca: Marca, raiz: str) -> bool:
    """Tell whether a passage says the word that a sentence denies, of the same things."""
    vecinas = frase.alrededor(fin_de(frase, marca, raiz) - 1)
    normas = {v.dato for v in frase.valores if v.tipo == "norma"}
    return any(
        raiz in t.afirmadas
        and len(vecinas & t.raices) + len(normas & {v.dato for v in t.valores}) >= EN_COMUN
        for t in cerca.tramos
    )


def _rechaza_otra(marca: Marca, tramo: Dicho, frase: Dicho, raiz: str) -> bool:
    """Tell whether a passage denies a thing by the meaning of a word that the sentence lacks."""
    otra = marca.clase is Efecto.RECHAZA and marca.propia not in frase.raices
    return (
        otra and not frase.raices.isdisjoint(marca.alcance) and raiz in tramo.alrededor(marca.desde)
    )


def _calladas(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield what the passage denies and the sentence does not, whatever else it may deny."""
    propias = {raiz for m in frase.con(Efecto.NIEGA) for raiz in m.alcance}
    for marca, tramo in cerca.con(Efecto.NIEGA):
        sino = (
            tramo.con(Efecto.UNICO, Efecto.SALVO) or any(m.forma == "sin" for m in tramo.marcas)
        ) and frase.con(Efecto.SOLO, Efecto.UNICO, Efecto.NIEGA)
        if _ordena_al_negar(tramo) or sino:
            continue
        mas_parecido = next((t for t in cerca.tramos if marca.raiz in t.raices), None)
        de_lo_mismo = tramo is cerca.tramos[0] or len(frase.raices & {*marca.alcance}) >= EN_COMUN
        solo_negada = de_lo_mismo and mas_parecido is tramo and marca.raiz not in tramo.afirmadas
        if solo_negada and marca.raiz in frase.afirmadas - propias:
            palabra = next(p for p in frase.palabras if p.raiz == marca.raiz)
            dice = tramo.texto[marca.desde : fin_de(tramo, marca, marca.raiz)]
            yield senalar("negacion", frase.texto, palabra.desde, palabra.hasta, dice)
            return
