"""Conversations as they go over the wire, each field and its type against the documented forms:
those of Ollama (`docs/openapi.yaml` and `docs/api.md` of ollama/ollama) and OpenAI's reference.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from guiones import respuesta
from ollama_de_prueba import OllamaDePrueba
from servidor_de_prueba import Respuesta, ServidorDePrueba

PREGUNTA = "¿Cuál es el plazo para presentar el reporte RETRI?"
DICE = "El plazo para presentar el reporte RETRI es de siete días hábiles."
TURNO = [{"role": "user", "content": PREGUNTA}]
FECHA = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
HUELLA = re.compile("[0-9a-f]{64}")
MODELO = re.compile(r"siaa:[\w-]+")

# --- The documented forms: a name that ends with `?` may be absent -------------------------------

DETALLES = {
    **dict.fromkeys(("parent_model", "format", "family", "parameter_size"), str),
    "families": [str],
    "quantization_level": str,
}
LISTADO = {"name": MODELO, "model": MODELO, "size": int, "digest": HUELLA, "details": DETALLES}
INSTALADO = LISTADO | {"modified_at": FECHA}
CARGADO = LISTADO | {"expires_at": FECHA, "size_vram": int, "context_length": int}
FICHA = {
    "details": DETALLES,
    "model_info": {"general.architecture": str},
    "capabilities": [str],
    "modified_at": FECHA,
}
MEDIDAS = dict.fromkeys(
    (
        *("total_duration", "load_duration", "prompt_eval_count"),
        *("prompt_eval_duration", "eval_count", "eval_duration"),
    ),
    int,
)
LINEA = {"model": MODELO, "created_at": FECHA, "done": {False}}
FIN = LINEA | MEDIDAS | {"done": {True}, "done_reason": {"stop", "length"}}
CARGA = LINEA | {"done": {True}, "done_reason": {"load"}}
DICHO = {"message": {"role": {"assistant"}, "content": str, "thinking?": str}}
SUELTO = {"response": str, "thinking?": str}

DE_OPENAI = {"id": re.compile("chatcmpl-[0-9a-f]{32}"), "created": int, "model": MODELO}
LUGAR = {"url": re.compile(r"https?://\S+"), "title": str, "start_index": int, "end_index": int}
CITAS = [{"type": {"url_citation"}, "url_citation": LUGAR}]
MENSAJE = {"role": {"assistant"}, "content": str, "refusal": {None}, "annotations": CITAS}
USO = dict.fromkeys(("prompt_tokens", "completion_tokens", "total_tokens"), int)
RAZON = {"stop", "length"}
ENTERA = DE_OPENAI | {
    "object": {"chat.completion"},
    "choices": [{"index": {0}, "message": MENSAJE, "finish_reason": RAZON}],
    "usage": USO,
}
DELTA = {"role": {"assistant"}, "content": str, "reasoning?": str, "annotations?": CITAS}
MARCO = DE_OPENAI | {"object": {"chat.completion.chunk"}, "usage": {None}}
CON_PALABRAS = MARCO | {"choices": [{"index": {0}, "delta": DELTA, "finish_reason": {None}}]}
CON_RAZON = MARCO | {"choices": [{"index": {0}, "delta": {}, "finish_reason": RAZON}]}
CON_USO = MARCO | {"choices": [], "usage": USO}
DE_LA_LISTA = {"id": MODELO, "object": {"model"}, "created": int, "owned_by": str}
FALLA = {"error": {"message": str, "type": str, "param": {None}, "code": str}}


def conforme(valor: Any, forma: Any, lugar: str = "$") -> None:
    """Fail where a value is not as a form says: no field is missing, and none is made up."""
    match forma:
        case dict():
            nombres = {nombre.rstrip("?"): nombre for nombre in forma}
            obligatorios = {nombre for nombre in forma if not nombre.endswith("?")}
            assert obligatorios <= valor.keys() <= nombres.keys(), (lugar, valor)
            for nombre, dado in valor.items():
                conforme(dado, forma[nombres[nombre]], f"{lugar}.{nombre}")
        case list():
            assert isinstance(valor, list) and bool(forma) >= bool(valor), (lugar, valor)
            for puesto, dado in enumerate(valor):
                conforme(dado, forma[0], f"{lugar}[{puesto}]")
        case set():
            assert valor in forma, (lugar, valor)
        case re.Pattern():
            assert isinstance(valor, str) and forma.fullmatch(valor), (lugar, valor)
        case _:
            assert type(valor) is forma, (lugar, valor)


@pytest.fixture
def cable(siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba) -> ServidorDePrueba:
    ollama_libre.por_defecto = respuesta(DICE[:20], DICE[20:])
    return siaa


def preguntar(cable: ServidorDePrueba, ruta: str, **campos: object) -> Respuesta:
    dada = cable.publicar(ruta, {"model": "siaa", **campos})
    assert dada.estado == 200, dada.texto
    return dada


@pytest.mark.parametrize(
    ("ruta", "forma"),
    [
        ("/api/version", {"version": re.compile(r"\d+\.\d+\.\d+")}),
        ("/api/tags", {"models": [INSTALADO]}),
        ("/api/ps", {"models": [CARGADO]}),
        ("/v1/models", {"object": {"list"}, "data": [DE_LA_LISTA]}),
        ("/v1/models/siaa:normativa", DE_LA_LISTA),
    ],
)
def test_las_listas(cable: ServidorDePrueba, ruta: str, forma: object) -> None:
    conforme(cable.obtener(ruta).json, forma)


@pytest.mark.parametrize("campo", ["model", "name"])
def test_la_ficha(cable: ServidorDePrueba, campo: str) -> None:
    conforme(cable.publicar("/api/show", {campo: "siaa"}).json, FICHA)


@pytest.mark.parametrize(
    ("ruta", "pedido", "forma"),
    [
        ("/api/chat", {"messages": TURNO, "think": True}, DICHO),
        ("/api/generate", {"prompt": PREGUNTA, "think": "high"}, SUELTO),
    ],
)
def test_la_respuesta_de_ollama(
    cable: ServidorDePrueba, ruta: str, pedido: dict[str, object], forma: dict[str, Any]
) -> None:
    flujo = preguntar(cable, ruta, **pedido)
    assert flujo.cabeceras["content-type"] == "application/x-ndjson"
    *lineas, fin = map(json.loads, flujo.texto.splitlines())
    conforme(fin, FIN | forma)
    for linea in lineas:
        conforme(linea, LINEA | forma)
    assert any("thinking" in linea.get("message", linea) for linea in lineas)
    conforme(preguntar(cable, ruta, stream=False, **pedido).json, FIN | forma)
    conforme(preguntar(cable, ruta).json, CARGA | forma)


def test_la_respuesta_de_openai(cable: ServidorDePrueba) -> None:
    opciones = {"stream": True, "stream_options": {"include_usage": True}}
    flujo = preguntar(
        cable, "/v1/chat/completions", messages=TURNO, reasoning_effort="low", **opciones
    )
    assert flujo.cabeceras["content-type"].startswith("text/event-stream")
    *datos, hecho = re.findall(r"^data: (.*)$", flujo.texto, re.MULTILINE)
    *marcos, fin, uso = map(json.loads, datos)
    assert hecho == "[DONE]"
    for marco in marcos:
        conforme(marco, CON_PALABRAS)
    conforme(fin, CON_RAZON)
    conforme(uso, CON_USO)
    deltas = [marco["choices"][0]["delta"] for marco in marcos]
    assert any("reasoning" in delta for delta in deltas)
    assert any("annotations" in delta for delta in deltas)
    conforme(preguntar(cable, "/v1/chat/completions", messages=TURNO).json, ENTERA)


def test_lo_que_se_piensa_solo_se_dice_a_quien_lo_pide(cable: ServidorDePrueba) -> None:
    for esfuerzo in ({}, {"reasoning_effort": "none"}):
        flujo = preguntar(cable, "/v1/chat/completions", messages=TURNO, stream=True, **esfuerzo)
        assert "reasoning" not in flujo.texto
    assert "thinking" not in preguntar(cable, "/api/chat", messages=TURNO).texto


@pytest.mark.parametrize(("ruta", "forma"), [("/api", {"error": str}), ("/v1", FALLA)])
def test_toda_falla_tiene_la_forma_de_su_api(
    cable: ServidorDePrueba, ruta: str, forma: object
) -> None:
    """Even of routes and methods that there are not, and of a body that is no JSON."""
    pregunta = {"/api": "/api/chat", "/v1": "/v1/chat/completions"}[ruta]
    casos = (
        ("POST", pregunta, b"{", 400),
        ("POST", pregunta, json.dumps({"model": "otro", "messages": TURNO}).encode(), 404),
        ("POST", f"{ruta}/nada", b"{}", 404),
        ("DELETE", pregunta, None, 405),
    )
    for metodo, donde, cuerpo, estado in casos:
        dada = cable.pedir(metodo, donde, cuerpo)
        assert dada.estado == estado
        conforme(dada.json, forma)


def test_un_modelo_que_no_hay_se_dice_como_en_cada_servidor(cable: ServidorDePrueba) -> None:
    assert cable.publicar("/api/show", {"model": "otro"}).json == {
        "error": "model 'otro' not found"
    }
    falla = cable.obtener("/v1/models/otro").json["error"]
    assert (falla["type"], falla["code"]) == ("invalid_request_error", "model_not_found")


HERRAMIENTA = {
    "type": "function",
    "function": {
        "name": "buscar",
        "description": "Busca lo que sea. " * 20,
        "parameters": {"type": "object", "properties": {"text": {"type": "string"}}},
    },
}


@pytest.mark.parametrize(
    ("ruta", "ademas"),
    [
        ("/v1/chat/completions", {"tool_choice": "auto", "response_format": {"type": "text"}}),
        ("/v1/chat/completions", {"n": 1, "stop": ["fin"], "max_tokens": 9, "metadata": {}}),
        ("/api/chat", {"options": {"temperature": 2, "num_ctx": 9}, "keep_alive": "1h"}),
        ("/api/chat", {"format": "", "keep_alive": -1, "truncate": True, "think": False}),
    ],
)
def test_lo_que_los_programas_mandan_de_mas_no_estorba(
    cable: ServidorDePrueba, ollama_libre: OllamaDePrueba, ruta: str, ademas: dict[str, object]
) -> None:
    herramientas = [HERRAMIENTA] * 60
    assert len(json.dumps(herramientas)) > 26_000
    turnos = [
        {"role": "system", "content": "Responda en inglés. " * 200},
        {"role": "user", "content": "Hola", "images": []},
        {"role": "assistant", "content": None, "tool_calls": [{"function": {"name": "buscar"}}]},
        {"role": "tool", "content": "nada", "tool_call_id": "1"},
        *TURNO,
    ]
    dada = preguntar(cable, ruta, messages=turnos, stream=False, tools=herramientas, **ademas)
    assert DICE in dada.texto
    (peticion,) = ollama_libre.preguntas
    assert "inglés" not in peticion.texto and "buscar" not in peticion.texto
    assert peticion.json["options"]["temperature"] == 0
