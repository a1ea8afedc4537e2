"""Which documents, and which articles of them, does the question name; of which year?"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.leyes import ley_en, leyes_dichas
from siaa.biblioteca.lengua.nombres import (
    Norma,
    codigos_posibles,
    normas_citadas,
)
from siaa.biblioteca.lengua.referencias import (
    MARCA,
    Referencia,
    referencias,
    referencias_invertidas,
    unidad_de,
)
from siaa.biblioteca.lengua.terminos import terminos_de_corrida
from siaa.biblioteca.lengua.texto import corridas, plegar, plegar_en_su_lugar
from siaa.biblioteca.relaciones.nombrados import articulos_de, en_medio, leer_citadas

_ARTICULO: Final = f"{MARCA}art"
_PARTES: Final = tuple(MARCA + parte for parte in ("cap", "tit", "num"))
ULTIMA: Final = "ultimo"
"""In place of a number: the last unit of its kind, which also tells how many there are."""
_LA_ULTIMA = re.compile(
    r"\b(?P<antes>(?:ultimo|cuantos) )?(?P<una>art|cap|tit)(?:icul|itul|ul)os?\b"
    r"(?(antes)| (?:ultimo|final)\b)"
)
_DE_QUE = re.compile(
    r"\s?(?:del?|de\sl[ao]s?)\s(?!presente\s|mism[oa]\s|est[ea]\s)([a-zñ][a-z0-9ñ]*)"
)
_NUMERADO = re.compile(r"\d{1,3}(?:\.\d{1,2})*(?=\.?\s)")


_DE_OTRA_PARTE: Final = re.compile(r" de (?!Colombia\b)[A-ZÁÉÍÓÚÑ][a-zñ]")
"""«Código civil de Chile»."""
_SU_ANIO: Final = re.compile(r",? del? (?:ano )?(\d{4})\b")
JUNTO: Final = 4
"""Characters between a name and the number that it is said with: «ley 600 de 2000, código…»."""


class Pedida(NamedTuple):
    """A unit that a question asks for by number: its term, and what it is of, if that is said.

    docs: what the norm may be that the question cites; None where it cites none by number. de: the
    first term of what it says instead («del manual»).
    """

    termino: str
    docs: frozenset[int] | None = None
    de: str = ""


def documentos_nombrados(indice: Indice, pregunta: str) -> frozenset[int]:
    """Return the numbers of the documents that a question names."""
    return frozenset(menciones(indice, pregunta))


def menciones(indice: Indice, pregunta: str) -> Mapping[int, Set[str]]:
    """Return by what a question names each document: its codes, or its kind and number.

    Codes are parts of a file name with letters and digits or of 5 digits or more (`psaa16`,
    `10476`), written with or without hyphens and spaces. Years alone never count. What weighs
    nothing is out of reach, named or not.
    """
    plegada = plegar(pregunta)
    nombres = indice.nombres
    por_codigo = codigos_posibles(plegada) & nombres.codigos.keys()
    dichas = [(int(n), codigo) for codigo in por_codigo for n in nombres.codigos[codigo]]
    normas = [norma for *_, norma in normas_citadas(plegada)]
    dichas += [(n, norma.dicha) for norma in normas for n in cargadas(indice, norma)]
    suyas = defaultdict[int, set[str]](set)
    for numero, dicha in dichas:
        if indice.pesos[numero]:
            suyas[numero].add(dicha)
    return suyas


def cargadas(indice: Indice, citada: Norma) -> Iterator[int]:
    """Yield the documents that a norm may be: those of its number and of no other year."""
    for cargada, doc in indice.actos.normas.get((citada.tipo, citada.numero), ()):
        if citada.letras in ("", cargada.letras) and (
            citada.anio is None or cargada.anio in (None, citada.anio)
        ):
            yield indice.numero(doc)


def con_numeros_de_leyes(pregunta: str) -> str:
    """Write «ley 1564 de 2012 código general del proceso» for what is only called by its name.

    Not where it is said to be of another year, or beside a number; and once each.
    """
    plegada, escrita = plegar_en_su_lugar(pregunta), pregunta
    citadas = list(normas_citadas(plegada))
    dichas = {(norma.tipo, norma.numero, norma.anio) for *_, norma in citadas}
    for inicio, fin, ley in reversed(list(leyes_dichas(plegada))):
        norma, anio = ley.norma, _SU_ANIO.match(plegada, fin)
        suya = {(norma.tipo, norma.numero, uno) for uno in (norma.anio, None)}
        junto = any(max(inicio - hasta, desde - fin) <= JUNTO for desde, hasta, _ in citadas)
        de_otro = anio[1] != norma.anio if anio else _DE_OTRA_PARTE.match(pregunta, fin)
        if not (de_otro or junto or suya & dichas):
            escrita = f"{escrita[:inicio]}{norma.dicha} {escrita[inicio:]}"
            dichas |= suya
    return escrita


def palabras_de_leyes(pregunta: str) -> frozenset[str]:
    """Return the words of the names of laws that a question says with the number told before."""
    plegada = plegar(pregunta)
    leyes = ((plegar(ley.norma.dicha), plegada[i:fin]) for i, fin, ley in leyes_dichas(plegada))
    suyas = (f"{numero} {nombre}" for numero, nombre in leyes)
    return frozenset(p for suya in suyas if suya in plegada for p in corridas(suya))


def llamada(plegada: str, fin: int, norma: Norma) -> str:
    """Return a norm cited up to a place of a folded question with the name that stands there."""
    ley = ley_en(plegada, fin + 1)
    return f"{ley.nombre} ({norma.dicha})" if ley else norma.dicha


def unidades_pedidas(indice: Indice, pregunta: str) -> tuple[Pedida, ...]:
    """Return the articles that a question asks for; without any, its chapters, titles, numerals.

    Who asks for the last one, or how many there are, asks for the last.
    """
    plegada = plegar(pregunta)
    ultimas = _LA_ULTIMA.finditer(plegada)
    dichas = [*referencias(plegada), *referencias_invertidas(plegada)]
    dichas += [Referencia(*u.span(), MARCA + u["una"] + ULTIMA) for u in ultimas]
    articulos = [r for r in dichas if r.termino.startswith(_ARTICULO)]
    if not articulos:
        return tuple(_pedida(plegada, r) for r in dichas if r.termino.startswith(_PARTES))
    citados = [
        Pedida(_ARTICULO + uno, frozenset(cargadas(indice, norma)) if norma else None)
        for norma, uno in leer_citadas(plegada)
        if uno
    ]
    dichos = {pedida.termino for pedida in citados}
    todos = _con_los_de_en_medio(plegada, articulos)
    return (*citados, *(_pedida(plegada, r) for r in todos if r.termino not in dichos))


def _con_los_de_en_medio(plegada: str, articulos: Sequence[Referencia]) -> Sequence[Referencia]:
    """Return the articles that a folded text names, and those in between («5 a 8 del manual»)."""
    dichos = [(r, r.termino.removeprefix(_ARTICULO)) for r in sorted(articulos)]
    medios = [
        otro._replace(termino=_ARTICULO + numero)
        for (uno, desde), (otro, hasta) in pairwise(dichos)
        for numero in en_medio(desde, plegada[uno.fin : otro.inicio], hasta)
    ]
    return [*articulos, *medios]


def _pedida(plegada: str, dicha: Referencia) -> Pedida:
    de_que = _DE_QUE.match(plegada, dicha.fin)
    return Pedida(dicha.termino, None, *(terminos_de_corrida(de_que[1])[:1] if de_que else ()))


def secciones_pedidas(
    indice: Indice, pedidas: Collection[Pedida], documento: int, *, antes: bool
) -> list[int]:
    """Return the numbers of a document's sections asked for; antes: earlier texts too."""
    nombres = frozenset[str]().union(*indice.rotulos.de(documento))
    suyas = {
        pedida.termino
        for pedida in pedidas
        if (pedida.docs is None or documento in pedida.docs)
        and (not pedida.de or pedida.de in nombres)
    }
    estructura = indice.documento(documento).texto.estructura
    unidades = {
        numero: _unidades(seccion.ruta)
        for numero, seccion in enumerate(estructura.secciones if suyas else ())
        if antes or not seccion.anterior
    }
    for una in [termino.removesuffix(ULTIMA) for termino in suyas if termino.endswith(ULTIMA)]:
        propias = [t for dichas in unidades.values() for t in dichas if t.startswith(una)]
        suyas.update(propias[-1:])
    return [numero for numero, dichas in unidades.items() if not suyas.isdisjoint(dichas)]


def articulos_que_faltan(
    indice: Indice, pregunta: str, enviados: Mapping[int, Sequence[tuple[int, int]]]
) -> tuple[str, ...]:
    """Return the numbers of the articles that a question asks for and of which nothing is sent.

    enviados: the stretches of each document that are sent. One alone that is asked for always is.
    """
    pedidas = unidades_pedidas(indice, pregunta)
    van, faltan = set[str](), list[str]()
    for documento, lugares in enviados.items() if len(pedidas) > 1 else ():
        secciones = indice.documento(documento).texto.estructura.secciones
        for numero in secciones_pedidas(indice, pedidas, documento, antes=False):
            una = secciones[numero]
            toca = any(desde < una.fin and una.inicio < hasta for desde, hasta in lugares)
            (van.update if toca else faltan.extend)(articulos_de(una.ruta)[:1])
    return tuple(uno for uno in dict.fromkeys(faltan) if uno not in van)


@lru_cache(maxsize=4096)
def _unidades(ruta: tuple[str, ...]) -> frozenset[str]:
    """Return the terms of what a path of headings numbers; of articles the outermost one."""
    plegados = list(map(plegar, ruta))
    numerados = (_NUMERADO.match(titulo) for titulo in plegados)
    dichas = [*map(unidad_de, plegados), *(f"{MARCA}num{n[0]}" for n in numerados if n)]
    articulos = (_ARTICULO + uno for uno in articulos_de(ruta)[:1])
    return frozenset((*articulos, *(d for d in dichas if not d.startswith(_ARTICULO))))
