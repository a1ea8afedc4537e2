"""What a sentence denies beside what its passage says, and the other way round."""

import re
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Final

from siaa.redaccion.afirmaciones.frase import Discrepancia, senalar
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje, escrita, fin_de
from siaa.redaccion.afirmaciones.lectura.limites import VENTANA
from siaa.redaccion.afirmaciones.lectura.marcas import Efecto, Marca
from siaa.redaccion.afirmaciones.lectura.palabras import raiz_de
from siaa.redaccion.afirmaciones.oposicion import EN_COMUN

CERCA: Final = 3
"""Words of content after a denial that are what it denies, and not of whom or what for."""
PROHIBIR: Final = raiz_de("prohibir")
_OPONEN: Final = (Efecto.NIEGA, Efecto.RECHAZA, Efecto.SALVO, Efecto.SOLO, Efecto.UNICO)
_PERMITEN: Final = (Efecto.PUEDE, Efecto.PERMITE)
_CONDICION: Final = re.compile(r"\b(?:si|siempre (?:que|y cuando)) [^,.;:]*")
_SUPONE: Final = re.compile(r"(?:(?:^|[,.;:] )(?:si|cuando)|\baunque)\b[^,.;:]*\Z")
"""Before a denial that is no claim: «si el pago no se hace», «aunque no tenga título»."""
_CONCEDE: Final = re.compile(r"\b(?:aunque|asi)\b[^,.;:]*\Z")
_CAMBIAN: Final = ("deja", "dejan")
"""«Deja de pertenecer al distrito» says no more than «se segrega del distrito»."""


def contradecir(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield what only one of a sentence and its passage denies."""
    halladas = [*_negaciones(frase, cerca, entero)]
    yield from halladas or chain(_al_reves(frase, cerca), _permisos(frase, cerca))


def _negaciones(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield what only one of the two denies: «no deroga» beside «deroga»."""
    niegan = cerca.con(Efecto.NIEGA, Efecto.RECHAZA, Efecto.SOLO, Efecto.SALVO)
    alcanzadas = {raiz for m, _ in niegan for raiz in m.alcance}
    negadas = {raiz for m, _ in niegan if m.clase is Efecto.NIEGA for raiz in m.alcance}
    solo_negadas = cerca.raices.difference(*(t.afirmadas for t in cerca.tramos))
    niega = [m for m in frase.con(Efecto.NIEGA) if _afirma_que_no(frase, m) and m.forma != "ni"]
    rechaza = [m for m in frase.con(Efecto.RECHAZA) if m.propia not in entero.raices | {""}]
    sueltas = [
        m
        for m in niega
        if m.raiz not in alcanzadas
        and negadas.isdisjoint(m.alcance[1:2])
        and solo_negadas.isdisjoint(m.alcance)
    ]
    if sueltas and (_ordena_al_negar(frase) or "hasta que" in frase.plegado):
        return
    for marca in sueltas:
        raices = marca.alcance[:2] if marca.raiz in cerca.raices or not niegan else ()
        raiz = next((raiz for raiz in raices if _afirma(cerca, frase, marca, raiz)), "")
        if raiz and not any(_rechaza_otra(*rechazo, frase, raiz) for rechazo in niegan):
            yield senalar("negacion", frase.texto, marca.desde, fin_de(frase, marca, raiz))
            return
    yield from _sin_lo_exigido(frase, cerca)
    cabezas = {m.raiz for m, _ in niegan if m.clase is Efecto.NIEGA}
    iguales = cabezas.issuperset(m.raiz for m in frase.con(Efecto.NIEGA))
    if iguales and not rechaza and "hasta que" not in frase.plegado:
        yield from _calladas(frase, cerca)


def _afirma_que_no(dicho: Dicho, marca: Marca) -> bool:
    """Tell whether a denial is claimed, and neither only supposed nor the telling of a change."""
    supone = marca.condicional or _SUPONE.search(dicho.plegado, 0, marca.desde)
    return not supone and marca.forma not in _CAMBIAN


def _al_reves(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield what one of the two denies and the other affirms of the same things, by any verb."""
    tramo = cerca.tramos[0]
    limita = tramo.con(Efecto.SALVO, Efecto.UNICO) or _ordena_al_negar(tramo)
    for marca in [] if frase.con(*_OPONEN) or limita else tramo.con(Efecto.NIEGA):
        comunes = {*marca.alcance[:CERCA]} & frase.afirmadas
        if len(comunes) >= EN_COMUN and _afirma_que_no(tramo, marca):
            palabra = next(p for p in frase.palabras if p.raiz in comunes)
            dice = tramo.texto[marca.desde : fin_de(tramo, marca, marca.raiz)]
            yield senalar("negacion", frase.texto, palabra.desde, palabra.hasta, dice)
            return
    negadas = {r for m, _ in cerca.con(Efecto.NIEGA, Efecto.RECHAZA) for r in m.alcance}
    for marca in [] if tramo.con(*_OPONEN) or _ordena_al_negar(frase) else frase.con(Efecto.NIEGA):
        de_otras = negadas.isdisjoint(marca.alcance) and _afirma_que_no(frase, marca)
        if de_otras and len({*marca.alcance} & tramo.afirmadas) >= EN_COMUN:
            hasta = fin_de(frase, marca, marca.raiz)
            yield senalar("negacion", frase.texto, marca.desde, hasta)
            return


def _permisos(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield leave for what is forbidden, and «no podrá» for what may be."""
    mejor, permisos = cerca.tramos[0], frase.con(*_PERMITEN)
    prohibe = [(m, mejor) for m in mejor.con(Efecto.NIEGA) if m.propia == PROHIBIR]
    salva = mejor.con(*_PERMITEN) or frase.con(Efecto.NIEGA, Efecto.SALVO)
    de_lo_mismo = prohibe and not salva and len(frase.raices & mejor.raices) >= EN_COMUN
    sin_negar = [t for t in cerca.tramos if not t.con(Efecto.NIEGA, Efecto.SALVO)]
    permitidas = {m.raiz for t in sin_negar for m in t.con(*_PERMITEN) if not m.negada} - {""}
    for marca in permisos:
        if marca.raiz in permitidas if marca.negada else de_lo_mismo:
            dice = "" if marca.negada else escrita(prohibe)
            yield senalar("negacion", frase.texto, marca.desde, marca.hasta, dice)
            return


def _sin_lo_exigido(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield «funciona sin licencia», which the passage denies: «ninguna funciona sin licencia».

    Also «funciona aunque no tenga licencia».
    """
    ordenan = [t for t in cerca.tramos[:1] if _ordena_al_negar(t) and not _ordena_al_negar(frase)]
    exigidas = {r for t in ordenan for m in t.con(Efecto.NIEGA) for r in m.alcance}
    niegan = [t for t in cerca.tramos[:1] if t.con(Efecto.NIEGA)]
    exigidas |= {r for t in niegan for m in t.con(Efecto.SALVO) for r in m.alcance}
    exigidas |= {r for t in cerca.tramos[:1] if t.con(Efecto.SOLO) for r in t.raices}
    exigidas |= {r for t in cerca.tramos[:1] for r in _condiciones(t)}
    negadas = {r for m, t in cerca.con(Efecto.NIEGA) if t not in ordenan for r in m.alcance}
    for marca in frase.con(Efecto.NIEGA):
        concede = marca.forma == "sin" or _CONCEDE.search(frase.plegado, 0, marca.desde)
        if concede and marca.raiz in exigidas - negadas:
            dice = escrita(cerca.con(Efecto.NIEGA))
            yield senalar("negacion", frase.texto, marca.desde, marca.hasta, dice)
            return


def _condiciones(dicho: Dicho) -> Iterator[str]:
    """Yield the stems of what a stretch demands first: «si el Congreso la aprueba»."""
    for si in _CONDICION.finditer(dicho.plegado):
        yield from (p.raiz for p in dicho.palabras if si.start() <= p.desde < si.end() and p.raiz)


def _ordena_al_negar(dicho: Dicho) -> bool:
    """Tell whether two denials order: «sin aviso no vale», «ninguna funciona sin licencia»."""
    niegan = [m for m in dicho.con(Efecto.NIEGA) if m.forma != "ni"]
    juntas = (par for par in pairwise(niegan) if par[1].desde - par[0].hasta < VENTANA)
    return any(m.forma == "sin" or m.condicional for par in juntas for m in par)


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
    return otra and raiz in tramo.alrededor(marca.desde)


def _calladas(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield what the passage denies and the sentence does not, whatever else it may deny."""
    propias = {raiz for m in frase.con(Efecto.NIEGA) for raiz in m.alcance}
    for marca, tramo in cerca.con(Efecto.NIEGA):
        # «no se permite, a menos que se autorice» is «se necesita que se autorice»
        excepto = tramo.con(Efecto.SALVO) or any(map(_ordena_al_negar, cerca.tramos))
        exige = excepto and frase.con(Efecto.EXIGE, Efecto.DEBE)
        sino = tramo.con(Efecto.UNICO) and frase.con(Efecto.SOLO, Efecto.UNICO, Efecto.NIEGA)
        if _ordena_al_negar(tramo) or exige or sino:
            continue
        mas_parecido = next((t for t in cerca.tramos if marca.raiz in t.raices), None)
        solo_negada = mas_parecido is tramo and marca.raiz not in tramo.afirmadas
        if solo_negada and marca.raiz in frase.afirmadas - propias:
            palabra = next(p for p in frase.palabras if p.raiz == marca.raiz)
            dice = tramo.texto[marca.desde : fin_de(tramo, marca, marca.raiz)]
            yield senalar("negacion", frase.texto, palabra.desde, palabra.hasta, dice)
            return
