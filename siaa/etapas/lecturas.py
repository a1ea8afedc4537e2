"""Stage before any question: what a model is asked of a stretch, and what counts of its answer."""

import re
from dataclasses import dataclass
from typing import Any, Final

from siaa.biblioteca.lecturas import Trecho
from siaa.biblioteca.lengua.terminos import terminos
from siaa.biblioteca.lengua.texto import corridas, plegar, solo_palabras
from siaa.biblioteca.lengua.vocabulario import STOPWORDS_ES
from siaa.etapas.encargo import cadenas, distintas, instrucciones
from siaa.valores import Mensaje

PREGUNTAS_MAXIMAS: Final = 5
PALABRAS_MAXIMAS: Final = 10
LARGO_DE_PREGUNTA: Final = range(10, 201)
CORRIDAS_DE_PREGUNTA: Final = 3
"""Words that a question has at least."""
LARGO_DE_PALABRA: Final = range(3, 41)
CORRIDAS_DE_PALABRA: Final = 4
"""Words that an expression of people has at most."""

_ENCARGO: Final = instrucciones("lecturas")
_OTRO_IDIOMA: Final = frozenset(
    ("the", "of", "what", "is", "are", "and", "to", "how", "which", "when", "who", "does", "with")
)


@dataclass(frozen=True, slots=True)
class LecturaHecha:
    """What counts of a model's answer, and how many strings of it did not."""

    preguntas: tuple[str, ...]
    palabras: tuple[str, ...]
    descartadas: int


def encargo_de_lectura(trecho: Trecho) -> tuple[Mensaje, ...]:
    """Return what a model is told to read a stretch."""
    lugar = trecho.seccion
    if not lugar.startswith(trecho.titulo):
        lugar = f"{trecho.titulo} › {lugar}" if lugar else trecho.titulo
    return Mensaje("system", _ENCARGO), Mensaje("user", f"[{lugar}]\n{trecho.texto}")


def esquema_de_lectura() -> dict[str, Any]:
    """Return the schema of the JSON that is asked for."""
    cuantas = {"preguntas": (3, PREGUNTAS_MAXIMAS), "palabras": (5, PALABRAS_MAXIMAS)}
    listas = {
        clave: {"type": "array", "items": {"type": "string"}, "minItems": pocas, "maxItems": muchas}
        for clave, (pocas, muchas) in cuantas.items()
    }
    return {"type": "object", "properties": listas, "required": list(listas)}


def interpretar_lectura(dicho: str, trecho: Trecho) -> LecturaHecha:
    """Judge what a model said of a stretch, whatever it is.

    A question counts when it is a short question in Spanish that the text does not say word for
    word; an expression, when it has a word that the text lacks in every form.
    """
    plegado = solo_palabras(f"{trecho.seccion}\n{trecho.texto}")
    dichas = [*cadenas(dicho, _lista("preguntas"))]
    calle = [*cadenas(dicho, _lista("palabras"))]
    preguntas = distintas(p for p in dichas if _es_pregunta(p, plegado))[:PREGUNTAS_MAXIMAS]
    suyos = frozenset(terminos(plegado))
    palabras = distintas(p for p in calle if _es_de_la_calle(p, suyos))[:PALABRAS_MAXIMAS]
    descartadas = len(dichas) + len(calle) - len(preguntas) - len(palabras)
    return LecturaHecha(preguntas, palabras, descartadas)


def _lista(clave: str) -> re.Pattern[str]:
    return re.compile(rf'"{clave}"\s*:\s*\[')


def _es_pregunta(texto: str, plegado: str) -> bool:
    suyas = corridas(plegar(texto))
    return (
        len(texto) in LARGO_DE_PREGUNTA
        and len(suyas) >= CORRIDAS_DE_PREGUNTA
        and not STOPWORDS_ES.isdisjoint(suyas)
        and _OTRO_IDIOMA.isdisjoint(suyas)
        and f" {' '.join(suyas)} " not in f" {plegado} "
    )


def _es_de_la_calle(texto: str, suyos: frozenset[str]) -> bool:
    cuantas = len(corridas(plegar(texto)))
    return (
        len(texto) in LARGO_DE_PALABRA
        and cuantas <= CORRIDAS_DE_PALABRA
        and not suyos.issuperset(terminos(texto))
    )
