"""A question with the words that the library does not know spelt as the library spells them."""

from itertools import takewhile
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.ortografia import es_un_lapso, variantes
from siaa.biblioteca.lengua.terminos import terminos_de_corrida
from siaa.biblioteca.lengua.texto import CORRIDA, componer_letras, plegar
from siaa.biblioteca.lengua.vocabulario import TERMINACIONES
from siaa.valores import Correccion

COMIENZO_MINIMO: Final = 4
"""Letters that two forms of one word begin with alike, at least."""


def corregir(indice: Indice, pregunta: str) -> tuple[str, tuple[Correccion, ...]]:
    """Put the nearest spelling in place of each word that the library does not know in any form.

    As long as people write the one for the other: «arepas» is no «áreas», nor «pedazo» «cedazo».
    A word that SIAA knows (its tables, the catalogue) is not misspelt, whatever it looks like.
    Returns the question and what was corrected, in order. Another form of the same word is looked
    up too, but that corrects nothing.
    """
    original, fin = componer_letras(pregunta), 0
    plegada = plegar(original)
    base = original if len(original) == len(plegada) else plegada
    partes: list[str] = []
    hechas: list[Correccion] = []
    for hallada in CORRIDA.finditer(plegada):
        palabra = _en_su_lugar(indice, hallada[0])
        if palabra:
            partes += (base[fin : hallada.start()], palabra)
            fin = hallada.end()
            if not es_otra_forma(hallada[0], palabra):
                hechas.append(Correccion(hallada[0], palabra))
    texto = "".join((*partes, base[fin:])) if partes else pregunta
    return texto, tuple(dict.fromkeys(hechas))


def _en_su_lugar(indice: Indice, corrida: str) -> str | None:
    """Return the word to look up in place of one that is missing; None to leave it."""
    propios = frozenset(terminos_de_corrida(corrida))
    if not propios or propios & indice.pasajes.filas.keys() or propios & indice.conocidas:
        return None
    cercanas = parecidas(indice, corrida)
    formas = (p for p in cercanas if es_otra_forma(corrida, p))
    return next(formas, next((p for p in cercanas if es_un_lapso(corrida, p)), None))


def parecidas(indice: Indice, corrida: str) -> tuple[str, ...]:
    """Return the words of the library nearest to one that it lacks, but for those without terms."""
    return tuple(filter(terminos_de_corrida, variantes(indice.pasajes.ortografia, corrida)))


def es_otra_forma(una: str, otra: str) -> bool:
    """Tell whether two words begin alike and go on as forms of one word do («armamos», «armados»).

    >>> es_otra_forma("entran", "entrar"), es_otra_forma("paternidad", "maternidad")
    (True, False)
    """
    iguales = sum(1 for _ in takewhile(lambda par: par[0] == par[1], zip(una, otra, strict=False)))
    return iguales >= COMIENZO_MINIMO and {una[iguales:], otra[iguales:]} - {""} <= TERMINACIONES
