"""A choice of fragments made smaller, from its end."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import Documento
from siaa.recuperacion.formato import escribir, largo
from siaa.valores import Poda


def quitar_ultimo(podas: Sequence[Poda], lugar: int | None = None) -> tuple[Poda, ...]:
    """Return a choice without the last fragment of one block; the same if it is the only one.

    A block left empty goes out. lugar: which block; by default the last.
    """
    if sum(len(poda.chunks) for poda in podas) <= 1:
        return tuple(podas)
    lugar = len(podas) - 1 if lugar is None else lugar
    quedan = podas[lugar].chunks[:-1]
    corta = (replace(podas[lugar], chunks=quedan),) if quedan else ()
    return (*podas[:lugar], *corta, *podas[lugar + 1 :])


def recortar(indice: Indice, podas: Sequence[Poda], presupuesto: int) -> tuple[Poda, ...]:
    """Return as much of a choice as fits in so many characters, headings included.

    The last fragments go, then the heading of the only one left, then its last words.
    """
    podas = tuple(podas)
    while largo(indice, podas) > presupuesto:
        menos = quitar_ultimo(podas)
        if menos == podas:
            (poda,) = podas
            return (_cortada(indice.documentos[poda.doc], poda, presupuesto),)
        podas = menos
    return podas


def _cortada(documento: Documento, poda: Poda, presupuesto: int) -> Poda:
    """Cut the only fragment of a block after a word; in the middle of one if none fits."""
    chunk = replace(poda.chunks[0], titulo=None, resumen="")
    texto = documento.contenido[chunk.inicio : chunk.fin]

    def hasta(fin: int) -> Poda:
        return replace(poda, chunks=(replace(chunk, fin=chunk.inicio + fin),))

    finales = [palabra.end() for palabra in re.finditer(r"\S+", texto)]
    for lugares in (finales, range(1, len(texto))):
        # A fragment may be sent healed, so what is left is measured as it is written.
        caben = bisect_right(lugares, presupuesto, key=lambda n: len(escribir(documento, hasta(n))))
        if caben:
            return hasta(lugares[caben - 1])
    return hasta(1)
