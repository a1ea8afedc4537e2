"""A document as clients name it."""

from __future__ import annotations

from typing import Final

from siaa.biblioteca.catalogo import normalizar_nombre
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.parecidos import nombres_parecidos
from siaa.biblioteca.valores import Documento
from siaa.errores import DocumentoDesconocido
from siaa.web.openapi.operacion import Parametro

UN_DOCUMENTO: Final = "acuerdo.md"
DOC: Final = Parametro("doc", "Nombre del documento en la biblioteca.", UN_DOCUMENTO)

PARECIDOS: Final = 3


def buscar_documento(indice: Indice, nombre: str) -> Documento:
    """Return a document by its key: to the letter, or else in any case and without spaces around.

    Raises `DocumentoDesconocido` with the nearest names.
    """
    clave = normalizar_nombre(nombre)
    for escrita in (nombre, clave, clave.strip()):
        if escrita in indice.documentos:
            return indice.documentos[escrita]
    contienen = [otra for otra in indice.claves if clave.strip() and clave.strip() in otra]
    parecidos = contienen[:PARECIDOS] or nombres_parecidos(clave, indice.claves, PARECIDOS)
    pista = f" ¿Quiso decir «{parecidos[0]}»?" if parecidos else ""
    mensaje = DocumentoDesconocido.mensaje_base + pista
    raise DocumentoDesconocido(mensaje, {"parecidos": parecidos})
