"""A library without one of its documents: what it answers then is not there to be found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from siaa.biblioteca.cargador import sinonimos_de_la_gente
from siaa.biblioteca.catalogo import NOMBRE_CATALOGO, leer_catalogo
from siaa.biblioteca.indice import Indice, construir_indice
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo, Catalogo

Retirar = Callable[[str], Indice]
"""Key of a document → the index of the library without it."""

SIN_CATALOGO: Final = Catalogo()


def retirador(indice: Indice, carpeta: Path, ajustes: AjustesBiblioteca) -> Retirar:
    """Return what builds the index of a library without one of its documents.

    Only what joins the documents is worked out again; each text keeps what is known about it.
    """
    catalogo, gente = _catalogo(carpeta), sinonimos_de_la_gente()
    en_orden = sorted(indice.documentos.values(), key=lambda d: d.ruta)

    def retirar(clave: str) -> Indice:
        quedan = [d for d in en_orden if d.clave != clave]
        archivos = [Archivo(d.ruta, d.contenido) for d in quedan]
        textos = [d.texto for d in quedan]
        return construir_indice(archivos, textos, catalogo, ajustes, gente=gente)

    return retirar


def _catalogo(carpeta: Path) -> Catalogo:
    """Read the catalogue again; the load has already said what is wrong with it."""
    try:
        return leer_catalogo((carpeta / NOMBRE_CATALOGO).read_bytes())
    except OSError:
        return SIN_CATALOGO
