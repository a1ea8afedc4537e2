"""What clients send, checked where it enters: bodies of chats and questions in a query string."""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from flask import Request
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from siaa.biblioteca.texto import limpiar_entrada
from siaa.errores import (
    DemasiadosMensajes,
    NoAutorizado,
    PeticionInvalida,
    PreguntaDemasiadoLarga,
    PreguntaVacia,
    TipoNoAdmitido,
    TokenEquivocado,
)
from siaa.valores import Mensaje

CUERPO_MAXIMO: Final = 1024 * 1024
MENSAJES_MAXIMOS: Final = 200
PREGUNTA_MAXIMA: Final = 4000
CABECERAS_DE_REENVIO: Final = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")


def _limpio(valor: Any) -> Any:
    return limpiar_entrada(valor) if isinstance(valor, str) else valor


class _Mensaje(BaseModel):
    model_config = ConfigDict(strict=True)
    role: Literal["system", "user", "assistant"]
    content: Annotated[str, BeforeValidator(_limpio)]


class _Cuerpo(BaseModel):
    model_config = ConfigDict(strict=True)
    messages: Annotated[list[_Mensaje], Field(min_length=1)]
    stream: bool = True


@dataclass(frozen=True, slots=True)
class PeticionChat:
    """A conversation that ends with the question, without the client's system messages."""

    conversacion: tuple[Mensaje, ...]
    en_flujo: bool


def leer_chat(peticion: Request) -> PeticionChat:
    """Read the body of a chat. Raises an `ErrorPeticion` that says what to change."""
    if not peticion.is_json:
        raise TipoNoAdmitido
    datos = _leer_json(peticion.get_data())
    mensajes = datos.get("messages")
    if isinstance(mensajes, list) and len(mensajes) > MENSAJES_MAXIMOS:
        raise DemasiadosMensajes
    try:
        cuerpo = _Cuerpo.model_validate(datos)
    except ValidationError as error:
        raise _explicar(error) from error
    return PeticionChat(_conversacion(cuerpo.messages), cuerpo.stream)


def _leer_json(crudo: bytes) -> Mapping[str, Any]:
    try:
        datos = json.loads(crudo.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise PeticionInvalida("El cuerpo de la petición no está en UTF-8.") from error
    except (ValueError, RecursionError) as error:
        raise PeticionInvalida("El cuerpo de la petición no es JSON válido.") from error
    if not isinstance(datos, dict):
        raise PeticionInvalida('El cuerpo debe ser un objeto como {"messages": […]}.')
    return datos


def _conversacion(mensajes: Sequence[_Mensaje]) -> tuple[Mensaje, ...]:
    ultimo = mensajes[-1]
    if ultimo.role != "user":
        raise PeticionInvalida("El último mensaje debe ser del usuario («role»: «user»).")
    comprobar_pregunta(ultimo.content)
    return tuple(Mensaje(m.role, m.content) for m in mensajes if m.role != "system")


def comprobar_pregunta(texto: str) -> None:
    """Raise unless a question is there and within its limit."""
    if not texto.strip():
        raise PreguntaVacia
    if len(texto) > PREGUNTA_MAXIMA:
        raise PreguntaDemasiadoLarga


_QUEJAS: Final = MappingProxyType(
    {
        "missing": "falta",
        "list_type": "debe ser una lista",
        "too_short": "no puede estar vacío",
        "string_type": "debe ser un texto",
        "bool_type": "debe ser true o false",
        "literal_error": "debe ser «user», «assistant» o «system»",
        "model_type": "debe ser un objeto con «role» y «content»",
        "model_attributes_type": "debe ser un objeto con «role» y «content»",
    }
)


def _explicar(error: ValidationError) -> PeticionInvalida:
    queja = error.errors(include_url=False, include_input=False, include_context=False)[0]
    campo = ".".join(str(parte) for parte in queja["loc"])
    que_pasa = _QUEJAS.get(queja["type"], "no es válido")
    return PeticionInvalida(f"El campo «{campo}» {que_pasa}.", {"campo": campo})


def leer_pregunta(peticion: Request) -> str:
    """Read the question `q` of a query string."""
    texto = limpiar_entrada(peticion.args.get("q", ""))
    comprobar_pregunta(texto)
    return texto


def exigir_administrador(peticion: Request, token: str | None) -> None:
    """Raise unless the caller may use administrator routes.

    With a token set, it is always required; without one, only requests from this machine pass.
    """
    if token is None:
        if not es_local(peticion):
            raise NoAutorizado
        return
    esquema, _, dado = peticion.headers.get("Authorization", "").partition(" ")
    # WSGI hands headers over as latin-1, whatever the client wrote them in.
    iguales = hmac.compare_digest(dado.strip().encode("latin-1", "replace"), token.encode())
    if esquema.lower() != "bearer" or not iguales:
        raise TokenEquivocado


def es_local(peticion: Request) -> bool:
    """Tell whether a request comes from this machine and was not forwarded for somebody else."""
    if any(cabecera in peticion.headers for cabecera in CABECERAS_DE_REENVIO):
        return False
    try:
        return ip_address(peticion.remote_addr or "").is_loopback
    except ValueError:
        return False
