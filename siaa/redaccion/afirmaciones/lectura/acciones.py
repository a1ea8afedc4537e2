"""Who does what to whom: what stands around each verb of a sentence."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.numeros import PALABRAS_DE_NUMERO
from siaa.redaccion.afirmaciones.lectura.lexico import ACTORES, palabras_de, por_forma
from siaa.redaccion.afirmaciones.lectura.marcas import INFINITIVO
from siaa.redaccion.afirmaciones.lectura.palabras import COMA, PUNTO, Palabra, raiz_de

_CLASES: Final = por_forma("clases")
_FINITO: Final = re.compile(
    r"(?!.*(?:[áéíóú]\w*[^\Waeiou]\w*[ae]n?|(?:nc|or|ar)ia)\Z).{2,}(?:[ae]n?|ron|ó)"
)
"""«Envía», but not «pública» nor «audiencia»."""
_ENCLITICO: Final = re.compile(r".{3,}[ae]n?se")
_FUTURO: Final = re.compile(r".{2,}rán?")
_ANTES_DE: Final = MappingProxyType({"x": ("a", "para", "de"), "G": ("a", "al", "de", "del")})
"""What must follow: «obligado a entregar», but «autorizada por el juez»."""
_CLITICOS: Final = ("la", "los", "las")
_AGENTIVO: Final = re.compile(r"\w{3,}(?:dor(?:es|as?)?|istas?)")
_PARTICIPIO: Final = re.compile(r"\w+(?:[ai]d|scrit|puest|uelt)[oa]s?")

# A row has two characters a word: what stands before it and its kind; V is a verb, I an infinitive,
# P a participle, E a verb with «-se», N who may act, n another word of content, w a word of none.
_VERBOS: Final = ("V", "I", "P", "E", "L")
_CABEZA: Final = (
    r"(?P<quien>(?:[ ,.]T(?: [NnwdP])+|(?:[ .]|(?<!N),)[Nnd](?: [NnwdP])*)"
    r"(?: C(?: T)?(?: [NnwdP])+)*)"
)
_COLA: Final = r"(?:(?: [CD])+(?: [TNnwdP])+)*"
_AYUDA: Final = r"(?:[XOSAR]|L(?=(?: T)? x)|T(?= x)|x(?: D)?)"
_AYUDAN: Final = re.compile(rf"[ ,.]{_AYUDA}(?: {_AYUDA})*\Z")
"""What helps a verb: «no podrá ser», «es la encargada de»."""
_SUELTA: Final = r"(?:(?<![RAYDTCNnwd])|(?=[,.])|(?<![RAYDC])(?= T))"
_SUJETO: Final = re.compile(rf"{_SUELTA}{_CABEZA}{_COLA}\Z")
_ANTECEDENTE: Final = re.compile(rf"{_CABEZA}{_COLA}(?:[ ,]T)?\Z")
_TEMA: Final = re.compile(rf"(?:(?=[,.])|(?<=Q)){_CABEZA}{_COLA}(?:[ ,][ARD])?(?:[ ,]T)?\Z")
_MANDADO: Final = re.compile(rf" A{_CABEZA}{_COLA}\Z")
_TRAS_EL_VERBO: Final = re.compile(rf"(?: [wX])*(?= ){_CABEZA}")
_PASIVA: Final = re.compile(r"(?: [wX])* P")
_POR: Final = re.compile(rf"(?: [^QqVIPEL])*? Y(?: [wD])*{_CABEZA}")
_A_QUIEN: Final = re.compile(rf"(?:[ ,][^QqVIPEL])*?[ ,]A(?:(?: [wD])* D|(?: w)+(?! T))?{_CABEZA}")
_PRIMERO: Final = re.compile(rf"(?:[ ,.][dw])*?{_CABEZA}")
_DE_QUIEN: Final = re.compile(rf"(?: w)* [AD]{_CABEZA}{_COLA}")
_SU_ACTO: Final = re.compile(rf"(?: [nwP])? D{_CABEZA}")
_COSA: Final = re.compile(rf"{_CABEZA}{_COLA}")
_COSA_ANTES: Final = re.compile(rf"{_SUELTA}{_CABEZA}{_COLA}(?: [XLVADYw])*\Z")
_ACTOS: Final = frozenset(map(raiz_de, palabras_de("actos")))
CERCA: Final = 24
"""Words around a verb in which who acts, and what a light one is of, is looked for."""


class Accion(NamedTuple):
    """A verb, by its stem or that of what a light one is of; or a thing that is somebody's task.

    agente, a_quien: the words of who acts and of to whom; empty where it is not said, or is nobody
    who may act. desde: where the verb stands.
    """

    clave: str
    agente: Sequence[Palabra]
    a_quien: Sequence[Palabra]
    desde: int


class _Fila(NamedTuple):
    """The words of a sentence and the row of their kinds."""

    palabras: Sequence[Palabra]
    clases: str

    def clase(self, lugar: int) -> str:
        return self.clases[2 * lugar + 1] if lugar >= 0 else ""

    def antes(self, patron: re.Pattern[str], lugar: int) -> re.Match[str] | None:
        """Find a group that ends where a word begins."""
        return patron.search(self.clases, 2 * max(0, lugar - CERCA), 2 * lugar)

    def tras(self, patron: re.Pattern[str], lugar: int) -> re.Match[str] | None:
        """Find a group that begins after a word."""
        return patron.match(self.clases, 2 * lugar + 2, 2 * (lugar + 1 + CERCA))

    def nombre(self, hallada: re.Match[str] | None) -> Sequence[Palabra]:
        """Return the words of content of a group that was found."""
        desde, hasta = (borde // 2 for borde in hallada.span("quien")) if hallada else (0, 0)
        return [self.palabras[n] for n in range(desde, hasta) if self.clase(n) in "Nn"]

    def alguien(self, hallada: re.Match[str] | None) -> Sequence[Palabra]:
        """Return them if the group is of somebody."""
        clases = hallada["quien"][1::2] if hallada else ""
        return self.nombre(hallada) if "N" in clases and "d" not in clases else ()


def leer_acciones(texto: str, palabras: Sequence[Palabra]) -> Iterator[Accion]:
    """Yield what is done in a sentence, where it says who does it or to whom."""
    fila = _leer_fila(texto, palabras)
    sujeto: Sequence[Palabra] = ()
    espera = relativa = False
    """Whether the subject still waits for its verb, which a relative clause puts off."""
    for lugar, palabra in enumerate(palabras):
        clase = fila.clase(lugar)
        if palabra.pausa == PUNTO:
            sujeto, espera = fila.alguien(fila.tras(_PRIMERO, lugar - 1)), False
        if clase == "q" and (tema := _tema(fila, lugar)):
            sujeto, espera, relativa = fila.alguien(tema), True, True
        yield from _de_nombre(fila, lugar)
        relativa = relativa and palabra.pausa < COMA
        if clase not in _VERBOS or (clase == "L" and fila.tras(_PASIVA, lugar)):
            continue
        desde = _inicio(fila, lugar)
        agente = _agente(fila, desde, lugar, sujeto, espera)
        manda = clase != "P" and (clase != "I" or desde < lugar or agente)
        if manda and not relativa and fila.clase(desde - 1) not in ("Q", "q"):
            sujeto, espera = agente or sujeto, False
        relativa = False
        a_quien = fila.alguien(fila.tras(_A_QUIEN, lugar))
        if agente or a_quien:
            de_que = (p.raiz for p in palabras[lugar : lugar + CERCA] if p.raiz)
            yield Accion(next(de_que, ""), agente, a_quien, palabra.desde)


def _tema(fila: _Fila, lugar: int) -> re.Match[str] | None:
    """Find whom a relative clause is of, if the verb after it is theirs too."""
    return _mandado(fila, lugar) if fila.clase(lugar - 1) == "R" else fila.antes(_TEMA, lugar)


def _mandado(fila: _Fila, lugar: int) -> re.Match[str] | None:
    """Find whom a clause of purpose has act: «autorízase al juez para que pague la caución»."""
    return fila.antes(_MANDADO, lugar - 1) if fila.clase(lugar - 1) == "R" else None


def _inicio(fila: _Fila, lugar: int) -> int:
    """Return where a verb begins with what helps it."""
    hallado = fila.antes(_AYUDAN, lugar) if fila.clases[2 * lugar] == " " else None
    return hallado.start() // 2 if hallado else lugar


def _agente(
    fila: _Fila, desde: int, lugar: int, sujeto: Sequence[Palabra], espera: bool
) -> Sequence[Palabra]:
    """Return who does what a verb says: who stands before it, after it, or did the one before."""
    clases = {fila.clase(n) for n in range(desde, lugar + 1)}
    previa, seguido = fila.clase(desde - 1), fila.clases[2 * desde] == " "
    if fila.clase(lugar) == "P":
        return fila.alguien(fila.tras(_POR, lugar))
    if "E" in clases or ("S" in clases and "x" not in clases):
        return ()
    if clases.isdisjoint("Xx") and "I" in clases:
        # «corresponde al juez oír y decidir»
        antes = fila.antes(_MANDADO, desde)
        return fila.alguien(antes) if antes and seguido else sujeto if previa == "C" else ()
    tras = fila.tras(_TRAS_EL_VERBO, lugar)
    seguira = sujeto if espera else ()
    if previa == "q":
        return _en_relativa(fila, desde, lugar) or seguira
    # «una parte nombre su árbitro»: what stands before it is its subject, though it be nobody
    antes = fila.antes(_SUJETO, desde) if seguido else None
    # but «el examen lo practica una universidad»
    antes = tras if antes is None or ("O" in clases and fila.alguien(tras)) else antes
    if not seguido and sujeto and "O" not in clases:  # «la caja, con sus recursos, pagará el viaje»
        return sujeto
    return fila.alguien(antes) or (sujeto if previa == "C" else seguira)


def _en_relativa(fila: _Fila, desde: int, lugar: int) -> Sequence[Palabra]:
    """Return who acts in a relative clause: «el juez que designe la sala»."""
    if mandado := _mandado(fila, desde - 1):
        return fila.alguien(mandado)
    if desde == 1:  # «quien otorga la licencia es el alcalde»
        es = next((n for n in range(lugar, len(fila.palabras)) if fila.clase(n) == "L"), lugar)
        if alguien := fila.alguien(fila.tras(_PRIMERO, es)):
            return alguien
    tras, antes = fila.tras(_TRAS_EL_VERBO, lugar), fila.antes(_ANTECEDENTE, desde - 1)
    return fila.alguien(tras) or fila.alguien(antes)


def _de_nombre(fila: _Fila, lugar: int) -> Iterator[Accion]:
    """Yield whose act or task a noun tells: «la aprobación del juez», «de cargo de la Nación»."""
    palabra = fila.palabras[lugar]
    cosa: Sequence[Palabra] = (palabra,)
    if fila.clase(lugar) == "n" and palabra.raiz in _ACTOS:
        por = fila.alguien(fila.tras(_POR, lugar))  # «aprobación de los planos por el ministerio»
        quien = por or fila.alguien(fila.tras(_SU_ACTO, lugar))
    elif fila.clase(lugar) == "G":
        de_quien, antes = fila.tras(_DE_QUIEN, lugar), fila.antes(_COSA_ANTES, lugar)
        tras = _COSA.match(fila.clases, de_quien.end()) if de_quien else None
        quien, cosa = fila.nombre(de_quien), fila.nombre(antes or tras)
    else:
        return
    if quien and cosa:
        yield Accion(cosa[0].raiz, quien, (), palabra.desde)


def _leer_fila(texto: str, palabras: Sequence[Palabra]) -> _Fila:
    clases: list[str] = []
    for lugar in range(len(palabras)):
        clases.append(_clase(texto, palabras, lugar, clases))
        if clases[-1] == "V" and lugar > 1 and palabras[lugar - 1].texto in _CLITICOS:
            clases[-2] = "O"  # «la medalla la otorga el rector»
    pausas = ("." if p.pausa == PUNTO else "," if p.pausa == COMA else " " for p in palabras)
    return _Fila(palabras, "".join(chain.from_iterable(zip(pausas, clases, strict=True))))


def _clase(texto: str, palabras: Sequence[Palabra], lugar: int, previas: Sequence[str]) -> str:
    """Return the kind of a word; previas: those of the words before it."""
    palabra = palabras[lugar]
    forma, inicial = palabra.texto, texto[palabra.desde]
    siguiente = palabras[lugar + 1].texto if lugar + 1 < len(palabras) else ""
    conocida = _CLASES.get(forma, "")
    if conocida and siguiente in _ANTES_DE.get(conocida, (siguiente,)):
        return conocida
    if _ENCLITICO.fullmatch(forma):
        return "E"
    propio = inicial.isupper() and palabra.pausa < PUNTO and palabra.raiz
    if palabra.raiz and (forma in ACTORES or propio or _AGENTIVO.fullmatch(forma)):
        return "N"
    if forma.endswith("mente"):
        return "X"
    if palabra.pausa == PUNTO and INFINITIVO.fullmatch(forma):
        return "I"
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
    # «elaboración y venta», but «pidan y presenten»; «la entrega», but «las llaves las entrega»
    antes, previa = ("", "", *previas[-2:])[-2:]
    nombra = (
        previa in ("R", "A", "Y", "D")
        or (previa == "T" and antes not in ("N", "n"))
        or (previa == "C" and antes not in _VERBOS)
    )
    finito = palabra.raiz and not nombra and _FINITO.fullmatch(escrita)
    return "V" if finito or _FUTURO.fullmatch(escrita) else ""
