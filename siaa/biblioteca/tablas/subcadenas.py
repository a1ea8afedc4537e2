"""Which of many keywords occur in a question, in time that does not grow with their number."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

PREFIJO = 3


@dataclass(frozen=True, slots=True)
class BuscadorSubcadenas:
    """Keywords grouped by their first characters; each group knows the lengths it holds."""

    claves: frozenset[str]
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
                if candidata in self.claves:
                    yield candidata
            lugar = texto.find(prefijo, lugar + 1)


def crear_buscador(claves: Iterable[str]) -> BuscadorSubcadenas:
    """Group keywords (already folded; empty ones are ignored) for searching."""
    distintas = frozenset(clave for clave in claves if clave)
    largos: defaultdict[str, set[int]] = defaultdict(set)
    for clave in distintas:
        largos[clave[:PREFIJO]].add(len(clave))
    return BuscadorSubcadenas(
        distintas,
        {p: tuple(sorted(ls)) for p, ls in largos.items()},
        tuple(sorted({len(p) for p in largos})),
    )
