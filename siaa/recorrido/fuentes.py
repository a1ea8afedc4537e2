"""What is told of a prepared question: its sources to people, its routing to the operator."""

import logging
from collections.abc import Iterable, Iterator

from siaa.biblioteca.lengua.terminos import terminos
from siaa.eventos import Fuentes
from siaa.recorrido.hallazgo import SIN_CONTEXTO, Preparacion
from siaa.redaccion.respuesta import palabras_comunes
from siaa.valores import Contexto, LeidaComo

_diario = logging.getLogger(__name__)


def fuentes_de(preparacion: Preparacion) -> Fuentes:
    """Tell the sources of an answer, with what there is to mark in them; none before a question
    is clear.
    """
    contexto = SIN_CONTEXTO if preparacion.aclaracion else preparacion.contexto
    hallazgo = preparacion.hallazgo
    return Fuentes(
        contexto=contexto,
        palabras=palabras_comunes(preparacion.buscado, contexto),
        correcciones=hallazgo.ruta.correcciones,
        avisos=preparacion.avisos,
        certeza=hallazgo.banda,
        etapas=preparacion.etapas,
        junto_con=hallazgo.pregunta.apoyo,
        leidas=tuple(_dichas(hallazgo.ruta.leidas, contexto)),
        ambito=hallazgo.ambito,
        siguientes=preparacion.siguientes,
        aclaracion=preparacion.aclaracion,
    )


def _dichas(leidas: Iterable[LeidaComo], contexto: Contexto) -> Iterator[LeidaComo]:
    """Yield what the passages say as norms do: that the rest was looked up explains nothing."""
    presentes = {t for fuente in contexto.fuentes for t in terminos(contexto.fragmento(fuente))}
    return (leida for leida in leidas if presentes.issuperset(terminos(leida.leida)))


def anotar(preparacion: Preparacion) -> None:
    """Write the documented lines about routing and pruning to the operator's log."""
    hallazgo = preparacion.hallazgo
    puntajes = [(elegido.doc, round(elegido.puntaje, 4)) for elegido in hallazgo.documentos]
    _diario.info("[ENRUTADOR] max=%d %s", hallazgo.max_docs, puntajes)
    for poda in preparacion.podas:
        ratio = "—" if poda.ratio is None else f"{poda.ratio:.2f}"
        cuantos = "1 chunk" if len(poda.chunks) == 1 else f"{len(poda.chunks)} chunks"
        _diario.info("[PODA] %s ratio=%s → %s [%s]", poda.doc, ratio, cuantos, poda.modo)
