"""The orders `leer` and `indexar` at a terminal: progress, and what came of it."""

from collections.abc import Mapping
from typing import TextIO

from tqdm import tqdm

from siaa.almacen.indexado import Indexador
from siaa.biblioteca.valores import Documento
from siaa.servicio.vigencia.lector import Lector


def leer_documentos(
    lector: Lector, documentos: Mapping[str, Documento], limite: int | None, salida: TextIO
) -> int:
    """Read what has no reading yet, at most `limite` stretches; return the exit status.

    Interrupted, or when the model fails, what was read stays. Raises `ErrorSIAA`.
    """
    try:
        faltan = lector.pendientes(documentos)
        elegidos = faltan[:limite]
        if not elegidos:
            salida.write("Todos los documentos tienen ya sus lecturas.\n")
            return 0
        preguntas = palabras = descartadas = 0
        with tqdm(total=len(elegidos), desc="Leyendo", unit=" trecho", file=salida) as barra:
            for leido in lector.leer(elegidos):
                barra.set_postfix_str("" if leido else "en pausa: el modelo está ocupado")
                if leido is not None:
                    barra.update()
                    preguntas += leido.preguntas
                    palabras += leido.palabras
                    descartadas += leido.descartadas
        salida.write(
            f"{len(elegidos)} trechos leídos: {preguntas} preguntas y {palabras} expresiones "
            f"guardadas, {descartadas} descartadas. Faltan {len(faltan) - len(elegidos)}.\n"
        )
    finally:
        lector.terminar()
    return 0


def indexar_documentos(indexador: Indexador, salida: TextIO) -> int:
    """Make the vectors that there are not and fill the store; return the exit status.

    What is done stays. Raises `ErrorSIAA`.
    """
    hechos = quitados = 0
    for tarea in indexador.tareas():
        barra = tqdm(total=tarea.total, desc=tarea.titulo, unit=" pasaje", file=salida)
        with barra:
            for cuantos in tarea.pasos:
                barra.update(cuantos)
                hechos += 0 if tarea.quita else cuantos
                quitados += cuantos if tarea.quita else 0
    salida.write(
        f"Los vectores están al día. Hechos o guardados ahora: {hechos}; quitados, porque su texto "
        f"ya no está: {quitados}.\n"
    )
    return 0
