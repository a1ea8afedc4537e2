"""Does the question call a document by its name? Level 3 of `hibrida`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np

from siaa.biblioteca.campos import TablaCampo
from siaa.biblioteca.lengua import TerminoConsulta
from siaa.biblioteca.valores import Enteros, Reales
from siaa.recuperacion.pesos import Pesos

NOMBRES_REVISADOS: Final = 24
"""Names whose words are looked for side by side; only the most promising ones."""


@dataclass(frozen=True, slots=True)
class NombreDicho:
    """A stretch of the question that says a name of a document.

    terminos: the words that it uses there and nowhere else. parte: share of the name. puntos: idf
    of its words · share^exponent.
    """

    documento: int
    terminos: frozenset[str]
    puntos: float
    parte: float


def coincidencias(campo: TablaCampo, terminos: Sequence[TerminoConsulta]) -> tuple[Enteros, Reales]:
    """Return the short texts that have a term of the question, and the idf of those they have."""
    suma = np.zeros(len(campo.dueno))
    for termino in terminos:
        numeros = campo.textos.get(termino.termino)
        if numeros is not None and termino.peso:
            suma[numeros] += termino.peso * campo.idf[termino.termino]
    cuales = np.flatnonzero(suma)
    return cuales, suma[cuales]


def puntos_de_campo(hallado: Reales, total: Reales, exponente: float) -> Reales:
    """Return idf matched · (idf matched / idf of the text)^exponent.

    A name that the question says whole counts for more than a longer one that it says in part.
    """
    return hallado * (hallado / total) ** exponente


def mejores(valores: Reales, cuantos: int) -> Enteros:
    """Return where the greatest values are, best first, the first ones in a tie."""
    if len(valores) > cuantos:
        limite = np.partition(valores, len(valores) - cuantos)[len(valores) - cuantos]
        lugares = np.flatnonzero(valores >= limite)
    else:
        lugares = np.arange(len(valores))
    return lugares[np.argsort(-valores[lugares], kind="stable")[:cuantos]]


def nombres_dichos(
    campo: TablaCampo,
    secuencia: Sequence[str],
    terminos: Sequence[TerminoConsulta],
    pesos: Pesos,
) -> list[NombreDicho]:
    """Return the names that the question says, by words that stand side by side, best first.

    secuencia: the terms of the question as they follow each other.
    """
    cuales, hallado = coincidencias(campo, terminos)
    bolsa = puntos_de_campo(hallado, campo.total[cuales], pesos.exponente_nombre)
    prometen = cuales[mejores(bolsa, NOMBRES_REVISADOS)]
    valor = {t.termino: t.peso * campo.idf.get(t.termino, 0.0) for t in terminos}
    dichos = (_dicho(campo, int(numero), secuencia, valor, pesos) for numero in prometen)
    return sorted(dichos, key=lambda dicho: (-dicho.puntos, dicho.documento))


def _dicho(
    campo: TablaCampo,
    numero: int,
    secuencia: Sequence[str],
    valor: Mapping[str, float],
    pesos: Pesos,
) -> NombreDicho:
    """Return the stretch of the question without gaps that says most of one name."""
    nombre, total = campo.terminos[numero], float(campo.total[numero])
    hallados = [
        (sum(valor.get(termino, 0.0) for termino in set(secuencia[inicio:fin])), inicio, fin)
        for inicio, fin in _tramos(nombre, secuencia)
    ]
    hallado, inicio, fin = max(hallados, key=lambda h: h[0], default=(0.0, 0, 0))
    parte = hallado / total
    fuera = (*secuencia[:inicio], *secuencia[fin:])
    propios = frozenset(secuencia[inicio:fin]).difference(fuera)
    puntos = hallado * parte**pesos.exponente_nombre
    return NombreDicho(int(campo.dueno[numero]), propios, puntos, parte)


def _tramos(nombre: frozenset[str], secuencia: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the stretches `[start, end)` of a sequence that consist of words of a name.

    A word at the start that comes again belongs to what is asked («sentencias del juzgado de
    ejecución de sentencias»), so the stretch starts after it.
    """
    fin = 0
    for dentro, grupo in groupby(secuencia, key=nombre.__contains__):
        inicio, fin = fin, fin + len(list(grupo))
        while dentro and secuencia[inicio] in secuencia[inicio + 1 : fin]:
            inicio += 1
        if dentro:
            yield inicio, fin
