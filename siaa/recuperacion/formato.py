"""How chosen fragments are written down for the model: the only place that knows.

A block is the name of its document, then each fragment under its heading. The heading is not said
where the fragment before it has the same, nor where the text opens with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import sin_extension
from siaa.biblioteca.valores import Documento
from siaa.valores import ChunkPuntuado, Formato, Poda, TituloDeFragmento

CLASICA: Final = Formato("\n\n", f"\n{'═' * 60}\n")
HIBRIDA: Final = Formato("\n", "\n", sano=True)
SALTO: Final = "\n[…]\n"
"""Stands between two fragments where no heading does."""
LARGO_TITULO: Final = 60
"""Of a heading that is told with the number of its chunk; any other is told whole."""


def encabezado_bloque(documento: Documento) -> str:
    """Return the line that opens a document's block."""
    return f"[DOC: {sin_extension(documento.nombre_original).upper()}]\n"


def linea(titulo: TituloDeFragmento | None) -> str:
    """Return the line of a heading; empty for none."""
    if titulo is None:
        return ""
    if titulo.chunk is None:
        return f"[SEC: {titulo.texto}]\n"
    return f"[SEC: {titulo.texto[:LARGO_TITULO]} | CHUNK: {titulo.chunk}]\n"


def antes_de_cada_uno(
    formato: Formato, titulos: Iterable[TituloDeFragmento | None]
) -> Iterator[str]:
    """Yield what is written before each fragment of a block, given their headings in order."""
    anterior: TituloDeFragmento | None = None
    for lugar, titulo in enumerate(titulos):
        callado = titulo == anterior or (titulo is not None and titulo.se_nombra)
        dicha = "" if callado else linea(titulo)
        separador = formato.separador if dicha else SALTO
        yield separador + dicha if lugar else dicha
        anterior = titulo


def trozos(documento: Documento, poda: Poda) -> Iterator[tuple[str, str]]:
    """Yield what is written before each fragment of a block, and its text."""
    previos = antes_de_cada_uno(poda.formato, (chunk.titulo for chunk in poda.chunks))
    for previo, chunk in zip(previos, poda.chunks, strict=True):
        yield previo, texto_de(documento, chunk, poda.formato)


def texto_de(documento: Documento, chunk: ChunkPuntuado, formato: Formato) -> str:
    """Return the text of a fragment as it is sent."""
    if formato.sano:
        return documento.sano(chunk.inicio, chunk.fin)
    return documento.contenido[chunk.inicio : chunk.fin]


def escribir(documento: Documento, poda: Poda) -> str:
    """Return the block of a document; empty when nothing of it was chosen."""
    if not poda.chunks:
        return ""
    texto = "".join(previo + propio for previo, propio in trozos(documento, poda))
    return encabezado_bloque(documento) + texto + poda.formato.cierre


def largo(indice: Indice, podas: Sequence[Poda]) -> int:
    """Return how many characters some blocks take."""
    return sum(len(escribir(indice.documentos[poda.doc], poda)) for poda in podas)
