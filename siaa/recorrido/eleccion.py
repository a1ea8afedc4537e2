"""A reply to what was asked back, read as the button with its name would be. Pure."""

from collections.abc import Sequence
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import terminos
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.redaccion.respuesta import aclaracion

DE_CUALQUIERA: Final = frozenset(
    terminos("manual documento despacho oficina formulario trabajo trabajamos nuestro mío")
)
"""What people call a document of theirs, whichever it is."""


def elegidos(indice: Indice, dicho: str, entre: Sequence[str]) -> tuple[str, ...]:
    """Return those of some near-copies that a reply names, or else the one of the library it does.

    entre: keys, best first, as they were asked back; a name that was shown is its document's.
    Empty where it names none.
    """
    mostradas = aclaracion([indice.documentos[clave] for clave in entre]).opciones if entre else ()
    for opcion in mostradas:
        if corridas(plegar(opcion.titulo)) == corridas(plegar(dicho)):
            return opcion.ambito.documentos
    nombrados = _nombrados(indice, dicho, entre)
    otros = () if nombrados else _nombrados(indice, dicho, indice.claves)
    return nombrados or (otros if len(otros) == 1 else ())


def _nombrados(indice: Indice, dicho: str, entre: Sequence[str]) -> tuple[str, ...]:
    """Return the documents with this title or key, or else those whose titles have its words.

    A word that all of them have tells none apart.
    """
    titulos = {clave: indice.documentos[clave].titulo for clave in entre}
    igual = corridas(plegar(dicho))
    if enteros := [c for c in entre if igual in (corridas(plegar(titulos[c])), corridas(c))]:
        return tuple(enteros)
    suyos = {clave: frozenset(terminos(f"{t} {clave}")) for clave, t in titulos.items()}
    comunes = frozenset.intersection(*suyos.values()) if len(suyos) > 1 else frozenset[str]()
    pedidos = frozenset(terminos(dicho)) - comunes - DE_CUALQUIERA
    return tuple(clave for clave in entre if pedidos and pedidos <= suyos[clave])
