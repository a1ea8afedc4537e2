"""The words by which an act does something to another, in folded text."""

import re
from typing import Final

from siaa.biblioteca.valores import TipoDeRelacion

_RAICES: Final[tuple[tuple[str, TipoDeRelacion, str, str, str, str], ...]] = (
    ("derog", "deroga", "an?", "an?|uen?", "ar", "ad[oa]s?"),
    ("modifi", "modifica", "can?", "can?|quen?", "car", "cad[oa]s?"),
    ("adicion", "adiciona", "an?", "an?|en?", "ar", "ad[oa]s?"),
    ("subrog", "subroga", "an?", "an?|uen?", "ar", "ad[oa]s?"),
    ("suspend", "suspende", "en?", "en?|an?", "er", "id[oa]s?"),
    ("reform", "modifica", "an?", "an?|en?", "ar", "ad[oa]s?"),
    ("sustitu", "subroga", "yen?", "yen?|yan?", "ir", "id[oa]s?"),
    ("reglament", "reglamenta", "an?", "an?|en?", "ar", "ad[oa]s?"),
)
"""Root, what it does, its endings: present, imperative (before «se»), infinitive, participle."""
_SIN_EFECTO: Final = r"sin\s(?:ningun\s)?(?:efectos?|valor|vigencia|vigor)"


def _formas(cual: int, final: str = "") -> str:
    return "|".join(f"{raices[0]}(?:{raices[cual]}){final}" for raices in _RAICES)


PARTICIPIO: Final = re.compile(f"(?:{_formas(5)})")
VERBO: Final = re.compile(
    r"(?<![a-z0-9ñ])(?:"
    rf"(?P<imperativo>{_formas(3, 'sen?')}|(?:dej|declar)[ae]n?se\s(?:[a-z]+\s)?{_SIN_EFECTO})"
    rf"|(?P<presente>{_formas(2)}|(?:dej|declar)an?\s{_SIN_EFECTO})"
    rf"|(?P<infinitivo>{_formas(4)}|(?:dej|declar)ar\s{_SIN_EFECTO})"
    rf"|queda(?:n|ra|ran)?(?:\s[a-z]+){{0,3}}?\s(?P<pasiva>{PARTICIPIO.pattern}|{_SIN_EFECTO})"
    r"|(?P<texto>quedaran?\s(?:asi|de\sla\ssiguiente|del\ssiguiente|en\slos\ssiguientes|como))"
    rf"|(?P<nota>{PARTICIPIO.pattern})(?=\s(?:[a-z]+\s){{0,2}}por\s|\W*\Z)"
    r")(?![a-z0-9ñ])"
)
"""Every form that may do something; the name of its group says how it has to stand to do it."""
INDICIOS: Final = (
    *("quedara", "sin efecto", "sin valor", "sin vig", "se reglament", "reglamentase"),
    *("reglamentanse", "reglamentese", "reglamentense"),
    *(raiz for raiz, tipo, *_ in _RAICES if tipo != "reglamenta"),
)
"""A folded text without any of these has no such form, or none that counts."""

TITULO: Final = re.compile(r"\W*por\s(?:el|la|los|las|medio\sdel?\s(?:el|la)?)\s?cual(?:es)?\s")
DE_OTRO_ARTICULO: Final = re.compile(r"(?<![a-zñ])(?:del?|el|la|los|las)\s")
"""Before a participle: it is said of what was just named, not of where it stands."""
DE_SI: Final = re.compile(
    r"(?<![a-zñ])(?:rige|regira|vigencia|vigor|presente|surte|est[ea])(?![a-zñ])"
)
"""What an act says when it speaks of itself."""
DE_OTRO: Final = re.compile(
    r"(?<![a-zñ])(?:que|cual(?:es)?|quien(?:es)?|donde|lo|la|los|las|les?|no)\s*\Z"
)
"""Before a verb in the present: somebody else does it, or it is not done."""
EXCEPTO: Final = re.compile(r"\W*(?:con\s(?:la\s)?excepcion|salvo|excepto|a\sexcepcion|en\slo\s)")
RESTO_DEL_SUJETO: Final = re.compile(
    rf"\W*\Z|\W*(?:que\s|el\scual\s|tal\scomo\s)?(?:fue\s|ha\ssido\s|quedo\s)?{PARTICIPIO.pattern}"
)
"""What may stand between the articles that change and «quedará así»."""
DE_ARTICULO: Final = re.compile(
    r"(?<![a-zñ])(?:(?:inciso|paragrafo|numeral|literal|ordinal|aparte|punto|letra|frase|expresion"
    r"|par|num|lit)s?(?:es)?|parte|parcial(?:mente)?|pertinente)(?![a-zñ])"
)
"""It is less than an article that is spoken of."""
DE_ACTO: Final = re.compile(
    rf"{DE_ARTICULO.pattern}|(?<![a-zñ])(?:titulo|capitulo|seccion|libro|anexo)"
)
"""It is less than an act."""


def tipo_de(forma: str) -> TipoDeRelacion:
    """Return what a form of `VERBO` does."""
    if forma.startswith("queda"):
        return "modifica"
    return next((tipo for raiz, tipo, *_ in _RAICES if forma.startswith(raiz)), "deroga")
