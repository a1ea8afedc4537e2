"""Stage 6: which passage vouches for each sentence of an answer, and what none does; pure.

A small model cites badly when asked to, and a citation that is wrong is worse than none. So the
citation is found, not believed: a sentence is vouched for by the passage that shares most of its
words with it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from siaa.biblioteca.lengua.terminos import terminos, terminos_de_corrida
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.lengua.vocabulario import CARDINALES
from siaa.valores import Contexto, Fuente

CUBIERTO_MINIMO: Final = 0.5
"""Share of a sentence, by weight of its words, that the passage which vouches for it must have."""
PALABRAS_MINIMAS: Final = 2
"""Words that a sentence and a passage must share: one alone proves nothing."""

_FRASE = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][»\")]))[ \t]+(?=[¿¡«\"(]?[A-ZÁÉÍÓÚÑ0-9])|\n+")
_MARCA_DE_LISTA = re.compile(r"[ \t]*(?:[-*+•]|#{1,6}|\d{1,3}[.)])[ \t]+")
_NUMERO_DE_LISTA = re.compile(r"[ \t*_#>-]*\d{1,3}(?:\.\d{1,2})*[.)]")
_ABREVIADA = re.compile(
    r"\b(?:arts?|n[úu]m|no|dra?|sra?|inc|lit|par|cap|p[áa]g|[a-z])\.\Z", re.IGNORECASE
)
_LARGO_ABREVIADA: Final = 6
"""Longest that `_ABREVIADA` takes, with the character before it that no word goes on from."""
_NUMERACION = re.compile(
    # 2. Pagar, **2.** Pagar, 2.1. Pagar, 2.º) Pagar, (2) Pagar
    r"\A[\s*_#>-]*\(?\d{1,2}(?:\.\d{1,2})*\.?[º°ª]?[*_]*(?:[.)]|\ufe0f?\u20e3)(?=[*_.-]*\s)"
    # Paso 3: pagar
    r"|\A[\W_]*(?:paso|etapa|fase|punto|[ií]tem|opci[oó]n|nota|ejemplo|caso)\s\d{1,2}"
    r"(?=[*_]*(?:[:.)–—-]|\s*\Z))"
    # 1) pagar, 2) firmar; …: (1) pagar; (2) firmar; …: 1. pagar; 2. firmar
    r"|(?<!\S)\d{1,2}\)(?=\s)|(?<=[:;])\s\(\d{1,2}\)(?=\s)|(?<=:)\s1\.(?=\s)|(?<=;)\s\d{1,2}\.(?=\s)"
    # [1], [2, 3], según la fuente 1, CHUNK: 8
    r"|\[\d{1,2}(?:\s?[,;–-]\s?\d{1,2})*\]"
    r"|\b(?:fuente|documento|doc|pasaje|fragmento|chunk|extracto|cita|referencia)s?:?\s"
    r"(?:n[.°ºo]{1,2}\s?|n[úu]mero\s|\#\s?)?\d{1,2}\b(?:(?:\s?,\s?|\s[yeoa]\s)\d{1,2}\b)*",
    re.IGNORECASE,
)
"""The numbers that put an answer in order, or tell where it comes from: they claim nothing."""
_CIFRAS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Cita:
    """A sentence, `texto[inicio:fin]` of the answer, and the source that vouches for it.

    fuente: its `n`, None when no passage does. sin_respaldo: figures of the sentence that stand in
    no passage, as they are written there.
    """

    inicio: int
    fin: int
    fuente: int | None
    sin_respaldo: tuple[str, ...] = ()


def citar(texto: str, contexto: Contexto, pregunta: str = "") -> tuple[Cita, ...]:
    """Return the sentences of an answer that a passage vouches for, or that hold loose figures.

    pregunta: its figures are nobody's invention when the answer repeats them.

    The share of a sentence that a passage covers is the sum of the weights of the terms they have
    in common over that of the sentence's terms. The weight of a term is its inverse document
    frequency over the passages, `ln(1 + N / df)` (Spärck Jones, 1972): what all of them say does
    not tell them apart. The numbers of a list, of a source or of our own headings are no figures;
    what a document and a section are called vouches for those of their names.
    """
    pasajes = {f.n: frozenset(terminos(contexto.fragmento(f))) for f in contexto.fuentes}
    frecuencia = Counter(termino for pasaje in pasajes.values() for termino in pasaje)
    conocidos = {*frecuencia, *_cifras(pregunta)}
    for fuente in contexto.fuentes:
        conocidos.update(_cifras(contexto.fragmento(fuente)), _cifras(_nombres(fuente)))
    citas = (
        Cita(inicio, fin, _quien_responde(frase, pasajes, frecuencia), _sueltas(frase, conocidos))
        for inicio, fin in frases(texto)
        if (frase := terminos(_sin_numeracion(texto[inicio:fin])))
    )
    return tuple(cita for cita in citas if cita.fuente is not None or cita.sin_respaldo)


def palabras_comunes(pregunta: str, contexto: Contexto) -> tuple[str, ...]:
    """Return the folded runs of the passages that say a word of the question, in any form."""
    pedidos = frozenset(terminos(pregunta))
    textos = (plegar(contexto.fragmento(fuente)) for fuente in contexto.fuentes)
    distintas = dict.fromkeys(corrida for texto in textos for corrida in corridas(texto))
    return tuple(c for c in distintas if not pedidos.isdisjoint(terminos_de_corrida(c)))


def frases(texto: str) -> Iterator[tuple[int, int]]:
    """Yield where each sentence of a text starts and ends; lines and items of a list end one."""
    desde = 0
    for corte in (*_FRASE.finditer(texto), None):
        hasta = len(texto) if corte is None else corte.start()
        if corte is not None and "\n" not in corte[0] and _sigue(texto, desde, hasta):
            continue
        marca = _MARCA_DE_LISTA.match(texto, desde, hasta)
        inicio = marca.end() if marca else desde
        recortada = texto[inicio:hasta].strip()
        if recortada:
            inicio = texto.index(recortada, inicio)
            yield inicio, inicio + len(recortada)
        desde = hasta if corte is None else corte.end()


def _sigue(texto: str, desde: int, hasta: int) -> bool:
    """Tell whether the full stop that ends `texto[desde:hasta]` ends no sentence."""
    if _ABREVIADA.search(texto, max(desde, hasta - _LARGO_ABREVIADA), hasta):
        return True
    return _NUMERO_DE_LISTA.fullmatch(texto, desde, hasta) is not None


def _sin_numeracion(frase: str) -> str:
    """Return a sentence without the numbers that claim nothing."""
    return _NUMERACION.sub(_sin_cifras, frase)


def _sin_cifras(hallada: re.Match[str]) -> str:
    """Take the figures out, unless it is the end of a parenthesis («(artículos 3 y 14)»)."""
    frase, inicio = hallada.string, hallada.start()
    dentro = hallada[0][-1:] == ")" and frase.rfind("(", 0, inicio) > frase.rfind(")", 0, inicio)
    return hallada[0] if dentro else _CIFRAS.sub(" ", hallada[0])


def _nombres(fuente: Fuente) -> str:
    return f"{fuente.doc} {fuente.titulo} {fuente.seccion}"


def _quien_responde(
    frase: Sequence[str], pasajes: Mapping[int, Collection[str]], frecuencia: Mapping[str, int]
) -> int | None:
    """Return the source that covers most of a sentence, the first of equals; None if too little."""
    distintos = dict.fromkeys(frase)
    pesos = {t: math.log1p(len(pasajes) / max(frecuencia.get(t, 0), 1)) for t in distintos}
    total = math.fsum(pesos.values())
    mejor, cubierto = None, CUBIERTO_MINIMO * total
    for n, pasaje in pasajes.items():
        comunes = [t for t in distintos if t in pasaje]
        peso = math.fsum(pesos[t] for t in comunes)
        gana = peso > cubierto if mejor else peso >= cubierto
        if gana and len(comunes) >= PALABRAS_MINIMAS:
            mejor, cubierto = n, peso
    return mejor


def _cifras(texto: str) -> Iterator[str]:
    """Yield the figures of a text, those that it spells out (up to thirty) among them."""
    yield from (termino for termino in terminos(texto) if termino.isdigit())
    palabras = frozenset(corridas(plegar(texto)))
    yield from (str(n) for n, palabra in enumerate(CARDINALES, 1) if palabra in palabras)


def _sueltas(frase: Sequence[str], conocidos: Collection[str]) -> tuple[str, ...]:
    """Return the figures of a sentence that nobody gave."""
    return tuple(dict.fromkeys(t for t in frase if t.isdigit() and t not in conocidos))
