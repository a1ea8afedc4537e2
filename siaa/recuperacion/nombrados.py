"""Does the question name one of the documents? Then a single document is enough."""

from __future__ import annotations

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.nombres import Norma, codigos_posibles, normas_citadas
from siaa.biblioteca.texto import plegar


def nombra_documento(indice: Indice, pregunta: str) -> bool:
    """Tell whether a question names a loaded document by its code or by its kind and number.

    Codes are parts of a file name with letters and digits or of 5 digits or more (`psaa16`,
    `10476`), written with or without hyphens and spaces. Years alone never count.
    """
    plegada = plegar(pregunta)
    if not indice.nombres.codigos.isdisjoint(codigos_posibles(plegada)):
        return True
    return any(
        _es_la_misma(citada, cargada)
        for citada in normas_citadas(plegada)
        for cargada in indice.nombres.normas.get((citada.tipo, citada.numero), ())
    )


def _es_la_misma(citada: Norma, cargada: Norma) -> bool:
    if citada.letras not in ("", cargada.letras):
        return False
    return citada.anio is None or cargada.anio is None or citada.anio == cargada.anio
