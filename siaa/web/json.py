"""How values become JSON: dataclasses by their fields, moments in ISO 8601, text as it is."""

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


def tomar(tipo: type[T], valor: object, /, **mas: object) -> T:
    """Return a `tipo` made of `mas` and, for its other fields, what a value has of that name."""
    suyos = {c.name: getattr(valor, c.name) for c in fields(tipo) if c.name not in mas}
    return tipo(**suyos, **mas)
