"""What is written before a fragment that has changed its place, as its pruner would write it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.valores import Documento
from siaa.valores import ChunkPuntuado, Poda

LARGO_SECCION: Final = 60
_ABRE_LINEA: Final = "[SEC: "
_PALABRAS_DE_TITULO: Final = 2


@dataclass(frozen=True, slots=True)
class Escritura:
    """What a pruner puts between two fragments of a block.

    con_linea, sin_linea: the separator before a fragment whose heading is written, or is not.
    """

    con_linea: str = "\n"
    sin_linea: str = "\n[…]\n"

    @classmethod
    def de(cls, podas: Sequence[Poda]) -> Escritura:
        """Return the separators that some blocks have; only blocks of two or more show them."""
        escritura = cls()
        for chunk in (chunk for poda in podas for chunk in poda.chunks[1:]):
            separador, linea = _partes(chunk.antes)
            if linea:
                escritura = replace(escritura, con_linea=separador)
            else:
                escritura = replace(escritura, sin_linea=separador)
        return escritura

    def seguidos(
        self, documento: Documento, chunks: Sequence[ChunkPuntuado]
    ) -> tuple[ChunkPuntuado, ...]:
        """Return the fragments of one block with what is written before each in this order.

        A separator stands between two, none before the first. A heading that was said for the one
        before is not said again, nor one that the text itself opens with.
        """
        escritos: list[ChunkPuntuado] = []
        anterior: str | None = None
        for chunk in chunks:
            linea = _linea(documento, chunk)
            escrita = "" if linea == anterior or _se_nombra(documento, chunk) else linea
            separador = (self.con_linea if escrita else self.sin_linea) if escritos else ""
            escritos.append(replace(chunk, antes=separador + escrita))
            anterior = linea
        return tuple(escritos)


def _partes(antes: str) -> tuple[str, str]:
    """Split what is written before a fragment into its separator and the line of its section."""
    corte = antes.find(_ABRE_LINEA)
    return (antes, "") if corte < 0 else (antes[:corte], antes[corte:])


def _linea(documento: Documento, chunk: ChunkPuntuado) -> str:
    """Return the line of a fragment's section: the pruner's, or the one that it had no need of.

    It had none where the heading was already said, or is the title of the document.
    """
    _, linea = _partes(chunk.antes)
    titulo = _titulo(documento, chunk)
    return linea or (f"{_ABRE_LINEA}{titulo[:LARGO_SECCION]}]\n" if titulo else "")


def _titulo(documento: Documento, chunk: ChunkPuntuado) -> str:
    """Return the innermost heading where a fragment starts; none where it is the document's."""
    secciones = documento.texto.estructura.secciones
    seccion = secciones[bisect_right(secciones, chunk.inicio, key=attrgetter("inicio")) - 1]
    return "" if seccion.titulo or not seccion.ruta else seccion.ruta[-1]


def _se_nombra(documento: Documento, chunk: ChunkPuntuado) -> bool:
    """Tell whether a fragment without a line of its own opens with the heading of its section."""
    _, linea = _partes(chunk.antes)
    palabras = corridas(plegar(_titulo(documento, chunk)))[:_PALABRAS_DE_TITULO]
    texto = documento.contenido[chunk.inicio : chunk.inicio + LARGO_SECCION]
    return not linea and corridas(plegar(texto))[: len(palabras)] == palabras
