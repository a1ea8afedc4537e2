"""What a sentence denies, allows, orders or restricts beside what its passage does."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from siaa.redaccion.afirmaciones.frase import Discrepancia
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje, fin_de
from siaa.redaccion.afirmaciones.lectura.lexico import BANDOS, sin_final
from siaa.redaccion.afirmaciones.lectura.limites import TOPE, VENTANA
from siaa.redaccion.afirmaciones.lectura.marcas import INFINITIVO, Efecto, Marca
from siaa.redaccion.afirmaciones.lectura.palabras import Palabra

EN_COMUN: Final = 2
"""Words that must stand around two small words for one to be said of the same as the other."""
_NOMBRAN: Final = ("el", "la", "los", "las", "de", "del", "su", "sus")
"""Before a noun: «la presentación» orders nobody to present."""
CERCA: Final = 3
"""Words of content after a denial that are what it denies, and not of whom or what for."""
_OPONEN: Final = (Efecto.NIEGA, Efecto.RECHAZA, Efecto.SALVO, Efecto.SOLO, Efecto.UNICO)
_PERMITEN: Final = (Efecto.PUEDE, Efecto.PERMITE)
_SUPONE: Final = re.compile(r"(?:(?:^|[,.;:] )si|\baunque)\b[^,.;:]*\Z")
"""Before a denial that is no claim: «si el pago no se hace», «aunque no tenga título»."""
_CAMBIAN: Final = ("deja", "dejan")
"""«Deja de pertenecer al distrito» says no more than «se segrega del distrito»."""
_CONCEDE: Final = re.compile(r"\b(?:aunque|asi)\b[^,.;:]*\Z")
Marcada = tuple[Marca, Dicho]
"""A small word and the stretch that it stands in."""


def oponer(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield what a sentence says against the stretches that are about the same."""
    yield from [*_negaciones(frase, cerca, entero)] or _al_reves(frase, cerca)
    yield from _modos(frase, cerca, entero)
    yield from _alcances(frase, cerca)
    yield from _momentos(frase, cerca)
    yield from _contrarios(frase, cerca)


def _decir(tipo: str, frase: Dicho, desde: int, hasta: int, pasaje: str = "") -> Discrepancia:
    return Discrepancia(tipo, frase.texto[desde:hasta], pasaje, desde, hasta)


def _marcas(pasaje: Pasaje, *clases: Efecto) -> list[Marcada]:
    return [(marca, t) for t in pasaje.tramos for marca in t.con(*clases)]


def _negaciones(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield what only one of the two denies: «no deroga» beside «deroga»."""
    niegan = _marcas(cerca, Efecto.NIEGA, Efecto.RECHAZA, Efecto.SOLO, Efecto.SALVO)
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
            yield _decir("negacion", frase, marca.desde, fin_de(frase, marca, raiz))
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
        if len(comunes) >= EN_COMUN and _afirma_que_no(tramo, marca) and marca.forma != "sin":
            palabra = next(p for p in frase.palabras if p.raiz in comunes)
            dice = tramo.texto[marca.desde : fin_de(tramo, marca, marca.raiz)]
            yield _decir("negacion", frase, palabra.desde, palabra.hasta, dice)
            return
    calla = tramo.con(*_OPONEN) or _ordena_al_negar(frase)
    negadas = {r for m, _ in _marcas(cerca, Efecto.NIEGA, Efecto.RECHAZA) for r in m.alcance}
    for marca in [] if calla else frase.con(Efecto.NIEGA):
        comunes = {*marca.alcance} & tramo.afirmadas
        de_otras = negadas.isdisjoint(marca.alcance) and _afirma_que_no(frase, marca)
        if len(comunes) >= EN_COMUN and de_otras:
            yield _decir("negacion", frase, marca.desde, fin_de(frase, marca, marca.raiz))
            return
    sin_negar = [t for t in cerca.tramos if not t.con(Efecto.NIEGA, Efecto.SALVO)]
    permitidas = {m.raiz for t in sin_negar for m in t.con(*_PERMITEN) if not m.negada}
    for marca in frase.con(*_PERMITEN):
        if marca.negada and marca.raiz in permitidas - {""}:
            yield _decir("negacion", frase, marca.desde, marca.hasta)
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
    dichas = {(m.forma, m.raiz) for m, t in _marcas(cerca, Efecto.NIEGA) if t not in ordenan}
    for marca in frase.con(Efecto.NIEGA):
        concede = marca.forma == "sin" or _CONCEDE.search(frase.plegado, 0, marca.desde)
        if concede and marca.raiz in exigidas and (marca.forma, marca.raiz) not in dichas:
            dice = _escrita(_marcas(cerca, Efecto.NIEGA))
            yield _decir("negacion", frase, marca.desde, marca.hasta, dice)
            return


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
    for marca, tramo in _marcas(cerca, Efecto.NIEGA):
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
            yield _decir("negacion", frase, palabra.desde, palabra.hasta, dice)
            return


def _modos(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield «podrá» for what must be done, «debe» for what may be, and what is left to choose.

    Both sides must bind the same verb.
    """
    pueden = _marcas(entero, Efecto.PUEDE, Efecto.PERMITE)
    deben = _marcas(entero, Efecto.DEBE, Efecto.EXIGE)
    for marca in frase.con(Efecto.PUEDE, Efecto.PERMITE, Efecto.OPTA, Efecto.DEBE):
        ordena = marca.clase is Efecto.DEBE
        iguales, contrarias = (deben, pueden) if ordena else (pueden, deben)
        mismas, otras = _de_lo_que(marca, iguales), _de_lo_que(marca, contrarias)
        del_verbo = [o for o in otras if o[0].raiz == marca.raiz]
        sin_el = all(m.raiz != marca.raiz for m, _ in mismas)
        opuestas = (del_verbo if mismas else otras) if sin_el else []
        deja = marca.clase in (Efecto.PUEDE, Efecto.OPTA)
        contradice = opuestas or (deja and _sin_permiso(marca, cerca))
        ordenan = () if ordena else frase.con(Efecto.DEBE, Efecto.SOLO)
        ordena_tambien = any(not otra.negada for otra in ordenan)
        if contradice and not marca.negada and not ordena_tambien:
            yield _decir("modalidad", frase, marca.desde, marca.hasta, _escrita(opuestas))
            return


def _de_lo_que(marca: Marca, marcas: list[Marcada]) -> list[Marcada]:
    """Return the small words that bear on the same verb as another, or on the same things."""
    return [
        (otra, tramo)
        for otra, tramo in marcas
        if not otra.negada
        and (marca.raiz in otra.alcance[:2] or len({*marca.alcance} & {*otra.alcance}) >= EN_COMUN)
    ]


def _sin_permiso(marca: Marca, cerca: Pasaje) -> bool:
    """Tell whether a passage orders flatly («se hará») what a small word leaves to choose."""
    # a verb that says nothing by itself («podrá hacer» and «hará») is known by what it is of
    ligero, de_que = marca.raiz.replace("hacer", "har"), marca.alcance[1:2]
    verbos = [
        (t, antes.texto, p)
        for t in cerca.tramos
        for antes, p in pairwise((t.palabras[0], *t.palabras))
        if p.raiz == marca.raiz != ""
        or (de_que and not p.raiz and p.texto.startswith(ligero) and de_que[0] in t.raices)
    ]
    if verbos and all(n in _NOMBRAN or INFINITIVO.fullmatch(p.texto) for _, n, p in verbos):
        return False
    opta = cerca.tramos if marca.clase is Efecto.OPTA else ()
    dichas = [(t, p.desde) for t, _, p in verbos] or [(t, len(t.texto)) for t in opta]
    return bool(dichas) and not any(_permite(m, lugar) for t, lugar in dichas for m in t.marcas)


def _permite(marca: Marca, lugar: int) -> bool:
    """Tell whether a small word leaves to choose what a verb says that stands at a place."""
    hasta = marca.forma == "hasta"
    suya = marca.desde < lugar or not marca.raiz or hasta
    permite = hasta or marca.clase in (Efecto.PUEDE, Efecto.PERMITE, Efecto.OPTA)
    return suya and permite and not marca.negada


def _ligadas(marcas: list[Marcada]) -> set[str]:
    """Return the stems that small words bear on."""
    return {r for marca, _ in marcas if not marca.negada for r in marca.alcance[:2]}


def _escrita(marcas: list[Marcada]) -> str:
    return marcas[0][1].texto[marcas[0][0].desde : marcas[0][0].hasta] if marcas else ""


_SE_DICEN: Final = (
    (Efecto.SOLO, (Efecto.SOLO, Efecto.UNICO, Efecto.ALGUNO, Efecto.EXIGE)),
    (Efecto.ALGUNO, (Efecto.ALGUNO,)),
    (Efecto.SALVO, (Efecto.SALVO, Efecto.NIEGA, Efecto.RECHAZA)),
)
"""What restricts a sentence, and what of the passage may have been said so."""


def _alcances(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield what a sentence says of fewer, or of more, than its passage does."""
    for clase, admitidas in _SE_DICEN:
        for marca in [m for m in frase.con(clase) if not m.negada][:1]:
            hasta = [m.alcance[:2] for m, _ in _marcas(cerca, Efecto.HASTA)]
            topes = [v.desde for v in frase.valores if v.limite.lado == TOPE]  # «solo hasta el 5»
            limita = marca.alcance[:2] in hasta or max(topes, default=0) > marca.desde
            if not limita and not _de_lo_mismo(frase, marca, _marcas(cerca, *admitidas)):
                todo = _escrita(_marcas(cerca, Efecto.TODO))
                yield _decir("alcance", frase, marca.desde, marca.hasta, todo)
                return
    limitan = _marcas(cerca, Efecto.SOLO, Efecto.UNICO, Efecto.ALGUNO, Efecto.SALVO)
    for marca in [] if frase.con(Efecto.SALVO) else frase.con(Efecto.TODO, Efecto.OTRO)[:1]:
        if _de_lo_mismo(frase, marca, limitan) and not _marcas(cerca, marca.clase):
            yield _decir("alcance", frase, marca.desde, marca.hasta, _escrita(limitan))


def _de_lo_mismo(frase: Dicho, marca: Marca, marcas: list[Marcada]) -> bool:
    """Tell whether one of some small words of a passage is said of the same as another."""
    vecinas = frase.alrededor(marca.desde)
    for otra, tramo in marcas:
        # an exception is of all its stretch
        excepcion = otra.clase in (Efecto.SALVO, Efecto.NIEGA, Efecto.RECHAZA)
        raices = tramo.raices if excepcion else tramo.alrededor(otra.desde)
        if len(vecinas & raices) >= EN_COMUN:
            return True
    return False


def _momentos(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield «hasta su publicación» for «a partir de su publicación», and the reverse."""
    for clase, opuesta in ((Efecto.DESDE, Efecto.HASTA), (Efecto.HASTA, Efecto.DESDE)):
        iguales = _ligadas(_marcas(cerca, clase))
        for marca in frase.con(clase):
            propias = {*marca.alcance[:1]} - iguales
            opuestas = [o for o in _marcas(cerca, opuesta) if propias & _ligadas([o])]
            if opuestas:
                yield _decir("limite", frase, marca.desde, marca.hasta, _escrita(opuestas))
                return


def _contrarios(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield the words whose contrary the passage says: «control previo», «control posterior»."""
    propios = {_bando(palabra.texto) for palabra in frase.palabras}
    hablados = {"", *frase.raices}
    for lugar, palabra in enumerate(frase.palabras):
        bando = _bando(palabra.texto)
        if bando is None:
            continue
        nombre = _nombre_de(frase, lugar)
        dichos = [
            (suyo, _nombre_de(tramo, n), tramo.texto[otra.desde : otra.hasta])
            for tramo in cerca.tramos
            for negadas in [{m.raiz for m in tramo.con(Efecto.NIEGA)}]  # «no concede» is «niega»
            for n, otra in enumerate(tramo.palabras)
            if (suyo := _bando(otra.texto)) and suyo[0] == bando[0]
            if n == 0 or tramo.palabras[n - 1].texto != "lo"  # «lo anterior» is what was said
            if otra.raiz not in negadas and not _es_tras_lo_mismo(frase, palabra, tramo, otra)
        ]
        iguales = {suyo for otro, suyo, _ in dichos if otro == bando}
        opuestos = [
            d
            for d in dichos
            if d[0] != bando and (d[1] == nombre != "" if iguales else d[1] in hablados)
        ]
        ambos = not iguales and opuestos and opuestos[0][0] in propios
        if opuestos and not ambos and iguales.isdisjoint((nombre, "")):
            yield _decir("contrario", frase, palabra.desde, palabra.hasta, opuestos[0][2])
            return


def _es_tras_lo_mismo(frase: Dicho, una: Palabra, tramo: Dicho, otra: Palabra) -> bool:
    """Tell whether two words put a thing after the same («previo aviso», «después del aviso»)."""
    tras, tras_otra = (
        _ligadas([(m, dicho) for m in dicho.con(Efecto.DESDE) if m.desde == palabra.desde])
        for dicho, palabra in ((frase, una), (tramo, otra))
    )
    return not tras.isdisjoint(tras_otra)


@lru_cache(maxsize=4096)
def _bando(forma: str) -> tuple[int, int] | None:
    return BANDOS.get(sin_final(forma.removesuffix("se")))


def _nombre_de(dicho: Dicho, lugar: int) -> str:
    """Return the stem of the noun that an adjective follows; empty where none stands before it."""
    return dicho.palabras[lugar - 1].raiz if lugar and not dicho.palabras[lugar].pausa else ""
