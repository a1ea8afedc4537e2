"""The description of the routes as a judge of answers and of the frames of a stream."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any
from unittest.mock import create_autospec

import jsonschema_rs
from servidor_de_prueba import Charla, Respuesta

from siaa.acceso.permisos import Reglas
from siaa.servicio.servidor.cupos import Limite
from siaa.web.servicios import Servicios
from siaa_proxy import armar_app

MARCO = {"$ref": "#/components/schemas/Marco"}
ERROR = {"$ref": "#/components/schemas/Error"}


@dataclass(frozen=True)
class Descripcion:
    """An OpenAPI document, as it was served."""

    documento: dict[str, Any]

    @classmethod
    @cache
    def de_las_rutas(cls) -> Descripcion:
        """Return that of the application; no service is asked anything for it."""
        app = armar_app(create_autospec(Servicios, instance=True), Reglas(), Limite(0))
        return cls(app.test_client().get("/siaa/openapi.json").get_json())

    @property
    def operaciones(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Method, path and operation of each."""
        return [
            (metodo.upper(), ruta, operacion)
            for ruta, metodos in self.documento["paths"].items()
            for metodo, operacion in metodos.items()
        ]

    def conforme(self, esquema: dict[str, Any], valor: object) -> None:
        """The value is what a schema of the document says; formats count."""
        entero = {**esquema, "components": self.documento["components"]}
        jsonschema_rs.Draft202012Validator(entero, validate_formats=True).validate(valor)

    @cached_property
    def _marco(self) -> jsonschema_rs.Draft202012Validator:
        entero = {**MARCO, "components": self.documento["components"]}
        return jsonschema_rs.Draft202012Validator(entero, validate_formats=True)

    def verificar(self, metodo: str, ruta: str, respuesta: Respuesta | Charla) -> None:
        """An answer is one of those that its operation has: status, type, headers and body."""
        descritas = self.documento["paths"][ruta][metodo.lower()]["responses"]
        assert str(respuesta.estado) in descritas, f"{metodo} {ruta}: {respuesta.estado}"
        descrita = descritas[str(respuesta.estado)]
        tipo = respuesta.cabeceras["content-type"].partition(";")[0]
        assert tipo in descrita["content"], f"{metodo} {ruta}: {tipo}"
        assert {nombre.lower() for nombre in descrita["headers"]} <= set(respuesta.cabeceras)
        if isinstance(respuesta, Charla):
            self.verificar_marcos(respuesta)
        elif tipo == "application/json":
            self.conforme(descrita["content"][tipo]["schema"], respuesta.json)

    def verificar_marcos(self, charla: Charla) -> None:
        """Every frame of a stream is the one described; the last is `[DONE]`."""
        *marcos, ultimo = charla.marcos
        assert marcos and ultimo.datos is None
        for marco in marcos:
            self._marco.validate(marco.datos)
