"""Which of many keywords occur in a question, in time that does not grow with their number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

PREFIJO = 3


@dataclass(frozen=True, slots=True)
class BuscadorSubcadenas:
    """Keywords grouped by their first characters; each group knows the lengths it holds."""

    claves: frozenset[str]
    largos: Mapping[str, tuple[int, ...]]

    def presentes(self, texto: str) -> list[str]:
        """Return the keywords that occur in `texto` as substrings, each once, alphabetically."""
        halladas: set[str] = set()
        for tamano in range(1, PREFIJO + 1):
            for lugar in range(len(texto) - tamano + 1):
                for largo in self.largos.get(texto[lugar : lugar + tamano], ()):
                    candidata = texto[lugar : lugar + largo]
                    if candidata in self.claves:
                        halladas.add(candidata)
        return sorted(halladas)


def crear_buscador(claves: Iterable[str]) -> BuscadorSubcadenas:
    """Group keywords (already folded; empty ones are ignored) for searching."""
    distintas = frozenset(clave for clave in claves if clave)
    largos: defaultdict[str, set[int]] = defaultdict(set)
    for clave in distintas:
        largos[clave[:PREFIJO]].add(len(clave))
    return BuscadorSubcadenas(distintas, {p: tuple(sorted(ls)) for p, ls in largos.items()})
