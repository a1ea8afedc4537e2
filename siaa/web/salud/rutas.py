"""`/siaa/status`, what is remembered, and reloads: the service as programs see it."""

from __future__ import annotations

from dataclasses import asdict, replace

from flask import Blueprint, Response, jsonify, request

from siaa.web.salud.estado import estado_json
from siaa.web.salud.recarga import leer_forzar, recargada_json
from siaa.web.servicios import Servicios


def crear_servicio(servicios: Servicios) -> Blueprint:
    """Return the routes about the service itself."""
    api = Blueprint("servicio", __name__, url_prefix="/siaa")

    @api.get("/status")
    def status() -> Response:
        return jsonify(estado_json(servicios))

    @api.get("/cache")
    def cache() -> Response:
        guardadas = servicios.piezas.cache
        respuestas = guardadas.respuestas()
        if not servicios.con_textos:  # what people wrote, only where the record keeps it too
            respuestas = tuple(replace(una, pregunta="", texto="") for una in respuestas)
        return jsonify(**asdict(guardadas.estado()), respuestas=respuestas)

    @api.delete("/cache")
    def vaciar_cache() -> Response:
        return jsonify(borradas=servicios.piezas.cache.vaciar())

    @api.post("/recargar")
    def recargar() -> Response:
        return jsonify(recargada_json(servicios.biblioteca.recargar(leer_forzar(request))))

    return api
