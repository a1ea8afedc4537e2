"""How chosen fragments are written down for the model: the only place that knows.

A block is the name of its document, then each fragment under its heading; under either, what other
acts did to it. Nothing is said again that the fragment before has, nor a heading that the text has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import sin_extension
from siaa.biblioteca.relaciones.tabla import afectan, cambios
from siaa.biblioteca.valores import Documento
from siaa.valores import ChunkPuntuado, Formato, Poda, TituloDeFragmento

CLASICA: Final = Formato("\n\n", f"\n{'═' * 60}\n")
HIBRIDA: Final = Formato("\n", "\n", sano=True, con_cambios=True)
SALTO: Final = "\n[…]\n"
"""Stands between two fragments where no heading does."""
LARGO_TITULO: Final = 60
"""Of a heading that is told with the number of its chunk; any other is told whole."""
ACTOS_DICHOS: Final = 3
"""Most acts that are said to have changed a fragment; the rest are counted."""


def encabezado_bloque(documento: Documento, formato: Formato) -> str:
    """Return the lines that open a document's block: its name, and what was done to all of it."""
    nombre = f"[DOC: {sin_extension(documento.nombre_original).upper()}]\n"
    if not formato.con_cambios:
        return nombre
    hasta = documento.entrada.vigente_hasta
    vigente = () if hasta is None else (f"vigente hasta el {hasta:%d/%m/%Y}",)
    return nombre + _aviso((*vigente, *cambios(afectan(documento, 0, 0))))


def linea(titulo: TituloDeFragmento | None) -> str:
    """Return the line of a heading; empty for none."""
    if titulo is None:
        return ""
    if titulo.chunk is None:
        return f"[SEC: {titulo.texto}]\n"
    return f"[SEC: {titulo.texto[:LARGO_TITULO]} | CHUNK: {titulo.chunk}]\n"


def nota(documento: Documento, inicio: int, fin: int) -> str:
    """Return the line that says what was done to the articles of a stretch; empty for nothing."""
    return _aviso(cambios(r for r in afectan(documento, inicio, fin) if r.a.articulo))


def _aviso(dichos: Sequence[str]) -> str:
    """Return one short line: where there are many changes, the rest are counted."""
    resto = len(dichos) - ACTOS_DICHOS
    cuantos = (f"y {resto} cambios más",) if resto > 0 else ()
    texto = "; ".join((*dichos[:ACTOS_DICHOS], *cuantos))
    return f"[{texto[0].upper()}{texto[1:]}]\n" if texto else ""


def antes_de_cada_uno(
    formato: Formato, fragmentos: Iterable[tuple[TituloDeFragmento | None, str]]
) -> Iterator[str]:
    """Yield what is written before each fragment of a block, given headings and notes in order."""
    anterior: tuple[TituloDeFragmento | None, str] = (None, "")
    for lugar, (titulo, nota) in enumerate(fragmentos):
        nota = nota if formato.con_cambios else ""
        mismo = titulo == anterior[0]
        dicha = "" if mismo or (titulo is not None and titulo.se_nombra) else linea(titulo)
        separador = (formato.separador if dicha else SALTO) if lugar else ""
        yield separador + dicha + ("" if mismo and nota == anterior[1] else nota)
        anterior = titulo, nota


def trozos(documento: Documento, poda: Poda) -> Iterator[tuple[str, str]]:
    """Yield what is written before each fragment of a block, and its text."""
    escritos = ((chunk.titulo, nota(documento, chunk.inicio, chunk.fin)) for chunk in poda.chunks)
    previos = antes_de_cada_uno(poda.formato, escritos)
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
    return encabezado_bloque(documento, poda.formato) + texto + poda.formato.cierre


def largo(indice: Indice, podas: Sequence[Poda]) -> int:
    """Return how many characters some blocks take."""
    return sum(len(escribir(indice.documentos[poda.doc], poda)) for poda in podas)
