"""What a sentence allows, orders or restricts beside what its passage does."""

import re
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from siaa.redaccion.afirmaciones.contrarios import contrarios
from siaa.redaccion.afirmaciones.frase import Discrepancia, senalar
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Marcada, Pasaje, escrita
from siaa.redaccion.afirmaciones.lectura.limites import TOPE
from siaa.redaccion.afirmaciones.lectura.marcas import INFINITIVO, Efecto, Marca

ORDENAN: Final = (Efecto.DEBE, Efecto.EXIGE)
DEJAN: Final = (Efecto.PUEDE, Efecto.PERMITE, Efecto.OPTA)
_OPUESTOS: Final = MappingProxyType(
    {
        Efecto.DESDE: (Efecto.HASTA, Efecto.ANTES),
        Efecto.HASTA: (Efecto.DESDE,),
        Efecto.ANTES: (Efecto.DESDE, Efecto.CUANDO),
        Efecto.CUANDO: (),
        Efecto.PISO: (Efecto.TOPE, Efecto.IGUAL),
        Efecto.TOPE: (Efecto.PISO, Efecto.IGUAL),
        Efecto.IGUAL: (Efecto.PISO, Efecto.TOPE),
    }
)
"""What puts a thing before or after a moment, or compares it with a size: what says another."""
_DE_ORDEN: Final = frozenset(("antes", "despues", "luego", "tras"))
"""What tells which of two things comes first."""
_CABEZA: Final = 4
"""Words of content that tell which moment, or which size."""
EN_COMUN: Final = 2
"""Words that must stand around two small words for one to be said of the same as the other."""
_Y_NO: Final = re.compile(r",? (?:(?:pero|mas|y) (?:no|sin)|sin)\b")
"""After what there is, without what goes with it: «con voz, pero sin voto»."""
RELATIVA: Final = re.compile(
    r"(?<!,)(?<!ndo)(?<!entiende)(?<!dispone)(?<!establece)(?<!considera) (?:que|quien(?:es)?) \Z"
)
"""Before a denial that only tells which: «a quienes no hayan pagado»; not «se entiende que no»."""
_ABRE_EL_CASO: Final = re.compile(r"quier|dese|pref|invit|exhort")
"""«Si quiere apelar, interpone…» leaves nothing to choose that the norm does not."""
_LOS_QUE: Final = re.compile(r"\b(?:l[oa]s? que|quien(?:es)?)\b[^,.;:]*\Z")
_NO_MANDA: Final = re.compile(rf"{INFINITIVO.pattern}|\w+(?:bles?|ci[oó]n)")
"""«Su voluntad de apelar», «será apelable», «información»."""
_MANDA: Final = re.compile(r"\w{3,}[ae]n?se")
"""«Créanse», «publíquese», but not «los que se creen»."""
_DE_CADA_UNO: Final = re.compile(
    r"tod[oa]\b|tod[oa]s (?:de|con|en|por|ell[oa]s)\b|cualquier otr[oa]\b"
)
"""«Toda disposición», «todos ellos», «…, todos de grado 23» say no more than a plural."""
_SUMAN: Final = re.compile(r"\b(?:tambien|ademas|incluso)\b")
_UNICAS: Final = re.compile(r"\b(?:unic[oa]s|taxativ\w+)\b")
_ENTRE_OTRAS: Final = re.compile(r"\bentre otr[oa]s\b")
_SOLO: Final = re.compile(r"\b(?:solo|(?:sola|unica|exclusiva)mente)\b")
_SUBJUNTIVOS: Final = (re.compile(r"\w+en?"), re.compile(r"\w+(?<!r)an?"))
"""«Los que presenten» and «los que vendan» order nobody: of verbs in «-ar», and of others."""


def oponer(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Sequence[Iterator[Discrepancia]]:
    """Return what a sentence says against the stretches that are about the same, by kind.

    entero: the whole passage; «cualquier modalidad» may stand farther on.
    """
    return (
        _modos(frase, cerca),
        _alcances(frase, cerca, entero),
        _de_mas(frase, cerca),
        _unicas(frase, entero),
        _incluye_lo_exceptuado(frase, cerca),
        _momentos(frase, cerca),
        contrarios(frase, cerca),
    )


def _modos(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield «podrá» for what must be done, «debe» for what may be, and what is left to choose.

    What a passage only orders is so by whatever verb it is said, and what it only leaves to choose
    by a verb of what it permits.
    """
    mejor = cerca.tramos[0]
    for marca in frase.con(Efecto.PUEDE, Efecto.OPTA, Efecto.DEBE):
        ordena = marca.clase is Efecto.DEBE
        suyas, ajenas = (ORDENAN, DEJAN) if ordena else (DEJAN, ORDENAN)
        del_verbo = [(m, t) for m, t in cerca.con(*suyas, *ajenas) if m.raiz == marca.raiz != ""]
        otras = [(m, mejor) for m in mejor.con(*ajenas) if not ordena or _permite(mejor, m, marca)]
        dichas = del_verbo or [*cerca.con(*suyas), *otras]
        # «es obligatorio que la licencia se expida»: the word beside it may be no verb
        comunes = max((_en_comun(marca, m) for m, _ in dichas), default=0)
        ajenos = [t for _, t in dichas]
        dichas += [
            (m, t)
            for m, t in cerca.con(*suyas)
            if t not in ajenos and _en_comun(marca, m) >= max(EN_COMUN, comunes)
        ]
        # «no podrá» leaves nothing to choose
        conviene = any(m.clase in suyas and (ordena or not m.negada) for m, _ in dichas)
        prohiben = [(m, t) for m, t in dichas if not m.negada]
        hasta = not ordena and any(v.limite.lado == TOPE for v in frase.valores)
        opuestas = [] if conviene else prohiben
        de_mas = marca.clase is Efecto.OPTA and not _ABRE_EL_CASO.match(marca.forma)
        de_mas = de_mas and not cerca.con(*DEJAN)
        contradice = (
            opuestas or de_mas or (not ordena and not hasta and _sin_permiso(frase, marca, cerca))
        )
        ordenan = frase.con(*DEJAN) if ordena else frase.con(Efecto.DEBE, Efecto.SOLO)
        ambas = not del_verbo and any(not otra.negada for otra in ordenan)
        dicha = marca.propia in cerca.raices  # «de manera voluntaria»
        if contradice and not (marca.negada or ambas or dicha):
            yield senalar("modalidad", frase.texto, marca.desde, marca.hasta, escrita(opuestas))


def _en_comun(una: Marca, otra: Marca) -> int:
    return len({*una.alcance}.intersection(otra.alcance))


def _permite(tramo: Dicho, permiso: Marca, marca: Marca) -> bool:
    """Tell whether what a passage permits is what a sentence orders, and nothing else."""
    verbos = (p.raiz for p in tramo.palabras if INFINITIVO.fullmatch(p.texto))
    return not {*marca.alcance[:2]}.isdisjoint((*permiso.alcance, *verbos))


def _sin_permiso(frase: Dicho, marca: Marca, cerca: Pasaje) -> bool:
    """Tell whether a passage orders flatly («se hará») what a small word leaves to choose."""
    # a verb that says nothing by itself («podrá hacer» and «hará») is known by what it is of
    ligero, de_que = marca.raiz.replace("hacer", "har"), marca.alcance[1:2]
    verbos = [
        (t, p)
        for t in cerca.tramos
        for p in t.palabras
        if p.raiz == marca.raiz != ""
        or (de_que and not p.raiz and p.texto.startswith(ligero) and de_que[0] in t.raices)
    ]
    siguen = frase.palabras[frase.cual(marca.hasta) :]
    propios = (p.texto for p in siguen if p.raiz == marca.raiz)
    supone = _SUBJUNTIVOS[not next(propios, "").removesuffix("se").endswith("ar")]
    ordenan = [(t, p) for t, p in verbos if not _NO_MANDA.fullmatch(p.texto)]
    if all(supone.fullmatch(p.texto) and not _MANDA.fullmatch(p.texto) for t, p in ordenan):
        return False
    return not any(m.desde < p.desde for t, p in verbos for m in t.con(*DEJAN))


_SE_DICEN: Final = (
    (Efecto.SOLO, (Efecto.SOLO, Efecto.UNICO, Efecto.ALGUNO, Efecto.EXIGE, Efecto.SALVO)),
    (Efecto.ALGUNO, (Efecto.ALGUNO,)),
    (Efecto.SALVO, (Efecto.SALVO, Efecto.DISTINTO, Efecto.NIEGA, Efecto.RECHAZA)),
)
"""What restricts a sentence, and what of the passage may have been said so."""
_EXCEPTUAN: Final = (Efecto.SALVO, Efecto.DISTINTO)
_CONDICION: Final = re.compile(r"(?:mente)? (mientras|durante|cuando|si|hasta|despues)\b")
_AMBOS: Final = (Efecto.NIEGA, Efecto.RECHAZA, Efecto.EXIGE)


def _alcances(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield what a sentence says of fewer, or of more, than its passage does."""
    for clase, admitidas in _SE_DICEN:
        for marca in [m for m in frase.con(clase) if not m.negada][:1]:
            # what both deny, or require, is not how a passage says an exception
            propias = {m.propia for m in frase.con(*_AMBOS)} - {""}
            dichas = [(m, t) for m, t in cerca.con(*admitidas) if m.propia not in propias]
            dicho = _de_lo_mismo(frase, marca, dichas)
            if clase is Efecto.SOLO:
                dicho = dicho or _pone_lo_mismo(frase, marca, cerca)
                dicho = dicho or _niega_lo_demas(frase, marca, cerca)
                nadie_mas = (m for m, _ in entero.con(Efecto.SOLO) if m.forma.startswith("ning"))
                dicho = dicho or any(not frase.raices.isdisjoint(m.alcance) for m in nadie_mas)
            if not dicho:
                mejor = cerca.tramos[0]
                todo = escrita([(m, mejor) for m in mejor.con(Efecto.TODO)])
                yield senalar("alcance", frase.texto, marca.desde, marca.hasta, todo)
    if not cerca.con(Efecto.TODO, Efecto.TOTAL) and not frase.con(Efecto.SALVO):
        restringida = frase.con(Efecto.SOLO, Efecto.UNICO)  # «todo incidente va en una sola fila»
        parte = cerca.con(Efecto.SOLO, Efecto.UNICO, Efecto.ALGUNO, Efecto.SALVO)
        limitan = "" if restringida else escrita(parte)
        abarcan = (Efecto.TODO, Efecto.TOTAL) if limitan else (Efecto.TODO,)
        del_todo = {m.raiz for m, _ in entero.con(Efecto.TODO, Efecto.TOTAL)} - {""}
        for marca in [m for m in frase.con(*abarcan) if not m.negada]:  # «no se delega todo»
            if limitan or not (
                marca.raiz in del_todo or _DE_CADA_UNO.match(frase.plegado, marca.desde)
            ):
                yield senalar("alcance", frase.texto, marca.desde, marca.hasta, limitan)


def _pone_lo_mismo(frase: Dicho, solo: Marca, cerca: Pasaje) -> bool:
    """Tell whether a passage has the condition that a sentence restricts to: «solo mientras»."""
    puesta = _CONDICION.match(frase.plegado, solo.hasta)
    return puesta is not None and any(
        re.search(rf"\b{puesta[1]}\b", tramo.plegado) and not tramo.raices.isdisjoint(solo.alcance)
        for tramo in cerca.tramos
    )


def _niega_lo_demas(frase: Dicho, solo: Marca, cerca: Pasaje) -> bool:
    """Tell whether a passage denies all else: «con voz, pero sin voto», «no otra que la fijada».

    Also «los que no hayan pagado», who are «solo los que no han pagado».
    """
    niegan = frase.con(Efecto.NIEGA)
    propias = {m.raiz for m in niegan if _LOS_QUE.search(frase.plegado, solo.hasta, m.desde)}
    return any(
        any(niega.desde < m.desde for m in tramo.con(Efecto.DISTINTO))
        or (niega.raiz in propias and RELATIVA.search(tramo.plegado, 0, niega.desde))
        or any(
            p.raiz == solo.raiz != "" and _Y_NO.match(tramo.plegado, p.hasta)
            for p in tramo.palabras
        )
        for niega, tramo in cerca.con(Efecto.NIEGA)
        if not tramo.raices.isdisjoint(solo.alcance)
    )


def _unicas(frase: Dicho, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield «las únicas funciones son» for «son sus funciones, entre otras, las siguientes»."""
    cierra = _UNICAS.search(frase.plegado)
    for tramo in entero.tramos if cierra else ():
        abre = _ENTRE_OTRAS.search(tramo.plegado)
        if cierra and abre and len(frase.raices & tramo.alrededor(abre.start())) >= EN_COMUN:
            suyo = tramo.texto[abre.start() : abre.end()]
            yield senalar("alcance", frase.texto, *cierra.span(), suyo)


def _de_mas(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield «y también a otros» for «solo a ellos»."""
    dicho = _SUMAN.search(frase.plegado)
    for tramo in cerca.tramos if dicho else ():
        solo = _SOLO.search(tramo.plegado)
        if dicho and solo and len(frase.raices & tramo.alrededor(solo.start())) > EN_COMUN:
            suyo = tramo.texto[solo.start() : solo.end()]
            yield senalar("alcance", frase.texto, *dicho.span(), suyo)


def _incluye_lo_exceptuado(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield «incluidos los de recreo» for «salvo los de recreo»."""
    for marca in frase.con(Efecto.INCLUYE):
        exceptuados = [] if frase.con(*_EXCEPTUAN) else cerca.con(*_EXCEPTUAN)
        suyas = {*marca.alcance[:EN_COMUN]}
        opuestas = [par for par in exceptuados if not suyas.isdisjoint(par[0].alcance[:EN_COMUN])]
        if opuestas:
            yield senalar("alcance", frase.texto, marca.desde, marca.hasta, escrita(opuestas))


def _de_lo_mismo(frase: Dicho, marca: Marca, marcas: Sequence[Marcada]) -> bool:
    """Tell whether one of some small words of a passage is said of the same as another."""
    vecinas = frase.alrededor(marca.desde)
    for otra, tramo in marcas:
        # an exception is of all its stretch, and one is told in other words
        excepcion = otra.clase in _SE_DICEN[-1][1]
        raices = tramo.raices if excepcion else tramo.alrededor(otra.desde)
        if marca.clase is otra.clase or len(vecinas & raices) >= EN_COMUN:
            return True
    return False


def _momentos(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield «hasta su publicación» for «a partir de su publicación», and the reverse.

    Also «mayor que su sueldo» for «menor que su sueldo», and «se firma antes de leer» for «se lee
    antes de firmar».
    """
    a_toda_hora = {"antes", "despues"} <= {p.texto for p in frase.palabras}
    de_valores = [v.limite for v in frase.valores if v.limite.lado]  # «hasta tres días después»
    suyas = [
        m
        for m in frase.con(*_OPUESTOS)
        if not any(c.desde <= m.desde < c.hasta for c in de_valores)
    ]
    for marca in [] if a_toda_hora else suyas:
        contrarias = _OPUESTOS[marca.clase]
        todas = cerca.con(*_OPUESTOS)
        cruzadas = [(m, t) for m, t in todas if _se_cruzan(frase, marca, m, t)]
        mismas = [p for p in todas if p not in cruzadas and _es_de_lo_que(marca, p[0])]
        opuestas = [p for p in mismas if p[0].clase in contrarias]
        opuestas += [p for p in cruzadas if p[0].clase is marca.clase]
        iguales = len(opuestas) < len(cruzadas) or any(m.clase is marca.clase for m, _ in mismas)
        if opuestas and not iguales:
            yield senalar("limite", frase.texto, marca.desde, marca.hasta, escrita(opuestas))


def _se_cruzan(frase: Dicho, marca: Marca, otra: Marca, tramo: Dicho) -> bool:
    """Tell whether each of two small words is of what the other puts before or after that.

    «Se lee antes de firmar», «después de leer se firma».
    """
    de_orden = {marca.forma, otra.forma} <= _DE_ORDEN
    ajena = marca.raiz in tramo.raices.difference(otra.alcance)
    return de_orden and ajena and otra.raiz in frase.raices - {marca.raiz}


def _es_de_lo_que(marca: Marca, otra: Marca) -> bool:
    """Tell whether two small words are of the same moment, or compare with the same."""
    comunes = {*marca.alcance[:_CABEZA]} & {*otra.alcance[:_CABEZA]}
    return marca.raiz in comunes & {*otra.alcance[:2]} or len(comunes) >= EN_COMUN
