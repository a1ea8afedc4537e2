"""Scored units → the fragments that are sent, in order, within a budget of characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.valores import Documento
from siaa.recuperacion.formato import LARGO_SECCION, encabezado_bloque

TRAMOS: Final = (800, 1600, 2400, 4800)
"""Neighbours are joined only among units of the same tier: joining first would push down others.
What goes on where the tier before ended continues its last fragment."""
SALTO: Final = "\n[…]\n"
CIERRE: Final = "\n"


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
    """Neighbouring units, in order, that are sent as one fragment.

    antes: what is written between the text before it and its own.
    """

    unidades: tuple[Unidad, ...]
    antes: str

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
    """Return the most that a unit can add; joined to a neighbour it adds less."""
    antes = max(len(SALTO), len(_linea_de_seccion(_titulo(unidad))) + 1)
    return (
        len(encabezado_bloque(unidad.documento)) + len(CIERRE) + antes + unidad.fin - unidad.inicio
    )


def _costo(trozos: Sequence[TramoElegido]) -> int:
    """Return how many characters some fragments take as they are sent."""
    costo = 0
    anterior: Documento | None = None
    for trozo in trozos:
        documento = trozo.mejor.documento
        if documento is not anterior:
            costo += len(encabezado_bloque(documento)) + len(CIERRE)
        costo += len(trozo.antes) + trozo.fin - trozo.inicio
        anterior = documento
    return costo


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
            elegidos.append(_trozo(grupo, previo))


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


def _trozo(grupo: Sequence[Unidad], previo: TramoElegido | None) -> TramoElegido:
    mismo = previo is not None and previo.mejor.documento is grupo[0].documento
    titulo = _titulo(grupo[0])
    repetido = previo is not None and mismo and _titulo(previo.mejor) == titulo
    antes = SALTO if mismo else ""
    if titulo and not repetido and not _se_nombra(grupo[0], titulo):
        antes = ("\n" if mismo else "") + _linea_de_seccion(titulo)
    return TramoElegido(tuple(grupo), antes)


def _linea_de_seccion(titulo: str) -> str:
    return f"[SEC: {titulo[:LARGO_SECCION]}]\n"


def _se_nombra(unidad: Unidad, titulo: str) -> bool:
    """Tell whether a text opens with the heading of its section, as articles do."""
    palabras = corridas(plegar(titulo))[:2]
    texto = unidad.documento.contenido[unidad.inicio : unidad.inicio + LARGO_SECCION]
    return corridas(plegar(texto))[: len(palabras)] == palabras


def _titulo(unidad: Unidad) -> str:
    """Return the innermost heading of a unit; none where it is the title of the document."""
    seccion = unidad.documento.texto.estructura.secciones[unidad.seccion]
    return "" if seccion.titulo or not seccion.ruta else seccion.ruta[-1]
