"""`/siaa/biblioteca`: what the library holds, and how its administrator changes it."""

from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any, Final

from flask import Blueprint, Response, g, request

from siaa.biblioteca.ambito import titulo_de_coleccion
from siaa.biblioteca.archivos import EXTENSIONES
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.biblioteca.relaciones.tabla import ausentes
from siaa.errores import PreguntaDemasiadoLarga, RegistroApagado, RegistroNoDisponible
from siaa.servicio.registro.asiento import CambioAnotado
from siaa.servicio.registro.consultas import ultimos_cambios
from siaa.servicio.registro.registro import Registro
from siaa.servicio.servidor.cupos import SUBIDA_ADMITIDA
from siaa.web import formato
from siaa.web.biblioteca import cambios
from siaa.web.biblioteca.lista import listar_documentos
from siaa.web.openapi.operacion import PAGINA, Parametro, administracion, consulta
from siaa.web.pasajes import filas
from siaa.web.peticion import PREGUNTA_MAXIMA, leer_cuerpo
from siaa.web.seguridad import hoja
from siaa.web.servicios import Servicios

BUSCADO: Final = Parametro(
    "q", "Palabras del título, la colección, el archivo o el estado.", "acuerdo", errores=(413,)
)
MOSTRADOS: Final = 3000
"""Documents that a page lists, at most."""
CAMBIOS_MOSTRADOS: Final = 20


def crear_biblioteca(servicios: Servicios) -> Blueprint:
    """Return the page of the library, and the same with what its administrator sees."""
    rutas = Blueprint("biblioteca", __name__, url_prefix="/siaa")

    @rutas.get("/biblioteca")
    @consulta("La página de lo que hay en la biblioteca.", (BUSCADO,), da=PAGINA)
    def biblioteca() -> Response:
        return _mostrar(servicios, administra=False)

    @rutas.get("/biblioteca/gestion")
    @administracion(
        "La misma página, con lo que falta y lo que se puede hacer.", (BUSCADO,), da=PAGINA
    )
    def gestion() -> Response:
        return _mostrar(servicios, administra=True)

    @rutas.post("/biblioteca/documentos")
    @administracion(
        "Agrega documentos, o prueba qué pasaría.", errores=(409, 503), cuerpo=cambios.ENTREGA
    )
    def agregar() -> cambios.CambioProbado:
        encargo, confirmada = cambios.leer_entrega(request, servicios.archivero)
        return cambios.decir(encargo, *servicios.archivero.cumplir(encargo, confirmada, g.cliente))

    @rutas.post("/biblioteca/cambios")
    @administracion(
        "Retira un documento o lo restaura, o prueba qué pasaría.",
        errores=(404, 409, 503),
        cuerpo=cambios.CAMBIO,
    )
    def cambiar() -> cambios.CambioProbado:
        pedido = leer_cuerpo(request, cambios.CAMBIO)
        indice = servicios.biblioteca.actual.indice
        encargo = cambios.leer_encargo(pedido, indice, servicios.archivero)
        return cambios.decir(
            encargo, *servicios.archivero.cumplir(encargo, pedido.confirmar, g.cliente)
        )

    return rutas


def _mostrar(servicios: Servicios, administra: bool) -> Response:
    indice = servicios.biblioteca.actual.indice
    buscado = limpiar_entrada(request.args.get("q", "")).strip()
    if len(buscado) > PREGUNTA_MAXIMA:
        raise PreguntaDemasiadoLarga
    documentos = indice.documentos.values()
    en_disco = servicios.biblioteca.medir(documentos)
    hoy = datetime.now().astimezone().date()
    colecciones = listar_documentos(indice, en_disco, buscado, hoy)
    return hoja(
        "biblioteca/pagina.html",
        administra=administra,
        **(_de_gestion(servicios) if administra else {}),
        colecciones=colecciones,
        hallados=sum(map(len, colecciones.values())),
        total=len(documentos),
        mostrados=MOSTRADOS,
        buscado=buscado,
        maximo=PREGUNTA_MAXIMA,
        filas=partial(filas, indice),
        f=formato,
    )


def _de_gestion(servicios: Servicios) -> dict[str, Any]:
    """Return what only the administrator sees."""
    indice = servicios.biblioteca.actual.indice
    documentos = indice.documentos.values()
    return {
        "convirtiendo": [o.archivo for o in indice.omitidos if o.en_espera],
        "omitidos": [o for o in indice.omitidos if not o.en_espera],
        "avisos": indice.avisos,
        "cambian": ausentes(documentos),
        "cambiadas": ausentes(documentos, "a"),
        "titulos": {clave: documento.titulo for clave, documento in indice.documentos.items()},
        "nombres": {c: titulo_de_coleccion(indice, c) for c in indice.colecciones},
        "retirados": servicios.archivero.retirados(),
        "hechos": _leer_cambios(servicios.registro),
        "archivos_por_vez": cambios.ARCHIVOS_POR_VEZ,
        "octetos_por_vez": SUBIDA_ADMITIDA,
        "admitidos": ",".join(EXTENSIONES),
    }


def _leer_cambios(registro: Registro) -> list[CambioAnotado]:
    """Return the last changes that the record has; none where it cannot be read."""
    with suppress(RegistroApagado, RegistroNoDisponible):
        return registro.leer(lambda conexion: ultimos_cambios(conexion, CAMBIOS_MOSTRADOS))
    return []
