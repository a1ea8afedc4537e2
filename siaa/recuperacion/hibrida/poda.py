"""`hibrida`: which fragments of the chosen documents are sent, francotirador to escopeta."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np

from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.estructura.renglones import ELEMENTO
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import PESO_ANDAMIAJE
from siaa.biblioteca.lengua.texto import es_pregunta_listado
from siaa.biblioteca.valores import Documento, Enteros, Reales
from siaa.recuperacion.formato import HIBRIDA
from siaa.recuperacion.hibrida.motivos import motivo_de_vecino, motivos_de_pasajes, ponderados
from siaa.recuperacion.hibrida.puntaje import PuntajesPasajes
from siaa.recuperacion.hibrida.seleccion import PasajePuntuado, Tramo, elegir
from siaa.recuperacion.hibrida.terminos import Consulta
from siaa.recuperacion.recorte import quitar_ultimo, recortar
from siaa.valores import AjustesPoda, ChunkPuntuado, Motivo, Poda

RATIO_FRANCOTIRADOR: Final = 6.0
RATIO_BINOCULO: Final = 3.0
PARTE_DE_LISTA: Final = 0.5
"""Share of the best passage's score that the rest of its list is worth at least."""
PRIMEROS: Final = "PRIMEROS"


@dataclass(frozen=True, slots=True)
class Seleccion:
    """The scored passages of some documents, and by document what they are multiplied by."""

    indice: Indice
    consulta: Consulta
    puntajes: PuntajesPasajes
    factores: Mapping[str, float]

    def por_pasaje(self) -> Reales:
        """Return the factor of each passage."""
        propios = [self.factores[self.indice.claves[n]] for n in self.puntajes.documentos.tolist()]
        return np.repeat(propios, np.diff(self.puntajes.comienzos))


def podar(seleccion: Seleccion, pregunta: str, ajustes: AjustesPoda) -> tuple[Poda, ...]:
    """Choose the fragments that are worth sending, as blocks in sending order.

    Where no word of the question stands in a passage (it only names the document), its opening and
    what it decides are sent, as far as they go. One fragment always is: the best, whatever its mode
    may send, as long as it fits in the whole budget, else what of it does.
    """
    factores = seleccion.por_pasaje()
    valores = seleccion.puntajes.total * factores
    if valores.max(initial=0.0) > 0 and _dice_algo(seleccion.consulta):
        listado = es_pregunta_listado(pregunta) if ajustes.listado is None else ajustes.listado
        modo, presupuesto = _modo(ratio := _ratio(seleccion, valores), listado, ajustes)
        valen = _con_su_lista(seleccion, valores, listado)
        sirven = (valen > ajustes.presupuesto.piso * valores.max()).nonzero()[0]
        orden = sirven[np.argsort(-valen[sirven], kind="stable")]
    else:
        orden = _lo_que_dice(seleccion, factores)
        modo, ratio, presupuesto = PRIMEROS, None, ajustes.presupuesto.escopeta
    pasajes = _en_orden(seleccion, orden, valores[orden])
    tramos = elegir(pasajes, presupuesto, seguidos=modo == PRIMEROS)
    chunks = zip(tramos, _chunks(seleccion, tramos), strict=True)
    bloques = groupby(chunks, key=lambda par: par[0].mejor.documento.clave)
    podas = [
        Poda(doc, tuple(chunk for _, chunk in grupo), HIBRIDA, modo, ratio)
        for doc, grupo in bloques
    ]
    return recortar(seleccion.indice, podas, ajustes.presupuesto.escopeta)


def _con_su_lista(seleccion: Seleccion, valores: Reales, listado: bool) -> Reales:
    """Return what passages are worth where the rest of a list belongs to the best one.

    It is the rest of the section where a list is asked for.
    """
    tabla, indice, mejor = seleccion.indice.pasajes, seleccion.indice, int(np.argmax(valores))
    numeros = seleccion.puntajes.pasajes
    suya = (tabla.seccion[numeros] == tabla.seccion[numeros[mejor]]).nonzero()[0]
    if not listado:
        dueno = int(np.searchsorted(tabla.pasajes, numeros[mejor], side="right")) - 1
        contenido = indice.documentos[indice.claves[dueno]].contenido
        inicios = tabla.limites[numeros[suya], 0].tolist()
        lista = np.cumsum([ELEMENTO.match(contenido, inicio) is None for inicio in inicios])
        suya = suya[lista == lista[suya == mejor]]
    valen = valores.copy()
    parte = 1.0 if listado else PARTE_DE_LISTA
    valen[suya] = np.maximum(valores[suya], parte * valores[mejor])
    valen[mejor] = np.inf
    return valen


def _lo_que_dice(seleccion: Seleccion, factores: Reales) -> Enteros:
    """Return which passages of the best document open it or rule: all, if it only has others."""
    propios = (factores == 1.0).nonzero()[0]
    tipo = seleccion.indice.pasajes.tipo[seleccion.puntajes.pasajes[propios]]
    dicen: Enteros = propios[~np.isin(tipo, (TipoDePasaje.MOTIVO, TipoDePasaje.FIRMA))]
    return dicen if len(dicen) else propios


def _dice_algo(consulta: Consulta) -> bool:
    """Tell whether a question has more than a name and words that only ask («explica…»)."""
    return any(fila.peso > PESO_ANDAMIAJE and not fila.callada for fila in consulta.filas)


def _ratio(seleccion: Seleccion, valores: Reales) -> float | None:
    """Return how many times the best passage is worth its rival; None without one.

    The rival is the best passage that is not beside it in its document.
    """
    puntajes, mejor = seleccion.puntajes, int(np.argmax(valores))
    propio = puntajes.de(int(np.searchsorted(puntajes.comienzos, mejor, side="right")) - 1)
    lejos = np.ones(len(valores), dtype=np.bool_)
    lejos[max(mejor - 1, propio.start) : min(mejor + 2, propio.stop)] = False
    rival = float(valores[lejos].max(initial=0.0))
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


def _en_orden(seleccion: Seleccion, lugares: Enteros, valores: Reales) -> Iterator[PasajePuntuado]:
    """Yield passages, best first."""
    tabla, indice = seleccion.indice.pasajes, seleccion.indice
    numeros = seleccion.puntajes.pasajes[lugares]
    duenos = np.searchsorted(tabla.pasajes, numeros, side="right") - 1
    filas = zip(lugares.tolist(), valores.tolist(), numeros.tolist(), duenos.tolist(), strict=True)
    for lugar, valor, numero, dueno in filas:
        documento: Documento = indice.documentos[indice.claves[dueno]]
        inicio, fin = tabla.limites[numero].tolist()
        yield PasajePuntuado(
            documento=documento,
            numero=numero,
            lugar=lugar,
            puntaje=valor,
            seccion=int(tabla.seccion[numero] - tabla.secciones[dueno]),
            inicio=inicio,
            fin=fin,
            texto=documento.sano(inicio, fin),
        )


def _chunks(seleccion: Seleccion, tramos: Sequence[Tramo]) -> Iterator[ChunkPuntuado]:
    """Yield each fragment with the reasons of the passage in it that answers best."""
    puntajes = seleccion.puntajes
    lugares = [tramo.mejor.lugar for tramo in tramos]
    motivos = motivos_de_pasajes(
        seleccion.indice, puntajes, seleccion.consulta, lugares, puntajes.dentro
    )
    for tramo, lugar, propios in zip(tramos, lugares, motivos, strict=True):
        factor = seleccion.factores[tramo.mejor.documento.clave]
        vecino = motivo_de_vecino(float(puntajes.vecino[lugar]))
        yield _chunk(tramo, ponderados((*propios, vecino), factor))


def _chunk(tramo: Tramo, motivos: tuple[Motivo, ...]) -> ChunkPuntuado:
    mejor = tramo.mejor
    return ChunkPuntuado(
        indice=mejor.documento.texto.chunk_de(tramo.inicio),
        seccion=mejor.ruta,
        donde=mejor.ruta,
        inicio=tramo.inicio,
        fin=tramo.fin,
        titulo=tramo.titulo,
        puntaje=mejor.puntaje,
        motivos=motivos,
    )


def quitar_el_peor(podas: Sequence[Poda]) -> tuple[Poda, ...]:
    """Return the choice without the fragment sent last; the same choice if only one is left."""
    return quitar_ultimo(podas, len(podas) - 1)
