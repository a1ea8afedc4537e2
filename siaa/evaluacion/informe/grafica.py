"""The report as a picture: coverage against characters, and what each threshold costs."""

from __future__ import annotations

from typing import Final

import leather  # type: ignore[import-untyped]  # ships no type hints

from siaa.evaluacion.errores import ErrorEvaluacion
from siaa.evaluacion.informe.texto import Deteccion, Informe

LETRA_DE_LEATHER: Final = 'font-family="Monaco"'
LETRA: Final = 'font-family="sans-serif"'
"""A family that every machine has."""
PARTES: Final = (0, 0.2, 0.4, 0.6, 0.8, 1)
CARACTERES: Final = (800, 1600, 2400, 3200, 4000, 4800)


def grafica(informe: Informe) -> str:
    """Return an SVG document: one line a run, and the error curves that there are.

    Raises `ErrorEvaluacion` when there is neither.
    """
    cuadros = [_cobertura(informe)] if any(c.curva for c in informe.corridas) else []
    cuadros += [
        _errores(corrida.nombre, corrida.deteccion)
        for corrida in informe.corridas
        if corrida.deteccion is not None
    ]
    if not cuadros:
        raise ErrorEvaluacion(
            "No hay nada que dibujar: ninguna pregunta tiene «respuestas»; escríbalas o quite "
            "--grafica."
        )
    hoja = leather.Grid()
    hoja.add_many(cuadros)
    dibujo = str(hoja.to_svg()).replace(LETRA_DE_LEATHER, LETRA)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{dibujo}\n'


def _cobertura(informe: Informe) -> leather.Chart:
    cuadro = leather.Chart("Cobertura según los caracteres enviados")
    cuadro.add_x_scale(0, CARACTERES[-1])
    cuadro.add_y_scale(0, 1)
    cuadro.add_x_axis(ticks=CARACTERES, name="caracteres")
    cuadro.add_y_axis(ticks=PARTES, name="cobertura")
    for corrida in informe.corridas:
        if corrida.curva:
            cuadro.add_line(corrida.curva, name=corrida.nombre)
    return cuadro


def _errores(nombre: str, deteccion: Deteccion) -> leather.Chart:
    cuadro = leather.Chart(f"{nombre}: qué cuesta cada umbral (AUC {deteccion.auc.valor:.3f})")
    bajo, alto = deteccion.curva[0].umbral, deteccion.curva[-1].umbral
    cuadro.add_x_scale(bajo, alto if alto > bajo else bajo + 1)
    cuadro.add_y_scale(0, 1)
    cuadro.add_x_axis(name="umbral del puntaje")
    cuadro.add_y_axis(ticks=PARTES, name="parte de las preguntas")
    rechazadas = [(punto.umbral, punto.rechazadas) for punto in deteccion.curva]
    aceptadas = [(punto.umbral, punto.aceptadas) for punto in deteccion.curva]
    cuadro.add_line(rechazadas, name="con respuesta, rechazadas")
    cuadro.add_line(aceptadas, name="sin respuesta, aceptadas")
    return cuadro
