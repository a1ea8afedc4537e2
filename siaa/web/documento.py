"""A document as clients name it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from siaa.biblioteca.catalogo import normalizar_nombre
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import Documento
from siaa.errores import DocumentoDesconocido
from siaa.web.openapi.operacion import Parametro

UN_DOCUMENTO: Final = "acuerdo.md"
DOC: Final = Parametro("doc", "Nombre del documento en la biblioteca.", UN_DOCUMENTO)


def buscar_documento(indice: Indice, nombre: str) -> Documento:
    """Return a document by its key, in any case. Raises `DocumentoDesconocido`."""
    clave = normalizar_nombre(nombre)
    documento = indice.documentos.get(clave)
    if documento is None:
        contienen = [otra for otra in indice.claves if clave and clave in otra]
        parecidos = (contienen or get_close_matches(clave, indice.claves))[:3]
        pista = f" ¿Quiso decir «{parecidos[0]}»?" if parecidos else ""
        mensaje = DocumentoDesconocido.mensaje_base + pista
        raise DocumentoDesconocido(mensaje, {"parecidos": parecidos})
    return documento
