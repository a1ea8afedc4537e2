"""Where an article has a parágrafo, numeral or literal; it is denied only where that is sure.

All that may be the part counts: its number anywhere in the article, or as many items as it says.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.estructura.renglones import ELEMENTO
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.numeros import DE_UNIDAD, numero_en_palabras
from siaa.biblioteca.lengua.referencias import MARCA, de_romano, unidades
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.relaciones.nombrados import articulos_de
from siaa.biblioteca.valores import Documento
from siaa.recuperacion.nombrados import Pedida, secciones_pedidas
from siaa.valores import ClaseDeAusencia

PARTES: Final[Mapping[str, ClaseDeAusencia]] = MappingProxyType(
    {f"{MARCA}par": "parágrafo", f"{MARCA}num": "numeral", f"{MARCA}lit": "literal"}
)
"""The units of an article, by the first letters of their terms."""
PARAGRAFO, _, LITERAL = PARTES
_PARAGRAFO = re.compile(r"\bparagrafos?\b")
_NUMERO = re.compile(rf"\b{DE_UNIDAD}")
_ABRE = re.compile(r"[\W_]*(?:(?P<paragrafo>paragrafo)\b|0*(?P<item>\w+)[.)°º\]])")
COMIENZO: Final = 40
"""Characters of a line in which a part that it begins says its number."""


def textos_de_articulo(indice: Indice, pedida: Pedida, documento: int) -> Sequence[str]:
    """Return the folded text of an article, up to the next one, and of what changed it.

    Nothing where the document lacks it, or what an act that is not loaded made of it is not known.
    """
    suyo = indice.documento(documento)
    numero = pedida.termino.removeprefix(f"{MARCA}art")
    cambios = [
        r.de.doc
        for r in suyo.relaciones
        if r.a.doc == suyo.clave and r.a.articulo in (None, numero)
    ]
    secciones = secciones_pedidas(indice, (pedida,), documento, antes=True)
    if not secciones or None in cambios:
        return ()
    otros = (indice.documentos[doc].contenido for doc in {*cambios} if doc)
    propio = "\n".join(_con_lo_que_sigue(suyo, secciones, numero))
    return tuple(map(plegar, (propio, *otros)))


def _con_lo_que_sigue(suyo: Documento, cuales: Collection[int], numero: str) -> Iterator[str]:
    """Yield some sections, those after them up to the next article, and all that have its number.

    A list may hold articles of a budget, and an article the new text of another act's.
    """
    siguiente, dentro = str(int(numero) + 1) if numero.isdecimal() else "", False
    for lugar, seccion in enumerate(suyo.texto.estructura.secciones):
        dichos = articulos_de(seccion.ruta)
        dentro = lugar in cuales or (dentro and dichos[:1] != (siguiente,))
        if dentro or numero in dichos:
            yield suyo.contenido[seccion.inicio : seccion.fin]


def puede_tener(texto: str, termino: str) -> bool:
    """Tell whether a folded text may have a part, by the term of its unit («§par2», «§litb»)."""
    clase, numero = termino[:4], termino[4:]
    if termino in {unidad.termino for unidad in unidades(texto)}:
        return True
    if clase == LITERAL:
        escrita = rf"(?<!\w){numero}[\s*_]*[).\]\"”»:–-]"
        return _items(texto) > ord(numero) - ord("a") or re.search(escrita, texto) is not None
    cuantos = len(_PARAGRAFO.findall(texto)) if clase == PARAGRAFO else _items(texto)
    cifras = re.findall(r"\d+", numero) or ["1"]
    return cuantos >= int(cifras[0]) or (clase != PARAGRAFO and {*cifras} <= _numeros(texto))


def abre(renglon: str, termino: str) -> bool:
    """Tell whether a folded line begins a part; a parágrafo that has no number is the first."""
    hallado, clase = _ABRE.match(renglon), termino[:4]
    if hallado is None or (clase == PARAGRAFO) != (hallado["paragrafo"] is not None):
        return False
    if clase != PARAGRAFO:
        return hallado["item"] == termino[4:]
    dichos = [u.termino for u in unidades(renglon[:COMIENZO]) if u.inicio == hallado.start(1)]
    return termino in (dichos or (f"{PARAGRAFO}1",))


def _items(texto: str) -> int:
    return sum(ELEMENTO.match(linea.strip(" *_\\")) is not None for linea in texto.split("\n"))


def _numeros(texto: str) -> set[str]:
    """Return all numbers of a folded text, in figures, in words or Roman."""
    en_palabras = (str(numero_en_palabras(n[0])) for n in _NUMERO.finditer(texto))
    palabras = set(corridas(texto))
    romanos = (str(de_romano(p)) for p in palabras if not p.strip("ivxl"))
    cifras = (c.lstrip("0") for p in palabras for c in re.findall(r"\d+", p))
    return {*cifras, *en_palabras, *romanos}
