"""`clasica`: the documented router, exactly.

score = (2.0 · keywords + 1.0 · density + 1.5 · name) · weight of the collection
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import corridas, plegar, tokenizar
from siaa.biblioteca.tablas.claves import idf_suavizado
from siaa.biblioteca.valores import Enteros, Reales
from siaa.recuperacion.clasica.puntaje import mejores_primero
from siaa.valores import DocumentoPuntuado, Motivo, Niveles

NIVELES: Final = ("keywords", "densidad", "nombre")
PESOS: Final = (2.0, 1.0, 1.5)
KEYWORDS, DENSIDAD, NOMBRE = range(3)
PUNTOS_CLAVE_AUTOMATICA: Final = 1.0
PUNTOS_CLAVE_MANUAL: Final = 2.0
DOCUMENTOS_POR_TERMINO: Final = 5
"""Only this many of the densest documents of a term count, to keep noise out."""
SOLAPE_MINIMO: Final = 2


class _Parte(NamedTuple):
    """A word of a question: on which level it counts, how much in each of `numeros`, and why."""

    nivel: int
    palabra: str
    razon: str
    numeros: Enteros
    puntos: Reales


def detectar_documentos(indice: Indice, pregunta: str, max_docs: int) -> list[str]:
    """Return the keys of the best documents for a question, best first, at most `max_docs`."""
    return [elegido.doc for elegido in enrutar(indice, pregunta, max_docs)]


def enrutar(indice: Indice, pregunta: str, max_docs: int) -> tuple[DocumentoPuntuado, ...]:
    """Score every document on the three levels and return the best, with the reasons.

    Only documents with a positive score; scores compared to 9 decimals, ties by name.
    """
    if not indice.claves:
        return ()
    partes = tuple(_partes(indice, pregunta))
    niveles = np.zeros((len(NIVELES), len(indice.claves)))
    for parte in partes:
        niveles[parte.nivel, parte.numeros] += parte.puntos
    niveles[NOMBRE] /= indice.nombres.cantidad
    keywords, densidad, nombre = (peso * nivel for peso, nivel in zip(PESOS, niveles, strict=True))
    puntajes = (keywords + densidad + nombre) * indice.pesos
    return tuple(
        DocumentoPuntuado(
            doc=indice.claves[numero],
            puntaje=float(puntajes[numero]),
            niveles=Niveles(*niveles[:, numero].tolist()),
            motivos=tuple(_motivos(indice, partes, numero)),
        )
        for numero in mejores_primero(puntajes, 1)[:max_docs]
    )


def _partes(indice: Indice, pregunta: str) -> Iterator[_Parte]:
    plegada = plegar(pregunta)
    for tabla, razon, puntos in (
        (indice.automaticas, "es palabra clave", PUNTOS_CLAVE_AUTOMATICA),
        (indice.manuales, "es palabra clave del catálogo", PUNTOS_CLAVE_MANUAL),
    ):
        for clave in tabla.presentes(plegada):
            numeros = tabla.documentos[clave]
            yield _Parte(KEYWORDS, clave, razon, numeros, np.full(len(numeros), puntos))
    for termino in sorted(set(tokenizar(pregunta))):
        numeros, densidades = indice.tabla_densidad.de(termino)
        idf = idf_suavizado(len(indice.claves), len(numeros))
        primeros = slice(DOCUMENTOS_POR_TERMINO)
        abunda = "abunda en el texto"
        yield _Parte(DENSIDAD, termino, abunda, numeros[primeros], densidades[primeros] * idf)
    for palabra in sorted(indice.nombres.documentos.keys() & corridas(plegada)):
        numeros = indice.nombres.documentos[palabra]
        yield _Parte(NOMBRE, palabra, "está en el nombre", numeros, np.ones(len(numeros)))


def _motivos(indice: Indice, partes: Sequence[_Parte], numero: int) -> Iterator[Motivo]:
    """Put one document's score into words; the points, already weighted, add up to it."""
    peso = float(indice.pesos[numero])
    for parte in partes:
        partido = float(indice.nombres.cantidad[numero]) if parte.nivel == NOMBRE else 1.0
        for propios in parte.puntos[parte.numeros == numero].tolist():
            puntos = PESOS[parte.nivel] * peso * propios / partido
            detalle = f"«{parte.palabra}» {parte.razon}"
            yield Motivo(NIVELES[parte.nivel], detalle, puntos, parte.palabra)


def solapamiento_vocabulario(indice: Indice, pregunta: str, max_docs: int) -> list[str]:
    """Return the documents whose vocabulary holds most of the question's terms, at least 2.

    Ties by name. What `clasica` documents for when no document scores; `enrutar` never needs it,
    since every token of the library is in its table of densities.
    """
    comunes = np.zeros(len(indice.claves), dtype=np.int64)
    for termino in set(tokenizar(pregunta)):
        numeros, _ = indice.tabla_densidad.de(termino)
        comunes[numeros] += 1
    orden = np.lexsort((np.arange(len(comunes)), -comunes))
    return [indice.claves[n] for n in orden.tolist()[:max_docs] if comunes[n] >= SOLAPE_MINIMO]
