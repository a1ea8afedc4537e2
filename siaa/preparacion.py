"""Stages 1 to 4 joined: all that is decided before the model is called. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from siaa import prompt
from siaa.biblioteca.indice import Indice
from siaa.errores import ContextoExcedido
from siaa.pregunta import entender
from siaa.recuperacion.clasica import enrutar, podar
from siaa.recuperacion.contexto import armar_contexto, quitar_el_peor
from siaa.recuperacion.nombrados import nombra_documento
from siaa.valores import Contexto, DocumentoPuntuado, Mensaje, Poda, Pregunta, TipoPregunta

PRESUPUESTO_MINIMO: Final = 256
"""Tokens of prompt below which it is not worth asking for less."""


@dataclass(frozen=True, slots=True)
class AjustesConsulta:
    """The settings that decide what is sent; windows and answers in tokens."""

    num_ctx: int
    num_predict: int
    max_docs: int
    max_chunks: int


@dataclass(frozen=True, slots=True)
class Hallazgo:
    """A question and the documents chosen for it, `max_docs` at most."""

    pregunta: Pregunta
    doc_especifico: bool
    max_docs: int
    documentos: tuple[DocumentoPuntuado, ...]


@dataclass(frozen=True, slots=True)
class Preparacion:
    """A question ready for the model: what was chosen, and `mensajes`, what it would get."""

    hallazgo: Hallazgo
    conversacion: tuple[Mensaje, ...]
    podas: tuple[Poda, ...]
    contexto: Contexto
    mensajes: tuple[Mensaje, ...]

    @property
    def necesita_modelo(self) -> bool:
        """Whether there is anything for the model to explain."""
        return bool(self.podas)


def localizar(
    indice: Indice, conversacion: Sequence[Mensaje], ajustes: AjustesConsulta
) -> Hallazgo:
    """Understand the last message of a conversation and choose its documents.

    A question that names a document gets one, any other the usual number, and a greeting or a
    question about SIAA itself none.
    """
    pregunta = entender(conversacion)
    if pregunta.tipo.es_conversacional:
        return Hallazgo(pregunta, doc_especifico=False, max_docs=0, documentos=())
    especifico = nombra_documento(indice, pregunta.consulta)
    cuantos = 1 if especifico else ajustes.max_docs
    return Hallazgo(pregunta, especifico, cuantos, enrutar(indice, pregunta.consulta, cuantos))


def reunir(
    indice: Indice,
    conversacion: Sequence[Mensaje],
    ajustes: AjustesConsulta,
    caracteres_por_token: float,
) -> Preparacion:
    """Choose documents and fragments for a conversation and fit them into the model's window."""
    hallazgo = localizar(indice, conversacion, ajustes)
    pregunta = hallazgo.pregunta
    listado = pregunta.tipo is TipoPregunta.LISTADO
    podas = tuple(
        podar(indice, elegido.doc, pregunta.consulta, ajustes.max_chunks, listado)
        for elegido in hallazgo.documentos
    )
    limite = prompt.presupuesto(ajustes.num_ctx, ajustes.num_predict)
    return _ajustar(indice, hallazgo, conversacion, podas, limite, caracteres_por_token)


def reducir(
    indice: Indice,
    previa: Preparacion,
    rechazo: ContextoExcedido,
    ajustes: AjustesConsulta,
    caracteres_por_token: float,
) -> Preparacion | None:
    """Prepare a shorter prompt after the server refused one; None when there is nothing to cut.

    The server's own counts, when it gave them, replace our estimate.
    """
    escala = caracteres_por_token
    if rechazo.tokens_prompt:
        escala = min(escala, prompt.caracteres(previa.mensajes) / rechazo.tokens_prompt)
    ventana = min(ajustes.num_ctx, rechazo.ventana or ajustes.num_ctx)
    limite = max(prompt.presupuesto(ventana, ajustes.num_predict), PRESUPUESTO_MINIMO)
    podas = quitar_el_peor(indice, previa.podas)
    nueva = _ajustar(indice, previa.hallazgo, previa.conversacion, podas, limite, escala)
    return nueva if prompt.caracteres(nueva.mensajes) < prompt.caracteres(previa.mensajes) else None


def _ajustar(
    indice: Indice,
    hallazgo: Hallazgo,
    conversacion: Sequence[Mensaje],
    podas: tuple[Poda, ...],
    limite: int,
    caracteres_por_token: float,
) -> Preparacion:
    """Fit the prompt into `limite` tokens: old turns go first, then the least useful fragments.

    One fragment always stays: if even that does not fit, the server will say so.
    """
    historial = prompt.HISTORIAL_MAXIMO
    while True:
        contexto = armar_contexto(indice, podas)
        mensajes = prompt.componer(contexto.texto, conversacion, historial)
        reducidas = podas if historial else quitar_el_peor(indice, podas)
        cabe = prompt.estimar_tokens(mensajes, caracteres_por_token) <= limite
        if cabe or (not historial and reducidas == podas):
            return Preparacion(hallazgo, tuple(conversacion), podas, contexto, mensajes)
        historial, podas = max(historial - 1, 0), reducidas
