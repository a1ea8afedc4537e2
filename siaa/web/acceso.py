"""The gate: every request passes here before its view, which has exactly one kind of access."""

from __future__ import annotations

from http import HTTPStatus
from types import MappingProxyType
from typing import Final

from flask import Flask, Request, Response, current_app, request

from siaa.acceso.direcciones import cliente, leer_origen
from siaa.acceso.permisos import METODOS_QUE_LEEN, Peticion, Rechazo, Reglas, Tipo, rechazar
from siaa.servicio.servidor.limite import Limite
from siaa.web.aviso import pagina_de_aviso, quiere_pagina
from siaa.web.fallos import respuesta_error
from siaa.web.openapi.operacion import HTML, Vista

REENVIO: Final = frozenset(
    {"forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip"}
)
PREFIJO_REENVIO: Final = "x-forwarded-"
PERMISOS_CORS: Final = MappingProxyType(
    {
        "Access-Control-Allow-Methods": "GET, POST, DELETE",
        "Access-Control-Allow-Headers": "Authorization, Cache-Control, Content-Type",
        "Access-Control-Max-Age": "600",
    }
)
EXPUESTAS_CORS: Final = "Retry-After, X-Cache, X-Request-Id"


_EXPLICACIONES: Final = MappingProxyType(
    {
        HTTPStatus.UNAUTHORIZED: (
            "Hace falta la clave de acceso",
            (
                "Vuelva a cargar esta página: el navegador pide usuario y contraseña. El usuario "
                "puede quedar vacío; la contraseña es la clave de acceso (el token).",
                "Si no la tiene, pídala a quien administra SIAA: está en sus ajustes.",
            ),
        ),
        HTTPStatus.FORBIDDEN: (
            "Esta página es de quien administra SIAA",
            (
                "Ábrala en el mismo equipo donde corre SIAA, con la dirección http://127.0.0.1 y "
                "su puerto.",
                "O defina SIAA_TOKEN_ADMIN, reinicie SIAA y vuelva a abrirla desde aquí: el "
                "navegador le pedirá el token como contraseña.",
            ),
        ),
        HTTPStatus.MISDIRECTED_REQUEST: ("SIAA no atiende con ese nombre", ()),
    }
)
"""Status of a refusal → what its page is called, and what somebody with a browser can do."""


def registrar_acceso(app: Flask, reglas: Reglas, limite: Limite) -> None:
    """Guard an application that has all its routes. Raises `LookupError` if one has no kind."""
    comprobar_tipos(app)

    @app.before_request
    def vigilar() -> Response | None:
        if _es_consulta_previa(request) and _origen_listado(request, reglas):
            return Response(status=HTTPStatus.NO_CONTENT, headers=dict(PERMISOS_CORS))
        peticion = leer_peticion(request)
        rechazo = rechazar(reglas, peticion)
        if rechazo is None and peticion.tipo is Tipo.BUSQUEDA:
            reenviado = request.headers.get("X-Forwarded-For", "")
            rechazo = _contar(limite, cliente(peticion.par, reenviado, reglas.proxies))
        return None if rechazo is None else _responder(rechazo)

    @app.after_request
    def marcar(respuesta: Response) -> Response:
        if reglas.origenes:
            respuesta.vary.add("Origin")
            if _origen_listado(request, reglas):
                respuesta.headers["Access-Control-Allow-Origin"] = request.headers["Origin"]
                respuesta.headers["Access-Control-Expose-Headers"] = EXPUESTAS_CORS
        if tipo_de(request) is Tipo.ADMINISTRACION:
            respuesta.headers["Cache-Control"] = "no-store"
        return respuesta


def comprobar_tipos(app: Flask) -> None:
    """Raise `LookupError` when a route of an application has no kind."""
    vistas, reglas = app.view_functions, app.url_map.iter_rules()
    sin_tipo = sorted(r.rule for r in reglas if not isinstance(vistas[r.endpoint], Vista))
    if sin_tipo:
        raise LookupError(f"rutas sin su «Operacion» (tipo de acceso): {', '.join(sin_tipo)}")


def tipo_de(peticion: Request) -> Tipo:
    """Return the kind of the route that a request is for; where there is none, no harm is done."""
    if peticion.endpoint is None:
        return Tipo.ABIERTA
    vista = current_app.view_functions[peticion.endpoint]
    return vista.operacion.tipo if isinstance(vista, Vista) else Tipo.ADMINISTRACION


def leer_peticion(peticion: Request) -> Peticion:
    """Take from a request what its admission depends on."""
    cabeceras = peticion.headers
    nombres = (nombre.lower() for nombre, _ in cabeceras)
    return Peticion(
        tipo=tipo_de(peticion),
        metodo=peticion.method,
        par=peticion.remote_addr or "",
        host=cabeceras.get("Host"),
        origen=cabeceras.get("Origin"),
        autorizacion=_autorizacion(peticion),
        reenviada=any(n in REENVIO or n.startswith(PREFIJO_REENVIO) for n in nombres),
    )


def _autorizacion(peticion: Request) -> str | None:
    """Return the header; the password that a browser asks people for stands for a token.

    Only for reading: a browser goes on sending it by itself, whichever page makes it call.
    """
    dada = peticion.authorization
    if dada is None or dada.type != "basic" or peticion.method not in METODOS_QUE_LEEN:
        return peticion.headers.get("Authorization")
    return "Bearer " + (dada.password or "").encode().decode("latin-1")  # as WSGI hands it over


def _es_consulta_previa(peticion: Request) -> bool:
    """Tell whether a browser only asks what a page of another site may do."""
    return peticion.method == "OPTIONS" and "Access-Control-Request-Method" in peticion.headers


def _origen_listado(peticion: Request, reglas: Reglas) -> bool:
    return leer_origen(peticion.headers.get("Origin", "")) in reglas.origenes


def _contar(limite: Limite, de_quien: str) -> Rechazo | None:
    espera_s = limite.espera_s(de_quien)
    if not espera_s:
        return None
    return Rechazo(
        HTTPStatus.TOO_MANY_REQUESTS,
        "demasiadas_consultas",
        f"Este equipo hizo más de {limite.por_minuto} consultas en un minuto: vuelva a preguntar "
        f"dentro de {espera_s} segundos.",
        {"Retry-After": str(espera_s)},
        {"espera_s": espera_s},
    )


def _responder(rechazo: Rechazo) -> Response:
    vista = current_app.view_functions.get(request.endpoint or "")
    if isinstance(vista, Vista) and HTML in vista.da and quiere_pagina(request):
        return _responder_con_pagina(rechazo)
    respuesta = respuesta_error(
        rechazo.estado, rechazo.codigo, rechazo.mensaje, dict(rechazo.detalle)
    )
    respuesta.headers.extend(rechazo.cabeceras)
    return respuesta


def _responder_con_pagina(rechazo: Rechazo) -> Response:
    """Refuse in a page; where a token is missing, the browser asks for it as a password."""
    titulo, pasos = _EXPLICACIONES.get(rechazo.estado, ("No se puede abrir", ()))
    respuesta = pagina_de_aviso(rechazo.estado, titulo, rechazo.mensaje, pasos)
    respuesta.headers.extend(rechazo.cabeceras)
    if rechazo.estado is HTTPStatus.UNAUTHORIZED:
        respuesta.headers["WWW-Authenticate"] = 'Basic realm="SIAA", charset="UTF-8"'
    return respuesta
