"""Which passage each sentence of an answer was compared with, and what came of it; pure."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Final

from siaa.biblioteca.lengua.nombres import norma_de_nombre
from siaa.redaccion.afirmaciones.anuncios import dice_que_falta, es_rotulo, es_saludo
from siaa.redaccion.afirmaciones.comparacion import coinciden, comparar
from siaa.redaccion.afirmaciones.frase import Discrepancia, Estado, Frase, sin_contenidas
from siaa.redaccion.afirmaciones.lectura.corte import es_item, frases, tramos
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje, leer, reunir
from siaa.redaccion.afirmaciones.negacion import contradecir
from siaa.redaccion.afirmaciones.oposicion import oponer
from siaa.redaccion.afirmaciones.quien import atribuir
from siaa.valores import Contexto, Fuente

CUBIERTO_MINIMO: Final = 0.5
"""Share of a sentence, by weight of its words, that the passage which vouches for it must have."""
PALABRAS_MINIMAS: Final = 2
"""Words that a sentence and a passage must share: one alone proves nothing."""
PESO_DE_VALOR: Final = 0.3
"""What a value that they share weighs, of what a word does that only one stretch has."""
PARTE_DEL_MEJOR: Final = 0.6
"""A stretch is about the same if it shares so much of what the best one shares."""
PARTE_QUE_COMPLETA: Final = 0.2
"""A stretch belongs to it if it says so much more of the sentence, for all that the best says."""


TODAS: Final = slice(None)
LEIDOS: Final = 4
"""Contexts whose reading is kept: an answer is looked at again at the end of each sentence."""


@dataclass(frozen=True, slots=True)
class _Leido:
    """All that sentences are compared with: passages, what each is called, question.

    pesos: the inverse document frequency of each stem over all stretches; raro: that of a stem
    that none has.
    """

    pasajes: tuple[tuple[Pasaje, Pasaje], ...]
    pregunta: Dicho
    pesos: Mapping[str, float]
    raro: float


def revisar(
    texto: str, contexto: Contexto, pregunta: str = "", cuales: slice = TODAS
) -> tuple[Frase, ...]:
    """Return the sentences of an answer, in order, with what the passages say of each.

    pregunta: what its words and figures are is nobody's invention when the answer repeats them.
    cuales: which of its sentences are wanted.
    """
    leido = _leer(contexto, pregunta)
    return tuple(_revisar_una(texto, *lugar, leido) for lugar in [*frases(texto)][cuales])


@lru_cache(LEIDOS)
def _leer(contexto: Contexto, pregunta: str) -> _Leido:
    pasajes = []
    for fuente in contexto.fuentes:
        texto = contexto.fragmento(fuente)
        pasaje = reunir(fuente.n, _leer_tramos(texto), texto)
        if pasaje.tramos:
            pasajes.append((pasaje, reunir(fuente.n, (leer(_nombres(fuente)),))))
    todos = [tramo for pasaje, _ in pasajes for tramo in pasaje.tramos]
    frecuencia = Counter(raiz for tramo in todos for raiz in tramo.raices)
    pesos = {raiz: math.log1p(len(todos) / cuantos) for raiz, cuantos in frecuencia.items()}
    return _Leido(tuple(pasajes), leer(pregunta), pesos, math.log1p(len(todos)))


def _leer_tramos(texto: str) -> Iterator[Dicho]:
    """Yield the stretches of a passage; what heads a list («no podrá:») is said of each item."""
    abierto = ""
    for desde, hasta in tramos(texto):
        item = abierto and es_item(texto, desde)
        dicho = leer(f"{abierto} {texto[desde:hasta]}" if item else texto[desde:hasta])
        abierto = abierto if item else dicho.abierto
        yield dicho


def _nombres(fuente: Fuente) -> str:
    """Return what a document and a section are called: it vouches for those of their names."""
    norma = norma_de_nombre(fuente.doc)
    propio = f"{norma.tipo} {norma.numero} de {norma.anio}" if norma else ""
    return f"{fuente.titulo}\n\n{fuente.seccion}\n\n{fuente.doc}\n\n{propio}"


def _revisar_una(texto: str, desde: int, hasta: int, leido: _Leido) -> Frase:
    """Compare a sentence with each passage that vouches for it: the one that agrees best counts."""
    dicho = leer(texto[desde:hasta])
    if _no_afirma(texto, desde, hasta, dicho):
        return Frase(desde, hasta, Estado.SIN_AFIRMACION)
    mejor: tuple[tuple[bool, float], int, tuple[Discrepancia, ...]] | None = None
    for pasaje, nombres in leido.pasajes:
        comunes = dicho.raices & pasaje.raices
        ajenas = dicho.raices - nombres.raices - leido.pregunta.raices | comunes
        total = math.fsum(leido.pesos.get(raiz, leido.raro) for raiz in ajenas)
        iguales = coinciden(dicho, pasaje)
        de_valor = iguales * PESO_DE_VALOR * leido.raro
        cubierto = math.fsum(leido.pesos[raiz] for raiz in comunes) + de_valor
        pocas = len(comunes) + iguales < min(PALABRAS_MINIMAS, len(dicho.raices))
        parte = cubierto / (total + de_valor) if comunes else 0.0
        if pocas or parte < CUBIERTO_MINIMO:
            continue
        halladas = _cotejar(dicho, pasaje, nombres, leido)
        clave = (not halladas, cubierto)
        if mejor is None or clave > mejor[0]:
            mejor = clave, pasaje.n, halladas
    if mejor is None:
        saluda = not dicho.valores and es_saludo(dicho.plegado)
        return Frase(desde, hasta, Estado.SIN_AFIRMACION if saluda else Estado.SIN_RESPALDO)
    movidas = tuple(replace(d, desde=d.desde + desde, hasta=d.hasta + desde) for d in mejor[2])
    estado = Estado.DISCREPA if movidas else Estado.RESPALDADA
    return Frase(desde, hasta, estado, mejor[1], movidas)


def _no_afirma(texto: str, desde: int, hasta: int, dicho: Dicho) -> bool:
    """Tell whether a sentence claims nothing, by itself and by where it stands."""
    pocas = len(dicho.raices) < PALABRAS_MINIMAS
    rotula = not dicho.valores and (pocas or es_rotulo(texto, desde, hasta))
    return rotula or dice_que_falta(dicho.plegado)


def _cotejar(
    dicho: Dicho, pasaje: Pasaje, nombres: Pasaje, leido: _Leido
) -> tuple[Discrepancia, ...]:
    cerca = reunir(pasaje.n, _cercanos(dicho, pasaje, leido.pesos))
    return sin_contenidas(
        chain(
            comparar(dicho, pasaje, nombres, leido.pregunta),
            contradecir(dicho, cerca, pasaje),
            oponer(dicho, cerca),
            atribuir(dicho, cerca, pasaje, nombres, leido.pregunta),
        )
    )


def _cercanos(dicho: Dicho, pasaje: Pasaje, pesos: Mapping[str, float]) -> Sequence[Dicho]:
    """Return the stretches that are about what a sentence says, the best first.

    They are those that share nearly as much as the best, and those that say what it leaves out.
    """

    def peso(raices: frozenset[str]) -> float:
        return math.fsum(pesos[raiz] for raiz in raices)

    puntos = [(peso(dicho.raices & tramo.raices), tramo) for tramo in pasaje.tramos]
    maximo, mejor = max(puntos, key=itemgetter(0))
    resto = (dicho.raices & pasaje.raices) - mejor.raices
    elegidos = [
        (suyos, tramo)
        for suyos, tramo in puntos
        if suyos >= PARTE_DEL_MEJOR * maximo
        or peso(resto & tramo.raices) >= PARTE_QUE_COMPLETA * maximo
    ]
    return [tramo for _, tramo in sorted(elegidos, key=itemgetter(0), reverse=True)]
