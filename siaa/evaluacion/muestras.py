"""The question file of a library as what people may be shown to begin with."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from siaa.biblioteca.ejemplos import Muestra
from siaa.evaluacion.errores import ErrorEvaluacion
from siaa.evaluacion.preguntas import leer_preguntas


def lector_de_muestras(ruta: Path) -> Callable[[], tuple[Muestra, ...]]:
    """Return what reads the questions that have a document; none where the file cannot be used."""

    def leer() -> tuple[Muestra, ...]:
        if not os.path.isfile(ruta):
            return ()
        try:
            casos = leer_preguntas(ruta)
        except ErrorEvaluacion:
            return ()
        return tuple((caso.pregunta, caso.documento) for caso in casos if caso.documento)

    return leer
