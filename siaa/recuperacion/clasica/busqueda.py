"""`clasica`: the documented router and pruner joined; the yardstick for any other strategy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from siaa.biblioteca.indice import Indice
from siaa.recuperacion.clasica.enrutador import enrutar
from siaa.recuperacion.clasica.poda import podar
from siaa.recuperacion.nombrados import documentos_nombrados
from siaa.valores import AjustesPoda, Intento, Poda, Ruta


@dataclass(frozen=True, slots=True)
class BusquedaClasica:
    """A question for a library: both stages look it up by themselves."""

    indice: Indice
    pregunta: str
    citados: frozenset[int]

    def enrutar(self, max_docs: int) -> Ruta:
        """Return the best documents, with the reasons for each."""
        return Ruta(enrutar(self.indice, self.pregunta, max_docs))

    def respaldos(self) -> Mapping[str, Mapping[str, float]]:
        """Return nothing: the documented algorithm has no such measure."""
        return {}

    def podar(self, documentos: Sequence[str], ajustes: AjustesPoda) -> tuple[Poda, ...]:
        """Choose the chunks of each document that are worth sending."""
        return tuple(
            podar(self.indice, doc, self.pregunta, ajustes.max_chunks, ajustes.listado)
            for doc in documentos
        )

    def concentracion(self, podas: Sequence[Poda]) -> None:
        """Not measured: the documented algorithm only compares the best two chunks."""


def buscar(indice: Indice, pregunta: str, intentos: Sequence[Intento] = ()) -> BusquedaClasica:
    """Read a question for the documents that it names; the rest waits until it is asked for.

    What it wants to know (`intentos`) is not part of the documented algorithm.
    """
    return BusquedaClasica(indice, pregunta, documentos_nombrados(indice, pregunta))
