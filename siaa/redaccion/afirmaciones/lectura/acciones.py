"""Who does what to whom: the verbs of a sentence and the groups of words around them."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.numeros import PALABRAS_DE_NUMERO
from siaa.biblioteca.lengua.vocabulario import palabras as conjunto
from siaa.redaccion.afirmaciones.lectura.lexico import ACTORES
from siaa.redaccion.afirmaciones.lectura.marcas import INFINITIVO
from siaa.redaccion.afirmaciones.lectura.palabras import COMA, PUNTO, Palabra

_DE: Final = conjunto("de del")
_RIGEN: Final = _DE | conjunto(
    "a al en con por para ante sobre bajo desde hasta entre segun contra sin tras mediante durante"
)
_CLAUSULAS: Final = conjunto(
    "que cuando si como donde quien quienes cual cuales porque pero sino mientras"
)
_ARTICULOS: Final = conjunto("el la los las un una cada su sus este esta estos estas dicho dicha")
_COPULAS: Final = conjunto("y e o u ni")
_AUXILIARES: Final = conjunto(
    """no le les lo me tambien ya solo debe deben debera deberan debiendo puede pueden podra podran
    ha han haya hayan tiene tienen tendra tendran queda quedan sera seran esta estan autorizado
    autorizada autorizados autorizadas obligado obligada obligados obligadas"""
)
"""What may stand between who acts and the verb."""
_DOCUMENTOS: Final = conjunto("articulo decreto ley acuerdo resolucion codigo parrafo paragrafo")
"""They are written with a capital, and do nothing that another might."""
_LIVIANOS: Final = conjunto("es son hace hacen realiza realizan estara estaran")
"""Verbs that say nothing but with what they are of."""
_FINITO: Final = re.compile(r".{2,}(?:[ae]n?|ron|ó)")
_ENCLITICO: Final = re.compile(r".{3,}[ae]n?se")
_FUTURO: Final = re.compile(r".{2,}rán?")
_PARTICIPIO: Final = re.compile(r"\w+(?:[ai]d|scrit|puest|uelt)[oa]s?")
CERCA: Final = 12
"""Words after a light verb in which what it is of is looked for; groups after any verb."""

_Clase = Enum("_Clase", "GRUPO VERBO PARTICIPIO")
_Corte = Enum("_Corte", "NINGUNO PAUSA CLAUSULA PUNTO")


class Accion(NamedTuple):
    """A verb, by its stem or that of what a light one is of.

    agente, a_quien: the words of who acts and of to whom; empty where it is not said, or is nobody
    who may act.
    """

    clave: str
    agente: tuple[Palabra, ...]
    a_quien: tuple[Palabra, ...]


class _Trozo(NamedTuple):
    """A verb, or the head of a group of words.

    clave: what a verb is compared by. rige: the preposition before a group; before a verb, «se» or
    an auxiliary. corte: what cuts it from the one before it.
    """

    clase: _Clase
    clave: str
    palabras: tuple[Palabra, ...]
    rige: str
    corte: _Corte


def leer_acciones(texto: str, palabras: Sequence[Palabra]) -> Iterator[Accion]:
    """Yield what is done in a sentence, where it says who does it or to whom."""
    trozos = [*_trozos(texto, palabras)]
    ultimo: tuple[Palabra, ...] = ()
    for lugar, trozo in enumerate(trozos):
        if trozo.clase is _Clase.GRUPO:
            if trozo.corte is not _Corte.NINGUNO and (otro := _regido(texto, [trozo], "")):
                ultimo = () if ultimo and trozo.corte is not _Corte.PUNTO else otro
            continue
        grupos = [*takewhile(_sigue, trozos[lugar + 1 : lugar + CERCA])]
        if trozo.clase is _Clase.PARTICIPIO:
            agente = _regido(texto, grupos, "por")
        else:
            agente = _sujeto(texto, trozo, trozos[max(0, lugar - 1) : lugar], grupos, ultimo)
            ultimo = agente or ultimo
        a_quien = _regido(texto, grupos, "a", "al")
        if agente or a_quien:
            yield Accion(trozo.clave, agente, a_quien)


def _sigue(trozo: _Trozo) -> bool:
    return trozo.clase is _Clase.GRUPO and trozo.corte is _Corte.NINGUNO


def _sujeto(
    texto: str,
    verbo: _Trozo,
    previos: Sequence[_Trozo],
    siguientes: Sequence[_Trozo],
    ultimo: tuple[Palabra, ...],
) -> tuple[Palabra, ...]:
    """Return who does what a verb says: the group before it, the one after it, or the last one."""
    if verbo.rige == "se" or verbo.palabras[0].texto.endswith("se"):
        return ()
    unido = verbo.corte is _Corte.NINGUNO
    if not verbo.rige and INFINITIVO.fullmatch(verbo.palabras[0].texto):
        return _regido(texto, previos, "a", "al") if unido else ()
    return (
        (_regido(texto, previos, "") if unido else ())
        or _regido(texto, siguientes[:1], "")
        or (ultimo if verbo.corte is _Corte.PAUSA else ())
    )


def _regido(texto: str, trozos: Sequence[_Trozo], *rigen: str) -> tuple[Palabra, ...]:
    """Return the first group that is governed so, if it is of somebody."""
    regidos = (t.palabras for t in trozos if t.clase is _Clase.GRUPO and t.rige in rigen)
    grupo = next(regidos, ())
    propio = any(p.pausa < PUNTO and texto[p.desde].isupper() for p in grupo)
    cosa = any(p.texto in _DOCUMENTOS for p in grupo)
    return grupo if not cosa and (propio or any(p.texto in ACTORES for p in grupo)) else ()


def _trozos(texto: str, palabras: Sequence[Palabra]) -> Iterator[_Trozo]:
    """Cut a sentence into its verbs and the heads of what stands between them."""
    clases: list[_Clase | None] = []
    for lugar in range(len(palabras)):
        clases.append(_clase(texto, palabras, lugar, clases))
    inicios = [n for n in range(len(palabras)) if _empieza(palabras, clases, n)]
    corte = _Corte.NINGUNO
    for desde, hasta in pairwise((*inicios, len(palabras))):
        primera = palabras[desde]
        if nuevo := _corte(palabras, clases, desde):
            corte = nuevo
        if clase := clases[desde]:
            antes = {p.texto for p in takewhile(_auxilia, reversed(palabras[:desde]))}
            rige = "se" if "se" in antes else "auxiliar" if antes & _AUXILIARES else ""
            con_lo_que_sigue = (p.raiz for p in palabras[desde : desde + CERCA] if p.raiz)
            trozo = _Trozo(clase, next(con_lo_que_sigue, ""), (primera,), rige, corte)
        else:
            rige = primera.texto if primera.texto in _RIGEN else ""
            nombres = _cabeza(palabras[desde + bool(rige) : hasta])
            trozo = _Trozo(_Clase.GRUPO, "", nombres, rige, corte)
        if trozo.palabras:
            yield trozo
            corte = _Corte.NINGUNO


def _cabeza(grupo: Sequence[Palabra]) -> tuple[Palabra, ...]:
    """Return the nouns and adjectives of a group but for what each is of."""
    nombres: list[Palabra] = []
    dentro, previa = True, ""
    for palabra in grupo:
        if palabra.texto in _DE:
            dentro = not nombres  # «a favor de la Nación»
        elif palabra.texto in _ARTICULOS and previa in _COPULAS:
            dentro = True
        elif dentro and palabra.raiz and not palabra.texto.endswith("mente"):
            nombres.append(palabra)
        previa = palabra.texto
    return tuple(nombres)


def _auxilia(palabra: Palabra) -> bool:
    return palabra.texto in _AUXILIARES or palabra.texto in ("se", "que", "a", "para")


def _empieza(palabras: Sequence[Palabra], clases: Sequence[_Clase | None], lugar: int) -> bool:
    """Tell whether something else begins at a word: a verb, what follows one, another group."""
    palabra = palabras[lugar]
    tras_verbo = lugar == 0 or clases[lugar] or clases[lugar - 1] or palabra.pausa >= COMA
    otras = _CLAUSULAS | (_RIGEN - _DE) | _ARTICULOS
    unida = lugar > 0 and palabras[lugar - 1].texto in _RIGEN | _COPULAS
    return bool(tras_verbo) or (palabra.texto in otras and not unida)


def _corte(
    palabras: Sequence[Palabra], clases: Sequence[_Clase | None], lugar: int
) -> _Corte | None:
    """Return what cuts a word from the one before it."""
    palabra = palabras[lugar]
    if palabra.pausa == PUNTO:
        return _Corte.PUNTO
    if palabra.texto in _CLAUSULAS:
        return _Corte.CLAUSULA
    # «y enviará»: by whoever did what was said before
    sigue = lugar and clases[lugar] and palabras[lugar - 1].texto in _COPULAS
    return _Corte.PAUSA if palabra.pausa == COMA or sigue else None


def _clase(
    texto: str, palabras: Sequence[Palabra], lugar: int, previas: Sequence[_Clase | None]
) -> _Clase | None:
    """Return which kind of verb a word is, if it is one; previas: of what kind those before are."""
    palabra = palabras[lugar]
    previa = palabras[lugar - 1].texto if lugar else ""
    escrita = texto[palabra.desde : palabra.hasta]
    if _ENCLITICO.fullmatch(palabra.texto):
        return _Clase.VERBO
    participio = palabra.raiz and _PARTICIPIO.fullmatch(palabra.texto)
    # «obligado a entregar», but «autorizada por el juez»
    faculta = lugar + 1 < len(palabras) and palabras[lugar + 1].texto in ("a", "para")
    auxilia = palabra.texto in _AUXILIARES and (faculta or not participio)
    otra = palabra.texto in PALABRAS_DE_NUMERO or palabra.texto in ACTORES
    if auxilia or otra or palabra.texto.endswith("mente") or escrita[0].isupper():
        return None
    if participio:
        return _Clase.PARTICIPIO
    if palabra.texto in _LIVIANOS or _FUTURO.fullmatch(escrita) or INFINITIVO.fullmatch(escrita):
        return _Clase.VERBO
    # «elaboración y venta», but «pidan y presenten»; «la entrega», but «las llaves las entrega»
    tras_nombre = lugar > 1 and palabras[lugar - 2].raiz and not previas[-2]
    nombra = (
        previa in _RIGEN
        or (previa in _ARTICULOS and not tras_nombre)
        or (previa in _COPULAS and not any(previas[-2:]))
    )
    finito = palabra.raiz and _FINITO.fullmatch(escrita)
    return _Clase.VERBO if finito and not nombra else None
