"""Does the question call a document by its name? Level 3 of `hibrida`."""

from collections.abc import Mapping, Sequence, Set
from itertools import groupby
from typing import Final, NamedTuple, TypeVar

import numpy as np

from siaa.biblioteca.lengua.terminos import TerminoConsulta
from siaa.biblioteca.tablas.campos import TablaCampo
from siaa.biblioteca.valores import Booleanos, Enteros, Reales

Valor = TypeVar("Valor", float, Reales)

NOMBRADO: Final = 0.6
"""Share of a name from which on it is that document that the question means."""
NOMBRES_REVISADOS: Final = 24
"""Names whose words are looked for side by side; only the most promising ones."""


class NombreDicho(NamedTuple):
    """A stretch of the question that says a name of a document.

    terminos: the words that it uses there, once. parte: share of the name. puntos: idf
    of its words · share^2.
    """

    documento: int
    terminos: frozenset[str]
    puntos: float
    parte: float

    def nombra(self, documento: int) -> bool:
        """Tell whether it says enough of a name of a document to mean that one."""
        return self.documento == documento and self.parte >= NOMBRADO


def coincidencias(campo: TablaCampo, terminos: Sequence[TerminoConsulta]) -> tuple[Enteros, Reales]:
    """Return the short texts that have a term of the question, and the idf of those they have."""
    suma = np.zeros(len(campo.dueno))
    for termino in terminos:
        numeros = campo.textos.get(termino.termino)
        if numeros is not None and termino.peso:
            suma[numeros] += termino.peso * campo.idf[termino.termino]
    cuales = (suma != 0).nonzero()[0]
    return cuales, suma[cuales]


def puntos_de_campo(hallado: Valor, total: Valor) -> Valor:
    """Return idf matched · (idf matched / idf of the text)^2.

    A name that the question says whole counts for more than a longer one that it says in part.
    """
    return hallado * (hallado / total) ** 2


def mejores(valores: Reales, cuantos: int) -> Enteros:
    """Return where the greatest values are, best first, the first ones in a tie."""
    if len(valores) > cuantos:
        limite = np.partition(valores, len(valores) - cuantos)[len(valores) - cuantos]
        lugares = np.flatnonzero(valores >= limite)
    else:
        lugares = np.arange(len(valores))
    return lugares[np.argsort(-valores[lugares], kind="stable")[:cuantos]]


def mayores(hay: int, duenos: Enteros, valores: Reales) -> Reales:
    """Return the greatest value that each of so many owners has, at least 0."""
    mayor = np.zeros(hay)
    np.maximum.at(mayor, duenos, valores)
    return mayor


def nombres_dichos(
    campo: TablaCampo, secuencia: Sequence[str], terminos: Sequence[TerminoConsulta]
) -> list[NombreDicho]:
    """Return the names that the question says, by words that stand side by side, best first.

    secuencia: the terms of the question as they follow each other.
    """
    cuales, en_bolsa = coincidencias(campo, terminos)
    bolsa = puntos_de_campo(en_bolsa, campo.total[cuales])
    prometen = cuales[mejores(bolsa, NOMBRES_REVISADOS)]
    valor = {t.termino: t.peso * campo.idf.get(t.termino, 0.0) for t in terminos}
    dichos: list[NombreDicho] = []
    columnas = (prometen, campo.dueno[prometen], campo.total[prometen])
    for numero, documento, total in zip(*(c.tolist() for c in columnas), strict=True):
        tramo, hallado = mejor_tramo(campo.terminos(numero), secuencia, valor)
        solas = frozenset(termino for termino in tramo if secuencia.count(termino) == 1)
        dichos.append(
            NombreDicho(documento, solas, puntos_de_campo(hallado, total), hallado / total)
        )
    return sorted(dichos, key=lambda dicho: (-dicho.puntos, dicho.documento))


def mejor_tramo(
    nombre: frozenset[str], secuencia: Sequence[str], valor: Mapping[str, float]
) -> tuple[tuple[str, ...], float]:
    """Return the stretch of the question without gaps that says most of a name, and its idf."""
    if nombre.isdisjoint(secuencia):  # most are, and this tells it in a tenth of the time
        return (), 0.0
    tramos = (tuple(dict.fromkeys(g)) for va, g in groupby(secuencia, nombre.__contains__) if va)
    sumados = ((tramo, sum(valor.get(termino, 0.0) for termino in tramo)) for tramo in tramos)
    return max(sumados, key=lambda sumado: sumado[1], default=((), 0.0))


def son_de(terminos: Sequence[str], conjuntos: Sequence[Set[str]]) -> Booleanos:
    """Tell which terms are of each set: `(sets, terms)`."""
    son = [[termino in suyos for termino in terminos] for suyos in conjuntos]
    return np.array(son, dtype=np.bool_).reshape(len(conjuntos), len(terminos))
