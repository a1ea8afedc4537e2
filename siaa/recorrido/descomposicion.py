"""The optional stage in which a model says what to look a question up with, in its place."""

from collections.abc import Callable, Sequence

from siaa.biblioteca.ambito import Ambito
from siaa.biblioteca.indice import Indice
from siaa.errores import ErrorServicio
from siaa.eventos import Etapa
from siaa.recorrido.hallazgo import Preparacion
from siaa.recorrido.piezas import Piezas
from siaa.recorrido.preparacion import reunir
from siaa.redaccion.prompt import estimar_tokens
from siaa.servicio.modelo.turnos import Turno
from siaa.valores import Mensaje


def preparar(
    piezas: Piezas,
    indice: Indice,
    conversacion: Sequence[Mensaje],
    ambito: Ambito,
    *etapas: Etapa,
) -> Preparacion:
    """Prepare a question with what is known: its words and, if they are remembered, its searches.

    Where the model is still to be asked for those, it has an `encargo`. Asks nobody.
    """
    escala = piezas.calibracion.caracteres_por_token
    lista = reunir(indice, conversacion, piezas.ajustes, escala, ambito, etapas)
    dicha = piezas.descompositor.recordada(lista.encargo) if lista.encargo else None
    return lista if dicha is None else preparar(piezas, indice, conversacion, ambito, dicha)


def descomponer(
    piezas: Piezas,
    indice: Indice,
    previa: Preparacion,
    turno: Turno,
    debe_cortar: Callable[[], bool],
) -> Preparacion:
    """Ask the model what a prepared question has to be looked up with. The turn must have come."""
    servidor = piezas.servidores[turno.lugar]
    dicha = piezas.descompositor.pedir(previa.encargo, servidor, debe_cortar)
    return preparar(piezas, indice, previa.conversacion, previa.hallazgo.ambito, dicha)


def preparar_del_todo(
    piezas: Piezas, indice: Indice, conversacion: Sequence[Mensaje], ambito: Ambito
) -> Preparacion:
    """Prepare a question as an answer would, unless the model is busy: nobody waits here."""
    previa = preparar(piezas, indice, conversacion, ambito)
    if not previa.encargo:
        return previa
    omitida = piezas.descompositor.omitir(previa.encargo)
    tokens = estimar_tokens(previa.encargo, piezas.calibracion.caracteres_por_token)
    if piezas.servidores.impedimento is None:
        try:
            turno = piezas.turnos.pedir(tokens)
        except ErrorServicio:
            return preparar(piezas, indice, conversacion, ambito, omitida)
        try:
            if turno.esperar(0):
                return descomponer(piezas, indice, previa, turno, lambda: piezas.parada.cortar)
        finally:
            turno.devolver()
    return preparar(piezas, indice, conversacion, ambito, omitida)
