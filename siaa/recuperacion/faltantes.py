"""What stands in a document beside the fragments that are sent of it, and is not sent.

The items of a list are counted, before and after, up to a parágrafo, whose list is another; and the
parágrafos that go after, since they may say what is excepted.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final, NamedTuple

import numpy as np

from siaa.biblioteca.estructura.epigrafes import sin_marcas
from siaa.biblioteca.estructura.frases import frases
from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.valores import Documento

Sitio = tuple[int, int]
"""Where a fragment starts and ends in the text of its document."""
ITEMS_CONTADOS: Final = 50
"""Most items that are counted of what is left out of a list."""
LARGO_DE_ENTRADA: Final = 120
"""Most characters that are said again of what introduces a list: of a longer sentence, its end."""
RECORDADAS: Final = 256
"""Stretches that are remembered: a choice is written down once for each fragment that may join."""
COLA: Final = 24
_ANUNCIA = re.compile(r"(?::|\b(?:a continuaci[oó]n|como sigue)\.?)[\s*_]*\Z")
"""The end of a text that says that something follows, and where it is looked for, in characters."""
_PARAGRAFO = re.compile(r"^[*_\"“«]*par[aá]grafo\b", re.IGNORECASE | re.MULTILINE)
_ARTICULO = re.compile(r"art[ií]culo \w+°?", re.IGNORECASE)
_CABECERA = re.compile(r"(\|(?=[^\n]*[^\W\d])[^\n]{1,200}\n)\|[\s|:-]+\n")
"""The first row of a table, as it is written, with what sets it off."""
_MARCA = re.compile(r"[\W_]*(\d+|[^\W\d_])[.)°º]")
_NUMERADO = re.compile(r"\(?(\d{1,3})[.)°º]+-?\s")


def anuncia(documento: Documento, inicio: int, fin: int) -> bool:
    """Tell whether a stretch ends by saying that something follows («…las siguientes:»)."""
    return _ANUNCIA.search(documento.contenido, max(inicio, fin - COLA), fin) is not None


def articulo(encabezado: str) -> str:
    """Return the article that a heading is of («artículo 6°»); empty for none."""
    hallado = _ARTICULO.match(encabezado)
    return "artículo" + hallado[0][len("artículo") :].lower() if hallado else ""


def bordes(documento: Documento, fragmentos: Sequence[Sitio]) -> list[Sitio]:
    """Return where the one before each fragment of a document ends, and the one after it starts."""
    fines = [0, *sorted([fin for _, fin in fragmentos])]
    inicios = [*sorted([inicio for inicio, _ in fragmentos]), len(documento.contenido)]
    return [
        (
            fines[bisect_right(fines, inicio) - 1],
            inicios[bisect_left(inicios, fin, hi=len(fragmentos))],
        )
        for inicio, fin in fragmentos
    ]


def entrada(documento: Documento, inicio: int, desde: int) -> str:
    """Return the sentence that introduces the list that a fragment is in the middle of; or nothing.

    That may be an item of another list («2. En estos plazos:»).
    The end alone of a long one; nothing where another fragment has it. desde: as in `bordes`.
    """
    lugar, frase = _entrada(documento, inicio)
    return frase if lugar >= desde else ""


@lru_cache(maxsize=RECORDADAS)
def _entrada(documento: Documento, inicio: int) -> tuple[int, str]:
    """Return where the passage starts that introduces the list of a place, and its sentence."""
    propio = next(_renglones(documento, inicio, inicio, inicio + 1), None)
    if propio is None or not propio.es_item:
        return inicio, ""
    previos = _renglones(documento, inicio, 0, inicio, -1)
    abre = (r for r in previos if not r.es_item or _abre_otra(r.texto, propio.texto))
    lugar, renglon, _ = next(abre, (inicio, "", False))
    texto = sin_marcas(renglon)
    *_, (comienzo, fin) = frases(texto) if texto.endswith(":") else ((0, 0),)
    frase, final = texto[comienzo:fin], texto[max(comienzo, fin - LARGO_DE_ENTRADA) : fin]
    return lugar, frase if frase == final else f"…{final.partition(' ')[2]}"


def cabeceras(documento: Documento, fragmentos: Iterable[Sitio]) -> Iterator[str]:
    """Yield what is written first of each fragment: the names of the columns of its first row.

    Nothing where it has them itself, or the fragment before is of the same table.
    """
    contenido, dicha = documento.contenido, 0
    for inicio, fin in fragmentos:
        tabla = _tabla(contenido, inicio)
        cabecera = (
            _CABECERA.match(contenido, tabla, inicio) if tabla not in (inicio, dicha) else None
        )
        yield cabecera[1] if cabecera else ""
        dicha = _tabla(contenido, contenido.rfind("\n", inicio, fin) + 1 or inicio)


def _tabla(contenido: str, lugar: int) -> int:
    """Return where the table starts whose row stands at a place; the place itself, if none does."""
    if not contenido.startswith("|", lugar):
        return lugar
    parrafo = contenido.rfind("\n\n", 0, lugar) + 2
    return contenido.find("\n|", parrafo - 1, lugar) + 1 or lugar


def items_fuera(
    documento: Documento, inicio: int, fin: int, desde: int, hasta: int
) -> tuple[list[int], list[int]]:
    """Return the items of its list that a fragment comes after, and those left out after it.

    By where their passages start, within bounds. Some are after it where an item goes on from its
    last by number, or the next passage begins with one.
    """
    listas = (_lista_de(documento, inicio, fin, paso) for paso in (-1, 1))
    antes, despues = (
        [n for n in lista.items if desde <= n < hasta] if desde <= lista.suya < hasta else []
        for lista in listas
    )
    return antes, despues


class _Lista(NamedTuple):
    """Where items stand that may go on from a fragment, and the one that tells that they do."""

    items: Sequence[int]
    suya: int


@lru_cache(maxsize=RECORDADAS)
def _lista_de(documento: Documento, inicio: int, fin: int, paso: int) -> _Lista:
    """Return the list that goes on after a fragment; paso -1: the one that it goes on from."""
    suyos = list(_renglones(documento, inicio, inicio, fin, -paso))
    es_item = any(renglon.es_item for renglon in suyos[:1])
    toca = es_item or (paso > 0 and anuncia(documento, inicio, fin))
    textos = [renglon.texto for renglon in suyos]
    vecino = textos[0] if textos and toca else next(filter(_numero, textos), "")
    desde, hasta = (fin, len(documento.contenido)) if paso > 0 else (0, inicio)
    otros = _renglones(documento, inicio, desde, hasta, paso) if vecino or paso > 0 else ()
    return _lista(otros, vecino, paso, inicio if es_item and paso < 0 else None)


def paragrafos_despues(documento: Documento, fin: int, hasta: int) -> int:
    """Return how many parágrafos of its section are left out after a fragment.

    Not those of a passage that is cut, whose number would change where it may be.
    """
    pasajes = documento.texto.estructura.pasajes
    siguiente = int(pasajes[:, 0].searchsorted(np.int32(fin)))
    desde = max(fin, int(pasajes[siguiente - 1, 1])) if siguiente else fin
    for seccion in documento.texto.estructura.secciones_en(fin - 1, fin):
        hasta = min(hasta, seccion.fin)
        if _PARAGRAFO.search(documento.contenido[desde:hasta]):
            return len(_PARAGRAFO.findall(documento.sano(desde, hasta)))
    return 0


def sigue_su_articulo(documento: Documento, fin: int, hasta: int) -> bool:
    """Tell whether the article of a fragment goes on after it, and no more of it is sent.

    Not of a passage that is cut: that shows. hasta: as in `bordes`.
    """
    pasajes = documento.texto.estructura.pasajes
    siguiente = int(pasajes[:, 0].searchsorted(np.int32(fin)))
    if not 0 < siguiente < len(pasajes) or fin < pasajes[siguiente - 1, 1]:
        return False
    (seccion,) = documento.texto.estructura.secciones_en(fin - 1, fin)
    sigue = pasajes[siguiente - 1, 2] == pasajes[siguiente, 2] and seccion.fin <= hasta
    return bool(sigue) and articulo(_encabezado(documento, fin - 1)) != ""


def sigue_un_paragrafo(documento: Documento, fin: int) -> bool:
    """Tell whether what comes right after a fragment is a parágrafo, and no more of its article."""
    pasajes = documento.texto.estructura.pasajes
    siguiente = pasajes[int(pasajes[:, 0].searchsorted(np.int32(fin))) :][:1].tolist()
    return any(_PARAGRAFO.match(documento.sano(inicio, fin)) for inicio, fin, *_ in siguiente)


def falta(documento: Documento, fragmentos: Sequence[Sitio], lugar: int) -> str:
    """Say to people what goes with a fragment in its document and is not in it; empty for nothing.

    Those are items of its list, unless other fragments have them all; or else its section has more
    right before it or goes on, or it announces something.
    """
    inicio, fin = fragmentos[lugar]
    previos, siguen = items_fuera(documento, inicio, fin, 0, len(documento.contenido))
    items = [*previos, *siguen]
    otros = [n for item in items for n, (a, b) in enumerate(fragmentos) if a <= item < b]
    if len(otros) == len(items):
        previos = siguen = items = []
    de = articulo(_encabezado(documento, inicio)) if items else ""
    dichas = _faltan(len(previos), len(siguen), de)
    if otros and items:
        donde = "otro pasaje" if len(set(otros)) == 1 else "otros pasajes"
        dichas += f", {len(otros)} de ellos en {donde}"
    desde, hasta = bordes(documento, fragmentos)[lugar]
    callan = any(previo >= desde for previo in _previos(documento, inicio)[-1:])
    antes = "empieza antes" if callan and not previos else ""
    otro = (
        paragrafos_despues(documento, fin, hasta)
        if siguen
        else _sigue(documento, fragmentos, lugar)
    )
    sigue = "sigue" if otro else ""
    if texto := " y ".join(filter(None, (antes, sigue))):
        return (f"{dichas}, y el" if dichas else "El") + f" texto {texto}: léalo en el documento"
    return f"{dichas}: véalo{'s' * (len(items) > 1)} en el documento" if dichas else ""


def _faltan(previos: int, siguen: int, de: str) -> str:
    """Return how many items of a list go before and after, as people are told it."""
    n, m = "n" * (previos > 1), "n" * (siguen > 1)
    if not previos:
        return f"Falta{m} {con_mas(contados(siguen))}{de and f' del {de}'}" if siguen else ""
    y = "y" if m == n else f"y falta{m}"
    despues = f" {y} {contados(siguen).rpartition(' ')[0]} después" if siguen else ""
    return f"Falta{n} {contados(previos)} antes{despues}"


def _encabezado(documento: Documento, inicio: int) -> str:
    (seccion,) = documento.texto.estructura.secciones_en(inicio, inicio + 1)
    return "" if seccion.titulo or not seccion.ruta else seccion.ruta[-1]


def empezo(documento: Documento, inicio: int, desde: int) -> bool:
    """Tell whether text of its section stands before a fragment, and none of it is sent.

    desde: as in `bordes`.
    """
    return any(previo >= desde for previo in _previos(documento, inicio)[:1])


def _previos(documento: Documento, inicio: int) -> list[int]:
    """Return where the passages of its section start that stand before a fragment."""
    pasajes = documento.texto.estructura.pasajes
    suyo = int(pasajes[:, 0].searchsorted(np.int32(inicio + 1))) - 1
    if suyo < 0:
        return []
    primero = int(pasajes[:, 2].searchsorted(pasajes[suyo, 2]))
    return [n for n, *_, tipo in pasajes[primero:suyo].tolist() if tipo != TipoDePasaje.TITULAR]


def _sigue(documento: Documento, fragmentos: Sequence[Sitio], lugar: int) -> bool:
    """Tell whether a fragment is cut, or the next passage goes with it and is not sent."""
    inicio, fin = fragmentos[lugar]
    pasajes = documento.texto.estructura.pasajes
    siguiente = int(pasajes[:, 0].searchsorted(np.int32(fin)))
    if not siguiente:
        return False
    _, acaba, seccion, _ = pasajes[siguiente - 1].tolist()
    if fin < acaba or siguiente == len(pasajes):
        return bool(fin < acaba)
    empieza, _, otra, _ = pasajes[siguiente].tolist()
    enviado = any(desde <= empieza < hasta for desde, hasta in fragmentos)
    return not enviado and (seccion == otra or anuncia(documento, inicio, fin))


class _Renglon(NamedTuple):
    """A line: where its passage starts, its healed text, and whether an item begins with it."""

    lugar: int
    texto: str
    es_item: bool


def _renglones(
    documento: Documento, lugar: int, desde: int, hasta: int, paso: int = 1
) -> Iterator[_Renglon]:
    """Yield the lines within bounds of a place's section, up to a parágrafo; paso -1: backwards."""
    pasajes = documento.texto.estructura.pasajes
    # Numbers of another type would make numpy copy the whole column.
    limites = np.array((lugar + 1, desde, hasta), dtype=np.int32)
    suyo, primero, ultimo = pasajes[:, 0].searchsorted(limites).tolist()
    seccion = int(pasajes[suyo - 1, 2]) if suyo else -1
    vistos = (pasajes[n].tolist() for n in range(primero, ultimo)[::paso])
    for inicio, fin, *_ in takewhile(lambda visto: visto[2] == seccion, vistos):
        textos = documento.sano(inicio, fin).split("\n")
        pares = zip(textos, documento.items(inicio, fin), strict=True)
        for texto, es_item in list(pares)[::paso]:
            yield _Renglon(inicio, texto, es_item)
            if _PARAGRAFO.match(texto):
                return


def _lista(renglones: Iterable[_Renglon], vecino: str, paso: int, suya: int | None) -> _Lista:
    """Return the items of a list that goes on from a neighbour; paso: -1 backwards.

    suya: where the neighbour stands, if it is one, and beside them. None where neither it nor the
    first of them is, nor one is next to it by number. Another list is what begins with 1 again.
    """
    numero, hallados = _numero(vecino), list[int]()
    siguiente = numero + paso if numero else 0
    for orden, (lugar, texto, item) in enumerate(renglones):
        suyo = _numero(texto)
        if numero and (suyo if paso > 0 else numero) == 1:
            break
        numero = suyo or numero
        if suya is None and ((item and paso > orden) or 0 < siguiente == suyo):
            suya = lugar
        if (suya is None and not siguiente) or len(hallados) > ITEMS_CONTADOS:
            break
        if item and not _PARAGRAFO.match(texto):  # it is told apart
            hallados.append(lugar)
    return _Lista((), 0) if suya is None else _Lista(tuple(hallados), suya)


def _numero(renglon: str) -> int:
    """Return the number that an item has; 0 for none."""
    hallado = _NUMERADO.match(renglon)
    return int(hallado[1]) if hallado else 0


def _abre_otra(renglon: str, item: str) -> bool:
    """Tell whether an item announces a list of letters, and another one is of it; or of numbers."""
    marcas = [hallada[1].isalpha() for hallada in map(_MARCA.match, (renglon, item)) if hallada]
    return marcas in ([True, False], [False, True]) and sin_marcas(renglon).endswith(":")


def contados(cuantos: int, que: str = "ítem") -> str:
    """Return how many items, or what else, are left out, in words; empty for none."""
    dicho = f"más de {ITEMS_CONTADOS}" if cuantos > ITEMS_CONTADOS else str(cuantos)
    return f"{dicho} {que}{'s' * (cuantos > 1)}" if cuantos else ""


def con_mas(dicho: str) -> str:
    """Return what is left out, with «más» said once: «más de 50 ítems» says it already."""
    return dicho if dicho.startswith("más") else f"{dicho} más"
