"""`/siaa/status`, what is remembered, and reloads: the service as programs see it."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from flask import Blueprint, Request, g, request
from typing_extensions import TypedDict

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import Omitido
from siaa.errores import PeticionInvalida
from siaa.servicio.modelo.cache import EstadoCache, RespuestaGuardada
from siaa.servicio.vigencia.recarga import Cambios, Recarga, Resultado
from siaa.web.json import tomar
from siaa.web.openapi.operacion import Parametro, abierta, administracion
from siaa.web.salud.estado import EstadoBreve, EstadoDelServicio, ver_breve, ver_estado
from siaa.web.servicios import Servicios

FORZAR: Final = Parametro(
    "forzar",
    "1 recarga aunque se encuentre menos.",
    "0",
    MappingProxyType({"type": "string", "enum": ("0", "1")}),
)


@dataclass(frozen=True, slots=True)
class _Evaluada:
    antes: int
    despues: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _RecargaHecha(Cambios):
    """What a reload answers."""

    total_documentos: int
    total_chunks: int
    omitidos: tuple[Omitido, ...]
    avisos: tuple[str, ...]
    huella: str
    evaluacion: _Evaluada | None
    forzada: bool


@dataclass(frozen=True, slots=True)
class _CacheVista(EstadoCache):
    respuestas: tuple[RespuestaGuardada, ...]


class _Borradas(TypedDict):
    borradas: int


def crear_servicio(servicios: Servicios) -> Blueprint:
    """Return the routes about the service itself."""
    api = Blueprint("servicio", __name__, url_prefix="/siaa")

    @api.get("/status")
    @abierta("Qué está cargado, cómo está el servicio y qué hacer con lo que falla.")
    def status() -> EstadoDelServicio | EstadoBreve:
        return ver_estado(servicios) if g.puede_consultar() else ver_breve(servicios)

    @api.get("/cache")
    @administracion("Las respuestas que se recuerdan.")
    def cache() -> _CacheVista:
        guardadas = servicios.piezas.cache
        respuestas = guardadas.respuestas()
        if not servicios.registro.textos:  # what people wrote, only where it is kept too
            respuestas = tuple(replace(una, pregunta="", texto="") for una in respuestas)
        return tomar(_CacheVista, guardadas.estado(), respuestas=respuestas)

    @api.delete("/cache")
    @administracion("Olvida las respuestas que se recuerdan.")
    def vaciar_cache() -> _Borradas:
        servicios.piezas.consultor.vaciar()
        return {"borradas": servicios.piezas.cache.vaciar()}

    @api.post("/recargar")
    @administracion("Vuelve a leer la biblioteca.", (FORZAR,), (400, 409, 503))
    def recargar() -> _RecargaHecha:
        return _ver_recargada(*servicios.biblioteca.recargar(_leer_forzar(request)))

    return api


def _leer_forzar(peticion: Request) -> bool:
    """Tell whether a reload must go ahead whatever the questions say."""
    valor = peticion.args.get("forzar", "0")
    if valor not in ("0", "1"):
        raise PeticionInvalida("El parámetro «forzar» debe ser 1 (o 0).", {"campo": "forzar"})
    return valor == "1"


def _ver_recargada(recarga: Recarga, indice: Indice) -> _RecargaHecha:
    """Return what a reload that was applied answers."""
    motivo = () if recarga.motivo is None else (recarga.motivo,)
    return tomar(
        _RecargaHecha,
        recarga.cambios,
        indice,
        total_documentos=len(indice.documentos),
        avisos=(*motivo, *indice.avisos),
        evaluacion=None if recarga.examen is None else tomar(_Evaluada, recarga.examen),
        forzada=recarga.resultado is Resultado.FORZADA,
    )
