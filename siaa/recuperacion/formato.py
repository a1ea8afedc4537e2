"""How the chosen fragments of a document are written down for the model, in either strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from siaa.biblioteca.lengua.nombres import sin_extension
from siaa.biblioteca.valores import Documento
from siaa.valores import ChunkPuntuado, Poda

LARGO_SECCION: Final = 60


def encabezado_bloque(documento: Documento) -> str:
    """Return the line that opens a document's block."""
    return f"[DOC: {sin_extension(documento.nombre_original).upper()}]\n"


def bloque(
    documento: Documento, encabezado: str, chunks: Sequence[ChunkPuntuado], cierre: str
) -> str:
    """Return the block of a document: each fragment after what is written before it."""
    contenido = documento.contenido
    partes = (chunk.antes + contenido[chunk.inicio : chunk.fin] for chunk in chunks)
    return encabezado + "".join(partes) + cierre


def sin_el_ultimo(documento: Documento, poda: Poda) -> Poda | None:
    """Return a block without its last fragment; None when it has no other."""
    quedan = poda.chunks[:-1]
    if not quedan:
        return None
    texto = bloque(documento, poda.encabezado, quedan, poda.cierre)
    return replace(poda, chunks=quedan, fragmento=texto)
