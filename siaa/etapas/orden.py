"""Stage after retrieval: a model says which fragments answer best, in which order. Pure.

It is shown more of them than fit; what it does not list is not sent.
"""

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from siaa.etapas.encargo import ClaseDeEtapa, EncargoDeEtapa, instrucciones
from siaa.valores import Mensaje

CANDIDATOS: Final = 20
ELEGIDOS_MAXIMOS: Final = 8
LARGO_MOSTRADO: Final = 300
_ENCARGO: Final = instrucciones("orden", maximos=ELEGIDOS_MAXIMOS)
_LISTA = re.compile(r"\[\s*([0-9]{1,3}(?![0-9])(?:\s*,\s*[0-9]{1,3}(?![0-9]))*)")


def encargo_de_orden(pregunta: str, fragmentos: Sequence[tuple[str, str, str]]) -> EncargoDeEtapa:
    """Return what a model is told of some fragments: collection, section and text of each."""
    vistos = "\n".join(
        f"[{n}] ({coleccion}) {seccion}: {' '.join(texto.split())[:LARGO_MOSTRADO]}"
        for n, (coleccion, seccion, texto) in enumerate(fragmentos)
    )
    dicho = f"Pregunta: {pregunta}\n\nFragmentos:\n{vistos}"
    return EncargoDeEtapa(ORDEN, (Mensaje("system", _ENCARGO), Mensaje("user", dicho)))


def interpretar_orden(dicho: str) -> tuple[str, ...]:
    """Return the numbers of the first list that a model said, each once; none without a list."""
    hallada = _LISTA.search(dicho)
    numeros = (str(int(numero)) for numero in hallada[1].split(",")) if hallada else ()
    return tuple(dict.fromkeys(numeros))[:ELEGIDOS_MAXIMOS]


ORDEN: Final = ClaseDeEtapa(
    nombre="orden",
    haciendo="el modelo ordena los pasajes",
    para="ordenar los pasajes",
    sin_eso="van como se encontraron.",
    fichas=60,
    interpretar=interpretar_orden,
    esquema=MappingProxyType(
        {"type": "array", "items": {"type": "integer"}, "maxItems": ELEGIDOS_MAXIMOS}
    ),
    de_lector=True,
)
