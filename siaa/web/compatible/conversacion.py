"""What other programs send: a conversation of ours in it, and what cannot be honoured."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeVar

from flask import Request
from pydantic import AliasChoices, BaseModel, Field, ValidationError

from siaa.errores import DemasiadosMensajes, PeticionInvalida
from siaa.redaccion.respuesta import sin_avisos
from siaa.valores import Mensaje
from siaa.web.compatible.citado import sin_citas
from siaa.web.peticion import (
    MENSAJES_MAXIMOS,
    Estricto,
    TextoLimpio,
    comprobar_pregunta,
    explicar,
    interpretar_objeto,
)

TAREA: Final = re.compile(r"\s*### Task:")
"""How the calls begin that a page makes beside a question, for its title and the like."""
NO_SE_HACE: Final = MappingProxyType(
    {
        "tool_choice": "SIAA no llama herramientas: quite «tool_choice».",
        "images": "SIAA solo lee texto: quite las imágenes.",
        "_ParteAjena": "SIAA solo lee texto: quite las imágenes y los archivos.",
        **dict.fromkeys(
            ("format", "response_format"),
            "SIAA responde con frases y sus fuentes, no en otro formato: quite «format» o "
            "«response_format».",
        ),
    }
)
"""What is asked of a server of models and SIAA does not do, by the field that asks for it."""
_Imagenes = Annotated[list[Any], Field(max_length=0)]
_Nombre = Annotated[str, Field(min_length=1)]


class _ParteAjena(BaseModel):
    type: Literal["text"]
    text: TextoLimpio = ""


class MensajeAjeno(Estricto):
    """One turn as other programs send it; what they add is ignored."""

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: TextoLimpio | list[_ParteAjena] | None = None
    images: _Imagenes | None = None

    @property
    def texto(self) -> str:
        """Its words."""
        if isinstance(self.content, list):
            return "\n".join(parte.text for parte in self.content)
        return self.content or ""


class _OpcionesDeFlujo(Estricto):
    include_usage: bool = False


class _FormaDeRespuesta(Estricto):
    type: Literal["text"]


class PedidoOllama(Estricto):
    """The body of `/api/chat`; without messages it only asks for the model to be loaded."""

    model: _Nombre
    messages: list[MensajeAjeno] = Field(default_factory=list)
    stream: bool = True
    format: Literal[""] | None = None
    think: bool | str | None = None


class PedidoGenerar(Estricto):
    """The body of `/api/generate`."""

    model: _Nombre
    prompt: TextoLimpio = ""
    stream: bool = True
    format: Literal[""] | None = None
    images: _Imagenes | None = None
    suffix: str = ""


class PedidoMostrar(Estricto):
    """The body of `/api/show`; older programs say `name`."""

    model: Annotated[str, Field(min_length=1, validation_alias=AliasChoices("model", "name"))]


class PedidoOpenAI(Estricto):
    """The body of `/v1/chat/completions`."""

    model: _Nombre
    messages: Annotated[list[MensajeAjeno], Field(min_length=1)]
    stream: bool = False
    stream_options: _OpcionesDeFlujo | None = None
    tool_choice: Literal["auto", "none"] | None = None
    response_format: _FormaDeRespuesta | None = None
    n: int | None = None


Pedido = TypeVar("Pedido", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Tarea:
    """A call that a page makes beside a question: what it says."""

    encargo: str


def leer_pedido(peticion: Request, forma: type[Pedido]) -> Pedido:
    """Read a body, whatever it is declared as: programs call these routes with bare `curl -d`.

    Raises an `ErrorPeticion` that says what to change.
    """
    datos = interpretar_objeto(peticion.get_data(), '{"model": "siaa", …}')
    mensajes = datos.get("messages")
    if isinstance(mensajes, list) and len(mensajes) > MENSAJES_MAXIMOS:
        raise DemasiadosMensajes
    try:
        return forma.model_validate(datos)
    except ValidationError as error:
        lugares = {parte for falla in error.errors() for parte in falla["loc"]}
        ajeno = next((dicho for campo, dicho in NO_SE_HACE.items() if campo in lugares), None)
        raise (PeticionInvalida(ajeno) if ajeno else explicar(error)) from error


def conversacion_de(mensajes: Sequence[MensajeAjeno]) -> tuple[Mensaje, ...] | Tarea:
    """Return the turns of people and answers up to the question, which comes last.

    What SIAA wrote around its answers is taken out of them again. Raises an `ErrorPeticion`.
    """
    turnos = [_turno(m) for m in mensajes if m.role in ("user", "assistant") and m.texto.strip()]
    if not turnos or turnos[-1].rol != "user":
        raise PeticionInvalida("El último mensaje debe ser del usuario («role»: «user»).")
    if TAREA.match(turnos[-1].contenido):
        return Tarea(turnos[-1].contenido)
    comprobar_pregunta(turnos[-1].contenido)
    return tuple(turnos)


def _turno(mensaje: MensajeAjeno) -> Mensaje:
    if mensaje.role == "assistant":
        return Mensaje("assistant", sin_avisos(sin_citas(mensaje.texto)))
    return Mensaje("user", mensaje.texto)
