"""Which documents are answered with, where documents are asked for and no passage. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.lengua.vocabulario import TIPOS_NORMA
from siaa.biblioteca.relaciones.actos import norma_propia
from siaa.biblioteca.valores import Documento
from siaa.recorrido.hallazgo import HABLA, PISO, Hallazgo
from siaa.recuperacion.busqueda import Busqueda
from siaa.recuperacion.hibrida.rasgos import PIDE_VIGENCIA
from siaa.valores import AjustesPoda, Poda, Presupuesto

PIDE_DOCUMENTOS: Final = "documentos"
CLASES: Final = (*TIPOS_NORMA, "guia", "manual", "reglamento")
MOSTRADOS: Final = 6
"""Documents of which a passage is sent; the others are named."""


def con_los_que_hablan(hallazgo: Hallazgo) -> Hallazgo:
    """Return a finding with the documents that hold a matter, where these are asked for.

    Else, and where it is not measured for how much of a question a document answers, as it was.
    Only those of the kinds that are named («decretos») count, if there are any.
    """
    busqueda, pregunta = hallazgo.busqueda, hallazgo.pregunta
    pide = {intento.nombre: intento.pide for intento in pregunta.intentos}
    cambios = PIDE_VIGENCIA in pide  # which of them changed a norm is known otherwise
    cuales = None if cambios else pide.get(PIDE_DOCUMENTOS)
    dicho = re.search(cuales, plegar(pregunta.consulta)) if cuales else None
    if busqueda is None or dicho is None or not (respaldos := busqueda.respaldos()):
        return hallazgo
    partes = {doc: sum(suyas.values()) for doc, suyas in respaldos.items()}
    minimo = HABLA * max(partes.values())
    ordenados = busqueda.enrutar(len(partes)).documentos
    piso = PISO * ordenados[0].puntaje if ordenados else 0.0
    todos = [d for d in ordenados if partes[d.doc] >= minimo and d.puntaje >= piso]
    tipos = {t for t in CLASES if re.search(rf"\b{t}(?:e?s)?\b", dicho[0])}
    suyos = [d for d in todos if _clase(busqueda.indice.documentos[d.doc]) in tipos] or todos
    return replace(
        hallazgo,
        max_docs=MOSTRADOS,
        ruta=replace(hallazgo.ruta, documentos=tuple(suyos[:MOSTRADOS])),
        hablan=tuple(d.doc for d in suyos),
        hay_mas=len(todos) == len(partes),
        indistintos=(),
    )


def _clase(documento: Documento) -> str:
    norma, titulo = norma_propia(documento), plegar(documento.titulo)
    return norma.tipo if norma else next(filter(titulo.startswith, CLASES), "")


def uno_de_cada(busqueda: Busqueda, docs: Sequence[str], tope: int) -> tuple[Poda, ...]:
    """Choose the best fragment of each of some documents; all get the same room."""
    parte = tope // len(docs)
    limites = AjustesPoda(1, Presupuesto(parte, parte, parte))
    podas = (poda for doc in docs for poda in busqueda.podar([doc], limites) if poda.doc == doc)
    return tuple(
        replace(poda, chunks=(max(poda.chunks, key=lambda chunk: chunk.puntaje),)) for poda in podas
    )
