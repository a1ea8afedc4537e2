"""Who acts, and what nobody said: names and weighty words beside those of a passage."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import takewhile
from types import MappingProxyType
from typing import Final

from rapidfuzz.distance import OSA

from siaa.redaccion.afirmaciones.frase import Discrepancia, senalar
from siaa.redaccion.afirmaciones.lectura.acciones import Accion
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje
from siaa.redaccion.afirmaciones.lectura.firmas import DE_UN_NOMBRE
from siaa.redaccion.afirmaciones.lectura.lexico import (
    ACTORES,
    CARGOS,
    GRAVES,
    palabras_de,
    por_forma,
)
from siaa.redaccion.afirmaciones.lectura.marcas import TRAS_NO
from siaa.redaccion.afirmaciones.lectura.palabras import (
    COMA,
    PUNTO,
    Palabra,
    raices_de,
    raiz_de,
    sin_persona,
)

_CONSTAN: Final = por_forma("constan")
_DE: Final = ("de", "del")
_DE_QUE: Final = frozenset(map(raiz_de, palabras_de("de_que")))
_ARTICULOS: Final = ("la", "el", "los", "las")
_PRONOMBRES: Final = ("la", "lo", "las", "los")
_ENLAZAN: Final = (*_DE, "y", "e", "o", *_ARTICULOS)
_INICIAL: Final = re.compile(r"\b[A-ZÁÉÍÓÚÑ]\. \Z")
"""After it a name goes on: «José M. Rojas»."""
_SIGLA: Final = range(2, 8)
"""Letters of a name that is written by its initials."""
_CORTAS: Final = 3
"""Letters of the words that initials may leave out: «de», «los»."""
_CORTO: Final = re.compile(r"(?P<que>min|super)(?P<de>[a-z]{3,})")
"""«Minsalud», «Supersociedades»: how a ministry, or who oversees something, is called for short."""
_LARGO: Final = MappingProxyType({"min": "minist", "super": "superint"})
_UN_ERROR, _DOS_ERRORES = 6, 9
"""Letters that a word has, at least, to be another with so many of them badly read."""
_ENCARGO: Final = re.compile(
    r"\b(?P<que>a\s+(?:cargo|juicio|criterio|favor)|por\s+(?:parte|cuenta)|en\s+nombre|ante"
    r"|en\s+coordinacion\s+con|aprobacion|autorizacion|(?:correspond|compet|incumb)\w+(?=\s+al?\b))"
    r"(?:\s+(?:de|a)l?)?(?:\s+(?:el|l[ao]s?|su))?"
    r"\s+(?P<quien>(?!(?:del?|al?|el|l[ao]s?|ell[ao]s?|est[aeo]s?)\b|quien|cual)\w+)"
)
"""Who it is up to, of whom it is, before whom; «ante ella» does not say it."""
_DE_ALGUIEN: Final = re.compile(r"a(?:probacion|utorizacion)|(?P<toca>correspond|compet|incumb)\w+")
"""What may be of a thing too: «la aprobación del acta», «corresponde al mes»."""
PARTE_IGUAL: Final = 0.7
"""Share of a sentence that a stretch must have for it to leave the same thing to somebody."""
AL_LADO: Final = 8
"""Words after somebody that may name who does the same too: «el juez, los fiscales y la sala»."""
Quien = Sequence[Palabra]
"""The words that name somebody."""
Parte = tuple[Quien, int, Dicho]
"""Who has a part in an action, where its verb stands, and in which stretch."""
_Encargado = tuple[str, re.Match[str], Dicho]


def atribuir(
    frase: Dicho, cerca: Pasaje, entero: Pasaje, pregunta: Dicho
) -> Sequence[Iterator[Discrepancia]]:
    """Return whom or what a sentence names and its passage does not, and who acts for another."""
    partes = {raiz_de(todo) for parte, todo in _CONSTAN.items() if raiz_de(parte) in entero.raices}
    sabidas = entero.nombres.raices | pregunta.raices
    conocidas = entero.raices | partes | sabidas
    return (
        _desconocidos(frase, entero, conocidas),
        _de_otra_cosa(frase, entero, sabidas),
        _trocados(frase, cerca, frase.raices - conocidas),
        _encargados(frase, cerca, entero),
        _con_otro_cargo(frase, entero),
    )


def _desconocidos(
    frase: Dicho, entero: Pasaje, conocidas: frozenset[str]
) -> Iterator[Discrepancia]:
    """Yield the first role, name or weighty word that stands nowhere in the passage."""
    for lugar, palabra in enumerate(frase.palabras):
        une = palabra.texto in TRAS_NO and frase.palabras[lugar - 1].texto == "sin"  # «sin embargo»
        if une or not palabra.raiz or palabra.raiz in conocidas:
            continue
        sigue = palabra.pausa < PUNTO or _INICIAL.search(frase.texto, 0, palabra.desde)
        propio = palabra.texto.isalpha() and sigue and frase.texto[palabra.desde].isupper()
        tipo = "quien" if propio or palabra.texto in CARGOS else "invento"
        formas = palabra.texto, sin_persona(palabra.texto)
        dudosa = tipo == "quien" or not GRAVES.isdisjoint(formas)
        if dudosa and not _esta_escrito(frase, palabra, entero):
            yield senalar(tipo, frase.texto, palabra.desde, palabra.hasta)


def _de_otra_cosa(frase: Dicho, entero: Pasaje, conocidas: Set[str]) -> Iterator[Discrepancia]:
    """Yield «impuesto de timbre» where a passage names only those of other things."""
    for lugar, palabra in enumerate(frase.palabras):
        propia = _de_que_es(frase.palabras, lugar)
        if propia is None or propia.raiz in conocidas:
            continue
        suyas = [
            (tramo.palabras[n:], tramo)
            for tramo in entero.tramos
            for n, otra in enumerate(tramo.palabras)
            if otra.raiz in _DE_QUE
        ]
        otras = [
            (otra, tramo)
            for juntas, tramo in suyas
            if juntas[0].raiz == palabra.raiz and (otra := _de_que_es(juntas, 0))
        ]
        if otras and all(propia.raiz not in raices_de(juntas) for juntas, _ in suyas):
            pasaje = otras[0][1].texto[otras[0][0].desde : otras[0][0].hasta]
            yield senalar("quien", frase.texto, palabra.desde, propia.hasta, pasaje)


def _de_que_es(palabras: Sequence[Palabra], lugar: int) -> Palabra | None:
    """Return what a word is of that is told from others by that alone: «ministerio de salud»."""
    siguen = [p for p in palabras[lugar + 1 : lugar + 4] if p.texto not in _ARTICULOS]
    return siguen[1] if len(siguen) > 1 and siguen[0].texto in _DE and siguen[1].raiz else None


def _esta_escrito(frase: Dicho, palabra: Palabra, entero: Pasaje) -> bool:
    """Tell whether a passage has a name of a sentence by its initials, or badly read."""
    larga = len(palabra.texto) >= _UN_ERROR and palabra.texto not in CARGOS
    if larga and any(palabra.texto in t.plegado.replace(" ", "") for t in entero.tramos):
        return True  # «Pre supuesto»
    if corto := _CORTO.fullmatch(palabra.texto):
        formas = {otra.texto for tramo in entero.tramos for otra in tramo.palabras}
        de = palabra._replace(texto=corto["de"], desde=palabra.desde + len(corto["que"]))
        esta = de.texto in formas or any(
            _que_abrevia(frase, de, tramo.palabras) for tramo in entero.tramos
        )
        if esta and any(forma.startswith(_LARGO[corto["que"]]) for forma in formas):
            return True
    return any(_que_abrevia(frase, palabra, tramo.palabras) for tramo in entero.tramos) or any(
        not CARGOS.issuperset((palabra.texto, otra.texto))
        and _casi_igual(palabra.texto, otra.texto)
        for tramo in entero.tramos
        for otra in tramo.palabras
    )


def _que_abrevia(dicho: Dicho, palabra: Palabra, palabras: Sequence[Palabra]) -> Sequence[Palabra]:
    """Return the first of some words whose initials a word is made of: «ICBF»."""
    if not dicho.texto[palabra.desde : palabra.hasta].isupper() or len(palabra.texto) not in _SIGLA:
        return ()
    for desde, primera in enumerate(palabras):
        faltan = palabra.texto if len(primera.texto) > len(palabra.texto) else ""
        for lugar, otra in enumerate(palabras[desde:], desde):
            if faltan.startswith(otra.texto[0]):
                faltan = faltan[1:]
            elif len(otra.texto) > _CORTAS or lugar == desde:
                break
            if not faltan:
                return palabras[desde : lugar + 1]
    return ()


def _casi_igual(una: str, otra: str) -> bool:
    """Tell whether two words differ as a word does from itself once it was badly read."""
    iguales = una[0] == otra[0]
    admitidos = (max(len(una), len(otra)) >= _UN_ERROR) + (iguales and len(una) >= _DOS_ERRORES)
    distintas: int = OSA.distance(una, otra, score_cutoff=admitidos)
    return distintas <= admitidos


def _trocados(frase: Dicho, cerca: Pasaje, nuevas: Set[str]) -> Iterator[Discrepancia]:
    """Yield who does, or to whom is done, what its passage says of another, or the other way.

    Of two of a kind too, each called as the other: «la sala de Tolú».
    nuevas: stems that the passage lacks. Where there is one, the sentence is too freely worded to
    tell those apart whom the stretch names: of people's paraphrases as many were called false as
    swaps were found.
    """
    for suya in frase.acciones:
        dicha = suya.clave in frase.afirmadas
        todas = ((a, t) for t in cerca.tramos if dicha for a in t.acciones)
        iguales = [(a, t) for a, t in todas if a.clave == suya.clave]
        for otra, tramo in iguales:
            if _se_cruzan(frase, suya, otra, tramo):
                yield _a_otro(frase, suya.agente, tramo, otra.agente)
        hacen = [(a.agente, a.desde, t) for a, t in iguales if a.agente]
        reciben = [(a.a_quien, a.desde, t) for a, t in iguales if a.a_quien]
        for quien, partes, contrarias in (
            (suya.agente, hacen, reciben),
            (suya.a_quien, reciben, hacen),
        ):
            se_nombra = quien and nuevas and _se_nombra(frase, quien[0], cerca)
            if not quien or se_nombra or _en_una_fila(quien[0], cerca):
                continue
            if partes:
                rivales = partes[:1] if _es_de_otro(frase, quien, partes) else []
            else:
                rivales = [p for p in contrarias if p[0][0].raiz == quien[0].raiz]
            for otro, verbo, tramo in rivales:
                yield _a_otro(frase, quien, tramo, otro, -1 if partes else verbo)


def _a_otro(frase: Dicho, quien: Quien, tramo: Dicho, otro: Quien, verbo: int = -1) -> Discrepancia:
    """Return that a passage says of another what a sentence says of somebody.

    verbo: where what is done stands, if only that tells them apart.
    """
    if quien[0].raiz == otro[0].raiz:  # one ministry and another
        quien = [*quien, *_nombre(frase, quien)]
        otro = [*otro, *_nombre(tramo, otro)]
    lugares = [*otro, *(p for p in tramo.palabras if p.desde == verbo)]
    dice = tramo.texto[min(p.desde for p in lugares) : max(p.hasta for p in lugares)]
    return senalar("quien", frase.texto, quien[0].desde, quien[-1].hasta, dice)


def _se_cruzan(frase: Dicho, suya: Accion, otra: Accion, tramo: Dicho) -> bool:
    """Tell whether who acts and to whom, of one kind, are each called as the other in a passage."""
    nombres = [
        raices_de(_nombre(dicho, quien)) if quien else set()
        for dicho, accion in ((frase, suya), (tramo, otra))
        for quien in (accion.agente, accion.a_quien)
    ]
    hace, recibe, hacia, recibia = nombres
    return bool(hace & recibia - hacia) and bool(recibe & hacia - recibia)


def _en_una_fila(quien: Palabra, cerca: Pasaje) -> bool:
    """Tell whether somebody is one of those of a table: «cada puerto elegirá: | Tolú | 2 |»."""
    return any(tramo.celdas and quien.raiz in tramo.raices for tramo in cerca.tramos)


def _se_nombra(frase: Dicho, quien: Palabra, cerca: Pasaje) -> bool:
    return quien.raiz in cerca.raices or _esta_escrito(frase, quien, cerca)


def _encargados(frase: Dicho, cerca: Pasaje, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield «a cargo del juez» for «a cargo del fiscal», who both are in the passage."""
    del_mejor, *de_otros = ([(que, m, t) for que, m in _encargos(t)] for t in cerca.tramos)
    ya = {que for que, *_ in del_mejor}
    dichos = [*del_mejor, *(d for suyos in de_otros for d in suyos if d[0] not in ya)]
    primeros = {que: t.texto[m.start() : m.end()] for que, m, t in reversed(dichos)}
    suyos = {(que, raiz) for que, m, t in dichos for raiz in raices_de(_tras(t, m.start("quien")))}
    for que, m in _encargos(frase):
        raiz = raiz_de(m["quien"])
        if _DE_ALGUIEN.fullmatch(m["que"]) and not _es_de_lo_mismo(frase, raiz, que, dichos):
            continue
        if que in primeros and raiz in entero.raices and (que, raiz) not in suyos:
            yield senalar("quien", frase.texto, *m.span(), primeros[que])


def _es_de_lo_mismo(frase: Dicho, quien: str, que: str, dichos: Iterable[_Encargado]) -> bool:
    """Tell whether a stretch leaves to somebody most of what a sentence does."""
    suyas = frase.raices - {quien}
    comunes = (len(suyas & tramo.raices) for otro, _, tramo in dichos if otro == que)
    return max(comunes, default=0) >= PARTE_IGUAL * len(suyas)


def _encargos(dicho: Dicho) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield what is up to somebody, in one word for all that say it, and where that is said."""
    for m in _ENCARGO.finditer(dicho.plegado):
        de_alguien = _DE_ALGUIEN.fullmatch(m["que"])
        if de_alguien is None or m["quien"] in ACTORES:
            yield "toca" if de_alguien and de_alguien["toca"] else m["que"], m


def _tras(dicho: Dicho, lugar: int) -> Sequence[Palabra]:
    """Return the words from a place on that may be of one, or of some together."""
    cual = dicho.cual(lugar)
    return dicho.palabras[cual : cual + AL_LADO]


def _con_otro_cargo(frase: Dicho, entero: Pasaje) -> Iterator[Discrepancia]:
    """Yield who signs the passage, said to hold the office of another who signs it."""
    dichos = [len(f.nombre & frase.raices) for f in entero.firmas]
    mas = max((DE_UN_NOMBRE, *dichos))  # two may be called Juan Carlos
    nombrados = [f for f, n in zip(entero.firmas, dichos, strict=True) if n == mas]
    if len(nombrados) != 1 or any(
        not (frase.raices & f.nombre).issubset(nombrados[0].nombre) for f in entero.firmas
    ):
        return
    suyo = nombrados[0]
    dichas = frase.raices - suyo.nombre
    if any(len(f.cargo & dichas) > len(suyo.cargo & dichas) for f in entero.firmas):
        lugares = [p for p in frase.palabras if p.raiz in suyo.nombre]
        desde, hasta = lugares[0].desde, lugares[-1].hasta
        yield senalar("quien", frase.texto, desde, hasta, suyo.escrita)


def _se_llama_otro(nombre: Set[str], otras: Set[str]) -> bool:
    return bool(nombre and otras) and nombre.isdisjoint(otras)


def _es_de_otro(frase: Dicho, quien: Quien, partes: Sequence[Parte]) -> bool:
    """Tell whether none who has a part in an action is the same, and the first has this part.

    Both swap places, or it is done with the same things.
    """
    propio = raices_de(_nombre(frase, quien))
    for otros, verbo, tramo in partes:
        de_el = _nombre(tramo, otros) if otros[0].raiz == quien[0].raiz else ()
        cerca = _tras(tramo, otros[-1].hasta)
        juntos = next(
            (n for n, p in enumerate(cerca) if p.pausa == PUNTO or p.desde == verbo), None
        )
        if tramo.plegado.startswith(":", otros[-1].hasta):  # «las siguientes entidades: …»
            cerca, juntos = tramo.palabras[tramo.cual(otros[-1].hasta) :], None
        con_los_de_al_lado = (*otros, *cerca[:juntos])
        if any(p in otros for q in quien for p in _que_abrevia(frase, q, tramo.palabras)):
            return False
        # «el comité nacional» is not «el consejo nacional»
        suyo = quien[:1] if CARGOS.issuperset((quien[0].texto, otros[0].texto)) else quien
        if _comparten(con_los_de_al_lado, suyo) and not _se_llama_otro(propio, raices_de(de_el)):
            return False
    otro, verbo, tramo = partes[0]
    propias = raices_de((*quien, *otro, *(p for p in tramo.palabras if p.desde == verbo)))
    cosas = (frase.raices & tramo.raices) - propias
    # «quien la presidirá»
    cual = tramo.cual(verbo)
    lo_dicho = tramo.palabras[cual - 1].texto in _PRONOMBRES if cual else False
    return bool(cosas) or lo_dicho or not raices_de(otro).isdisjoint(frase.raices)


def _nombre(dicho: Dicho, quien: Quien) -> Sequence[Palabra]:
    """Return the proper name that tells somebody from others of that kind: «de Marina»."""
    siguientes = (p for p in dicho.palabras if p.desde > quien[0].desde)
    return [
        palabra
        for palabra in takewhile(
            lambda p: p.pausa < COMA and (dicho.texto[p.desde].isupper() or p.texto in _ENLAZAN),
            siguientes,
        )
        if palabra.raiz
    ]


def _comparten(unas: Iterable[Palabra], otras: Iterable[Palabra]) -> bool:
    return not raices_de(unas).isdisjoint(raices_de(otras))
