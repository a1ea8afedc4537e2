"""Stage 1: what was asked. Turns a conversation into a `Pregunta`; pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from siaa.biblioteca.ambito import RUEGO
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.numeros import DE_UNIDAD, PALABRAS_DE_NUMERO, numero_en_palabras
from siaa.biblioteca.lengua.texto import corridas, es_pregunta_listado, plegar, tokenizar
from siaa.biblioteca.lengua.vocabulario import (
    ANAFORAS,
    CORTESIAS,
    PALABRAS_GENERICAS,
    SALUDOS,
    SOBRE_SIAA,
)
from siaa.comprension.arreglos import arreglo_de
from siaa.comprension.asunto import es_del_asunto
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
_UN_NUMERO = re.compile(
    r"(?:(?:el|la|de|del|es|seria|quiero|opcion|numero|documento|manual) )*"
    rf"(?:0*(?P<cifras>\d{{1,2}})|(?P<palabras>{DE_UNIDAD}))(?: (?:opcion|documento|manual))?"
)
"""«el 2», «la segunda opción»: a reply that names what was asked back by its number."""
_QUE_PREGUNTA: Final = r"(?:q(?:ue)?|quien(?:es)?|cual(?:es)?|cuant[oa]s?|cuando|como|donde)\b"
_PREGUNTA = re.compile(rf"\b{_QUE_PREGUNTA}")
_ARRANQUE = re.compile(
    r"(?:y(?! o )|o(?! sea)|pero|entonces|ademas|tambien)\b"
    rf"(?P<otra> {_QUE_PREGUNTA}(?!.{{0,40}} si ))?"
)
_OTRO_ASUNTO = re.compile(
    r"(?:(?:y|pero|ahora|por|en|para|hablando|pasando|de|a|una?) )*"
    r"(?:otr[ao] (?:cosa|pregunta|consulta|duda|tema|asunto)\b|cambi(?:ando|o|emos) de tema\b)"
)
_PALABRA: Final = rf"(?!{_QUE_PREGUNTA})[a-z0-9ñ]+"
_ARTICULO: Final = r"(?:el|la|los|las|un|una)"
_INCOMPLETA = re.compile(
    r"(?:el|la|los|las) (?:del?|que)\b"
    rf"|(?:del?|desde|hasta|para|en|con|sin|por|al?)(?: {_ARTICULO})?(?: {_PALABRA}){{1,3}}"
    rf"(?: (?:o|y|del?|o desde|o hasta|o en|sin|con)(?: {_ARTICULO})?(?: {_PALABRA}){{1,2}})*$"
    r"|(?:(?:(?:el|la|los|las|mis?|sus?|un|una)(?: [a-zñ]+){1,2} )?"
    r"(?:ya|nunca|no(?! [a-zñ]+[ai]d[oa]s?\b))|yo|es que|aunque|me refiero"
    r"|(?:perdon )?(?:quise decir|mejor dicho|digo))"
    rf"(?: {_PALABRA}){{1,8}}$|ya(?: {_PALABRA}){{1,12}}$|(?:cuando|si|aunque) .* que$"
    rf"|{_PALABRA} [oy] {_PALABRA}(?: aparte)?$"
    r"|(?:aplican?|sigue|sirve)\b(?! (?:el|la|los|las|un|una)\b)"
    r"|.{0,20}\b(?:que|cual(?:es)?) (?:articulo|paragrafo|numeral|capitulo)s?\b"
    r"(?!.{0,99} (?:ley|codigo|acuerdo|decreto)\b)"
)
"""What lacks its noun («la de los jueces»), its verb («para el ejecutivo», «el demandado puede»),
its question («no tiene correo»), its subject or the text that it asks an article of."""
_SIN_SUJETO = re.compile(
    r"(?:no |ya )?(?:(?:se|me|nos|les?) (?!pued|deb)"
    r"|(?:es|son|era|fue|toca|queda|sirve|basta|hay|est(?:oy|aba)|t(?:engo|iene|uv[eo])|viv[eo]"
    r"|llev[oa]|hic[eo]|hizo|(?:puede|debe) [a-zñ]*[aei]r)\b"
    r"|(?!(?:quien|orden|examen|regimen|resumen|plan)\b)[a-zñ]+[ae]n\b)"
    r"|(?!(?:ant|contr|de[sl]d|durant|entr|mediant|par|sobr|hast|qu|ha[cz]|d[aei]m)[aei]\b"
    r"|(?:busc|compar|cuent|defin|describ|expli[cq]|indi[cq]|muestr|resum)[a-z]+\b)"
    r"[a-zñ]{4,}[ae] (?:el|la|los|las|al?|un|una)\b"
    r"|.*\b(?:(?:pued|deb|cuent|aplic|sirv|val)[aeo]n?|(?:otr|algun|ningun|amb|vari)[ao]s?|un[ao]?)$"
    r"|.*\b(?:cual(?:es)?|alguno|cualquiera|ninguno) de (?:ell|es|l)[ao]s(?: dos| tres| \d+)?\b"
    r"|.*\b(?:v[uo]el[vt][a-z]+ a|volver a|otra vez|de nuevo)\b"
)
"""What opens with its verb and does not say who or what of («¿dan compensatorio?»), ends before its
infinitive or its noun («¿puedo tener otra?»), chooses («cuál de los dos») or comes again."""
_AFIRMA = re.compile(
    r"(?:\w+ ){0,3}(?:es|son|era|fue|está|estaba|tiene|\w+ó)\b[^?]*|\W*si(?: \w+){1,6}\W*"
)
"""What says something and asks nothing, with its accents («faltó una silla», «si no hay nadie»)."""
_LE: Final = r"les?(?!.* (?:al|a (?:el|la|los|las|un|una|cada|mis?|sus?))\b)"
"""Who says in the same breath whom it is of («pagarles a los peritos») does not point back."""
_CLITICO = re.compile(
    r"\b(?:(?<!\bpor )lo(?! [a-zñ]+ (?:que|del?)\b)"
    r"|(?:se|me|te|nos|no|quien|quienes|donde) l[ao]s?) (?!que\b|del?\b|relativo)[a-zñ]"
    rf"|\b(?!(?:bur|char|mir|per)las?\b)[a-zñ]+(?:ar|er|ir)(?:(?:me|te|se|nos)?l[ao]s?|{_LE})\b"
    r"|\b(?:se diferencian?|diferencia(?: hay)?|es igual|lo mismo) (?:del?|al?|con|que)\b"
)
"""«¿quién lo firma?», «puedo corregirlo», «¿en qué se diferencia de una salida?»."""
_CLITICO_ANTE_VERBO = re.compile(
    rf"\b(?:l[ao]s?|{_LE})"
    r" (?:[a-zñ]+[ae]n\b|pued[aeo]\b|podemos\b|deb[eo]\b|tiene\b|tengo\b|va\b|hay\b)"
)
"""«la resuelven», «los puede nombrar»."""
_QUE_ES = re.compile(
    r"(?:que|quien(?:es)?) (?:es|son|era|eran|significa|quiere decir|se entiende por)"
    r" (?!.*\b(?:que|competente|obligatorio)\b)"
)
_CON_COMPLEMENTO = re.compile(
    rf"\b(?:un[ao]?|(?:del?|contra|sobre)(?: (?:el|la|los|las))?) (?!{_QUE_PREGUNTA})[a-zñ]"
)
"""«los informes del almacén», «una secretaría»: what says of which one it asks."""
_INTERROGATIVO = re.compile(r"que|cual(?:es)?|cuant[oa]s?")
_TRAE_TEMA = re.compile(
    r"(?:el|la|los|las|un|una|unos|unas|del?|al|sobre|para|por|mis?|sus?|ser|puedo)?"
)
"""What stands before a noun and not before a verb, or nothing at all; and what oneself may do."""
_VERBO_ESTAR = re.compile(r"\bestá|\besta (?:el|la|los|las|en|un|una|mi|su|[a-zñ]+[aio]d[ao]s?)\b")


def entender(mensajes: Sequence[Mensaje], indice: Indice | None = None) -> Pregunta:
    """Read the last message of a conversation in the light of the ones before it.

    The last message is the user's. A question that leans on what was said («¿y cuál es el
    plazo?») is looked up together with the last question that stood on its own; indice: the library
    that says what belongs together, if it is asked. One that wants an answer said otherwise is the
    question that it answered, read again.
    """
    base, texto = hasta_lo_respondido(mensajes), mensajes[-1].contenido.strip()
    if len(base) < len(mensajes):
        leida = entender(base, indice)
        return replace(leida, texto=texto, apoyo="", arreglo=arreglo_de(_pedido(texto)))
    tipo, elegido = clasificar(texto), lo_elegido(mensajes)
    asunto, seguimiento = _lo_dicho(mensajes[:-1], indice)
    depende = bool(elegido) or depende_de_lo_dicho(texto, asunto, indice)
    apoyo = f"{asunto} {seguimiento}".strip() if depende else ""
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
    """Return the name that a reply gives to what was asked back («la 2», «el de familia»), or none.

    A question is none: it may be another one.
    """
    texto = mensajes[-1].contenido.strip().rstrip(".")
    pedida = mensajes[-2].contenido if len(mensajes) > 1 else ""
    if RUEGO not in pedida or "?" in texto or len(texto.split()) > PALABRAS_DE_UN_NOMBRE:
        return ""
    dicho = _UN_NUMERO.fullmatch(_frase(texto))
    numero = (dicho["cifras"] or numero_en_palabras(dicho["palabras"])) if dicho else 0
    numerada = re.search(rf"^{numero}\. (.+)$", pedida, re.MULTILINE)
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
    """Return the same without the greetings and thanks at its front, as many as there are."""
    return _FORMULAS.sub("", _frase(texto), count=1).strip()


def depende_de_lo_dicho(texto: str, asunto: str = "", indice: Indice | None = None) -> bool:
    """Tell whether a question needs the ones before it to be understood.

    It does when something is lacking in it (`_le_falta_algo`), or when it says little that is no
    other subject than `asunto` in a library, unless it says that it is another or asks what
    something is.
    """
    frase = _pedido(texto)
    if _OTRO_ASUNTO.match(frase):
        return False
    if _le_falta_algo(frase, texto):
        return True
    if indice is None or not asunto or _QUE_ES.match(frase) or _CON_COMPLEMENTO.search(frase):
        return False
    return es_del_asunto(indice, asunto, texto, suelto=not _PREGUNTA.search(frase))


def _le_falta_algo(frase: str, texto: str) -> bool:
    """Tell whether a question, `frase` once folded, leaves something to what was said before.

    It does when it starts by joining itself on («¿y…?»), when it points back («eso», «quién lo
    firma», «puedo corregirlo») without having named, itself, what it may point at, and when it
    brings in nothing that it may be about («cuánto ganan», «qué documentos piden», «cuál es el
    plazo»).
    """
    propias = _propias(frase)
    arranque = _ARRANQUE.match(frase)
    corta = len(propias) <= PROPIAS_CON_ANAFORA
    if arranque and (corta or not arranque["otra"]):
        return True
    if _INCOMPLETA.match(frase) or not propias:
        return True
    if clitico := _CLITICO.search(frase):
        return len(_propias(frase[: clitico.start()])) < PROPIAS_CON_ANAFORA
    if corta and (_apunta_atras(texto) or _SIN_SUJETO.match(frase)):
        return True
    afirma = not _PREGUNTA.search(frase) and _AFIRMA.fullmatch(texto.lower())
    return bool(corta and afirma) or not _tiene_tema(frase)


def _tiene_tema(frase: str) -> bool:
    """Tell whether a question says what it is about: two terms, or one that is brought in.

    What an interrogative asks for («qué documentos piden») is no topic. One term is where it is
    asked what it is, where a determiner stands before it or where it opens the phrase, as a noun
    does and a verb does not («cuánto ganan»).
    """
    propias = frozenset(_propias(frase))
    antes = [previa for previa, palabra in pairwise(("", *frase.split())) if palabra in propias]
    antes = [previa for previa in antes if not _INTERROGATIVO.fullmatch(previa)]
    if len(antes) != 1:
        return len(antes) > 1
    return bool(_TRAE_TEMA.fullmatch(antes[0]) or _QUE_ES.match(frase))


def _propias(texto: str) -> list[str]:
    """Return the terms that say what a question is about."""
    dichos = PALABRAS_GENERICAS | PALABRAS_DE_NUMERO
    return [termino for termino in tokenizar(texto) if termino not in dichos]


def _apunta_atras(texto: str) -> bool:
    """Tell whether a text holds a pronoun or a demonstrative; the verb «está» is neither."""
    palabras = _frase(_VERBO_ESTAR.sub(" ", texto.lower()))
    clitico = _CLITICO_ANTE_VERBO.search(palabras)
    return clitico is not None or not ANAFORAS.isdisjoint(palabras.split())


def _lo_dicho(anteriores: Sequence[Mensaje], indice: Indice | None) -> tuple[str, str]:
    """Return the earlier questions that a follow-up may lean on; empty where there is none.

    They are the last one that stood on its own and the last follow-up after it. Only the last
    `TURNOS_MIRADOS` messages are looked at: a topic left so far behind is none.
    """
    asunto = seguimiento = ""
    for mensaje in anteriores[-TURNOS_MIRADOS:]:
        texto = mensaje.contenido[:LARGO_MIRADO].strip()
        if not (_se_respondio(mensaje) and tokenizar(texto)):
            continue
        if asunto and depende_de_lo_dicho(texto, asunto, indice):
            seguimiento = texto
        else:
            asunto, seguimiento = texto, ""
    return asunto, seguimiento
