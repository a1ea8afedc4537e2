"""The scores of `hibrida` in words: named parts that add up to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.recuperacion.puntaje_hibrido import Puntajes, densidad_de
from siaa.recuperacion.terminos_hibridos import Consulta
from siaa.valores import Motivo

MINIMO: Final = 1e-9


def motivos_de_unidad(puntajes: Puntajes, consulta: Consulta, lugar: int) -> Iterator[Motivo]:
    """Yield what the score of one unit is the sum of, but for what it gets as an opening.

    What a word gives there and in the paragraph, as a stem and as it is written, is one part.
    """
    filas = (*consulta.raices, *consulta.formas)
    aqui = np.flatnonzero(puntajes.unidad == lugar)
    propios = np.bincount(puntajes.fila[aqui], puntajes.puntos[aqui], minlength=len(filas))
    puntos = propios.astype(np.float64)
    puntos[: len(consulta.raices)] += puntajes.parrafo[:, puntajes.de_parrafo[lugar]]
    por_palabra: dict[str, float] = {}
    for fila, valor in zip(filas, puntos.tolist(), strict=True):
        por_palabra[fila.escrito] = por_palabra.get(fila.escrito, 0.0) + valor
    for escrito, valor in por_palabra.items():
        yield Motivo("pasaje", f"«{escrito}» está en el pasaje o en su párrafo", valor)
    yield Motivo("vecinas", "las frases vecinas también responden", float(puntajes.vecinas[lugar]))
    titulo = "el encabezado de la sección coincide con la pregunta"
    yield Motivo("encabezado", titulo, float(puntajes.encabezado[lugar]))


def motivo_de_apertura(puntajes: Puntajes, lugar: int) -> Motivo:
    """Return what a unit gets for opening an article that answers."""
    detalle = "abre el artículo donde está el mejor pasaje"
    return Motivo("apertura", detalle, float(puntajes.apertura[lugar]))


def motivos_de_texto(
    indice: Indice, consulta: Consulta, documento: int, peso: float
) -> Iterator[Motivo]:
    """Yield what each word gives to the whole text of a document."""
    for fila in consulta.raices:
        puntos = peso * densidad_de(indice, fila, documento)
        yield Motivo("densidad", f"«{fila.escrito}» está en el documento", puntos)


def ponderados(motivos: Iterator[Motivo], factor: float) -> tuple[Motivo, ...]:
    """Return the parts that count, each times what the whole is multiplied by."""
    return tuple(
        Motivo(motivo.nombre, motivo.detalle, motivo.puntos * factor)
        for motivo in motivos
        if abs(motivo.puntos * factor) > MINIMO
    )
