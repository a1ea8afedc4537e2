"""A part of a library, as the whole for one question. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import Documento


@dataclass(frozen=True, slots=True)
class Ambito:
    """The documents that a question is for, and those of these collections; none named: all."""

    documentos: tuple[str, ...] = ()
    colecciones: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.documentos or self.colecciones)

    def incluye(self, documento: Documento) -> bool:
        """Tell whether a document is asked."""
        propio = documento.clave in self.documentos or documento.coleccion in self.colecciones
        return propio or not self

    @property
    def nombres(self) -> tuple[str, ...]:
        """Its names in one list: a collection as a folder («normativa/»), a document as its key."""
        return (*(f"{coleccion}/" for coleccion in self.colecciones), *self.documentos)

    @classmethod
    def de_nombres(cls, nombres: Iterable[str]) -> "Ambito":
        """Return the one with these `nombres`."""
        todos = tuple(nombres)
        carpetas = tuple(nombre[:-1] for nombre in todos if nombre.endswith("/"))
        return cls(tuple(nombre for nombre in todos if not nombre.endswith("/")), carpetas)


TODO: Final = Ambito()


@dataclass(frozen=True, slots=True)
class Opcion:
    """A document that a question may be about, and what to ask it of then."""

    titulo: str
    ambito: Ambito


RUEGO: Final = "Escriba cuál, o su número."
OFERTA: Final = "dígalo: así puede aparecer."
"""End what is asked back in words, and what is offered, so that a reply is known for one."""
NADA: Final = "No encontré nada sobre eso en los documentos."
"""Says that nothing was found, so that what is asked next is not taken for more of it."""


@dataclass(frozen=True, slots=True)
class Aclaracion:
    """What is asked back of a question that near-copies answer with equal right, best first."""

    texto: str
    opciones: tuple[Opcion, ...]


def acotar(indice: Indice, ambito: Ambito) -> Indice:
    """Return the same library where what lies outside weighs nothing, so that it is never found."""
    if not ambito:
        return indice
    dentro = list(map(ambito.incluye, indice.documentos.values()))
    return replace(indice, pesos=np.where(dentro, indice.pesos, 0.0))


def titulo_de_coleccion(indice: Indice, coleccion: str) -> str:
    """Return what a collection is called for people."""
    return indice.titulos.get(coleccion) or coleccion[:1].upper() + coleccion[1:].replace("_", " ")


def en_palabras(indice: Indice, ambito: Ambito) -> str:
    """Say what part of a library it is, by its collections and titles; empty for all of it."""
    titulos = (
        indice.documentos[clave].titulo if clave in indice.documentos else clave
        for clave in ambito.documentos
    )
    colecciones = (f"colección {titulo_de_coleccion(indice, c)}" for c in ambito.colecciones)
    return ", ".join((*colecciones, *titulos))
