"""`/siaa/log` and the ratings: what was asked, how it was answered, and what people thought."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from types import MappingProxyType
from typing import Final

from flask import Blueprint, Response, request
from typing_extensions import TypedDict

from siaa.servicio.registro.asiento import PreguntaGuardada, Valoracion
from siaa.servicio.registro.consultas import (
    Filtro,
    Pagina,
    Resumen,
    buscar,
    leer_filas,
    numerar,
    valoradas,
)
from siaa.servicio.registro.registro import Registro
from siaa.web.documento import buscar_documento
from siaa.web.json import tomar
from siaa.web.openapi.operacion import Contenido, administracion, consulta
from siaa.web.peticion import leer_cuerpo
from siaa.web.registro.formatos import en_csv, en_lineas
from siaa.web.registro.peticion import (
    DE_REGISTRO,
    DE_VALORACIONES,
    VALORACION,
    leer_filtro,
    leer_pagina,
    leer_parametros,
)
from siaa.web.servicios import Servicios

TANDA: Final = 200
"""Rows that a long list reads at a time, so that it never keeps the file busy while it is sent."""


TEXTOS: Final[Contenido] = MappingProxyType({"text/csv": None, "text/plain": None})


@dataclass(frozen=True, slots=True, kw_only=True)
class _PreguntaValorada(Valoracion):
    preguntada: datetime
    pregunta: str
    documentos: tuple[str, ...]
    respuesta: str


class _ParteDeLista(TypedDict):
    total: int
    pagina: int
    por_pagina: int
    paginas: int


class _PaginaDelRegistro(_ParteDeLista):
    preguntas: tuple[PreguntaGuardada, ...]
    resumen: Resumen


class _PaginaDeValoraciones(_ParteDeLista):
    valoraciones: list[_PreguntaValorada]


def crear_registro(servicios: Servicios) -> Blueprint:
    """Return the routes of the record."""
    rutas = Blueprint("registro", __name__, url_prefix="/siaa")
    registro = servicios.registro

    @rutas.get("/log")
    @administracion("El registro de preguntas.", DE_REGISTRO, (400, 404, 503), da=TEXTOS)
    def log() -> _PaginaDelRegistro | Response:
        dados = leer_parametros(request, DE_REGISTRO)
        filtro, formato = leer_filtro(dados), dados["formato"]
        pagina = leer_pagina(dados)
        if formato not in (None, "json"):
            con_pagina = dados["pagina"] or dados["por_pagina"]
            return _en_tandas(registro, filtro, pagina if con_pagina else None, formato)
        hallado = registro.leer(buscar, filtro, pagina)
        parte = _parte(pagina, hallado.total)
        return {**parte, "preguntas": hallado.filas, "resumen": hallado.resumen}

    @rutas.post("/valoracion")
    @consulta("Dice si una respuesta sirvió.", errores=(404, 503), cuerpo=VALORACION)
    def valoracion() -> Valoracion:
        dada = registro.valorar(_valoracion_pedida(servicios))
        if dada.voto == "no":
            servicios.piezas.cache.desechar(dada.id)
        return dada

    @rutas.get("/valoraciones")
    @administracion("Las valoraciones, con sus preguntas.", DE_VALORACIONES, (400, 404, 503))
    def valoraciones() -> _PaginaDeValoraciones:
        dados = leer_parametros(request, DE_VALORACIONES)
        pagina = leer_pagina(dados)
        halladas = registro.leer(valoradas, pagina, dados["voto"])
        return {
            **_parte(pagina, halladas.total),
            "valoraciones": [
                tomar(_PreguntaValorada, fila.valoracion, fila, preguntada=fila.momento)
                for fila in halladas.filas
            ],
        }

    return rutas


def _parte(pagina: Pagina, total: int) -> _ParteDeLista:
    return {
        "total": total,
        "pagina": pagina.numero,
        "por_pagina": pagina.filas,
        "paginas": ceil(total / pagina.filas),
    }


def _en_tandas(registro: Registro, filtro: Filtro, pagina: Pagina | None, formato: str) -> Response:
    """Send a page or, when none was asked for, every question meant."""
    todas = registro.leer(numerar, filtro)
    guardados = _por_tandas(registro, todas if pagina is None else pagina.de(todas))
    if formato == "texto":
        return Response(en_lineas(guardados), content_type="text/plain; charset=utf-8")
    adjunto = {"Content-Disposition": 'attachment; filename="registro.csv"'}
    return Response(en_csv(guardados), headers=adjunto, content_type="text/csv; charset=utf-8")


def _por_tandas(registro: Registro, numeros: Sequence[int]) -> Iterator[PreguntaGuardada]:
    for inicio in range(0, len(numeros), TANDA):
        yield from registro.leer(leer_filas, numeros[inicio : inicio + TANDA])


def _valoracion_pedida(servicios: Servicios) -> Valoracion:
    """Return the rating in the body. Raises `DocumentoDesconocido` with the nearest names."""
    pedida = leer_cuerpo(request, VALORACION)
    dados = pedida.model_dump()
    if pedida.documento is not None:
        indice = servicios.biblioteca.actual.indice
        dados["documento"] = buscar_documento(indice, pedida.documento).clave
    return Valoracion(momento=datetime.now(UTC), **dados)
