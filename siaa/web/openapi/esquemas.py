"""From types to JSON Schemas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, get_args

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue

REFERENCIA: Final = "#/components/schemas/{model}"
DEL_CODIGO: Final = ("title", "description")
"""What only repeats the names and the words of the code."""


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


def esquemas(tipos: Iterable[type], modo: JsonSchemaMode) -> dict[str, Any]:
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


def referencia(tipo: type) -> dict[str, Any]:
    """Return how to point to the schema of a type, or to those of a union."""
    if uniones := get_args(tipo):
        return {"anyOf": [referencia(una) for una in uniones]}
    return {"$ref": REFERENCIA.format(model=tipo.__name__.lstrip("_"))}
