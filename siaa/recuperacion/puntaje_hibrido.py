"""The formulas of `hibrida`, over all units of the most promising documents at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from siaa.biblioteca.bm25 import norma_de_largo, saturar
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.pasajes import B_UNIDAD, K1_UNIDAD, Medida, TablaPasajes
from siaa.biblioteca.valores import Booleanos, Enteros, Reales
from siaa.recuperacion.nombre_dicho import coincidencias, mejores, puntos_de_campo
from siaa.recuperacion.pesos import Pesos
from siaa.recuperacion.terminos_hibridos import Consulta, Fila

K1_PARRAFO: Final = 1.2
B_PARRAFO: Final = 0.4
K1_DOCUMENTO: Final = 1.2
B_DOCUMENTO: Final = 0.75
ENCABEZADOS_REVISADOS: Final = 60
"""Headings that are compared with the question word for word; only the most promising ones."""


@dataclass(frozen=True, slots=True)
class Puntajes:
    """Scores of the n units of some documents, and the parts that they are the sum of.

    documentos: ascending; `[comienzos[k], comienzos[k + 1])` are the units of the k-th.
    unidades: `(n,)`, their numbers in the library.
    fila, unidad, puntos: what each row (stems, then words as written) gives to each unit.
    parrafo: `(stems, paragraphs)`, likewise; de_parrafo: `(n,)`, the paragraph of each unit.
    vecinas, encabezado, apertura, total: `(n,)`.
    """

    documentos: Enteros
    comienzos: Enteros
    unidades: Enteros
    fila: Enteros
    unidad: Enteros
    puntos: Reales
    parrafo: Reales
    de_parrafo: Enteros
    vecinas: Reales
    encabezado: Reales
    apertura: Reales
    total: Reales

    @property
    def propio(self) -> Reales:
        """What each unit scores by itself, not for opening an article."""
        return self.total - self.apertura

    def de(self, lugar: int) -> slice:
        """Return where the units of the document at `lugar` are."""
        return slice(int(self.comienzos[lugar]), int(self.comienzos[lugar + 1]))


@dataclass(frozen=True, slots=True)
class _Apariciones:
    """Postings of the rows of a question in some documents: row, local unit, how often."""

    fila: Enteros
    unidad: Enteros
    veces: Reales


def densidad(indice: Indice, filas: Sequence[Fila]) -> tuple[Reales, Reales]:
    """Return two sums over some rows, each `(D,)`.

    BM25 of the whole text of each document, and the most that each row could give to one of its
    units, be it the same unit or not.
    """
    tabla = indice.pasajes
    norma = tabla.por_documento.norma(K1_DOCUMENTO, B_DOCUMENTO)
    texto, unidad = np.zeros((2, len(indice.claves)))
    for fila in filas:
        tramo = tabla.tramo(fila.numero)
        numeros = tabla.documento[tramo]
        impacto = saturar(tabla.frecuencia[tramo], norma[numeros], K1_DOCUMENTO)
        texto[numeros] += fila.peso * tabla.idf_documento[fila.numero] * impacto
        unidad[numeros] += fila.peso * tabla.idf_unidad[fila.numero] * tabla.maximo[tramo]
    return texto, unidad


def densidad_de(indice: Indice, fila: Fila, documento: int) -> float:
    """Return BM25 of one row in the whole text of one document."""
    tabla = indice.pasajes
    tramo = tabla.tramo(fila.numero)
    tiene = tabla.documento[tramo] == documento
    medida = tabla.por_documento
    norma = norma_de_largo(medida.largo[documento], medida.medio, K1_DOCUMENTO, B_DOCUMENTO)
    impacto = saturar(tabla.frecuencia[tramo][tiene], norma, K1_DOCUMENTO)
    return float((fila.peso * tabla.idf_documento[fila.numero] * impacto).sum())


def puntos_de_encabezado(indice: Indice, consulta: Consulta, pesos: Pesos) -> Reales:
    """Return what its heading gives to each section of the library: `(sections,)`.

    weight · idf matched · share of the heading; more where the question says it word for word,
    small words included («para descongestión» is not «descongestión»). Articles that follow each
    other treat of the same matter, so each gets a part of what its neighbours have.
    """
    campo = indice.encabezados
    cuales, hallado = coincidencias(campo, consulta.terminos)
    valores = pesos.encabezado * puntos_de_campo(hallado, campo.total[cuales], 1.0)
    for lugar in mejores(valores, ENCABEZADOS_REVISADOS).tolist():
        if campo.frases[cuales[lugar]] in consulta.dicho:
            valores[lugar] *= 1 + pesos.frase
    puntos = np.zeros(int(indice.pasajes.secciones[-1]))
    secciones = campo.dueno[cuales]
    puntos[secciones] = valores
    hermana = indice.pasajes.hermana
    con_siguiente = np.append(hermana[1:], False)[secciones]
    puntos[secciones[con_siguiente] + 1] += pesos.contiguas * valores[con_siguiente]
    con_anterior = hermana[secciones]
    puntos[secciones[con_anterior] - 1] += pesos.contiguas * valores[con_anterior]
    return puntos


def puntuar(
    indice: Indice, consulta: Consulta, documentos: Enteros, encabezados: Reales, pesos: Pesos
) -> Puntajes:
    """Score every unit of `documentos` (ascending, not empty) for a question."""
    tabla = indice.pasajes
    comienzos, unidades = _locales(tabla.unidades, documentos)
    apariciones = _reunir(tabla, (*consulta.raices, *consulta.formas), documentos, comienzos)
    puntos = _puntos(tabla, consulta, apariciones, unidades)
    propio = np.bincount(apariciones.unidad, puntos, minlength=len(unidades)).astype(np.float64)
    parrafo, de_parrafo = _parrafos(tabla, consulta.raices, apariciones, documentos, unidades)
    parrafo *= pesos.parrafo
    seccion = tabla.seccion[unidades]
    vecinas = pesos.vecinas * _vecinas(propio, seccion)
    inicio = 1 + pesos.inicio / (1 + tabla.lugar[unidades])
    encabezado = encabezados[seccion] * inicio
    suma = propio + vecinas + encabezado + parrafo.sum(axis=0)[de_parrafo]
    apertura = _apertura(suma, seccion, tabla.articulo, pesos.apertura)
    return Puntajes(
        documentos=documentos,
        comienzos=comienzos,
        unidades=unidades,
        fila=apariciones.fila,
        unidad=apariciones.unidad,
        puntos=puntos,
        parrafo=parrafo,
        de_parrafo=de_parrafo,
        vecinas=vecinas,
        encabezado=encabezado,
        apertura=apertura,
        total=suma + apertura,
    )


def _puntos(
    tabla: TablaPasajes, consulta: Consulta, apariciones: _Apariciones, unidades: Enteros
) -> Reales:
    """Return BM25 of each row in each unit: weight · idf · saturated count."""
    filas = (*consulta.raices, *consulta.formas)
    peso = np.array([f.peso * tabla.idf_unidad[f.numero] for f in filas], dtype=np.float32)
    norma = _norma(tabla.por_unidad, unidades, K1_UNIDAD, B_UNIDAD)
    saturado = saturar(apariciones.veces, norma[apariciones.unidad], K1_UNIDAD)
    return peso[apariciones.fila] * saturado


def _locales(comienzos: Enteros, documentos: Enteros) -> tuple[Enteros, Enteros]:
    """Number what some documents have from 0 on; return where each starts and the old numbers."""
    desde, cuantos = comienzos[documentos], np.diff(comienzos)[documentos]
    locales = np.concatenate(([0], np.cumsum(cuantos)))
    return locales, _tramos(desde, cuantos)


def _tramos(desde: Enteros, cuantos: Enteros) -> Enteros:
    """Return the numbers `desde[k]`, `desde[k] + 1`, … of every stretch, one after the other."""
    fin = np.cumsum(cuantos)
    total = int(fin[-1]) if len(fin) else 0
    numeros: Enteros = np.arange(total) + np.repeat(desde - (fin - cuantos), cuantos)
    return numeros


def _reunir(
    tabla: TablaPasajes, filas: Sequence[Fila], documentos: Enteros, comienzos: Enteros
) -> _Apariciones:
    """Gather the postings of some rows in some documents."""
    pares: list[Enteros] = []
    cuales: list[Enteros] = []
    for fila in filas:
        tramo = tabla.tramo(fila.numero)
        presentes = tabla.documento[tramo]
        lugar = np.searchsorted(presentes, documentos)
        lugar[lugar == len(presentes)] = 0
        tiene = presentes[lugar] == documentos if len(presentes) else np.zeros(len(lugar), bool)
        pares.append(tramo.start + lugar[tiene])
        cuales.append(np.flatnonzero(tiene))
    if not pares:
        nada = np.empty(0, dtype=np.int64)
        return _Apariciones(nada, nada, np.empty(0, dtype=np.float32))
    par, cual = np.concatenate(pares), np.concatenate(cuales)
    de_fila = np.repeat(np.arange(len(filas)), [len(p) for p in pares])
    desde = tabla.desde[par]
    cuantas = tabla.desde[par + 1] - desde
    lugares = _tramos(desde, cuantas)
    corrimiento = comienzos[cual] - tabla.unidades[documentos[cual]]
    return _Apariciones(
        np.repeat(de_fila, cuantas),
        tabla.unidad[lugares] + np.repeat(corrimiento, cuantas),
        tabla.veces[lugares],
    )


def _norma(medida: Medida, cuales: Enteros, k1: float, b: float) -> Reales:
    return norma_de_largo(medida.largo[cuales], medida.medio, k1, b)


def _parrafos(
    tabla: TablaPasajes,
    raices: Sequence[Fila],
    apariciones: _Apariciones,
    documentos: Enteros,
    unidades: Enteros,
) -> tuple[Reales, Enteros]:
    """Return BM25 of each paragraph, row by row of the stems, and the paragraph of each unit."""
    locales, parrafos = _locales(tabla.parrafos, documentos)
    cuantas = np.diff(tabla.unidades)[documentos]
    de_parrafo = tabla.parrafo[unidades] - np.repeat(
        tabla.parrafos[documentos] - locales[:-1], cuantas
    )
    p = len(parrafos)
    de_raiz = apariciones.fila < len(raices)
    clave = apariciones.fila[de_raiz] * p + de_parrafo[apariciones.unidad[de_raiz]]
    veces = np.bincount(clave, apariciones.veces[de_raiz], minlength=len(raices) * p)
    peso = np.array([fila.peso * tabla.idf_parrafo[fila.numero] for fila in raices])
    norma = _norma(tabla.por_parrafo, parrafos, K1_PARRAFO, B_PARRAFO)
    matriz = veces.astype(np.float64).reshape(len(raices), p)
    return peso.reshape(-1, 1) * saturar(matriz, norma, K1_PARRAFO), de_parrafo


def _vecinas(propio: Reales, seccion: Enteros) -> Reales:
    """Return, for each unit, the sum of what the ones before and after it in its section have."""
    misma = seccion[1:] == seccion[:-1]
    suma = np.zeros(len(propio))
    suma[1:] += propio[:-1] * misma
    suma[:-1] += propio[1:] * misma
    return suma


def _apertura(suma: Reales, seccion: Enteros, articulo: Booleanos, parte: float) -> Reales:
    """Return what the first unit of an article lacks to `parte` · the article's best unit.

    The opening of an article governs the rest of it, so where a passage of the article answers,
    the opening goes before it.
    """
    falta = np.zeros(len(suma))
    if len(suma):
        primeras = np.flatnonzero(np.concatenate(([True], seccion[1:] != seccion[:-1])))
        pedido = parte * np.maximum.reduceat(suma, primeras) * articulo[seccion[primeras]]
        falta[primeras] = np.maximum(pedido - suma[primeras], 0.0)
    return falta
