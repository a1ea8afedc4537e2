"""A question looked up in a library: what the journey has of it, whatever the strategy."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from siaa.biblioteca.indice import Indice
from siaa.valores import AjustesPoda, DocumentoPuntuado, Poda, Ruta


@dataclass(frozen=True, slots=True)
class Busqueda(ABC):
    """A question looked up in a library, read once for the documents that it names: `citados`."""

    indice: Indice
    pregunta: str
    citados: frozenset[int]

    @property
    def nombra_dos(self) -> bool:
        """Whether it names two documents, each by itself, that both should be read."""
        return False

    @abstractmethod
    def enrutar(self, max_docs: int) -> Ruta:
        """Return the best documents, with the reasons for each."""

    @abstractmethod
    def podar(self, documentos: Sequence[str], ajustes: AjustesPoda) -> tuple[Poda, ...]:
        """Choose the fragments of some documents (best first), as blocks in sending order."""

    def puntuados(self) -> Sequence[DocumentoPuntuado]:
        """Return all documents that score, best first; the reasons may be left out."""
        return self.enrutar(len(self.indice.claves)).documentos

    def respaldos(self) -> Mapping[str, Mapping[str, float]]:
        """Return what share of it each word is that documents answer for.

        None where that is not measured: the documented algorithm has no such measure, and places
        in lists tell nothing of it.
        """
        return {}

    def calladas(self, texto: str) -> tuple[str, ...]:
        """Return the words that are a good part of it and that a text does not say.

        None where it is not known what a word weighs.
        """
        return ()
