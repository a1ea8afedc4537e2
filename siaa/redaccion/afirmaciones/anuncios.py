"""What claims nothing: greetings, transitions, headings, and that something was not found."""

from __future__ import annotations

import re
from typing import Final

_SALUDO: Final = re.compile(
    r"(?:hola|buen[oa]s|claro|por supuesto|con (?:mucho )?gusto|gracias|espero|quedo|estoy aqui"
    r"|no dude|si (?:tiene|necesita|desea|requiere|quiere)s? (?:mas|otra|alguna|que)|recuerde que"
    r" (?:puede|debe) (?:consultar|verificar)|puede consultar|a continuacion|en (?:resumen|conclusion)"
    r"|(?:este|esto) es (?:un|el) resumen|nota:?\Z|aqui (?:esta|tiene))"
)
"""How one begins what is said to the reader and not of the documents."""
_NO_ESTA: Final = re.compile(
    r"\b(?:no|tampoco) (?:se |lo |la |hay |pude )*(?:encontr|mencion|especific|indic|aparec|conten"
    r"|contien|proporcion|detall|precis|dispon|cuent|inform|suficient|habl|trat|dic)"
)
_DE_DOCUMENTOS: Final = re.compile(
    r"\b(?:document|fuente|pasaje|texto|informacion|contexto|fragment)"
)
_TITULO: Final = re.compile(r"#{1,6}\s|[*_]{2}[^*_]*[*_]{2}:?\s*\Z")
_RAYA_DE_TABLA: Final = re.compile(r"\|?[ \t]*\n[ \t]*\|?[ \t]*:?-{2,}")


def es_anuncio(plegada: str) -> bool:
    """Tell whether a folded sentence speaks to the reader, or of what was not found."""
    if _SALUDO.match(plegada.lstrip("¡¿*_ ")):
        return True
    return _NO_ESTA.search(plegada) is not None and _DE_DOCUMENTOS.search(plegada) is not None


def es_rotulo(texto: str, desde: int, hasta: int) -> bool:
    """Tell whether `texto[desde:hasta]` heads what follows: a title, a lead-in, a question."""
    linea = texto.rfind("\n", 0, desde) + 1
    if texto[hasta - 1 : hasta] in (":", "?") or texto[hasta - 3 : hasta] == ":**":
        return True
    if _TITULO.match(texto, linea, hasta) or _TITULO.match(texto, desde, hasta):
        return True
    return _RAYA_DE_TABLA.match(texto, hasta) is not None
