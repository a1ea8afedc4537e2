"""Kinds of question that want the last answer said otherwise: `arreglos.txt`. Pure.

Their patterns are matched against the whole of a folded question, what is said around such a wish
aside: a question that names anything else is one of its own.
"""

import re
from typing import Final

from siaa.biblioteca.lengua.texto import solo_palabras
from siaa.biblioteca.lengua.vocabulario import secciones
from siaa.valores import Arreglo

_MISMO: Final = (
    " Usa solo lo que dicen los documentos, sin cambiar plazos, cifras, cargos ni artículos."
)
_MAS: Final = r"(?:(?:de|con|en) )?(?:(?:un[ao]?|forma|manera|lenguaje|muy|poco|mucho) )*"
_VERBO: Final = (
    r"(?:expli[cq]|di[gm]|deci|repit|hag|haz|hac|pong|pon(?:lo|la|me|er)|escrib|redact|muestr"
    r"|d[ae]me|elabor)[a-z]{0,9}"
)
_ALREDEDOR: Final = (
    r"(?:y|pero|o sea|es que|por favor|porfa(?:vor)?|perdon|disculpe|gracias|todo|me|lo|la"
    r"|(?:(?:con|de) )?(?:eso|esto|lo (?:anterior|mismo))"
    r"|le|se|puedes?|podrias?|quiero|quisiera|necesito|que|a ver|vuelva a|otra vez|ahora|mejor"
    rf"|la respuesta|lo anterior|siaa|doctora?|sea|{_VERBO})"
)
_FORMAS: Final = tuple(
    (
        re.compile(
            rf"(?:{_ALREDEDOR} )*?(?:{'|'.join(formas)})(?: {_ALREDEDOR})*".replace("{mas}", _MAS)
        ),
        Arreglo(que, encargo + _MISMO),
    )
    for que, encargo, *formas in secciones(__package__, "arreglos.txt").values()
)


def arreglo_de(texto: str) -> Arreglo | None:
    """Return how the last answer has to be said again, if a message asks for nothing else."""
    dicho = solo_palabras(texto)
    return next((arreglo for forma, arreglo in _FORMAS if forma.fullmatch(dicho)), None)
