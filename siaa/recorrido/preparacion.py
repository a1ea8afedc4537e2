"""Stages 1 to 4 joined: all that is decided before the model is called. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from siaa.biblioteca.ambito import TODO, Ambito, acotar
from siaa.biblioteca.indice import Indice
from siaa.comprension.intentos import intentos_de
from siaa.comprension.pregunta import entender
from siaa.errores import ContextoExcedido
from siaa.etapas.reordenamiento import AjustesReordenamiento, reordenar
from siaa.recuperacion.aclaracion import es_comun, indistintos
from siaa.recuperacion.contexto import armar_contexto
from siaa.recuperacion.estrategia import ESTRATEGIAS, Busqueda, Estrategia
from siaa.recuperacion.formato import HIBRIDA, largo
from siaa.recuperacion.recorte import recortar
from siaa.redaccion import prompt, respuesta
from siaa.valores import (
    Aclaracion,
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
PISO: Final = 0.21
CERTEZA_MINIMA, CERTEZA_SEGURA = 0.05, 0.5
"""Refusing a question that has its answer costs 20 doubts in vain; trusting one that has none, 2.

A doubt costs as much either way, so by what is expected the model is not asked when 20 p < 1, and
doubt is said unless 2 (1 - p) < 1.
"""
PRESUPUESTO_MINIMO: Final = 256
"""Tokens of prompt below which it is not worth asking for less."""


@dataclass(frozen=True, slots=True)
class AjustesConsulta:
    """The settings that decide what is sent; windows and answers in tokens.

    respaldo_minimo: the model is not asked when less than this share of the question is answered
    for (`Ruta.respaldo`), nor when the answer is that unlikely (`CERTEZA_MINIMA`); 0 asks always.
    reordenamiento: None leaves the fragments as the pruner chose them.
    """

    num_ctx: int
    num_predict: int
    max_docs: int
    max_chunks: int
    presupuesto: Presupuesto
    respaldo_minimo: float
    estrategia: str
    reordenamiento: AjustesReordenamiento | None

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
    ambito: what it is asked of. indistintos: the near-copies among which it does not tell, best
    first; none for a question that does, or that is asked of a part of the library.
    """

    pregunta: Pregunta
    doc_especifico: bool
    max_docs: int
    ruta: Ruta
    suficiente: bool = True
    busqueda: Busqueda | None = None
    ambito: Ambito = TODO
    indistintos: tuple[str, ...] = ()

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

    aclaracion: what has to be asked back first. tambien: keys of near-copies that say it all too.
    """

    hallazgo: Hallazgo
    conversacion: tuple[Mensaje, ...]
    podas: tuple[Poda, ...]
    contexto: Contexto
    mensajes: tuple[Mensaje, ...]
    aclaracion: Aclaracion | None = None
    tambien: tuple[str, ...] = ()

    @property
    def buscado(self) -> str:
        """What was looked up: the question, earlier ones it depends on, corrected spellings."""
        ruta = self.hallazgo.ruta
        return " ".join((self.hallazgo.pregunta.consulta, *(c.buscada for c in ruta.correcciones)))

    @property
    def avisos(self) -> tuple[str, ...]:
        """What is said of the search above the answer: corrections, what is not there."""
        duda = (respuesta.DUDA,) if self.podas and self.hallazgo.banda == "dudosa" else ()
        return (*respuesta.avisos(self.hallazgo.ruta), *duda)

    @property
    def necesita_modelo(self) -> bool:
        """Whether there is anything for the model to explain."""
        return bool(self.podas) and self.hallazgo.suficiente and self.aclaracion is None


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

    def respaldos(self) -> Mapping[str, float]:
        return self.busqueda.respaldos()

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
    ambito: Ambito = TODO,
) -> Hallazgo:
    """Understand the last message of a conversation and choose its documents.

    A question that names a document gets one, any other the usual number, and a greeting or a
    question about SIAA itself none.
    """
    pregunta = entender(conversacion)
    if pregunta.tipo.es_conversacional:
        return Hallazgo(pregunta, doc_especifico=False, max_docs=0, ruta=Ruta(()), ambito=ambito)
    busqueda = _buscar(acotar(indice, ambito), pregunta.consulta, pregunta.intentos, ajustes)
    especifico = bool(busqueda.citados)
    cuantos = 1 if especifico else ajustes.max_docs
    ruta = busqueda.enrutar(cuantos)
    alcanza = not ajustes.respaldo_minimo or ruta.respaldo is None
    if ruta.respaldo is not None and ruta.certeza:
        probable = ruta.certeza.valor >= CERTEZA_MINIMA
        alcanza = alcanza or (probable and ruta.respaldo >= ajustes.respaldo_minimo)
    preguntable = alcanza and not ambito
    dudosos = indistintos(indice, ruta.documentos, busqueda) if preguntable else ()
    return Hallazgo(pregunta, especifico, cuantos, ruta, alcanza, busqueda, ambito, dudosos)


def podar_uno(indice: Indice, doc: str, pregunta: str, ajustes: AjustesConsulta) -> Poda:
    """Choose the fragments of one document for a question. Raises `KeyError` for an unknown one."""
    clave = indice.documentos[doc].clave
    limites = AjustesPoda(ajustes.max_chunks, ajustes.presupuesto)
    podas = _buscar(indice, pregunta, intentos_de(pregunta), ajustes).podar([clave], limites)
    return podas[0] if podas else Poda(doc, (), HIBRIDA, VACIA, None)


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
    ambito: Ambito = TODO,
) -> Preparacion:
    """Choose documents and fragments for a conversation and fit them into the model's window."""
    hallazgo = localizar(indice, conversacion, ajustes, ambito)
    pregunta = hallazgo.pregunta
    limites = AjustesPoda(
        ajustes.max_chunks, ajustes.presupuesto, pregunta.tipo is TipoPregunta.LISTADO
    )
    elegidos = [elegido.doc for elegido in hallazgo.documentos]
    podas = hallazgo.busqueda.podar(elegidos, limites) if hallazgo.busqueda else ()
    previa = Preparacion(hallazgo, tuple(conversacion), podas, SIN_CONTEXTO, ())
    if hallazgo.busqueda and hallazgo.indistintos:
        previa = _aclarar(indice, previa, hallazgo.busqueda, limites)
    limite = prompt.presupuesto(ajustes.num_ctx, ajustes.num_predict)
    return _ajustar(indice, previa, ajustes.elegida, limite, caracteres_por_token)


def _aclarar(
    indice: Indice, previa: Preparacion, busqueda: Busqueda, limites: AjustesPoda
) -> Preparacion:
    """Send what all near-copies say word for word, if that is the best there is; else ask back."""
    mejor, *otros = previa.hallazgo.indistintos
    for poda in busqueda.podar([mejor], limites):
        comunes = tuple(c for c in poda.chunks if es_comun(indice, mejor, c, otros))
        if max(poda.chunks, key=lambda c: c.puntaje) in comunes:
            return replace(previa, podas=(replace(poda, chunks=comunes),), tambien=tuple(otros))
    posibles = [indice.documentos[clave] for clave in previa.hallazgo.indistintos]
    return replace(previa, aclaracion=respuesta.aclaracion(posibles))


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
        contexto = armar_contexto(indice, podas, previa.tambien)
        mensajes = prompt.componer(contexto.texto, previa.conversacion, historial)
        reducidas = podas if historial else estrategia.quitar_el_peor(podas)
        cabe = prompt.estimar_tokens(mensajes, caracteres_por_token) <= limite
        if cabe or (not historial and reducidas == podas):
            return replace(previa, podas=podas, contexto=contexto, mensajes=mensajes)
        historial, podas = max(historial - 1, 0), reducidas
