"""What an article is called: its epigraph, or the first words of its text."""

import re
from typing import Final

LARGO_TITULO: Final = 120
"""Longest title of a heading, in characters; a line that is longer is prose as well."""
LARGO_EPIGRAFE: Final = 100
LARGO_EPIGRAFE_LLANO: Final = 60
"""Longest epigraph of an article: emphasised, or plain with more text after it."""
PRIMERAS_PALABRAS: Final = "…"
"""Ends the title of an article that goes by its first words, for want of an epigraph."""
LARGO_APERTURA: Final = 80
"""How much of an article that has no epigraph stands for one, in characters."""

_UNIDAD = re.compile(
    r"(?:art\.|(?:art[ií]culo|art(?!\.)|par[aá]grafo|cap[ií]tulo|t[ií]tulo|secci[oó]n)\b)"
    r"[^.]*\. +(?=\S)",
    re.IGNORECASE,
)
_NUMERADA = re.compile(r"(?:art\. )?.*?(?=\. |$)", re.IGNORECASE)
_FIN = re.compile(r"[.:](?=[\s-]|\Z)|[–—-](?=\s)|(?P<otro>[.:;])")
_MARCA = re.compile(r"[*_`]")
_CERCA: Final = 3
"""Longest distance from a mark of emphasis to the end of its epigraph, in characters."""


def sin_marcas(texto: str) -> str:
    """Return a text without Markdown's marks of emphasis and code."""
    return texto.replace("*", "").replace("_", "").replace("`", "")


def cortar(titulo: str, largo: int = LARGO_TITULO) -> str:
    """Shorten a title to `largo` characters, between words where that is possible."""
    if len(titulo) <= largo:
        return titulo
    espacio = titulo.rfind(" ", 0, largo + 1)
    return titulo[: espacio if espacio > 0 else largo].rstrip(" ,;:-–—") or titulo[:largo]


def solo_numero(titulo: str) -> str:
    """Return what a legal unit is called without its epigraph or first words.

    >>> solo_numero("Art. 2º. Plazos."), solo_numero("Artículo 6°. El plazo para…")
    ('Art. 2º', 'Artículo 6°')
    """
    hallada = _NUMERADA.match(titulo)
    return hallada[0] if hallada else titulo


def nombre_solo(titulo: str) -> str:
    """Return what a legal unit is called, without its kind and number; another title as it is."""
    hallada = None if titulo.endswith(PRIMERAS_PALABRAS) else _UNIDAD.match(titulo)
    return titulo[hallada.end() :] if hallada else titulo


def nombre_de_articulo(limpio: str, desde: int, crudo: str) -> str:
    """Return what the text of an article, `limpio[desde:]`, says the article is about.

    That is its epigraph («Plazos.»): its first sentence, if emphasis ends with it in the line as
    it stands (`crudo`), or if it is short and more text follows. Without one, its first words.
    """
    fin = _fin_de_frase(limpio, desde + 2, min(len(limpio), desde + LARGO_EPIGRAFE + 1))
    if fin >= 0:
        con_punto = limpio[fin : fin + 1] in (".", ":")
        frase = limpio[desde : fin + con_punto].rstrip()
        corta = len(frase) <= LARGO_EPIGRAFE_LLANO and frase[-1:] == "." and fin + 1 < len(limpio)
        if corta or _termina_enfasis(crudo, limpio, fin):
            return frase
    texto = limpio[desde:]
    return (
        texto if len(texto) <= LARGO_APERTURA else cortar(texto, LARGO_APERTURA) + PRIMERAS_PALABRAS
    )


def _fin_de_frase(limpio: str, desde: int, hasta: int) -> int:
    """Where the first sentence ends before `hasta`: at a stop, a dash or the end; -1 if nowhere.

    A stop that no space follows («S.A.») and a semicolon tell that it is no name.
    """
    hallado = _FIN.search(limpio, desde)
    if hallado and hallado.start() < hasta:
        return -1 if hallado["otro"] else hallado.start()
    return hasta if hasta == len(limpio) else -1


def _termina_enfasis(crudo: str, limpio: str, lugar: int) -> bool:
    """Tell whether a mark of emphasis stands at `limpio[lugar]` or shortly after it.

    limpio: `crudo` without marks and without what its ends were stripped of.
    """
    marcas = [m.start() for m in _MARCA.finditer(crudo)]
    lugar += sin_marcas(crudo).find(limpio[:20])
    return any(lugar <= marca - vistas <= lugar + _CERCA for vistas, marca in enumerate(marcas))


def es_negrita(linea: str) -> bool:
    """Tell whether a line is all in bold, in one run or several: a name, not a sentence."""
    marca = linea[:2]
    if marca not in ("**", "__") or not linea.endswith(marca):
        return False
    return not any(map(str.isalnum, "".join(linea.split(marca)[::2])))
