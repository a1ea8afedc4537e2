"""The gate: every request passes here before its view, which has exactly one kind of access."""

import logging
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

from flask import Flask, Request, Response, current_app, g, request

from siaa.acceso.cuentas import es_de_persona
from siaa.acceso.direcciones import cliente, es_de_este_equipo, leer_origen, leer_sitio
from siaa.acceso.permisos import METODOS_QUE_LEEN, Peticion, Rechazo, Reglas, Tipo, rechazar
from siaa.errores import decir
from siaa.servicio.servidor.cupos import Freno, Limite
from siaa.web.openapi import Vista
from siaa.web.respuestas import PAGINA, contar

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

_diario = logging.getLogger(__name__)


def registrar_acceso(app: Flask, reglas: Reglas, limite: Limite) -> None:
    """Guard all routes of an application; one that says no kind is for its administrator.

    Its views may ask `g.puede_consultar()`: whether who calls may consult, or administer; and
    `g.cliente`: from which address.
    """
    freno = Freno()

    @app.before_request
    def vigilar() -> Response | None:
        # A browser may first ask what a page of another site may do.
        previa = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        if previa and _origen_listado(request, reglas):
            return Response(status=HTTPStatus.NO_CONTENT, headers=dict(PERMISOS_CORS))
        reenviado = request.headers.get("X-Forwarded-For", "")
        de_quien = cliente(request.remote_addr or "", reenviado, reglas.proxies)
        juzgar = partial(_juzgar, reglas, freno, de_quien)
        g.cliente = de_quien
        g.puede_consultar = lambda: None in map(juzgar, (Tipo.CONSULTA, Tipo.ADMINISTRACION))
        tipo = tipo_de(request)
        rechazo = juzgar(tipo)
        if rechazo is None and tipo is Tipo.BUSQUEDA and (espera_s := limite.espera_s(de_quien)):
            rechazo = _esperar("demasiadas_consultas", espera_s, limite.por_minuto)
        return None if rechazo is None else _responder(rechazo, de_quien)

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


def _juzgar(reglas: Reglas, freno: Freno, de_quien: str, tipo: Tipo) -> Rechazo | None:
    cabeceras = request.headers
    peticion = Peticion(
        tipo=tipo,
        metodo=request.method,
        par=request.remote_addr or "",
        host=cabeceras.get("Host"),
        origen=cabeceras.get("Origin"),
        autorizacion=_autorizacion(request),
        indicio=_indicio(request) if tipo is Tipo.ADMINISTRACION else None,
    )
    sin_token = rechazar(reglas, replace(peticion, autorizacion=None))
    dado = peticion.autorizacion
    if dado is None or sin_token is None or sin_token.estado is not HTTPStatus.UNAUTHORIZED:
        return sin_token
    if espera_s := freno.espera_s(de_quien):
        return _esperar("demasiados_intentos", espera_s)
    rechazo = rechazar(reglas, peticion)
    if rechazo is not None:
        freno.anotar(de_quien, dado)
    return rechazo


def tipo_de(peticion: Request) -> Tipo:
    """Return the kind of the route that a request is for; where there is none, no harm is done."""
    if peticion.endpoint is None:
        return Tipo.ABIERTA
    vista = current_app.view_functions[peticion.endpoint]
    return vista.operacion.tipo if isinstance(vista, Vista) else Tipo.ADMINISTRACION


def _indicio(peticion: Request) -> str | None:
    """Proxies add headers, speak an old HTTP or keep the name; else whose program it is tells."""
    entorno, par = peticion.environ, peticion.remote_addr or ""
    if not es_de_este_equipo(par):
        return None
    nombres = (nombre.lower() for nombre, _ in peticion.headers)
    if any(nombre in REENVIO or nombre.startswith(PREFIJO_REENVIO) for nombre in nombres):
        return "trae cabeceras de reenvío (como X-Forwarded-For o Via)"
    if entorno["SERVER_PROTOCOL"] == "HTTP/1.0":
        return "es HTTP/1.0"
    sitio = leer_sitio(peticion.headers.get("Host", ""))
    if sitio is None or not es_de_este_equipo(sitio.nombre):
        return "no llama a 127.0.0.1 ni a localhost"
    if "REMOTE_PORT" not in entorno:  # nobody connected: the application is called in this process
        return None
    suya = es_de_persona(par, int(entorno["REMOTE_PORT"]), int(entorno["SERVER_PORT"]))
    return None if suya else "la hace un programa del sistema, y no una persona"


def _autorizacion(peticion: Request) -> str | None:
    """A browser's password is a token only to read: it sends it by itself, whichever page calls."""
    dada = peticion.authorization
    if dada is None or dada.type != "basic" or peticion.method not in METODOS_QUE_LEEN:
        return peticion.headers.get("Authorization")
    return "Bearer " + (dada.password or "").encode().decode("latin-1")  # as WSGI hands it over


def _origen_listado(peticion: Request, reglas: Reglas) -> bool:
    return leer_origen(peticion.headers.get("Origin", "")) in reglas.origenes


def _esperar(codigo: str, espera_s: int, por_minuto: int = 0) -> Rechazo:
    mensaje = decir("acceso", codigo, espera_s=espera_s, por_minuto=por_minuto)
    espera = {"Retry-After": str(espera_s)}
    return Rechazo(HTTPStatus.TOO_MANY_REQUESTS, codigo, mensaje, espera, {"espera_s": espera_s})


def _responder(rechazo: Rechazo, de_quien: str) -> Response:
    if tipo_de(request) is Tipo.ADMINISTRACION:
        _diario.warning("[Acceso] Administración negada a %s: %s", de_quien, rechazo.mensaje)
    respuesta = contar(rechazo.estado, rechazo.codigo, rechazo.mensaje, rechazo.detalle)
    respuesta.headers.extend(rechazo.cabeceras)
    if rechazo.estado is HTTPStatus.UNAUTHORIZED and respuesta.mimetype == PAGINA:
        # The browser asks for the token as a password.
        respuesta.headers["WWW-Authenticate"] = 'Basic realm="SIAA", charset="UTF-8"'
    return respuesta
