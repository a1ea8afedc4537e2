"""Which documents does the question name? Read once for each lookup (`Busqueda.citados`)."""

from __future__ import annotations

import re

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import Norma, codigos_posibles, normas_citadas
from siaa.biblioteca.lengua.texto import plegar

_CIFRA = re.compile(r"\d")


def documentos_nombrados(indice: Indice, pregunta: str) -> frozenset[int]:
    """Return the numbers of the documents named by their code or by their kind and number.

    Codes are parts of a file name with letters and digits or of 5 digits or more (`psaa16`,
    `10476`), written with or without hyphens and spaces. Years alone never count. Both have digits,
    so a question without any is not looked at.
    """
    plegada = plegar(pregunta)
    if _CIFRA.search(plegada) is None:
        return frozenset()
    nombres = indice.nombres
    por_codigo = codigos_posibles(plegada) & nombres.codigos.keys()
    hallados = {int(n) for codigo in por_codigo for n in nombres.codigos[codigo]}
    hallados.update(
        numero
        for citada in normas_citadas(plegada)
        for cargada, numero in nombres.normas.get((citada.tipo, citada.numero), ())
        if _es_la_misma(citada, cargada)
    )
    return frozenset(hallados)


def _es_la_misma(citada: Norma, cargada: Norma) -> bool:
    if citada.letras not in ("", cargada.letras):
        return False
    return citada.anio is None or cargada.anio is None or citada.anio == cargada.anio
