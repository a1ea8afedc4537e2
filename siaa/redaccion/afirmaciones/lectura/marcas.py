"""What a sentence denies, allows, orders, restricts: the small words and what each bears on."""

import re
from collections.abc import Container, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import pairwise, takewhile
from types import MappingProxyType
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.numeros import DE_CARDINAL
from siaa.biblioteca.lengua.vocabulario import palabras as conjunto
from siaa.redaccion.afirmaciones.lectura.lexico import palabras_de, patrones, por_forma
from siaa.redaccion.afirmaciones.lectura.palabras import (
    COMA,
    PRIVATIVO,
    PUNTO,
    ULTIMO,
    Palabra,
    raiz_de,
)

Efecto = Enum(
    "Efecto",
    "NIEGA RECHAZA PUEDE OPTA PERMITE DEBE EXIGE SOLO UNICO TODO TOTAL ALGUNO SALVO DISTINTO "
    "INCLUYE DESDE HASTA ANTES CUANDO PISO TOPE IGUAL",
)
"""What a small word does to what follows it: `lexico.txt` tells each and has its words."""

_CLASES: Final = MappingProxyType(
    {forma: Efecto[clase] for forma, clase in por_forma("efectos").items()}
)
_POR_RAIZ: Final = MappingProxyType(
    {raiz_de(forma): Efecto[clase] for forma, clase in por_forma("efectos_por_raiz").items()}
)
TRAS_NO: Final = frozenset(palabras_de("tras_no"))
"""After «no» or «sin» these deny nothing."""
_OTRA_COSA: Final = MappingProxyType(
    {Efecto[clase]: patron for clase, patron in patrones("otra_cosa").items()}
)
"""What stands around a small word where it does nothing: «todos los meses»."""
_AL_REVES: Final = MappingProxyType({Efecto.PISO: Efecto.TOPE, Efecto.TOPE: Efecto.PISO})
_OTRA_CLAUSULA: Final = frozenset(palabras_de("otra_clausula"))
"""What follows them is not denied before them."""
_OTRO_MOMENTO: Final = ("sino", "durante", "desde", "hasta", "mientras")
_SOLO: Final = (("unic", "que"), ("ning", "otro"), ("ning", "otra"))
"""«Es el único que lo vota», «ningún otro lo hará»."""
_AL_MENOS: Final = ("al", "lo", "cuando")
_NIEGAN: Final = conjunto("no ni ningun ninguna ninguno nadie nunca jamas sin tampoco")
_NO_SIGUE: Final = conjunto("no cuyo cuya cuyos cuyas")
"""What begins another clause than that of a denial, with limits of its own."""
ALCANCE: Final = 5
"""Words of content that a small word may bear on."""
CERCA, LEJOS = 8, 24
"""Words beside one in which «ningún» denies it, and in which it has what it bears on."""
COMPARA: Final = re.compile(
    r"\b(?:(?<!al )(?<!lo )(?<!cuando )menos|mas|(?:inferior|superior)(?:es)? al?"
    r"|(?:mayor|menor)(?:es)? (?:al?|del?|que)"
    r"|por (?:encima|debajo)|(?:exced(?!ent)|sobrepas|super(?!in|ior|vi))\w+"
    rf"|pas(?:[ae]n?|ar[ae]?n?)(?:se)? del?|antes de (?:l[oa]s )?(?:\d|{DE_CARDINAL}))\b"
)
"""«No menos de», «no podrá ser superior a»: a limit, read with its value, and no denial."""
INFINITIVO: Final = re.compile(r"\w+[aei]r(?:l[aeo]s?|se)?")
"""A verb that orders nothing by itself: «su voluntad de acogerse»."""
_NEGADA: Final = re.compile(
    r"\b(?:no|sin)(?: \w{1,6}){0,2}\Z|\b(?:ningun[oa]?|nadie|nunca|jamas|tampoco)\b"
)
_AUXILIARES: Final = conjunto("ser estar haber sido que no se un una el la los las")
"""What may stand between «debe» or «puede» and its verb, or what must be."""
_SEGUIDAS: Final = por_forma("seguidas")
"""Words that count only before another: «tiene que», «antes de»."""
_ADJETIVO: Final = re.compile(r"(?!tod|ante|otr)\w{3,}(?:[aeo]s|al|ble)")
"""No third person ends so: «no convencionales» denies nothing else."""
_PARTICIPIO: Final = re.compile(
    rf"{_ADJETIVO.pattern}|(?!(?:dec|res|pres|imp|div)ida)\w{{3,}}[ai]d[oa]"
)
"""Nor, after a noun, does one that tells which: «licencia no remunerada»."""


_HECHO: Final = re.compile(
    r"firme|(?!dad|consid|hab|inclu|comprend)\w{3,}(?:[ai]d|crit|puest|uelt)[oa]s?"
)
"""What is done, and not what is given, taken into account or held in it."""
_APARTAN: Final = ("exclu", "except")
"""«…, excluidos los establecimientos por horas»."""
ACCION: Final = re.compile(r"\w+(?:[cs]ion(?:es)?|mientos?)")
"""A noun for what is done: «exención», «cumplimiento»."""
_CUENTA: Final = re.compile(r"c(?:uen|on)t\w+")
_CLASES_DE: Final = conjunto("tipo clase genero especie")
_DETERMINAN: Final = conjunto("el la los las un una su sus dicho dicha este esta")


class Marca(NamedTuple):
    """A small word and the stems of the first words of content that it may bear on.

    propia: its own stem. negada: whether «no» stands before it.
    """

    clase: Efecto
    forma: str
    propia: str
    alcance: tuple[str, ...]
    negada: bool
    desde: int
    hasta: int

    @property
    def raiz(self) -> str:
        """Stem of the word that it bears on; empty if there is none."""
        return self.alcance[0] if self.alcance else ""


def leer_marcas(palabras: Sequence[Palabra]) -> Iterator[Marca]:
    """Yield what the small words of a sentence do."""
    for lugar, palabra in enumerate(palabras):
        clase = _por_su_sitio(palabras, lugar) or _clase(palabra.texto, palabra.raiz)
        if clase is None or _no_cuenta(palabras, lugar, clase):
            continue
        alcance = _lo_que_alcanza(palabras, lugar, clase)
        negada = _NEGADA.search(_misma_clausula(palabras, lugar)) is not None
        hasta, tras = palabra.hasta, [p.texto for p in palabras[lugar + 1 : lugar + 2]]
        if clase in _AL_REVES and _niega_antes(palabras, lugar):
            clase = _AL_REVES[clase]  # «no podrá ser superior a»
        elif (palabra.texto[:4], *tras) in _SOLO:
            clase = Efecto.SOLO
        elif clase is Efecto.PUEDE and negada and tras == ["dejar"]:
            # «no podrá dejar de pagar»
            clase, negada, hasta = Efecto.DEBE, False, palabras[lugar + 1].hasta
            alcance = _lo_que_alcanza(palabras, lugar + 1, clase)
        elif clase is Efecto.SALVO and negada:  # «sin excepción»
            clase, negada = Efecto.TODO, False
        yield Marca(clase, palabra.texto, palabra.raiz, alcance, negada, palabra.desde, hasta)


def _lo_que_alcanza(palabras: Sequence[Palabra], lugar: int, clase: Efecto) -> tuple[str, ...]:
    """Return the stems that a small word bears on."""
    palabra, desde = palabras[lugar], _tras_inciso(palabras, lugar + 1)
    if [p.texto for p in palabras[desde + 1 : desde + 2]] == ["de"]:
        desde += 2 * (palabras[desde].texto in _CLASES_DE)  # «ningún tipo de permiso»
    if clase is Efecto.RECHAZA and desde < len(palabras) and palabras[desde].texto in ULTIMO:
        desde += 2  # «la suspensión y cancelación de la licencia»
    niega = palabra.texto in ("no", "ni", "sin") or clase is Efecto.RECHAZA
    corta = _OTRA_CLAUSULA if niega else _OTRO_MOMENTO
    alcance = _ligera(palabras, lugar, desde) + _alcance(palabras, desde, corta)
    if clase is Efecto.DESDE and _absoluto(palabras, lugar):
        alcance = (palabra.raiz, *alcance)
    if PRIVATIVO.match(palabra.texto):
        seguida = any(p.pausa < COMA for p in palabras[lugar + 1 : lugar + 2])
        alcance = (palabra.raiz, *(alcance if seguida else ()))
    if clase is Efecto.NIEGA and ACCION.fullmatch(palabra.texto):
        return alcance[:1]  # «la exención del anclaje los botes de pesca»
    # «cancelada o no realizada»
    previa = palabras[lugar - 1] if lugar else palabra
    adjetivo = _PARTICIPIO if previa.raiz or previa.texto in ULTIMO else _ADJETIVO
    if palabra.texto == "no" and alcance and adjetivo.fullmatch(palabras[desde].texto):
        return alcance[: palabras[desde].raiz != ""]  # «salidas no efectivas se cuentan»
    return alcance


def _por_su_sitio(palabras: Sequence[Palabra], lugar: int) -> Efecto | None:
    """Return what a word does only where it stands: «previo al pago», «el año que dura»."""
    texto = palabras[lugar].texto
    siguiente = palabras[lugar + 1].texto if lugar + 1 < len(palabras) else ""
    # «previa entrega» comes after it
    if texto.rstrip("aos") == "previ" and siguiente in ("a", "al"):
        return Efecto.ANTES
    if texto == "menos" and palabras[lugar - 1].texto in _AL_MENOS:
        return Efecto.PISO
    if _absoluto(palabras, lugar):
        return Efecto.SALVO if texto.startswith(_APARTAN) else Efecto.DESDE
    dura = texto in ("dura", "dure", "duren") and palabras[lugar - 1].texto == "que"
    return Efecto.HASTA if dura else None


def _absoluto(palabras: Sequence[Palabra], lugar: int) -> bool:
    """Tell whether a word opens a clause as what is done first: «acreditado el pago, se otorga»."""
    palabra, previa = palabras[lugar], palabras[lugar - 1]
    en_firme = palabra.texto == "firme" and previa.texto == "en"
    if (previa if en_firme else palabra).pausa < COMA:
        return False
    siguiente = palabras[lugar + 1].texto if lugar + 1 < len(palabras) else ""
    return siguiente in _DETERMINAN and _HECHO.fullmatch(palabra.texto) is not None


def _niega_antes(palabras: Sequence[Palabra], lugar: int) -> bool:
    pares = pairwise(p.texto for p in palabras[max(0, lugar - LEJOS) : lugar + 1])
    return any(una in _NIEGAN and otra not in TRAS_NO for una, otra in pares)


def _tras_inciso(palabras: Sequence[Palabra], lugar: int) -> int:
    """Return where a clause goes on that is cut at a word: «podrá, si lo estima útil, nombrar»."""
    if lugar == len(palabras) or palabras[lugar].pausa != COMA:
        return lugar
    cerca = range(lugar + 1, min(lugar + LEJOS, len(palabras)))
    return next((n for n in cerca if palabras[n].pausa >= COMA), lugar)


def _ligera(palabras: Sequence[Palabra], lugar: int, desde: int) -> tuple[str, ...]:
    """Return the verb after «debe» or «puede» that says nothing by itself: «puede hacerse».

    It is compared as it is written.
    """
    if not palabras[lugar].texto.startswith(("pued", "podr", "deb")):
        return ()
    verbos = [p for p in palabras[desde : desde + CERCA] if p.texto not in _AUXILIARES]
    return (verbos[0].texto.removesuffix("se"),) if verbos and not verbos[0].raiz else ()


def _misma_clausula(palabras: Sequence[Palabra], lugar: int) -> str:
    """Return the words before one, back to a comma or a stop."""
    antes: list[str] = []
    while lugar and palabras[lugar].pausa < COMA and len(antes) < CERCA:
        lugar -= 1
        antes.insert(0, palabras[lugar].texto)
    return " ".join(antes)


@lru_cache(maxsize=4096)
def _clase(texto: str, raiz: str) -> Efecto | None:
    if PRIVATIVO.match(texto):
        return Efecto.NIEGA
    return _CLASES.get(texto.removesuffix("se")) or _POR_RAIZ.get(raiz)


def _no_cuenta(palabras: Sequence[Palabra], lugar: int, clase: Efecto) -> bool:
    """Tell whether a small word is not what it looks like, by the words beside it."""
    texto = palabras[lugar].texto
    antes, siguen = (
        " ".join(p.texto for p in suyas)
        for suyas in (palabras[max(0, lugar - 3) : lugar], palabras[lugar + 1 : lugar + 3])
    )
    # «en el artículo siguiente, a quienes» is no moment
    aparte = any(
        p.pausa >= COMA and p.texto in ("a", "al") for p in palabras[lugar + 1 : lugar + 2]
    )
    if texto in _SEGUIDAS and (aparte or siguen.split(" ")[0] not in _SEGUIDAS[texto].split()):
        return True
    otra_cosa = _OTRA_COSA.get(clase)
    if otra_cosa and otra_cosa.search(f" {antes} <{texto}> {siguen} "):
        return True
    return clase is Efecto.NIEGA and _no_niega_nada(palabras, lugar)


def _no_niega_nada(palabras: Sequence[Palabra], lugar: int) -> bool:
    """Tell whether what looks like a denial is none: «No. 7», «no obstante», «no más de dos»."""
    palabra, siguen = palabras[lugar], palabras[lugar + 1 : lugar + LEJOS]
    uno, otro = [*(p.texto for p in siguen[:2]), "", ""][:2]
    if not (siguen or palabra.raiz):
        return True
    if palabra.texto == "no" and siguen[:1] and siguen[0].pausa >= (PUNTO if lugar else COMA):
        return True  # «No, la fianza…»
    previas = palabras[:lugar][-2:]
    une = previas and previas[0].raiz and _PARTICIPIO.fullmatch(uno)  # «externo o no vinculado»
    if [p.texto for p in previas[1:]] == ["o"] and not une:
        return True  # «si procede o no el pago»
    if (otro if uno == "que" else uno) in TRAS_NO:  # «sin que importe»
        return True
    clausula = takewhile(lambda p: p.pausa < COMA and p.texto not in _NO_SIGUE, siguen)
    if COMPARA.search(" ".join(p.texto for p in clausula)):
        return True
    if palabra.raiz:  # «no impide» denies nothing, nor does the word that it denies
        return any(p.texto == "no" for p in palabras[max(0, lugar - 2) : lugar])
    seguidas = takewhile(lambda p: p.pausa < COMA, siguen[:2])
    return any(p.raiz and _niega(palabras, lugar + n) for n, p in enumerate(seguidas, 1))


def _niega(palabras: Sequence[Palabra], lugar: int) -> bool:
    """Tell whether a word denies, as «deja de pagar» does and «deja constancia» does not."""
    palabra = palabras[lugar]
    hace = palabra.texto.startswith("dej") and any(p.raiz for p in palabras[lugar + 1 : lugar + 2])
    return not hace and _clase(palabra.texto, palabra.raiz) is Efecto.NIEGA


def _alcance(palabras: Sequence[Palabra], lugar: int, corta: Container[str]) -> tuple[str, ...]:
    """Return the first stems from a word on, up to a comma, a stop, a negation or some words."""
    raices: list[str] = []
    for cual, palabra in enumerate(palabras[lugar : lugar + LEJOS]):
        otra_niega = _niega(palabras, lugar + cual)
        tras = [p.texto for p in palabras[lugar + cual + 1 : lugar + cual + 2]]
        # «las cuotas que se imponen»
        dice_cual = palabra.texto == "que" and palabras[lugar + cual - 2].texto in _DETERMINAN
        # «durante noventa días desde la firma»
        vacia = not (raices or (cual and corta is _OTRO_MOMENTO))
        cortada = not vacia and (palabra.texto in corta or dice_cual)
        # «no podrán venderse, cederse ni prestarse»
        dos = [p.texto for p in palabras[lugar + cual - 1 : lugar + cual + 1]]
        pasa_la_coma = not cual or all(map(INFINITIVO.fullmatch, dos))
        acaba = cortada or palabra.pausa >= (PUNTO if pasa_la_coma else COMA)
        if otra_niega or acaba or len(raices) == ALCANCE:
            break
        # «no cuenta con sentencia» has none
        tiene = _CUENTA.match(palabra.texto) and tras == ["con"]
        raices += [palabra.raiz] if palabra.raiz and not tiene else []
    return tuple(raices)
