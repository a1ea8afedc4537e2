"""The tables of `vocabulario.txt`, in the normal form of `texto.plegar`; how such files are read.

A test checks that every entry equals its own fold, so no entry can fail to match.
"""

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from sys import intern
from types import MappingProxyType
from typing import Final


def secciones(paquete: str, archivo: str) -> Mapping[str, tuple[str, ...]]:
    """Return the rows of each section (`[name]`) of a file of tables that lies beside the code.

    A row goes on where the next line begins with two spaces; `#` at the margin begins a comment.
    """
    escrito = files(paquete).joinpath(archivo).read_text(encoding="utf-8")
    texto = re.sub(r"^#.*\n", "", escrito, flags=re.MULTILINE).replace("\n  ", " ")
    partes = re.split(r"^\[(\w+)\]\n", texto, flags=re.MULTILINE)[1:]
    pares = zip(partes[::2], partes[1::2], strict=True)
    return MappingProxyType({n: tuple(filter(None, filas.splitlines())) for n, filas in pares})


def por_nombre(filas: Iterable[str], entre: str | None = None) -> Mapping[str, str]:
    """Return what rows «name other : what is said» say of each name.

    entre: what parts the names, where they have spaces.
    """
    pares = (fila.partition(" : ") for fila in filas)
    return MappingProxyType({n: dicho for nombres, _, dicho in pares for n in nombres.split(entre)})


def con_partes(patron: str, filas: Iterable[str]) -> str:
    """Return a pattern with its parts, `{name}`, in their places.

    Of rows «name pattern»; those of one name are alternatives.
    """
    suyas: dict[str, list[str]] = {}
    for nombre, _, parte in (fila.partition(" ") for fila in filas):
        suyas.setdefault(nombre, []).append(parte)
    return re.sub(r"\{([a-z]+)\}", lambda parte: f"(?:{'|'.join(suyas[parte[1]])})", patron)


def sinonimos(archivo: str) -> Mapping[str, tuple[str, ...]]:
    """Return what is said, in any inflection → the phrases that it is also looked up with.

    Of a file of this room: `me echaron, botaron : retiro; despido`, the likeliest first.
    """
    dichos = por_nombre(secciones(__package__, archivo)["sinonimos"], ", ").items()
    return MappingProxyType({d: tuple(map(intern, frases.split("; "))) for d, frases in dichos})


def palabras(texto: str) -> frozenset[str]:
    """Return the words of a table that is written as text."""
    return frozenset(texto.split())


def en_orden(texto: str) -> tuple[str, ...]:
    """Return the words of a list that is written as text."""
    return tuple(texto.split())


_SECCIONES: Final = secciones(__package__, "vocabulario.txt")


def _palabras(seccion: str) -> frozenset[str]:
    return palabras(" ".join(_SECCIONES[seccion]))


STOPWORDS_ES: Final = _palabras("stopwords")
"""Function words: articles and prepositions; pronouns; conjunctions and adverbs; auxiliaries.

Words that carry the question (*cuando*, *debo*, *explica*) are not here.
"""
TERMINOS_PRIORITARIOS: Final = _palabras("terminos_prioritarios")
"""Words that weigh three times in a chunk: what norms are asked about in a court office."""
PATRONES_LISTADO: Final = _SECCIONES["patrones_listado"]
"""What makes a question ask for a list; matched as whole words of the folded question."""
SALUDOS: Final = _SECCIONES["saludos"]
"""Openings that carry no question of their own; a question may follow them."""
CORTESIAS: Final = _SECCIONES["cortesias"]
"""Closings and thanks."""
TRATO: Final = _palabras("trato")
"""Words of courtesy, and of having something to ask."""
JUNTO_AL_TRATO: Final = _palabras("junto_al_trato")
"""Words that ask nothing where they are said with one of those."""
CLASES: Final = MappingProxyType(
    {palabra: fila[0] for fila in _SECCIONES["clases"] for palabra in fila.split()[1:]}
)
"""Words by which questions hang together → their class, a letter."""
TIPOS_NORMA: Final = _SECCIONES["tipos_norma"]
"""Kinds of norm that a question may cite by number."""
PALABRAS_GENERICAS: Final = _palabras("palabras_genericas")
"""Words that ask about something without saying about what: alone, they lean on the talk."""
PREGUNTAS_DE_MEDIDA: Final = _palabras("preguntas_de_medida")
"""Question words of time and quantity: they ask for something that the passage does not name."""
AUXILIARES: Final = _palabras("auxiliares")
"""How people ask about anything at all; it never says about what."""
ANDAMIAJE: Final = AUXILIARES | _palabras("andamiaje")
"""How people ask about anything, or about a field of a form; it says little about which."""
SIN_FINAL: Final = _palabras("sin_final")
"""Words that end no sentence: a line that breaks off at one goes on."""
COTIDIANAS: Final = _palabras("cotidianas")
"""Words of every day that say little of what a question is about."""
TERMINACIONES: Final = _palabras("terminaciones")
"""Endings in which one form of a word may differ from another."""
STOPWORDS_REORDENAMIENTO: Final = STOPWORDS_ES | _palabras("stopwords_reordenamiento")
"""Words of a question that the reranker does not look for: function words, and how one asks."""
SIN_MATERIA: Final = PALABRAS_GENERICAS | AUXILIARES | STOPWORDS_REORDENAMIENTO
"""Words that say nothing of what a question is about."""
PLURALES_EN_MOS: Final = _palabras("plurales_en_mos")
"""Nouns and adjectives whose plural looks like a verb in the first person plural."""
TALLOS_IRREGULARES: Final = MappingProxyType(
    {
        una + final: una
        for una in _palabras("tallos_propios")
        for final in (("", "es", "a", "as") if una.endswith("or") else ("", "s"))
    }
    | {"deberes": "deberes", "pagares": "pagar", "jueza": "juec", "juezas": "juec"}
)
"""Words whose stem would be that of another: *plaza* is not *plazo*, *causante* is no *causa*."""
TALLOS_DE_VERBOS: Final = MappingProxyType(
    {tallo: fila.split()[0] for fila in _SECCIONES["tallos_de_verbos"] for tallo in fila.split()}
)
"""What the stemmer makes of an irregular form → the stem of its verb (*devuelve, devolver*)."""
NOMBRES_DE_LEYES: Final = por_nombre(_SECCIONES["leyes"], ", ")
"""What people call a law, as it is written → the norm that is called so."""
DE_UN_TEXTO: Final = _palabras("de_un_texto")
"""Words that a text of a law has beside its name in that of its file: which text it is."""
ORDINALES: Final = _SECCIONES["ordinales"]
"""One to nine."""
DECENAS_ORDINALES: Final = _SECCIONES["decenas_ordinales"]
"""Ten to ninety."""
CARDINALES: Final = _SECCIONES["cardinales"]
"""One to thirty."""
ENLACES: Final = _palabras("enlaces").union(ORDINALES, DECENAS_ORDINALES, CARDINALES)
"""The words that may stand between a verb of norms and what it changes, or between two of those."""
SINONIMOS_ES: Final = sinonimos("vocabulario.txt")
"""What people and norms call by different names; `catalogo.toml` adds those of a library."""
