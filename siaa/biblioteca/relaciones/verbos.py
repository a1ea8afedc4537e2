"""The words by which an act does something to another, in folded text."""

import re
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.lengua.texto import coincidencias
from siaa.biblioteca.valores import TipoDeRelacion

_RAICES: Final[tuple[tuple[TipoDeRelacion, str, str], ...]] = (
    ("deroga", "ar", "derogu?|abrogu?|revo[cq]u?|elimin"),
    ("deroga", "ir", "suprim"),
    ("modifica", "ar", "modifi[cq]u?|reform|aclar|cambi|prorrogu?"),
    ("modifica", "ir", "corr[ei][gj]"),
    ("adiciona", "ar", "adicion|agregu?"),
    ("adiciona", "ir", "inclu|añad"),
    ("subroga", "ar", "subrogu?|reempla[zc]"),
    ("subroga", "ir", "sustitu"),
    ("suspende", "ir", "suspend"),
    ("reglamenta", "ar", "reglament"),
)
"""Kind of relation, the ending that its verbs follow, and their roots as they are spelled."""
_DESINENCIAS: Final = MappingProxyType(
    {
        "ar": ("[ae]n?sen?", "an?", "ar", "ad[oa]s?"),
        "ir": ("y?[ae]n?sen?", "y?en?", "[ei]r", "id[oa]s?"),
    }
)
"""Ending of a verb → its forms: imperative with «se», present, infinitive, participle."""
_VALOR: Final = "(?:efectos?|valor|vigencia|vigor)"
_SIN_EFECTO: Final = rf"(?:sin\s(?:ningun\s)?{_VALOR}(?:\sni\s{_VALOR})?|en\ssuspenso)"


def _formas(cual: int) -> str:
    formas = [f"(?:{raices})(?:{_DESINENCIAS[en][cual]})" for _, en, raices in _RAICES]
    deja = rf"(?:dej|declar)(?:{_DESINENCIAS['ar'][cual]})\s(?:[a-z]+\s)?{_SIN_EFECTO}"
    return "|".join((*formas, deja))


_MENOR: Final = (
    r"(?:(?:inciso|paragrafo|numeral|literal|ordinal|aparte|punto|letra|frase|expresion"
    r"|par|num|lit)s?(?:es)?|parte|parcial(?:mente)?|pertinente)"
)
PARTICIPIO: Final = re.compile(f"(?:{_formas(3)})")
VERBO: Final = re.compile(
    r"(?<![a-z0-9ñ])(?=[acdeimpqrst])(?:"
    rf"(?P<imperativo>{_formas(0)})|se\s(?:les?\s)?(?P<refleja>{_formas(1)})"
    rf"|(?P<presente>{_formas(1)})|(?P<infinitivo>{_formas(2)})"
    r"|(?:queda(?:n|ra|ran)?|(?:declar|entiend|teng)[ae]n?se)(?:,?\s[a-z]+){0,4}?,?\s"
    rf"(?P<pasiva>{PARTICIPIO.pattern}|{_SIN_EFECTO})"
    r"|(?P<texto>(?:quedaran?|se\sleeran?)\s(?:asi|de\sla\ssiguiente|del\ssiguiente|en\slos\s"
    r"siguientes|como)|(?:sera|tendra)n?\s(?:asi|el\ssiguiente))"
    rf"|(?P<elidida>{PARTICIPIO.pattern})(?=\s(?:el|las?|los)\s)"
    rf"|(?P<nota>{PARTICIPIO.pattern})(?=\s(?:[a-z]+\s){{0,2}}por\s|\W*\Z)"
    r")(?![a-z0-9ñ])"
)
"""Every form that may do something; the name of its group says how it has to stand to do it."""
_INDICIOS: Final = (
    *(raiz for *_, raices in _RAICES for raiz in raices.split("|")),
    "suspenso",
    "quedara",
    "leera",
    rf"sin\s(?:ningun\s)?{_VALOR}",
    r"nuevo\stexto",
    r"siguiente\stexto",
)
_INDICIO: Final = re.compile(
    rf"\b(?!reglament(?:o|ar|ad)|reemplazo|cambio)(?:{'|'.join(_INDICIOS)})"
)
_COMIENZOS: Final = tuple(
    {comienzo[0] for comienzo in map(re.compile(r"(?:[a-zñ](?!\?))+").match, _INDICIOS) if comienzo}
)

TITULO: Final = re.compile(r"\W*por\s(?:el|la|los|las|medio\sdel?\s(?:el|la)?)\s?cual(?:es)?\s")
DE_OTRO_ARTICULO: Final = re.compile(r"(?<![a-zñ])(?:del?|el|la|los|las)\s")
"""Before a participle: it is said of what was just named, not of where it stands."""
DE_SI: Final = re.compile(
    r"(?<![a-zñ])(?:rige|regira|vigencia|vigor|presente|surte|est[ea])(?![a-zñ])"
)
"""What an act says when it speaks of itself."""
DE_OTRO: Final = re.compile(
    r"(?<![a-zñ])(?:(?<!tiempo\s)que|cual(?:es)?|quien(?:es)?|donde|lo|la|los|las|les?)\s*\Z"
)
"""Before a verb in the present: somebody else does it."""
NIEGA: Final = re.compile(
    r"(?<![a-zñ])(?:n[oi]|nunca|jamas|tampoco|en\s(?:nada|ningun\scaso)),?\s*(?:se\s)?\Z"
)
"""Before a verb: it is said not to be done («no modifica ni deroga», «no quedan derogados»)."""
ELIDE: Final = re.compile(r"(?<![a-zñ])queda.*(?:[;,]|\s[yei])\s(?:[yei]\s)?\Z")
"""Before a participle: what it is said of is repealed as well, without «quedan» again."""
EXCEPTO: Final = re.compile(r"\W*(?:con\s(?:la\s)?excepcion|salvo|excepto|a\sexcepcion|en\slo\s)")
DE_ARTICULO: Final = re.compile(rf"(?<![a-zñ]){_MENOR}(?![a-zñ])")
"""Words that speak of less than an article."""
DE_ACTO: Final = re.compile(
    rf"{DE_ARTICULO.pattern}|(?<![a-zñ])(?:titulo|capitulo|seccion|libro|anexo)"
)
"""Words that speak of less than an act."""


def indicios(plegado: str) -> list[int]:
    """Return where one of those forms may begin, or what it has, in order.

    But for the nouns that are written as one.
    """
    return [h.start() for h in coincidencias(_INDICIO, _COMIENZOS, plegado)]


def tipo_de(forma: str) -> TipoDeRelacion:
    """Return what a form of `VERBO` does."""
    if forma.startswith(("quedara", "se", "tendra")):
        return "modifica"
    if forma.endswith("en suspenso"):
        return "suspende"
    return next((tipo for tipo, _, raices in _RAICES if re.match(raices, forma)), "deroga")
