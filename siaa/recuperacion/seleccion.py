"""Scored units → the fragments that are sent, in order, within a budget of characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from siaa.biblioteca.texto import corridas, plegar
from siaa.biblioteca.valores import Documento
from siaa.recuperacion.formato import LARGO_SECCION, encabezado_bloque

TRAMOS: Final = (800, 1600, 2400, 4800)
"""Neighbours are joined only among units of the same tier: joining first would push down others."""
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
class Trozo:
    """Neighbouring units that are sent as one fragment; `mejor` is the best of them.

    antes: what is written between the text before it and its own.
    """

    mejor: Unidad
    inicio: int
    fin: int
    antes: str


def elegir(unidades: Iterator[Unidad], presupuesto: int) -> list[Trozo]:
    """Return the fragments to send for units that come best first, at least one.

    Every character counts: the lines that open a block or a section too.
    """
    elegidos: list[Trozo] = []
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
        elegidos += _juntar(grupo, elegidos[-1] if elegidos else None)
    return elegidos


def _costo_maximo(unidad: Unidad) -> int:
    """Return the most that a unit can add; joined to a neighbour it adds less."""
    antes = max(len(SALTO), len(_linea_de_seccion(_titulo(unidad))) + 1)
    return (
        len(encabezado_bloque(unidad.documento)) + len(CIERRE) + antes + unidad.fin - unidad.inicio
    )


def _costo(trozos: Sequence[Trozo]) -> int:
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


def _juntar(unidades: Sequence[Unidad], previo: Trozo | None) -> list[Trozo]:
    """Join the neighbours among some units; the best of each group decides its place.

    The document of what was sent last goes on first, so that its name need not be said again.
    """
    grupos: list[list[Unidad]] = []
    for unidad in sorted(unidades, key=lambda u: u.numero):
        if grupos and _seguidas(grupos[-1][-1], unidad):
            grupos[-1].append(unidad)
        else:
            grupos.append([unidad])
    orden = {unidad.numero: lugar for lugar, unidad in enumerate(unidades)}
    grupos.sort(key=lambda grupo: min(orden[unidad.numero] for unidad in grupo))
    primero = previo.mejor.documento if previo else (grupos[0][0].documento if grupos else None)
    grupos.sort(key=lambda grupo: grupo[0].documento is not primero)
    trozos: list[Trozo] = []
    for grupo in grupos:
        previo = _trozo(grupo, previo)
        trozos.append(previo)
    return trozos


def _seguidas(una: Unidad, otra: Unidad) -> bool:
    """Tell whether nothing but white space, and little of it, lies between two units."""
    return (
        una.numero + 1 == otra.numero
        and una.documento is otra.documento
        and una.seccion == otra.seccion
        and otra.inicio - una.fin <= len(SALTO)
        and not una.documento.contenido[una.fin : otra.inicio].strip()
    )


def _trozo(grupo: Sequence[Unidad], previo: Trozo | None) -> Trozo:
    mejor = max(grupo, key=lambda unidad: unidad.puntaje)
    mismo = previo is not None and previo.mejor.documento is mejor.documento
    titulo = _titulo(mejor)
    repetido = previo is not None and mismo and _titulo(previo.mejor) == titulo
    antes = SALTO if mismo else ""
    if titulo and not repetido and not _se_nombra(grupo[0], titulo):
        antes = ("\n" if mismo else "") + _linea_de_seccion(titulo)
    return Trozo(mejor, grupo[0].inicio, grupo[-1].fin, antes)


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
