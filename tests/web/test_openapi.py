"""The description of the routes says what the application has, reads and asks for."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar

import jsonschema_rs
import pytest
from biblioteca_de_prueba import CLAVES
from descripcion_de_prueba import Descripcion
from flask import Flask, Request, Response
from servidor_de_prueba import con_consulta
from typing_extensions import TypedDict
from werkzeug.datastructures import ImmutableMultiDict

from config import Config
from siaa.web.openapi import HTML, PAGINA, Parametro, busqueda, camino, describir
from siaa_proxy import create_app

DESCRIPCION = Descripcion.de_las_rutas()
OPERACIONES = pytest.mark.parametrize(
    ("metodo", "ruta", "operacion"),
    [pytest.param(*o, id=f"{o[0]} {o[1]}") for o in DESCRIPCION.operaciones],
)


class _Suma(TypedDict):
    total: int


class Leidos(ImmutableMultiDict[str, str]):
    """A query string that notes the names that are asked of it."""

    nombres: ClassVar[set[str]] = set()

    def __getitem__(self, nombre: str) -> Any:
        self.nombres.add(nombre)
        return super().__getitem__(nombre)

    def __contains__(self, nombre: object) -> bool:
        self.nombres.add(str(nombre))
        return super().__contains__(nombre)

    def getlist(self, nombre: str, *otros: Any) -> Any:
        self.nombres.add(nombre)
        return super().getlist(nombre, *otros)


class PeticionVigilada(Request):
    parameter_storage_class = Leidos


@pytest.fixture
def app(biblioteca_chica: Path, tmp_path: Path, url_cerrada: str) -> Iterator[Flask]:
    config = Config(documentos=biblioteca_chica, datos=tmp_path / "datos", ollama_url=url_cerrada)
    creada = create_app(config)
    creada.request_class = PeticionVigilada
    yield creada
    creada.extensions["siaa"].cerrar()


def parametros(operacion: dict[str, Any], en: str) -> dict[str, str]:
    """The parameters of a place, by name, with their examples; of documents, one that exists."""
    dados = {p["name"]: p["example"] for p in operacion["parameters"] if p["in"] == en}
    ejemplos = {n: e[0] if isinstance(e, list | tuple) else str(e) for n, e in dados.items()}
    return ejemplos | {nombre: CLAVES[0] for nombre in ("doc", "documento") if nombre in ejemplos}


def test_es_un_documento_openapi_valido() -> None:
    from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR  # slow to load

    OPENAPI_31_VALIDATOR.validate(DESCRIPCION.documento)
    for esquema in DESCRIPCION.documento["components"]["schemas"].values():
        jsonschema_rs.meta.validate(esquema)
    roto = copy.deepcopy(DESCRIPCION.documento)
    del roto["paths"]["/siaa/status"]["get"]["responses"]["200"]["description"]
    assert not OPENAPI_31_VALIDATOR.is_valid(roto)


def test_describe_las_rutas_que_hay(app: Flask) -> None:
    reales = {
        (metodo, camino(regla.rule))
        for regla in app.url_map.iter_rules()
        for metodo in (regla.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert {(metodo, ruta) for metodo, ruta, _ in DESCRIPCION.operaciones} == reales


def test_basta_con_lo_que_se_dice_junto_a_la_ruta() -> None:
    app = Flask(__name__, static_folder=None)
    sumando = Parametro("sumando", "Cuánto.", "3")

    @app.get("/suma/<sumando>")
    @busqueda("Suma uno.", (sumando, Parametro("q", "Otro.", "4", errores=(413,))), (409,))
    def sumar(sumando: str) -> _Suma | Response:
        return {"total": int(sumando) + 1}

    @app.post("/pagina")
    @busqueda("Una página.", da=PAGINA)
    def pagina() -> Response:
        return Response("<p>")

    assert app.test_client().get("/suma/3").get_json() == {"total": 4}
    descrita = describir(app)
    suma, dada = (o for metodos in descrita["paths"].values() for o in metodos.values())
    assert [(p["name"], p["in"], p["required"]) for p in suma["parameters"]] == [
        ("sumando", "path", True),
        ("q", "query", False),
    ]
    assert set(suma["responses"]) == {"200", "401", "404", "409", "413", "421", "429"}
    assert suma["security"] == [{"preguntas": []}, {"administrador": []}, {}]
    assert list(suma["responses"]["200"]["content"]) == ["application/json"]
    assert descrita["components"]["schemas"]["Suma"] == {
        "type": "object",
        "properties": {"total": {"type": "integer"}},
        "required": ["total"],
        "additionalProperties": False,
    }
    assert list(dada["responses"]["200"]["content"]) == [HTML]
    assert set(dada["responses"]) == {"200", "401", "403", "421", "429"}
    assert list(dada["responses"]["401"]["content"]) == ["application/json", HTML]


def test_toda_referencia_lleva_a_algo() -> None:
    texto = json.dumps(DESCRIPCION.documento)
    componentes = DESCRIPCION.documento["components"]
    nombrados = {
        (clase, nombre) for clase in ("schemas", "headers") for nombre in componentes[clase]
    }
    usados = {tuple(resto.split('"')[0].split("/")) for resto in texto.split('"#/components/')[1:]}
    assert usados == nombrados


def test_todo_objeto_de_una_respuesta_esta_cerrado() -> None:
    abiertos = {
        nombre
        for nombre, esquema in DESCRIPCION.documento["components"]["schemas"].items()
        if "properties" in esquema and esquema.get("additionalProperties") is not False
    }
    assert abiertos == {
        "ArchivosEntregados",
        "CambioPedido",
        "CuerpoDeChat",
        "CuerpoDeVerificar",
        "FormaDeRespuesta",
        "MensajeAjeno",
        "MensajeDeChat",
        "OpcionesDeFlujo",
        "ParteAjena",
        "PedidoGenerar",
        "PedidoMostrar",
        "PedidoOllama",
        "PedidoOpenAI",
        "PeticionValoracion",
        "PeticionPasaje",
    }


@OPERACIONES
def test_los_parametros_son_los_que_se_leen(
    app: Flask, metodo: str, ruta: str, operacion: dict[str, Any]
) -> None:
    (regla,) = (
        r for r in app.url_map.iter_rules() if camino(r.rule) == ruta and metodo in r.methods
    )
    de_la_ruta, consulta = parametros(operacion, "path"), parametros(operacion, "query")
    assert set(de_la_ruta) == regla.arguments
    Leidos.nombres.clear()
    pedida = con_consulta(ruta.format(**de_la_ruta), **consulta)
    cuerpo = operacion.get("requestBody", {"content": {"application/json": {}}})
    ((medio, contenido),) = cuerpo["content"].items()
    enviado: dict[str, Any] = {"json": contenido.get("example")}
    if medio == "multipart/form-data":
        archivos = [(BytesIO(texto.encode()), "a.md") for texto in enviado["json"]["archivos"]]
        enviado = {"data": enviado["json"] | {"archivos": archivos}, "content_type": medio}
    respuesta = app.test_client().open(pedida, method=metodo, **enviado)
    respuesta.close()
    assert respuesta.status_code in (200, 404, 501), respuesta.text
    assert Leidos.nombres == set(consulta)


@OPERACIONES
def test_los_ejemplos_cumplen_su_esquema(metodo: str, ruta: str, operacion: dict[str, Any]) -> None:
    for parametro in operacion["parameters"]:
        DESCRIPCION.conforme(parametro["schema"], parametro["example"])
    for contenido in operacion.get("requestBody", {"content": {}})["content"].values():
        DESCRIPCION.conforme(contenido["schema"], contenido["example"])
