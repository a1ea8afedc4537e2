"""Stages 1 to 4 joined: all that is decided before the model is called. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from siaa.biblioteca.ambito import TODO, Ambito
from siaa.biblioteca.ejemplos import siguientes
from siaa.biblioteca.indice import Indice
from siaa.comprension.intentos import intentos_de
from siaa.comprension.pregunta import hasta_lo_respondido, lo_elegido
from siaa.errores import ContextoExcedido
from siaa.etapas.busquedas import encargo_de_busquedas
from siaa.etapas.encargo import EncargoDeEtapa
from siaa.etapas.reordenamiento import reordenar
from siaa.eventos import Etapa, busquedas_de
from siaa.recorrido import ampliacion
from siaa.recorrido.copias import aclarar, elegidos
from siaa.recorrido.hallazgo import AjustesConsulta, Hallazgo, Preparacion
from siaa.recorrido.localizacion import localizar, por_partes, sumados, uno_de_cada
from siaa.recuperacion.aclaracion import copias_entre, son_copias
from siaa.recuperacion.busqueda import Busqueda
from siaa.recuperacion.contexto import armar_contexto
from siaa.recuperacion.formato import HIBRIDA, como_fuentes, largo, recortar
from siaa.redaccion import prompt, respuesta
from siaa.valores import AjustesPoda, Contexto, Mensaje, Poda, Presupuesto, TipoPregunta

VACIA: Final = "VACÍA"
"""Mode of a document that holds nothing worth sending."""
VENTAJA_SEGURA: Final = 0.3
"""From which on the first document stands out, and other words would hardly find a better one."""
CANDIDATOS_POR_ENVIADO: Final = 4
"""How many times what fits is chosen where a model sorts it: some twenty fragments."""
PRESUPUESTO_MINIMO: Final = 256
"""Tokens of prompt below which it is not worth asking for less."""


def elegir_fragmentos(
    busqueda: Busqueda, documentos: Sequence[str], ajustes: AjustesConsulta
) -> tuple[Poda, ...]:
    """Choose the fragments of some documents, and sort them again where the settings say how.

    Headings that have to be said again never carry a choice over a budget that it kept.
    """
    podas = busqueda.podar(documentos, AjustesPoda(ajustes.max_chunks, ajustes.presupuesto))
    if ajustes.reordenamiento is None:
        return podas
    indice, tope = busqueda.indice, ajustes.presupuesto.escopeta
    nuevas = reordenar(indice, podas, busqueda.pregunta, ajustes.reordenamiento)
    return recortar(indice, nuevas, tope) if largo(indice, podas) <= tope else nuevas


def _buscadas(hallazgo: Hallazgo, juntos: Sequence[Hallazgo]) -> list[tuple[Busqueda, list[str]]]:
    """Return the lookups of a finding, each with the documents that it chooses fragments of."""
    elegidos = [elegido.doc for elegido in hallazgo.ruta.documentos]
    return [
        (h.busqueda, [h.ruta.documentos[0].doc] if hallazgo.partes else elegidos)
        for h in hallazgo.partes or juntos
        if h.busqueda
    ]


def _elegidas(
    previa: Preparacion, buscadas: Sequence[tuple[Busqueda, list[str]]]
) -> tuple[Poda, ...]:
    """Choose the fragments of a finding; each question of several has its share of the room.

    And what those before it left of theirs.
    """
    indice, ajustes, todo = previa.indice, previa.ajustes, previa.ajustes.presupuesto.escopeta
    if previa.hallazgo.hablan:
        return uno_de_cada(*buscadas[0], todo)
    if not previa.hallazgo.partes:
        elegidas = [elegir_fragmentos(*buscada, ajustes) for buscada in buscadas]
        return ampliacion.juntar(indice, elegidas)
    podas = tuple[Poda, ...]()
    for n, (busqueda, documentos) in enumerate(buscadas, 1):
        cabe = ajustes.presupuesto.hasta(todo * n // len(buscadas) - largo(indice, podas))
        suyas = elegir_fragmentos(busqueda, documentos, replace(ajustes, presupuesto=cabe))
        podas = ampliacion.agregados(indice, podas, ampliacion.en_pares(suyas), todo)
    return podas


def podar_uno(indice: Indice, doc: str, pregunta: str, ajustes: AjustesConsulta) -> Poda:
    """Choose the fragments of one document for a question. Raises `KeyError` for an unknown one."""
    clave = indice.documentos[doc].clave
    busqueda = ajustes.elegida().buscar(indice, pregunta, intentos_de(pregunta))
    podas = elegir_fragmentos(busqueda, [clave], ajustes)
    vacia = Poda(doc, (), HIBRIDA, VACIA, None)
    return next((poda for poda in podas if poda.doc == clave), vacia)


def buscar_pasajes(indice: Indice, texto: str, ajustes: AjustesConsulta) -> Contexto:
    """Return the passages that a library has for some words."""
    busqueda = ajustes.elegida().buscar(indice, texto, intentos_de(texto))
    elegidos = [elegido.doc for elegido in busqueda.enrutar(ajustes.max_docs).documentos]
    return armar_contexto(indice, elegir_fragmentos(busqueda, elegidos, ajustes))


def _aclarada(previa: Preparacion, copias: Sequence[str], entera: bool) -> Preparacion:
    """Settle of which of some near-copies a question is. entera: it was looked up as it is."""
    indice, hallazgo = previa.indice, previa.hallazgo
    if not (hallazgo.busqueda and hallazgo.suficiente and copias):
        return previa
    elegidos = [elegido.doc for elegido in hallazgo.ruta.documentos]
    ajenos = [doc for doc in elegidos if not son_copias(indice, doc, copias[0])]
    suyas, ajenas = (
        previa.podas
        if docs == elegidos and entera  # as where the question says which copy it means
        else elegir_fragmentos(hallazgo.busqueda, docs, previa.ajustes)
        for docs in ([*copias[:1]], ajenos)
    )
    return aclarar(previa, copias, suyas, ajenas)


def reunir(
    indice: Indice,
    conversacion: Sequence[Mensaje],
    ajustes: AjustesConsulta,
    caracteres_por_token: float,
    ambito: Ambito = TODO,
    etapas: Sequence[Etapa] = (),
) -> Preparacion:
    """Choose documents and fragments for a conversation and fit them into the model's window.

    etapas: what came of the stages that ask a model first, once they were tried.
    """
    conversacion, ambito, posibles = _segun_lo_elegido(indice, conversacion, ajustes, ambito)
    propio = localizar(indice, conversacion, ajustes, ambito)
    propio = replace(propio, indistintos=posibles or propio.indistintos)
    otras = () if propio.hablan else busquedas_de(etapas)  # those asked for hold its own words
    otros = [localizar(indice, conversacion, ajustes, ambito, otra) for otra in otras]
    partes = () if otros else por_partes(indice, conversacion, ajustes, ambito)
    hallazgo = sumados(propio, partes) if partes else ampliacion.juntar_hallazgos(propio, otros)
    buscadas = _buscadas(hallazgo, otros or (propio,))
    previa = Preparacion(
        indice=indice,
        ajustes=ajustes,
        hallazgo=hallazgo,
        conversacion=tuple(conversacion),
        etapas=tuple(etapas),
    )
    previa = replace(previa, podas=_elegidas(previa, buscadas))
    copias = copias_entre(indice, hallazgo.indistintos)
    previa = _aclarada(previa, copias, entera=not otros)
    sabida = not (previa.aclaracion or previa.tambien or previa.aparte)
    if ajustes.ordenar and sabida:
        amplio = Presupuesto(*(ajustes.presupuesto.escopeta * CANDIDATOS_POR_ENVIADO,) * 3)
        amplios = replace(ajustes, presupuesto=amplio)
        muchas = [elegir_fragmentos(*buscada, amplios) for buscada in buscadas]
        previa = ampliacion.ordenar(previa, ampliacion.juntar(indice, muchas))
    if ajustes.en_fuentes and previa.podas:
        vestidas = como_fuentes(indice, previa.podas)
        previa = replace(previa, podas=recortar(indice, vestidas, ajustes.presupuesto.escopeta))
    if sabida:
        encargo = (None if etapas else _encargo(previa)) or previa.encargo
        previa = ampliacion.ampliar(previa)
        previa = replace(previa, encargo=encargo or previa.encargo)
    limite = prompt.presupuesto(ajustes.num_ctx, ajustes.num_predict)
    lista = _ajustar(previa, limite, caracteres_por_token)
    if lista.necesita_modelo:
        lugares = [(f.doc, f.desde, f.hasta) for f in lista.contexto.fuentes]
        return replace(lista, siguientes=siguientes(indice, lugares, hallazgo.pregunta.consulta))
    return lista if hallazgo.suficiente else _por_nombrar(lista, copias)


def _segun_lo_elegido(
    indice: Indice, conversacion: Sequence[Mensaje], ajustes: AjustesConsulta, ambito: Ambito
) -> tuple[Sequence[Mensaje], Ambito, tuple[str, ...]]:
    """A reply to what was asked back is the scope of its question. Last, the copies still meant."""
    base = hasta_lo_respondido(conversacion)
    dicho = lo_elegido(base)
    if not dicho:
        return conversacion, ambito, ()
    preguntada, _, antes = _segun_lo_elegido(indice, base[:-2], ajustes, TODO)
    antes = antes or localizar(indice, preguntada, ajustes).indistintos
    claves = elegidos(indice, dicho, antes)
    if not claves or not all(ambito.incluye(indice.documentos[c]) for c in claves):
        return conversacion, ambito, ()
    if len(claves) > 1:
        return preguntada, ambito, claves
    return (*preguntada, *conversacion[len(base) :]), Ambito(claves), ()


def _por_nombrar(lista: Preparacion, copias: Sequence[str]) -> Preparacion:
    if not copias or lista.hallazgo.faltas:
        return lista
    todas = [lista.indice.documentos[clave] for clave in copias]
    return replace(lista, aparte=respuesta.por_nombrar(todas))


def _encargo(previa: Preparacion) -> EncargoDeEtapa | None:
    hallazgo, descomponer = previa.hallazgo, previa.ajustes.descomponer
    ambigua = hallazgo.pregunta.tipo is TipoPregunta.AMBIGUA
    if descomponer == "no" or hallazgo.busqueda is None or ambigua or hallazgo.hablan:
        return None
    certeza = hallazgo.ruta.certeza
    sobresale = certeza is not None and certeza.ventaja >= VENTAJA_SEGURA
    if descomponer == "duda" and hallazgo.suficiente and sobresale:
        return None
    base = hasta_lo_respondido(previa.conversacion)
    return encargo_de_busquedas(base, hallazgo.ruta.leidas)


def reducir(
    previa: Preparacion, rechazo: ContextoExcedido, caracteres_por_token: float
) -> Preparacion | None:
    """Prepare a shorter prompt after the server refused one; None when there is nothing to cut.

    The server's own counts, when it gave them, replace our estimate; without them, the prompt has
    at least as many tokens as the window that it did not fit.
    """
    ajustes = previa.ajustes
    ventana = min(ajustes.num_ctx, rechazo.ventana or ajustes.num_ctx)
    tokens = rechazo.tokens_prompt or ventana
    escala = min(caracteres_por_token, prompt.caracteres(previa.mensajes) / tokens)
    limite = max(prompt.presupuesto(ventana, ajustes.num_predict), PRESUPUESTO_MINIMO)
    menos = replace(previa, podas=ajustes.elegida().quitar_el_peor(previa.podas))
    nueva = _ajustar(menos, limite, escala)
    return nueva if prompt.caracteres(nueva.mensajes) < prompt.caracteres(previa.mensajes) else None


def _ajustar(previa: Preparacion, limite: int, caracteres_por_token: float) -> Preparacion:
    """One fragment always stays: if even that does not fit, the server will say so."""
    historial, podas = prompt.HISTORIAL_MAXIMO, previa.podas
    indice, ajustes, actos = previa.indice, previa.ajustes, previa.indice.actos
    fijo = prompt.texto_fijo(ajustes.en_fuentes, actos.con_rango, actos.mas_favorable)
    copias = respuesta.nombres([indice.documentos[clave] for clave in previa.tambien])
    while True:
        ordenadas = ampliacion.por_rango(indice, podas) if ajustes.en_fuentes else podas
        contexto = armar_contexto(indice, ordenadas, copias)
        mensajes = prompt.componer(contexto.texto, previa.pedida, historial, fijo)
        reducidas = podas if historial else ajustes.elegida().quitar_el_peor(podas)
        cabe = prompt.estimar_tokens(mensajes, caracteres_por_token) <= limite
        if cabe or (not historial and reducidas == podas):
            return replace(previa, podas=ordenadas, contexto=contexto, mensajes=mensajes)
        historial, podas = max(historial - 1, 0), reducidas
