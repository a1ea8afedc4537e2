"""The question file of a library as the exam that a reload has to pass, and as examples."""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from siaa.biblioteca.ejemplos import Muestra
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.evaluacion.opciones import ErrorEvaluacion
from siaa.evaluacion.preguntas import leer_preguntas
from siaa.evaluacion.valores import Caso
from siaa.examen import Examen, Examinador, RespuestaExamen, examen_vacio
from siaa.recorrido.hallazgo import AjustesConsulta
from siaa.recorrido.preparacion import localizar
from siaa.valores import Mensaje


def examinador(ruta: Path, ajustes: AjustesConsulta) -> Examinador:
    """Return what reads a question file, absent or broken as it may be, and asks it with `ajustes`.

    Only questions with a document are asked.
    """

    def examinar() -> Examen:
        if not os.path.lexists(ruta):
            return examen_vacio()
        try:
            casos = _leer(ruta)
        except ErrorEvaluacion as error:
            return examen_vacio(f"La recarga no se comparó con las preguntas. {error}")
        return Examen(partial(_juzgar, casos, ajustes))

    return examinar


def leer_muestras(ruta: Path) -> tuple[Muestra, ...]:
    """Read the questions that have a document; none where the file cannot be used."""
    try:
        return tuple((caso.pregunta, caso.documento) for caso in _leer(ruta))
    except ErrorEvaluacion:
        return ()


def _leer(ruta: Path) -> tuple[Caso, ...]:
    """Read the questions that have a document; a pipe or a device is never opened."""
    if not os.path.isfile(ruta):
        raise ErrorEvaluacion(f"«{ruta.name}» no es un archivo que se pueda leer.")
    return tuple(caso for caso in leer_preguntas(ruta) if caso.documento)


def _juzgar(
    casos: Sequence[Caso], ajustes: AjustesConsulta, indice: Indice
) -> Iterator[RespuestaExamen]:
    for caso in casos:
        pregunta = limpiar_entrada(caso.pregunta)
        hallazgo = localizar(indice, (Mensaje("user", pregunta),), ajustes)
        elegidos = tuple(documento.doc for documento in hallazgo.documentos)
        yield RespuestaExamen(pregunta, caso.documento, elegidos)
