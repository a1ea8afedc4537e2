"""The marks of sources that the model writes («[3]», «(fuente 2)») leave its words; pure.

SIAA alone says which passage vouches for a sentence. A number of the model's is of no passage that
people see, or of another one once those that are cited are numbered anew.
"""

import re
from typing import Final

_NOMBRE: Final = r"(?:(?:fuente|pasaje)s?:? ?)"
_NUMEROS: Final = rf"[1-9]\d?(?:(?: ?[,;–-] ?| y ){_NOMBRE}?[1-9]\d?)*"
_MARCA: Final = rf"(?:\[\^?{_NOMBRE}?{_NUMEROS}\]|\({_NOMBRE}{_NUMEROS}\))"
_ENTRE: Final = r"[ \t]*(?:[,;y][ \t]*)?"
_MARCAS: Final = rf"{_MARCA}(?:{_ENTRE}{_MARCA}){{0,8}}"
_BLANCO: Final = r"(?<![ \t])[ \t]*"
_SUYAS = re.compile(rf"(?<=\n){_MARCAS}[ \t]*|{_BLANCO}{_MARCAS}", re.IGNORECASE)
"""Marks, with the space that parts them from the words beside them."""
_ES_UN_NUMERO = re.compile(
    r"\b(?:art(?:[íi]culos?|s?\.)|numeral(?:es)?|literal(?:es)?|incisos?|ordinal(?:es)?"
    r"|par[áa]grafos?|p[áa]ginas?|de)[ \t]*\Z",
    re.IGNORECASE,
)
"""Before what is no mark: «el artículo [5]», «un plazo de [8] días»."""
_VISTO: Final = 16
"""Characters told that are looked at for that."""
_EMPEZADA: Final = r"[\[(]\^?(?:\b[fp][a-z]{0,7}:?|[\d ,;y–-]){0,40}"
_A_MEDIAS = re.compile(rf"{_BLANCO}(?:{_MARCAS}{_ENTRE})?(?:{_EMPEZADA})?\Z", re.IGNORECASE)
"""End of a text that may become a mark, or stand before one, once more words come."""


class SinMarcas:
    """Lets the words of a model through as they come, but for its marks of sources."""

    def __init__(self) -> None:
        self._dicho = "\n"
        self._pendiente = ""

    def pasar(self, texto: str) -> str:
        """Return what can be told by now of some words and of what was kept of those before."""
        pendiente = self._pendiente + texto
        hallada = _A_MEDIAS.search(pendiente)
        hasta = hallada.start() if hallada else len(pendiente)
        self._pendiente = pendiente[hasta:]
        return self._decir(pendiente[:hasta])

    def acabar(self) -> str:
        """Return what was kept: no more words come."""
        pendiente, self._pendiente = self._pendiente, ""
        return self._decir(pendiente)

    def _decir(self, texto: str) -> str:
        """Return a text without its marks. What was told last may end a line, or ask a number."""
        todo, fin = self._dicho + texto, len(self._dicho)
        dicho = ""
        for hallada in _SUYAS.finditer(todo, fin):
            antes = dicho + todo[fin : hallada.start()]
            if not _ES_UN_NUMERO.search(self._dicho + antes):
                dicho, fin = antes, hallada.end()
        dicho += todo[fin:]
        self._dicho = (self._dicho + dicho)[-_VISTO:]
        return dicho
