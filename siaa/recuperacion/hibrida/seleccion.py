"""Scored units → the fragments that are sent, in order, within a budget of characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.valores import Documento
from siaa.recuperacion.formato import (
    HIBRIDA,
    LARGO_TITULO,
    SALTO,
    antes_de_cada_uno,
    encabezado_bloque,
    linea,
)
from siaa.valores import TituloDeFragmento

TRAMOS: Final = (800, 1600, 2400, 4800)
"""Neighbours are joined only among units of the same tier: joining first would push down others.
What goes on where the tier before ended continues its last fragment."""
PALABRAS_DE_TITULO: Final = 2
"""A text that starts with this many of its heading's needs no other."""


@dataclass(frozen=True, slots=True)
class Unidad:
    """A unit that may be sent: its document, its number, score, section and place in the text.

    lugar: its place among the scored ones, for its reasons.
    """

    documento: Documento
    numero: int
    lugar: int
    puntaje: float
    seccion: int
    inicio: int
    fin: int


@dataclass(frozen=True, slots=True)
class TramoElegido:
    """Neighbouring units, in order, that are sent as one fragment under one heading."""

    unidades: tuple[Unidad, ...]
    titulo: TituloDeFragmento | None

    @property
    def mejor(self) -> Unidad:
        """The unit that decided the place of the fragment; the first of equals."""
        return max(self.unidades, key=lambda unidad: unidad.puntaje)

    @property
    def inicio(self) -> int:
        """Where its text starts in the document."""
        return self.unidades[0].inicio

    @property
    def fin(self) -> int:
        """Where its text ends in the document."""
        return self.unidades[-1].fin


def elegir(unidades: Iterator[Unidad], presupuesto: int) -> list[TramoElegido]:
    """Return the fragments to send for units that come best first, at least one.

    Every character counts: the lines that open a block or a section too.
    """
    elegidos: list[TramoElegido] = []
    pendiente = next(unidades, None)
    for tope in (*(tramo for tramo in TRAMOS if tramo < presupuesto), presupuesto):
        grupo: list[Unidad] = []
        gastado = _costo(elegidos)
        while pendiente is not None:
            gastado += _costo_maximo(pendiente)
            if gastado > tope and (elegidos or grupo):
                break
            grupo.append(pendiente)
            pendiente = next(unidades, None)
        _agregar(elegidos, grupo)
    return elegidos


def _costo_maximo(unidad: Unidad) -> int:
    """Return the most that a unit can add; joined to a neighbour it adds less.

    Room is kept for the line of a heading whether it has one or not.
    """
    antes = HIBRIDA.separador + linea(_titulo(unidad) or TituloDeFragmento(""))
    return _costo_de_bloque(unidad.documento) + len(antes) + unidad.fin - unidad.inicio


def _costo(trozos: Sequence[TramoElegido]) -> int:
    """Return how many characters some fragments take as they are sent."""
    costo = 0
    for _, grupo in groupby(trozos, key=lambda trozo: trozo.mejor.documento.clave):
        bloque = list(grupo)
        costo += _costo_de_bloque(bloque[0].mejor.documento)
        costo += sum(map(len, antes_de_cada_uno(HIBRIDA, (trozo.titulo for trozo in bloque))))
        costo += sum(trozo.fin - trozo.inicio for trozo in bloque)
    return costo


def _costo_de_bloque(documento: Documento) -> int:
    return len(encabezado_bloque(documento)) + len(HIBRIDA.cierre)


def _agregar(elegidos: list[TramoElegido], unidades: Sequence[Unidad]) -> None:
    """Send the units of a tier, best first, after what is sent already.

    The document of what was sent last goes on first, so that its name need not be said again.
    """
    grupos = _juntar(unidades)
    if elegidos or unidades:
        sigue = (elegidos[-1].mejor if elegidos else unidades[0]).documento
        grupos.sort(key=lambda grupo: grupo[0].documento is not sigue)
    for grupo in grupos:
        previo = elegidos[-1] if elegidos else None
        if previo and _seguidas(previo.unidades[-1], grupo[0]):
            elegidos[-1] = replace(previo, unidades=(*previo.unidades, *grupo))
        else:
            elegidos.append(TramoElegido(tuple(grupo), _titulo(grupo[0])))


def _juntar(unidades: Sequence[Unidad]) -> list[list[Unidad]]:
    """Join the neighbours among some units; the best of each group decides its place."""
    grupos: list[list[Unidad]] = []
    for unidad in sorted(unidades, key=lambda u: u.numero):
        if grupos and _seguidas(grupos[-1][-1], unidad):
            grupos[-1].append(unidad)
        else:
            grupos.append([unidad])
    orden = {unidad.numero: lugar for lugar, unidad in enumerate(unidades)}
    grupos.sort(key=lambda grupo: min(orden[unidad.numero] for unidad in grupo))
    return grupos


def _seguidas(una: Unidad, otra: Unidad) -> bool:
    """Tell whether nothing but white space, and little of it, lies between two units."""
    return (
        una.numero + 1 == otra.numero
        and una.documento is otra.documento
        and una.seccion == otra.seccion
        and otra.inicio - una.fin <= len(SALTO)
        and not una.documento.contenido[una.fin : otra.inicio].strip()
    )


def _titulo(unidad: Unidad) -> TituloDeFragmento | None:
    """Return the innermost heading of a unit; none where it is the title of the document."""
    seccion = unidad.documento.texto.estructura.secciones[unidad.seccion]
    if seccion.titulo or not seccion.ruta or not seccion.ruta[-1]:
        return None
    palabras = corridas(plegar(seccion.ruta[-1]))[:PALABRAS_DE_TITULO]
    texto = unidad.documento.contenido[unidad.inicio : unidad.inicio + LARGO_TITULO]
    se_nombra = corridas(plegar(texto))[: len(palabras)] == palabras
    return TituloDeFragmento(seccion.ruta[-1], se_nombra=se_nombra)
