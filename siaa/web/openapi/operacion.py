"""What stands beside a view: who may call it, what it takes, what it answers. Frozen values.

    @api.get("/tokens")
    @consulta("Cómo se lee una pregunta.", (Q,))
    def tokens() -> _PreguntaEnTokens:

The type that a view returns is the one that is described. Its methods and the parameters of its
path are those of the route.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial, reduce
from operator import or_
from types import MappingProxyType
from typing import Any, Final, Generic, ParamSpec, TypeVar, get_args, get_type_hints

from flask import Response, jsonify

from siaa.acceso.permisos import Tipo
from siaa.web.fallos import Error

JSON: Final = "application/json"
FLUJO: Final = "text/event-stream"
HTML: Final = "text/html"
Esquema = Mapping[str, Any]
Contenido = Mapping[str, type | None]
"""Media type → what it carries; None is text. Of a stream, what each event carries."""
TEXTO: Final[Esquema] = MappingProxyType({"type": "string"})
PAGINA: Final[Contenido] = MappingProxyType({HTML: None})
P = ParamSpec("P")
F = TypeVar("F")


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
        """Answer a request."""
        dado = self.funcion(*args, **kwargs)
        return dado if isinstance(dado, Response) else jsonify(dado)

    @property
    def __name__(self) -> str:
        return self.funcion.__name__

    @property
    def da(self) -> Contenido:
        """All that it answers."""
        devuelto = get_type_hints(self.funcion)["return"]
        formas = [f for f in get_args(devuelto) or (devuelto,) if f is not Response]
        return {**({JSON: reduce(or_, formas)} if formas else {}), **self.operacion.da}
