"""What a folded text names: articles, norms, and which articles are of which norm. Pure."""

import re
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from siaa.biblioteca.lengua.nombres import Norma, normas_citadas
from siaa.biblioteca.lengua.referencias import MARCA, unidad_de, unidades
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.lengua.vocabulario import ENLACES, TIPOS_NORMA
from siaa.biblioteca.relaciones import verbos

RANGO_MAXIMO: Final = 300
"""Most articles that «artículos 3 a 99» stands for."""
_ARTICULO: Final = MARCA + "art"
_COMILLAS: Final = "\"“”«»'‘ "
_CONTRARIAS = re.compile(r"contrari[oa]s?\sal?\s")
"""Before a norm: what goes against it is spoken of."""
_POR_NOMBRE = re.compile(rf"{MARCA}([A-Z]\w+)")
"""A norm that goes by a name, as `_frases` marks it."""
_ROTULO = re.compile(r"\W*(?:el|la|los|las)\s|\W*[.:-]\W*\s(?!del?\s|[ye]\s)")
"""After the number of an article, where it opens a sentence: there it is said."""
_TIPO: Final = "|".join(TIPOS_NORMA)
_DE_OTRA = re.compile(rf"\s?del?\s(?:l[ao]s?\s)?(?:mism[oa]\s)?(?:{_TIPO})")
"""After a number in a list of norms: it is an article of the next one. Or of one without number."""
_DE_ALGO = re.compile(r"\s?(?:del?|de\s(?:la|los|las))\s(?!presente|est[ea]\s|mism[oa]\s)")
"""After an article: it is of what comes next, which is not this text."""
_NOMBRE_DE_ARTICULO = re.compile(
    r"\A\s?(?:,\s[^.;:]{1,150},|\([^.;:()]{1,150}\),?)(?=\s(?:del|de\sl[ao]s?)\s)"
)
"""What an article is called, before its norm: «el artículo 4, Plazos, del Decreto 5 de 1991»."""
_RANGO = re.compile(r"\s?(?:al?|hasta\sel)\s")
_CIFRAS = re.compile("[1-9][0-9]*")
_ELIDIDOS = re.compile(
    r"[,;\s]*(?:[yei]\s)?(?:(?:el|los)\s)?"
    r"(?P<numeros>(?:[0-9]{1,4}[°ºo]?(?:\s?,\s?|,?\s[yei]\s|\s)){1,60})(?:del|de\sl[ao]s?)\s"
)
"""More articles, of the next norm: «…del Decreto 224 de 1988; 7 y 9 del Decreto 1029 de 1993»."""


class Nombrado(NamedTuple):
    """An article or a norm at `[inicio, fin)`."""

    inicio: int
    fin: int
    articulo: str = ""
    norma: Norma | None = None


_FINAL: Final = Nombrado(sys.maxsize, sys.maxsize)
"""Nothing, past the end of any text."""
_Citada = tuple[Norma | None, str | None]
"""A norm, or this text, and an article of it; None for all of it."""
Tocado = tuple[Norma, str | None, bool]
"""A norm, an article of it (None for all of it), whether less than that is meant."""


def leer_nombradas(texto: str) -> list[tuple[Norma, str | None]]:
    """Return the norms that somebody names («artículos 3 y 5 del Decreto 123 de 1990»).

    Each with its article, or with None where all of it is meant.
    """
    plegado = plegar(texto)
    return [(norma, uno) for norma, uno, _ in objetos(plegado, nombrados(plegado))]


def leer_citadas(plegado: str) -> Iterator[_Citada]:
    """Yield the articles and norms that a folded text names, in order.

    An article is of the norm that follows it, or of the text itself (None) unless it says of what.
    """
    articulos: list[tuple[str, bool]] = []
    hasta = 0
    for inicio, fin, articulo, norma in (*nombrados(plegado), _FINAL):
        entre = _NOMBRE_DE_ARTICULO.sub("", plegado[hasta:inicio])
        if articulos and (inicio == _FINAL.inicio or not son_enlaces(entre)):
            if not _DE_ALGO.match(plegado, hasta):
                yield from ((None, uno) for uno, _ in articulos)
            articulos = []
        if articulo:
            _agregar(articulos, articulo, entre)
        elif norma is not None:
            yield from ((norma, uno) for uno, _ in articulos or ((None, False),))
            articulos = []
        hasta = fin


@lru_cache(maxsize=4096)  # a question looks each up several times
def articulos_de(ruta: tuple[str, ...]) -> tuple[str, ...]:
    """Return the articles that a path of headings names, outermost first: «5», «4a»."""
    suyas = (unidad_de(plegar(titulo[:40]).lstrip(_COMILLAS)) for titulo in ruta)
    return tuple(u.removeprefix(_ARTICULO) for u in suyas if u.startswith(_ARTICULO))


def nombrados(plegada: str) -> Sequence[Nombrado]:
    """Return the articles and norms that a folded sentence names, in order."""
    hallados: list[Nombrado] = []
    for nombre in _POR_NOMBRE.finditer(plegada):
        norma = Norma("", "", nombre[1].replace("_", " "), None)
        hallados.append(Nombrado(*nombre.span(), norma=norma))
    for inicio, fin, termino in unidades(plegada):
        if termino.startswith(_ARTICULO):
            hallados.append(Nombrado(inicio, fin, termino.removeprefix(_ARTICULO)))
    for inicio, fin, norma in normas_citadas(plegada):
        if not _DE_OTRA.match(plegada, fin):
            hallados.append(Nombrado(inicio, fin, norma=norma))
    return sorted(hallados)


def son_enlaces(texto: str) -> bool:
    """Tell whether a stretch only joins: determiners, dates, smaller and larger units."""
    return all(
        c in ENLACES or c[0].isdigit() or len(c) == 1 or c.endswith("mente") or not c.strip("ivxlc")
        for c in corridas(texto)
    )


def objetos(texto: str, dichos: Sequence[Nombrado], desde: int = 0) -> list[Tocado]:
    """Return what follows a place without a break: norms, and articles of one."""
    tocados: list[Tocado] = []
    articulos: list[tuple[str, bool]] = []
    for inicio, fin, articulo, norma in dichos:
        if inicio < desde:
            continue
        entre = _NOMBRE_DE_ARTICULO.sub("", texto[desde:inicio])
        if not son_enlaces(entre) or _CONTRARIAS.search(entre):
            break
        desde = fin
        if norma is None:
            articulos = [] if _DE_OTRA.search(entre) else articulos
            _agregar(articulos, articulo, entre)
            continue
        if tocados and not norma.tipo and not corridas(entre):
            continue  # «el Decreto 410 de 1971, Código de Comercio»: one norm
        elididos = None if articulos else _ELIDIDOS.match(entre)
        if elididos:
            articulos = [(numero, False) for numero in _CIFRAS.findall(elididos["numeros"])]
        menos = (verbos.DE_ARTICULO if articulos else verbos.DE_ACTO).search(entre) is not None
        tocados += [(norma, uno, parte) for uno, parte in articulos]
        if articulos and menos:
            tocados[-1] = (norma, articulos[-1][0], True)
        tocados += [] if articulos else [(norma, None, menos)]
        articulos = []
    salvo = verbos.EXCEPTO.match(texto, desde) is not None
    return [(norma, uno, salvo or parte) for norma, uno, parte in tocados]


def _agregar(articulos: list[tuple[str, bool]], articulo: str, entre: str) -> None:
    ultimo = articulos[-1][0] if articulos else ""
    articulos.extend((numero, False) for numero in en_medio(ultimo, entre, articulo))
    articulos.append((articulo, verbos.DE_ARTICULO.search(entre) is not None))


def en_medio(uno: str, entre: str, otro: str) -> Sequence[str]:
    """Return the articles between two that a range names, by what stands between them: «3 a 7»."""
    if not (_RANGO.fullmatch(entre) and uno.isdigit() and otro.isdigit()):
        return ()
    return [*map(str, range(int(uno) + 1, int(otro))[:RANGO_MAXIMO])]


def sujeto(antes: str, dichos: Sequence[Nombrado]) -> list[Tocado]:
    """Return what a verb in the passive is said of, given what stands before it."""
    propios = [n for n in dichos if n.fin <= len(antes)]
    abre = propios and propios[0].articulo and not antes[: propios[0].inicio].strip()
    if abre and _ROTULO.match(antes, propios[0].fin):
        return objetos(antes, propios[1:], propios[0].fin)  # «Artículo 1º El artículo 3…»
    return objetos(antes, propios)
