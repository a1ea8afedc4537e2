"""Stage before retrieval: a model says in the words of norms what a question should be looked up
with; pure.

A model's prose would find worse than the question itself, so what is not a list of texts counts for
nothing.
"""

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.lengua.texto import tokenizar
from siaa.etapas.encargo import ClaseDeEtapa, EncargoDeEtapa, cadenas, distintas, instrucciones
from siaa.valores import LeidaComo, Mensaje

BUSQUEDAS_MAXIMAS: Final = 4
LARGO_MAXIMO: Final = 300
"""Characters of a search, and of each earlier message that the model is told."""
MENSAJES_PREVIOS: Final = 4
_ENCARGO: Final = instrucciones("busquedas", maximas=BUSQUEDAS_MAXIMAS)
_ABRE = re.compile(r'\[(?=\s*")')


def encargo_de_busquedas(
    conversacion: Sequence[Mensaje], leidas: Sequence[LeidaComo]
) -> EncargoDeEtapa:
    """Return what a model is told to say searches. leidas: words that norms say otherwise."""
    *previos, ultimo = conversacion
    recortados = (Mensaje(m.rol, m.contenido[:LARGO_MAXIMO]) for m in previos[-MENSAJES_PREVIOS:])
    filas = "".join(f"\n«{leida.escrita}» en las normas: {leida.leida}" for leida in leidas)
    sistema = _ENCARGO + (f"\nAyuda:{filas}" if filas else "")
    mensajes = Mensaje("system", sistema), *recortados, Mensaje("user", ultimo.contenido)
    return EncargoDeEtapa(DESCOMPOSICION, mensajes)


def interpretar_busquedas(dicho: str) -> tuple[str, ...]:
    """Return the searches that a model said, at most four; none when it said no list of texts."""
    dichas = (texto[:LARGO_MAXIMO].strip() for texto in cadenas(dicho, _ABRE))
    return distintas(texto for texto in dichas if tokenizar(texto))[:BUSQUEDAS_MAXIMAS]


DESCOMPOSICION: Final = ClaseDeEtapa(
    nombre="descomposición",
    haciendo="el modelo propone las palabras de las normas",
    para="proponer otras palabras para buscar",
    sin_eso="se buscó solo con las de la pregunta.",
    fichas=200,
    de_lector=True,
    interpretar=interpretar_busquedas,
    esquema=MappingProxyType(
        {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": BUSQUEDAS_MAXIMAS}
    ),
)
