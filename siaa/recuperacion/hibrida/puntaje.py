"""The formulas of `hibrida`, over all passages of the most promising documents at once."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import PESO_GENTE
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.tablas.bm25 import idf_probabilistico
from siaa.biblioteca.tablas.pasajes import B_PASAJE, K1_PASAJE, TablaPasajes
from siaa.biblioteca.valores import Enteros, Reales
from siaa.recuperacion.hibrida.nombre_dicho import coincidencias, mayores, puntos_de_campo, son_de
from siaa.recuperacion.hibrida.pesos import Pesos
from siaa.recuperacion.hibrida.rasgos import (
    Ganancia,
    anio_pasado,
    factores_de_azar,
    factores_de_intencion,
    factores_de_tipo,
)
from siaa.recuperacion.hibrida.terminos import Consulta, FilaBuscada
from siaa.recuperacion.nombrados import secciones_pedidas
from siaa.recuperacion.partes import PARTES, abre

K1_DOCUMENTO: Final = 1.2
B_DOCUMENTO: Final = 1.0
PARTE_DE_ANIO: Final = 0.5
"""What a year that is said counts for where documents are chosen, as a word: it may be only that of
a case, and that a text has it say nothing: «artículo 2026 del presupuesto»."""
PISO_DOCUMENTO: Final = 0.2
"""A document of one line is about no word as much as its length would say."""


@dataclass(frozen=True, slots=True)
class Reparto:
    """What each row of a question gives to each of some places (passages, documents).

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


class Halladas(NamedTuple):
    """The rows of a question that some documents have, by row and then by document.

    fila, cual, cuantas: which row, which of the documents, how many of its passages have it.
    sueltas: weight · idf · saturated count of each in each passage.
    """

    fila: Enteros
    cual: Enteros
    cuantas: Enteros
    sueltas: Reparto

    def por(self, parte: Reales) -> Reparto:
        """Return what the rows give to passages where each counts for a part in each document."""
        puntos = self.sueltas.puntos * np.repeat(parte, self.cuantas)
        return replace(self.sueltas, puntos=puntos)


@dataclass(frozen=True, slots=True)
class PuntajesPasajes:
    """Scores of the n passages of some documents, and the parts that they are made of.

    documentos: ascending; `[comienzos[k], comienzos[k + 1])` are the passages of the k-th.
    pasajes: `(n,)`, their numbers in the library.
    halladas: the rows that they have. filas: what these give, less where a document has many
        passages (`factores_de_azar`).
    encabezado, tipo, intencion, lectura: `(n,)`; tipo and intencion are factors; lectura: what its
        readings give to a passage.
    suma, propio: (filas + encabezado) · tipo + lectura, and that · intencion: the best of each
        document chooses it.
    """

    documentos: Enteros
    comienzos: Enteros
    pasajes: Enteros
    halladas: Halladas
    filas: Reparto
    encabezado: Reales
    tipo: Reales
    intencion: Reales
    lectura: Reales
    suma: Reales
    propio: Reales

    def de(self, lugar: int) -> slice:
        """Return where the passages of the document at `lugar` are."""
        return slice(int(self.comienzos[lugar]), int(self.comienzos[lugar + 1]))


@dataclass(frozen=True, slots=True)
class PuntajesDentro:
    """Scores of the same passages beside each other, in their documents: they choose what is sent.

    filas: what each row gives to each passage by how rare it is in its document too.
    vecino, pedido: `(n,)`; pedido: what a passage gets where it is of the unit that is asked for by
        its number.
    total: as `propio` with these, with `vecino` and `pedido`.
    """

    filas: Reparto
    vecino: Reales
    pedido: Reales
    total: Reales


def densidad(indice: Indice, consulta: Consulta) -> Reparto:
    """Return BM25 of each row of a question in the whole text of each document."""
    tabla, filas = indice.pasajes, consulta.filas
    tramos = [tabla.tramo(fila.numero) for fila in filas]
    tienen = [tramo.stop - tramo.start for tramo in tramos]
    documento, fila = _unir(tabla.documento, tramos), np.repeat(np.arange(len(tramos)), tienen)
    veces, ajuste = _unir(tabla.frecuencia, tramos), (K1_DOCUMENTO, B_DOCUMENTO, PISO_DOCUMENTO)
    impacto = tabla.por_documento.impacto(documento, veces, *ajuste)
    cuantos = len(indice.claves)
    pesos = np.array([f.peso for f in filas], dtype=np.float32) * _por_lo_que_eligen(consulta)
    puntos = (pesos * idf_probabilistico(cuantos, _dicen_lo_mismo(filas, tienen, cuantos)))[fila]
    return Reparto(cuantos, fila, documento, puntos * impacto)


def _por_lo_que_eligen(consulta: Consulta) -> Reales:
    return np.array([PARTE_DE_ANIO if f.termino in consulta.anios else 1 for f in consulta.filas])


def _dicen_lo_mismo(filas: Sequence[FilaBuscada], tienen: Sequence[int], hay: int) -> Enteros:
    """Return how many of all documents have each row, or one of the phrases that it is read as.

    A word of people that norms hardly use («carro») tells no more than what it means («vehículo»).
    tienen: how many have each row itself.
    """
    frases: dict[tuple[str, str], int] = {}
    for fila, cuantos in zip(filas, tienen, strict=True):
        if fila.leido and fila.peso <= PESO_GENTE:
            frase = fila.escrito, fila.leido
            frases[frase] = min(frases.get(frase, cuantos), cuantos)
    de_palabra: Counter[str] = Counter()
    for (escrito, _), cuantos in frases.items():
        de_palabra[escrito] += cuantos
    propias = (0 if fila.leido else de_palabra[fila.escrito] for fila in filas)
    return np.minimum(np.array(tienen, dtype=np.int64) + np.fromiter(propias, np.int64), hay)


def _unir(columna: Enteros, tramos: Sequence[slice]) -> Enteros:
    return np.concatenate([columna[:0], *(columna[tramo] for tramo in tramos)])


def puntos_de_encabezado(indice: Indice, consulta: Consulta, pesos: Pesos) -> tuple[Reales, Reales]:
    """Return what its heading gives to each section of the library, and the most of each document.

    weight · idf matched · (share of the heading)^2, with its number or by its name alone.
    """
    campo, tabla = indice.encabezados, indice.pasajes
    cuales, hallado = coincidencias(campo, consulta.terminos)
    valores = pesos.encabezado * puntos_de_campo(hallado, campo.total[cuales])
    secciones = campo.dueno[cuales]
    puntos = mayores(len(tabla.de_seccion), secciones, valores)
    return puntos, mayores(len(indice.claves), tabla.de_seccion[secciones], valores)


@dataclass(frozen=True, slots=True)
class Puntuador:
    """Scores passages for a question.

    encabezados, lecturas: points of every section, and passage, of the library. gana: what passages
    gain by holding what the question wants.
    """

    indice: Indice
    consulta: Consulta
    pesos: Pesos
    encabezados: Reales
    lecturas: Reales
    gana: Ganancia

    def puntuar(self, documentos: Enteros) -> PuntajesPasajes:
        """Score every passage of some documents (ascending, not empty)."""
        tabla, consulta, pesos = self.indice.pasajes, self.consulta, self.pesos
        desde = tabla.pasajes[documentos]
        cuantos = tabla.pasajes[documentos + 1] - desde
        comienzos, pasajes = np.concatenate(([0], cuantos.cumsum())), _seguidos(desde, cuantos)
        halladas = _halladas(tabla, consulta, documentos, comienzos)
        azar = factores_de_azar(tabla, documentos, pesos)[halladas.cual]
        filas = halladas.por(azar * _por_lo_que_eligen(consulta)[halladas.fila])
        seccion = tabla.seccion[pasajes]
        abre = np.diff(seccion, prepend=-1) != 0
        encabezado = self.encabezados.take(seccion) * np.where(abre, 1.0, pesos.despues)
        tipo = factores_de_tipo(tabla, pasajes, consulta, pesos)
        lectura = self.lecturas[pasajes]
        suma = (filas.suma() + encabezado) * tipo + lectura
        intencion = factores_de_intencion(pasajes, suma, self.gana)
        return PuntajesPasajes(
            documentos=documentos,
            comienzos=comienzos,
            pasajes=pasajes,
            halladas=halladas,
            filas=filas,
            encabezado=encabezado,
            tipo=tipo,
            intencion=intencion,
            lectura=lectura,
            suma=suma,
            propio=suma * intencion,
        )

    def dentro(self, puntajes: PuntajesPasajes) -> PuntajesDentro:
        """Score the same passages beside each other, inside their documents."""
        p, seccion = puntajes, self.indice.pasajes.seccion[puntajes.pasajes]
        filas = self._filas_dentro(puntajes)
        elegible = ((filas.suma() + p.encabezado) * p.tipo + p.lectura) * p.intencion
        vecino = _de_los_vecinos(elegible, seccion, self.pesos.vecino)
        pedido = self._de_lo_pedido(puntajes, seccion, elegible + vecino)
        return PuntajesDentro(filas, vecino, pedido, elegible + vecino + pedido)

    def _filas_dentro(self, puntajes: PuntajesPasajes) -> Reparto:
        """Return what each row gives to each passage inside its document.

        It counts by (1 - w) + w · ln(1 + (n - df + 0.5) / (df + 0.5)) / ln(1 + (n - 0.5) / 1.5),
        where df of the n passages of the document have it: 1 for one that only one passage has; by
        `en_nombre` of that where the document is called so; not at all where it is cited by it: a
        passage that names its own norm, or is of its year, says nothing of what is asked.
        """
        consulta, pesos = self.consulta, self.pesos
        fila, cual, cuantas, _ = puntajes.halladas
        hay = np.diff(puntajes.comienzos)[cual]
        raro = idf_probabilistico(hay, cuantas) / idf_probabilistico(hay, np.ones_like(cuantas))
        parte = 1 - pesos.en_documento + pesos.en_documento * raro
        documentos, terminos = puntajes.documentos.tolist(), [f.termino for f in consulta.filas]
        nombres = [frozenset[str]().union(*self.indice.rotulos.de(n)) for n in documentos]
        parte[son_de(terminos, nombres)[cual, fila]] *= pesos.en_nombre
        citan = [consulta.citan.get(numero, frozenset()) for numero in documentos]
        parte[son_de(terminos, citan)[cual, fila]] = 0.0
        return puntajes.halladas.por(parte)

    def _de_lo_pedido(self, puntajes: PuntajesPasajes, seccion: Enteros, valores: Reales) -> Reales:
        """Return, for what is of a unit that is asked for, the most that any of its document has.

        At least 1: who asks for an article gets it before anything else; who asks for a part of it
        gets first where that begins, which has it twice.
        """
        indice, consulta = self.indice, self.consulta
        pedido, antes = np.zeros(len(valores)), anio_pasado(consulta) is not None
        partes = {t.termino for t in consulta.terminos if t.termino[:4] in PARTES and not t.leido}
        for lugar, numero in enumerate(puntajes.documentos.tolist() if consulta.pedidas else ()):
            tramo = puntajes.de(lugar)
            suyas = secciones_pedidas(indice, consulta.pedidas, numero, antes=antes)
            desde = indice.pasajes.secciones[numero]
            propias = np.isin(seccion[tramo], desde + np.array(suyas, int))
            pedido[tramo][propias] = valores[tramo].max(initial=1.0)
            for n in propias.nonzero()[0].tolist() if partes else ():
                pedido[tramo][n] *= 1 + _abre_una(indice, int(puntajes.pasajes[tramo][n]), partes)
        return pedido


def _seguidos(desde: Enteros, cuantos: Enteros) -> Enteros:
    """Return the numbers of some stretches, one after the other: so many from each start on."""
    fin = cuantos.cumsum()
    return np.arange(fin[-1] if len(fin) else 0) + np.repeat(desde - (fin - cuantos), cuantos)


def _halladas(
    tabla: TablaPasajes, consulta: Consulta, documentos: Enteros, comienzos: Enteros
) -> Halladas:
    tramos = [tabla.tramo(f.numero) for f in consulta.filas]
    # numbers of another type would make numpy copy them all
    suyos = documentos.astype(tabla.documento.dtype)
    posibles = [tabla.documento[tramo].searchsorted(suyos) + tramo.start for tramo in tramos]
    pares = np.array(posibles, dtype=np.int64).reshape(len(tramos), len(suyos))
    hasta = np.array([tramo.stop for tramo in tramos], dtype=np.int64)
    tiene = (pares < hasta[:, None]) & (tabla.documento.take(pares, mode="clip") == suyos)
    fila, cual = tiene.nonzero()
    desde = tabla.desde[pares[fila, cual]]
    cuantas = tabla.desde[pares[fila, cual] + 1] - desde
    donde, suyo = _seguidos(desde, cuantas), np.repeat(cual, cuantas)
    pasaje, de_fila = tabla.pasaje[donde], np.repeat(fila, cuantas)
    impacto = tabla.por_pasaje.impacto(pasaje, tabla.veces[donde], K1_PASAJE, B_PASAJE)
    pesos = [f.peso * tabla.idf_pasaje[f.numero] for f in consulta.filas]
    puntos = np.array(pesos, dtype=np.float32)[de_fila] * impacto
    lugar = pasaje + (comienzos[:-1] - tabla.pasajes[documentos])[suyo]
    return Halladas(fila, cual, cuantas, Reparto(int(comienzos[-1]), de_fila, lugar, puntos))


def _de_los_vecinos(propio: Reales, seccion: Enteros, parte: float) -> Reales:
    """Return what each passage lacks to a share of what its neighbours in the section have.

    What a list says goes on in the next passage, and what it says it of stands in the one before.
    """
    misma = seccion[1:] == seccion[:-1]
    vecino = np.zeros(len(propio))
    vecino[1:] = np.where(misma, propio[:-1], 0.0)
    vecino[:-1] = np.maximum(vecino[:-1], np.where(misma, propio[1:], 0.0))
    return np.maximum(parte * vecino - propio, 0.0)


def _abre_una(indice: Indice, numero: int, partes: Collection[str]) -> bool:
    """Tell whether a line of a passage begins one of some parts of an article."""
    renglones = plegar(indice.texto_de(numero)).split("\n")
    return any(abre(renglon, parte) for renglon in renglones for parte in partes)
