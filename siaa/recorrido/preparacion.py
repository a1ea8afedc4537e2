"""Stages 1 to 4 joined: all that is decided before the model is called. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.comprension.intentos import intentos_de
from siaa.comprension.pregunta import entender
from siaa.errores import ContextoExcedido
from siaa.etapas.busquedas import encargo_de_busquedas
from siaa.etapas.reordenamiento import AjustesReordenamiento, reordenar
from siaa.eventos import Etapa, busquedas_de
from siaa.recorrido.juntas import juntar
from siaa.recuperacion.contexto import armar_contexto
from siaa.recuperacion.estrategia import ESTRATEGIAS, Busqueda, Estrategia
from siaa.recuperacion.formato import HIBRIDA, largo
from siaa.recuperacion.recorte import recortar
from siaa.redaccion import prompt, respuesta
from siaa.valores import (
    AjustesPoda,
    Banda,
    Contexto,
    DocumentoPuntuado,
    Intento,
    Mensaje,
    Poda,
    Pregunta,
    Presupuesto,
    Ruta,
    TipoPregunta,
)

SIN_CONTEXTO: Final = Contexto("", ())
VACIA: Final = "VACÍA"
"""Mode of a document that holds nothing worth sending."""
PISO: Final = 0.3
CERTEZA_MINIMA, CERTEZA_SEGURA = 0.05, 0.5
"""Refusing a question that has its answer costs 20 doubts in vain; trusting one that has none, 2.

A doubt costs as much either way, so by what is expected the model is not asked when 20 p < 1, and
doubt is said unless 2 (1 - p) < 1.
"""
CONCENTRACION_SEGURA: Final = 0.996
"""From which on what is sent stands out, as for half of people's questions to 1,015 documents."""
PRESUPUESTO_MINIMO: Final = 256
"""Tokens of prompt below which it is not worth asking for less."""


@dataclass(frozen=True, slots=True)
class AjustesConsulta:
    """The settings that decide what is sent; windows and answers in tokens.

    respaldo_minimo: the model is not asked when less than this share of the question is answered
    for (`Ruta.respaldo`), nor when the answer is that unlikely (`CERTEZA_MINIMA`); 0 asks always.
    reordenamiento: None leaves the fragments as the pruner chose them. descomponer: whether a model
    is asked for searches: `no`, `siempre`, or in `duda`, where nothing stands out.
    """

    num_ctx: int
    num_predict: int
    max_docs: int
    max_chunks: int
    presupuesto: Presupuesto
    respaldo_minimo: float
    estrategia: str
    reordenamiento: AjustesReordenamiento | None
    descomponer: str = "no"

    @property
    def elegida(self) -> Estrategia:
        """The retrieval strategy by its name."""
        return ESTRATEGIAS[self.estrategia]


def repartir(presupuesto: int) -> Presupuesto:
    """Return what each mode may send: a clear winner half, a fair one three quarters."""
    return Presupuesto(presupuesto // 2, 3 * presupuesto // 4, presupuesto, PISO)


@dataclass(frozen=True, slots=True)
class Hallazgo:
    """A question, the documents chosen for it (`max_docs` at most) and how they were looked up.

    suficiente: whether the library answers for enough of the question to ask the model.
    """

    pregunta: Pregunta
    doc_especifico: bool
    max_docs: int
    ruta: Ruta
    suficiente: bool = True
    busqueda: Busqueda | None = None

    @property
    def documentos(self) -> tuple[DocumentoPuntuado, ...]:
        """The chosen documents, best first."""
        return self.ruta.documentos

    @property
    def banda(self) -> Banda | None:
        """How surely the library answers; None where that was not measured.

        What names a norm or a unit that is not there is doubtful, however much else is.
        """
        if not self.suficiente or self.ruta.certeza is None:
            return None if self.suficiente else "no_encontrada"
        nombrado = all(ausencia.clase == "palabra" for ausencia in self.ruta.ausencias)
        return "segura" if nombrado and self.ruta.certeza.valor >= CERTEZA_SEGURA else "dudosa"


@dataclass(frozen=True, slots=True)
class Preparacion:
    """A question ready for the model: what was chosen, and `mensajes`, what it would get.

    encargo: what a model is still to be asked for searches; empty when it is not, or was.
    etapas: what came of the stages that asked it.
    """

    hallazgo: Hallazgo
    conversacion: tuple[Mensaje, ...]
    podas: tuple[Poda, ...]
    contexto: Contexto
    mensajes: tuple[Mensaje, ...]
    encargo: tuple[Mensaje, ...] = ()
    etapas: tuple[Etapa, ...] = ()

    @property
    def buscado(self) -> str:
        """What was looked up: the question, what it depends on, corrected spellings, searches."""
        corregidas = (c.buscada for c in self.hallazgo.ruta.correcciones)
        return " ".join((self.hallazgo.pregunta.consulta, *corregidas, *busquedas_de(self.etapas)))

    @property
    def avisos(self) -> tuple[str, ...]:
        """What is said of the search above the answer: corrections, what is not there."""
        duda = (respuesta.DUDA,) if self.podas and self.hallazgo.banda == "dudosa" else ()
        sin_etapa = (etapa.motivo for etapa in self.etapas if etapa.estado != "hecha")
        return (*respuesta.avisos(self.hallazgo.ruta), *sin_etapa, *duda)

    @property
    def necesita_modelo(self) -> bool:
        """Whether there is anything for the model to explain."""
        return bool(self.podas) and self.hallazgo.suficiente


@dataclass(frozen=True, slots=True)
class _Reordenada:
    """A lookup whose fragments are sorted again once they are chosen."""

    indice: Indice
    consulta: str
    busqueda: Busqueda
    ajustes: AjustesReordenamiento

    @property
    def citados(self) -> frozenset[int]:
        return self.busqueda.citados

    def enrutar(self, max_docs: int) -> Ruta:
        return self.busqueda.enrutar(max_docs)

    def concentracion(self, podas: Sequence[Poda]) -> float | None:
        return self.busqueda.concentracion(podas)

    def podar(self, documentos: Sequence[str], ajustes: AjustesPoda) -> tuple[Poda, ...]:
        """Headings that have to be said again never carry a choice over a budget that it kept."""
        podas = self.busqueda.podar(documentos, ajustes)
        nuevas = reordenar(self.indice, podas, self.consulta, self.ajustes)
        tope = ajustes.presupuesto.escopeta
        cabia = largo(self.indice, podas) <= tope
        return recortar(self.indice, nuevas, tope) if cabia else nuevas


def _buscar(
    indice: Indice, consulta: str, intentos: Sequence[Intento], ajustes: AjustesConsulta
) -> Busqueda:
    busqueda = ajustes.elegida.buscar(indice, consulta, intentos)
    if ajustes.reordenamiento is None:
        return busqueda
    return _Reordenada(indice, consulta, busqueda, ajustes.reordenamiento)


def localizar(
    indice: Indice,
    conversacion: Sequence[Mensaje],
    ajustes: AjustesConsulta,
    buscada: str = "",
) -> Hallazgo:
    """Understand the last message of a conversation and choose its documents.

    A question that names a document gets one, any other the usual number, and a greeting or a
    question about SIAA itself none. buscada: what it is looked up with after its own words.
    """
    pregunta = entender(conversacion)
    if pregunta.tipo.es_conversacional:
        return Hallazgo(pregunta, doc_especifico=False, max_docs=0, ruta=Ruta(()))
    consulta = f"{pregunta.consulta} {buscada}" if buscada else pregunta.consulta
    busqueda = _buscar(indice, consulta, pregunta.intentos, ajustes)
    especifico = bool(busqueda.citados)
    cuantos = 1 if especifico else ajustes.max_docs
    ruta = busqueda.enrutar(cuantos)
    alcanza = not ajustes.respaldo_minimo or ruta.respaldo is None
    if ruta.respaldo is not None and ruta.certeza:
        probable = ruta.certeza.valor >= CERTEZA_MINIMA
        alcanza = alcanza or (probable and ruta.respaldo >= ajustes.respaldo_minimo)
    return Hallazgo(pregunta, especifico, cuantos, ruta, alcanza, busqueda)


def juntar_hallazgos(propio: Hallazgo, otros: Sequence[Hallazgo]) -> Hallazgo:
    """Return a finding with the best documents of others, if there are any.

    It is as sure as the surest; what is told of its words is of the question alone.
    """
    if not otros:
        return propio
    rutas = [hallazgo.ruta for hallazgo in (propio, *otros)]
    segura = max(rutas, key=lambda ruta: ruta.certeza.valor if ruta.certeza else -1.0)
    elegidos = sorted((d for h in otros for d in h.documentos), key=lambda d: d.puntaje)
    mejores = {elegido.doc: elegido for elegido in elegidos}
    orden = sorted(mejores.values(), key=lambda d: (-d.puntaje, d.doc))
    ruta = replace(propio.ruta, respaldo=segura.respaldo, certeza=segura.certeza)
    ruta = replace(ruta, documentos=tuple(orden[: propio.max_docs]))
    return replace(propio, ruta=ruta, suficiente=any(h.suficiente for h in (propio, *otros)))


def podar_uno(indice: Indice, doc: str, pregunta: str, ajustes: AjustesConsulta) -> Poda:
    """Choose the fragments of one document for a question. Raises `KeyError` for an unknown one."""
    clave = indice.documentos[doc].clave
    limites = AjustesPoda(ajustes.max_chunks, ajustes.presupuesto)
    podas = _buscar(indice, pregunta, intentos_de(pregunta), ajustes).podar([clave], limites)
    vacia = Poda(doc, (), HIBRIDA, VACIA, None)
    return next((poda for poda in podas if poda.doc == clave), vacia)


def buscar_pasajes(indice: Indice, texto: str, ajustes: AjustesConsulta) -> Contexto:
    """Return the passages that a library has for some words."""
    busqueda = _buscar(indice, texto, intentos_de(texto), ajustes)
    elegidos = [elegido.doc for elegido in busqueda.enrutar(ajustes.max_docs).documentos]
    limites = AjustesPoda(ajustes.max_chunks, ajustes.presupuesto)
    return armar_contexto(indice, busqueda.podar(elegidos, limites))


def reunir(
    indice: Indice,
    conversacion: Sequence[Mensaje],
    ajustes: AjustesConsulta,
    caracteres_por_token: float,
    etapas: Sequence[Etapa] = (),
) -> Preparacion:
    """Choose documents and fragments for a conversation and fit them into the model's window.

    etapas: what came of the stages that ask a model first, once they were tried.
    """
    propio = localizar(indice, conversacion, ajustes)
    otros = [localizar(indice, conversacion, ajustes, b) for b in busquedas_de(etapas)]
    hallazgo = juntar_hallazgos(propio, otros)
    listado = propio.pregunta.tipo is TipoPregunta.LISTADO
    limites = AjustesPoda(ajustes.max_chunks, ajustes.presupuesto, listado)
    elegidos = [elegido.doc for elegido in hallazgo.documentos]
    elecciones = [h.busqueda.podar(elegidos, limites) for h in otros or (propio,) if h.busqueda]
    podas = juntar(indice, elecciones)
    previa = Preparacion(hallazgo, tuple(conversacion), podas, SIN_CONTEXTO, (), (), tuple(etapas))
    if not etapas:
        previa = replace(previa, encargo=_encargo(previa, ajustes))
    limite = prompt.presupuesto(ajustes.num_ctx, ajustes.num_predict)
    return _ajustar(indice, previa, ajustes.elegida, limite, caracteres_por_token)


def _encargo(previa: Preparacion, ajustes: AjustesConsulta) -> tuple[Mensaje, ...]:
    """Return what a model is asked for searches, where that is worth its time; else nothing."""
    hallazgo, busqueda = previa.hallazgo, previa.hallazgo.busqueda
    ambigua = hallazgo.pregunta.tipo is TipoPregunta.AMBIGUA
    if ajustes.descomponer == "no" or busqueda is None or ambigua:
        return ()
    if ajustes.descomponer == "duda" and hallazgo.suficiente:
        concentracion = busqueda.concentracion(previa.podas)
        if concentracion is not None and concentracion >= CONCENTRACION_SEGURA:
            return ()
    return encargo_de_busquedas(previa.conversacion, hallazgo.ruta.leidas)


def reducir(
    indice: Indice,
    previa: Preparacion,
    rechazo: ContextoExcedido,
    ajustes: AjustesConsulta,
    caracteres_por_token: float,
) -> Preparacion | None:
    """Prepare a shorter prompt after the server refused one; None when there is nothing to cut.

    The server's own counts, when it gave them, replace our estimate; without them, the prompt has
    at least as many tokens as the window that it did not fit.
    """
    ventana = min(ajustes.num_ctx, rechazo.ventana or ajustes.num_ctx)
    tokens = rechazo.tokens_prompt or ventana
    escala = min(caracteres_por_token, prompt.caracteres(previa.mensajes) / tokens)
    limite = max(prompt.presupuesto(ventana, ajustes.num_predict), PRESUPUESTO_MINIMO)
    menos = replace(previa, podas=ajustes.elegida.quitar_el_peor(previa.podas))
    nueva = _ajustar(indice, menos, ajustes.elegida, limite, escala)
    return nueva if prompt.caracteres(nueva.mensajes) < prompt.caracteres(previa.mensajes) else None


def _ajustar(
    indice: Indice,
    previa: Preparacion,
    estrategia: Estrategia,
    limite: int,
    caracteres_por_token: float,
) -> Preparacion:
    """Fit the prompt into `limite` tokens: old turns go first, then the least useful fragments.

    One fragment always stays: if even that does not fit, the server will say so.
    """
    historial, podas = prompt.HISTORIAL_MAXIMO, previa.podas
    while True:
        contexto = armar_contexto(indice, podas)
        mensajes = prompt.componer(contexto.texto, previa.conversacion, historial)
        reducidas = podas if historial else estrategia.quitar_el_peor(podas)
        cabe = prompt.estimar_tokens(mensajes, caracteres_por_token) <= limite
        if cabe or (not historial and reducidas == podas):
            return replace(previa, podas=podas, contexto=contexto, mensajes=mensajes)
        historial, podas = max(historial - 1, 0), reducidas
