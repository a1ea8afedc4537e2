"""`/siaa/biblioteca`: what the library holds, as a person looks through it, and how it changes."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from itertools import groupby
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, g, request

from siaa.biblioteca.ambito import titulo_de_coleccion
from siaa.biblioteca.archivos import DE_TEXTO, EXTENSIONES, EnDisco, medir
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.relaciones.tabla import afectan, ausentes, en_palabras
from siaa.biblioteca.titulos import con_articulo
from siaa.biblioteca.valores import Documento
from siaa.errores import RegistroApagado, RegistroNoDisponible
from siaa.servicio.registro.asiento import CambioAnotado
from siaa.servicio.registro.consultas import ultimos_cambios
from siaa.servicio.registro.registro import Registro
from siaa.servicio.servidor.cupos import SUBIDA_ADMITIDA
from siaa.servicio.vigencia.escritos import retirados_de
from siaa.web.biblioteca import cambios
from siaa.web.formato import cuantos, dia
from siaa.web.openapi import PAGINA, Parametro, administracion, consulta
from siaa.web.pasajes import filas
from siaa.web.peticion import PREGUNTA_MAXIMA, leer_buscado, leer_cuerpo
from siaa.web.respuestas import hoja
from siaa.web.servicios import Servicios

BUSCADO: Final = Parametro(
    "q", "Palabras del título, la colección, el archivo o el estado.", "acuerdo", errores=(413,)
)
MOSTRADOS: Final = 3000
CON_LECTURAS: Final = ", con lecturas"
CAMBIOS_MOSTRADOS: Final = 20


class Vigencia(NamedTuple):
    """What other norms or the catalogue say of all of a document; grave: that it does not apply."""

    texto: str
    grave: bool


@dataclass(frozen=True, slots=True)
class Listado:
    """A document of the list. coleccion: its title. origen: how its text was had, in words."""

    documento: Documento
    coleccion: str
    en_disco: EnDisco | None
    origen: str
    con_lecturas: bool
    vigencias: tuple[Vigencia, ...]

    def dice(self, palabras: list[str]) -> bool:
        """Tell whether each of some folded words stands in its line."""
        dichas = (self.coleccion, self.documento.titulo, self.documento.nombre_original)
        linea = plegar(" ".join((*dichas, self.origen, *(v.texto for v in self.vigencias))))
        return all(palabra in linea for palabra in palabras)


def listar_documentos(
    indice: Indice, en_disco: Mapping[str, EnDisco], buscado: str, hoy: date
) -> dict[str, list[Listado]]:
    """Return each collection by its title, with those documents that a search finds, by theirs.

    Their accents and case do not matter.
    """
    leidos = {indice.claves[n] for n in indice.lecturas.documentos(indice.pasajes)}
    palabras = plegar(buscado).split()
    listados = (
        Listado(
            documento,
            titulo_de_coleccion(indice, documento.coleccion),
            en_disco.get(documento.ruta),
            _origen(documento) + (CON_LECTURAS if documento.clave in leidos else ""),
            documento.clave in leidos,
            tuple(dict.fromkeys(_vigencias(documento, hoy))),
        )
        for documento in indice.documentos.values()
    )
    hallados = sorted(
        (uno for uno in listados if uno.dice(palabras)),
        key=lambda uno: (plegar(uno.coleccion), uno.coleccion, plegar(uno.documento.titulo)),
    )
    return {titulo: list(suyos) for titulo, suyos in groupby(hallados, lambda uno: uno.coleccion)}


def _origen(documento: Documento) -> str:
    nombre = documento.nombre_original.lower()
    if nombre.endswith(DE_TEXTO):
        return "Leído"
    paginas = len(documento.texto.paginas)
    largo = f", {cuantos(paginas, 'página', 'páginas')}" if paginas else ""
    reserva = f" · {documento.reserva()}" if documento.reserva() else ""
    return f"Convertido de {nombre.rpartition('.')[2].upper()}{largo}{reserva}"


def _vigencias(documento: Documento, hoy: date) -> Iterator[Vigencia]:
    entrada = documento.entrada
    for relacion in afectan(documento, 0, 0):  # what is done to all of it: it touches no article
        dicho = en_palabras(relacion)
        yield Vigencia(dicho[:1].upper() + dicho[1:], relacion.tipo != "modifica")
    if entrada.vigente_desde and entrada.vigente_desde > hoy:
        yield Vigencia(f"Rige desde el {dia(entrada.vigente_desde)}", True)
    if entrada.vigente_hasta and entrada.vigente_hasta < hoy:
        yield Vigencia(f"Rigió hasta el {dia(entrada.vigente_hasta)}", True)
    recibidas = (r for r in documento.relaciones if r.a.doc == documento.clave != r.de.doc)
    if any(r.a.articulo and r.tipo != "reglamenta" for r in recibidas):
        yield Vigencia("Con artículos cambiados por otras normas", False)


def crear_biblioteca(servicios: Servicios) -> Blueprint:
    """Return the page of the library, and the same with what its administrator sees."""
    rutas, archivero = Blueprint("biblioteca", __name__, url_prefix="/siaa"), servicios.archivero

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
        encargo, confirmada = cambios.leer_entrega(request, archivero)
        return cambios.decir(encargo, *archivero.cumplir(encargo, confirmada, g.cliente))

    @rutas.post("/biblioteca/cambios")
    @administracion(
        "Retira un documento o lo restaura, o prueba qué pasaría.",
        errores=(404, 409, 503),
        cuerpo=cambios.CAMBIO,
    )
    def cambiar() -> cambios.CambioProbado:
        pedido = leer_cuerpo(request, cambios.CAMBIO)
        encargo = cambios.leer_encargo(pedido, servicios.biblioteca.indice, archivero)
        return cambios.decir(encargo, *archivero.cumplir(encargo, pedido.confirmar, g.cliente))

    return rutas


def _mostrar(servicios: Servicios, administra: bool) -> Response:
    indice = servicios.biblioteca.indice
    buscado = leer_buscado(request).strip()
    en_disco = medir(servicios.biblioteca.carpeta, (d.ruta for d in indice.documentos.values()))
    hoy = datetime.now().astimezone().date()
    return hoja(
        "biblioteca/pagina.html",
        administra=administra,
        **(_de_gestion(servicios, indice) if administra else {}),
        indice=indice,
        colecciones=listar_documentos(indice, en_disco, buscado, hoy),
        mostrados=MOSTRADOS,
        buscado=buscado,
        maximo=PREGUNTA_MAXIMA,
        filas=partial(filas, indice),
    )


def _de_gestion(servicios: Servicios, indice: Indice) -> dict[str, Any]:
    """Return what only the administrator sees."""
    documentos = indice.documentos.values()
    return {
        "cambian": ausentes(documentos),
        "cambiadas": ausentes(documentos, "a"),
        "con_articulo": con_articulo,
        "nombres": {c: titulo_de_coleccion(indice, c) for c in indice.colecciones},
        "retirados": retirados_de(servicios.archivero.datos),
        "hechos": _leer_cambios(servicios.registro),
        "archivos_por_vez": cambios.ARCHIVOS_POR_VEZ,
        "octetos_por_vez": SUBIDA_ADMITIDA,
        "admitidos": ",".join(EXTENSIONES),
    }


def _leer_cambios(registro: Registro) -> list[CambioAnotado]:
    with suppress(RegistroApagado, RegistroNoDisponible):
        return registro.leer(lambda conexion: ultimos_cambios(conexion, CAMBIOS_MOSTRADOS))
    return []
