"""`hibrida`: which fragments of the chosen documents are sent, francotirador to escopeta."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

import numpy as np

from siaa.biblioteca.estructura.analisis import ruta_texto
from siaa.biblioteca.fragmentador import SECCION_INICIAL
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import PESO_ANDAMIAJE
from siaa.biblioteca.lengua.texto import es_pregunta_listado
from siaa.biblioteca.valores import Enteros, Reales
from siaa.recuperacion.formato import HIBRIDA
from siaa.recuperacion.hibrida.listas import lista_de
from siaa.recuperacion.hibrida.motivos import (
    motivo_de_apertura,
    motivos_de_unidades,
    ponderados,
)
from siaa.recuperacion.hibrida.puntaje import PuntajesUnidades
from siaa.recuperacion.hibrida.seleccion import TramoElegido, Unidad, elegir
from siaa.recuperacion.hibrida.terminos import Consulta
from siaa.recuperacion.recorte import quitar_ultimo, recortar
from siaa.valores import AjustesPoda, ChunkPuntuado, Motivo, Poda

RATIO_FRANCOTIRADOR: Final = 6.0
RATIO_BINOCULO: Final = 3.0
PRIMEROS: Final = "PRIMEROS"


@dataclass(frozen=True, slots=True)
class Seleccion:
    """Scored units, and by document what those that count are multiplied by; the best is first."""

    indice: Indice
    consulta: Consulta
    puntajes: PuntajesUnidades
    factores: Mapping[str, float]

    def unidades(self) -> tuple[Enteros, Reales]:
        """Return where the units of the chosen documents are, and the factor of each."""
        claves, puntajes = self.indice.claves, self.puntajes
        lugares, factores = [], []
        for cual, numero in enumerate(puntajes.documentos.tolist()):
            factor = self.factores.get(claves[numero])
            if factor is not None:
                tramo = puntajes.de(cual)
                lugares.append(np.arange(tramo.start, tramo.stop))
                factores.append(np.full(tramo.stop - tramo.start, factor))
        return np.concatenate(lugares), np.concatenate(factores)


def podar(seleccion: Seleccion, pregunta: str, ajustes: AjustesPoda) -> tuple[Poda, ...]:
    """Choose the fragments that are worth sending, as blocks in sending order.

    Where no word of the question stands in a passage (it only names the document), what the
    document says first is sent. One fragment always is: the best, whatever its mode may send, as
    long as it fits in the whole budget, else what of it does.
    """
    puntajes = seleccion.puntajes
    lugares, factores = seleccion.unidades()
    valores = puntajes.total[lugares] * factores
    sirven = (valores > ajustes.presupuesto.piso * valores.max(initial=0.0)).nonzero()[0]
    orden = sirven[np.argsort(-valores[sirven], kind="stable")]
    if len(orden) and _dice_algo(seleccion.consulta):
        listado = es_pregunta_listado(pregunta) if ajustes.listado is None else ajustes.listado
        propio = puntajes.propio[lugares[orden]] * factores[orden]
        comienzos = seleccion.indice.pasajes.unidades
        ratio = _ratio(puntajes.unidades[lugares[orden]], propio, comienzos)
        modo, presupuesto = _modo(ratio, listado, ajustes)
        if listado:
            orden = _con_su_lista(seleccion, lugares, orden)
    else:
        orden = (factores == 1.0).nonzero()[0]
        modo, ratio, presupuesto = PRIMEROS, None, ajustes.presupuesto.francotirador
    trozos = elegir(_en_orden(seleccion, lugares[orden], valores[orden]), presupuesto)
    chunks = zip(trozos, _chunks(seleccion, trozos), strict=True)
    bloques = groupby(chunks, key=lambda par: par[0].mejor.documento.clave)
    podas = [
        Poda(doc, tuple(chunk for _, chunk in grupo), HIBRIDA, modo, ratio)
        for doc, grupo in bloques
    ]
    return recortar(seleccion.indice, podas, ajustes.presupuesto.escopeta)


def _con_su_lista(seleccion: Seleccion, lugares: Enteros, orden: Enteros) -> Enteros:
    """Put the list that the best unit is part of right after it, whatever the rest is worth.

    lugares: ascending; orden: of some of them, best first.
    """
    lista = lista_de(seleccion.indice, seleccion.puntajes, int(lugares[orden[0]]))
    toda = np.searchsorted(lugares, np.array(lista))
    demas = toda[toda != orden[0]]
    return np.concatenate((orden[:1], demas, orden[~np.isin(orden, toda)]))


def _dice_algo(consulta: Consulta) -> bool:
    """Tell whether a question has more than a name and words that only ask («explica…»)."""
    return any(fila.peso > PESO_ANDAMIAJE for fila in consulta.raices)


def _ratio(unidades: Enteros, valores: Reales, comienzos: Enteros) -> float | None:
    """Return how many times the best unit is worth its rival; None without one.

    The rival is the best unit that is not a neighbour of the best one in its document. `valores`
    without what units get for opening an article; `comienzos`: first unit of each document.
    """
    mejor = int(np.argmax(valores))
    documento = np.searchsorted(comienzos, unidades, side="right")
    lejos = np.abs(unidades - unidades[mejor]) > 1
    rivales = valores[lejos | (documento != documento[mejor])]
    rival = float(rivales.max(initial=0.0))
    return float(valores[mejor]) / rival if rival > 0 else None


def _modo(ratio: float | None, listado: bool, ajustes: AjustesPoda) -> tuple[str, int]:
    """Return the mode and the characters that it may send; a list is asked for in full."""
    presupuesto = ajustes.presupuesto
    if listado:
        return "LISTADO-ESCOPETA", presupuesto.escopeta
    if ratio is None or ratio >= RATIO_FRANCOTIRADOR:
        return "FRANCOTIRADOR", presupuesto.francotirador
    if ratio >= RATIO_BINOCULO:
        return "BINÓCULO", presupuesto.binoculo
    return "ESCOPETA", presupuesto.escopeta


def _en_orden(seleccion: Seleccion, lugares: Enteros, valores: Reales) -> Iterator[Unidad]:
    """Yield units, best first, but none that says the same words as one of its document before."""
    tabla = seleccion.indice.pasajes
    puntajes = seleccion.puntajes
    comienzos = puntajes.comienzos.tolist()
    vistas: set[tuple[int, int]] = set()
    for lugar, valor in zip(lugares.tolist(), valores.tolist(), strict=True):
        documento = int(puntajes.documentos[bisect_right(comienzos, lugar) - 1])
        numero = int(puntajes.unidades[lugar])
        palabras = (documento, int(tabla.palabras[numero]))
        if palabras in vistas:
            continue
        vistas.add(palabras)
        inicio, fin = tabla.limites[numero].tolist()
        yield Unidad(
            documento=seleccion.indice.documentos[seleccion.indice.claves[documento]],
            numero=numero,
            lugar=lugar,
            puntaje=valor,
            seccion=int(tabla.seccion[numero] - tabla.secciones[documento]),
            inicio=inicio,
            fin=fin,
        )


def _chunks(seleccion: Seleccion, trozos: Sequence[TramoElegido]) -> Iterator[ChunkPuntuado]:
    """Yield each fragment with the reasons of the unit in it that answers best.

    What is missing to the score of the fragment is what it gets for opening an article.
    """
    puntajes = seleccion.puntajes
    lugares = [max((u.lugar for u in t.unidades), key=puntajes.propio.__getitem__) for t in trozos]
    motivos = motivos_de_unidades(puntajes, seleccion.consulta, lugares)
    for trozo, lugar, propios in zip(trozos, lugares, motivos, strict=True):
        abre = motivo_de_apertura(float(puntajes.total[trozo.mejor.lugar] - puntajes.propio[lugar]))
        factor = seleccion.factores[trozo.mejor.documento.clave]
        yield _chunk(trozo, ponderados((*propios, abre), factor))


def _chunk(trozo: TramoElegido, motivos: tuple[Motivo, ...]) -> ChunkPuntuado:
    documento = trozo.mejor.documento
    ruta = documento.texto.estructura.secciones[trozo.mejor.seccion].ruta
    seccion = ruta_texto(ruta) or SECCION_INICIAL
    return ChunkPuntuado(
        indice=bisect_right(documento.fragmentos, trozo.inicio, key=attrgetter("inicio")) - 1,
        seccion=seccion,
        donde=seccion,
        inicio=trozo.inicio,
        fin=trozo.fin,
        titulo=trozo.titulo,
        puntaje=trozo.mejor.puntaje,
        motivos=motivos,
    )


def quitar_el_peor(podas: Sequence[Poda]) -> tuple[Poda, ...]:
    """Return the choice without the fragment sent last; the same choice if only one is left."""
    return quitar_ultimo(podas, len(podas) - 1)
