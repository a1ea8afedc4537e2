"""Which side of a value counts: up to it or from it on, before it or after it."""

import re
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.numeros import DE_CARDINAL

VENTANA: Final = 120
"""Characters before and after a value in which its limit is looked for."""

TOPE, PISO = "tope", "piso"
"""Up to a value; from a value on."""
ANTES, DESPUES = "antes", "despues"
"""Whether a length of time is counted back from a thing or on from it."""

_PASAR: Final = r"(?:exced|super|sobrepas|rebas|pas)\w*"
_NO: Final = (
    r"(?:no|ni|nunca|jamas|ningun\w*|prohib\w*|sin\sque)\s"
    r"(?:(?!(?:que|quien(?:es)?|si|cuando)\b)\w+,?\s){0,16}"
)
_MENOS: Final = (
    r"inferior(?:es)?\sal? | menor(?:es)?\s(?:al?|del?|que) | menos\sdel? | por\sdebajo\sdel?"
)
_MAS: Final = (
    r"superior(?:es)?\sal? | mayor(?:es)?\s(?:al?|del?|que) | mas\sdel? | por\sencima\sdel?"
)
_MEDIDA: Final = r"(?:plazo|termino|periodo|valor|monto|porcentaje|numero|cuantia|suma)\s"
_DE_LEJOS: Final = r"\s(?:[^.;:0-9]|\b[12][0-9]{3}\b){1,110}\sdel?"
_DE_UNO_A_OTRO: Final = (
    rf"\bde\s(?:\$\s?)?(?![12][0-9]{{3}}\s(?!a\s))(?:[0-9]|{DE_CARDINAL})[^.;:]{{0,60}}\sa"
)
_TOPES: Final = rf"""
    a\smas\stardar | con\santerioridad\sal? | hasta(?!\sque)(?:\s[^,.;:0-9]{{1,40}},)?
    | (?:como\s|un\s)?(?:maxim|top|limit)[oaes]*(?:\sde)?
    | dentro\sde | en(?=\slos\s) | durante(?=\slos\s) | antes\sdel? | a\slo\ssumo | {_MENOS}
    | {_NO}(?:{_PASAR}(?:\sdel?)? | {_MAS}) | llegar\sa | sin\s{_PASAR}(?:\sde)? | vence\w*
    | (?:entre\s(?:(?!\sy\s)[^.;:]){{1,40}}\sy | {_DE_UNO_A_OTRO}) | {_MEDIDA}maxim[oa]{_DE_LEJOS}
"""
_PISOS: Final = rf"""
    a\spartir\sdel? | con\sposterioridad\sal? | desde | despues\sdel?
    | (?:como\s)?(?<!salario\s)minim[oa]s?(?:\sdel?)?
    | (?:al|(?:por\s)?lo|cuando)\smenos | {_MAS} | al\scabo\sde | entre
    | (?!pas){_PASAR}(?:\sde)? | {_PASAR}\sde
    | (?:tras|pasad|vencid|cumplid|transcurrid)[oa]?s?
    | {_NO}(?:{_MENOS} | baja\w*\sde | antes\sdel?)
    | {_MEDIDA}minim[oa]{_DE_LEJOS}
"""
_RELLENO: Final = (
    r"(?:el|las?|los|una?|del?|dia|mes|año|ano|primer\w*|proxim\w*|siguientes|\$|a|es|sera|por|vez|veces"
    r"|plazo|termino|lapso|suma|cantidad|cuantia|valor|monto|en\sningun\scaso)"
)
_DELANTE: Final = re.compile(
    rf"""(?<![a-z])(?:(?P<tope>{_TOPES}) | (?P<piso>{_PISOS})
    | (?P<antes>(?:antelacion|anterioridad|anticipacion)\sde))
    (?:,[^,.;]{{1,60}},\sde)?,?(?:[\s"]+{_RELLENO})*[\s|($]*\Z""",
    re.VERBOSE,
)
_DETRAS: Final = re.compile(
    r"""[)]?(?:\s\([^()]{1,40}\))?
    (?:\s(?:habiles|calendario|corridos|legales|mensuales|vigentes|\w+mente))*[,]?\s
    (?:(?P<tope>(?:[a-zñ]{3,}\s)?o\smenos|(?:como\s|a\slo\s)?(?:maxim[oa]s?|sumo)(?!\sde)|a\smas\stardar
        |(?:[a-zñ]+\s){1,4}?(?:como\smaximo|a\slo\ssumo))
    |(?P<piso>(?:[a-zñ]{3,}\s)?o\smas|(?:[a-zñ]+\s){1,2}en\sadelante|(?:[a-zñ]+\s){0,4}?(?:como\sminimo|(?:(?:por|a)\slo|al)\smenos)|en\sadelante)
    |(?P<antes>antes|anteriores|previos|previas|de\s(?:anticipacion|antelacion))
    |(?P<despues>(?:\w+\s)?(?:siguientes|posteriores|despues|contad[oa]s?)|(?:que\s)?siguen
        |desde|a\spartir|de\s(?:retraso|atraso|demora|mora|retardo)))(?![a-z])
    """,
    re.VERBOSE,
)

_A_OTRO: Final = re.compile(rf"(?:\s[a-zñ]+){{0,2}}\sa\s(?:\$|[0-9]|{DE_CARDINAL})")


class Cota(NamedTuple):
    """The limit of a value and the way it counts, empty where unsaid, and where both are said."""

    lado: str
    sentido: str
    desde: int
    hasta: int


def limite_de(plegado: str, desde: int, hasta: int) -> Cota:
    """Return the limit of the value at `[desde, hasta)`."""
    delante = _DELANTE.search(plegado, max(0, desde - VENTANA), desde)
    if delante and delante[0].startswith("pas") and _A_OTRO.match(plegado, hasta):
        delante = None  # «pasa de tres a cinco»
    detras = _DETRAS.match(plegado, hasta, hasta + VENTANA)
    grupos = {h.lastgroup for h in (delante, detras) if h is not None}
    return Cota(
        next((lado for lado in (TOPE, PISO) if lado in grupos), ""),
        next((sentido for sentido in (ANTES, DESPUES) if sentido in grupos), ""),
        delante.start() if delante else desde,
        detras.end() if detras else hasta,
    )
