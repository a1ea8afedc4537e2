"""Stage 1: what was asked. Turns a conversation into a `Pregunta`; pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from siaa.biblioteca.texto import corridas, es_pregunta_listado, plegar, tokenizar
from siaa.biblioteca.vocabulario import (
    ANAFORAS,
    CORTESIAS,
    ENCLITICOS_FALSOS,
    PALABRAS_GENERICAS,
    SALUDOS,
    SOBRE_SIAA,
)
from siaa.valores import Mensaje, Pregunta, TipoPregunta

NOMBRE_PROPIO: Final = "siaa"
PROPIAS_CON_ANAFORA: Final = 2
"""A question that points back and holds at most this many words of its own needs the others."""
_ARRANQUE = re.compile(r"^[\s¿¡]*(?:y|o|e|pero|entonces|ademas|tambien)\b")
_ENCLITICO = re.compile(r"\b[a-zñ]{2,}(?:ar|er|ir)(?:me|te|se|nos)?(?:lo|la|los|las|le|les)\b")
_PROCLITICO = re.compile(
    r"\b(?:lo|(?:se|me|te|nos)\s+l[ao]s?)\s+"
    r"(?!que\b|del?\b|menos\b|largo\b|siguiente|anterior|relativo|cual)[a-zñ]"
)
_VERBO_ESTAR = re.compile(
    r"\bestá|\besta\s+(?:el|la|los|las|en|un|una|mi|su|[a-zñ]+[aio]d[ao]s?)\b"
)
_FORMULAS = tuple(sorted((*SALUDOS, *CORTESIAS, NOMBRE_PROPIO), key=len, reverse=True))


def entender(mensajes: Sequence[Mensaje]) -> Pregunta:
    """Read the last message of a conversation in the light of the ones before it.

    The last message is the user's. A question that leans on what was said («¿y cuál es el
    plazo?») is looked up together with the last question that stood on its own.
    """
    texto = mensajes[-1].contenido.strip()
    tipo = clasificar(texto)
    if tipo.es_conversacional:
        return Pregunta(texto, texto, tipo)
    anterior = _ultima_completa(mensajes[:-1]) if depende_de_lo_dicho(texto) else None
    if anterior is not None:
        return Pregunta(texto, f"{anterior} {texto}", tipo)
    if not tokenizar(texto):
        return Pregunta(texto, texto, TipoPregunta.AMBIGUA)
    return Pregunta(texto, texto, tipo)


def clasificar(texto: str) -> TipoPregunta:
    """Tell greetings, thanks and questions about SIAA from questions for the documents."""
    frase = " ".join(corridas(plegar(texto)))
    resto = _quitar_formulas(frase)
    if frase and not resto:
        saluda = any(frase.startswith(saludo) for saludo in (*SALUDOS, NOMBRE_PROPIO))
        return TipoPregunta.SALUDO if saluda else TipoPregunta.CORTESIA
    if frase in SOBRE_SIAA or resto in SOBRE_SIAA:
        return TipoPregunta.SOBRE_SIAA
    return TipoPregunta.LISTADO if es_pregunta_listado(texto) else TipoPregunta.DOCUMENTAL


def _quitar_formulas(frase: str) -> str:
    """Take greetings and thanks off the front of a phrase, as many as there are."""
    quitando = True
    while quitando:
        quitando = False
        for formula in _FORMULAS:
            if frase == formula or frase.startswith(formula + " "):
                frase = frase[len(formula) :].strip()
                quitando = True
    return frase


def depende_de_lo_dicho(texto: str) -> bool:
    """Tell whether a question needs the ones before it to be understood.

    It does when it starts by joining itself on («¿y…?»), when it has no words of its own, only such
    as *plazo* or *tengo*, or when it points back («eso», «quién lo firma», «puedo corregirlo»)
    without having named, itself, what it may point at.
    """
    plegado = plegar(texto)
    propias = _propias(texto)
    if _ARRANQUE.match(plegado) or not propias:
        return True
    enclitico = _ENCLITICO.search(plegado)
    if enclitico and enclitico[0] not in ENCLITICOS_FALSOS:
        return len(_propias(plegado[: enclitico.start()])) < PROPIAS_CON_ANAFORA
    return len(propias) <= PROPIAS_CON_ANAFORA and _apunta_atras(texto)


def _propias(texto: str) -> list[str]:
    """Return the terms that say what a question is about."""
    return [termino for termino in tokenizar(texto) if termino not in PALABRAS_GENERICAS]


def _apunta_atras(texto: str) -> bool:
    """Tell whether a text holds a pronoun or a demonstrative; the verb «está» is neither."""
    sin_verbo = _VERBO_ESTAR.sub(" ", texto.lower())
    plegado = plegar(sin_verbo)
    return _PROCLITICO.search(plegado) is not None or not ANAFORAS.isdisjoint(corridas(plegado))


def _ultima_completa(anteriores: Sequence[Mensaje]) -> str | None:
    """Return the last earlier question that stood on its own; failing that, the first of all."""
    preguntas = [
        m.contenido.strip()
        for m in anteriores
        if m.rol == "user" and not clasificar(m.contenido).es_conversacional
    ]
    for texto in reversed(preguntas):
        if not depende_de_lo_dicho(texto):
            return texto
    return preguntas[0] if preguntas and tokenizar(preguntas[0]) else None
