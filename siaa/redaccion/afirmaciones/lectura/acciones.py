"""Who does what to whom: what stands around each verb of a simple sentence."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.numeros import PALABRAS_DE_NUMERO
from siaa.biblioteca.lengua.referencias import MARCA
from siaa.redaccion.afirmaciones.lectura.lexico import ACTORES, por_forma
from siaa.redaccion.afirmaciones.lectura.marcas import INFINITIVO
from siaa.redaccion.afirmaciones.lectura.palabras import COMA, PUNTO, Palabra

_CLASES: Final = por_forma("clases")
_FINITO: Final = re.compile(
    r"(?!.*(?:[áéíóú]\w*[^\Waeiou]\w*[ae]n?|(?:nc|or|ar)ia|[cdgiln]ente|(?:[alr]|[bn][lt]e)mente)\Z)"
    r".{2,}(?:[ae]n?|ron|ó)"
)
"""«Envía», but not «pública», «audiencia», «vigente» nor «directamente»."""
_FUTURO: Final = re.compile(r".{2,}rán?")
_AGENTIVO: Final = re.compile(r"\w{3,}(?:dor(?:es|as?)?|istas?)")
_PARTICIPIO: Final = re.compile(r"\w+(?:[ai]d|scrit|puest|uelt)[oa]s?")
_CUANDO: Final = frozenset((*por_forma("duraciones"), *por_forma("de_semana")))
_HABER: Final = ("haber", "ha", "han", "haya", "hayan", "habra", "habran", "hubiere", "hubieren")
_ENLACES: Final = ("a", "para", "de")
"""What must follow an x: «obligado a entregar», but «autorizada por el juez»."""

# A row has two characters a word: what stands before it and its kind; V is a verb, I an infinitive,
# P a participle, E a verb with «-se», N who may act, n another word of content, w a word of none.
_VERBOS: Final = ("V", "I", "P", "E", "L")
_CABEZA: Final = (
    r"(?P<quien>(?:[ ,.]T(?: [NnwdP])+|[ ,.][Nnd](?: [Nnwd])*)(?: C(?: T)?(?: [Nnwd])+)*)"
)
_COLA: Final = r"(?:(?: [CD])+(?: T)?(?: [Nnwd])+)*"
_SUELTA: Final = r"(?:(?<![RAYDTCNnwd])|(?=[,.])|(?<![RAYDC])(?= T))"
_SUJETO: Final = re.compile(rf"{_SUELTA}{_CABEZA}{_COLA}\Z")
_UNIDO: Final = re.compile(rf" C(?= T){_CABEZA}{_COLA}\Z")
"""«Rige las obras del puerto y el tesorero paga»."""
_MANDADO: Final = re.compile(rf" A{_CABEZA}{_COLA}(?: R)?(?: q)?\Z")
_SIGUE: Final = re.compile(rf"(?: w)*(?= ){_CABEZA}")
_PRIMERO: Final = re.compile(rf"(?:\.q)?(?:[ ,.][dw])*?{_CABEZA}")
_TRAS_ENTRADA: Final = re.compile(rf"\.R(?: [^VIPEqR])*(?=,T){_CABEZA}")
"""«Según los considerandos, el contralor…»."""
_ANTECEDENTE: Final = re.compile(rf"{_CABEZA}{_COLA}(?:[ ,]T)?[ ,]q(?: O)?\Z")
_QUIEN_ES: Final = re.compile(rf".*? L{_CABEZA}")
_PASIVA: Final = re.compile(r"(?: w)* P")
_POR: Final = re.compile(rf"(?: [^RqVIPE])*? Y(?: [wD])*{_CABEZA}")
_A_QUIEN: Final = re.compile(rf"(?:[ ,][^qVIPE])*?[ ,]A(?:(?: [wD])* D|(?: w)+(?! T))?{_CABEZA}")
_INCISO: Final = re.compile(r"\([^()]{0,200}\)|[—–][^—–]{1,200}[—–]")
"""An aside, which nobody acts in: «la junta —tres ministros— decide»."""
CERCA: Final = 24
"""Words around a verb in which who acts is looked for."""


class Accion(NamedTuple):
    """A verb, by its stem or that of what a light one is of.

    agente, a_quien: the words of who acts and of to whom; empty where it is not said, or is nobody
    who may act. desde: where the verb stands.
    """

    clave: str
    agente: Sequence[Palabra]
    a_quien: Sequence[Palabra]
    desde: int


class _Fila(NamedTuple):
    """The words of a sentence, without those that only help a verb, and the row of their kinds."""

    palabras: Sequence[Palabra]
    clases: str

    def antes(self, patron: re.Pattern[str], lugar: int) -> re.Match[str] | None:
        """Find a group that ends where a word begins."""
        return patron.search(self.clases, 2 * max(0, lugar - CERCA), 2 * lugar)

    def tras(self, patron: re.Pattern[str], lugar: int) -> re.Match[str] | None:
        """Find a group that begins after a word."""
        return patron.match(self.clases, 2 * lugar + 2, 2 * (lugar + 1 + CERCA))

    def alguien(self, hallado: re.Match[str] | None) -> Sequence[Palabra]:
        """Return the words of content of a group, if one was found and it is of somebody."""
        clases = hallado["quien"][1::2] if hallado else ""
        if hallado is None or "N" not in clases or "d" in clases:
            return ()
        suyas = self.palabras[hallado.start("quien") // 2 :]
        return [p for p, clase in zip(suyas, clases, strict=False) if clase in "Nn"]


def leer_acciones(texto: str, palabras: Sequence[Palabra]) -> Iterator[Accion]:
    """Yield what is done in a sentence, where it says who does it or to whom."""
    sin_incisos = _INCISO.sub(lambda inciso: MARCA * len(inciso[0]), texto)
    fila = _leer_fila(texto, [p for p in palabras if sin_incisos[p.desde] != MARCA])
    sujeto: Sequence[Palabra] = ()
    ultimo: Sequence[Palabra] = ()
    espera = de_cosa = False
    """Whether the first who may act still waits for a verb of its own."""
    for lugar, palabra in enumerate(fila.palabras):
        clase, previa = fila.clases[2 * lugar + 1], fila.clases[2 * lugar - 1] if lugar else ""
        if palabra.pausa == PUNTO:
            primero = fila.tras(_TRAS_ENTRADA, lugar - 1) or fila.tras(_PRIMERO, lugar - 1)
            sujeto, espera = fila.alguien(primero), True
            de_cosa = not sujeto and _es_cosa(primero, fila)
        if clase not in _VERBOS or (clase == "L" and fila.tras(_PASIVA, lugar)):
            continue
        if clase in "PE":
            agente = fila.alguien(fila.tras(_POR, lugar))
        elif previa in ("O", "q"):
            ultimo = agente = _en_relativa(fila, lugar)
        elif previa == "C" and ultimo:  # «el juez decreta y practica el Inventario»
            agente, espera = ultimo, False
        else:
            sigue = sujeto if espera or palabra.pausa == COMA else ()
            ultimo = sujeto = agente = _al_lado(fila, lugar, sigue, espera and de_cosa)
            espera = False
        a_quien = fila.alguien(fila.tras(_A_QUIEN, lugar))
        if agente or a_quien:
            yield Accion(_clave(fila, lugar), agente, a_quien, palabra.desde)


def _es_cosa(primero: re.Match[str] | None, fila: _Fila) -> bool:
    """Tell whether what a sentence begins with acts in it, though it is nobody: «la seccional»."""
    if primero is None or not primero["quien"].startswith("T", 1):
        return False
    desde, hasta = primero.span("quien")
    return _CUANDO.isdisjoint(p.texto for p in fila.palabras[desde // 2 : hasta // 2])


def _al_lado(
    fila: _Fila, lugar: int, sujeto: Sequence[Palabra] = (), de_cosa: bool = False
) -> Sequence[Palabra]:
    """Return who stands before a verb or, if nobody does, after it: «firma el juez».

    sujeto: who was said further back, and acts rather than what follows; de_cosa: it is a thing.
    """
    # «trasladado a la Caja, se debe invitar» sends nobody to invite
    mandado = fila.antes(_MANDADO, lugar) if fila.clases[2 * lugar] == " " else None
    antes = mandado or fila.antes(_SUJETO, lugar) or _unido(fila, lugar)
    calla = antes or de_cosa or fila.clases[2 * lugar + 1] not in "VL"
    return (
        fila.alguien(antes) or sujeto or fila.alguien(None if calla else fila.tras(_SIGUE, lugar))
    )


def _unido(fila: _Fila, lugar: int) -> re.Match[str] | None:
    """Return who acts alone after «y», the one and the verb being of one."""
    unido = fila.antes(_UNIDO, lugar)
    if unido is None or fila.clases[2 * lugar] != " " or fila.palabras[lugar].texto.endswith("n"):
        return None
    return unido if fila.palabras[unido.start("quien") // 2].texto in ("el", "la") else None


def _en_relativa(fila: _Fila, lugar: int) -> Sequence[Palabra]:
    """Return who acts after «que», «quien» or what it is done to: «el acta la firma el juez»."""
    if agente := _al_lado(fila, lugar) or fila.alguien(fila.tras(_SIGUE, lugar)):
        return agente
    # «el juez, quien firma», «quien firma es el juez»
    return fila.alguien(
        fila.antes(_ANTECEDENTE, lugar) if lugar > 1 else fila.tras(_QUIEN_ES, lugar)
    )


def _clave(fila: _Fila, lugar: int) -> str:
    """Return the stem of a verb; of one that says nothing, that of what it is of."""
    desde, lo = lugar, fila.clases[2 * lugar - 1 : 2 * lugar] == "O"
    if not fila.palabras[lugar].raiz and (lo or fila.clases[2 * lugar + 1] == "E"):
        cosa = fila.antes(_SUJETO, lugar - lo)  # «el pago se hace por el juez», «lo hace el juez»
        desde = cosa.start("quien") // 2 if cosa else lugar
    return next((p.raiz for p in fila.palabras[desde : desde + CERCA] if p.raiz), "")


def _leer_fila(texto: str, palabras: Sequence[Palabra]) -> _Fila:
    quedan: list[Palabra] = []
    clases: list[str] = []
    pausas: list[int] = []
    pausa = 0
    salta = con_se = False
    """Whether the word before is only said with this one, «obligado a», or is «se»."""
    for lugar, palabra in enumerate(palabras):
        clase, previa = _clase(texto, palabras, lugar, clases), palabras[lugar - 1].texto
        if clase == "V" and clases and quedan[-1].texto in ("la", "los", "las"):
            clases[-1] = "O"  # «la medalla la otorga el rector»
        if clase not in ("X", "x") and not salta:
            quedan.append(palabra)
            de_haber = clase == "P" and previa in _HABER  # «ha firmado»
            clases.append("E" if con_se and clase in "VL" else "V" if de_haber else clase)
            pausas.append(palabra.pausa if palabra.pausa > pausa else pausa)
            pausa = 0
        elif palabra.pausa > pausa:
            pausa = palabra.pausa
        salta = clase == "x"
        con_se = palabra.texto == "se" or (con_se and clase == "X")
    signos = ("." if p == PUNTO else "," if p == COMA else " " for p in pausas)
    return _Fila(quedan, "".join(p + c for p, c in zip(signos, clases, strict=True)))


def _clase(texto: str, palabras: Sequence[Palabra], lugar: int, previas: Sequence[str]) -> str:
    """Return the kind of a word; previas: those of the words before it."""
    palabra = palabras[lugar]
    forma, inicial = palabra.texto, texto[palabra.desde]
    siguiente = palabras[lugar + 1].texto if lugar + 1 < len(palabras) else ""
    conocida = _CLASES.get(forma, "")
    if conocida and (conocida != "x" or siguiente in _ENLACES):
        return conocida
    abre = texto.startswith(") ", palabra.desde - 2) and INFINITIVO.fullmatch(forma)  # «a) Pagar»
    propio = inicial.isupper() and palabra.pausa < PUNTO and palabra.raiz and not abre
    if palabra.raiz and (forma in ACTORES or propio or _AGENTIVO.fullmatch(forma)):
        return "N"
    if inicial.isupper() or forma in PALABRAS_DE_NUMERO:
        return "n" if palabra.raiz else "w"
    return _de_verbo(texto, palabra, previas) or ("n" if palabra.raiz else "w")


def _de_verbo(texto: str, palabra: Palabra, previas: Sequence[str]) -> str:
    """Return which kind of verb a word may be; empty if none."""
    escrita = texto[palabra.desde : palabra.hasta]
    if palabra.raiz and _PARTICIPIO.fullmatch(palabra.texto):
        return "P"
    if INFINITIVO.fullmatch(escrita):
        return "I"
    # «la entrega», but «las llaves las entrega»
    antes, previa = ("", "", *previas[-2:])[-2:]
    nombra = previa in ("R", "A", "Y", "D") or (previa == "T" and antes not in ("N", "n"))
    finito = palabra.raiz and not nombra and _FINITO.fullmatch(escrita)
    return "V" if finito or _FUTURO.fullmatch(escrita) else ""
