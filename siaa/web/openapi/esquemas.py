"""From types to JSON Schemas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue

REFERENCIA: Final = "#/components/schemas/{model}"


class _Generador(GenerateJsonSchema):
    """Closes what is frozen, and leaves out what only repeats the names of the code."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def field_is_required(self, field: Any, total: bool) -> bool:
        de_valor: bool = field["type"] == "dataclass-field"
        return de_valor or super().field_is_required(field, total)

    def default_schema(self, schema: Any) -> JsonSchemaValue:
        if self.mode == "serialization":
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)

    def dataclass_schema(self, schema: Any) -> JsonSchemaValue:
        return {**_sin_nombres(super().dataclass_schema(schema)), "additionalProperties": False}

    def model_schema(self, schema: Any) -> JsonSchemaValue:
        return _sin_nombres(super().model_schema(schema))

    def enum_schema(self, schema: Any) -> JsonSchemaValue:
        return _sin_nombres(super().enum_schema(schema))


def _sin_nombres(esquema: JsonSchemaValue) -> JsonSchemaValue:
    return {clave: esquema[clave] for clave in esquema if clave not in ("title", "description")}


def esquemas(pedidos: Iterable[Any], dados: Iterable[Any]) -> Mapping[str, Any]:
    """Return the schemas, by name, of what clients send and of what they are given."""
    modos: tuple[tuple[Iterable[Any], JsonSchemaMode], ...] = (
        (pedidos, "validation"),
        (dados, "serialization"),
    )
    tipos = [(tipo, modo, TypeAdapter(tipo)) for lista, modo in modos for tipo in lista]
    _, juntos = TypeAdapter.json_schemas(
        tipos, schema_generator=_Generador, ref_template=REFERENCIA
    )
    definidos: Mapping[str, Any] = juntos["$defs"]
    return definidos


def referencia(tipo: type) -> dict[str, str]:
    """Return how to point to the schema of a type."""
    return {"$ref": REFERENCIA.format(model=tipo.__name__)}
