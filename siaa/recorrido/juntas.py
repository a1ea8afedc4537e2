"""What several lookups of one question found, as one finding and one choice. Pure."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain

from siaa.biblioteca.indice import Indice
from siaa.recorrido.hallazgo import Hallazgo
from siaa.recuperacion.formato import largo
from siaa.valores import ChunkPuntuado, Poda


def juntar(indice: Indice, elecciones: Sequence[tuple[Poda, ...]]) -> tuple[Poda, ...]:
    """Return the best fragments of all, no text twice, in the room of the largest choice."""
    if len(elecciones) <= 1:
        return elecciones[0] if elecciones else ()
    tope = max(largo(indice, podas) for podas in elecciones)
    pares = sorted(en_pares(chain.from_iterable(elecciones)), key=lambda par: -par[1].puntaje)
    return agregados(indice, (), pares, tope)


def quitar(podas: tuple[Poda, ...], cuales: Collection[int]) -> tuple[Poda, ...]:
    """Return a choice without some of its fragments, by their places; the same if none stayed."""
    pares = [par for n, par in enumerate(en_pares(podas)) if n not in cuales]
    quedan = [(p, tuple(chunk for otra, chunk in pares if otra is p)) for p in podas]
    return tuple(replace(p, chunks=chunks) for p, chunks in quedan if chunks) or podas


def en_pares(podas: Iterable[Poda]) -> list[tuple[Poda, ChunkPuntuado]]:
    """Return each fragment with its block, in order."""
    return [(poda, chunk) for poda in podas for chunk in poda.chunks]


def agregados(
    indice: Indice, podas: tuple[Poda, ...], pares: Iterable[tuple[Poda, ChunkPuntuado]], tope: int
) -> tuple[Poda, ...]:
    """Add fragments one by one while they fit, no text twice; the first of all has to."""
    for poda, chunk in pares:
        nuevas = _con(podas, poda, chunk)
        if not podas or largo(indice, nuevas) <= tope:
            podas = nuevas
    return podas


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


def juntar_hallazgos(propio: Hallazgo, otros: Sequence[Hallazgo]) -> Hallazgo:
    """Return a finding with the best documents of others, if there are any.

    It is as sure as the surest; what is told of its words is of the question alone. Where the best
    of all is a near-copy that its own search does not tell apart, nor is it told apart now.
    """
    if not otros:
        return propio
    rutas = [hallazgo.ruta for hallazgo in (propio, *otros)]
    segura = max(rutas, key=lambda ruta: ruta.certeza.valor if ruta.certeza else -1.0)
    elegidos = sorted((d for h in otros for d in h.documentos), key=lambda d: d.puntaje)
    mejores = {elegido.doc: elegido for elegido in elegidos}
    orden = sorted(mejores.values(), key=lambda d: (-d.puntaje, d.doc))
    ruta = replace(propio.ruta, respaldo=segura.respaldo, certeza=segura.certeza)
    ruta = replace(ruta, documentos=tuple(orden[: propio.max_docs]))
    suficiente = any(h.suficiente for h in (propio, *otros))
    dudoso = next((h for h in otros if orden and orden[0].doc in h.indistintos), propio)
    busqueda, indistintos = dudoso.busqueda, dudoso.indistintos
    return replace(
        propio, ruta=ruta, suficiente=suficiente, busqueda=busqueda, indistintos=indistintos
    )
