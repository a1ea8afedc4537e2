"""Nearest spellings: which words of the library a word of a question may have meant.

The vocabulary lies in one matrix of letters for each length, sorted, with a signature of 64 bits
for each word. Comparing signatures discards nearly all words at once; the rest are measured
together.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from siaa.biblioteca.lengua.terminos import raiz

LARGO_MINIMO_CORREGIBLE: Final = 6
LARGO_DE_DOS_ERRORES: Final = 9
LARGO_MAXIMO: Final = 64
MAXIMO_DE_VARIANTES: Final = 3
PESO_POR_DISTANCIA: Final = (1.0, 0.8, 0.6)
PARTE_MINIMA_DE_GEMELA: Final = 0.05
"""A word with ñ that is rarer than this part of the same word without it is another word."""

Octetos = NDArray[np.uint8]
Firmas = NDArray[np.uint64]
Cuentas = NDArray[np.int64]

_UNO: Final = np.uint64(1)
_TODOS: Final = np.uint64(2**64 - 1)


@dataclass(frozen=True, slots=True)
class PalabrasDeUnLargo:
    """The n words that have L characters, sorted.

    letras: `(n, L)`, one byte a character (Latin-1).
    firmas: `(n,)`, bit k for having letter k, bit 32 + k for having it twice or more.
    frecuencias: `(n,)`, as they were given.
    """

    letras: Octetos
    firmas: Firmas
    frecuencias: Cuentas


@dataclass(frozen=True, slots=True)
class Ortografia:
    """The words of a library as `variantes` needs them.

    por_largo: number of characters → the words that have so many.
    gemelas: a word with ñ typed without it, or its stem so typed → words with ñ, frequent first.
    """

    por_largo: Mapping[int, PalabrasDeUnLargo]
    gemelas: Mapping[str, tuple[str, ...]]


def crear_ortografia(frecuencias: Mapping[str, int]) -> Ortografia:
    """Prepare a vocabulary of folded runs, each with how often (or where) it occurs.

    Runs with digits and words of more than `LARGO_MAXIMO` letters have no spelling to correct.
    """
    por_largo: defaultdict[int, list[str]] = defaultdict(list)
    for palabra in frecuencias:
        if palabra.isalpha() and len(palabra) <= LARGO_MAXIMO:
            por_largo[len(palabra)].append(palabra)
    return Ortografia(
        MappingProxyType(
            {largo: _preparar(sorted(ps), largo, frecuencias) for largo, ps in por_largo.items()}
        ),
        MappingProxyType(_gemelas(frecuencias)),
    )


def _preparar(palabras: list[str], largo: int, frecuencias: Mapping[str, int]) -> PalabrasDeUnLargo:
    letras = _octetos("".join(palabras)).reshape(-1, largo)
    cuentas = np.fromiter((frecuencias[p] for p in palabras), np.int64, len(palabras))
    return PalabrasDeUnLargo(letras, _firmar(letras), cuentas)


def _octetos(texto: str) -> Octetos:
    return np.frombuffer(texto.encode("latin-1", "replace"), np.uint8)


def _firmar(letras: Octetos) -> Firmas:
    """Return the signatures of `(n, L)` letters.

    An insertion or deletion changes at most one bit, a substitution two, a transposition none.
    """
    una = np.zeros(len(letras), np.uint64)
    dos = np.zeros(len(letras), np.uint64)
    for columna in letras.T:
        bits = _UNO << (columna & 31).astype(np.uint64)
        dos |= una & bits
        una |= bits
    return una | (dos << np.uint64(32))


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


def frecuencia(ortografia: Ortografia, palabra: str) -> int:
    """Return how often a word of letters occurs in the library; 0 if it does not."""
    grupo = ortografia.por_largo.get(len(palabra))
    if grupo is None:
        return 0
    buscada = _octetos(palabra)
    ancho = f"S{len(palabra)}"
    lugar = int(np.searchsorted(grupo.letras.view(ancho).ravel(), buscada.view(ancho)[0]))
    hallada = lugar < len(grupo.letras) and bool((grupo.letras[lugar] == buscada).all())
    return int(grupo.frecuencias[lugar]) if hallada else 0


def variantes(ortografia: Ortografia, corrida: str) -> tuple[tuple[str, float], ...]:
    """Return the words of the library to try for a run of a question, each with its weight.

    First the same word with ñ («ano», «año»), also for a word that the library knows: at weight 1,
    or less if the library writes it without ñ more often. Then, only for a word of
    `LARGO_MINIMO_CORREGIBLE` letters or more that it does not know, the nearest spellings: same
    first letter, one error, two from `LARGO_DE_DOS_ERRORES` letters on; failing that, one error
    with another first letter. An error is a letter more, less, wrong, or two neighbours swapped.
    """
    if not corrida.isalpha() or len(corrida) > LARGO_MAXIMO:
        return ()
    if gemelas := gemelas_de(ortografia, corrida):
        return gemelas
    if len(corrida) < LARGO_MINIMO_CORREGIBLE or frecuencia(ortografia, corrida):
        return ()
    errores = 2 if len(corrida) >= LARGO_DE_DOS_ERRORES else 1
    return _cercanas(ortografia, corrida, errores, misma_inicial=True) or _cercanas(
        ortografia, corrida, 1, misma_inicial=False
    )


def gemelas_de(ortografia: Ortografia, corrida: str) -> tuple[tuple[str, float], ...]:
    """Return the words of the library that a run is but for its ñ, each with its weight."""
    veces = frecuencia(ortografia, corrida)
    if "ñ" in corrida:
        sin_tilde = _sin_tilde(corrida)
        return ((sin_tilde, 1.0),) if not veces and frecuencia(ortografia, sin_tilde) else ()
    if not veces:
        halladas = ortografia.gemelas.get(corrida) or ortografia.gemelas.get(raiz(corrida), ())
        return tuple((palabra, 1.0) for palabra in halladas)
    partes = (
        (palabra, frecuencia(ortografia, palabra) / veces)
        for palabra in ortografia.gemelas.get(corrida, ())
        if _sin_tilde(palabra) == corrida
    )
    return tuple((p, min(1.0, parte)) for p, parte in partes if parte >= PARTE_MINIMA_DE_GEMELA)


def _cercanas(
    ortografia: Ortografia, corrida: str, errores: int, *, misma_inicial: bool
) -> tuple[tuple[str, float], ...]:
    """Return the words within so many errors: nearest first, then the more frequent."""
    buscada = _octetos(corrida)
    firma = _firmar(buscada[np.newaxis])
    halladas: list[tuple[int, int, str]] = []
    for largo in range(len(buscada) - errores, len(buscada) + errores + 1):
        grupo = ortografia.por_largo.get(largo)
        if grupo is None:
            continue
        parte = _con_inicial(grupo, buscada[0]) if misma_inicial else slice(None)
        # One bit a letter more or less, two a wrong one.
        bits = 2 * errores - abs(largo - len(buscada))
        filas = np.flatnonzero(np.bitwise_count(grupo.firmas[parte] ^ firma) <= bits)
        letras, veces = grupo.letras[parte][filas], grupo.frecuencias[parte][filas]
        distancias = distancias_osa(buscada, letras)
        halladas += [
            (int(distancias[n]), -int(veces[n]), letras[n].tobytes().decode("latin-1"))
            for n in np.flatnonzero(distancias <= errores)
        ]
    mejores = sorted(halladas)[:MAXIMO_DE_VARIANTES]
    return tuple((palabra, PESO_POR_DISTANCIA[distancia]) for distancia, _, palabra in mejores)


def _con_inicial(grupo: PalabrasDeUnLargo, inicial: np.uint8) -> slice:
    columna = grupo.letras[:, 0]
    return slice(np.searchsorted(columna, inicial), np.searchsorted(columna, inicial, "right"))


def distancias_osa(palabra: Octetos, otras: Octetos) -> Cuentas:
    """Return the optimal string alignment distance of a word to each of `(n, L)` others.

    The bit-parallel algorithm of H. Hyyrö, «A bit-vector algorithm for computing Levenshtein and
    Damerau edit distances» (2003), for all the others at once. The word has 1 to 64 letters.
    """
    posiciones = np.zeros(256, np.uint64)
    for lugar, letra in enumerate(palabra):
        posiciones[letra] |= _UNO << np.uint64(lugar)
    ultimo = np.uint64(len(palabra) - 1)
    distancias = np.full(len(otras), len(palabra), np.int64)
    mas = np.full(len(otras), _TODOS)
    menos = diagonal = previas = np.zeros(len(otras), np.uint64)
    for columna in otras.T:
        iguales = posiciones[columna]
        cruzadas = ((~diagonal & iguales) << _UNO) & previas
        diagonal = (((iguales & mas) + mas) ^ mas) | iguales | menos | cruzadas
        sube, baja = menos | ~(diagonal | mas), diagonal & mas
        distancias += ((sube >> ultimo) & _UNO).astype(np.int64)
        distancias -= ((baja >> ultimo) & _UNO).astype(np.int64)
        sube, baja = (sube << _UNO) | _UNO, baja << _UNO
        mas, menos, previas = baja | ~(diagonal | sube), sube & diagonal, iguales
    return distancias
