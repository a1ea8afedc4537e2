"""The fragments that several lookups of one question chose, as one choice. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from siaa.biblioteca.indice import Indice
from siaa.recuperacion.formato import largo
from siaa.valores import ChunkPuntuado, Poda


def juntar(indice: Indice, elecciones: Sequence[tuple[Poda, ...]]) -> tuple[Poda, ...]:
    """Return the best fragments of all, no text twice, in the room of the largest choice."""
    if len(elecciones) <= 1:
        return elecciones[0] if elecciones else ()
    tope = max(largo(indice, podas) for podas in elecciones)
    pares = [(poda, chunk) for podas in elecciones for poda in podas for chunk in poda.chunks]
    juntas: tuple[Poda, ...] = ()
    for poda, chunk in sorted(pares, key=lambda par: -par[1].puntaje):
        nuevas = _con(juntas, poda, chunk)
        if not juntas or largo(indice, nuevas) <= tope:
            juntas = nuevas
    return juntas


def _con(podas: tuple[Poda, ...], poda: Poda, chunk: ChunkPuntuado) -> tuple[Poda, ...]:
    """Add a fragment to the block of its document, unless some of its text is there already.

    Sections go in the order in which they came; in one, fragments as its text goes.
    """
    lugar = next((n for n, otra in enumerate(podas) if otra.doc == poda.doc), None)
    if lugar is None:
        return (*podas, replace(poda, chunks=(chunk,)))
    suyos = podas[lugar].chunks
    if any(chunk.inicio < otro.fin and otro.inicio < chunk.fin for otro in suyos):
        return podas
    secciones = [uno.seccion for uno in (*suyos, chunk)]
    orden = sorted((*suyos, chunk), key=lambda c: (secciones.index(c.seccion), c.inicio))
    return (*podas[:lugar], replace(podas[lugar], chunks=tuple(orden)), *podas[lugar + 1 :])
