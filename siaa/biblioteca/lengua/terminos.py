"""The language of the index: which terms a text and a question have in common, however spelt.

Text is folded first and stemmed afterwards, so that accents never matter. Everything here is pure;
whoever indexes many texts keeps the terms of each distinct run.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from Stemmer import Stemmer

from siaa.biblioteca.lengua.referencias import Referencia, referencias, referencias_invertidas
from siaa.biblioteca.lengua.texto import CORRIDA, componer_letras, corridas, plegar
from siaa.biblioteca.lengua.vocabulario import (
    ANDAMIAJE,
    AUXILIARES,
    PALABRAS_GENERICAS,
    PATRONES_LISTADO,
    PLURALES_EN_MOS,
    PREGUNTAS_DE_MEDIDA,
    STOPWORDS_ES,
    STOPWORDS_REORDENAMIENTO,
    TALLOS_DE_VERBOS,
    TALLOS_IRREGULARES,
)

RECORDADAS: Final = 4096
"""Runs whose terms are remembered: a question looks each of its words up several times."""
PESO_ANDAMIAJE: Final = 0.25
CERCA: Final = 25
"""Within how many characters of its only term the other words of a phrase are said."""
CONTENIDO_MINIMO: Final = 2
"""Words with content below which those that ask about a form count like any other."""
PESO_SINONIMO: Final = 0.5
PESO_GENTE: Final = 0.25
"""A word of norms for one of people is a guess: it counts less than what the catalogue says."""
OTRA_FORMA: Final = 0.5
"""Share of that where the stem alone is the same («represados», «represa»): a guess of a guess."""
_SIN_SINONIMOS: Final[Mapping[str, Any]] = MappingProxyType({})
LARGO_MAXIMO_PALABRA: Final = 40

_VACIAS: Final = STOPWORDS_ES | PREGUNTAS_DE_MEDIDA
_ABREVIATURAS: Final = MappingProxyType(
    {"art": "articulo", "arts": "articulo", "cto": "circuito", "mpal": "municipal"}
)

_PLURAL_DE_CONSONANTE: Final = re.compile(r"(?<!ndol)(?<=[aeiou][dlnrsy])es\Z")
_SUBJUNTIVO: Final = re.compile(r"(?:(?<=[aeiou][lnrtv])|(?<=ant))ic(?=en?\Z)")

_VERBO: Final = re.compile(r"[aei]r(?:se|me|lo|la|le)?\Z")
_GENERO: Final = re.compile(r"(?<=\w{4})[aeo]\Z|[ae]\Z")
_NOMINALES: Final = ("amient", "imient", "atori")
_RESTO_MINIMO: Final = 3
_ORDINAL: Final = re.compile(r"0*(\d{1,3})(?:o|a|er|ro|ra|do|da|to|ta|mo|ma|vo|va|no|na|avo|ava)")
_CODIGO: Final = re.compile(r"([a-zñ]{3,6}\d{2})(\d{3,})")
_RADICADO: Final = re.compile(r"(\d{5})(\d{2})(\d{2})(\d{3})(\d{4})(\d{5})(\d{2})")
"""The number of a court file written without its dashes: city, court, year, which of the year's."""
_PALABRA_Y_NUMERO: Final = re.compile(
    r"(arts?|articulos?|numeral|capitulo|titulo|paragrafo|ley|decreto|acuerdo|resolucion|circular"
    r"|sentencia)(\d+)"
)


class TerminoConsulta(NamedTuple):
    """A term of a question, what a match is worth, and the word of the question it comes from.

    leido: the phrase that it is of, where the question does not say it itself; else empty.
    """

    termino: str
    peso: float
    escrito: str
    leido: str = ""


class Sinonimo(NamedTuple):
    """A phrase, as the terms that follow each other in it, and what is looked up with it.

    frases: what else it is called, with the terms of each. peso: what a match of one is worth.
    cerca: stems of what else has to stand near its only term («al» in «al día»). sola: what all
        numbers and genders share of a word of people, where it is no more than one, and no verb.
    """

    clave: tuple[str, ...]
    frases: tuple[tuple[str, tuple[str, ...]], ...]
    peso: float
    cerca: frozenset[str] = frozenset()
    sola: str = ""


Sinonimos = Mapping[str, tuple[Sinonimo, ...]]
"""By the first term of their phrases, longest first."""


def preparar_sinonimos(
    frases: Mapping[str, Sequence[str]], peso: float = PESO_SINONIMO
) -> tuple[Sinonimo, ...]:
    """Turn phrases and the phrases that mean the same into terms, as `terminos_consulta` needs."""
    pares = (
        (clave, tuple(terminos(clave)), tuple((otra, tuple(terminos(otra))) for otra in otras))
        for clave, otras in frases.items()
    )
    return tuple(
        Sinonimo(suyos, propias, peso, _cerca(clave, suyos), _sola(clave, peso))
        for clave, suyos, propias in pares
        if suyos
    )


def _cerca(frase: str, suyos: Sequence[str]) -> frozenset[str]:
    """Return the stems of what makes a phrase of a term, but for «se», which comes and goes."""
    palabras = corridas(plegar(frase)) if len(suyos) == 1 else ()
    calladas = (c for c in palabras if not terminos_de_corrida(c))
    return frozenset(raiz(corrida) for corrida in calladas if corrida != "se")


def _sola(frase: str, peso: float) -> str:
    una, *otras = corridas(plegar(frase))
    de_la_gente = peso == PESO_GENTE and not otras and not _VERBO.search(una)
    return _invariable(una) if de_la_gente else ""


def _invariable(palabra: str) -> str:
    """Return a word without gender or number; a short one ends in «o»: «dan» is not «DANE»."""
    return _GENERO.sub(lambda final: "" if final.start() > 3 else "o", _regular(palabra))


def ordenar_sinonimos(sinonimos: Iterable[Sinonimo]) -> Sinonimos:
    """Index synonyms by the term that they begin with; of equal phrases the last one counts."""
    ultimos = {(sinonimo.clave, sinonimo.cerca): sinonimo for sinonimo in sinonimos}
    por_primero: defaultdict[str, list[Sinonimo]] = defaultdict(list)
    for sinonimo in sorted(
        ultimos.values(), key=lambda s: (-len(s.clave), -len(s.cerca), s.clave, sorted(s.cerca))
    ):
        por_primero[sinonimo.clave[0]].append(sinonimo)
    return MappingProxyType({primero: tuple(suyos) for primero, suyos in por_primero.items()})


def raiz(palabra: str) -> str:
    """Return the stem of a folded word of letters.

    The word is made regular and singular, stemmed with Snowball's Spanish algorithm and adjusted
    where the spelling of one family changes (*notificar, notifique*).
    """
    if not 1 < len(palabra) <= LARGO_MAXIMO_PALABRA:
        return palabra
    if palabra in TALLOS_IRREGULARES:
        return TALLOS_IRREGULARES[palabra]
    # A stemmer has a buffer of its own, so threads must not share one; making one takes 1 µs.
    tallo = _igualar(Stemmer("spanish", 0).stemWord(_regular(_sin_enclitico(palabra))))
    return TALLOS_DE_VERBOS.get(tallo, tallo)


def _sin_enclitico(palabra: str) -> str:
    """Return a verb without the «se» of legal style (*créase, suprímense, declárase*)."""
    if palabra.endswith(("anse", "ense")) and len(palabra) >= 6:
        return palabra[:-2]
    return palabra[:-2] if palabra.endswith(("ase", "ese")) and len(palabra) >= 7 else palabra


def _regular(palabra: str) -> str:
    """Return a word without the marks of plural.

    Without accents the stemmer cannot tell *interés* from *cantas*, and it never looks at the
    last letter of short words (*días, años, actas*). «-es» is the plural of a consonant when a
    vowel and one of d, l, n, r, s, y stand before it; otherwise only «s» goes. z is written c
    before e: *juez* becomes *juece*, as *jueces* does, and *realice* keeps the z of *realizar*.
    """
    if len(palabra) > 2 and palabra[-1] == "z" and palabra[-2] in "aeiou":
        return palabra[:-1] + "ce"
    palabra = _SUBJUNTIVO.sub("iz", palabra)
    if len(palabra) <= 3 or palabra[-1] != "s" or _es_verbo_en_mos(palabra):
        return palabra
    if _PLURAL_DE_CONSONANTE.search(palabra):
        return palabra[:-2]
    return palabra[:-1] if palabra[-2] in "aeo" else palabra


def _es_verbo_en_mos(palabra: str) -> bool:
    return palabra.endswith(("amos", "emos")) and palabra not in PLURALES_EN_MOS


def _igualar(tallo: str) -> str:
    """Give one spelling to stems that only differ by the rules of Spanish spelling.

    *aplique* is from *aplicar*; the accent that told «-ía», «-ió», «-irá» from «-ia», «-io»,
    «-ira» is gone, so a final i says nothing (but *indicio* is not *indicar*), nor does «ir» that
    is left of *remitirá*; «-ificar» loses its «ic» as «-ificación» does, «-mestral» its «al» as
    «-mestre» has none.
    """
    for terminacion in _NOMINALES:
        if tallo.endswith(terminacion) and len(tallo) >= len(terminacion) + _RESTO_MINIMO:
            tallo = tallo.removesuffix(terminacion)
            break
    if len(tallo) > 4 and tallo[-1] == "i" and not tallo.endswith(("ici", "ori")):
        tallo = tallo[:-1]
    if len(tallo) > 4 and tallo.endswith("qu"):
        tallo = tallo[:-2] + "c"
    if len(tallo) > 5 and tallo.endswith("ir") and not tallo.endswith("spir"):
        tallo = tallo[:-2]
    return tallo[:-2] if tallo.endswith(("ific", "mestral")) else tallo


@lru_cache(maxsize=RECORDADAS)
def terminos_de_corrida(corrida: str) -> tuple[str, ...]:
    """Return the index terms of one maximal run of letters and digits of folded text.

    None for a stopword or a lone letter; the stem of a word; a number without leading zeros; a
    code split in two, the number of a court file in its seven parts.

    >>> terminos_de_corrida("psaa1610476")
    ('psaa16', '10476')
    """
    if corrida.isdigit():
        radicado = _RADICADO.fullmatch(corrida)
        return tuple(map(_sin_ceros, radicado.groups() if radicado else (corrida,)))
    if len(corrida) < 2 or corrida in _VACIAS:
        return ()
    if corrida.isalpha():
        return (raiz(_ABREVIATURAS.get(corrida, corrida)),)
    return _terminos_mixtos(corrida)


def _terminos_mixtos(corrida: str) -> tuple[str, ...]:
    if ordinal := _ORDINAL.fullmatch(corrida):
        return (_sin_ceros(ordinal[1]),)
    if junto := _PALABRA_Y_NUMERO.fullmatch(corrida):
        return (*terminos_de_corrida(junto[1]), _sin_ceros(junto[2]))
    if codigo := _CODIGO.fullmatch(corrida):
        return (codigo[1], _sin_ceros(codigo[2]))
    return (corrida,)


def _sin_ceros(cifras: str) -> str:
    return cifras.lstrip("0") or "0"


def terminos(texto: str) -> list[str]:
    """Return all index terms of a text in order, those of legal units included.

    >>> terminos("Los plazos del artículo séptimo")
    ['plaz', '§art7', 'articul', 'septim']
    """
    plegado = plegar(texto)
    return [termino for termino, _, _ in _terminos_con_lugar(plegado, referencias(plegado))]


def _terminos_con_lugar(
    plegado: str, halladas: Iterable[Referencia]
) -> Iterator[tuple[str, int, int]]:
    pendientes = sorted(halladas, key=attrgetter("inicio", "fin"), reverse=True)
    for hallada in CORRIDA.finditer(plegado):
        while pendientes and pendientes[-1].inicio <= hallada.start():
            referencia = pendientes.pop()
            yield referencia.termino, referencia.inicio, referencia.fin
        for termino in terminos_de_corrida(hallada[0]):
            yield termino, hallada.start(), hallada.end()


def terminos_consulta(
    pregunta: str, sinonimos: Sinonimos = _SIN_SINONIMOS
) -> tuple[TerminoConsulta, ...]:
    """Return the distinct terms of a question in order, then those of its synonyms.

    A term weighs 1, one that only carries the question `PESO_ANDAMIAJE`, a synonym what its table
    gives it. A term that the question has itself keeps its own weight.
    """
    original = componer_letras(pregunta)
    plegado = plegar(original)
    halladas = (*referencias(plegado), *referencias_invertidas(plegado))
    lugares = list(_terminos_con_lugar(plegado, halladas))
    consulta: dict[str, TerminoConsulta] = {}
    callados = que_solo_preguntan({termino for termino, _, _ in lugares})
    for termino, inicio, fin in lugares:
        peso = PESO_ANDAMIAJE if termino in callados else 1.0
        escrito = _como_se_escribio(original, plegado, inicio, fin)
        consulta.setdefault(termino, TerminoConsulta(termino, peso, escrito))
    for sinonimo, inicio, fin in _sinonimos_presentes(plegado, lugares, sinonimos):
        escrito = _como_se_escribio(original, plegado, inicio, fin)
        for frase, propios in sinonimo.frases:
            for termino in propios:
                nuevo = TerminoConsulta(termino, sinonimo.peso, escrito, frase)
                consulta.setdefault(termino, nuevo)
    return tuple(consulta.values())


def que_solo_preguntan(dichos: Set[str]) -> Set[str]:
    """Return which terms of a question only carry it: none where there is nothing else."""
    if len(dichos - _ANDAMIAJE) >= CONTENIDO_MINIMO:
        return _ANDAMIAJE
    return TERMINOS_AUXILIARES if dichos - TERMINOS_AUXILIARES else frozenset()


def _como_se_escribio(original: str, plegado: str, inicio: int, fin: int) -> str:
    """Return a slice as the user wrote it, or folded where folding has moved the characters."""
    parte = original[inicio:fin]
    return parte if plegar(parte) == plegado[inicio:fin] else plegado[inicio:fin]


def _sinonimos_presentes(
    plegado: str, lugares: list[tuple[str, int, int]], sinonimos: Sinonimos
) -> Iterator[tuple[Sinonimo, int, int]]:
    """What a longer phrase took («me echaron a la calle») a shorter one does not take again."""
    propios = tuple(termino for termino, _, _ in lugares)
    libre = 0
    for primero, termino in enumerate(propios):
        for sinonimo in sinonimos.get(termino, ()) if primero >= libre else ():
            largo = len(sinonimo.clave)
            if propios[primero : primero + largo] != sinonimo.clave:
                continue
            inicio, fin = lugares[primero][1], lugares[primero + largo - 1][2]
            if not sinonimo.cerca or sinonimo.cerca <= _alrededor(plegado, inicio, fin):
                otra = sinonimo.sola not in ("", _invariable(plegado[inicio:fin]))
                peso = sinonimo.peso * (OTRA_FORMA if otra else 1)
                yield sinonimo._replace(peso=peso), inicio, fin
                libre = primero + largo if largo > 1 else libre
                break


def _alrededor(plegado: str, inicio: int, fin: int) -> frozenset[str]:
    return frozenset(map(raiz, corridas(plegado[max(inicio - CERCA, 0) : fin + CERCA])))


def terminos_de_sinonimos(sinonimos: Sinonimos) -> frozenset[str]:
    """Return all terms of some synonyms, of what is said and of what it is read as."""
    todos = chain.from_iterable(sinonimos.values())
    return frozenset(
        t for s in todos for propios in (s.clave, *(p for _, p in s.frases)) for t in propios
    )


_ANDAMIAJE: Final = frozenset(t for p in ANDAMIAJE for t in terminos_de_corrida(p))
TERMINOS_AUXILIARES: Final = frozenset(t for p in AUXILIARES for t in terminos_de_corrida(p))
PALABRAS_DE_LA_PREGUNTA: Final = frozenset(
    termino
    for palabra in (*ANDAMIAJE, *PALABRAS_GENERICAS, *STOPWORDS_REORDENAMIENTO, *PATRONES_LISTADO)
    for corrida in palabra.split()
    for termino in terminos_de_corrida(corrida)
)
"""The terms of how one asks, not of what about."""
