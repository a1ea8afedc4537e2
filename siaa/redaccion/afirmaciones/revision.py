"""Which passage each sentence of an answer was compared with, and what came of it; pure."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice
from operator import itemgetter
from typing import Final

from siaa.biblioteca.lengua.nombres import norma_de_nombre
from siaa.biblioteca.lengua.texto import solo_palabras
from siaa.biblioteca.relaciones.tabla import cambios
from siaa.redaccion.afirmaciones import tablas
from siaa.redaccion.afirmaciones.anuncios import (
    SI_O_NO,
    dice_que_falta,
    es_membrete,
    es_rotulo,
    es_saludo,
)
from siaa.redaccion.afirmaciones.comparacion import coinciden, comparar
from siaa.redaccion.afirmaciones.frase import (
    Discrepancia,
    Estado,
    Frase,
    senalar,
    sin_contenidas,
)
from siaa.redaccion.afirmaciones.lectura.corte import encabeza, es_item, frases, tramos
from siaa.redaccion.afirmaciones.lectura.dicho import LARGO_COMUN, Dicho, Pasaje, leer, reunir
from siaa.redaccion.afirmaciones.lectura.palabras import COMA
from siaa.redaccion.afirmaciones.lectura.valores import Dato
from siaa.redaccion.afirmaciones.negacion import contradecir
from siaa.redaccion.afirmaciones.oposicion import oponer
from siaa.redaccion.afirmaciones.quien import atribuir
from siaa.redaccion.afirmaciones.ubicacion import Apartado, apartados, en_su_apartado, ubicar
from siaa.redaccion.afirmaciones.union import separar
from siaa.valores import Contexto, Fuente

PALABRAS_MINIMAS: Final = 2
"""Words that a sentence and a passage share: one alone proves nothing, nor in a library two."""
POR_SEGUIDA: Final = 0.15
"""Share of a sentence that its passage must have for each of the most words in a row it lacks."""
POR_SEGUIDA_EN_TODO: Final = 0.35
"""The same where the whole library may vouch: some passage has a few words of any sentence."""
DE_MAS: Final = 3
"""Words in a row that no paraphrase adds."""
PARTE_DE_LO_MISMO: Final = 0.5
"""Share of a sentence that a passage which says otherwise must have, to be about the same."""
DE_UN_ANUNCIO: Final = 5
"""Words of content of what announces a list and says more than that: «Los requisitos son:»."""
PARTE_DEL_QUE_MAS: Final = 0.85
"""A passage vouches if it has so much of what the one has that has most of a sentence."""
PARTE_QUE_COMPLETA: Final = 0.2
"""A stretch is about the same if it adds so much to what the best one says of a sentence."""


TODAS: Final = slice(None)
_SE_OPONEN: Final = ("limite", "negacion", "modalidad", "alcance", "contrario", "quien")
"""Discrepancies that no other words of a section undo, as they do of a value."""
LEIDOS: Final = 4
"""Contexts whose reading is kept: an answer is looked at again at the end of each sentence."""


@dataclass(frozen=True, slots=True)
class _Leido:
    """All that sentences are compared with: passages, question.

    What other acts did to a passage is of it too, as SIAA tells it beside it.

    apartados: what the passages have under names. pesos: the inverse document frequency of each
    stem and value over all stretches. todo: whether they were chosen from a whole library.
    """

    pasajes: tuple[Pasaje, ...]
    apartados: tuple[Apartado, ...]
    pregunta: Dicho
    pesos: Mapping[Dato, float]
    todo: bool


def revisar(
    texto: str,
    contexto: Contexto,
    pregunta: str = "",
    cuales: slice = TODAS,
    todo: bool = False,
) -> tuple[Frase, ...]:
    """Return the sentences of an answer, in order, with what the passages say of each.

    What a fragment says otherwise or leaves out is looked for in its whole section.
    pregunta: what its words and figures are is nobody's invention when the answer repeats them.
    cuales: which of its sentences are wanted. todo: whether the passages are all that a library has
    for the sentences themselves, so that some share a few words with any.
    """
    revisadas = []
    leido = _leer(contexto, pregunta, todo)
    for lugar in [*frases(texto)][cuales]:
        frase = _revisar_una(texto, *lugar, leido)
        if any(contexto.secciones) and _calla_quien(frase):
            suyo = _con_entrada(contexto, frase.fuente)
            de_lista = _revisar_una(texto, *lugar, _leer(suyo, pregunta, todo))
            frase = de_lista if de_lista.estado is Estado.RESPALDADA else frase
        if any(contexto.secciones) and _falta_algo(frase):
            entera = _revisar_una(texto, *lugar, _leer(_enteras(contexto), pregunta, todo))
            frase = entera if entera.estado is Estado.RESPALDADA else frase
        if frase.estado is not Estado.RESPALDADA and es_membrete(texto, *lugar):
            frase = Frase(*lugar, Estado.SIN_AFIRMACION)
        revisadas.append(frase)
    return tuple(revisadas)


def _falta_algo(frase: Frase) -> bool:
    """Tell whether what is missing for a sentence may stand elsewhere in a section."""
    opuestas = any(d.tipo in _SE_OPONEN for d in frase.discrepancias)
    return frase.estado in (Estado.SIN_RESPALDO, Estado.DISCREPA) and not opuestas


def _calla_quien(frase: Frase) -> bool:
    """Tell whether all that is at odds is that nobody whom a sentence names is in its passage."""
    return bool(frase.discrepancias) and all(
        d.tipo == "quien" and not d.pasaje for d in frase.discrepancias
    )


def _con_entrada(contexto: Contexto, n: int | None) -> Contexto:
    """Return one fragment; before it, if it is of items of a list, what heads that."""
    pares = zip(contexto.fuentes, contexto.secciones, strict=True)
    fuente, seccion = next(par for par in pares if par[0].n == n)
    propio = contexto.fragmento(fuente)
    antes = seccion.partition(propio)[0] if es_item(propio, 0) else ""
    previos = (r for r in reversed(antes.split("\n")) if r.rstrip("*_ ").endswith(":"))
    entero = "\n".join(filter(None, (next(previos, ""), propio)))
    return Contexto(entero, (replace(fuente, inicio=0, fin=len(entero)),))


@lru_cache(LEIDOS)
def _enteras(contexto: Contexto) -> Contexto:
    """Return the whole sections of some fragments, each once, by the number of the first."""
    textos: dict[str, Fuente] = {}
    for fuente, secciones in zip(contexto.fuentes, contexto.secciones, strict=True):
        textos.setdefault(secciones or contexto.fragmento(fuente), fuente)
    texto, fuentes = "", []
    for propio, fuente in textos.items():
        fuentes.append(replace(fuente, inicio=len(texto), fin=len(texto) + len(propio)))
        texto += propio
    return Contexto(texto, tuple(fuentes))


@lru_cache(LEIDOS)
def _leer(contexto: Contexto, pregunta: str, todo: bool) -> _Leido:
    pasajes: list[Pasaje] = []
    con_nombre: list[Apartado] = []
    for fuente in contexto.fuentes:
        texto = contexto.fragmento(fuente)
        con_nombre += apartados(fuente.n, fuente.seccion, texto)
        dichos = [f"{fuente.titulo}, {cambio}" for cambio in cambios(fuente.vigencia)]
        suyos = (*_leer_tramos(texto), *map(leer, dichos))
        pasajes += [reunir(fuente.n, suyos, texto, _nombres(fuente))] if suyos else []
    todos = [tramo for pasaje in pasajes for tramo in pasaje.tramos]
    frecuencia = Counter(dato for tramo in todos for dato in tramo.raices | tramo.datos)
    pesos = {dato: math.log1p(len(todos) / cuantos) for dato, cuantos in frecuencia.items()}
    return _Leido(tuple(pasajes), tuple(con_nombre), leer(pregunta), pesos, todo)


def _leer_tramos(texto: str) -> Iterator[Dicho]:
    """Yield the stretches of a passage; what heads a list («no podrá:») is said of each item."""
    abierto, bajo = "", frozenset[str]()
    for desde, hasta in tramos(texto):
        item = abierto and es_item(texto, desde)
        propio = texto[desde:hasta]
        dicho = leer(f"{abierto} {propio}" if item else propio, propio.startswith("|"))
        abierto = abierto if item else dicho.abierto
        bajo = dicho.raices or bajo if encabeza(texto, desde, hasta) else bajo
        yield replace(dicho, bajo=bajo)


def _nombres(fuente: Fuente) -> str:
    """Return what a document and a section are called: it vouches for those of their names."""
    normas = (norma_de_nombre(fuente.doc), norma_de_nombre(fuente.titulo))
    suyas = [n for n in normas if n and n.su_anio]
    # the letters of a number are read without its year: «PSAA16-10476 de 2016»
    propios = [n.su_anio if n.letras else f"{n.tipo} {n.numero} de {n.anio}" for n in suyas]
    return "\n\n".join((fuente.titulo, fuente.seccion, fuente.doc, *map(str, propios)))


def _revisar_una(texto: str, desde: int, hasta: int, leido: _Leido) -> Frase:
    """Compare a sentence with the passages that vouch for it: the one that agrees best counts."""
    dicho = leer(texto[desde:hasta])
    if dicho.texto.endswith(":") and len(dicho.raices) >= DE_UN_ANUNCIO:
        copian = (p.n for p in leido.pasajes if solo_palabras(dicho.texto) in p.dichas)
        if n := next(copian, 0):
            return Frase(desde, hasta, Estado.RESPALDADA, n)
    if _no_afirma(texto, desde, hasta, dicho):
        return _contestada(texto, desde, hasta, leido)
    cubiertos = [
        (cubierto, inventa, pasaje)
        for pasaje in leido.pasajes
        for cubierto, inventa in _cubierto(dicho, pasaje, leido)
    ]
    if not cubiertos:
        saluda = not dicho.valores and es_saludo(dicho.plegado)
        return Frase(desde, hasta, Estado.SIN_AFIRMACION if saluda else Estado.SIN_RESPALDO)
    bastante = PARTE_DEL_QUE_MAS * max(cubierto for cubierto, *_ in cubiertos)
    cotejados = [
        (_cotejar(dicho, pasaje, leido), inventa, cubierto, pasaje.n)
        for cubierto, inventa, pasaje in cubiertos
        if cubierto >= bastante
    ]
    halladas, inventa, cubierto, n = max(cotejados, key=lambda c: (not (c[0] or c[1]), c[2]))
    for ajena, suyo in () if halladas else en_su_apartado(dicho, leido.apartados):
        halladas, n = (ajena,), suyo
    propias = dicho.raices - {marca.propia for marca in dicho.marcas}
    if (halladas and cubierto < PARTE_DE_LO_MISMO * len(propias)) or (inventa and not halladas):
        return Frase(desde, hasta, Estado.SIN_RESPALDO)
    movidas = tuple(replace(d, desde=d.desde + desde, hasta=d.hasta + desde) for d in halladas)
    return Frase(desde, hasta, Estado.DISCREPA if movidas else Estado.RESPALDADA, n, movidas)


def _contestada(texto: str, desde: int, hasta: int, leido: _Leido) -> Frase:
    """Compare a «sí» or «no» that says no more as what it affirms, or denies, of the question.

    Only what a passage says against it is told: people ask in words of their own. Who denies what
    no passage vouches for may be right.
    """
    dicha = SI_O_NO.match(texto, desde, hasta)
    pregunta = leido.pregunta.texto.rpartition("¿")[2].strip(" ?.\n")
    nada = Frase(desde, hasta, Estado.SIN_AFIRMACION)
    if dicha is None or not pregunta:
        return nada
    sola = replace(leido, pregunta=leer(""))
    frase = _revisar_una(pregunta, 0, len(pregunta), sola)
    if not dicha["si"]:
        negada = f"No {pregunta}" if frase.estado is Estado.RESPALDADA else ""
        frase = _revisar_una(negada, 0, len(negada), sola)
    opuesta = next((d for d in frase.discrepancias if d.tipo in _SE_OPONEN), None)
    if opuesta is None:
        return nada
    contestada = senalar(opuesta.tipo, texto, *dicha.span("dice"), opuesta.pasaje)
    return Frase(desde, hasta, Estado.DISCREPA, frase.fuente, (contestada,))


def _cubierto(dicho: Dicho, pasaje: Pasaje, leido: _Leido) -> Iterator[tuple[int, bool]]:
    """Yield how much a passage has of a sentence, in words and values, if that may be backing.

    Also whether the rest is invented, even so. Who says it in other words changes one here and
    another there; what is invented lacks several in a row.
    """
    comunes = {raiz for raiz in dicho.raices if raiz[:LARGO_COMUN] in pasaje.comienzos}
    iguales = coinciden(dicho, pasaje)
    # a date alone («lleva fecha del 7 de mayo») is in some passage of any library
    nada = not comunes and (leido.todo or not iguales)
    if nada or len(comunes) + iguales < min(PALABRAS_MINIMAS + leido.todo, len(dicho.raices)):
        return
    comunes |= dicho.raices & pasaje.nombres.raices
    # what they do is compared apart: «prohíbe» is said with «no podrá»
    ajenas = dicho.raices - leido.pregunta.raices - {m.propia for m in dicho.marcas} | comunes
    faltan = ajenas - comunes
    filas = _filas_que_faltan(dicho, faltan, comunes) if faltan else [0]
    minimo = max(filas) * (POR_SEGUIDA_EN_TODO if leido.todo else POR_SEGUIDA)
    cubierto = len(comunes) + iguales
    if cubierto >= minimo * (len(ajenas) + iguales):
        _, *siguientes = filas
        yield cubierto, max(siguientes, default=0) >= DE_MAS


def _filas_que_faltan(dicho: Dicho, faltan: Set[str], comunes: Set[str]) -> list[int]:
    """Return how many words in a row a passage lacks: first those before any that both have.

    They may only introduce it («el motivo que se aduce es…»). A comma ends one; values are compared
    apart.
    """
    filas = [0]
    for palabra in dicho.palabras:
        esta = palabra.raiz in comunes
        if esta or (palabra.pausa >= COMA and len(filas) > 1):
            filas.append(0)
        if palabra.raiz in faltan:
            filas[-1] += not any(v.desde <= palabra.desde < v.hasta for v in dicho.valores)
    return filas


def _no_afirma(texto: str, desde: int, hasta: int, dicho: Dicho) -> bool:
    pocas = len(dicho.raices) < PALABRAS_MINIMAS
    rotula = not dicho.valores and (pocas or es_rotulo(texto, desde, hasta))
    return rotula or dice_que_falta(dicho.plegado)


def _cotejar(dicho: Dicho, pasaje: Pasaje, leido: _Leido) -> tuple[Discrepancia, ...]:
    if solo_palabras(dicho.texto) in pasaje.dichas:
        return ()
    cerca = reunir(pasaje.n, _cercanos(dicho, pasaje, leido.pesos))
    reglas = (
        ubicar(dicho, pasaje),
        () if tablas.lo_dice(dicho, pasaje) else contradecir(dicho, cerca, pasaje),
        *oponer(dicho, cerca, pasaje),
        separar(dicho, cerca),
        *atribuir(dicho, cerca, pasaje, leido.pregunta),
        tablas.cotejar(dicho, pasaje),
    )
    valores = comparar(dicho, pasaje, leido.pregunta)
    # of what is no value, the first that each rule finds tells enough
    return sin_contenidas(chain(valores, *(islice(halladas, 1) for halladas in reglas)))


def _cercanos(dicho: Dicho, pasaje: Pasaje, pesos: Mapping[Dato, float]) -> Sequence[Dicho]:
    """Return the stretch that shares most with a sentence, then those with what it leaves out."""

    def peso(dichos: Set[Dato]) -> float:
        return math.fsum(pesos[dato] for dato in dichos)

    dichas = dicho.raices | dicho.datos
    puntos = [(peso(dichas & (tramo.raices | tramo.datos)), tramo) for tramo in pasaje.tramos]
    maximo, mejor = max(puntos, key=itemgetter(0))
    resto = (dicho.raices & pasaje.raices) - mejor.raices
    # «exceptúanse las del artículo 19» has no other word of a sentence
    dados = {v.dato for v in dicho.valores if v.tipo != "numero"} - mejor.datos
    elegidos = [
        (suyos, tramo)
        for suyos, tramo in puntos
        if suyos == maximo
        or peso(resto & tramo.raices) >= PARTE_QUE_COMPLETA * maximo
        or not dados.isdisjoint(tramo.datos)
    ]
    return [tramo for _, tramo in sorted(elegidos, key=itemgetter(0), reverse=True)]
