"""Stage 1: what was asked. Turns a conversation into a `Pregunta`; pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from siaa.biblioteca.lengua.texto import corridas, es_pregunta_listado, plegar, tokenizar
from siaa.biblioteca.lengua.vocabulario import (
    ANAFORAS,
    CORTESIAS,
    ENCLITICOS_FALSOS,
    PALABRAS_GENERICAS,
    SALUDOS,
    SOBRE_SIAA,
)
from siaa.comprension.intentos import intentos_de
from siaa.valores import Mensaje, Pregunta, TipoPregunta

NOMBRE_PROPIO: Final = "siaa"
PROPIAS_CON_ANAFORA: Final = 2
"""A question that points back and holds at most this many words of its own needs the others."""
LARGO_MIRADO: Final = 4000
"""Of an earlier turn, only this many characters count: as many as a question may have."""
TURNOS_MIRADOS: Final = 20
"""How many earlier messages, the last ones, a follow-up may lean on."""

_FORMULAS = re.compile(
    r"(?:(?:"
    + "|".join(sorted((*SALUDOS, *CORTESIAS, NOMBRE_PROPIO), key=len, reverse=True))
    + r")(?: |$))*"
)
_ARRANQUE = re.compile(r"(?:y(?! o )|o(?! sea)|pero|entonces|ademas|tambien)\b")
_ENCLITICO = re.compile(r"\b[a-zñ]+(?:ar|er|ir)(?:me|te|se|nos)?(?:lo|la|los|las)\b")
_PROCLITICO = re.compile(
    r"\b(?:lo|(?:se|me|te|nos|no|quien|quienes|donde) l[ao]s?) "
    r"(?!que\b|del?\b|menos\b|largo\b|siguiente|anterior|relativo|cual)[a-zñ]"
)
_IMPERSONAL = re.compile(r"\bse [a-zñ]+$|[aei]rse\b")
_ATRIBUTO = re.compile(r"(?:quien(?:es)? )?(?:es|son|era|fue|estan?) [a-zñ]+$")
_VERBO_ESTAR = re.compile(r"\bestá|\besta (?:el|la|los|las|en|un|una|mi|su|[a-zñ]+[aio]d[ao]s?)\b")


def entender(mensajes: Sequence[Mensaje]) -> Pregunta:
    """Read the last message of a conversation in the light of the ones before it.

    The last message is the user's. A question that leans on what was said («¿y cuál es el
    plazo?») is looked up together with the last question that stood on its own.
    """
    texto = mensajes[-1].contenido.strip()
    tipo = clasificar(texto)
    apoyo = _apoyo(mensajes[:-1]) if depende_de_lo_dicho(texto) else ""
    if tipo is TipoPregunta.SOBRE_SIAA and apoyo and "esto" in corridas(plegar(texto)):
        tipo = TipoPregunta.DOCUMENTAL
    if tipo.es_conversacional:
        return Pregunta(texto, texto, tipo)
    intentos = intentos_de(texto)
    if apoyo:
        return Pregunta(texto, f"{apoyo} {texto}", tipo, intentos, apoyo)
    tipo = tipo if tokenizar(texto) else TipoPregunta.AMBIGUA
    return Pregunta(texto, texto, tipo, intentos)


def clasificar(texto: str) -> TipoPregunta:
    """Tell greetings, thanks and questions about SIAA from questions for the documents."""
    frase = _frase(texto)
    resto = _sin_formulas(frase)
    if frase and not resto:
        saluda = frase.startswith((*SALUDOS, NOMBRE_PROPIO))
        return TipoPregunta.SALUDO if saluda else TipoPregunta.CORTESIA
    if frase in SOBRE_SIAA or resto in SOBRE_SIAA:
        return TipoPregunta.SOBRE_SIAA
    return TipoPregunta.LISTADO if es_pregunta_listado(texto) else TipoPregunta.DOCUMENTAL


def _frase(texto: str) -> str:
    """Return the words of a text, folded, with one space between them."""
    return " ".join(corridas(plegar(texto)))


def _sin_formulas(frase: str) -> str:
    """Take greetings and thanks off the front of a phrase, as many as there are."""
    formulas = _FORMULAS.match(frase)
    return frase[formulas.end() :].strip() if formulas else frase


def depende_de_lo_dicho(texto: str) -> bool:
    """Tell whether a question needs the ones before it to be understood.

    It does when it starts by joining itself on («¿y…?»), when it has no words of its own, only such
    as *plazo* or *tengo*, or when it points back («eso», «quién lo firma», «puedo corregirlo»)
    without having named, itself, what it may point at.
    """
    frase = _sin_formulas(_frase(texto))
    propias = _propias(frase)
    if _ARRANQUE.match(frase) or not propias:
        return True
    enclitico = _ENCLITICO.search(frase)
    if enclitico and enclitico[0] not in ENCLITICOS_FALSOS:
        return len(_propias(frase[: enclitico.start()])) < PROPIAS_CON_ANAFORA
    if len(propias) == 1 and (_IMPERSONAL.search(frase) or _ATRIBUTO.match(frase)):
        return True
    return len(propias) <= PROPIAS_CON_ANAFORA and _apunta_atras(texto)


def _propias(texto: str) -> list[str]:
    """Return the terms that say what a question is about."""
    return [termino for termino in tokenizar(texto) if termino not in PALABRAS_GENERICAS]


def _apunta_atras(texto: str) -> bool:
    """Tell whether a text holds a pronoun or a demonstrative; the verb «está» is neither."""
    palabras = _frase(_VERBO_ESTAR.sub(" ", texto.lower()))
    return _PROCLITICO.search(palabras) is not None or not ANAFORAS.isdisjoint(palabras.split())


def _apoyo(anteriores: Sequence[Mensaje]) -> str:
    """Return the earlier questions that a follow-up leans on, oldest first; empty if none.

    They are the last one that stood on its own and the follow-up after it, if there was one. Only
    the last `TURNOS_MIRADOS` messages are looked at: a topic left so far behind is none.
    """
    seguimientos: list[str] = []
    for mensaje in reversed(anteriores[-TURNOS_MIRADOS:]):
        texto = mensaje.contenido[:LARGO_MIRADO].strip()
        if mensaje.rol != "user" or clasificar(texto).es_conversacional or not tokenizar(texto):
            continue
        if not depende_de_lo_dicho(texto):
            return " ".join([texto, *seguimientos[:1]])
        seguimientos.append(texto)
    return seguimientos[-1] if seguimientos else ""
