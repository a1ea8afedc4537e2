"""How values become JSON: dataclasses by their fields, moments in ISO 8601, text as it is."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask.json.provider import DefaultJSONProvider


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
