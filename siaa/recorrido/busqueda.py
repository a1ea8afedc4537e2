"""How the texts that a question is looked up with become one lookup of the strategy. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from siaa.biblioteca.indice import Indice
from siaa.etapas.reordenamiento import AjustesReordenamiento, reordenar
from siaa.recuperacion.estrategia import Busqueda
from siaa.recuperacion.formato import largo
from siaa.recuperacion.recorte import recortar
from siaa.valores import AjustesPoda, ChunkPuntuado, Poda, Ruta


@dataclass(frozen=True, slots=True)
class _Envoltura:
    """A lookup that does as another but where it says otherwise."""

    indice: Indice
    busqueda: Busqueda

    @property
    def citados(self) -> frozenset[int]:
        return self.busqueda.citados

    def enrutar(self, max_docs: int) -> Ruta:
        return self.busqueda.enrutar(max_docs)

    def concentracion(self, podas: Sequence[Poda]) -> float | None:
        return self.busqueda.concentracion(podas)


@dataclass(frozen=True, slots=True)
class BusquedaReordenada(_Envoltura):
    """A lookup whose fragments are sorted again once they are chosen."""

    consulta: str
    ajustes: AjustesReordenamiento

    def podar(self, documentos: Sequence[str], ajustes: AjustesPoda) -> tuple[Poda, ...]:
        """Headings that have to be said again never carry a choice over a budget that it kept."""
        podas = self.busqueda.podar(documentos, ajustes)
        nuevas = reordenar(self.indice, podas, self.consulta, self.ajustes)
        tope = ajustes.presupuesto.escopeta
        cabia = largo(self.indice, podas) <= tope
        return recortar(self.indice, nuevas, tope) if cabia else nuevas


@dataclass(frozen=True, slots=True)
class BusquedasJuntas(_Envoltura):
    """The lookup of a question whose documents and fragments others choose, one at least.

    Each document and fragment keeps its best score; what people are told of their words is of the
    question alone.
    """

    otras: tuple[Busqueda, ...]

    def enrutar(self, max_docs: int) -> Ruta:
        """Return the best documents of all; as sure as the surest lookup is."""
        propia = self.busqueda.enrutar(max_docs)
        rutas = [otra.enrutar(max_docs) for otra in self.otras]
        segura = max((propia, *rutas), key=lambda r: r.certeza.valor if r.certeza else -1.0)
        elegidos = sorted(chain(*(ruta.documentos for ruta in rutas)), key=lambda d: d.puntaje)
        mejores = {elegido.doc: elegido for elegido in elegidos}
        documentos = sorted(mejores.values(), key=lambda d: (-d.puntaje, d.doc))[:max_docs]
        return replace(
            propia,
            documentos=tuple(documentos),
            respaldo=segura.respaldo,
            certeza=segura.certeza,
        )

    def podar(self, documentos: Sequence[str], ajustes: AjustesPoda) -> tuple[Poda, ...]:
        """Return the best fragments of all, no text twice, in the room of the largest choice."""
        elecciones = [otra.podar(documentos, ajustes) for otra in self.otras]
        if len(elecciones) == 1:
            return elecciones[0]
        tope = max(largo(self.indice, podas) for podas in elecciones)
        pares = [(poda, chunk) for podas in elecciones for poda in podas for chunk in poda.chunks]
        elegidas: tuple[Poda, ...] = ()
        for poda, chunk in sorted(pares, key=lambda par: -par[1].puntaje):
            nuevas = _con(elegidas, poda, chunk)
            if not elegidas or largo(self.indice, nuevas) <= tope:
                elegidas = nuevas
        return elegidas


def _con(podas: tuple[Poda, ...], poda: Poda, chunk: ChunkPuntuado) -> tuple[Poda, ...]:
    """Add a fragment to the block of its document, unless some of its text is there already.

    Sections go in the order in which they came; in one, fragments as its text goes.
    """
    lugar = next((n for n, otra in enumerate(podas) if otra.doc == poda.doc), None)
    if lugar is None:
        return (*podas, replace(poda, chunks=(chunk,)))
    suyos = (*podas[lugar].chunks, chunk)
    if any(chunk.inicio < otro.fin and otro.inicio < chunk.fin for otro in suyos[:-1]):
        return podas
    secciones = [uno.seccion for uno in suyos]
    orden = sorted(suyos, key=lambda uno: (secciones.index(uno.seccion), uno.inicio))
    return (*podas[:lugar], replace(podas[lugar], chunks=tuple(orden)), *podas[lugar + 1 :])
