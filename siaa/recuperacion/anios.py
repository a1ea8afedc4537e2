"""Which years does a question say: «en el 45», «ley 84/88», «a finales de los ochenta»?"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from types import MappingProxyType
from typing import Final

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import norma_de_nombre, normas_citadas
from siaa.biblioteca.lengua.numeros import numero_en_palabras
from siaa.biblioteca.lengua.terminos import terminos
from siaa.biblioteca.lengua.texto import plegar, plegar_en_su_lugar
from siaa.biblioteca.lengua.vocabulario import TIPOS_NORMA
from siaa.recuperacion.nombrados import cargadas

_ANIO: Final = r"(?:1[89]|20)\d\d"
_DECENAS: Final = "veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa"
_PARTES: Final = MappingProxyType(
    {"": (0, 9), "mediados": (3, 7)}
    | dict.fromkeys(("comienzos", "principios", "inicios"), (0, 3))
    | dict.fromkeys(("finales", "fines"), (6, 9))
)
"""The first and the last year of each part of a decade, by how it is called."""
_DECADA: Final = (
    rf"(?:(?P<parte>{'|'.join(filter(None, _PARTES))}) de )?"
    r"(?:(?P<seguro>(?:la )?decada del? (?:los )?(?:años )?|(?:los )?años )"
    r"|(?:(?<=\bde )|(?<=\ben )|(?<=\bdesde )|(?<=\bhasta )|(?<=\bhacia ))los )"
    rf"(?:19)?(?P<decena>[2-9](?=0)|{_DECENAS})0?s?\b"
    r"(?(seguro)|(?![.,]?\d| ?%| (?:\w+s|al?|del?|mil|o|y)\b))"
)
"""«En los ochenta» is of years where it counts nothing: «en los ochenta días», «los 80 de ayer»."""
_DICHO: Final = re.compile(rf"\b(?:(?P<anio>{_ANIO})\b|{_DECADA})")
_TIPO_Y_ANIO: Final = re.compile(
    rf"\b(?P<tipo>{'|'.join(TIPOS_NORMA)})(?: (?!que\b)[a-zñ]+){{0,6}}? {_DICHO.pattern}"
)
_ANIO_CORTO: Final = re.compile(
    r"\b((?:(?:en|desde|hasta) el|del)(?: año)? )([3-9]\d)\b"
    r"(?![.,:/-]?\d| ?%| (?:al?|del?|por|y)\b)",
    re.IGNORECASE,
)
_ANIO_DE_NORMA: Final = re.compile(
    r"([/-]| del? (?:ano )?)'?(\d\d)\b(?![.,:/-]?\d| ?%| (?:al?|del?|por)\b)"
)


def anios_dichos(indice: Indice, pregunta: str) -> frozenset[str]:
    """Return the years that a question says, but for those of the norms that it cites.

    The number of a norm («decreto 2014») is a year where no norm of that number is loaded. Those of
    a decade are of the last century.
    """
    plegada = plegar(pregunta)
    citadas = [norma for *_, norma in normas_citadas(plegada)]
    numeros = (n.numero for n in citadas if n.anio or any(True for _ in cargadas(indice, n)))
    dichos = frozenset[str]().union(*map(_anios_de, _DICHO.finditer(plegada)))
    return dichos.difference((n.anio for n in citadas), numeros)


def _anios_de(dicho: re.Match[str]) -> Sequence[str]:
    if dicho["anio"]:
        return (dicho["anio"],)
    decena = numero_en_palabras(dicho["decena"]) // 10 or dicho["decena"]
    primero, ultimo = _PARTES[dicho["parte"] or ""]
    return [f"19{decena}{n}" for n in range(primero, ultimo + 1)]


def documentos_de(
    indice: Indice, anios: Set[str], pregunta: str
) -> Iterator[tuple[str, Sequence[int], bool]]:
    """Yield the norms of each of some years, and whether they are only those of a kind.

    That is the kind that a question says of the year, where the library has one: «el decreto de
    pasaportes de 2010» is no law.
    """
    if not anios:
        return
    suyos, tipos = indice.actos.por_anio, defaultdict[str, set[str]](set)
    for dicho in _TIPO_Y_ANIO.finditer(plegar(pregunta)):
        for anio in _anios_de(dicho):
            tipos[anio].add(dicho["tipo"])
    for anio in sorted(anios & suyos.keys()):
        docs = suyos[anio]
        normas = {doc: norma_de_nombre(doc) for doc in docs if tipos[anio]}
        propios = [doc for doc, norma in normas.items() if norma and norma.tipo in tipos[anio]]
        yield anio, [indice.numero(doc) for doc in propios or docs], bool(propios)


def con_anio_por_numero(indice: Indice, pregunta: str, dichas: Set[str]) -> str:
    """Write «decreto de 2010» for «decreto 2010» where the year is meant and not the number.

    That is so where the norm of that number has nothing else of what is said, and one of its kind
    and of that year has some. dichas: the terms that the question says.
    """
    for inicio, _, norma in reversed(list(normas_citadas(plegar_en_su_lugar(pregunta)))):
        propios = [] if norma.anio else list(cargadas(indice, norma))
        otras = dichas - set(terminos(norma.dicha))
        if not propios or _dicen(indice, propios, otras):
            continue
        de_anio = documentos_de(indice, {norma.numero}, f"{norma.tipo} de {norma.numero}")
        if any(por_tipo and _dicen(indice, suyos, otras) for _, suyos, por_tipo in de_anio):
            pregunta = f"{pregunta[:inicio]}de {pregunta[inicio:]}"
    return pregunta


def _dicen(indice: Indice, documentos: Sequence[int], terminos: Set[str]) -> bool:
    """Tell whether some documents have one of some terms."""
    tabla = indice.pasajes
    filas = (tabla.filas[termino] for termino in terminos if termino in tabla.filas)
    return any(np.isin(documentos, tabla.documento[tabla.tramo(fila)]).any() for fila in filas)


def con_anios_enteros(indice: Indice, pregunta: str) -> str:
    """Write years of two figures whole («en el 45», «ley 84/88»).

    Those of the last century, where the library has acts of them and what goes on («del 45 al 60»,
    «del 50 %») does not count something else; those of norms.
    """
    anios = indice.actos.por_anio
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
