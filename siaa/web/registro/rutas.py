"""`/siaa/log` and the ratings: what was asked, how it was answered, and what people thought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from math import ceil
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request

from siaa.servicio.registro.asiento import Valoracion
from siaa.servicio.registro.consultas import (
    AsientoGuardado,
    Filtro,
    Pagina,
    buscar,
    leer_filas,
    numerar,
    valoradas,
)
from siaa.servicio.registro.registro import Registro
from siaa.web.documento import buscar_documento
from siaa.web.registro.formatos import (
    asiento_json,
    en_csv,
    en_lineas,
    valorada_json,
)
from siaa.web.registro.peticion import DE_FILTRO, DE_PAGINA, Parametros, leer_valoracion
from siaa.web.servicios import Servicios

TANDA: Final = 200
"""Rows that a long list reads at a time, so that it never keeps the file busy while it is sent."""


def crear_registro(servicios: Servicios) -> Blueprint:
    """Return the routes of the record."""
    rutas = Blueprint("registro", __name__, url_prefix="/siaa")
    registro = servicios.registro

    @rutas.get("/log")
    def log() -> Response:
        parametros = Parametros(request, *DE_FILTRO, *DE_PAGINA, "formato")
        filtro, pagina = parametros.filtro(), parametros.pagina()
        formato = parametros.elegido("formato")
        if formato in (None, "json"):
            return _en_json(registro, filtro, pagina)
        return _en_tandas(registro, filtro, pagina if parametros.pide_pagina else None, formato)

    @rutas.post("/valoracion")
    def valoracion() -> Response:
        return jsonify(registro.valorar(_valoracion_pedida(servicios)))

    @rutas.get("/valoraciones")
    def valoraciones() -> Response:
        parametros = Parametros(request, "voto", *DE_PAGINA)
        voto, pagina = parametros.elegido("voto"), parametros.pagina()
        halladas = registro.leer(lambda conexion: valoradas(conexion, voto, pagina))
        return jsonify(
            **_pagina_json(pagina, halladas.total),
            valoraciones=[valorada_json(guardado) for guardado in halladas.filas],
        )

    return rutas


def _en_json(registro: Registro, filtro: Filtro, pagina: Pagina) -> Response:
    hallado = registro.leer(lambda conexion: buscar(conexion, filtro, pagina))
    return jsonify(
        **_pagina_json(pagina, hallado.total),
        preguntas=[asiento_json(guardado) for guardado in hallado.filas],
        resumen=hallado.resumen,
    )


def _pagina_json(pagina: Pagina, total: int) -> dict[str, Any]:
    return {
        "total": total,
        "pagina": pagina.numero,
        "por_pagina": pagina.filas,
        "paginas": ceil(total / pagina.filas),
    }


def _en_tandas(
    registro: Registro, filtro: Filtro, pagina: Pagina | None, formato: str | None
) -> Response:
    """Send a page or, when none was asked for, every question meant."""
    numeros = registro.leer(lambda conexion: numerar(conexion, filtro))
    if pagina is not None:
        numeros = numeros[pagina.salto : pagina.salto + pagina.filas]
    guardados = _por_tandas(registro, numeros)
    if formato == "texto":
        return Response(en_lineas(guardados), content_type="text/plain; charset=utf-8")
    adjunto = {"Content-Disposition": 'attachment; filename="registro.csv"'}
    return Response(en_csv(guardados), headers=adjunto, content_type="text/csv; charset=utf-8")


def _por_tandas(registro: Registro, numeros: Sequence[int]) -> Iterator[AsientoGuardado]:
    for inicio in range(0, len(numeros), TANDA):
        tanda = numeros[inicio : inicio + TANDA]
        yield from registro.leer(partial(leer_filas, numeros=tanda))


def _valoracion_pedida(servicios: Servicios) -> Valoracion:
    """Return the rating in the body. Raises `DocumentoDesconocido` with the nearest names."""
    pedida = leer_valoracion(request)
    documento = None
    if pedida.documento is not None:
        indice = servicios.biblioteca.actual.indice
        documento = buscar_documento(indice, pedida.documento).clave
    return Valoracion(
        id=pedida.id,
        momento=datetime.now(UTC),
        voto=pedida.voto,
        razon=pedida.razon,
        comentario=pedida.comentario,
        documento=documento,
    )
