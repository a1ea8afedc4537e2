"""The documented format: how the chunks of a document are written down for the model."""

from __future__ import annotations

from typing import Final

from siaa.biblioteca.nombres import sin_extension
from siaa.biblioteca.valores import Documento, Fragmento

LARGO_SECCION: Final = 60
SEPARADOR_BLOQUE: Final = "═" * 60


def encabezado_bloque(documento: Documento) -> str:
    """Return the line that opens a document's block."""
    return f"[DOC: {sin_extension(documento.nombre_original).upper()}]"


def encabezado_chunk(fragmento: Fragmento) -> str:
    """Return the line that stands above a chunk's text."""
    return f"[SEC: {fragmento.seccion[:LARGO_SECCION]} | CHUNK: {fragmento.indice}]"


def bloque(documento: Documento, numeros: list[int]) -> str:
    """Return one document's chunks in the documented format, in the order given."""
    fragmentos = (
        f"{encabezado_chunk(documento.fragmentos[n])}\n{documento.texto_de(n)}" for n in numeros
    )
    return f"{encabezado_bloque(documento)}\n" + "\n\n".join(fragmentos) + f"\n{SEPARADOR_BLOQUE}\n"
