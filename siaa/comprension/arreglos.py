"""Kinds of question that want the last answer said otherwise: each is a row. Pure.

`pide` is matched against the whole of a folded question, what is said around such a wish aside: a
question that names anything else is one of its own.
"""

import re
from typing import Final

from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.valores import Arreglo

_MISMO: Final = (
    " Usa solo lo que dicen los documentos, sin cambiar plazos, cifras, cargos ni artículos."
)
_MAS: Final = r"(?:(?:de|con|en) )?(?:(?:un[ao]?|forma|manera|lenguaje|muy|poco|mucho) )*"
ARREGLOS: Final = (
    (
        rf"{_MAS}mas (?:sencill|simple|facil|clar|entendible)[a-z]*(?: de entender)?"
        r"|(?:con|en) (?:otras |pocas )?palabras(?: mas)? "
        r"(?:sencill|simple|facil|clar|corrient)[a-z]*"
        r"|(?:de|en) (?:forma|manera) (?:sencill|simple|facil|clar)[a-z]*|sin tecnicismos"
        r"|en (?:español|castellano|lenguaje) (?:sencill|simple|facil|clar|corrient)[a-z]*",
        Arreglo(
            "decirlo más sencillo",
            "Responde de nuevo con palabras corrientes y frases cortas." + _MISMO,
        ),
    ),
    (
        rf"{_MAS}mas (?:cort|breve|resumid|concret|concis)[a-z]*|(?:hazme )?un resumen"
        r"|resum(?:e|a|ir|en|(?:e|a|ir)?(?:me)?l[oa]|[ei]rmel[oa]|eme|ame|irme|ido|ida)|acort[a-z]+"
        r"|en (?:pocas|dos|tres) palabras|en (?:una|dos) (?:frases?|lineas?)|en un parrafo",
        Arreglo(
            "decirlo más corto",
            "Responde de nuevo en dos frases como mucho: solo lo que contesta la pregunta."
            + _MISMO,
        ),
    ),
    (
        r"(?:en (?:una |forma de )?|una )list(?:a|ado)"
        r"|(?:en|por|con) (?:puntos|viñetas|numerales|pasos|items)"
        r"|punto por punto|paso a paso|enumer(?:a|e|ar)(?:me)?l[oa]s?",
        Arreglo(
            "ponerlo en lista",
            "Responde de nuevo en una lista numerada, con una sola cosa en cada renglón." + _MISMO,
        ),
    ),
    (
        r"(?:l[oa]|le|te|me) (?:puede |podria )?explica[a-z]* mejor|expli[cq][a-z]+ mejor"
        r"|(?:ya |yo )?no (?:l[oa] |le |te )?(?:entend|entiend|comprend)[a-z]+"
        r"(?: (?:nada|bien|muy bien|eso|la respuesta|lo que (?:dijo|dice|me dijo)))?"
        r"|no (?:me )?qued[oa] (?:muy |nada )?clar[oa]|como asi|con otras palabras"
        r"|de otra (?:forma|manera)",
        Arreglo(
            "explicarlo de otra manera",
            "La persona no entendió tu respuesta. Explícala desde el comienzo y de otra manera, "
            "diciendo qué significa cada término difícil si los documentos lo dicen." + _MISMO,
        ),
    ),
)
_VERBO: Final = (
    r"(?:expli[cq]|di[gm]|deci|repit|hag|haz|hac|pong|pon(?:lo|la|me|er)|escrib|redact)[a-z]{0,9}"
)
_ALREDEDOR: Final = (
    r"(?:y|pero|o sea|es que|por favor|porfa(?:vor)?|perdon|disculpe|gracias|eso|esto|todo|me|lo|la"
    r"|le|se|puedes?|podrias?|quiero|quisiera|necesito|que|a ver|vuelva a|otra vez|ahora|mejor"
    rf"|la respuesta|lo anterior|siaa|doctora?|sea|{_VERBO})"
)
_FORMAS: Final = tuple(
    (re.compile(rf"(?:{_ALREDEDOR} )*?(?:{pide})(?: {_ALREDEDOR})*"), arreglo)
    for pide, arreglo in ARREGLOS
)


def arreglo_de(texto: str) -> Arreglo | None:
    """Return how the last answer has to be said again, if a message asks for nothing else."""
    frase = " ".join(corridas(plegar(texto)))
    return next((arreglo for forma, arreglo in _FORMAS if forma.fullmatch(frase)), None)
