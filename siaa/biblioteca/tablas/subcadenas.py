"""Which of many keywords occur in a question, in time that does not grow with their number."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from siaa.biblioteca.valores import Enteros

PREFIJO = 3


@dataclass(frozen=True, slots=True)
class TablaClaves:
    """Keyword → numbers of the documents that have it, and how it is found in a text.

    largos: first characters → lengths of the keywords that begin so. tamanos: how many those are.
    """

    documentos: Mapping[str, Enteros]
    largos: Mapping[str, tuple[int, ...]]
    tamanos: tuple[int, ...]

    def presentes(self, texto: str) -> list[str]:
        """Return the keywords that occur in `texto` as substrings, each once, alphabetically."""
        halladas: set[str] = set()
        for tamano in self.tamanos:
            prefijos = {texto[n : n + tamano] for n in range(len(texto) - tamano + 1)}
            for prefijo in prefijos & self.largos.keys():
                halladas.update(self._con_prefijo(prefijo, texto))
        return sorted(halladas)

    def _con_prefijo(self, prefijo: str, texto: str) -> Iterator[str]:
        lugar = texto.find(prefijo)
        while lugar != -1:
            for largo in self.largos[prefijo]:
                candidata = texto[lugar : lugar + largo]
                if candidata in self.documentos:
                    yield candidata
            lugar = texto.find(prefijo, lugar + 1)


def tabular_claves(documentos: Mapping[str, Enteros]) -> TablaClaves:
    """Group keywords (already folded; an empty one is never found) by their first characters."""
    largos: defaultdict[str, set[int]] = defaultdict(set)
    for clave in filter(None, documentos):
        largos[clave[:PREFIJO]].add(len(clave))
    return TablaClaves(
        documentos,
        {p: tuple(sorted(ls)) for p, ls in largos.items()},
        tuple(sorted({len(p) for p in largos})),
    )
