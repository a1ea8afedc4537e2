"""`clasica`: the documented pruner, exactly; and the search that it makes with its router.

s1 / s2 decides how many chunks are sent: francotirador, binóculo or escopeta.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import es_pregunta_listado, plegar, tokenizar
from siaa.biblioteca.lengua.vocabulario import TERMINOS_PRIORITARIOS
from siaa.biblioteca.valores import Documento
from siaa.recuperacion.busqueda import Busqueda
from siaa.recuperacion.clasica.enrutador import enrutar
from siaa.recuperacion.clasica.puntaje import mejores_primero, puntuar, total, trozo_de, trozos_de
from siaa.recuperacion.formato import CLASICA, escribir, quitar_ultimo
from siaa.recuperacion.nombrados import documentos_nombrados
from siaa.valores import AjustesPoda, ChunkPuntuado, Intento, Motivo, Poda, Ruta, TituloDeFragmento

CLAVES_PRIORITARIAS: Final = 10
MAX_CHUNKS: Final = 3
MODOS: Final = ((3.0, "FRANCOTIRADOR", 1), (1.8, "BINÓCULO", 2))
"""From which ratio on, and how many chunks are sent; a list is never answered by one alone."""
SEGUNDO_MINIMO: Final = 0.01


def terminos_prioritarios(documento: Documento) -> frozenset[str]:
    """Return the table of priority terms plus the document's first 10 keywords."""
    return TERMINOS_PRIORITARIOS | frozenset(documento.palabras_clave[:CLAVES_PRIORITARIAS])


def puntuar_chunk(
    chunk: Mapping[str, str | int],
    palabras: Set[str],
    pregunta_norm: str,
    terminos_prio: Set[str],
    idf_local: Mapping[str, float] | None = None,
) -> float:
    """Return the score of one chunk `{"texto", …}`.

    `palabras`: distinct words of the question; `pregunta_norm`: the folded question; `idf_local`:
    weight of each word in its document, 1 for those it lacks.
    """
    trozo = trozo_de(str(chunk["texto"]))
    (partes,) = puntuar([trozo], palabras, pregunta_norm, terminos_prio, idf_local or {})
    return total(partes)


def extraer_fragmento(indice: Indice, nombre_doc: str, pregunta: str) -> str:
    """Return the block of the best chunks of one document; empty for an unknown one."""
    if nombre_doc not in indice.documentos:
        return ""
    return escribir(indice.documentos[nombre_doc], podar(indice, nombre_doc, pregunta))


def quitar_el_peor(podas: Sequence[Poda]) -> tuple[Poda, ...]:
    """Return the choice without its least useful chunk; the same choice if only one is left.

    Documents give up their last chunk in turn, the one with most chunks first and the lower-ranked
    one in a tie; a document left empty goes out.
    """
    lugar = max(range(len(podas)), key=lambda n: (len(podas[n].chunks), n), default=0)
    return quitar_ultimo(podas, lugar)


def podar(indice: Indice, nombre_doc: str, pregunta: str, max_chunks: int = MAX_CHUNKS) -> Poda:
    """Choose the chunks of one document that are worth sending for a question.

    Raises `KeyError` for an unknown document.
    """
    documento = indice.documentos[nombre_doc]
    partes = puntuar(
        trozos_de(documento.contenido, documento.fragmentos),
        frozenset(tokenizar(pregunta)),
        plegar(pregunta),
        terminos_prioritarios(documento),
    )
    puntajes = np.array([*map(total, partes)])
    orden = mejores_primero(puntajes, -1)
    listado = es_pregunta_listado(pregunta)
    modo, cuantos, ratio = _modo(puntajes[orden].tolist(), listado, max_chunks)
    elegidos = orden[:cuantos] or list(range(min(cuantos, len(documento.fragmentos))))
    chunks = tuple(_chunk(documento, partes[numero], numero) for numero in elegidos)
    return Poda(doc=nombre_doc, chunks=chunks, formato=CLASICA, modo=modo, ratio=ratio)


def _chunk(documento: Documento, partes: tuple[Motivo, ...], numero: int) -> ChunkPuntuado:
    fragmento = documento.fragmentos[numero]
    return ChunkPuntuado(
        indice=numero,
        seccion=fragmento.seccion,
        inicio=fragmento.inicio,
        fin=fragmento.fin,
        titulo=TituloDeFragmento(fragmento.seccion, numero),
        puntaje=total(partes),
        motivos=partes,
    )


def _modo(mejores: list[float], listado: bool, max_chunks: int) -> tuple[str, int, float | None]:
    """Return mode, number of chunks and ratio for scores sorted best first."""
    if not mejores:
        return "PRIMEROS", min(2, max_chunks), None
    if len(mejores) == 1:
        return "FRANCOTIRADOR", 1, None
    ratio = mejores[0] / max(mejores[1], SEGUNDO_MINIMO)
    posibles = ((modo, cuantos) for minimo, modo, cuantos in MODOS[listado:] if ratio >= minimo)
    modo, cuantos = next(posibles, ("ESCOPETA", max_chunks))
    return "LISTADO-" * listado + modo, min(cuantos, max_chunks), ratio


@dataclass(frozen=True, slots=True)
class BusquedaClasica(Busqueda):
    """A question for a library: both stages look it up by themselves."""

    def enrutar(self, max_docs: int) -> Ruta:
        """Return the best documents, with the reasons for each."""
        return Ruta(enrutar(self.indice, self.pregunta, max_docs))

    def podar(self, documentos: Sequence[str], ajustes: AjustesPoda) -> tuple[Poda, ...]:
        """Choose the chunks of each document that are worth sending."""
        return tuple(
            podar(self.indice, doc, self.pregunta, ajustes.max_chunks) for doc in documentos
        )


def buscar(indice: Indice, pregunta: str, intentos: Sequence[Intento] = ()) -> BusquedaClasica:
    """Read a question for the documents that it names; the rest waits until it is asked for.

    What it wants to know (`intentos`) is not part of the documented algorithm.
    """
    return BusquedaClasica(indice, pregunta, documentos_nombrados(indice, pregunta))
