"""Stage after retrieval: what the chosen fragments refer to. No model; pure."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from siaa.biblioteca.ambito import Ambito
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.relaciones.remisiones import Remision, remisiones_de
from siaa.valores import Poda

REFERENCIAS: Final = "referencias"
REMISIONES_MAXIMAS: Final = 4


def remitidas(indice: Indice, podas: Sequence[Poda], ambito: Ambito) -> tuple[Remision, ...]:
    """Return what some fragments refer to and none of them has, each once, as they come."""
    enviados = [(poda.doc, c.inicio, c.fin) for poda in podas for c in poda.chunks]
    nuevas = {
        (doc, inicio): Remision(dicho, doc, inicio, fin)
        for dicho, doc, inicio, fin in _remisiones(indice, podas)
        if ambito.incluye(indice.documentos[doc])
        and not any(otro == doc and desde < fin and inicio < h for otro, desde, h in enviados)
    }
    return tuple(islice(nuevas.values(), REMISIONES_MAXIMAS))


def _remisiones(indice: Indice, podas: Sequence[Poda]) -> Iterator[Remision]:
    for poda in podas:
        estructura = indice.documentos[poda.doc].texto.estructura
        for chunk in poda.chunks:
            for pasaje in estructura.pasajes_en(chunk.inicio, chunk.fin):
                yield from remisiones_de(indice.documentos, indice.actos, poda.doc, pasaje)
