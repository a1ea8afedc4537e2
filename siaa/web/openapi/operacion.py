"""What is said of an operation and of its parameters. Frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

JSON: Final = "application/json"
FLUJO: Final = "text/event-stream"
HTML: Final = "text/html"
Esquema = Mapping[str, Any]
Contenido = Mapping[str, type | None]
"""Media type → what it carries; None is text."""


@dataclass(frozen=True, slots=True)
class Parametro:
    """One parameter of the path or of the query string."""

    nombre: str
    texto: str
    esquema: Esquema
    ejemplo: object
    en: Literal["path", "query"] = "query"
    obligatorio: bool = False

    def descrito(self) -> dict[str, Any]:
        """Return the parameter as the description writes it."""
        return {
            "name": self.nombre,
            "in": self.en,
            "description": self.texto,
            "required": self.obligatorio,
            "schema": dict(self.esquema),
            "example": self.ejemplo,
        }


@dataclass(frozen=True, slots=True)
class Cuerpo:
    """What has to be sent, such as `ejemplo`. texto: what its schema cannot say."""

    forma: type
    texto: str
    ejemplo: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Operacion:
    """A method of a route.

    ruta: as Flask writes it. da: the answer, with any of `estados`, and its own `cabeceras`.
    errores: statuses of refusals of its own, besides those of its kind of access and of any body.
    """

    metodo: str
    ruta: str
    resumen: str
    da: Contenido
    parametros: tuple[Parametro, ...] = ()
    errores: tuple[int, ...] = ()
    cuerpo: Cuerpo | None = None
    estados: tuple[int, ...] = (200,)
    cabeceras: tuple[str, ...] = ()
