"""Stage 1: what was asked. Turns a conversation into a `Pregunta`; pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from siaa.biblioteca.ambito import NADA, OFERTA, RUEGO
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import normas_citadas
from siaa.biblioteca.lengua.numeros import DE_UNIDAD, numero_en_palabras
from siaa.biblioteca.lengua.terminos import TERMINOS_AUXILIARES, terminos
from siaa.biblioteca.lengua.texto import es_pregunta_listado, plegar, solo_palabras, tokenizar
from siaa.biblioteca.lengua.vocabulario import CORTESIAS, SALUDOS
from siaa.comprension.arreglos import arreglo_de
from siaa.comprension.cosas import con_otra_cosa
from siaa.comprension.dependencia import clases, depende
from siaa.comprension.intentos import intentos_de
from siaa.comprension.mensaje import sin_trato
from siaa.comprension.sobre_siaa import es_sobre_siaa
from siaa.comprension.unidades import (
    con_otra,
    del_acto_entero,
    senala_una_norma,
    solo_dice_norma,
)
from siaa.valores import Mensaje, Pregunta, TipoPregunta

NOMBRE_PROPIO: Final = "siaa"
PALABRAS_DE_UN_NOMBRE: Final = 8
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
_PASO: Final = r"(?:(?:y|pero|ahora|por|en|para|hablando|pasando|de|a|una?) )*"
_OTRO: Final = r"otr[ao] (?:cosa|pregunta|consulta|duda|tema|asunto)|cambi(?:ando|o|emos) de tema"
_OTRO_ASUNTO = re.compile(rf"{_PASO}(?:otr[ao] que|{_OTRO})\b")
_UNA: Final = r"(?:(?:tengo|traigo|(?:les? )?hago|quisiera|quiero|hacer(?:les?)?) )*una "
_DUDA: Final = rf"{_UNA}(?:pregunta|consulta|duda|inquietud)(?: r[aá]pida| sencilla)?"
_ANUNCIO = re.compile(rf"\W*{_PASO}(?:{_OTRO}|{_DUDA})\s?(?:[:,.;] *|(?=¿)|\Z)", re.IGNORECASE)
"""Says no more than that something is asked: «otra cosa: ¿…?», «tengo una duda, …»."""
_ESCRITA = re.compile(r"(?:¿ *)?[^\W_]+")
_SE_PIDE = re.compile(r"[qhwyxzckordlgVI]")
"""Class of a word that begins what is asked, and no name with a greeting («buenas prácticas»)."""
_NEGADO = re.compile(
    r"\bno (?:(?:es|era|en|del?|el|la|los|las) )+[^,;.]+[,;.]|\bsino\b", re.IGNORECASE
)

_DE_LO_DICHO = re.compile(r"\besto\b|\b(?:hay|tiene)\Z")
"""What is of SIAA where nothing was said before: «¿qué es esto?», «¿qué documentos hay?»."""


def entender(mensajes: Sequence[Mensaje], indice: Indice) -> Pregunta:
    """Read the last message of a conversation in the light of the ones before it.

    The last message is the user's. A question that leans on what was said («¿y cuál es el
    plazo?») is looked up together with the last question that stood on its own. One that wants an
    answer said otherwise is the question that it answered, read again; one that only names another
    unit, norm or thing («¿y el 7?», «no, el de 2025», «¿y los correos?»), that with this one.
    """
    base, texto = hasta_lo_respondido(mensajes), mensajes[-1].contenido.strip()
    if len(base) < len(mensajes):
        leida = entender(base, indice)
        return replace(leida, texto=texto, previas=(), arreglo=arreglo_de(_pedido(texto)))
    tipo, elegido = clasificar(texto), lo_elegido(mensajes)
    previas = _lo_dicho(mensajes[:-1], indice)
    if previas and not elegido and (otras := con_otra(previas, lo_preguntado(texto))):
        consulta = " ".join(otras)
        return Pregunta(texto, consulta, tipo, intentos_de(consulta), otras)
    if previas and not elegido and not depende_de_lo_dicho(texto, previas[0], indice):
        previas = ()
    if previas and not elegido and (otra := _con_otra_cosa(previas[0], texto, indice)):
        return Pregunta(texto, otra, tipo, intentos_de(otra), (otra,))
    if tipo is TipoPregunta.SOBRE_SIAA and previas and _DE_LO_DICHO.search(solo_palabras(texto)):
        tipo = TipoPregunta.DOCUMENTAL
    if tipo.es_conversacional:
        return Pregunta(texto, texto, tipo)
    propio = lo_preguntado(texto)
    intentos = intentos_de(propio)
    if previas := del_acto_entero(_sin_otros_nombres(previas, texto, indice), texto):
        consulta = " ".join((*previas, elegido or propio))
        return Pregunta(texto, consulta, tipo, intentos, previas)
    tipo = tipo if tokenizar(propio) else TipoPregunta.AMBIGUA
    return Pregunta(texto, propio, tipo, intentos)


def lo_preguntado(texto: str) -> str:
    """Return a question without what people say around it: courtesy, and that they have one."""
    propio = sin_trato(_sin_formulas(texto))
    anuncio = _ANUNCIO.match(propio)
    return propio[anuncio.end() :] if anuncio else propio


def _sin_formulas(texto: str) -> str:
    """Return a text from the first word after its greetings; all of it where that is in doubt."""
    escritas, pedido = [*_ESCRITA.finditer(texto)], _pedido(texto).split()
    dichas = len(escritas) - len(pedido)
    if not pedido or dichas <= 0 or len(escritas) != len(solo_palabras(texto).split()):
        return texto
    ultima, primera = escritas[dichas - 1 : dichas + 1]
    aparte = texto[ultima.end() : primera.start()].strip() or "¿" in primera[0]
    pide = aparte or _SE_PIDE.match(clases(texto, len(pedido)))
    return texto[primera.start() :] if pide else texto


def afirmado(texto: str) -> str:
    """Return a question without what it denies («no el civil, el penal»)."""
    return _NEGADO.sub("", texto)


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


def _quedo_en_nada(siguen: Sequence[Mensaje]) -> bool:
    """Tell whether the first message after a question says that nothing was found, and no more."""
    contestado = siguen[0].contenido if siguen else ""
    return NADA in contestado and OFERTA not in contestado


def lo_elegido(mensajes: Sequence[Mensaje]) -> str:
    """Return the name («la 2», «el de familia») that a reply gives to what was asked or offered.

    Or nothing. A question is none: it may be another one.
    """
    texto = mensajes[-1].contenido.strip().rstrip(".")
    pedida = mensajes[-2].contenido if len(mensajes) > 1 else ""
    pide = RUEGO in pedida or OFERTA in pedida
    if not pide or "?" in texto or len(texto.split()) > PALABRAS_DE_UN_NOMBRE:
        return ""
    dicho = _UN_NUMERO.fullmatch(solo_palabras(texto))
    numero = (dicho["cifras"] or numero_en_palabras(dicho["palabras"])) if dicho else 0
    numerada = re.search(rf"^{numero}\. (.+)$", pedida, re.MULTILINE)
    return numerada[1] if numerada else texto


def clasificar(texto: str) -> TipoPregunta:
    """Tell greetings, thanks and questions about SIAA from questions for the documents."""
    frase, resto = solo_palabras(texto), _pedido(texto)
    if frase and not resto:
        saluda = frase.startswith((*SALUDOS, NOMBRE_PROPIO))
        return TipoPregunta.SALUDO if saluda else TipoPregunta.CORTESIA
    if es_sobre_siaa(frase) or es_sobre_siaa(resto):
        return TipoPregunta.SOBRE_SIAA
    if arreglo_de(resto) is not None:
        return TipoPregunta.ARREGLO
    return TipoPregunta.LISTADO if es_pregunta_listado(texto) else TipoPregunta.DOCUMENTAL


def _pedido(texto: str) -> str:
    """Return the words of a text but for the greetings and thanks at its front, all there are."""
    return _FORMULAS.sub("", solo_palabras(texto), count=1).strip()


def depende_de_lo_dicho(texto: str, asunto: str, indice: Indice) -> bool:
    """Tell whether a question needs the ones before it to be understood.

    It does when it lacks more than it has (`depende`), points at the norm that they name, or only
    names a near-copy, as «civil circuito», unless it says that it is another, or asks the same
    afresh.
    """
    propio = lo_preguntado(texto)
    if not propio or _OTRO_ASUNTO.match(_pedido(texto)) or _dice_todo(texto, asunto):
        return False
    cuantas = len(_pedido(propio).split())
    define = any(intento.nombre == "definicion" for intento in intentos_de(propio))
    if solo_dice_norma(propio) and not define:
        return True
    if senala_una_norma(propio) and _cita(asunto) and not _cita(propio):
        return True
    nombra = _es_su_nombre(indice, texto) and not re.search("[qhw]", clases(propio, cuantas))
    return nombra or depende(propio, cuantas, asunto, indice)


def _cita(texto: str) -> bool:
    return next(normas_citadas(plegar(texto)), None) is not None


def _dice_todo(texto: str, asunto: str) -> bool:
    """Tell whether a question says all that another is about, which it then has no need of."""
    preguntado = {*terminos(asunto)} - TERMINOS_AUXILIARES
    return bool(preguntado) and preguntado <= {*terminos(texto)}


def _lo_dicho(anteriores: Sequence[Mensaje], indice: Indice) -> tuple[str, ...]:
    """Return the earlier questions that a follow-up may lean on, oldest first.

    They are the last one that stood on its own, the last after it that names a near-copy, and the
    last. Only the last `TURNOS_MIRADOS` messages are looked at: a topic left so far behind is none.
    Nor is what nothing was found about one: looked up with it, a question that the documents answer
    is lost as well. What answers what was asked back («la 2») is the name that it gives.
    """
    asunto = nombra = seguimiento = ""
    mirados = anteriores[-TURNOS_MIRADOS:]
    for n, mensaje in enumerate(mirados, 1):
        elegido = lo_elegido(mirados[:n])
        texto = elegido or lo_preguntado(mensaje.contenido[:LARGO_MIRADO].strip())
        otras = () if elegido else con_otra((asunto, nombra, seguimiento), texto)
        dice = _se_respondio(mensaje) and (otras or tokenizar(texto))
        if not dice or _quedo_en_nada(mirados[n:]):
            continue
        if otras:
            asunto, nombra, seguimiento = otras
        elif asunto and not elegido and (otra := _con_otra_cosa(asunto, texto, indice)):
            asunto, nombra, seguimiento = otra, "", ""
        elif asunto and (elegido or depende_de_lo_dicho(texto, asunto, indice)):
            nombra, seguimiento = texto if _nombra_copia(indice, texto) else nombra, texto
        else:
            asunto, nombra, seguimiento = texto, "", ""
    return tuple(dict.fromkeys(filter(None, (asunto, nombra, seguimiento))))


def _con_otra_cosa(asunto: str, texto: str, indice: Indice) -> str:
    """Return a question with what a follow-up names in place of one of its things, or nothing.

    The name of a near-copy stands in place of none: it says where the same is looked for.
    """
    dicho = lo_preguntado(texto)
    return "" if _nombra_copia(indice, dicho) else con_otra_cosa(asunto, dicho, indice)


def _sin_otros_nombres(previas: Sequence[str], texto: str, indice: Indice) -> Sequence[str]:
    """Return earlier questions but for replies that name another near-copy than a text does.

    «¿y en los de familia?», then «¿y en los penales?»: «familia» is no longer looked up. «¿y en el
    civil municipal?», then «no, el del circuito» stays: a copy may be called by words of both.
    """
    suyas = [copias for termino in terminos(texto) if (copias := _llamadas(indice, termino))]
    if not suyas:
        return previas
    dichas = frozenset.intersection(*suyas)
    return (*previas[:1], *(p for p in previas[1:] if not _nombra_otra(indice, p, dichas)))


def _nombra_otra(indice: Indice, texto: str, dichas: frozenset[int]) -> bool:
    """Tell whether a text says no more than words of the names of near-copies, and none of some."""
    propios = {*terminos(texto)} - TERMINOS_AUXILIARES
    solo = propios <= indice.rotulos.textos.keys()
    otras = [copias for termino in propios if (copias := _llamadas(indice, termino))]
    return solo and bool(otras) and not any(copias & dichas for copias in otras)


def _llamadas(indice: Indice, termino: str) -> frozenset[int]:
    """Return the near-copies whose name has a term; none where more than half of them have it."""
    campo, grupo = indice.rotulos, indice.pasajes.grupo
    con = campo.dueno[campo.textos[termino]] if termino in campo.textos else np.empty(0, int)
    suyas = frozenset(con[grupo[con] >= 0].tolist())
    todas = int((grupo == grupo[[*suyas]].max(initial=-1)).sum())
    return suyas if 2 * len(suyas) <= todas else frozenset()


def _es_su_nombre(indice: Indice, texto: str) -> bool:
    """Tell whether a text is some words of the name of a near-copy that others of them lack."""
    campo, dichos = indice.rotulos, frozenset(terminos(texto))
    if len(dichos) < 2 or not dichos <= campo.textos.keys() or not _nombra_copia(indice, texto):
        return False
    con = frozenset.intersection(*(frozenset(campo.textos[t].tolist()) for t in dichos))
    return bool((indice.pasajes.grupo[campo.dueno[list(con)]] >= 0).any())


def _nombra_copia(indice: Indice, texto: str) -> bool:
    """Tell whether a text has a word that calls near-copies."""
    return any(_llamadas(indice, termino) for termino in terminos(texto))
