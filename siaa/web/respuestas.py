"""What is done to every response: JSON, security headers, an id and a line in the log, gzip.

The id is ours: what a client sends as `X-Request-Id` is not looked at. Every line that is written
meanwhile has it. The access line is written when the response ends, which for a stream is when its
last frame has gone or the client has left. Streams are never compressed.

Every failure leaves as `{"error": {"codigo", "mensaje", "detalle"}}`, without internals; to people
who opened an address in a browser it is told in a page.
"""

import gzip
import json
import logging
import time
import uuid
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final, TypeVar
from urllib.parse import quote

from flask import Flask, Response, g, jsonify, make_response, render_template, request, url_for
from flask.json.provider import DefaultJSONProvider
from typing_extensions import TypedDict, is_typeddict
from werkzeug.exceptions import HTTPException

from siaa import errores
from siaa.acceso.permisos import CABECERAS, POLITICA_MINIMA
from siaa.biblioteca.lengua.ortografia import nombres_parecidos
from siaa.diario import PETICION
from siaa.errores import sin_descriptores
from siaa.web import formato

T = TypeVar("T")
_DE_PAGINA: Final = f"{POLITICA_MINIMA}; style-src 'self'; img-src 'self'; base-uri 'none'"
SIN_GUIONES: Final = f"{_DE_PAGINA}; form-action 'none'"
DE_GUIONES: Final = (
    f"{_DE_PAGINA}; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'"
)
"""What every page with scripts may do; each adds whether it sends forms and what makes markup."""
CON_GUIONES: Final = f"{DE_GUIONES}; form-action 'self'; trusted-types 'none'"
CABECERA: Final = "X-Request-Id"
SIN_LINEA: Final = ("/metrics", "/siaa/status")
"""What monitors ask again and again: a line for each would bury the rest."""
SIN_RUTA: Final = "(sin ruta)"
COMPRIMIDOS: Final = frozenset(("text/html", "text/css", "text/javascript", "image/svg+xml"))
MINIMO: Final = 600
"""Bytes below which there is nothing to gain: they go in one packet either way."""
NIVEL: Final = 5
"""Of compression: half a percent longer than at the slowest, in much less time."""
REINTENTAR_S: Final = 30
PAGINA: Final = "text/html"
NADA: Final[Mapping[str, Any]] = MappingProxyType({})
BIBLIOTECA: Final = "/siaa/biblioteca"
PAGINAS: Final = MappingProxyType(
    {"/comprobar": "Comprobar un texto", BIBLIOTECA: "Biblioteca", "/siaa/salud": "Salud"}
)
"""Where people go, beside the first page: address → name."""
SIN_DECIR: Final = ("HEAD", "OPTIONS")
"""Methods that every address has, or that nobody calls by hand."""


class Json(DefaultJSONProvider):
    """What `jsonify` writes."""

    ensure_ascii = False
    sort_keys = False

    @staticmethod
    def default(valor: Any) -> Any:
        """Return what stands for a value that JSON does not know."""
        if isinstance(valor, datetime):
            return valor.isoformat()
        return DefaultJSONProvider.default(valor)


def en_json(valor: Mapping[str, Any]) -> bytes:
    """Return a value as it goes over the wire."""
    return json.dumps(valor, ensure_ascii=False, default=Json.default).encode("utf-8", "replace")


def tomar(tipo: type[T], /, *valores: object, **mas: object) -> T:
    """Return a `tipo` made of `mas` and, for its other fields, what has one of that name first.

    What a dict need not have comes from `mas` alone.
    """
    forma: Any = tipo
    if is_typeddict(tipo):
        campos = [nombre for nombre in forma.__annotations__ if nombre in forma.__required_keys__]
    else:
        campos = [campo.name for campo in fields(forma)]
    nombres = [nombre for nombre in campos if nombre not in mas]
    duenos = {n: next(valor for valor in valores if hasattr(valor, n)) for n in nombres}
    return tipo(**{n: getattr(dueno, n) for n, dueno in duenos.items()}, **mas)


def hoja(plantilla: str, politica: str = CON_GUIONES, /, **datos: Any) -> Response:
    """Return a page that may do no more than its policy lets it; `f`: how it writes figures."""
    respuesta = make_response(render_template(plantilla, f=formato, **datos))
    respuesta.headers["Content-Security-Policy"] = politica
    return respuesta


def _proteger(respuesta: Response) -> Response:
    respuesta.headers.setdefault("Content-Security-Policy", POLITICA_MINIMA)
    respuesta.headers.update(CABECERAS)
    return respuesta


_accesos = logging.getLogger("siaa.acceso")


def registrar_respuestas(app: Flask) -> None:
    """Make every response of an application as it is said above; before any other hook."""
    app.json = Json(app)
    app.before_request(_numerar)
    for hacer in (_sellar, _comprimir, _proteger):
        app.after_request(hacer)
    app.register_error_handler(errores.ErrorSIAA, de_siaa)
    app.register_error_handler(HTTPException, _de_werkzeug)
    app.register_error_handler(Exception, _inesperado)


def _numerar() -> None:
    g.id_peticion = uuid.uuid4().hex
    g.llegada_peticion = time.monotonic()
    PETICION.set(g.id_peticion)


def _sellar(respuesta: Response) -> Response:
    respuesta.headers[CABECERA] = g.id_peticion
    # A file handed straight to the server would never tell when it was sent.
    respuesta.direct_passthrough = False
    # Nothing that was asked can stand in a route, also where none matches.
    ruta = SIN_RUTA if request.url_rule is None else request.url_rule.rule
    metodo, llegada, estado = quote(request.method), g.llegada_peticion, respuesta.status_code

    @respuesta.call_on_close
    def despedir() -> None:
        # The request is over; and of the response, which holds on to this, nothing is kept.
        if ruta not in SIN_LINEA:
            ms = round(1000 * (time.monotonic() - llegada))
            datos = {"metodo": metodo, "ruta": ruta, "estado": estado, "ms": ms}
            _accesos.info("%s %s %d %d ms", metodo, ruta, estado, ms, extra=datos)
        PETICION.set(None)

    return respuesta


def _comprimir(respuesta: Response) -> Response:
    """Compress what a client accepts so. The ETag of a file is weak: it names both ways."""
    if respuesta.mimetype not in COMPRIMIDOS or respuesta.status_code not in (200, 304):
        return respuesta
    respuesta.vary.add("Accept-Encoding")
    etiqueta, _ = respuesta.get_etag()
    if etiqueta is not None:
        respuesta.set_etag(etiqueta, weak=True)
    if respuesta.status_code == 200 and request.accept_encodings["gzip"] > 0:
        respuesta.direct_passthrough = False
        datos = respuesta.get_data()
        if len(datos) >= MINIMO:
            respuesta.set_data(gzip.compress(datos, NIVEL, mtime=0))
            respuesta.content_encoding = "gzip"
    return respuesta


_diario = logging.getLogger(__name__)


class Falla(TypedDict):
    """What went wrong, in the chat."""

    codigo: str
    mensaje: str


class FallaDetallada(Falla):
    """What went wrong, with facts: of a request, its field that is wrong (`campo`)."""

    detalle: dict[str, Any]


class Error(TypedDict):
    """The one shape of errors."""

    error: FallaDetallada


def contar(
    estado: int,
    codigo: str,
    mensaje: str,
    detalle: Mapping[str, Any] = NADA,
    enlaces: Mapping[str, str] = NADA,
) -> Response:
    """Return a failure as whoever met it reads it: a person on a page, a program in the one shape.

    enlaces: address → name, where the person may have wanted to go.
    """
    if request.accept_mimetypes.best_match(["application/json", PAGINA]) == PAGINA:
        respuesta = hoja("aviso.html", SIN_GUIONES, estado=estado, motivo=mensaje, enlaces=enlaces)
    else:
        error: Error = {"error": {"codigo": codigo, "mensaje": mensaje, "detalle": dict(detalle)}}
        respuesta = jsonify(error)
    respuesta.status_code = estado
    return respuesta


def de_siaa(error: errores.ErrorSIAA) -> Response:
    """Tell a failure that SIAA names, and when it makes sense to ask again."""
    enlaces: Mapping[str, str] = NADA
    if isinstance(error, errores.DocumentoDesconocido):
        parecidos = error.detalle.get("parecidos", ())
        enlaces = {url_for("visor.ver", doc=doc): doc for doc in parecidos}
        enlaces = enlaces or {BIBLIOTECA: PAGINAS[BIBLIOTECA]}
    respuesta = contar(error.estado_http, error.codigo, error.mensaje, error.detalle, enlaces)
    if error.reintentable:
        respuesta.headers["Retry-After"] = str(REINTENTAR_S)
    return respuesta


def _de_werkzeug(error: HTTPException) -> Response:
    estado = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    es_nuestra = estado >= HTTPStatus.INTERNAL_SERVER_ERROR
    falla = errores.ErrorInterno if es_nuestra else errores.PeticionInvalida
    codigo, mensaje = errores.por_estado("direccion", estado, falla)
    metodos = sorted(getattr(error, "valid_methods", None) or ())
    mensaje = mensaje.format(metodos=" o ".join(m for m in metodos if m not in SIN_DECIR))
    perdida = estado == HTTPStatus.NOT_FOUND
    cerca = nombres_parecidos(request.path.lower(), PAGINAS) or PAGINAS if perdida else ()
    respuesta = contar(
        estado, codigo, mensaje, enlaces={pagina: PAGINAS[pagina] for pagina in cerca}
    )
    if metodos:
        respuesta.headers["Allow"] = ", ".join(metodos)
    return respuesta


def _inesperado(error: Exception) -> Response:
    if sin_descriptores(error):
        return de_siaa(errores.SinDescriptores())
    _diario.error("error no previsto", exc_info=error)
    return de_siaa(errores.ErrorInterno())
