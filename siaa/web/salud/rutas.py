"""`/siaa/status`, what is remembered, and reloads: the service as programs see it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, g, request
from typing_extensions import TypedDict

from siaa.servicio.modelo.cache import EstadoCache, RespuestaGuardada
from siaa.web.json import tomar
from siaa.web.openapi.operacion import abierta, administracion
from siaa.web.salud.estado import EstadoBreve, EstadoDelServicio, ver_breve, ver_estado
from siaa.web.salud.recarga import FORZAR, RecargaHecha, leer_forzar, ver_recargada
from siaa.web.servicios import Servicios


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
        if not servicios.con_textos:  # what people wrote, only where the record keeps it too
            respuestas = tuple(replace(una, pregunta="", texto="") for una in respuestas)
        return tomar(_CacheVista, guardadas.estado(), respuestas=respuestas)

    @api.delete("/cache")
    @administracion("Olvida las respuestas que se recuerdan.")
    def vaciar_cache() -> _Borradas:
        return {"borradas": servicios.piezas.cache.vaciar()}

    @api.post("/recargar")
    @administracion("Vuelve a leer la biblioteca.", (FORZAR,), (400, 409, 503))
    def recargar() -> RecargaHecha:
        return ver_recargada(servicios.biblioteca.recargar(leer_forzar(request)))

    return api
