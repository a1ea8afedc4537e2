"""`hibrida`: what others repealed, replaced or added, for what is sent: the one in force first."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from itertools import islice
from operator import attrgetter
from typing import Final

import numpy as np

from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.lengua.fechas import dia
from siaa.biblioteca.relaciones.tabla import afectan, en_palabras
from siaa.biblioteca.titulos import con_articulo
from siaa.biblioteca.valores import Documento, Reales, Relacion
from siaa.recuperacion.hibrida.rasgos import anio_pasado
from siaa.recuperacion.hibrida.seleccion import Seleccion
from siaa.valores import Motivo

NO_VIGENTE: Final = 0.8
"""What a passage is worth that another act repealed or replaced."""
SIN_TEXTO: Final = 0.5
"""What it is worth where that leaves its article without a text, in the same document."""
TRAS: Final = 1 - 1e-6
"""What comes right after a passage is worth, beside it."""
NUEVOS: Final = 3
"""Most documents that are looked at because they replaced what others say."""
_CAMBIAN: Final = ("deroga", "subroga", "suspende", "modifica", "adiciona")
"""What leaves a text out of force, or not alone; the last two, only an article."""
_DEL_ANIO: Final = re.compile(r" de (\d{4})\Z")


def con_vigencia(seleccion: Seleccion, piso: float) -> tuple[Reales, dict[int, Motivo]]:
    """Return what passages are worth where the one in force goes first, and why, by place.

    In force when the question asks about, today if it does not say. What others repealed or
    replaced by then counts for less, and what replaced it for as much as it did; what they added to
    it follows it. Of an act that the question names its own text comes first; of a unit that it
    asks for, all of it. Where a document keeps both, the earlier text is worth nothing, and of the
    new one that passage goes first which answers by itself.
    """
    antes = seleccion.valores
    valores, dichos = antes.copy(), dict[int, str]()
    for lugar, citado, cambio, ya in _cambiados(seleccion, antes, piso):
        nuevos = _lugares_del_nuevo(seleccion, cambio)
        if not ya:
            igual = 0.0 if cambio.tipo == "adiciona" else antes[nuevos].max(initial=0.0)
            valores[lugar] = max(valores[lugar], igual)
            valores[nuevos] = antes[nuevos] * NO_VIGENTE
            continue
        sigue = cambio.tipo == "adiciona" or (citado and not _propio(cambio))
        vale = _tras_lo_pedido(seleccion, lugar) if sigue else float(antes[lugar])
        falta = max(vale - valores[nuevos].max(initial=0.0), 0.0)
        valores[nuevos] = np.maximum(valores[nuevos], vale) if sigue else valores[nuevos] + falta
        if not _propio(cambio):
            dicho = f"es posterior: {cambio.tipo} {con_articulo(str(cambio.a.norma))}"
            dichos |= dict.fromkeys(nuevos, dicho)
    vencidos = dict[int, str]()
    for lugar, citado, cambio, ya in _cambiados(seleccion, valores, piso):
        nuevos = _lugares_del_nuevo(seleccion, cambio)
        en_parte = cambio.tipo == "modifica" and not nuevos
        if ya and cambio.tipo != "adiciona" and not en_parte and lugar not in vencidos:
            if _propio(cambio):
                valores[lugar] *= 0.0 if nuevos else SIN_TEXTO
            else:
                valores[lugar] *= 1.0 if citado else NO_VIGENTE
            vencidos[lugar] = f"no está vigente: {en_palabras(cambio)}"
    dichos |= vencidos
    for lugar, hasta in _vencidos(seleccion, antes, piso):
        valores[lugar] *= NO_VIGENTE
        dichos[lugar] = f"no está vigente: lo estuvo hasta el {dia(hasta)}"
    puntos = (valores - antes).tolist()
    return valores, {n: Motivo("vigencia", dichos[n], puntos[n]) for n in dichos}


def _tras_lo_pedido(seleccion: Seleccion, lugar: int) -> float:
    """Return what is worth what comes after a passage: after all of the unit that is asked for."""
    valores, pedido = seleccion.valores, seleccion.dentro.pedido
    if not pedido[lugar]:
        return float(valores[lugar]) * NO_VIGENTE
    seccion = seleccion.indice.pasajes.seccion[seleccion.puntajes.pasajes]
    return float(valores[seccion == seccion[lugar]].min()) * TRAS


def reemplazos(seleccion: Seleccion, piso: float) -> list[str]:
    """Return the other documents, a few, with a new text of what the best passages say.

    What weighs nothing is not looked up: it lies outside what is asked.
    """
    indice = seleccion.indice
    hallados = (
        cambio.de.doc
        for _, _, cambio, ya in _cambiados(seleccion, seleccion.valores, piso)
        if ya and _da_texto(cambio) and cambio.de.doc and cambio.de.doc not in seleccion.factores
    )
    pesan = (doc for doc in dict.fromkeys(hallados) if indice.pesos[indice.numero(doc)])
    return list(islice(pesan, NUEVOS))


def _cambiados(
    seleccion: Seleccion, valores: Reales, piso: float
) -> Iterator[tuple[int, bool, Relacion, bool]]:
    """Yield what changed the best passages, in order: place, whether cited, how, whether by then.

    An act that is amended, or added to, stays as it was.
    """
    tabla, anio = seleccion.indice.pasajes, anio_pasado(seleccion.consulta)
    for lugar, numero, documento in _los_mejores(
        seleccion, valores, piso, attrgetter("relaciones")
    ):
        limites = tabla.limites[seleccion.puntajes.pasajes[lugar]].tolist()
        for cambio in afectan(documento, *limites):
            ya = _por_entonces(cambio, anio)
            if ya is not None and cambio.tipo in _CAMBIAN[: 5 if cambio.a.articulo else 3]:
                yield lugar, numero in seleccion.consulta.citados, cambio, ya


def _por_entonces(cambio: Relacion, anio: int | None) -> bool | None:
    """Tell whether something was changed by the end of a year; None where that is not known."""
    if not anio:
        return anio is None
    dicho = None if _propio(cambio) else _DEL_ANIO.search(cambio.de.norma or "")
    return int(dicho[1]) <= anio if dicho else None


def _propio(cambio: Relacion) -> bool:
    """Tell whether a document holds both texts, the earlier one and the one in force."""
    return cambio.de.doc == cambio.a.doc


def _vencidos(seleccion: Seleccion, valores: Reales, piso: float) -> Iterator[tuple[int, date]]:
    """Yield the best passages of documents past their last day in force, unless cited; and it.

    In a year that is asked about, one that was in force for a part of it is not past.
    """
    anio, citados = anio_pasado(seleccion.consulta), seleccion.consulta.citados
    entonces = seleccion.indice.leido if anio is None else date(max(anio, 1), 1, 1)
    for lugar, numero, documento in _los_mejores(
        seleccion, valores, piso, attrgetter("entrada.vigente_hasta")
    ):
        hasta = documento.entrada.vigente_hasta
        if hasta is not None and hasta < entonces and numero not in citados:
            yield lugar, hasta


def _los_mejores(
    seleccion: Seleccion, valores: Reales, piso: float, tiene: Callable[[Documento], object]
) -> Iterator[tuple[int, int, Documento]]:
    """Yield the best passages of documents that have something, in order: place, number, document.

    number: that of the document.
    """
    indice, puntajes = seleccion.indice, seleccion.puntajes
    documentos = map(indice.documento, puntajes.documentos.tolist())
    if not any(tienen := [bool(tiene(documento)) for documento in documentos]):
        return
    suyos = np.repeat(tienen, np.diff(puntajes.comienzos))
    sirven = (suyos & (valores > piso * valores.max(initial=0.0))).nonzero()[0]
    sirven = sirven[np.argsort(-valores[sirven], kind="stable")]
    duenos = indice.pasajes.dueno[puntajes.pasajes[sirven]]
    for lugar, numero in zip(sirven.tolist(), duenos.tolist(), strict=True):
        yield lugar, numero, indice.documento(numero)


def _da_texto(cambio: Relacion) -> bool:
    """Tell whether the new text of an article stands where it is changed («…quedará así:»)."""
    if cambio.a.articulo is None or cambio.tipo not in ("modifica", "subroga", "adiciona"):
        return False
    anunciado = "quedar" in cambio.frase or ":" in cambio.frase
    return cambio.tipo == "adiciona" or anunciado or _propio(cambio)


def _lugares_del_nuevo(seleccion: Seleccion, cambio: Relacion) -> range:
    """Return where an article's new text stands: from its announcement on, all of that section."""
    puntajes, indice = seleccion.puntajes, seleccion.indice
    doc, desde = cambio.de.doc, cambio.desde
    if doc is None or desde is None or doc not in seleccion.factores or not _da_texto(cambio):
        return range(0)
    suyos = puntajes.de(int(np.searchsorted(puntajes.documentos, indice.numero(doc))))
    numeros, tabla = puntajes.pasajes[suyos], indice.pasajes
    cual = int(np.searchsorted(tabla.limites[numeros, 1], desde, side="right"))
    if cual == len(numeros) or int(tabla.tipo[numeros[cual]]) == TipoDePasaje.ESTADO:
        return range(0)  # «Derogado.»: that is said of the earlier text
    hasta = int(np.searchsorted(tabla.seccion[numeros], tabla.seccion[numeros[cual]], side="right"))
    return range(suyos.start + cual, suyos.start + hasta)
