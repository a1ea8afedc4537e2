"""`/siaa/openapi.json`: every route described, OpenAPI 3.1, for whoever writes a program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

from flask import Blueprint, Response, jsonify

from siaa import __version__
from siaa.acceso.permisos import METODOS_QUE_LEEN, Tipo
from siaa.web.acceso import PAGINAS, TIPOS
from siaa.web.identificacion import CABECERA
from siaa.web.openapi.chat import Marco
from siaa.web.openapi.esquemas import esquemas, referencia
from siaa.web.openapi.formas import Error
from siaa.web.openapi.operacion import FLUJO, HTML, JSON, Operacion
from siaa.web.openapi.rutas import OPERACIONES

EVENTO: Final = "EventoDelFlujo"
INTRODUCCION: Final = (
    "Asistente que responde con los documentos de la institución. Lo que no llega a ser una "
    "petición (HTTP mal formado: 400; cuerpo de más de 16 MiB: 413; cabeceras de más de 16 KiB: "
    "431) se rechaza en cualquier ruta con la misma forma de error, que es también la de una "
    "falla propia (500). Toda ruta GET admite HEAD."
)
CAUSAS: Final = MappingProxyType(
    {
        400: "La petición no es válida; «detalle.campo» dice qué cambiar.",
        401: "Falta el token que pide la ruta, o no es el correcto.",
        403: "Ruta del administrador llamada desde otro equipo, o página de un sitio ajeno.",
        404: "No existe eso que se pide.",
        409: "Hay otra recarga en curso, o el índice nuevo encuentra menos.",
        413: "La petición, la pregunta o la conversación son demasiado largas.",
        415: "El cuerpo no viene declarado como JSON.",
        421: "SIAA no atiende con ese nombre (cabecera Host).",
        429: "Demasiadas consultas en un minuto.",
        503: "No se puede en este momento; «Retry-After» dice cuándo volver a intentarlo.",
    }
)
DE_ACCESO: Final = MappingProxyType(
    {
        Tipo.ADMINISTRACION: (401, 403, 421),
        Tipo.BUSQUEDA: (401, 421, 429),
        Tipo.CONSULTA: (401, 421),
        Tipo.ABIERTA: (),
    }
)
DE_ESCRITURA: Final = (403, 421)
DE_CUERPO: Final = (400, 413, 415)
CREDENCIALES: Final = MappingProxyType(
    {
        "administrador": "Valor de SIAA_TOKEN_ADMIN; sin él, solo pasa quien está en el equipo.",
        "preguntas": "Valor de SIAA_TOKEN_PREGUNTAS, si la instalación lo pide.",
    }
)
LLAVES: Final = MappingProxyType(
    {
        Tipo.ADMINISTRACION: ("administrador",),
        Tipo.BUSQUEDA: ("preguntas", "administrador"),
        Tipo.CONSULTA: ("preguntas", "administrador"),
        Tipo.ABIERTA: (),
    }
)
"""What opens each kind of route, where the installation asks for anything."""


def crear_openapi() -> Blueprint:
    """Return the route of the description."""
    openapi = Blueprint("openapi", __name__, url_prefix="/siaa")

    @openapi.get("/openapi.json")
    def leer() -> Response:
        return jsonify(describir())

    return openapi


@cache
def describir() -> Mapping[str, Any]:
    """Return the description of every route, an OpenAPI 3.1 document."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "SIAA", "version": __version__, "description": INTRODUCCION},
        "servers": [{"url": "/"}],
        "paths": _rutas(),
        "components": {
            "schemas": {**_esquemas(), EVENTO: _evento()},
            "headers": _cabeceras(),
            "securitySchemes": {
                nombre: {"type": "http", "scheme": "bearer", "description": texto}
                for nombre, texto in CREDENCIALES.items()
            },
        },
    }


def camino(regla: str) -> str:
    """Return a route of Flask as the description writes it: `/siaa/ver/{doc}`."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", regla)


def estados_de_error(operacion: Operacion) -> tuple[int, ...]:
    """Return the statuses with which an operation may refuse."""
    estados = {*operacion.errores, *DE_ACCESO[TIPOS[operacion.ruta]]}
    if operacion.metodo not in METODOS_QUE_LEEN:
        estados.update(DE_ESCRITURA)
    if operacion.cuerpo is not None:
        estados.update(DE_CUERPO)
    return tuple(sorted(estados.difference(operacion.estados)))


def _rutas() -> Mapping[str, Any]:
    rutas: dict[str, dict[str, Any]] = {}
    for operacion in OPERACIONES:
        ruta = rutas.setdefault(camino(operacion.ruta), {})
        ruta[operacion.metodo.lower()] = _operacion(operacion)
    return rutas


def _operacion(operacion: Operacion) -> dict[str, Any]:
    llaves = LLAVES[TIPOS[operacion.ruta]]
    descrita: dict[str, Any] = {
        "summary": operacion.resumen,
        "parameters": [p.descrito() for p in operacion.parametros],
        "responses": {
            **{str(estado): _respuesta(operacion, estado) for estado in operacion.estados},
            **{str(estado): _rechazo(operacion, estado) for estado in estados_de_error(operacion)},
        },
        "security": [*({llave: []} for llave in llaves), {}],
    }
    if operacion.cuerpo is not None:
        ejemplo = dict(operacion.cuerpo.ejemplo)
        contenido = {"schema": referencia(operacion.cuerpo.forma), "example": ejemplo}
        descrita["requestBody"] = {
            "description": operacion.cuerpo.texto,
            "required": True,
            "content": {JSON: contenido},
        }
    return descrita


def _respuesta(operacion: Operacion, estado: int) -> dict[str, Any]:
    contenido = {
        medio: {"schema": _esquema_de(medio, forma)} for medio, forma in operacion.da.items()
    }
    return {
        "description": CAUSAS.get(estado, "Hecho."),
        "headers": _referidas(CABECERA, *operacion.cabeceras, *_de_espera(estado)),
        "content": contenido,
    }


def _rechazo(operacion: Operacion, estado: int) -> dict[str, Any]:
    contenido: dict[str, Any] = {JSON: {"schema": referencia(Error)}}
    if operacion.ruta in PAGINAS:
        contenido[HTML] = {"schema": _esquema_de(HTML, None)}
    return {
        "description": CAUSAS[estado],
        "headers": _referidas(CABECERA, *_de_espera(estado)),
        "content": contenido,
    }


def _esquema_de(medio: str, forma: type | None) -> dict[str, str]:
    if medio == FLUJO:
        return {"$ref": f"#/components/schemas/{EVENTO}"}
    return {"type": "string"} if forma is None else referencia(forma)


def _de_espera(estado: int) -> tuple[str, ...]:
    espera = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
    return ("Retry-After",) if estado in espera else ()


def _referidas(*nombres: str) -> dict[str, Any]:
    return {nombre: {"$ref": f"#/components/headers/{nombre}"} for nombre in nombres}


def _cabeceras() -> dict[str, Any]:
    return {
        CABECERA: _cabecera(
            "Identifica la petición, también en el registro.",
            {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        ),
        "Retry-After": _cabecera(
            "Segundos tras los que conviene volver a intentarlo.", {"type": "integer", "minimum": 1}
        ),
        "X-Cache": _cabecera("HIT si la respuesta se recordaba.", {"enum": ["HIT", "MISS"]}),
    }


def _cabecera(texto: str, esquema: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": texto, "required": True, "schema": esquema}


def _esquemas() -> Mapping[str, Any]:
    pedidos = _distintos(o.cuerpo.forma for o in OPERACIONES if o.cuerpo is not None)
    dados = _distintos(forma for o in OPERACIONES for forma in o.da.values())
    return esquemas(pedidos, (*dados, Error))


def _distintos(tipos: Iterable[type | None]) -> tuple[type, ...]:
    return tuple(dict.fromkeys(tipo for tipo in tipos if tipo is not None))


def _evento() -> dict[str, Any]:
    """Describe one event of a stream: its data is a frame or, in the last, a word."""
    marco = {"contentMediaType": JSON, "contentSchema": referencia(Marco)}
    datos = {"type": "string", "anyOf": [{"const": "[DONE]"}, marco]}
    return {"type": "object", "properties": {"data": datos}, "required": ["data"]}
