"""Stage after retrieval: what the chosen fragments refer to. No model; pure."""

from collections.abc import Sequence
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
    pasajes = (
        (doc, pasaje)
        for doc, desde, hasta in enviados
        for pasaje in indice.documentos[doc].texto.estructura.pasajes_en(desde, hasta)
    )
    nuevas = {
        (r.doc, r.inicio): r
        for lugar in pasajes
        for r in remisiones_de(indice.documentos, indice.actos, *lugar)
        if ambito.incluye(indice.documentos[r.doc])
        and not any(otro == r.doc and d < r.fin and r.inicio < h for otro, d, h in enviados)
    }
    return tuple(islice(nuevas.values(), REMISIONES_MAXIMAS))
