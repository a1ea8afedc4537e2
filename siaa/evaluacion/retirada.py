"""A library without one of its documents, or without its readings, built from the whole one."""

from collections.abc import Callable
from pathlib import Path

from siaa.biblioteca.cargador import catalogo_de, leer_lecturas, sinonimos_de_la_gente
from siaa.biblioteca.indice import Indice, construir_indice
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo

Retirar = Callable[[str], Indice]
"""Key of a document → the index of the library without it; "" → with all of them."""


def retirador(
    indice: Indice, carpeta: Path, ajustes: AjustesBiblioteca, con_lecturas: bool = True
) -> Retirar:
    """Return what builds the index of a library again, without one of its documents.

    Only what joins the documents is worked out again; each text keeps what is known about it.
    con_lecturas: whether those of the documents that stay are used.
    """
    catalogo = catalogo_de(carpeta, ajustes.max_bytes_documento)
    gente = sinonimos_de_la_gente()
    lecturas = leer_lecturas(carpeta) if con_lecturas else ()
    en_orden = sorted(indice.documentos.values(), key=lambda d: d.ruta)

    def retirar(clave: str) -> Indice:
        quedan = [d for d in en_orden if d.clave != clave]
        return construir_indice(
            [Archivo(d.ruta, d.contenido) for d in quedan],
            [d.texto for d in quedan],
            catalogo,
            ajustes,
            gente=gente,
            lecturas=[lectura for lectura in lecturas if lectura.documento != clave],
        )

    return retirar
