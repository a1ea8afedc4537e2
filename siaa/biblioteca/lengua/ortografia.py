"""Nearest spellings: which word of the library, or which name, somebody may have meant. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from operator import itemgetter
from types import MappingProxyType
from typing import Final

from rapidfuzz.distance import OSA, Levenshtein
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extract

from siaa.biblioteca.lengua.terminos import raiz, terminos_de_corrida

LARGO_MINIMO_DE_OIDO: Final = 4
LARGO_MINIMO_CORREGIBLE: Final = 6
LARGO_DE_DOS_ERRORES: Final = 9
MAXIMO_DE_VARIANTES: Final = 3
SUENAN_IGUAL: Final = ("sz", "sc", "zc", "bv", "gj", "kc", ("k", "qu"), ("y", "ll"), ("h", ""))
"""Spellings of one sound in the Spanish of the Americas, which whoever writes by ear mixes up."""
PARTE_MINIMA_DE_GEMELA: Final = 0.05
"""A word with ñ that is rarer than this part of the same word without it is another word."""
_SE_CONFUNDEN: Final = str.maketrans("vzcxkqjyeomñ", "bsssssgiiunn", "h")
"""Letters that people take for each other, each written as one of them; «h» is silent."""
_DOBLE = re.compile(r"(.)\1")
_VECINAS: Final = frozenset(
    frozenset(par) for fila in ("qwertyuiop", "asdfghjklñ", "zxcvbnm") for par in pairwise(fila)
)
"""Letters that are beside each other on a keyboard."""
PARECIDO: Final = 60
"""How alike two names are that one may have been meant for the other, at least: 100 is equal."""
CASI_IGUAL: Final = 80
"""How alike they are, at least, where a name that is like none would have been let be."""


@dataclass(frozen=True, slots=True)
class Ortografia:
    """The words of a library as `variantes` needs them.

    frecuencias: how often each word of letters occurs; runs with digits have no spelling.
    por_inicial: those words, by their first letter.
    gemelas: a word with ñ typed without it, or its stem so typed → words with ñ, frequent first.
    """

    frecuencias: Mapping[str, int]
    por_inicial: Mapping[str, Sequence[str]]
    gemelas: Mapping[str, tuple[str, ...]]


def crear_ortografia(frecuencias: Mapping[str, int]) -> Ortografia:
    """Prepare a vocabulary of folded runs, each with how often (or where) it occurs."""
    palabras = {palabra: veces for palabra, veces in frecuencias.items() if palabra.isalpha()}
    por_inicial = {letra: tuple(ps) for letra, ps in groupby(sorted(palabras), itemgetter(0))}
    return Ortografia(
        MappingProxyType(palabras),
        MappingProxyType(por_inicial),
        MappingProxyType(_gemelas(frecuencias)),
    )


def _gemelas(frecuencias: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    con_ene: defaultdict[str, set[str]] = defaultdict(set)
    for palabra in (p for p in frecuencias if "ñ" in p):
        con_ene[_sin_tilde(palabra)].add(palabra)
        con_ene[_sin_tilde(raiz(palabra))].add(palabra)
    return {
        clave: tuple(sorted(ps, key=lambda p: (-frecuencias[p], p))[:MAXIMO_DE_VARIANTES])
        for clave, ps in con_ene.items()
    }


def _sin_tilde(palabra: str) -> str:
    return palabra.replace("ñ", "n")


def variantes(ortografia: Ortografia, corrida: str) -> tuple[str, ...]:
    """Return the words of the library to try for a run of a question, best first.

    First the same word with ñ («ano», «año»), also for a word that the library knows. Then, only
    for one that it does not know, those that sound the same («plaso», «plazo»); failing that, from
    `LARGO_MINIMO_CORREGIBLE` letters on, the nearest spellings: same first letter, one error, two
    from `LARGO_DE_DOS_ERRORES` letters on; failing that, one error with another first letter. An
    error is a letter more, less, wrong, or two neighbours swapped. What people write by mistake
    (`es_un_lapso`) is first.
    """
    if not corrida.isalpha():
        return ()
    if gemelas := gemelas_de(ortografia, corrida):
        return tuple(palabra for palabra, _ in gemelas)
    if corrida in ortografia.frecuencias:
        return ()
    if de_oido := _de_oido(ortografia, corrida):
        return de_oido
    if len(corrida) < LARGO_MINIMO_CORREGIBLE:
        return ()
    errores = 2 if len(corrida) >= LARGO_DE_DOS_ERRORES else 1
    de_su_letra = ortografia.por_inicial.get(corrida[0], ())
    cercanas = _cercanas(ortografia, corrida, de_su_letra, errores)
    return cercanas or _cercanas(ortografia, corrida, _con_otra_inicial(ortografia, corrida), 1)


def _de_oido(ortografia: Ortografia, corrida: str) -> tuple[str, ...]:
    """None where it may be a word that is never looked up («asta», «hasta»)."""
    if len(corrida) < LARGO_MINIMO_DE_OIDO:
        return ()
    posibles = {"h" + corrida}
    for una, otra in chain(SUENAN_IGUAL, ((b, a) for a, b in SUENAN_IGUAL if b)):
        partes = corrida.split(una)
        posibles.update(
            una.join(partes[:n]) + otra + una.join(partes[n:]) for n in range(1, len(partes))
        )
    conocidas = posibles & ortografia.frecuencias.keys()
    if not conocidas or not all(map(terminos_de_corrida, posibles)):
        return ()
    mejores = sorted(conocidas, key=lambda p: (-ortografia.frecuencias[p], p))
    return tuple(mejores[:MAXIMO_DE_VARIANTES])


def _con_otra_inicial(ortografia: Ortografia, corrida: str) -> Set[str]:
    resto = corrida[1:]
    posibles = {resto, corrida[1] + corrida[0] + corrida[2:]}
    posibles.update(letra + fin for letra in ortografia.por_inicial for fin in (corrida, resto))
    return posibles & ortografia.frecuencias.keys()


def gemelas_de(ortografia: Ortografia, corrida: str) -> tuple[tuple[str, float], ...]:
    """Return the words of the library that a run is but for its ñ, each with its weight."""
    frecuencias = ortografia.frecuencias
    veces = frecuencias.get(corrida, 0)
    if "ñ" in corrida:
        sin_tilde = _sin_tilde(corrida)
        return ((sin_tilde, 1.0),) if not veces and sin_tilde in frecuencias else ()
    if not veces:
        halladas = ortografia.gemelas.get(corrida) or ortografia.gemelas.get(raiz(corrida), ())
        return tuple((palabra, 1.0) for palabra in halladas)
    partes = (
        (palabra, frecuencias[palabra] / veces)
        for palabra in ortografia.gemelas.get(corrida, ())
        if _sin_tilde(palabra) == corrida
    )
    return tuple((p, min(1.0, parte)) for p, parte in partes if parte >= PARTE_MINIMA_DE_GEMELA)


def _cercanas(
    ortografia: Ortografia, corrida: str, palabras: Iterable[str], errores: int
) -> tuple[str, ...]:
    """Return the words within so many errors: slips, those of fewest, then the more frequent."""
    halladas = extract(corrida, palabras, scorer=OSA.distance, score_cutoff=errores, limit=None)
    mejores = sorted(
        (not es_un_lapso(corrida, p), errados, -ortografia.frecuencias[p], p)
        for p, errados, _ in halladas
    )
    return tuple(p for *_, p in mejores[:MAXIMO_DE_VARIANTES])


def es_un_lapso(escrita: str, leida: str) -> bool:
    """Tell whether a word is another but for how it sounds and one slip of the hand, at most.

    >>> es_un_lapso("interbencion", "intervencion"), es_un_lapso("arepas", "areas")
    (True, False)
    """
    suena, sonaria = (
        _DOBLE.sub(r"\1", palabra.replace("ll", "y").translate(_SE_CONFUNDEN))
        for palabra in (escrita, leida)
    )
    return _de_la_mano(escrita, leida) or _de_la_mano(suena, sonaria)


def _de_la_mano(escrita: str, leida: str) -> bool:
    """One slip: a letter left out, doubled, swapped with the next or beside it on the keyboard."""
    if OSA.distance(escrita, leida) > 1:
        return False
    if len(escrita) < len(leida) or sorted(escrita) == sorted(leida):
        return True
    ((que, antes, lugar),) = Levenshtein.editops(leida, escrita).as_list()
    una, vecinas = escrita[lugar], escrita[max(lugar - 1, 0) : lugar] + escrita[lugar + 1 :][:1]
    otras = leida[antes] if que == "replace" else vecinas
    return any(otra == una or frozenset((otra, una)) in _VECINAS for otra in otras)


def nombres_parecidos(
    nombre: str, nombres: Iterable[str], cuantos: int = 3, minimo: int = PARECIDO
) -> list[str]:
    """Return the names that look most like one, best first; `minimo`: how much, of 100."""
    posibles = tuple(nombres)
    cercanos = extract(nombre, posibles, scorer=ratio, limit=cuantos, score_cutoff=minimo)
    return [parecido for parecido, _, _ in cercanos]
