"""`clasica`: the documented router, exactly.

score = (2.0 · keywords + 1.0 · density + 1.5 · name) · weight of the collection
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from siaa.biblioteca.indice import Indice, TablaClaves
from siaa.biblioteca.lengua.texto import palabras_largas, plegar, tokenizar
from siaa.biblioteca.tablas.tfidf import idf_suavizado
from siaa.biblioteca.valores import Enteros, Reales
from siaa.recuperacion.clasica.puntaje import DECIMALES
from siaa.valores import DocumentoPuntuado, Motivo, Niveles

PESO_KEYWORDS: Final = 2.0
PESO_DENSIDAD: Final = 1.0
PESO_NOMBRE: Final = 1.5
PUNTOS_CLAVE_AUTOMATICA: Final = 1.0
PUNTOS_CLAVE_MANUAL: Final = 2.0
DOCUMENTOS_POR_TERMINO: Final = 5
"""Only this many of the densest documents of a term count, to keep noise out."""
SOLAPE_MINIMO: Final = 2


@dataclass(frozen=True, slots=True)
class _Coincidencias:
    """What of a question was found in the tables of an index.

    Each entry pairs what matched with the numbers of the documents that have it; `densidades`
    adds, one value a document, the points of that term.
    """

    automaticas: tuple[tuple[str, Enteros], ...]
    manuales: tuple[tuple[str, Enteros], ...]
    densidades: tuple[tuple[str, Enteros, Reales], ...]
    nombres: tuple[tuple[str, Enteros], ...]


def detectar_documentos(indice: Indice, pregunta: str, max_docs: int) -> list[str]:
    """Return the keys of the best documents for a question, best first, at most `max_docs`."""
    return [elegido.doc for elegido in enrutar(indice, pregunta, max_docs)]


def enrutar(indice: Indice, pregunta: str, max_docs: int) -> tuple[DocumentoPuntuado, ...]:
    """Score every document on the three levels and return the best, with the reasons.

    Only documents with a positive score; scores compared to 9 decimals, ties by name.
    """
    if not indice.claves:
        return ()
    halladas = _buscar_coincidencias(indice, pregunta)
    keywords, densidad, nombre = _niveles(indice, halladas)
    combinado = PESO_KEYWORDS * keywords + PESO_DENSIDAD * densidad + PESO_NOMBRE * nombre
    puntajes = combinado * indice.pesos
    return tuple(
        DocumentoPuntuado(
            doc=indice.claves[numero],
            puntaje=float(puntajes[numero]),
            niveles=Niveles(
                float(keywords[numero]), float(densidad[numero]), float(nombre[numero])
            ),
            motivos=_motivos_documento(indice, halladas, numero),
        )
        for numero in _mejores(puntajes, max_docs)
    )


def _buscar_coincidencias(indice: Indice, pregunta: str) -> _Coincidencias:
    plegada = plegar(pregunta)
    nombres = indice.nombres.documentos
    return _Coincidencias(
        automaticas=_claves_presentes(indice.automaticas, plegada),
        manuales=_claves_presentes(indice.manuales, plegada),
        densidades=tuple(_densidades(indice, sorted(set(tokenizar(pregunta))))),
        nombres=tuple(
            (palabra, nombres[palabra])
            for palabra in sorted(palabras_largas(plegada))
            if palabra in nombres
        ),
    )


def _claves_presentes(tabla: TablaClaves, plegada: str) -> tuple[tuple[str, Enteros], ...]:
    return tuple((c, tabla.documentos[c]) for c in tabla.buscador.presentes(plegada))


def _densidades(indice: Indice, terminos: list[str]) -> list[tuple[str, Enteros, Reales]]:
    resultado = []
    for termino in terminos:
        numeros, densidades = indice.tabla_densidad.de(termino)
        if len(numeros):
            idf = idf_suavizado(len(indice.claves), len(numeros))
            primeros = slice(DOCUMENTOS_POR_TERMINO)
            resultado.append((termino, numeros[primeros], densidades[primeros] * idf))
    return resultado


def _niveles(indice: Indice, halladas: _Coincidencias) -> tuple[Reales, Reales, Reales]:
    """Return the three levels, one value a document."""
    keywords, densidad, coincidencias = np.zeros((3, len(indice.claves)))
    for _, numeros in halladas.automaticas:
        keywords[numeros] += PUNTOS_CLAVE_AUTOMATICA
    for _, numeros in halladas.manuales:
        keywords[numeros] += PUNTOS_CLAVE_MANUAL
    for _, numeros, puntos in halladas.densidades:
        densidad[numeros] += puntos
    for _, numeros in halladas.nombres:
        coincidencias[numeros] += 1.0
    return keywords, densidad, coincidencias / indice.nombres.cantidad


def _mejores(puntajes: Reales, max_docs: int) -> list[int]:
    """Return the numbers of the best documents; the lowest number (first name) wins a tie."""
    comparables = np.where(puntajes > 0, np.round(puntajes, DECIMALES), -1.0)
    elegidos: list[int] = []
    for _ in range(min(max_docs, len(puntajes))):
        mejor = int(np.argmax(comparables))
        if comparables[mejor] < 0:
            break
        elegidos.append(mejor)
        comparables[mejor] = -1.0
    return elegidos


def _motivos_documento(indice: Indice, halladas: _Coincidencias, numero: int) -> tuple[Motivo, ...]:
    """Put one document's score into words; the points, already weighted, add up to it."""
    peso = float(indice.pesos[numero])
    de_nombre = PESO_NOMBRE * peso / float(indice.nombres.cantidad[numero])
    claves = PESO_KEYWORDS * peso
    partes = [
        Motivo("keywords", f"«{c}» es palabra clave", claves * PUNTOS_CLAVE_AUTOMATICA, c)
        for c in _con(halladas.automaticas, numero)
    ]
    partes += [
        Motivo("keywords", f"«{c}» es palabra clave del catálogo", claves * PUNTOS_CLAVE_MANUAL, c)
        for c in _con(halladas.manuales, numero)
    ]
    for termino, numeros, puntos in halladas.densidades:
        for punto in puntos[numeros == numero].tolist():
            detalle = f"«{termino}» abunda en el texto"
            partes.append(Motivo("densidad", detalle, PESO_DENSIDAD * peso * punto, termino))
    partes += [
        Motivo("nombre", f"«{palabra}» está en el nombre", de_nombre, palabra)
        for palabra in _con(halladas.nombres, numero)
    ]
    return tuple(partes)


def _con(pares: tuple[tuple[str, Enteros], ...], numero: int) -> list[str]:
    return [que for que, numeros in pares if (numeros == numero).any()]


def solapamiento_vocabulario(indice: Indice, pregunta: str, max_docs: int) -> list[str]:
    """Return the documents whose vocabulary holds most of the question's terms, at least 2.

    The documented fallback for when no document scores; ties by name.
    """
    comunes = np.zeros(len(indice.claves), dtype=np.int64)
    for termino in set(tokenizar(pregunta)):
        numeros, _ = indice.tabla_densidad.de(termino)
        comunes[numeros] += 1
    orden = np.lexsort((np.arange(len(comunes)), -comunes))
    return [indice.claves[n] for n in orden.tolist()[:max_docs] if comunes[n] >= SOLAPE_MINIMO]
