"""Which documents, and which articles of them, does the question name; of which year?"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import (
    Norma,
    codigos_posibles,
    norma_de_nombre,
    normas_citadas,
)
from siaa.biblioteca.lengua.referencias import (
    MARCA,
    Referencia,
    referencias,
    referencias_invertidas,
    unidad_de,
)
from siaa.biblioteca.lengua.terminos import terminos, terminos_de_corrida
from siaa.biblioteca.lengua.texto import plegar, plegar_en_su_lugar
from siaa.biblioteca.lengua.vocabulario import TIPOS_NORMA
from siaa.biblioteca.relaciones.nombrados import articulos_de, en_medio, leer_citadas

_ANIO = re.compile(r"\b(?:1[89]|20)\d\d\b")
_TIPO_Y_ANIO = re.compile(
    rf"\b({'|'.join(TIPOS_NORMA)})(?: (?!que\b)[a-zñ]+){{0,6}}? ((?:1[89]|20)\d\d)\b"
)
_ANIO_CORTO = re.compile(
    r"\b((?:(?:en|desde|hasta) el|del)(?: año)? )([3-9]\d)\b"
    r"(?![.,:/-]?\d| ?%| (?:al?|del?|por|y)\b)",
    re.IGNORECASE,
)
_ANIO_DE_NORMA = re.compile(
    r"([/-]| del? (?:ano )?)'?(\d\d)\b(?![.,:/-]?\d| ?%| (?:al?|del?|por)\b)"
)
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


def anios_dichos(indice: Indice, pregunta: str) -> frozenset[str]:
    """Return the years that a question says, but for those of the norms that it cites.

    The number of a norm («decreto 2014») is a year where no norm of that number is loaded.
    """
    plegada = plegar(pregunta)
    citadas = [norma for *_, norma in normas_citadas(plegada)]
    numeros = (n.numero for n in citadas if n.anio or any(True for _ in cargadas(indice, n)))
    return frozenset(_ANIO.findall(plegada)).difference((n.anio for n in citadas), numeros)


def con_anio_por_numero(indice: Indice, pregunta: str, dichas: Set[str]) -> str:
    """Write «decreto de 2010» for «decreto 2010» where the year is meant and not the number.

    That is so where the norm of that number has nothing else of what is said, and one of its kind
    and of that year has some. dichas: the terms that the question says.
    """
    for inicio, _, norma in reversed(list(normas_citadas(plegar_en_su_lugar(pregunta)))):
        propios = [] if norma.anio else list(cargadas(indice, norma))
        de_anio = f"{norma.tipo} de {norma.numero}"
        suyos, por_tipo = documentos_del_anio(indice, norma.numero, de_anio)
        otras = dichas - set(terminos(norma.dicha))
        de_otra_cosa = propios and por_tipo and not _dicen(indice, propios, otras)
        if de_otra_cosa and _dicen(indice, suyos, otras):
            pregunta = f"{pregunta[:inicio]}de {pregunta[inicio:]}"
    return pregunta


def _dicen(indice: Indice, documentos: Sequence[int], terminos: Set[str]) -> bool:
    """Tell whether some documents have one of some terms."""
    tabla = indice.pasajes
    filas = (tabla.filas[termino] for termino in terminos if termino in tabla.filas)
    return any(np.isin(documentos, tabla.documento[tabla.tramo(fila)]).any() for fila in filas)


def documentos_del_anio(indice: Indice, anio: str, pregunta: str) -> tuple[Sequence[int], bool]:
    """Return the norms of a year, and whether they are only those of a kind.

    That is the kind that a question says of the year, where the library has one: «el decreto de
    pasaportes de 2010» is no law.
    """
    suyos = [doc for doc, otro in indice.actos.anios.items() if otro == anio]
    tipos = {dicho[1] for dicho in _TIPO_Y_ANIO.finditer(plegar(pregunta)) if dicho[2] == anio}
    propios = [doc for doc in suyos if (norma := norma_de_nombre(doc)) and norma.tipo in tipos]
    return [indice.numero(doc) for doc in propios or suyos], bool(propios)


def con_anios_enteros(indice: Indice, pregunta: str) -> str:
    """Write years of two figures whole («en el 45», «ley 84/88»).

    Those of the last century, where the library has acts of them and what goes on («del 45 al 60»,
    «del 50 %») does not count something else; those of norms.
    """
    anios = indice.actos.anios.values()
    return _ANIO_CORTO.sub(
        lambda dicho: f"{dicho[1]}{'19' * (f'19{dicho[2]}' in anios)}{dicho[2]}",
        _con_anios_de_normas(indice, pregunta),
    )


def _con_anios_de_normas(indice: Indice, pregunta: str) -> str:
    """Write whole the years of norms cited as «ley 84/88»: those of the only one that is loaded.

    Without any, one from 1930 to 2029, where nothing but a year can be meant.
    """
    plegada = plegar_en_su_lugar(pregunta)
    for _, fin, norma in reversed(list(normas_citadas(plegada))):
        dicho = _ANIO_DE_NORMA.match(plegada, fin)
        if dicho is None or norma.anio:
            continue
        cargadas = indice.actos.normas.get((norma.tipo, norma.numero), ())
        suyos = {otra.anio for otra, _ in cargadas if otra.anio and otra.anio[2:] == dicho[2]}
        if not suyos and dicho[1] in "/-":
            suyos = {("20" if dicho[2] < "30" else "19") + dicho[2]}
        if len(suyos) == 1:
            pregunta = pregunta[: dicho.start(2)] + suyos.pop() + pregunta[dicho.end(2) :]
    return pregunta


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
    estructura = indice.documentos[indice.claves[documento]].texto.estructura
    unidades = {
        numero: _unidades(seccion.ruta)
        for numero, seccion in enumerate(estructura.secciones if suyas else ())
        if antes or not seccion.anterior
    }
    for una in [termino.removesuffix(ULTIMA) for termino in suyas if termino.endswith(ULTIMA)]:
        propias = [t for dichas in unidades.values() for t in dichas if t.startswith(una)]
        suyas.update(propias[-1:])
    return [numero for numero, dichas in unidades.items() if not suyas.isdisjoint(dichas)]


@lru_cache(maxsize=4096)
def _unidades(ruta: tuple[str, ...]) -> frozenset[str]:
    """Return the terms of what a path of headings numbers; of articles the outermost one."""
    plegados = list(map(plegar, ruta))
    numerados = (_NUMERADO.match(titulo) for titulo in plegados)
    dichas = [*map(unidad_de, plegados), *(f"{MARCA}num{n[0]}" for n in numerados if n)]
    articulos = (_ARTICULO + uno for uno in articulos_de(ruta)[:1])
    return frozenset((*articulos, *(d for d in dichas if not d.startswith(_ARTICULO))))
