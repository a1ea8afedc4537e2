"""The body of a request as a JSON object, and the texts in it, whatever it is to hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from flask import Request
from pydantic import BeforeValidator

from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.errores import PeticionInvalida, TipoNoAdmitido


def _limpio(valor: Any) -> Any:
    return limpiar_entrada(valor) if isinstance(valor, str) else valor


TextoLimpio = Annotated[str, BeforeValidator(_limpio)]
"""Text of a client, safe to compare, log and keep."""


def leer_objeto(peticion: Request, ejemplo: str) -> Mapping[str, Any]:
    """Return the JSON object in a body; `ejemplo` shows what it should look like.

    Raises `TipoNoAdmitido` or `PeticionInvalida`.
    """
    if not peticion.is_json:
        raise TipoNoAdmitido
    try:
        datos = json.loads(peticion.get_data().decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise PeticionInvalida("El cuerpo de la petición no está en UTF-8.") from error
    except (ValueError, RecursionError) as error:
        raise PeticionInvalida("El cuerpo de la petición no es JSON válido.") from error
    if not isinstance(datos, dict):
        raise PeticionInvalida(f"El cuerpo debe ser un objeto como {ejemplo}.")
    return datos
