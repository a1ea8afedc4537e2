"""Who may call what: decided from what a request says, before any route sees it. Pure.

A request is local when its other end is this machine, no proxy is configured and nothing about it
is as proxies send it.

Names are checked because a page of another site can make a browser call this service: under a name
of its own that leads here (Host), or under ours from its own page (Origin). Every response carries
headers, so that no browser makes more of it than it is.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

from siaa.acceso import direcciones
from siaa.errores import decir, dichos

METODOS_QUE_LEEN: Final = frozenset({"GET", "HEAD", "OPTIONS"})
POLITICA_MINIMA: Final = "default-src 'none'; frame-ancestors 'none'"
"""What is not a page may load nothing; a page brings a policy of its own."""
CABECERAS: Final = MappingProxyType(
    {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }
)
PIDE_TOKEN: Final = MappingProxyType({"WWW-Authenticate": 'Bearer realm="SIAA"'})


class Tipo(StrEnum):
    """What a route is for. A search is a consultation that also counts for the limit."""

    ADMINISTRACION = "administracion"
    BUSQUEDA = "busqueda"
    CONSULTA = "consulta"
    ABIERTA = "abierta"


@dataclass(frozen=True, slots=True)
class Reglas:
    """Who may do what in this installation.

    hosts: names it answers to besides those of this machine. origenes: pages of other sites that
    may call it. proxies: whose word is taken for the address of a client.
    """

    token_admin: str | None = field(default=None, repr=False)
    token_preguntas: str | None = field(default=None, repr=False)
    hosts: frozenset[str] = frozenset()
    origenes: frozenset[direcciones.Origen] = frozenset()
    proxies: tuple[direcciones.Red, ...] = ()

    def atiende(self, sitio: direcciones.Sitio | None) -> bool:
        """Tell whether this service answers to a name; never to one that cannot be read."""
        if sitio is None:
            return False
        return direcciones.es_de_este_equipo(sitio.nombre) or sitio.nombre in self.hosts


@dataclass(frozen=True, slots=True)
class Peticion:
    """What a request says about itself: headers as they came, None where one did not.

    par: address of the other end. indicio: what makes it look, coming from this machine, like one
    that a proxy sent on, in Spanish.
    """

    tipo: Tipo
    metodo: str
    par: str
    host: str | None
    origen: str | None = None
    autorizacion: str | None = None
    indicio: str | None = None

    @property
    def escribe(self) -> bool:
        """Whether it may change anything."""
        return self.metodo not in METODOS_QUE_LEEN


@dataclass(frozen=True, slots=True)
class Rechazo:
    """Why a request goes no further: status, code for programs, sentence for people, headers."""

    estado: HTTPStatus
    codigo: str
    mensaje: str
    cabeceras: Mapping[str, str] = field(default_factory=dict)
    detalle: Mapping[str, Any] = field(default_factory=dict)


_DICHOS: Final = dichos("acceso")
SIN_TOKEN: Final = Rechazo(HTTPStatus.FORBIDDEN, "no_autorizado", _DICHOS["sin_token"])
TOKEN_DE_ADMINISTRADOR: Final = Rechazo(
    HTTPStatus.UNAUTHORIZED, "no_autorizado", _DICHOS["token_de_administrador"], PIDE_TOKEN
)
TOKEN_DE_PREGUNTAS: Final = Rechazo(
    HTTPStatus.UNAUTHORIZED, "no_autorizado", _DICHOS["token_de_preguntas"], PIDE_TOKEN
)
ORIGEN_AJENO: Final = Rechazo(
    HTTPStatus.FORBIDDEN, "origen_no_admitido", _DICHOS["origen_no_admitido"]
)


def rechazar(reglas: Reglas, peticion: Peticion) -> Rechazo | None:
    """Return why a request is refused, or None to let it in."""
    sitio = None if peticion.host is None else direcciones.leer_sitio(peticion.host)
    vigilada = peticion.escribe or peticion.tipo is not Tipo.ABIERTA
    # Every browser sends Host: a request without one is no page's doing.
    if vigilada and peticion.host is not None and not reglas.atiende(sitio):
        detalle = {"host": None if sitio is None else sitio.nombre}  # as it could be read
        dicho = _DICHOS["host_no_admitido"]
        return Rechazo(HTTPStatus.MISDIRECTED_REQUEST, "host_no_admitido", dicho, detalle=detalle)
    listado = direcciones.leer_origen(peticion.origen or "") in reglas.origenes
    if peticion.escribe and not (listado or _es_propio(peticion)):
        return ORIGEN_AJENO
    if peticion.tipo is Tipo.ADMINISTRACION:
        return _administrar(reglas, peticion)
    return None if peticion.tipo is Tipo.ABIERTA else _preguntar(reglas, peticion)


def es_local(reglas: Reglas, peticion: Peticion) -> bool:
    """Tell whether a request comes from this machine and nobody stands in between."""
    par = direcciones.leer_direccion(peticion.par)
    directa = par is not None and par.is_loopback and peticion.indicio is None
    return directa and not reglas.proxies and _es_propio(peticion)


def _es_propio(peticion: Peticion) -> bool:
    """Tell whether a request comes from no page, or from one of this service."""
    if peticion.origen is None:
        return True
    origen = direcciones.leer_origen(peticion.origen)
    sitio = direcciones.leer_sitio(peticion.host or "")
    return origen is not None and sitio is not None and origen.es_de(sitio)


def _administrar(reglas: Reglas, peticion: Peticion) -> Rechazo | None:
    if reglas.token_admin is not None:
        return None if _trae(peticion, reglas.token_admin) else TOKEN_DE_ADMINISTRADOR
    if es_local(reglas, peticion):
        return None
    if peticion.indicio is None:
        return SIN_TOKEN
    pista = decir("acceso", "por_un_proxy", indicio=peticion.indicio)
    return replace(SIN_TOKEN, mensaje=f"{SIN_TOKEN.mensaje} {pista}")


def _preguntar(reglas: Reglas, peticion: Peticion) -> Rechazo | None:
    validos = filter(None, (reglas.token_preguntas, reglas.token_admin))
    abierta = reglas.token_preguntas is None
    return None if abierta or any(_trae(peticion, uno) for uno in validos) else TOKEN_DE_PREGUNTAS


def _trae(peticion: Peticion, token: str) -> bool:
    esquema, _, dado = (peticion.autorizacion or "").partition(" ")
    # WSGI hands headers over as latin-1, whatever the client wrote them in.
    iguales = hmac.compare_digest(dado.strip(" \t").encode("latin-1", "replace"), token.encode())
    return esquema.lower() == "bearer" and iguales


def informe(reglas: Reglas, host: str, por_minuto: int) -> str:
    """Say, for whoever starts the service, what is protected and what is not."""
    if direcciones.es_de_este_equipo(host):
        acceso = "solo este equipo" + (", y quien llegue por un proxy" if reglas.proxies else "")
    else:
        acceso = f"la red, por {host}, con los nombres {', '.join(sorted(reglas.hosts))}"
    if reglas.token_admin is not None:
        administracion = "con token"
    elif reglas.proxies:
        administracion = "cerrada (con un proxy hace falta SIAA_TOKEN_ADMIN)"
    else:
        administracion = "sin token, solo desde este equipo"
    preguntas = "abiertas a quien llegue" if reglas.token_preguntas is None else "con token"
    limite = f"{por_minuto} consultas por minuto y cliente" if por_minuto else "sin límite"
    return (
        f"Acceso: {acceso}\n  Administración: {administracion}\n  Preguntas: {preguntas}, {limite}"
    )
