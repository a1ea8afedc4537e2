"""Documents and collections as clients name them."""

from collections.abc import Sequence
from typing import Final

from siaa.biblioteca.ambito import Ambito
from siaa.biblioteca.catalogo import normalizar_nombre
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.ortografia import nombres_parecidos
from siaa.biblioteca.valores import Documento
from siaa.errores import AmbitoDesconocido, DocumentoDesconocido, ErrorPeticion
from siaa.web.openapi.operacion import Parametro
from siaa.web.peticion import AmbitoPedido

UN_DOCUMENTO: Final = "acuerdo.md"
DOC: Final = Parametro("doc", "Nombre del documento en la biblioteca.", UN_DOCUMENTO)

PARECIDOS: Final = 3


def buscar_documento(indice: Indice, nombre: str) -> Documento:
    """Return a document by its key: to the letter, or else in any case and without spaces around.

    Raises `DocumentoDesconocido` with the nearest names.
    """
    return indice.documentos[_elegir(nombre, indice.claves, DocumentoDesconocido)]


def leer_ambito(indice: Indice, pedido: AmbitoPedido) -> Ambito:
    """Return the part of a library that is meant. Raises `AmbitoDesconocido`, as above."""
    colecciones = tuple(indice.colecciones)
    claves = (_elegir(nombre, indice.claves, AmbitoDesconocido) for nombre in pedido.documentos)
    carpetas = (_elegir(c, colecciones, AmbitoDesconocido) for c in pedido.colecciones)
    return Ambito(tuple(dict.fromkeys(claves)), tuple(dict.fromkeys(carpetas)))


def _elegir(nombre: str, conocidos: Sequence[str], error: type[ErrorPeticion]) -> str:
    """Return the known name that one is; raise an error with the nearest ones if none is."""
    buscado = normalizar_nombre(nombre)
    suelto = buscado.strip()
    por_clave = {normalizar_nombre(otro): otro for otro in conocidos}
    if nombre in conocidos:
        return nombre
    for escrito in (buscado, suelto):
        if escrito in por_clave:
            return por_clave[escrito]
    contienen = [otro for clave, otro in por_clave.items() if suelto and suelto in clave]
    parecidos = contienen[:PARECIDOS] or nombres_parecidos(buscado, conocidos, PARECIDOS)
    pista = f" ¿Quiso decir «{parecidos[0]}»?" if parecidos else ""
    raise error(error.mensaje_base + pista, {"parecidos": parecidos})
