"""Stage 1: what was asked. Turns a conversation into a `Pregunta`; pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from siaa.biblioteca.ambito import RUEGO
from siaa.biblioteca.lengua.texto import corridas, es_pregunta_listado, plegar, tokenizar
from siaa.biblioteca.lengua.vocabulario import (
    ANAFORAS,
    CORTESIAS,
    ENCLITICOS_FALSOS,
    PALABRAS_GENERICAS,
    SALUDOS,
    SOBRE_SIAA,
)
from siaa.comprension.arreglos import arreglo_de
from siaa.comprension.intentos import intentos_de
from siaa.valores import Mensaje, Pregunta, TipoPregunta

NOMBRE_PROPIO: Final = "siaa"
PALABRAS_DE_UN_NOMBRE: Final = 8
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
_QUE_PREGUNTA: Final = r"(?:que|quien(?:es)?|cual(?:es)?|cuant[oa]s?|cuando|como|donde)\b"
_ARRANQUE = re.compile(
    r"(?:y(?! o )|o(?! sea)|pero|entonces|ademas|tambien)\b"
    rf"(?P<otra> {_QUE_PREGUNTA}(?!.{{0,40}} si ))?"
)
_INCOMPLETA = re.compile(
    r"(?:el|la|los|las) (?:del?|que)\b"
    r"|(?:del?|desde|hasta|para|en|con|sin|por|al?)(?: (?:el|la|los|las|un|una))?"
    rf"(?: (?!{_QUE_PREGUNTA})[a-z0-9ñ]+){{1,3}}$"
    rf"|(?:no|ya|yo|es que|aunque|me refiero)(?: (?!{_QUE_PREGUNTA})[a-z0-9ñ]+){{1,8}}$"
    r"|(?:aplican?|sigue|sirve)\b(?! (?:el|la|los|las|un|una)\b)"
    r"|.{0,20}\b(?:que|cual(?:es)?)(?: es| son)?(?: el| los)?"
    r" (?:articulo|paragrafo|numeral|capitulo)s?\b(?!.{0,99} (?:ley|codigo|acuerdo|decreto)\b)"
    r"|.{0,40}\bno (?:me )?(?:entend|entiend|quedo clar)"
)
"""What lacks its noun («la de los jueces»), its verb («para el ejecutivo»), its question («no tiene
correo»), its subject or the text that it asks an article of, or was not understood."""
_ENCLITICO = re.compile(
    r"\b[a-zñ]+(?:ar|er|ir)(?:me|te|se|nos)?"
    r"(?:l[ao]s?|les?(?!.{0,40} a(?:l| la| los| las| un| una)\b))\b"
)
_PROCLITICO = re.compile(
    r"\b(?:lo|(?:se|me|te|nos|no|quien|quienes|donde) l[ao]s?) "
    r"(?!que\b|del?\b|menos\b|largo\b|siguiente|anterior|relativo|cual)[a-zñ]"
)
_CLITICO_ANTE_VERBO = re.compile(
    r"\bl(?:[aeo]|[aeo]s) (?!(?:orden|examen|imagen|regimen|volumen|origen|resumen|margen)\b)"
    r"[a-zñ]+[ae]n\b"
    r"|^l[ao]s? (?:puede|debe|tiene|va|hay)\b"
    r"|(?<!quien )(?<!quienes )\ble (?!.{0,40}\ba(?:l| la| los| las| un| una)\b)[a-zñ]"
)
"""«la resuelven», «los puede nombrar»; «le pagan» where nobody follows («le pagan al perito»)."""
_SIN_SUJETO = re.compile(r"(?:puede|debe|tiene que|esta obligad[oa] a) [a-zñ]+(?:ar|er|ir)\b")
"""A question that opens with what somebody may or must do, and does not say who."""
_QUE_ES = re.compile(
    r"(?:que|quien(?:es)?) (?:es|son|era|eran|significa|quiere decir|se entiende por)"
    r" (?!.*\b(?:que|competente|obligatorio)\b)"
)
_INTERROGATIVO = re.compile(r"que|cual(?:es)?|cuant[oa]s?")
_TRAE_TEMA = re.compile(
    r"(?:el|la|los|las|un|una|unos|unas|del?|al|sobre|para|por|mis?|sus?|ser|puedo)?"
)
"""What stands before a noun and not before a verb, or nothing at all; and what oneself may do."""
_VERBO_ESTAR = re.compile(r"\bestá|\besta (?:el|la|los|las|en|un|una|mi|su|[a-zñ]+[aio]d[ao]s?)\b")


def entender(mensajes: Sequence[Mensaje]) -> Pregunta:
    """Read the last message of a conversation in the light of the ones before it.

    The last message is the user's. A question that leans on what was said («¿y cuál es el
    plazo?») is looked up together with the last question that stood on its own. One that wants an
    answer said otherwise is the question that it answered, read again.
    """
    base = hasta_lo_respondido(mensajes)
    if len(base) < len(mensajes):
        texto = mensajes[-1].contenido.strip()
        return replace(entender(base), texto=texto, apoyo="", arreglo=arreglo_de(_pedido(texto)))
    texto = mensajes[-1].contenido.strip()
    tipo = clasificar(texto)
    elegido = lo_elegido(mensajes)
    apoyo = _apoyo(mensajes[:-1]) if elegido or depende_de_lo_dicho(texto) else ""
    if tipo is TipoPregunta.SOBRE_SIAA and apoyo and "esto" in corridas(plegar(texto)):
        tipo = TipoPregunta.DOCUMENTAL
    if tipo.es_conversacional:
        return Pregunta(texto, texto, tipo)
    intentos = intentos_de(texto)
    if apoyo:
        return Pregunta(texto, f"{apoyo} {elegido or texto}", tipo, intentos, apoyo)
    tipo = tipo if tokenizar(texto) else TipoPregunta.AMBIGUA
    return Pregunta(texto, texto, tipo, intentos)


def hasta_lo_respondido(mensajes: Sequence[Mensaje]) -> Sequence[Mensaje]:
    """Return a conversation up to the question whose answer its end wants said otherwise.

    That is all of it where its end wants something else, or nothing was answered yet.
    """
    if clasificar(mensajes[-1].contenido) is not TipoPregunta.ARREGLO:
        return mensajes
    anteriores = range(len(mensajes) - 1, 0, -1)
    return next((mensajes[:n] for n in anteriores if _se_respondio(mensajes[n - 1])), mensajes)


def _se_respondio(mensaje: Mensaje) -> bool:
    texto = mensaje.contenido[:LARGO_MIRADO]
    return mensaje.rol == "user" and not clasificar(texto).es_conversacional


def lo_elegido(mensajes: Sequence[Mensaje]) -> str:
    """Return the name that a reply gives to what was asked back («2», «la de familia»), or nothing.

    A question is none: it may be another one.
    """
    texto = mensajes[-1].contenido.strip().rstrip(".")
    pedida = mensajes[-2].contenido if len(mensajes) > 1 else ""
    if RUEGO not in pedida or "?" in texto or len(texto.split()) > PALABRAS_DE_UN_NOMBRE:
        return ""
    numerada = re.search(rf"^{re.escape(texto)}\. (.+)$", pedida, re.MULTILINE)
    return numerada[1] if numerada else texto


def clasificar(texto: str) -> TipoPregunta:
    """Tell greetings, thanks and questions about SIAA from questions for the documents."""
    frase, resto = _frase(texto), _pedido(texto)
    if frase and not resto:
        saluda = frase.startswith((*SALUDOS, NOMBRE_PROPIO))
        return TipoPregunta.SALUDO if saluda else TipoPregunta.CORTESIA
    if frase in SOBRE_SIAA or resto in SOBRE_SIAA:
        return TipoPregunta.SOBRE_SIAA
    if arreglo_de(resto) is not None:
        return TipoPregunta.ARREGLO
    return TipoPregunta.LISTADO if es_pregunta_listado(texto) else TipoPregunta.DOCUMENTAL


def _frase(texto: str) -> str:
    """Return the words of a text, folded, with one space between them."""
    return " ".join(corridas(plegar(texto)))


def _pedido(texto: str) -> str:
    """Return the same without its greetings and thanks."""
    return _sin_formulas(_frase(texto))


def _sin_formulas(frase: str) -> str:
    """Take greetings and thanks off the front of a phrase, as many as there are."""
    formulas = _FORMULAS.match(frase)
    return frase[formulas.end() :].strip() if formulas else frase


def depende_de_lo_dicho(texto: str) -> bool:
    """Tell whether a question needs the ones before it to be understood.

    It does when it starts by joining itself on («¿y…?»), when it points back («eso», «quién lo
    firma», «puedo corregirlo») without having named, itself, what it may point at, and when it
    brings in nothing that it may be about («cuánto ganan», «qué documentos piden», «cuál es el
    plazo»).
    """
    frase = _pedido(texto)
    propias = _propias(frase)
    arranque = _ARRANQUE.match(frase)
    if arranque and not (arranque["otra"] and len(propias) > PROPIAS_CON_ANAFORA):
        return True
    if _INCOMPLETA.match(frase) or not propias:
        return True
    enclitico = _ENCLITICO.search(frase)
    if enclitico and enclitico[0] not in ENCLITICOS_FALSOS:
        return len(_propias(frase[: enclitico.start()])) < PROPIAS_CON_ANAFORA
    if len(propias) <= PROPIAS_CON_ANAFORA and (_apunta_atras(texto) or _SIN_SUJETO.match(frase)):
        return True
    return not _tiene_tema(frase)


def _tiene_tema(frase: str) -> bool:
    """Tell whether a question says what it is about: two terms, or one that is brought in.

    What an interrogative asks for («qué documentos piden») is no topic. One term is where it is
    asked what it is, where a determiner stands before it or where it opens the phrase, as a noun
    does and a verb does not («cuánto ganan»).
    """
    pares = pairwise(("", *frase.split()))
    antes = [previa for previa, palabra in pares if _propias(palabra)]
    antes = [previa for previa in antes if not _INTERROGATIVO.fullmatch(previa)]
    if len(antes) != 1:
        return len(antes) > 1
    return bool(_TRAE_TEMA.fullmatch(antes[0]) or _QUE_ES.match(frase))


def _propias(texto: str) -> list[str]:
    """Return the terms that say what a question is about."""
    return [termino for termino in tokenizar(texto) if termino not in PALABRAS_GENERICAS]


def _apunta_atras(texto: str) -> bool:
    """Tell whether a text holds a pronoun or a demonstrative; the verb «está» is neither."""
    palabras = _frase(_VERBO_ESTAR.sub(" ", texto.lower()))
    clitico = _PROCLITICO.search(palabras) or _CLITICO_ANTE_VERBO.search(palabras)
    return clitico is not None or not ANAFORAS.isdisjoint(palabras.split())


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
