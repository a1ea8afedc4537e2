"""The list that the best passage is part of, whole: what a question that asks for a list wants."""

from __future__ import annotations

import re
from bisect import bisect_right

from siaa.biblioteca.indice import Indice
from siaa.recuperacion.hibrida.puntaje import PuntajesUnidades

_ELEMENTO = re.compile(r"^[ \t]*(?:[-*+•·][ \t]|\||[0-9]{1,3}[.)][ \t]|[a-zñ]\))", re.MULTILINE)
"""An item of a list or a row of a table, at the start of a line."""


def lista_de(indice: Indice, puntajes: PuntajesUnidades, lugar: int) -> range:
    """Return the places of the units that hold the list around or after one unit, itself included.

    A list goes on while each next unit of the section has an item; it reaches back only from a
    unit that has one itself, for another may announce it.
    """
    cual = bisect_right(puntajes.comienzos.tolist(), lugar) - 1
    documento = indice.documentos[indice.claves[int(puntajes.documentos[cual])]]
    tabla, tramo = indice.pasajes, puntajes.de(cual)
    seccion = tabla.seccion[puntajes.unidades[tramo]]

    def es_de_lista(otro: int) -> bool:
        if not tramo.start <= otro < tramo.stop:
            return False
        inicio, fin = tabla.limites[puntajes.unidades[otro]].tolist()
        misma = seccion[otro - tramo.start] == seccion[lugar - tramo.start]
        return bool(misma) and _ELEMENTO.search(documento.contenido[inicio:fin]) is not None

    desde, hasta = lugar, lugar + 1
    while es_de_lista(hasta):
        hasta += 1
    while es_de_lista(desde) and es_de_lista(desde - 1):
        desde -= 1
    return range(desde, hasta)
