"""`/siaa/ver/<doc>`: a document as a safe page: contents, search inside, the cited passage."""

from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final
from urllib.parse import quote

from flask import Blueprint, Request, Response, make_response, request
from markupsafe import Markup

from siaa.biblioteca.ambito import titulo_de_coleccion
from siaa.biblioteca.archivos import DE_TEXTO
from siaa.biblioteca.conversion.piezas import NoSeConvierte
from siaa.biblioteca.disco import Dudoso
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import corridas, limpiar_entrada, plegar, tokenizar
from siaa.biblioteca.valores import Documento
from siaa.errores import DocumentoDesconocido, DocumentoEnPreparacion
from siaa.servicio.ventanilla import Recientes, Ventanilla
from siaa.web.openapi import PAGINA, TEXTO, Parametro, consulta, fijo
from siaa.web.pasajes import filas
from siaa.web.peticion import DOC, PREGUNTA_MAXIMA, UNA_PREGUNTA, buscar_documento, leer_buscado
from siaa.web.respuestas import hoja
from siaa.web.servicios import Servicios
from siaa.web.visor.marcado import Representacion, representar
from siaa.web.visor.resaltado import ABRE_MARCA, PasajeCitado, con_lugares, pintar

JPEG: Final = "image/jpeg"
FOTO: Final = MappingProxyType({JPEG: None})
CUALQUIERA: Final = "application/octet-stream"
ARCHIVO: Final = MappingProxyType({CUALQUIERA: None})
FALTA_ORIGINAL: Final = "El archivo de ese documento ya no está en la carpeta, o no se puede leer."
NO_ES_PAGINA: Final = "Ese documento no tiene esa página, o no es un PDF."
MEMORIA_DE_PAGINAS: Final = 64 * 1024 * 1024
"""Bytes for rendered documents: a document of 1 MB takes 2 of them, and a second to render."""
_LUGAR: Final = fijo(**TEXTO, description="Lo que no es un número no señala nada.")
_DESDE_UNO: Final = fijo(type="integer", minimum=1)
_NUMERO: Final = Parametro("numero", "Número de la página, desde 1.", 1, _DESDE_UNO)
DEL_PASAJE: Final = (
    Parametro("q", "Pregunta cuyas palabras se resaltan.", UNA_PREGUNTA),
    Parametro("desde", "Carácter donde empieza el pasaje citado.", "120", _LUGAR),
    Parametro("hasta", "Carácter donde termina.", "180", _LUGAR),
    Parametro("huella", "La del pasaje; si es otra, no se resalta.", "1f0ac32b"),
    Parametro("elegir", "«id» de la respuesta cuyo pasaje se va a elegir aquí.", "0" * 32),
    Parametro("pregunta", "Pregunta que ese pasaje responde.", UNA_PREGUNTA),
)


def crear_visor(servicios: Servicios) -> Blueprint:
    """Return the document viewer."""
    visor = Blueprint("visor", __name__, url_prefix="/siaa")
    paginas = Recientes[Representacion](MEMORIA_DE_PAGINAS, lambda pagina: pagina.octetos)
    dibujos = Ventanilla(DocumentoEnPreparacion)  # kept on disk, so nothing of them is kept here

    @visor.get("/ver/<path:doc>")
    @consulta("Un documento como página.", (DOC, *DEL_PASAJE), (413, 503), da=PAGINA)
    def ver(doc: str) -> Response:
        indice = servicios.biblioteca.indice
        documento = buscar_documento(indice, doc)
        representacion = paginas.obtener(documento.texto.huella, lambda: representar(documento))
        return _mostrar(indice, documento, representacion)

    @visor.get("/original/<path:doc>")
    @consulta("El archivo de un documento, como está en la carpeta.", (DOC,), (503,), da=ARCHIVO)
    def original(doc: str) -> Response:
        documento = buscar_documento(servicios.biblioteca.indice, doc)
        try:
            datos = servicios.biblioteca.original(documento)
        except (Dudoso, OSError) as error:
            raise DocumentoDesconocido(FALTA_ORIGINAL) from error
        respuesta = make_response(datos)
        respuesta.headers["Content-Type"] = CUALQUIERA  # to be kept, never shown nor run here
        nombre = quote(documento.nombre_original, safe="")
        respuesta.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{nombre}"
        return respuesta

    @visor.get("/pagina/<path:doc>/<int(min=1):numero>")
    @consulta("Una página de un PDF, como está en el archivo.", (DOC, _NUMERO), (503,), da=FOTO)
    def pagina(doc: str, numero: int) -> Response:
        documento = buscar_documento(servicios.biblioteca.indice, doc)
        if numero > _paginas_de(documento) and not documento.corregido:
            raise DocumentoDesconocido(NO_ES_PAGINA)
        try:
            with dibujos.pasar():
                foto = servicios.biblioteca.pagina(documento, numero)
        except NoSeConvierte as error:
            raise DocumentoDesconocido(f"No se puede mostrar esa página: {error}.") from error
        except (Dudoso, OSError) as error:
            raise DocumentoDesconocido(FALTA_ORIGINAL) from error
        return Response(foto, mimetype=JPEG)

    return visor


def _mostrar(indice: Indice, documento: Documento, representacion: Representacion) -> Response:
    buscado = leer_buscado(request)
    palabras = frozenset(tokenizar(buscado) or corridas(plegar(buscado)))
    pasaje_pedido = leer_pasaje(request, len(documento.contenido))
    huella = request.args.get("huella", "")
    cambio = pasaje_pedido is not None and huella not in ("", documento.huella_de(*pasaje_pedido))
    pasaje = None if cambio else pasaje_pedido
    elegir = request.args.get("elegir", "")
    html = pintar(con_lugares(representacion) if elegir else representacion, palabras, pasaje)
    paginas = documento.texto.paginas_de(*pasaje_pedido) if pasaje_pedido else ()
    return hoja(
        "ver.html",
        documento=documento,
        coleccion=titulo_de_coleccion(indice, documento.coleccion),
        relaciones=tuple(filas(indice, documento)),
        representacion=representacion,
        # `representar` renders with raw HTML off: what `pintar` joins is markup, not text.
        cuerpo=Markup(html),  # noqa: S704
        buscado=buscado,
        paginas=paginas,
        fotos=_paginas_de(documento),
        convertido=not documento.nombre_original.lower().endswith(DE_TEXTO),
        pasaje_pedido=pasaje_pedido,
        huella=huella,
        cambio=cambio,
        coincidencias=html.count(ABRE_MARCA),
        consultado=datetime.now(UTC),
        maximo=PREGUNTA_MAXIMA,
        elegir=elegir,
        por_ensenar=limpiar_entrada(request.args.get("pregunta", "")),
    )


def _paginas_de(documento: Documento) -> int:
    """Return how many pages of a PDF can be seen; 0 of what is none, or has lost its marks."""
    es_pdf = documento.nombre_original.lower().endswith(".pdf")
    return max((numero for _, numero in documento.texto.paginas), default=0) if es_pdf else 0


def leer_pasaje(peticion: Request, largo: int) -> PasajeCitado | None:
    """Return the passage `[desde, hasta)` that a request points at, within the text.

    Whatever the numbers are, it is one: ends in the wrong order are exchanged, and without `hasta`
    only the place is meant. None when `desde` is no number.
    """
    desde = peticion.args.get("desde", type=int)
    if desde is None:
        return None
    lugares = desde, peticion.args.get("hasta", desde, int)
    return PasajeCitado(*sorted(min(max(lugar, 0), largo) for lugar in lugares))
