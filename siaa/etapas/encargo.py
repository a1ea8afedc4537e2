"""What a stage asks a model, and how JSON that it was asked for is read: forgivingly. Pure.

A small model fences its JSON, adds prose, repeats itself or never closes the list. So its answer is
read string by string up to where it stops making sense, and each string is judged alone.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from siaa.biblioteca.lengua.texto import limpiar_entrada, solo_palabras
from siaa.biblioteca.lengua.vocabulario import secciones
from siaa.valores import Mensaje

_ENCARGOS: Final = secciones(__package__, "encargos.txt")
_CADENA = re.compile(r'[\s,]*"((?:[^"\\]|\\.)*)"', re.DOTALL)


@dataclass(frozen=True, slots=True)
class ClaseDeEtapa:
    """A stage that asks a model.

    haciendo: what is told meanwhile. para: what it is asked for; sin_eso: what is done without.
    fichas: tokens of the answer. interpretar: what counts of it, whatever it is; none fails.
    esquema: of the JSON that is asked for; None for lines. llamadas: for one question, at most.
    de_lector: whether the reader is asked, where there is one, and not the model that answers.
    """

    nombre: str
    haciendo: str
    para: str
    sin_eso: str
    fichas: int
    interpretar: Callable[[str], tuple[str, ...]]
    esquema: Mapping[str, Any] | None = None
    llamadas: int = 1
    de_lector: bool = False


@dataclass(frozen=True, slots=True)
class EncargoDeEtapa:
    """What a model is told by a stage."""

    clase: ClaseDeEtapa
    mensajes: tuple[Mensaje, ...]


def instrucciones(etapa: str, **cifras: object) -> str:
    """Return what a model is told to do in a stage: `encargos.txt`."""
    return "\n".join(_ENCARGOS[etapa]).format(**cifras)


def cadenas(dicho: str, abre: re.Pattern[str]) -> Iterator[str]:
    """Yield the strings of the first list that `abre` finds, up to where it stops being one."""
    comienzo = abre.search(dicho)
    lugar = comienzo.end() if comienzo else len(dicho)
    while cadena := _CADENA.match(dicho, lugar):
        lugar = cadena.end()
        try:
            texto = json.loads(f'"{cadena[1]}"', strict=False)
        except ValueError:
            return
        yield " ".join(limpiar_entrada(texto).split())


def distintas(textos: Iterable[str]) -> tuple[str, ...]:
    """Return the texts that differ in more than accents, case and signs, the first of each."""
    vistos: dict[str, str] = {}
    for texto in textos:
        vistos.setdefault(solo_palabras(texto), texto)
    return tuple(vistos.values())
