"""What comes to the chosen fragments, and leaves them, before the model answers. Pure.

Never beyond the budget nor the scope of a question, and never to its last fragment.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from operator import itemgetter

from siaa.biblioteca.ambito import Ambito, acotar
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.relaciones.actos import rango_en
from siaa.biblioteca.relaciones.remisiones import nombrados
from siaa.biblioteca.titulos import lugar_citado
from siaa.biblioteca.valores import RANGOS
from siaa.etapas.encargo import EncargoDeEtapa
from siaa.etapas.orden import CANDIDATOS, ORDEN, encargo_de_orden
from siaa.etapas.referencias import REFERENCIAS, remitidas
from siaa.etapas.suficiencia import (
    RONDAS_MAXIMAS,
    SUFICIENCIA,
    encargo_de_suficiencia,
    leer_suficiencia,
)
from siaa.eventos import Etapa
from siaa.recorrido.hallazgo import AjustesConsulta, Preparacion
from siaa.recorrido.juntas import agregados, en_pares, quitar
from siaa.recuperacion.formato import como_fuentes, largo, texto_de
from siaa.recuperacion.hibrida.seleccion import de_un_lugar
from siaa.valores import AjustesPoda, Motivo, Poda


def ampliar(indice: Indice, previa: Preparacion, ajustes: AjustesConsulta) -> Preparacion:
    """Bring in what the fragments refer to; then what a model said is missing, without the rest.

    Where it is still to be asked whether they suffice, what comes of it has an `encargo`.
    """
    if ajustes.referencias and previa.podas:
        previa = _con_citadas(indice, previa, ajustes)
    rondas = [etapa for etapa in previa.etapas if etapa.etapa == SUFICIENCIA.nombre]
    cambia = True
    for ronda in rondas:
        podas = _revisadas(indice, previa, ajustes, ronda.devolvio)
        cambia = podas != previa.podas
        previa = replace(previa, podas=podas)
    pide = ajustes.evaluar and cambia and len(rondas) < RONDAS_MAXIMAS and previa.necesita_modelo
    return replace(previa, encargo=_encargo(indice, previa)) if pide else previa


def ordenar(
    indice: Indice, previa: Preparacion, ajustes: AjustesConsulta, candidatas: Iterable[Poda]
) -> Preparacion:
    """Send of some fragments those that a model listed, in its order, as far as they fit.

    Where it is still to be asked, what comes of it has an `encargo` and the fragments that it had.
    """
    pares = sorted(en_pares(candidatas), key=lambda par: -par[1].puntaje)[:CANDIDATOS]
    dichas = [etapa.devolvio for etapa in previa.etapas if etapa.etapa == ORDEN.nombre]
    listados = [pares[int(n)] for n in chain.from_iterable(dichas) if int(n) < len(pares)]
    if listados:
        return replace(previa, podas=agregados(indice, (), listados, ajustes.presupuesto.escopeta))
    if dichas or len(pares) < 2 or not previa.necesita_modelo:
        return previa
    documentos = [indice.documentos[poda.doc] for poda, _ in pares]
    fragmentos = [
        (documento.coleccion, chunk.seccion, texto_de(documento, chunk, poda.formato))
        for documento, (poda, chunk) in zip(documentos, pares, strict=True)
    ]
    return replace(previa, encargo=encargo_de_orden(previa.hallazgo.pregunta.consulta, fragmentos))


def _con_citadas(indice: Indice, previa: Preparacion, ajustes: AjustesConsulta) -> Preparacion:
    podas, traidas = previa.podas, []
    for remision in remitidas(indice, podas, previa.hallazgo.ambito):
        queda = ajustes.presupuesto.escopeta - largo(indice, podas)
        motivo = Motivo("referencia", f"otro pasaje enviado cita {remision.dicho}", 0.0)
        otras = de_un_lugar(indice, remision.doc, (remision.inicio, remision.fin), queda, motivo)
        nuevas = _agregadas(indice, ajustes, podas, otras)
        traidas += [remision.dicho] if nuevas != podas else []
        podas = nuevas
    cuantos = sum(len(poda.chunks) for poda in previa.podas)
    etapa = Etapa(REFERENCIAS, "hecha", "", 0.0, 0, f"{cuantos} pasajes", tuple(traidas))
    return replace(previa, podas=podas, etapas=(*previa.etapas, etapa))


def _agregadas(
    indice: Indice, ajustes: AjustesConsulta, podas: tuple[Poda, ...], otras: Iterable[Poda]
) -> tuple[Poda, ...]:
    vestidas = como_fuentes(indice, otras) if ajustes.en_fuentes else otras
    return agregados(indice, podas, en_pares(vestidas), ajustes.presupuesto.escopeta)


def _revisadas(
    indice: Indice, previa: Preparacion, ajustes: AjustesConsulta, dicho: Sequence[str]
) -> tuple[Poda, ...]:
    """Return the fragments without those that a model dropped, with what it found missing."""
    faltas, sobran = leer_suficiencia(dicho)
    podas = quitar(previa.podas, sobran)
    for articulo, ley in faltas:
        pedidas = _pedidas(indice, previa, ajustes, articulo, ley)
        podas = _agregadas(indice, ajustes, podas, pedidas)
    return podas


def _pedidas(
    indice: Indice, previa: Preparacion, ajustes: AjustesConsulta, articulo: str, ley: str
) -> Sequence[Poda]:
    """Return an article of an act; if it is not there, what of that act answers best."""
    presupuesto, ambito = ajustes.presupuesto, previa.hallazgo.ambito
    dentro = {clave: d for clave, d in indice.documentos.items() if ambito.incluye(d)}
    claves, remisiones = nombrados(dentro, indice.actos, articulo, ley)
    motivo = Motivo("pedido", f"el modelo pidió el artículo {articulo} de «{ley}»", 0.0)
    for remision in remisiones[:1]:
        lugar = remision.inicio, remision.fin
        return de_un_lugar(indice, remision.doc, lugar, presupuesto.escopeta, motivo)
    if not claves:
        return ()
    pregunta = f"{previa.hallazgo.pregunta.consulta} artículo {articulo}"
    busqueda = ajustes.elegida.buscar(acotar(indice, Ambito(claves)), pregunta, ())
    halladas = [elegido.doc for elegido in busqueda.enrutar(1).documentos]
    podas = busqueda.podar(halladas, AjustesPoda(ajustes.max_chunks, presupuesto))
    primeros = ((poda, replace(poda.chunks[0], motivos=(motivo,))) for poda in podas)
    return [replace(poda, chunks=(chunk,)) for poda, chunk in primeros]


def _encargo(indice: Indice, previa: Preparacion) -> EncargoDeEtapa:
    pregunta, fragmentos = previa.hallazgo.pregunta.consulta, []
    for poda in previa.podas:
        documento = indice.documentos[poda.doc]
        for chunk in poda.chunks:
            texto = texto_de(documento, chunk, poda.formato)
            lugar = lugar_citado(documento, chunk.inicio, chunk.fin)
            fragmentos.append((f"{documento.nombre} > {lugar}", texto))
    dicha = f" {' '.join(corridas(plegar(pregunta)))} "
    suyas = ((a, indice.documentos[c].nombre) for a, c in indice.actos.bases if f" {a} " in dicha)
    return encargo_de_suficiencia(pregunta, fragmentos, tuple(suyas))


def por_rango(indice: Indice, podas: Sequence[Poda]) -> tuple[Poda, ...]:
    """Return the blocks that hold what ranks highest first; in each what is transitory last."""
    ordenadas = []
    for poda in podas:
        documento = indice.documentos[poda.doc]
        rangos = [rango_en(documento, chunk.inicio) or len(RANGOS) + 1 for chunk in poda.chunks]
        orden = sorted(range(len(rangos)), key=rangos.__getitem__)
        chunks = tuple(poda.chunks[n] for n in orden)
        ordenadas.append((min(rangos), replace(poda, chunks=chunks)))
    return tuple(poda for _, poda in sorted(ordenadas, key=itemgetter(0)))
