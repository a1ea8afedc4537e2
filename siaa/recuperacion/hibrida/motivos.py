"""The scores of `hibrida` in words: named parts that add up to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from siaa.recuperacion.hibrida.puntaje import PuntajesUnidades
from siaa.recuperacion.hibrida.terminos import Consulta
from siaa.valores import Motivo

MINIMO: Final = 1e-9
LITERAL: Final = "dice la pregunta palabra por palabra"
VECINAS: Final = "las frases vecinas también responden"
ENCABEZADO: Final = "el encabezado de la sección coincide con la pregunta"


def motivos_de_unidades(
    puntajes: PuntajesUnidades, consulta: Consulta, lugares: Sequence[int]
) -> list[tuple[Motivo, ...]]:
    """Return what the score of each unit is the sum of, but for what it gets as an opening.

    What a word gives there and in the paragraph, as a stem and as it is written, is one part.
    """
    parrafos = puntajes.de_parrafo[list(lugares)].tolist()
    en_pasaje, en_parrafo = puntajes.filas.de(lugares), puntajes.parrafos.de(parrafos)
    return [
        (
            *_de_palabras(consulta, en_pasaje[lugar], en_parrafo[parrafo]),
            Motivo("literal", LITERAL, float(puntajes.literal[lugar])),
            Motivo("vecinas", VECINAS, float(puntajes.vecinas[lugar])),
            Motivo("encabezado", ENCABEZADO, float(puntajes.encabezado[lugar])),
        )
        for lugar, parrafo in zip(lugares, parrafos, strict=True)
    ]


def _de_palabras(
    consulta: Consulta, en_pasaje: Mapping[int, float], en_parrafo: Mapping[int, float]
) -> Iterator[Motivo]:
    por_palabra: dict[str, float] = {}
    for numero, fila in enumerate((*consulta.raices, *consulta.formas)):
        valor = en_pasaje.get(numero, 0.0) + en_parrafo.get(numero, 0.0)
        por_palabra[fila.escrito] = por_palabra.get(fila.escrito, 0.0) + valor
    for escrito, valor in por_palabra.items():
        if valor:
            detalle = f"«{escrito}» está en el pasaje o en su párrafo"
            yield Motivo("pasaje", detalle, valor, escrito)


def motivo_de_apertura(puntos: float) -> Motivo:
    """Return what a fragment gets for opening an article that answers."""
    return Motivo("apertura", "abre el artículo que mejor responde", puntos)


def motivos_de_texto(consulta: Consulta, por_fila: Mapping[int, float]) -> Iterator[Motivo]:
    """Yield what each stem gives to the whole text of a document."""
    for numero, puntos in por_fila.items():
        palabra = consulta.raices[numero].escrito
        yield Motivo("densidad", f"«{palabra}» está en el documento", puntos, palabra)


def ponderados(motivos: Iterable[Motivo], factor: float) -> tuple[Motivo, ...]:
    """Return the parts that count, each times what the whole is multiplied by."""
    if factor != 1.0:
        motivos = (replace(motivo, puntos=motivo.puntos * factor) for motivo in motivos)
    return tuple([motivo for motivo in motivos if abs(motivo.puntos) > MINIMO])
