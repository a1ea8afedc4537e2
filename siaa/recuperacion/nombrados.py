"""Which documents does the question name, by what, and of which year does it want them?"""

import re

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import Norma, codigos_posibles, normas_citadas
from siaa.biblioteca.lengua.texto import plegar

_CIFRA = re.compile(r"\d")
_ANIO = re.compile(r"\b(?:1[89]|20)\d\d\b")
_ANIO_CORTO = re.compile(
    r"\b((?:(?:en|desde|hasta) el|del)(?: año)? )([3-9]\d)\b"
    r"(?![.,:/-]?\d| ?%| (?:al?|del?|por|y)\b)",
    re.IGNORECASE,
)


def documentos_nombrados(indice: Indice, pregunta: str) -> frozenset[int]:
    """Return the numbers of the documents named by their code or by their kind and number.

    Codes are parts of a file name with letters and digits or of 5 digits or more (`psaa16`,
    `10476`), written with or without hyphens and spaces. Years alone never count. Both have digits,
    so a question without any is not looked at. What weighs nothing is out of reach, named or not.
    """
    plegada = plegar(pregunta)
    if _CIFRA.search(plegada) is None:
        return frozenset()
    nombres = indice.nombres
    por_codigo = codigos_posibles(plegada) & nombres.codigos.keys()
    hallados = {int(n) for codigo in por_codigo for n in nombres.codigos[codigo]}
    hallados.update(
        numero
        for citada in normas_citadas(plegada)
        for cargada, numero in nombres.normas.get((citada.tipo, citada.numero), ())
        if _es_la_misma(citada, cargada)
    )
    return frozenset(numero for numero in hallados if indice.pesos[numero])


def _es_la_misma(citada: Norma, cargada: Norma) -> bool:
    if citada.letras not in ("", cargada.letras):
        return False
    return citada.anio is None or cargada.anio is None or citada.anio == cargada.anio


def documentos_del_anio(indice: Indice, pregunta: str) -> dict[int, str]:
    """Return the norms of a year that the question says, with that year.

    The year, or the number, of a norm that it cites speaks of that norm alone.
    """
    plegada = plegar(pregunta)
    citados = {dato for norma in normas_citadas(plegada) for dato in (norma.anio, norma.numero)}
    anios = dict.fromkeys(anio for anio in _ANIO.findall(plegada) if anio not in citados)
    return {int(n): anio for anio in anios for n in indice.nombres.anios.get(anio, ())}


def con_anios_enteros(indice: Indice, pregunta: str) -> str:
    """Write the years of the last century whole («en el 45»), where the library has acts of them.

    What goes on («del 45 al 60», «del 50 %») counts something else.
    """
    anios = indice.nombres.anios
    return _ANIO_CORTO.sub(
        lambda dicho: f"{dicho[1]}{'19' * (f'19{dicho[2]}' in anios)}{dicho[2]}", pregunta
    )
