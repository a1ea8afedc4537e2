"""The questions that were missed: what was chosen instead, and the router's reasons for both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from siaa.biblioteca.indice import Indice
from siaa.evaluacion.corrida import ENVIADO, FilaMedida
from siaa.evaluacion.medidas import contiene, lugar, plano
from siaa.evaluacion.sistema import Explicacion
from siaa.evaluacion.valores import Caso
from siaa.valores import DocumentoPuntuado


@dataclass(frozen=True, slots=True)
class PreguntaFallada:
    """A question whose right document is not the first, or whose answer was not sent.

    `lugar`: place of the right document among the first ten, 0 beyond. `enviados`: the documents
    that were sent. `correcto` is None when the router gave the right document nothing, `elegido`
    when it chose none. `donde`: section and chunk that hold the answer; empty without one.
    """

    pregunta: str
    documento: str
    lugar: int
    respuesta_enviada: bool | None
    enviados: tuple[str, ...]
    elegido: DocumentoPuntuado | None
    correcto: DocumentoPuntuado | None
    donde: str


def es_fallo(fila: FilaMedida) -> bool:
    """Return whether a question was missed."""
    return not fila.valores["recall@1"] or not fila.valores.get(ENVIADO, 1.0)


def buscar_fallos(
    filas: Sequence[FilaMedida], indice: Indice, explicar: Explicacion
) -> tuple[PreguntaFallada, ...]:
    """Return the missed questions in the order of the file, each with its reasons."""
    return tuple(_fallo(fila, indice, explicar) for fila in filas if es_fallo(fila))


def _fallo(fila: FilaMedida, indice: Indice, explicar: Explicacion) -> PreguntaFallada:
    caso = fila.caso
    puntuados = explicar(fila.preguntada)
    enviada = fila.valores.get(ENVIADO)
    return PreguntaFallada(
        pregunta=fila.preguntada,
        documento=caso.documento,
        lugar=lugar(fila.respuesta.documentos, caso.documento),
        respuesta_enviada=None if enviada is None else bool(enviada),
        enviados=tuple(dict.fromkeys(fuente.doc for fuente in fila.respuesta.enviado.fuentes)),
        elegido=puntuados[0] if puntuados else None,
        correcto=next((d for d in puntuados if d.doc == caso.documento), None),
        donde=_donde(caso, indice),
    )


def _donde(caso: Caso, indice: Indice) -> str:
    documento = indice.documentos[caso.documento]
    for fragmento in documento.fragmentos:
        texto = documento.texto_de(fragmento.indice)
        if any(contiene(texto, respuesta) for respuesta in caso.respuestas):
            return f"{fragmento.seccion}, fragmento {fragmento.indice}"
    return ""


def sin_su_respuesta(casos: Sequence[Caso], indice: Indice) -> tuple[str, ...]:
    """Warn, in Spanish, of questions none of whose answers stands in the right document.

    Nothing can be sent that would answer them, so they lower the coverage of every method.
    """
    planos = {
        clave: plano(indice.documentos[clave].contenido)
        for clave in {caso.documento for caso in casos if caso.respuestas}
    }
    return tuple(
        f"ninguna respuesta de «{caso.pregunta}» está en «{caso.documento}»: cópiela del "
        "documento tal como está escrita."
        for caso in casos
        if caso.respuestas and not any(plano(r) in planos[caso.documento] for r in caso.respuestas)
    )
