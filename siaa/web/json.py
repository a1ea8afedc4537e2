"""How values become JSON: dataclasses by their fields, moments in ISO 8601, text as it is."""

import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from flask.json.provider import DefaultJSONProvider

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


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
    """Return a `tipo` made of `mas` and, for its other fields, what has one of that name first."""
    nombres = [campo.name for campo in fields(tipo) if campo.name not in mas]
    duenos = {n: next(valor for valor in valores if hasattr(valor, n)) for n in nombres}
    return tipo(**{n: getattr(dueno, n) for n, dueno in duenos.items()}, **mas)
