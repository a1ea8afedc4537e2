"""What stands beside a view (who may call it, what it takes, what it answers), and its description.

    @api.get("/tokens")
    @consulta("Cómo se lee una pregunta.", (Q,))
    def tokens() -> _PreguntaEnTokens:

The type that a view returns is the one that is described, in OpenAPI 3.1, for whoever writes a
program. Its methods and the parameters of its path are those of the route.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial, reduce
from operator import or_
from types import MappingProxyType, UnionType
from typing import Any, Final, Generic, ParamSpec, TypeVar, get_args, get_type_hints

from flask import Blueprint, Flask, Response, jsonify, request
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue

from siaa import __version__
from siaa.acceso.permisos import METODOS_QUE_LEEN, Tipo
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.errores import PeticionInvalida, dichos
from siaa.web.respuestas import CABECERA, Error

JSON: Final = "application/json"
FLUJO: Final = "text/event-stream"
HTML: Final = "text/html"
Esquema = Mapping[str, Any]
Contenido = Mapping[str, type | None]
"""Media type → what it carries; None is text. Of a stream, what each event carries."""
Objeto = dict[str, Any]
"""What another API says the form of."""
PAGINA: Final[Contenido] = MappingProxyType({HTML: None})
P = ParamSpec("P")
F = TypeVar("F")


def fijo(**campos: object) -> Esquema:
    """Return some fields that nobody changes."""
    return MappingProxyType(campos)


INTRODUCCION: Final = (
    "Asistente que responde con los documentos de la institución. Lo que no llega a ser una "
    "petición (HTTP mal formado: 400; cuerpo de más de 48 MiB: 413; cabeceras de más de 16 KiB: "
    "431) se rechaza en cualquier ruta con la misma forma de error, que es también la de una "
    "falla propia (500). Toda ruta GET admite HEAD."
)
_CAUSAS: Final = dichos("http")
DE_PREGUNTAS: Final = ("preguntas", "administrador")
DE_ACCESO: Final[Mapping[Tipo, tuple[tuple[str, ...], tuple[int, ...]]]] = MappingProxyType(
    {
        Tipo.ADMINISTRACION: (("administrador",), (401, 403, 421, 429)),
        Tipo.BUSQUEDA: (DE_PREGUNTAS, (401, 421, 429)),
        Tipo.CONSULTA: (DE_PREGUNTAS, (401, 421, 429)),
        Tipo.ABIERTA: ((), ()),
    }
)
"""What opens each kind of route, where the installation asks for anything, and its refusals."""
ESPERA: Final = "Retry-After"
_IDENTIFICA: Final = "Identifica la petición, también en el registro."
_REINTENTAR: Final = "Segundos tras los que conviene volver a intentarlo."
CABECERAS: Final[Mapping[str, Esquema]] = MappingProxyType(
    {
        CABECERA: fijo(description=_IDENTIFICA, type="string", pattern="^[0-9a-f]{32}$"),
        ESPERA: fijo(description=_REINTENTAR, type="integer", minimum=1),
    }
)
CREDENCIALES: Final = fijo(
    administrador="Valor de SIAA_TOKEN_ADMIN; sin él, solo pasa quien está en el equipo.",
    preguntas="Valor de SIAA_TOKEN_PREGUNTAS, si la instalación lo pide.",
)
REFERENCIA: Final = "#/components/schemas/{model}"
TEXTO: Final = fijo(type="string")
DEL_CODIGO: Final = ("title", "description")
"""What only repeats the names and the words of the code."""


@dataclass(frozen=True, slots=True)
class Parametro:
    """One parameter; of the path, where the route has one of that name, else of the query.

    errores: statuses with which reading it may refuse.
    """

    nombre: str
    texto: str
    ejemplo: object
    esquema: Esquema = field(default_factory=lambda: TEXTO)
    obligatorio: bool = False
    errores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Cuerpo(Generic[F]):
    """What has to be sent, such as `ejemplo`. texto: what its schema cannot say. medio: as what."""

    forma: type[F]
    texto: str
    ejemplo: Mapping[str, Any]
    medio: str = JSON


@dataclass(frozen=True, slots=True)
class Operacion:
    """What is said of a view; called with the view, it says it.

    parametros: where there is a body too, they are for the methods that only read. errores:
    statuses of refusals of its own, besides those of its kind of access, parameters and body. da:
    what it answers besides the type that it returns, with one of `estados`. cabeceras: of its
    answers, name → schema with a description. falla: how it tells a failure.
    """

    tipo: Tipo
    resumen: str
    parametros: tuple[Parametro, ...] = ()
    errores: tuple[int, ...] = ()
    cuerpo: Cuerpo[Any] | None = None
    da: Contenido = field(default_factory=dict)
    estados: tuple[int, ...] = (200,)
    cabeceras: Mapping[str, Esquema] = field(default_factory=dict)
    falla: type = Error

    def __call__(self, funcion: Callable[P, object]) -> "Vista[P]":
        """Return the view that goes with this."""
        return Vista(funcion, self)


administracion = partial(Operacion, Tipo.ADMINISTRACION)
busqueda = partial(Operacion, Tipo.BUSQUEDA)
consulta = partial(Operacion, Tipo.CONSULTA)
abierta = partial(Operacion, Tipo.ABIERTA)


@dataclass(frozen=True, slots=True)
class Vista(Generic[P]):
    """A view of Flask with what is said of it; what it returns is sent as JSON."""

    funcion: Callable[P, object]
    operacion: Operacion

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Response:
        """Answer a request. Raises `PeticionInvalida` for a parameter that it does not know."""
        self._comprobar_nombres()
        dado = self.funcion(*args, **kwargs)
        return dado if isinstance(dado, Response) else jsonify(dado)

    def _comprobar_nombres(self) -> None:
        dicho, del_camino = self.operacion, request.view_args or {}
        nombres = [p.nombre for p in dicho.parametros if p.nombre not in del_camino]
        lee = dicho.cuerpo is None or request.method in METODOS_QUE_LEEN
        ajenos = request.args.keys() - nombres if lee and nombres and HTML not in dicho.da else ()
        for ajeno in sorted(ajenos):
            cuales = "los que hay son" if nombres[1:] else "solo hay"
            que = f"no existe aquí; {cuales} «{'», «'.join(nombres)}»"
            raise queja_de(limpiar_entrada(ajeno), que)

    @property
    def __name__(self) -> str:
        return self.funcion.__name__

    @property
    def da(self) -> Contenido:
        """All that it answers."""
        devuelto = get_type_hints(self.funcion)["return"]
        suyas = get_args(devuelto) if isinstance(devuelto, UnionType) else (devuelto,)
        formas = [forma for forma in suyas if forma is not Response]
        return {**({JSON: reduce(or_, formas)} if formas else {}), **self.operacion.da}


def queja_de(nombre: str, que: str) -> PeticionInvalida:
    """Return what is wrong with a parameter, as an error that names it."""
    return PeticionInvalida(f"El parámetro «{nombre}» {que}.", {"campo": nombre})


def crear_openapi(app: Flask) -> Blueprint:
    """Return the route that describes those of an application."""
    openapi = Blueprint("openapi", __name__, url_prefix="/siaa")
    recordada = cache(partial(describir, app))

    @openapi.get("/openapi.json")
    @abierta("Esta descripción.")
    def leer() -> Objeto:
        return recordada()

    return openapi


def describir(app: Flask) -> Objeto:
    """Return the description of every route that says what it is."""
    rutas: dict[str, dict[str, Any]] = {}
    cabeceras = dict(CABECERAS)
    pedidos: list[type] = []
    dados: list[type] = [Error]
    for regla in app.url_map.iter_rules():
        vista = app.view_functions[regla.endpoint]
        if isinstance(vista, Vista):
            ruta = rutas.setdefault(camino(regla.rule), {})
            for metodo in sorted((regla.methods or set()) - {"HEAD", "OPTIONS"}):
                ruta[metodo.lower()] = _operacion(vista, metodo, regla.arguments)
            cabeceras |= vista.operacion.cabeceras
            pedidos += [vista.operacion.cuerpo.forma] if vista.operacion.cuerpo else []
            dados += [vista.operacion.falla]
            dados += [forma for forma in vista.da.values() if forma is not None]
    return {
        "openapi": "3.1.0",
        "info": {"title": "SIAA", "version": __version__, "description": INTRODUCCION},
        "servers": [{"url": "/"}],
        "paths": rutas,
        "components": {
            "schemas": _esquemas(pedidos, "validation") | _esquemas(dados, "serialization"),
            "headers": {nombre: _cabecera(**dicha) for nombre, dicha in cabeceras.items()},
            "securitySchemes": {
                nombre: {"type": "http", "scheme": "bearer", "description": texto}
                for nombre, texto in CREDENCIALES.items()
            },
        },
    }


def camino(regla: str) -> str:
    """Return a route of Flask as the description writes it: `/siaa/ver/{doc}`."""
    return re.sub(r"<(?:[^:<>]+:)?(\w+)>", r"{\1}", regla)


def _operacion(vista: Vista[...], metodo: str, de_la_ruta: Collection[str]) -> dict[str, Any]:
    """Describe a method of a view; of its parameters, those `de_la_ruta` stand in the path."""
    dicho, lee = vista.operacion, metodo in METODOS_QUE_LEEN
    cuerpo = None if lee else dicho.cuerpo
    parametros = dicho.parametros if lee or cuerpo is None else ()
    llaves, de_acceso = DE_ACCESO[dicho.tipo]
    errores = {*dicho.errores, *de_acceso, *(e for p in parametros for e in p.errores)}
    errores.update((404,) if de_la_ruta else (), () if lee else (403, 421))
    errores.update((400, 413, 415) if cuerpo else ())
    rechazo: Contenido = {JSON: dicho.falla, **PAGINA}
    descrita: dict[str, Any] = {
        "summary": dicho.resumen,
        "parameters": [_parametro(p, p.nombre in de_la_ruta) for p in parametros],
        "responses": {
            **{str(e): _respuesta(e, rechazo) for e in sorted(errores)},
            **{str(e): _respuesta(e, vista.da, *dicho.cabeceras) for e in dicho.estados},
        },
        "security": [*({llave: []} for llave in llaves), {}],
    }
    if cuerpo is not None:
        contenido = {"schema": _referencia(cuerpo.forma), "example": dict(cuerpo.ejemplo)}
        descrita["requestBody"] = {
            "description": cuerpo.texto,
            "required": True,
            "content": {cuerpo.medio: contenido},
        }
    return descrita


def _parametro(parametro: Parametro, de_la_ruta: bool) -> dict[str, Any]:
    return {
        "name": parametro.nombre,
        "in": "path" if de_la_ruta else "query",
        "description": parametro.texto,
        "required": parametro.obligatorio or de_la_ruta,
        "schema": dict(parametro.esquema),
        "example": parametro.ejemplo,
    }


def _respuesta(estado: int, da: Contenido, *cabeceras: str) -> dict[str, Any]:
    nombres = (CABECERA, *cabeceras, *((ESPERA,) if estado in (429, 503) else ()))
    return {
        "description": _CAUSAS.get(str(estado), "Hecho."),
        "headers": {nombre: {"$ref": f"#/components/headers/{nombre}"} for nombre in nombres},
        "content": {medio: {"schema": _esquema(medio, forma)} for medio, forma in da.items()},
    }


def _esquema(medio: str, forma: type | None) -> dict[str, Any]:
    """Describe what a media type carries. The data of an event is a frame or, at last, a word."""
    if forma is None:
        return {"type": "string"}
    if medio != FLUJO:
        return _referencia(forma)
    marco = {"contentMediaType": JSON, "contentSchema": _referencia(forma)}
    datos = {"type": "string", "anyOf": [{"const": "[DONE]"}, marco]}
    return {"type": "object", "properties": {"data": datos}, "required": ["data"]}


def _cabecera(description: str, **esquema: Any) -> dict[str, Any]:
    return {"description": description, "required": True, "schema": esquema}


class _Generador(GenerateJsonSchema):
    """Names a type without the mark of what is private; what is answered is always whole."""

    def normalize_name(self, name: str) -> str:
        return super().normalize_name(name).lstrip("_")

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def field_is_required(self, field: Any, total: bool) -> bool:
        de_valor: bool = field["type"] == "dataclass-field"
        return de_valor or super().field_is_required(field, total)

    def default_schema(self, schema: Any) -> JsonSchemaValue:
        if self.mode == "serialization":
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)


def _esquemas(tipos: Iterable[type], modo: JsonSchemaMode) -> dict[str, Any]:
    """Return the schemas, by name, of what clients send or, closed, of what they are given."""
    cierre = {"additionalProperties": False} if modo == "serialization" else {}
    _, juntos = TypeAdapter.json_schemas(
        [(tipo, modo, TypeAdapter(tipo)) for tipo in dict.fromkeys(tipos)],
        schema_generator=_Generador,
        ref_template=REFERENCIA,
    )
    return {
        nombre: {
            **{clave: valor for clave, valor in esquema.items() if clave not in DEL_CODIGO},
            **(cierre if "properties" in esquema else {}),
        }
        for nombre, esquema in juntos.get("$defs", {}).items()
    }


def _referencia(tipo: type) -> dict[str, Any]:
    if tipo == Objeto:
        return {"type": "object"}
    if uniones := get_args(tipo):
        return {"anyOf": [_referencia(una) for una in uniones]}
    return {"$ref": REFERENCIA.format(model=tipo.__name__.lstrip("_"))}
