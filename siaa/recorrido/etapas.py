"""The optional stages that ask a model before it answers: which are still to be, in their place."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from siaa.biblioteca.ambito import Ambito
from siaa.biblioteca.ejemplos import SIGUIENTES, elegir_ejemplos
from siaa.biblioteca.indice import Indice
from siaa.errores import ErrorServicio
from siaa.eventos import Etapa, dichas_de
from siaa.recorrido.hallazgo import Preparacion
from siaa.recorrido.piezas import Piezas
from siaa.recorrido.preparacion import reunir
from siaa.redaccion.prompt import estimar_tokens
from siaa.servicio.modelo.consultor import sin_decir
from siaa.valores import Mensaje


def preparar(
    piezas: Piezas, indice: Indice, conversacion: Sequence[Mensaje], ambito: Ambito, *dichas: Etapa
) -> Preparacion:
    """Prepare a question with its words, what stages said and what is remembered of the others.

    Where the model is still to be asked by one, it has an `encargo`. Asks nobody. Where nothing was
    found, what is offered to go on with are examples of what is answered.
    """
    escala = piezas.calibracion.caracteres_por_token
    lista = reunir(indice, conversacion, piezas.ajustes, escala, ambito, dichas)
    if not lista.hallazgo.suficiente:
        ejemplos = elegir_ejemplos(indice, piezas.muestras(), ambito)
        por_turnos = chain.from_iterable(zip_longest(*(e.preguntas for e in ejemplos)))
        lista = replace(lista, siguientes=tuple(filter(None, por_turnos))[:SIGUIENTES])
    dicha = piezas.consultor.recordada(lista.encargo) if lista.encargo else None
    return seguir(piezas, lista, dicha) if dicha else lista


def seguir(piezas: Piezas, previa: Preparacion, dicha: Etapa) -> Preparacion:
    """Prepare a question again with what one more stage said."""
    dichas = (*dichas_de(previa.etapas), dicha)
    ambito = previa.hallazgo.ambito
    return preparar(piezas, previa.indice, previa.conversacion, ambito, *dichas)


def preparar_del_todo(
    piezas: Piezas, indice: Indice, conversacion: Sequence[Mensaje], ambito: Ambito
) -> Preparacion:
    """Prepare a question as an answer would, unless the model is busy: nobody waits here."""
    lista = preparar(piezas, indice, conversacion, ambito)
    if lista.encargo and piezas.servidores.estado.impedimento is None:
        lista = _en_un_turno(piezas, lista)
    while lista.encargo:
        lista = seguir(piezas, lista, sin_decir(lista.encargo))
    return lista


def _en_un_turno(piezas: Piezas, previa: Preparacion) -> Preparacion:
    tokens = estimar_tokens(previa.por_leer, piezas.calibracion.caracteres_por_token)
    try:
        turno = piezas.turnos.pedir(tokens)
    except ErrorServicio:
        return previa
    antes: Etapa | None = None
    try:
        while previa.encargo and turno.esperar(0):
            servidor = piezas.servidores[turno.lugar]
            antes, fallo = piezas.consultor.pedir(
                previa.encargo, servidor, lambda: piezas.parada.cortar, antes
            )
            if fallo is None or not turno.mudarse():
                previa, antes = seguir(piezas, previa, antes), None
    finally:
        turno.devolver()
    return previa
