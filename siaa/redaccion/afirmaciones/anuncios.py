"""What claims nothing: greetings, transitions, headings, and that something was not found."""

import re
from typing import Final

_SALUDO: Final = re.compile(
    r"cordialmente|atentamente"
    r"|hola|buen[oa]s|claro|por supuesto|con (?:mucho )?gusto|gracias|espero|quedo|estoy aqui"
    r"|no dude|a continuacion|aqui (?:esta|tiene)|puede consultar|le (?:explico|presento|resumo)"
    r"|(?:nota: )?(?:verifique|consulte|confirme) (?:siempre|directamente|con)\b"
    r"|si (?:tiene|necesita|desea|requiere|quiere)s? (?:mas|otra|alguna|que|algo)"
    r"|(?:segun|de acuerdo con|con base en) (?:el|la|los|las) (?:documento|fuente|pasaje|texto"
    r"|informacion|contexto|fragmento)s?[^,]*,? (?:est[aeo]s?|lo siguiente|le|puedo|encontre)\b"
)
"""How one begins what is said to the reader and not of the documents."""
_NO_ESTA: Final = re.compile(
    r"\b(?:no|tampoco) (?:se |lo |la |hay |pude )*(?:encontr|mencion|especific|indic|aparec|conten"
    r"|contien|proporcion|detall|precis|dispon|cuent|inform|suficient|habl|trat|dic)"
)
_DE_DOCUMENTOS: Final = re.compile(
    r"\b(?:document|fuente|pasaje|texto|informacion|contexto|fragment)"
)
_TITULO: Final = re.compile(r"#{1,6}\s|[*_]{2}[^*_]*[*_]{2}:?\s*\Z|\[[A-Z]+:")
_RAYA_DE_TABLA: Final = re.compile(r"\|?[ \t]*\n[ \t]*\|?[ \t]*:?-{2,}")

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
