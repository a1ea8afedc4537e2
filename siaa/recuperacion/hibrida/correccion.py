"""A question with the words that the library does not know spelt as the library spells them."""

from __future__ import annotations

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.ortografia import variantes
from siaa.biblioteca.lengua.terminos import terminos_de_corrida
from siaa.biblioteca.lengua.texto import CORRIDA, plegar
from siaa.valores import Correccion


def corregir(indice: Indice, pregunta: str) -> tuple[str, tuple[Correccion, ...]]:
    """Put the nearest spelling in place of each word that the library does not know in any form.

    Returns the question, as it was asked if nothing had to be corrected, else folded; and what
    was corrected, in order.
    """
    partes: list[str] = []
    hechas: list[Correccion] = []
    plegada, fin = plegar(pregunta), 0
    for hallada in CORRIDA.finditer(plegada):
        if _falta(indice, hallada[0]):
            for palabra, _ in variantes(indice.pasajes.ortografia, hallada[0])[:1]:
                partes += (plegada[fin : hallada.start()], palabra)
                hechas.append(Correccion(hallada[0], palabra))
                fin = hallada.end()
    texto = "".join((*partes, plegada[fin:])) if partes else pregunta
    return texto, tuple(dict.fromkeys(hechas))


def _falta(indice: Indice, corrida: str) -> bool:
    propios = terminos_de_corrida(corrida)
    return bool(propios) and indice.pasajes.filas.keys().isdisjoint(propios)
