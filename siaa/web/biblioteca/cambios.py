"""How the library is changed over HTTP: what is asked, and what is said of what it comes to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Annotated, Final, Literal, NotRequired

from flask import Request
from pydantic import Field
from typing_extensions import TypedDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from siaa.biblioteca.ambito import titulo_de_coleccion
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.biblioteca.valores import Documento, Omitido
from siaa.errores import PeticionInvalida, SubidaDemasiadoGrande, TipoNoAdmitido
from siaa.examen import ComparacionExamen
from siaa.servicio.servidor.cupos import SUBIDA_ADMITIDA
from siaa.servicio.vigencia.archivero import Archivero, DatoCambiado, Encargo
from siaa.servicio.vigencia.escritos import GENERAL
from siaa.servicio.vigencia.recarga import Cambios, Recarga
from siaa.web import peticion
from siaa.web.openapi import Cuerpo, fijo
from siaa.web.respuestas import tomar

ARCHIVOS_POR_VEZ: Final = 40
OTROS_CAMPOS: Final = 10
MULTIPARTES: Final = "multipart/form-data"
Nombre = Annotated[peticion.TextoLimpio, Field(min_length=1, max_length=500)]
Dicho = Annotated[peticion.TextoLimpio, Field(max_length=300)]
Palabras = Annotated[tuple[Dicho, ...], Field(max_length=100, strict=False)]


class ArchivosEntregados(TypedDict):
    """Files that are handed in, as a form of a page sends them."""

    archivos: Annotated[
        list[Annotated[str, Field(json_schema_extra={"format": "binary"})]],
        Field(min_length=1, max_length=ARCHIVOS_POR_VEZ),
    ]
    coleccion: NotRequired[str]
    confirmar: NotRequired[str]


class CambioPedido(peticion.Estricto):
    """What is to become of a document, a collection or what was taken away, and what was confirmed.

    What is not said of a document stays as it is.
    """

    accion: Literal["retirar", "restaurar", "describir", "titular"]
    que: Nombre
    titulo: Dicho | None = None
    palabras_clave: Palabras | None = None
    coleccion: Dicho = ""
    nombre: Dicho = ""
    confirmar: peticion.TextoLimpio = ""


_CONFIRMAR: Final = (
    "Sin «confirmar» solo se prueba, y se dice qué pasaría; con el de esa respuesta se hace, si la "
    "biblioteca sigue como estaba."
)
ENTREGA: Final = Cuerpo(
    ArchivosEntregados,
    f"Hasta {ARCHIVOS_POR_VEZ} archivos y {SUBIDA_ADMITIDA >> 20} MiB. {_CONFIRMAR}",
    fijo(coleccion="normativa", archivos=("# Acuerdo 5",), confirmar=""),
    MULTIPARTES,
)
CAMBIO: Final = Cuerpo(
    CambioPedido,
    f"«que»: un documento; para restaurar, lo retirado; para titular, una colección. {_CONFIRMAR}",
    fijo(accion="retirar", que=peticion.UN_DOCUMENTO),
)


@dataclass(frozen=True, slots=True)
class CambioProbado:
    """What a change comes to; `confirmar` says so when it is sent with it again.

    colecciones: title of the one that each document stands in that comes or changes.
    """

    hecho: bool
    cambia: bool
    que: str
    confirmar: str
    cambios: Cambios
    colecciones: Mapping[str, str]
    diferencias: Sequence[DatoCambiado]
    rechazados: Sequence[Omitido]
    convirtiendo: Sequence[str]
    avisos: Sequence[str]
    examen: ComparacionExamen | None


def leer_entrega(formulario: Request, archivero: Archivero) -> tuple[Encargo, str]:
    """Return the order in a form with files, and what was confirmed. Raises `ErrorPeticion`."""
    if formulario.mimetype != MULTIPARTES:
        raise TipoNoAdmitido("Envíe los archivos como «multipart/form-data».")
    formulario.max_content_length = SUBIDA_ADMITIDA
    # The whole body is in memory already: so is each file of it.
    lector = FormDataParser(
        lambda *_, **__: BytesIO(), max_form_parts=ARCHIVOS_POR_VEZ + OTROS_CAMPOS
    )
    try:
        _, campos, partes = lector.parse(
            formulario.stream, MULTIPARTES, formulario.content_length, formulario.mimetype_params
        )
    except RequestEntityTooLarge as error:
        raise SubidaDemasiadoGrande from error
    archivos = partes.getlist("archivos")
    if len(archivos) > ARCHIVOS_POR_VEZ:
        raise SubidaDemasiadoGrande
    if not archivos:
        raise PeticionInvalida("Faltan los archivos: van en «archivos».", {"campo": "archivos"})
    coleccion = limpiar_entrada(campos.get("coleccion", GENERAL))
    entregados = ((limpiar_entrada(a.filename or ""), a.read()) for a in archivos)
    return archivero.agregar(coleccion, entregados), campos.get("confirmar", "")


def leer_encargo(pedido: CambioPedido, indice: Indice, archivero: Archivero) -> Encargo:
    """Return the order that a body asks for. Raises `ErrorPeticion`."""
    if pedido.accion == "restaurar":
        return archivero.restaurar(pedido.que)
    if pedido.accion == "titular":
        (coleccion,) = peticion.elegir((pedido.que,), indice.colecciones)
        return archivero.titular(coleccion, (pedido.titulo or "").strip())
    documento = peticion.buscar_documento(indice, pedido.que)
    if pedido.accion == "retirar":
        return archivero.retirar(documento)
    entrada, palabras = documento.entrada, pedido.palabras_clave or ()
    limpias = tuple(palabra.strip() for palabra in palabras if palabra.strip())
    campos: dict[str, str | tuple[str, ...]] = {}
    if pedido.titulo is not None and pedido.titulo.strip() != documento.titulo:
        campos["titulo"] = pedido.titulo.strip()
    if pedido.palabras_clave is not None and limpias != entrada.palabras_clave:
        campos["palabras_clave"] = limpias
    nombre = pedido.nombre or documento.nombre_original
    return archivero.describir(documento, campos, pedido.coleccion or documento.coleccion, nombre)


def decir(encargo: Encargo, hecho: bool, recarga: Recarga, indice: Indice) -> CambioProbado:
    """Return what is said of an order that was tried or carried out."""
    claves = (*recarga.cambios.agregados, *recarga.cambios.modificados)
    nuevos = [indice.documentos[clave] for clave in claves]
    de_lo_suyo = (a for a in indice.avisos if any(f"«{r}»" in a for r in encargo.propuesta))
    return tomar(
        CambioProbado,
        encargo,
        recarga,
        hecho=hecho,
        cambia=bool(encargo.propuesta),
        confirmar=indice.huella,
        colecciones={d.clave: titulo_de_coleccion(indice, d.coleccion) for d in nuevos},
        convirtiendo=[omitido.archivo for omitido in indice.omitidos if omitido.en_espera],
        avisos=[*encargo.avisos, *_por_saber(nuevos, indice), *de_lo_suyo],
    )


def _por_saber(nuevos: Sequence[Documento], indice: Indice) -> Iterator[str]:
    for documento in nuevos:
        if reserva := documento.reserva():
            yield f"«{documento.clave}», {reserva}: compárelo con el papel."
        for otro in indice.documentos.values():
            if otro.contenido == documento.contenido and otro is not documento:
                donde = titulo_de_coleccion(indice, otro.coleccion)
                yield f"«{documento.clave}» dice lo mismo que «{otro.clave}», que está en {donde}."
