"""Which passage each sentence of an answer was compared with, and what came of it; pure."""

from __future__ import annotations

from siaa.redaccion.afirmaciones.frase import Discrepancia, Estado, Frase
from siaa.redaccion.citas import citar, frases
from siaa.valores import Contexto


def revisar(texto: str, contexto: Contexto, pregunta: str = "") -> tuple[Frase, ...]:
    """Return every sentence of an answer, in order, with what the passages say of it.

    pregunta: what its words and figures are is nobody's invention when the answer repeats them.
    """
    citas = {(c.inicio, c.fin): c for c in citar(texto, contexto, pregunta)}
    revisadas = []
    for desde, hasta in frases(texto):
        cita = citas.get((desde, hasta))
        if cita is None:
            revisadas.append(Frase(desde, hasta, Estado.SIN_RESPALDO))
            continue
        sueltas = tuple(
            Discrepancia("numero", cifra, "", desde, hasta) for cifra in cita.sin_respaldo
        )
        respaldo = Estado.SIN_RESPALDO if cita.fuente is None else Estado.RESPALDADA
        estado = Estado.DISCREPA if sueltas else respaldo
        revisadas.append(Frase(desde, hasta, estado, cita.fuente, sueltas))
    return tuple(revisadas)
