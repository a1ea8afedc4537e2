"""What is told of two things together, or of one or the other."""

import re
from collections.abc import Iterator, Set
from itertools import zip_longest
from typing import Final

from siaa.redaccion.afirmaciones.frase import Discrepancia, senalar
from siaa.redaccion.afirmaciones.lectura.dicho import Dicho, Pasaje
from siaa.redaccion.afirmaciones.lectura.lexico import ACTORES
from siaa.redaccion.afirmaciones.lectura.marcas import Efecto
from siaa.redaccion.afirmaciones.lectura.palabras import COMA, ULTIMO, Palabra, raiz_de
from siaa.redaccion.afirmaciones.oposicion import ORDENAN

_SUMA: Final = ("y", "e", "i")
_DE_DOS: Final = re.compile(
    r"\b(?:(?<!\bo )(?<!\bo de )(?P<ambos>ambos|ambas|l[oa]s dos)"
    r"|(?<!cada )(?:un[oa]|algun[oa]|cualquiera)(?: sol[oa])? de (?:l[oa]s(?: dos)?|sus))"
    r" (?P<que>\w+)(?!(?: \w+)?,? o ambos)"
)
"""«Ambos cónyuges», «uno de los cónyuges»; but «uno o ambos cónyuges» is neither."""


def separar(frase: Dicho, cerca: Pasaje) -> Iterator[Discrepancia]:
    """Yield «la edad o el estado» for «la edad y el estado», «uno de los socios» for «ambos».

    The other way round too, where it is ordered: «la firman el juez y la sala» may be of plurals.
    To deny either is to deny both.
    """
    negadas = {r for m in frase.con(Efecto.NIEGA, Efecto.RECHAZA, Efecto.SALVO) for r in m.alcance}
    ordena = bool(frase.con(*ORDENAN))
    dichas = dict[Set[str], dict[bool, str]]()
    for tramo in cerca.tramos:
        for que, todas, desde, hasta in _unidas(tramo):
            dichas.setdefault(que, {}).setdefault(todas, tramo.texto[desde:hasta])
    for que, todas, desde, hasta in _unidas(frase):
        otras = dichas.get(que, {todas: ""})
        calla = (todas and not ordena) or not negadas.isdisjoint(map(raiz_de, que))
        if todas not in otras and not calla:
            yield senalar("alcance", frase.texto, desde, hasta, otras[not todas])


def _es_nombre(dicho: Dicho, palabra: Palabra) -> bool:
    return dicho.texto[palabra.desde].isupper() and palabra.texto not in ACTORES


def _unidas(dicho: Dicho) -> Iterator[tuple[Set[str], bool, int, int]]:
    """Yield what is told of two together, or of one or the other: of what, which, and where.

    As they are written: «distritales y municipales» may be said «distrital o municipal».
    """
    for una, letra, *siguen in zip_longest(*(dicho.palabras[n:] for n in range(5))):
        if letra and una.raiz and letra.texto in ULTIMO and letra.pausa < COMA:
            otra = next((p for p in siguen if p and p.raiz), None)
            if otra and siguen[0].texto not in ULTIMO:  # «y/o»
                if una.pausa == COMA and _es_nombre(dicho, una) and _es_nombre(dicho, otra):
                    continue  # «en Pasto, Samaniego o San Pablo»
                que = frozenset((una.texto, otra.texto))
                yield que, letra.texto in _SUMA, una.desde, otra.hasta
    for cuantos in _DE_DOS.finditer(dicho.plegado):
        yield frozenset((cuantos["que"],)), cuantos["ambos"] is not None, *cuantos.span()
