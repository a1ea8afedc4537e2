"""What is sent where near-copies answer alike, or asked back: which of them is meant. Pure.

A reply to that is read as the button with its name would be.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import terminos
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.recorrido.ampliacion import agregados, en_pares
from siaa.recorrido.hallazgo import PISO, Preparacion
from siaa.recuperacion.aclaracion import (
    IGUAL,
    del_pasaje,
    hermanos,
    lo_comun,
    lo_que_mas_dice,
    son_copias,
)
from siaa.recuperacion.formato import largo
from siaa.redaccion import respuesta
from siaa.valores import ChunkPuntuado, Poda

DE_CUALQUIERA: Final = frozenset(
    terminos("manual documento despacho oficina formulario trabajo trabajamos nuestro mío")
)
"""What people call a document of theirs, whichever it is."""


def aclarar(
    previa: Preparacion, copias: Sequence[str], podas: Sequence[Poda], ajenas: Sequence[Poda]
) -> Preparacion:
    """Send what all near-copies say word for word, if it is the best they have; else ask back.

    copias: those that a question does not tell apart, or the one that it does, best first. podas:
    what is chosen of the best of them; ajenas: of documents of another kind. Where the best
    document is of another kind and its passage as good as theirs, that is sent, and they are
    offered beside it.
    """
    indice, indistintos = previa.indice, previa.hallazgo.indistintos
    documentos = previa.hallazgo.ruta.documentos
    suyos = [d for d in documentos if son_copias(indice, d.doc, copias[0])]
    comun = _lo_comun(previa, copias, podas, ajenas)
    if comun is not None or len(indistintos) < 2:
        return comun or previa
    suya = max(map(del_pasaje, suyos), default=0.0)
    if documentos[0] not in suyos and del_pasaje(documentos[0]) >= IGUAL * suya:
        todas = [indice.documentos[clave] for clave in copias]
        return replace(previa, podas=tuple(ajenas), aparte=respuesta.aparte(todas))
    posibles = [indice.documentos[clave] for clave in indistintos]
    return replace(previa, aclaracion=respuesta.aclaracion(posibles))


def _lo_comun(
    previa: Preparacion, copias: Sequence[str], podas: Sequence[Poda], ajenas: Sequence[Poda]
) -> Preparacion | None:
    """Send what all say like the best of them, with what others say; None if one says it not.

    The others that say it are named, be there only one that the question means. A passage of
    another document counts by the score of that one, as where two are sent.
    """
    indice, mejor, hallazgo = previa.indice, copias[0], previa.hallazgo
    suyos = sorted((par for par in en_pares(podas) if par[0].doc == mejor), key=_puntaje)
    if not suyos:
        return None
    primero = suyos[0][1]
    otros = tuple(copias[1:]) or hermanos(indice, mejor, primero)
    dicho = " ".join((previa.buscado, *(leida.leida for leida in hallazgo.ruta.leidas)))
    uno = lo_que_mas_dice(indice, mejor, primero, dicho)
    if not otros or not lo_comun(indice, mejor, uno, otros):
        return None
    comunes = [(p, c) for p, suyo in suyos for c in lo_comun(indice, mejor, suyo, otros)]
    puntajes = {d.doc: d.puntaje for d in hallazgo.ruta.documentos}
    minimo = PISO * primero.puntaje * puntajes.get(mejor, 0.0)
    ajenos = sorted(en_pares(ajenas), key=_puntaje)
    ajenos = [(p, c) for p, c in ajenos if c.puntaje * puntajes.get(p.doc, 0.0) > minimo]
    todos = sorted((*comunes, *ajenos), key=_puntaje)
    if not son_copias(indice, hallazgo.ruta.documentos[0].doc, mejor):
        todos = [*ajenos[:1], *todos]
    tope = max(largo(indice, elegidas) for elegidas in (previa.podas, podas, ajenas))
    nuevas = agregados(indice, (), todos, tope)
    return replace(previa, podas=nuevas, tambien=otros)


def _puntaje(par: tuple[Poda, ChunkPuntuado]) -> float:
    return -par[1].puntaje


def elegidos(indice: Indice, dicho: str, entre: Sequence[str]) -> tuple[str, ...]:
    """Return those of some near-copies that a reply names, or else the one of the library it does.

    entre: keys, best first, as they were asked back; a name that was shown is its document's, and
    «otro» those that were not. Empty where it names none.
    """
    if corridas(plegar(dicho)) == corridas(plegar(respuesta.OTRO)):
        return tuple(entre[respuesta.OPCIONES_MAXIMAS :])
    for opcion in respuesta.aclaracion([indice.documentos[clave] for clave in entre]).opciones:
        if corridas(plegar(opcion.titulo)) == corridas(plegar(dicho)):
            return opcion.ambito.documentos
    nombrados = _nombrados(indice, dicho, entre)
    otros = () if nombrados else _nombrados(indice, dicho, indice.claves)
    return nombrados or (otros if len(otros) == 1 else ())


def _nombrados(indice: Indice, dicho: str, entre: Sequence[str]) -> tuple[str, ...]:
    """A word that all of them have in their titles tells none apart."""
    titulos = {clave: indice.documentos[clave].titulo for clave in entre}
    igual = corridas(plegar(dicho))
    if enteros := [c for c in entre if igual in (corridas(plegar(titulos[c])), corridas(c))]:
        return tuple(enteros)
    suyos = {clave: frozenset(terminos(f"{t} {clave}")) for clave, t in titulos.items()}
    comunes = frozenset.intersection(*suyos.values()) if len(suyos) > 1 else frozenset[str]()
    pedidos = frozenset(terminos(dicho)) - comunes - DE_CUALQUIERA
    return tuple(clave for clave in entre if pedidos and pedidos <= suyos[clave])
