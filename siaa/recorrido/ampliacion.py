"""What comes to the chosen fragments, and leaves them, before the model answers. Pure.

Never beyond the budget nor the scope of a question, and never to its last fragment. What several
lookups of one question found comes together as one finding and one choice.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from operator import itemgetter

from siaa.biblioteca.ambito import Ambito, acotar
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import solo_palabras
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
from siaa.recorrido.hallazgo import Hallazgo, Preparacion
from siaa.recuperacion.formato import como_fuentes, largo, texto_de
from siaa.recuperacion.hibrida.seleccion import de_un_lugar
from siaa.valores import AjustesPoda, ChunkPuntuado, Motivo, Poda


def ampliar(previa: Preparacion) -> Preparacion:
    """Bring in what the fragments refer to; then what a model said is missing, without the rest.

    Where it is still to be asked whether they suffice, what comes of it has an `encargo`.
    """
    ajustes = previa.ajustes
    if ajustes.referencias and previa.podas:
        previa = _con_citadas(previa)
    rondas = [etapa for etapa in previa.etapas if etapa.etapa == SUFICIENCIA.nombre]
    cambia = True
    for ronda in rondas:
        podas = _revisadas(previa, ronda.devolvio)
        cambia = podas != previa.podas
        previa = replace(previa, podas=podas)
    pide = ajustes.evaluar and cambia and len(rondas) < RONDAS_MAXIMAS and previa.necesita_modelo
    return replace(previa, encargo=_encargo(previa)) if pide else previa


def ordenar(previa: Preparacion, candidatas: Iterable[Poda]) -> Preparacion:
    """Send of some fragments those that a model listed, in its order, as far as they fit.

    Where it is still to be asked, what comes of it has an `encargo` and the fragments that it had.
    """
    indice, tope = previa.indice, previa.ajustes.presupuesto.escopeta
    pares = sorted(en_pares(candidatas), key=lambda par: -par[1].puntaje)[:CANDIDATOS]
    dichas = [etapa.devolvio for etapa in previa.etapas if etapa.etapa == ORDEN.nombre]
    listados = [pares[int(n)] for n in chain.from_iterable(dichas) if int(n) < len(pares)]
    if listados:
        return replace(previa, podas=agregados(indice, (), listados, tope))
    if dichas or len(pares) < 2 or not previa.necesita_modelo:
        return previa
    documentos = [indice.documentos[poda.doc] for poda, _ in pares]
    fragmentos = [
        (documento.coleccion, chunk.seccion, texto_de(documento, chunk, poda.formato))
        for documento, (poda, chunk) in zip(documentos, pares, strict=True)
    ]
    return replace(previa, encargo=encargo_de_orden(previa.hallazgo.pregunta.consulta, fragmentos))


def _con_citadas(previa: Preparacion) -> Preparacion:
    indice, podas, traidas = previa.indice, previa.podas, []
    for remision in remitidas(indice, podas, previa.hallazgo.ambito):
        queda = previa.ajustes.presupuesto.escopeta - largo(indice, podas)
        motivo = Motivo("referencia", f"otro pasaje enviado cita {remision.dicho}", 0.0)
        otras = de_un_lugar(indice, remision.doc, (remision.inicio, remision.fin), queda, motivo)
        nuevas = _agregadas(previa, podas, otras)
        traidas += [remision.dicho] if nuevas != podas else []
        podas = nuevas
    cuantos = sum(len(poda.chunks) for poda in previa.podas)
    etapa = Etapa(REFERENCIAS, "hecha", "", 0.0, 0, f"{cuantos} pasajes", tuple(traidas))
    return replace(previa, podas=podas, etapas=(*previa.etapas, etapa))


def _agregadas(
    previa: Preparacion, podas: tuple[Poda, ...], otras: Iterable[Poda]
) -> tuple[Poda, ...]:
    indice, ajustes = previa.indice, previa.ajustes
    vestidas = como_fuentes(indice, otras) if ajustes.en_fuentes else otras
    return agregados(indice, podas, en_pares(vestidas), ajustes.presupuesto.escopeta)


def _revisadas(previa: Preparacion, dicho: Sequence[str]) -> tuple[Poda, ...]:
    faltas, sobran = leer_suficiencia(dicho)
    podas = quitar(previa.podas, sobran)
    for articulo, ley in faltas:
        podas = _agregadas(previa, podas, _pedidas(previa, articulo, ley))
    return podas


def _pedidas(previa: Preparacion, articulo: str, ley: str) -> Sequence[Poda]:
    """Return an article of an act; if it is not there, what of that act answers best."""
    indice, ajustes, ambito = previa.indice, previa.ajustes, previa.hallazgo.ambito
    dentro = {clave: d for clave, d in indice.documentos.items() if ambito.incluye(d)}
    claves, remisiones = nombrados(dentro, indice.actos, articulo, ley)
    motivo = Motivo("pedido", f"el modelo pidió el artículo {articulo} de «{ley}»", 0.0)
    for remision in remisiones[:1]:
        lugar = remision.inicio, remision.fin
        return de_un_lugar(indice, remision.doc, lugar, ajustes.presupuesto.escopeta, motivo)
    if not claves:
        return ()
    pregunta = f"{previa.hallazgo.pregunta.consulta} artículo {articulo}"
    busqueda = ajustes.elegida().buscar(acotar(indice, Ambito(claves)), pregunta, ())
    halladas = [elegido.doc for elegido in busqueda.enrutar(1).documentos]
    podas = busqueda.podar(halladas, AjustesPoda(ajustes.max_chunks, ajustes.presupuesto))
    primeros = ((poda, replace(poda.chunks[0], motivos=(motivo,))) for poda in podas)
    return [replace(poda, chunks=(chunk,)) for poda, chunk in primeros]


def _encargo(previa: Preparacion) -> EncargoDeEtapa:
    indice, pregunta, fragmentos = previa.indice, previa.hallazgo.pregunta.consulta, []
    for poda in previa.podas:
        documento = indice.documentos[poda.doc]
        for chunk in poda.chunks:
            texto = texto_de(documento, chunk, poda.formato)
            lugar = lugar_citado(documento, chunk.inicio, chunk.fin)
            fragmentos.append((f"{documento.nombre} > {lugar}", texto))
    dicha = f" {solo_palabras(pregunta)} "
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


def juntar(indice: Indice, elecciones: Sequence[tuple[Poda, ...]]) -> tuple[Poda, ...]:
    """Return the best fragments of all, no text twice, in the room of the largest choice."""
    if len(elecciones) <= 1:
        return elecciones[0] if elecciones else ()
    tope = max(largo(indice, podas) for podas in elecciones)
    pares = sorted(en_pares(chain.from_iterable(elecciones)), key=lambda par: -par[1].puntaje)
    return agregados(indice, (), pares, tope)


def quitar(podas: tuple[Poda, ...], cuales: Collection[int]) -> tuple[Poda, ...]:
    """Return a choice without some of its fragments, by their places; the same if none stayed."""
    pares = [par for n, par in enumerate(en_pares(podas)) if n not in cuales]
    quedan = [(p, tuple(chunk for otra, chunk in pares if otra is p)) for p in podas]
    return tuple(replace(p, chunks=chunks) for p, chunks in quedan if chunks) or podas


def en_pares(podas: Iterable[Poda]) -> list[tuple[Poda, ChunkPuntuado]]:
    """Return each fragment with its block, in order."""
    return [(poda, chunk) for poda in podas for chunk in poda.chunks]


def agregados(
    indice: Indice, podas: tuple[Poda, ...], pares: Iterable[tuple[Poda, ChunkPuntuado]], tope: int
) -> tuple[Poda, ...]:
    """Add fragments one by one while they fit, no text twice; the first of all has to."""
    for poda, chunk in pares:
        nuevas = _con(podas, poda, chunk)
        if not podas or largo(indice, nuevas) <= tope:
            podas = nuevas
    return podas


def _con(podas: tuple[Poda, ...], poda: Poda, chunk: ChunkPuntuado) -> tuple[Poda, ...]:
    """Sections go in the order in which they came; in one, fragments as its text goes."""
    lugar = next((n for n, otra in enumerate(podas) if otra.doc == poda.doc), None)
    if lugar is None:
        return (*podas, replace(poda, chunks=(chunk,)))
    suyos = podas[lugar].chunks
    if any(chunk.inicio < otro.fin and otro.inicio < chunk.fin for otro in suyos):
        return podas
    secciones = [uno.seccion for uno in (*suyos, chunk)]
    orden = sorted((*suyos, chunk), key=lambda c: (secciones.index(c.seccion), c.inicio))
    return (*podas[:lugar], replace(podas[lugar], chunks=tuple(orden)), *podas[lugar + 1 :])


def juntar_hallazgos(propio: Hallazgo, otros: Sequence[Hallazgo]) -> Hallazgo:
    """Return a finding with the best documents of others, if there are any.

    It is as sure as the surest; what is told of its words is of the question alone. Where the best
    of all is a near-copy that its own search does not tell apart, nor is it told apart now.
    """
    if not otros:
        return propio
    rutas = [hallazgo.ruta for hallazgo in (propio, *otros)]
    segura = max(rutas, key=lambda ruta: ruta.certeza.valor if ruta.certeza else -1.0)
    elegidos = sorted((d for h in otros for d in h.ruta.documentos), key=lambda d: d.puntaje)
    mejores = {elegido.doc: elegido for elegido in elegidos}
    orden = sorted(mejores.values(), key=lambda d: (-d.puntaje, d.doc))
    ruta = replace(propio.ruta, respaldo=segura.respaldo, certeza=segura.certeza)
    ruta = replace(ruta, documentos=tuple(orden[: propio.max_docs]))
    suficiente = any(h.suficiente for h in (propio, *otros))
    dudoso = next((h for h in otros if orden and orden[0].doc in h.indistintos), propio)
    busqueda, indistintos = dudoso.busqueda, dudoso.indistintos
    return replace(
        propio, ruta=ruta, suficiente=suficiente, busqueda=busqueda, indistintos=indistintos
    )
