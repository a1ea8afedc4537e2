"""How the library is changed over HTTP: what is asked, and what is said of what it comes to."""

from collections.abc import Sequence
from io import BytesIO
from types import MappingProxyType
from typing import IO, Annotated, Any, Final, Literal, NotRequired

from flask import Request
from pydantic import Field
from typing_extensions import TypedDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.biblioteca.valores import Omitido
from siaa.errores import PeticionInvalida, SubidaDemasiadoGrande, TipoNoAdmitido
from siaa.servicio.servidor.cupos import SUBIDA_ADMITIDA
from siaa.servicio.vigencia.archivero import Archivero, Cumplido, Encargo
from siaa.servicio.vigencia.entrega import GENERAL
from siaa.servicio.vigencia.recarga import Cambios
from siaa.web.documento import UN_DOCUMENTO, buscar_documento
from siaa.web.openapi.operacion import Cuerpo
from siaa.web.peticion import Estricto, TextoLimpio

ARCHIVOS_POR_VEZ: Final = 40
OTROS_CAMPOS: Final = 10
MULTIPARTES: Final = "multipart/form-data"
Nombre = Annotated[TextoLimpio, Field(min_length=1, max_length=500)]


class ArchivosEntregados(TypedDict):
    """Files that are handed in, as a form of a page sends them."""

    archivos: Annotated[
        list[Annotated[str, Field(json_schema_extra={"format": "binary"})]],
        Field(min_length=1, max_length=ARCHIVOS_POR_VEZ),
    ]
    coleccion: NotRequired[str]
    confirmar: NotRequired[str]


class CambioPedido(Estricto):
    """What is to become of a document, or of what was taken away; and what of it was confirmed."""

    accion: Literal["retirar", "restaurar"]
    que: Nombre
    confirmar: TextoLimpio = ""


_CONFIRMAR: Final = (
    "Sin «confirmar» solo se prueba, y se dice qué pasaría; con el de esa respuesta se hace, si la "
    "biblioteca sigue como estaba."
)
ENTREGA: Final = Cuerpo(
    ArchivosEntregados,
    f"Hasta {ARCHIVOS_POR_VEZ} archivos y 24 MiB. {_CONFIRMAR}",
    MappingProxyType({"coleccion": "normativa", "archivos": ("# Acuerdo 5",), "confirmar": ""}),
    MULTIPARTES,
)
CAMBIO: Final = Cuerpo(
    CambioPedido,
    f"«que» es un documento o, para restaurar, lo retirado. {_CONFIRMAR}",
    MappingProxyType({"accion": "retirar", "que": UN_DOCUMENTO}),
)


class _PreguntaPerdida(TypedDict):
    pregunta: str
    documento: str
    ahora: Sequence[str]


class CambioProbado(TypedDict):
    """What a change comes to; `confirmar` says so when it is sent with it again."""

    hecho: bool
    que: str
    confirmar: str
    cambios: Cambios
    rechazados: Sequence[Omitido]
    convirtiendo: Sequence[str]
    antes: int | None
    despues: int | None
    total: int | None
    perdidas: Sequence[_PreguntaPerdida]


def leer_entrega(peticion: Request, archivero: Archivero) -> tuple[Encargo, str]:
    """Return the order in a form with files, and what was confirmed.

    Raises `SubidaDemasiadoGrande`, `TipoNoAdmitido` or `PeticionInvalida`.
    """
    if peticion.mimetype != MULTIPARTES:
        raise TipoNoAdmitido("Envíe los archivos como «multipart/form-data».")
    peticion.max_content_length = SUBIDA_ADMITIDA
    lector = FormDataParser(_en_memoria, max_form_parts=ARCHIVOS_POR_VEZ + OTROS_CAMPOS)
    try:
        _, campos, partes = lector.parse(
            peticion.stream, MULTIPARTES, peticion.content_length, peticion.mimetype_params
        )
    except RequestEntityTooLarge as error:
        raise SubidaDemasiadoGrande from error
    archivos = partes.getlist("archivos")
    if len(archivos) > ARCHIVOS_POR_VEZ:
        raise SubidaDemasiadoGrande
    if not archivos:
        raise PeticionInvalida("Faltan los archivos.", {"campo": "archivos"})
    coleccion = limpiar_entrada(campos.get("coleccion", GENERAL))
    entregados = ((limpiar_entrada(a.filename or ""), a.read()) for a in archivos)
    return archivero.agregar(coleccion, entregados), campos.get("confirmar", "")


def _en_memoria(*_: object, **__: object) -> IO[bytes]:
    """Return where a file is kept while it is read: the whole body is in memory already."""
    return BytesIO()


def leer_encargo(pedido: CambioPedido, indice: Indice, archivero: Archivero) -> Encargo:
    """Return the order that a body asks for. Raises `ErrorPeticion`."""
    if pedido.accion == "restaurar":
        return archivero.restaurar(pedido.que)
    return archivero.retirar(buscar_documento(indice, pedido.que))


def decir(cumplido: Cumplido) -> CambioProbado:
    """Return what is said of an order that was tried or carried out."""
    recarga, indice = cumplido.recargada.recarga, cumplido.recargada.indice
    examen: Any = recarga.examen
    perdidas = examen.perdidas if examen else ()
    return {
        "hecho": cumplido.hecho,
        "que": cumplido.encargo.que,
        "confirmar": indice.huella,
        "cambios": recarga.cambios,
        "rechazados": cumplido.encargo.rechazados,
        "convirtiendo": [omitido.archivo for omitido in indice.omitidos if omitido.en_espera],
        "antes": examen and examen.antes,
        "despues": examen and examen.despues,
        "total": examen and examen.total,
        "perdidas": [
            {"pregunta": p.pregunta, "documento": p.documento, "ahora": p.elegidos}
            for p in perdidas
        ],
    }
