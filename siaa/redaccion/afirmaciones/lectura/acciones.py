"""Who does what to whom: what stands around each verb of a sentence."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.numeros import PALABRAS_DE_NUMERO
from siaa.redaccion.afirmaciones.lectura.lexico import ACTORES, por_forma
from siaa.redaccion.afirmaciones.lectura.marcas import INFINITIVO
from siaa.redaccion.afirmaciones.lectura.palabras import COMA, PUNTO, Palabra

_CLASES: Final = por_forma("clases")
_FINITO: Final = re.compile(r".{2,}(?:[ae]n?|ron|ó)")
_ENCLITICO: Final = re.compile(r".{3,}[ae]n?se")
_FUTURO: Final = re.compile(r".{2,}rán?")
_PARTICIPIO: Final = re.compile(r"\w+(?:[ai]d|scrit|puest|uelt)[oa]s?")

# A row has two characters a word: what stands before it and its kind; V is a verb, I an infinitive,
# P a participle, E a verb with «-se», N who may act, n another word of content, w a word of none.
_VERBOS: Final = ("V", "I", "P", "E", "L")
_CABEZA: Final = r"(?P<quien>[ ,.](?:T(?: [Nnwd])+|[Nnd](?: [Nnwd])*)(?: C(?: T)?(?: [Nnwd])+)*)"
_COLA: Final = r"(?:(?: [CD])+(?: [TNnwd])+)*"
_SUELTA: Final = r"(?:(?<![RAYDTCNnwd])|(?=[,.])|(?<![RAYDC])(?= T))"
_SUJETO: Final = re.compile(rf"{_SUELTA}{_CABEZA}{_COLA}\Z")
_MANDADO: Final = re.compile(rf" A{_CABEZA}{_COLA}\Z")
_TRAS_EL_VERBO: Final = re.compile(rf"(?: w)*(?= ){_CABEZA}")
_POR: Final = re.compile(rf"(?: [^QVIPEL])*? Y(?: [wD])*{_CABEZA}")
_A_QUIEN: Final = re.compile(rf"(?: [^QVIPEL])*? A(?: [wD])*{_CABEZA}")
_PRIMERO: Final = re.compile(rf"(?:[ ,.][dw])*?{_CABEZA}")
CERCA: Final = 24
"""Words around a verb in which who acts, and what a light one is of, is looked for."""


class Accion(NamedTuple):
    """A verb, by its stem or that of what a light one is of.

    agente, a_quien: the words of who acts and of to whom; empty where it is not said, or is nobody
    who may act.
    """

    clave: str
    agente: Sequence[Palabra]
    a_quien: Sequence[Palabra]


def leer_acciones(texto: str, palabras: Sequence[Palabra]) -> Iterator[Accion]:
    """Yield what is done in a sentence, where it says who does it or to whom."""
    fila = _fila(texto, palabras)
    ultimo: Sequence[Palabra] = ()
    for lugar in range(len(palabras)):
        clase, tras = fila[2 * lugar + 1], 2 * lugar + 2
        if fila[2 * lugar] == ".":
            ultimo = _alguien(palabras, fila, _PRIMERO.match(fila, 2 * lugar))
        if clase not in _VERBOS:
            continue
        if clase == "P":
            agente = _alguien(palabras, fila, _POR.match(fila, tras))
        else:
            agente = _sujeto(palabras, fila, lugar, ultimo)
            ultimo = agente or ultimo
        a_quien = _alguien(palabras, fila, _A_QUIEN.match(fila, tras))
        if agente or a_quien:
            de_que = (p.raiz for p in palabras[lugar : lugar + CERCA] if p.raiz)
            yield Accion(next(de_que, ""), agente, a_quien)


def _sujeto(
    palabras: Sequence[Palabra], fila: str, lugar: int, ultimo: Sequence[Palabra]
) -> Sequence[Palabra]:
    """Return who does what a verb says: who stands before it, after it, or did the one before."""
    desde, auxilian = lugar, fila[2 * lugar + 1]
    while desde and fila[2 * desde] == " " and fila[2 * desde - 1] in "XxSAR":
        desde -= 1
        auxilian += fila[2 * desde + 1]
    if not {*auxilian}.isdisjoint("SE"):
        return ()
    inicio = 2 * max(0, desde - CERCA)
    antes = fila[inicio : 2 * desde] if fila[2 * desde] == " " else ""
    if fila[2 * lugar + 1] == "I" and {*auxilian}.isdisjoint("Xx"):
        return _alguien(palabras, fila, _MANDADO.search(antes), inicio)
    sigue = desde and (fila[2 * desde] == "," or fila[2 * desde - 1] == "C")
    return (
        _alguien(palabras, fila, _SUJETO.search(antes), inicio)
        or _alguien(palabras, fila, _TRAS_EL_VERBO.match(fila, 2 * lugar + 2))
        or (ultimo if sigue else ())
    )


def _alguien(
    palabras: Sequence[Palabra], fila: str, hallada: re.Match[str] | None, inicio: int = 0
) -> Sequence[Palabra]:
    """Return the words of content of the group that was found, if it is of somebody."""
    if hallada is None:
        return ()
    desde, hasta = ((inicio + borde) // 2 for borde in hallada.span("quien"))
    clases = fila[2 * desde + 1 : 2 * hasta : 2]
    suyas = [p for p, clase in zip(palabras[desde:hasta], clases, strict=True) if clase in "Nn"]
    return suyas if "N" in clases and "d" not in clases else ()


def _fila(texto: str, palabras: Sequence[Palabra]) -> str:
    """Return the kinds of the words of a sentence, each after what stands before it."""
    clases: list[str] = []
    for lugar in range(len(palabras)):
        clases.append(_clase(texto, palabras, lugar, clases))
    pausas = ("." if p.pausa == PUNTO else "," if p.pausa == COMA else " " for p in palabras)
    return "".join(chain.from_iterable(zip(pausas, clases, strict=True)))


def _clase(texto: str, palabras: Sequence[Palabra], lugar: int, previas: Sequence[str]) -> str:
    """Return the kind of a word; previas: those of the words before it."""
    palabra = palabras[lugar]
    forma, inicial = palabra.texto, texto[palabra.desde]
    # «obligado a entregar», but «autorizada por el juez»
    faculta = lugar + 1 < len(palabras) and palabras[lugar + 1].texto in ("a", "para")
    conocida = _CLASES.get(forma, "")
    if conocida and (conocida != "x" or faculta):
        return conocida
    if _ENCLITICO.fullmatch(forma):
        return "E"
    propio = inicial.isupper() and palabra.pausa < PUNTO and palabra.raiz
    if forma in ACTORES or propio:
        return "N"
    if inicial.isupper() or forma.endswith("mente") or forma in PALABRAS_DE_NUMERO:
        return "n" if palabra.raiz and not forma.endswith("mente") else "w"
    return _de_verbo(texto, palabra, previas) or ("n" if palabra.raiz else "w")


def _de_verbo(texto: str, palabra: Palabra, previas: Sequence[str]) -> str:
    """Return which kind of verb a word may be; empty if none."""
    escrita = texto[palabra.desde : palabra.hasta]
    if palabra.raiz and _PARTICIPIO.fullmatch(palabra.texto):
        return "P"
    if INFINITIVO.fullmatch(escrita):
        return "I"
    # «elaboración y venta», but «pidan y presenten»; «la entrega», but «las llaves las entrega»
    antes, previa = ("", "", *previas[-2:])[-2:]
    nombra = (
        previa in ("R", "A", "Y", "D")
        or (previa == "T" and antes not in ("N", "n"))
        or (previa == "C" and antes not in _VERBOS)
    )
    finito = palabra.raiz and not nombra and _FINITO.fullmatch(escrita)
    return "V" if finito or _FUTURO.fullmatch(escrita) else ""
