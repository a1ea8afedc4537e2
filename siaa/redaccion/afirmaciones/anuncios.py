"""What claims nothing: greetings, transitions, headings, and that something was not found."""

import re
from typing import Final

from siaa.biblioteca.lengua.texto import plegar
from siaa.redaccion.afirmaciones.lectura.lexico import SECCIONES

_SALUDO: Final = re.compile("|".join(SECCIONES["saludos"]))
_NO_ESTA: Final = re.compile(
    r"\b(?:no|tampoco) (?:se |lo |la |hay |pude )*(?:encontr|mencion|especific|indic|aparec|conten"
    r"|contien|proporcion|detall|precis|dispon|cuent|inform|suficient|habl|trat|dic)"
    r"(?![a-z]*ran?\b)"
)
_DE_DOCUMENTOS: Final = re.compile(
    r"\b(?:document|fuente|pasaje|texto|informacion|contexto|fragment)"
)
_TITULO: Final = re.compile(
    r"#{1,6}\s|[*_]{2}(?!(?:[^\s*_]+\s+){4,}[^\s*_]+\.[*_])[^*_]*[*_]{2}:?\s*\Z|\[[A-Z]+:"
)
"""A heading, in bold too; but for a whole sentence: five words that a full stop ends."""
_RAYA_DE_TABLA: Final = re.compile(r"\|?[ \t]*\n[ \t]*\|?[ \t]*:?-{2,}")
_MEMBRETE: Final = re.compile("|".join(SECCIONES["membretes"]))
_CIFRA: Final = re.compile(r"\d")

SI_O_NO: Final = re.compile(
    r"\W*(?P<dice>(?P<si>sí\b|si(?=[,.;:!]|\s*\Z))|no(?=[,.;:!]|\s*\Z))", re.I
)
"""What answers a question by itself: «Sí, puede», but not «si puede»."""


def es_saludo(plegada: str) -> bool:
    """Tell whether a folded sentence begins as those do that speak to the reader."""
    return _SALUDO.match(plegada.lstrip("¡¿*_ ")) is not None


def dice_que_falta(plegada: str) -> bool:
    """Tell whether a folded sentence says that the documents do not say something."""
    return _NO_ESTA.search(plegada) is not None and _DE_DOCUMENTOS.search(plegada) is not None


def es_rotulo(texto: str, desde: int, hasta: int) -> bool:
    """Tell whether `texto[desde:hasta]` heads what follows: a title, a lead-in, a question."""
    linea = texto.rfind("\n", 0, desde) + 1
    if texto[hasta - 1 : hasta] in (":", "?") or texto[hasta - 3 : hasta] == ":**":
        return True
    if _TITULO.match(texto, linea, hasta) or _TITULO.match(texto, desde, hasta):
        return True
    return _RAYA_DE_TABLA.match(texto, hasta) is not None


def es_membrete(texto: str, desde: int, hasta: int) -> bool:
    """Tell whether `texto[desde:hasta]` is a line that a letter has beside what it says.

    Its number, where and when it is written, what it is of; in capitals, to whom and who signs.
    """
    fin = texto.find("\n", hasta) % (len(texto) + 1)
    alrededor = texto[texto.rfind("\n", 0, desde) + 1 : desde] + texto[hasta:fin]
    if alrededor.strip(" *_"):
        return False
    dicho = texto[desde:hasta]
    dice = dicho.endswith(".") or " NO " in dicho
    nombra = dicho.isupper() and not dice and not _CIFRA.search(dicho)
    return nombra or _MEMBRETE.fullmatch(plegar(dicho)) is not None
