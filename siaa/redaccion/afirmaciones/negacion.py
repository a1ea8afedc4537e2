"""What a sentence denies beside what its passage says, and the other way round."""

import re
from collections.abc import Iterator, Sequence, Set
from itertools import chain, pairwise, takewhile
from typing import Final

from siaa.redaccion.afirmaciones.cercania import LEGALES
from siaa.redaccion.afirmaciones.frase import Discrepancia, senalar
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Marcada, Pasaje, fin_de
from siaa.redaccion.afirmaciones.lectura.marcas import ACCION, TRAS_NO, Efecto, Marca
from siaa.redaccion.afirmaciones.lectura.palabras import COMA, raices_de, raiz_de
from siaa.redaccion.afirmaciones.oposicion import DEJAN, EN_COMUN, ORDENAN, RELATIVA

CERCA: Final = 3
"""Words of content after a denial that are what it denies, and not of whom or what for."""
_SINO_A: Final = re.compile(
    r"(?<!,) sino (?:al?|en|con|por|para|cuando|mediante|previ\w+)(?! que)\b"
)
"""What restricts: «no se dará sino a quien navegue», but not «no se vende, sino que se presta»."""
_SINO: Final = re.compile(r", sino\b|[:;] se\b")
DE_UNA_FORMA: Final = 4
"""Letters by which a word is known in any form."""
LARGO: Final = 6
"""Words after «con» or «sin» in which stands what it is of."""
VECINA: Final = 12
"""Characters after a denial in which what obliges stands: «no están obligados»."""
JUNTAS: Final = 40
"""Characters between two denials that are of one order."""
CASI_TODO: Final = 0.5
"""A sentence that has more of the words of a stretch is of the same as its denial."""
_OPONEN: Final = (Efecto.NIEGA, Efecto.RECHAZA, Efecto.SALVO, Efecto.SOLO, Efecto.UNICO)
_SUPONE: Final = re.compile(
    r"(?:(?:^|[,.;:] )(?:si|cuando)|\bmientras)\b[^,.;:]*\Z|\b(?:cuando|caso de que) \Z"
)
"""Before a denial that is no claim: «si el pago no se hace», «mientras no tenga título»."""
_LOS_QUE: Final = re.compile(r"\b(?:que|quien(?:es)?|si|cuando)\b")
_SIGUE_A: Final = re.compile(r"\w \Z")
"""Before what is not first in its clause."""
_ACABAN: Final = frozenset(map(raiz_de, ("terminar", "extinguir", "cesar", "suprimir", "perder")))
"""What «deja de» says in other words."""
_SO_PENA: Final = re.compile(r"\b(?:so|bajo) pena\b")
_NO_Y_NINGUNO: Final = re.compile(r"\bno\b[^,.;:]{0,80} (?:ning\w+|nada|nadie)\Z")
_NO_TODO: Final = re.compile(r"[^,.;:]{1,60}? tod[oa]s?\b")
_DICE_CUAL: Final = re.compile(r"\b(?:que|quien(?:es)?|si|cuando)(?: \w{1,3}){0,2} \Z")
_SI_SE: Final = re.compile(r"\b(?:cuando|si|caso de que) (?:se )?\Z")


def contradecir(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield what only one of a sentence and its passage denies."""
    if dobles := [*_dobles(frase, cerca)]:
        return filter(None, dobles)
    return chain(
        _negaciones(frase, cerca, entero), _con_o_sin(frase, cerca, entero), _al_reves(frase, cerca)
    )


def _negaciones(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield what only one of the two denies: «no deroga» beside «deroga»."""
    niegan = cerca.con(Efecto.NIEGA, Efecto.RECHAZA, Efecto.SALVO)
    alcanzadas = {raiz for m, _ in niegan for raiz in m.alcance}
    # «sin perjuicio de» denies nothing, and says that it is not affected
    alcanzadas.update(
        otra.raiz
        for tramo in cerca.tramos
        for una, otra in pairwise(tramo.palabras)
        if una.texto == "sin" and otra.texto in TRAS_NO
    )
    sueltas = _sueltas(frase, cerca, niegan, alcanzadas)
    if sueltas and (
        _ordena_al_negar(frase)
        or (cerca.con(Efecto.SOLO) and (len(sueltas) > 1 or _solo_uno(frase, sueltas)))
    ):
        return
    mejor = cerca.tramos[0]
    claras = (m for m in mejor.con(Efecto.NIEGA) if not ACCION.fullmatch(m.forma))
    otra_cosa = any(_afirma_que_no(mejor, m) for m in claras)
    for marca in sueltas:
        libres = [r for r in marca.alcance[: 1 if otra_cosa else 2] if r not in alcanzadas]
        tramos = (mejor,) if otra_cosa else cerca.tramos
        raiz = next((r for r in libres if _afirma(tramos, frase, marca, r)), "")
        if raiz or (not marca.alcance and _sin_el_no(frase, marca, cerca)):
            yield senalar("negacion", frase.texto, marca.desde, fin_de(frase, marca, raiz))
    rechaza = any(m.propia not in entero.raices | {""} for m in frase.con(Efecto.RECHAZA))
    cabezas = {m.raiz for m, _ in niegan if m.clase is Efecto.NIEGA}
    iguales = all(m.raiz in cabezas | {""} for m in frase.con(Efecto.NIEGA))
    if iguales and not rechaza:
        yield from _calladas(frase, cerca)


def _solo_uno(frase: Dicho, sueltas: Sequence[Marca]) -> bool:
    """Tell whether what is denied is all but one: «no se anotan todas; solo la mayor»."""
    return bool(frase.con(Efecto.SOLO)) and all(m.forma == "no" for m in sueltas)


def _sueltas(
    frase: Dicho, cerca: Pasaje, niegan: Sequence[Marcada], alcanzadas: Set[str]
) -> list[Marca]:
    """Return the denials of a sentence that are none of its passage's.

    alcanzadas: what those of the passage reach.
    """
    salvadas = {m.raiz for m, _ in niegan if m.clase is Efecto.SALVO}
    # «no se vende en ninguna parte» denies once
    otra_vez = [
        m for m in frase.con(Efecto.NIEGA) if _NO_Y_NINGUNO.search(frase.plegado, 0, m.hasta)
    ]
    # «no se delega todo» denies a part, nor is it denied of what is excepted
    parte = [m for m in frase.con(Efecto.NIEGA) if _NO_TODO.match(frase.plegado, m.hasta)]
    calladas = parte if cerca.con(Efecto.SALVO, Efecto.ALGUNO) else []
    if _es_lo_exceptuado(frase, cerca.tramos[0]) and not frase.con(Efecto.SALVO):
        calladas = frase.con(Efecto.NIEGA)
    nuevas = [
        m
        for m in frase.con(*_OPONEN)
        if m.forma != "ni" and m.raiz not in alcanzadas and m not in (*otra_vez, *calladas)
    ]
    return [
        m
        for m in nuevas
        if m.clase is Efecto.NIEGA and salvadas.isdisjoint(m.alcance)
        if _afirma_que_no(frase, m) or (len(nuevas) == 1 and _sin_el_no(frase, m, cerca))
        if not (_se_deja_elegir(frase, m, cerca) or _corrige(frase, m, cerca))
        if not (m.forma.startswith("dej") and _ACABAN & cerca.raices)
    ]


def _corrige(frase: Dicho, marca: Marca, cerca: Pasaje) -> bool:
    """Tell whether a denial only sets apart what no passage says: «no por la nueva, sino por…»."""
    sino = _SINO.search(frase.plegado, marca.hasta)
    if sino is None:
        return False
    desde, hasta = marca.hasta, sino.start()
    dichas = {p.texto[:DE_UNA_FORMA] for tramo in cerca.tramos for p in tramo.palabras}
    aparte = {p.texto[:DE_UNA_FORMA] for p in frase.palabras if desde <= p.desde < hasta}
    return any(len(forma) == DE_UNA_FORMA for forma in aparte - dichas)


def _se_deja_elegir(frase: Dicho, marca: Marca, cerca: Pasaje) -> bool:
    """Tell whether a passage permits what a sentence says that nobody is obliged to."""
    obligan = (m for m in frase.con(*ORDENAN) if 0 < m.desde - marca.hasta <= VECINA)
    suyas = {r for m in obligan if not m.forma.startswith("deb") for r in m.alcance[:EN_COMUN]}
    return any(suyas.intersection(m.alcance) for m, _ in cerca.con(*DEJAN)) and not any(
        suyas.intersection(m.alcance[:EN_COMUN]) for m, _ in cerca.con(*ORDENAN)
    )


def _sin_el_no(frase: Dicho, marca: Marca, cerca: Pasaje) -> bool:
    """Tell whether a passage has the words around a denial, without it: «los que se vendan».

    Or supposes what the sentence supposes not to be: «en caso de que se vendan».
    """
    if _SUPONE.search(frase.plegado, 0, marca.desde) and any(
        p.raiz == marca.raiz != "" and _SI_SE.search(tramo.plegado, 0, p.desde)
        for tramo in cerca.tramos
        for p in tramo.palabras
    ):
        return True
    antes = frase.plegado[: marca.desde].split()[-1:]
    dicho = " ".join((*antes, *frase.plegado[marca.hasta :].split()[:2]))
    return any(dicho in tramo.plegado for tramo in cerca.tramos)


def _afirma_que_no(dicho: Dicho, marca: Marca) -> bool:
    """Tell whether a denial is claimed, and not only supposed."""
    return not any(p.search(dicho.plegado, 0, marca.desde) for p in (_SUPONE, RELATIVA))


def _al_reves(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield what a passage denies and a sentence affirms of the same things, by any verb."""
    tramo = cerca.tramos[0]
    calla = frase.con(*_OPONEN) or _es_lo_exceptuado(frase, tramo)
    calla = calla or tramo not in _con_sus_cifras(frase, cerca)
    # «con permiso» is what «nadie, sin permiso» lets
    falta = {raiz for con, raiz, *_ in _llevan(tramo) if not con and _ordena_al_negar(tramo)}
    calla = calla or any(con and raiz in falta for con, raiz, *_ in _llevan(frase))
    for marca in [] if calla else tramo.con(Efecto.NIEGA):
        comunes = {*marca.alcance[:CERCA]} & frase.afirmadas
        dice_cual = RELATIVA.search(tramo.plegado, 0, marca.desde) and marca.raiz not in comunes
        if len(comunes) >= EN_COMUN and comunes - tramo.afirmadas and not dice_cual:
            palabra = next(p for p in frase.palabras if p.raiz in comunes)
            if ACCION.fullmatch(palabra.texto) and not _afirma_que_no(tramo, marca):
                continue
            dice = tramo.texto[marca.desde : fin_de(tramo, marca, marca.raiz)]
            yield senalar("negacion", frase.texto, palabra.desde, palabra.hasta, dice)


def _con_o_sin(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield «con permiso» for «sin permiso», but where one is denied: «nadie pesca sin permiso»."""
    tramos = [t for t in cerca.tramos if t.niega == frase.niega]
    dichas = {(con, raiz): t.texto[d:h] for t in tramos for con, raiz, d, h in _llevan(t)}
    for con, raiz, desde, hasta in _llevan(frase):
        if (con, raiz) in dichas or (not con, raiz) not in dichas:
            continue
        if not any(frase.plegado[desde:hasta] in tramo.plegado for tramo in entero.tramos):
            yield senalar("negacion", frase.texto, desde, hasta, dichas[not con, raiz])


def _llevan(dicho: Dicho) -> Iterator[tuple[bool, str, int, int]]:
    """Yield what something has or lacks: whether it has it, its stem, and where that is said."""
    for n, palabra in enumerate(dicho.palabras):
        con = palabra.texto == "con"
        if con or palabra.texto == "sin":
            siguen = takewhile(lambda p: p.pausa < COMA, dicho.palabras[n + 1 : n + 1 + LARGO])
            de_que = [p for p in siguen if p.raiz and p.texto not in TRAS_NO]
            # «sin que se haya dictado sentencia»
            for que in de_que[: 1 if con else EN_COMUN]:
                yield con, que.raiz, palabra.desde, que.hasta


def _es_lo_exceptuado(frase: Dicho, tramo: Dicho) -> bool:
    """Tell whether a sentence is of what a stretch excepts: «no podrán, salvo los del Estado»."""
    exceptuados = (m.alcance[:2] for m in tramo.con(Efecto.SALVO) if m.alcance)
    return any(frase.raices.issuperset(suyas) for suyas in exceptuados)


def _dobles(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia | None]:
    """Yield, of each «no dará el título sino a quien navegue», what a sentence says against it.

    It says the same, and None is yielded, if it denies both or neither: «no lo dará a quien no
    navegue», «lo dará a quien navegue».
    """
    niegan = frase.con(Efecto.NIEGA, Efecto.RECHAZA)
    for marca, tramo in () if _SINO_A.search(frase.plegado) else cerca.con(Efecto.NIEGA):
        restringen = (m for m in tramo.con(Efecto.UNICO) if m.desde > marca.desde)
        sino = next((m for m in restringen if _SINO_A.match(tramo.plegado, m.desde - 1)), None)
        antes = raices_de(tramo.palabras[: tramo.cual(marca.desde)])
        queda = (frase.raices - antes).intersection(sino.alcance[:CERCA]) if sino else frozenset()
        negado = {*marca.alcance[:CERCA]} - queda
        verbo = next((p for p in frase.palabras if p.raiz in negado), None)
        if verbo and queda:
            suyas = [m for m in niegan if negado.intersection(m.alcance[:CERCA])]
            ajenas = [m for m in niegan if m not in suyas and queda.intersection(m.alcance)]
            dice = tramo.texto[marca.desde : fin_de(tramo, marca, marca.raiz)]
            opuesta = senalar("negacion", frase.texto, verbo.desde, verbo.hasta, dice)
            yield opuesta if bool(suyas) != bool(ajenas) else None


def _ordena_al_negar(dicho: Dicho) -> bool:
    """Tell whether two denials order: «sin aviso no vale», «no vale mientras no se avise»."""
    niegan = [m for m in dicho.con(Efecto.NIEGA) if m.alcance]  # «sin ningún aviso» is one
    return any(
        dicho.plegado.find(" mientras ", una.hasta, otra.desde) >= 0
        or (una.forma == "sin" and not _SIGUE_A.search(dicho.plegado, 0, una.desde))
        or ("sin" in (una.forma, otra.forma) and otra.desde - una.hasta <= JUNTAS)
        for una, otra in pairwise(niegan)
    )


def _afirma(tramos: Sequence[Dicho], frase: Dicho, marca: Marca, raiz: str) -> bool:
    """Tell whether a passage says the word that a sentence denies, of the same things."""
    vecinas = frase.alrededor(fin_de(frase, marca, raiz) - 1)
    normas = {v.dato for v in frase.valores if v.tipo == "norma"}
    return any(
        raiz in t.afirmadas
        and len(vecinas & t.raices) + len(normas & {v.dato for v in t.valores}) >= EN_COMUN
        for t in tramos
    )


def _calladas(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield what the passage denies and the sentence does not, whatever else it may deny."""
    niegan = frase.con(Efecto.NIEGA, Efecto.SALVO, Efecto.DISTINTO)
    propias = {raiz for m in niegan for raiz in m.alcance}
    mejor, suyos = cerca.tramos[0], _con_sus_cifras(frase, cerca)
    for marca, tramo in cerca.con(Efecto.NIEGA):
        if tramo not in suyos:
            continue
        juntas = len(frase.raices & tramo.raices)
        casi_todo = EN_COMUN < juntas > CASI_TODO * len(tramo.raices)
        comunes = frase.raices & {*marca.alcance}
        de_lo_mismo = tramo is mejor or casi_todo or len(comunes) >= EN_COMUN
        suya = marca.raiz in frase.afirmadas - propias - tramo.afirmadas
        if de_lo_mismo and suya and not _va_dicha(frase, marca, tramo):
            palabra = next(p for p in frase.palabras if p.raiz == marca.raiz)
            dice = tramo.texto[marca.desde : fin_de(tramo, marca, marca.raiz)]
            yield senalar("negacion", frase.texto, palabra.desde, palabra.hasta, dice)


def _con_sus_cifras(frase: Dicho, cerca: Pasaje) -> Sequence[Dicho]:
    """Return the stretches that give figures of a sentence; all of them, if none does."""
    cifras = {v.dato for v in frase.valores if v.tipo not in LEGALES}
    return [t for t in cerca.tramos if not cifras.isdisjoint(t.datos)] or cerca.tramos


def _va_dicha(frase: Dicho, marca: Marca, tramo: Dicho) -> bool:
    """Tell whether a sentence says in another way what a stretch denies."""
    if _ordena_al_negar(tramo) or _es_lo_exceptuado(frase, tramo):
        return True
    # «no podrán recibir sumas diferentes a las que fija»
    if frase.con(Efecto.SOLO) and tramo.con(Efecto.SALVO, Efecto.DISTINTO, Efecto.UNICO):
        return True
    palabra = next(p for p in frase.palabras if p.raiz == marca.raiz)
    if ACCION.fullmatch(palabra.texto) and not _afirma_que_no(tramo, marca):
        return True
    # «los que no se anoten aparte» are told which, and not that they are not to be
    dice_cual = _DICE_CUAL.search(frase.plegado, 0, palabra.desde)
    if not dice_cual and RELATIVA.search(tramo.plegado, 0, marca.desde):
        return True
    # «quien pesque pierde» is what «no pescará, so pena de perder» says
    castiga = _SO_PENA.search(tramo.plegado, marca.hasta)
    desde = max(frase.plegado.rfind(signo, 0, palabra.desde) for signo in ",.;:") + 1
    supone = _LOS_QUE.search(frase.plegado, desde, palabra.desde)
    pena = raices_de(tramo.palabras[tramo.cual(castiga.end()) :]) if castiga and supone else ()
    return not frase.raices.isdisjoint(pena)
