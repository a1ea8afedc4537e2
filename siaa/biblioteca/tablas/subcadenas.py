"""Which of many keywords occur in a question, in time that does not grow with their number."""

from collections.abc import Mapping
from dataclasses import dataclass

from siaa.biblioteca.valores import Enteros


@dataclass(frozen=True, slots=True)
class TablaClaves:
    """Keyword → numbers of the documents that have it. largos: the lengths that keywords have."""

    documentos: Mapping[str, Enteros]
    largos: tuple[int, ...]

    def presentes(self, texto: str) -> list[str]:
        """Return the keywords that occur in `texto` as substrings, each once, alphabetically."""
        largo = len(texto)
        partes = {texto[n : n + k] for k in self.largos for n in range(largo - k + 1)}
        return sorted(partes & self.documentos.keys())


def tabular_claves(documentos: Mapping[str, Enteros]) -> TablaClaves:
    """Note how long keywords are (already folded; an empty one is never found)."""
    return TablaClaves(documentos, tuple({len(clave) for clave in documentos if clave}))
