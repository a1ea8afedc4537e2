"""The formulas of `hibrida`, over all units of the most promising documents at once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.tablas.bm25 import norma_de_largo, saturar
from siaa.biblioteca.tablas.pasajes import B_UNIDAD, K1_UNIDAD, TablaPasajes
from siaa.biblioteca.valores import Booleanos, Enteros, Reales
from siaa.recuperacion.hibrida.nombre_dicho import coincidencias, mejores, puntos_de_campo
from siaa.recuperacion.hibrida.pesos import Pesos
from siaa.recuperacion.hibrida.terminos import Consulta, FilaBuscada

Columna = TypeVar("Columna", Enteros, Reales)

K1_PARRAFO: Final = 1.2
B_PARRAFO: Final = 0.4
K1_DOCUMENTO: Final = 1.2
B_DOCUMENTO: Final = 1.0
ENCABEZADOS_REVISADOS: Final = 60
"""Headings that are compared with the question word for word; only the most promising ones."""
LITERALES_REVISADOS: Final = 60
"""Units that are, too."""
PALABRAS_DE_LITERAL: Final = 4
"""Shorter questions stand in many passages that do not answer them."""


@dataclass(frozen=True, slots=True)
class Reparto:
    """What each row of a question gives to each of some places (units, paragraphs, documents).

    lugares: how many places there are.
    fila, lugar, puntos: one of each for every row that a place has, by row and then by place.
    """

    lugares: int
    fila: Enteros
    lugar: Enteros
    puntos: Reales

    def suma(self) -> Reales:
        """Return what each place gets from all rows: `(lugares,)`."""
        suma = np.bincount(self.lugar, self.puntos, minlength=self.lugares)
        return suma.astype(np.float64, copy=False)

    def de(self, lugares: Collection[int]) -> dict[int, dict[int, float]]:
        """Return, for each of some places, what each row that it has gives to it."""
        partes: dict[int, dict[int, float]] = {lugar: {} for lugar in lugares}
        pedido = np.zeros(self.lugares, dtype=np.bool_)
        pedido[list(partes)] = True
        aqui = pedido[self.lugar].nonzero()[0]
        columnas = (self.fila[aqui], self.lugar[aqui], self.puntos[aqui])
        for fila, lugar, puntos in zip(*(c.tolist() for c in columnas), strict=True):
            partes[lugar][fila] = puntos
        return partes


@dataclass(frozen=True, slots=True)
class PuntajesUnidades:
    """Scores of the n units of some documents, and the parts that they are the sum of.

    documentos: ascending; `[comienzos[k], comienzos[k + 1])` are the units of the k-th.
    unidades: `(n,)`, their numbers in the library.
    filas: what each row (stems, then words as written) gives to each unit.
    parrafos: what each stem gives to each paragraph; de_parrafo: `(n,)`, the paragraph of a unit.
    literal, vecinas, encabezado, apertura: `(n,)`. propio: all but `apertura`; total: all.
    """

    documentos: Enteros
    comienzos: Enteros
    unidades: Enteros
    filas: Reparto
    parrafos: Reparto
    de_parrafo: Enteros
    literal: Reales
    vecinas: Reales
    encabezado: Reales
    apertura: Reales
    propio: Reales
    total: Reales

    def de(self, lugar: int) -> slice:
        """Return where the units of the document at `lugar` are."""
        return slice(int(self.comienzos[lugar]), int(self.comienzos[lugar + 1]))


@dataclass(frozen=True, slots=True)
class _Apariciones:
    """Postings of the rows of a question in some documents.

    fila, unidad: row and unit (numbered among those of the documents), by row and then by unit.
    veces: how often. largo: length of the unit.
    """

    fila: Enteros
    unidad: Enteros
    veces: Reales
    largo: Reales


def densidad(indice: Indice, filas: Sequence[FilaBuscada]) -> tuple[Reparto, Reales]:
    """Return what some rows say of whole documents.

    BM25 of each row in the whole text of each document, and `(D,)`, the most that all rows could
    give to units of a document, be it the same unit or not.
    """
    tabla = indice.pasajes
    tramos = [tabla.tramo(fila.numero) for fila in filas]
    documento = _unir(tabla.documento, tramos)
    fila = _cuales(tramos)
    norma = tabla.por_documento.norma(K1_DOCUMENTO, B_DOCUMENTO)[documento]
    impacto = saturar(_unir(tabla.frecuencia, tramos), norma, K1_DOCUMENTO)
    puntos = _pesos(filas, tabla.idf_documento)[fila] * impacto
    maximo = _pesos(filas, tabla.idf_unidad)[fila] * _unir(tabla.maximo, tramos)
    cuantos = len(indice.claves)
    texto = Reparto(cuantos, fila, documento, puntos)
    return texto, Reparto(cuantos, fila, documento, maximo).suma()


def _unir(columna: Columna, tramos: Sequence[slice]) -> Columna:
    """Return some stretches of a column, one after the other."""
    if len(tramos) == 1:
        return columna[tramos[0]]
    return np.concatenate([columna[:0], *(columna[tramo] for tramo in tramos)])


def _cuales(tramos: Sequence[slice]) -> Enteros:
    """Return 0, 1, 2…, each as often as its stretch is long."""
    return np.repeat(np.arange(len(tramos)), [tramo.stop - tramo.start for tramo in tramos])


def _pesos(filas: Sequence[FilaBuscada], idf: Reales) -> Reales:
    """Return weight · idf of each row."""
    return np.array([fila.peso * idf[fila.numero] for fila in filas], dtype=np.float32)


def puntos_de_encabezado(indice: Indice, consulta: Consulta, pesos: Pesos) -> Reales:
    """Return what its heading gives to each section of the library: `(sections,)`.

    weight · idf matched · share of the heading; more where the question says it word for word,
    small words included («para descongestión» is not «descongestión»). Articles that follow each
    other treat of the same matter, so each gets a part of what its neighbours have.
    """
    campo = indice.encabezados
    cuales, hallado = coincidencias(campo, consulta.terminos)
    valores = pesos.encabezado * puntos_de_campo(hallado, campo.total[cuales], 1.0)
    revisados = mejores(valores, ENCABEZADOS_REVISADOS)
    en_la_pregunta = [campo.frases[n] in consulta.dicho for n in cuales[revisados].tolist()]
    valores[revisados[en_la_pregunta]] *= 1 + pesos.frase
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
) -> PuntajesUnidades:
    """Score every unit of `documentos` (ascending, not empty) for a question."""
    tabla = indice.pasajes
    tramos = _tramos_de(tabla.unidades, documentos)
    comienzos = _comienzos(tabla.unidades, documentos)
    corrimiento = np.repeat(_corrimiento(tabla.parrafos, documentos), np.diff(comienzos))
    de_parrafo = _unir(tabla.parrafo, tramos) + corrimiento
    seccion = _unir(tabla.seccion, tramos)
    apariciones = _reunir(tabla, (*consulta.raices, *consulta.formas), documentos)
    filas = _filas(tabla, consulta, apariciones, len(seccion))
    parrafos = _parrafos(tabla, consulta.raices, apariciones, documentos, de_parrafo)
    parrafos = replace(parrafos, puntos=pesos.parrafo * parrafos.puntos)
    por_filas = filas.suma()
    vecinas = pesos.vecinas * _vecinas(por_filas, seccion)
    inicio = 1 + pesos.inicio / (1 + _unir(tabla.lugar, tramos))
    encabezado = encabezados.take(seccion) * inicio
    unidades = _numeros(tramos)
    literal = pesos.literal * _al_pie_de_la_letra(indice, consulta, filas, por_filas, unidades)
    propio = por_filas + literal + vecinas + encabezado + parrafos.suma().take(de_parrafo)
    apertura = _apertura(propio, seccion, tabla.articulo, pesos.apertura)
    return PuntajesUnidades(
        documentos=documentos,
        comienzos=comienzos,
        unidades=unidades,
        filas=filas,
        parrafos=parrafos,
        de_parrafo=de_parrafo,
        literal=literal,
        vecinas=vecinas,
        encabezado=encabezado,
        apertura=apertura,
        propio=propio,
        total=propio + apertura,
    )


def _tramos_de(comienzos: Enteros, documentos: Enteros) -> list[slice]:
    """Return where what some documents have is, neighbours as one stretch.

    comienzos: where that of each document of the library starts.
    """
    desde, hasta = comienzos[documentos].tolist(), comienzos[documentos + 1].tolist()
    tramos = [slice(0, 0)]
    for inicio, fin in zip(desde, hasta, strict=True):
        if tramos[-1].stop == inicio:
            tramos[-1] = slice(tramos[-1].start, fin)
        else:
            tramos.append(slice(inicio, fin))
    return tramos


def _comienzos(comienzos: Enteros, documentos: Enteros) -> Enteros:
    """Return where what each of some documents has starts once it is joined, and the end."""
    return np.concatenate(([0], np.cumsum(comienzos[documentos + 1] - comienzos[documentos])))


def _corrimiento(comienzos: Enteros, documentos: Enteros) -> Enteros:
    """Return, by document, from a number in the library to the place of the same once joined."""
    return _comienzos(comienzos, documentos)[:-1] - comienzos[documentos]


def _numeros(tramos: Sequence[slice]) -> Enteros:
    """Return the numbers of some stretches, one after the other."""
    return np.concatenate([np.arange(0), *(np.arange(t.start, t.stop) for t in tramos)])


def _reunir(tabla: TablaPasajes, filas: Sequence[FilaBuscada], documentos: Enteros) -> _Apariciones:
    """Gather the postings of some rows in some documents."""
    tramos = [tabla.tramo(fila.numero) for fila in filas]
    lugares = np.full(len(tabla.unidades), -1)
    lugares[documentos] = np.arange(len(documentos))
    cual = lugares[_unir(tabla.documento, tramos)]
    tiene = (cual >= 0).nonzero()[0]
    par, cual = _numeros(tramos)[tiene], cual[tiene]
    desde = tabla.desde[par]
    cuantas = tabla.desde[par + 1] - desde
    fin = np.cumsum(cuantas)
    total = int(fin[-1]) if len(fin) else 0
    donde = np.arange(total) + np.repeat(desde - (fin - cuantas), cuantas)
    unidad = tabla.unidad[donde]
    corrimiento = _corrimiento(tabla.unidades, documentos)[cual]
    return _Apariciones(
        fila=np.repeat(_cuales(tramos)[tiene], cuantas),
        unidad=unidad + np.repeat(corrimiento, cuantas),
        veces=tabla.veces[donde],
        largo=tabla.por_unidad.largo[unidad],
    )


def _filas(
    tabla: TablaPasajes, consulta: Consulta, apariciones: _Apariciones, unidades: int
) -> Reparto:
    """Return BM25 of each row in each unit: weight · idf · saturated count."""
    peso = _pesos((*consulta.raices, *consulta.formas), tabla.idf_unidad)
    norma = norma_de_largo(apariciones.largo, tabla.por_unidad.medio, K1_UNIDAD, B_UNIDAD)
    impacto = saturar(apariciones.veces, norma, K1_UNIDAD)
    fila, unidad = apariciones.fila, apariciones.unidad
    return Reparto(unidades, fila, unidad, peso[fila] * impacto)


def _al_pie_de_la_letra(
    indice: Indice, consulta: Consulta, filas: Reparto, por_filas: Reales, unidades: Enteros
) -> Reales:
    """Return weight · idf of all that is asked for each unit that says the question word for word.

    `(n,)`, 0 for the others. Such a unit has every word of it as written, so few need be read.
    """
    puntos = np.zeros(len(unidades))
    if not consulta.formas or len(consulta.dicho.split()) < PALABRAS_DE_LITERAL:
        return puntos
    escritas = filas.lugar[filas.fila >= len(consulta.raices)]
    todas = np.bincount(escritas, minlength=len(unidades)) == len(consulta.formas)
    posibles = todas.nonzero()[0]
    tabla = indice.pasajes
    for lugar in posibles[mejores(por_filas[posibles], LITERALES_REVISADOS)].tolist():
        unidad = int(unidades[lugar])
        dueno = int(np.searchsorted(tabla.unidades, unidad, side="right")) - 1
        inicio, fin = tabla.limites[unidad].tolist()
        texto = indice.documentos[indice.claves[dueno]].contenido[inicio:fin]
        if consulta.dicho in f" {' '.join(corridas(plegar(texto)))} ":
            puntos[lugar] = _pesos(consulta.raices, tabla.idf_unidad).sum(dtype=np.float64)
    return puntos


def _parrafos(
    tabla: TablaPasajes,
    raices: Sequence[FilaBuscada],
    apariciones: _Apariciones,
    documentos: Enteros,
    de_parrafo: Enteros,
) -> Reparto:
    """Return BM25 of each stem in each paragraph; stems are the first rows of `apariciones`."""
    de_raiz = slice(0, int(np.searchsorted(apariciones.fila, len(raices))))
    fila, lugar = apariciones.fila[de_raiz], de_parrafo[apariciones.unidad[de_raiz]]
    primeros = _primeros(fila, lugar)
    veces = np.add.reduceat(apariciones.veces[de_raiz], primeros, dtype=np.float64)
    fila, lugar = fila[primeros], lugar[primeros]
    medida = tabla.por_parrafo
    largo = _unir(medida.largo, _tramos_de(tabla.parrafos, documentos))
    norma = norma_de_largo(largo[lugar], medida.medio, K1_PARRAFO, B_PARRAFO)
    puntos = _pesos(raices, tabla.idf_parrafo)[fila] * saturar(veces, norma, K1_PARRAFO)
    return Reparto(len(largo), fila, lugar, puntos)


def _primeros(*columnas: Enteros) -> Enteros:
    """Return where each stretch of equal values in all columns starts."""
    cambia = np.zeros(len(columnas[0]), dtype=np.bool_)
    cambia[:1] = True
    for columna in columnas:
        cambia[1:] |= columna[1:] != columna[:-1]
    return cambia.nonzero()[0]


def _vecinas(propio: Reales, seccion: Enteros) -> Reales:
    """Return, for each unit, the sum of what the ones before and after it in its section have."""
    misma = (seccion[1:] == seccion[:-1]).astype(np.float64)
    suma = np.zeros(len(propio))
    np.multiply(propio[:-1], misma, out=suma[1:])
    suma[:-1] += propio[1:] * misma
    return suma


def _apertura(suma: Reales, seccion: Enteros, articulo: Booleanos, parte: float) -> Reales:
    """Return what the first unit of an article lacks to `parte` · the article's best unit.

    The opening of an article governs the rest of it, so where a passage of the article answers,
    the opening goes before it.
    """
    falta = np.zeros(len(suma))
    de_articulo = articulo.take(seccion).nonzero()[0]
    primeras = _primeros(seccion[de_articulo])
    pedido = parte * np.maximum.reduceat(suma[de_articulo], primeras)
    aperturas = de_articulo[primeras]
    falta[aperturas] = np.maximum(pedido - suma[aperturas], 0.0)
    return falta
