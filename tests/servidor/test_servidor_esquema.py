"""Whatever is sent, the answer is one of those that the description has, and shows nothing of the
inside: requests made up from it by schemathesis, streams of every kind, and refusals.
"""

from __future__ import annotations

import builtins
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import requests
from biblioteca_de_prueba import (
    CLAVES,
    OTRA_PREGUNTA,
    PREGUNTA,
    SIN_RESPUESTA,
    escribir_biblioteca,
)
from conftest import config_de_prueba
from descripcion_de_prueba import ERROR, Descripcion
from guiones import a_la_espera, callado, linea_de_error, respuesta, tras
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar
from servidor_de_prueba import (
    Charla,
    ServidorDePrueba,
    con_ambas,
    cuerpo_de_chat,
    servidor_en_marcha,
)
from verificaciones import sin_entrañas

from config import RAIZ
from siaa import errores

Fabrica = Callable[..., ServidorDePrueba]
DESCRIPCION = Descripcion.de_las_rutas()
MEMORIA: dict[str, Any] = {"cache_entradas": 50, "compartidas": 20}

# --- Made up --------------------------------------------------------------------------------

EJEMPLOS = 20
FALLAS = [
    nombre
    for modulo in (builtins, errores)
    for nombre, valor in vars(modulo).items()
    if isinstance(valor, type) and issubclass(valor, BaseException)
]
DE_OTRA_API = re.compile(r"(?s)model '.*?' not found|/api/chat")
"""What SIAA says as a server of models would, and the routes that it is one by."""
NOMBRE_DE_FALLA = re.compile(rf"\b({'|'.join(FALLAS)}|ValidationError)\b")
CONFIGURACION: dict[str, Any] = {
    "seed": 4,
    "generation": {
        "max-examples": EJEMPLOS,
        "deterministic": True,
        "database": "none",
        "allow-extra-parameters": False,
    },
    "phases": {
        "fuzzing": {
            "extra-data-sources": {"responses": False},
            "error-feedback": {"enabled": False},
        },
    },
    "dictionaries": {
        "preguntas": {"values": [PREGUNTA, OTRA_PREGUNTA, SIN_RESPUESTA, "Hola", "el reporte"]},
        "documentos": {"values": CLAVES},
        "archivos": {"values": ["base.css", "visor.css"]},
    },
    "parameters": {
        "query.q": {"dictionary": "preguntas", "probability": 0.5},
        "body.messages[*].content": {"dictionary": "preguntas", "probability": 0.5},
        "query.doc": {"dictionary": "documentos", "probability": 0.5},
        "path.doc": {"dictionary": "documentos", "probability": 0.5},
        "path.filename": {"dictionary": "archivos", "probability": 0.5},
    },
    "checks": {
        "negative_data_rejection": {"expected-statuses": ["400", "404", "405", "413", "415"]},
        "positive_data_acceptance": {"expected-statuses": ["2xx", "404"]},
    },
    "operations": [
        # A schema cannot say that the last message is a question, which documents there are, nor
        # that a file has a name.
        {
            "include-name": [
                *(f"POST /siaa/{ruta}" for ruta in ("chat", "enrutar", "contexto")),
                *("GET /siaa/enrutar", "GET /siaa/contexto"),
                *("POST /siaa/biblioteca/cambios", "POST /api/chat", "POST /api/generate"),
                "POST /v1/chat/completions",
            ],
            "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "400", "404"]}},
        },
        # All that a form says is text, so none of it is of another type.
        {
            "include-name": ["POST /siaa/biblioteca/documentos"],
            "checks": {
                "positive_data_acceptance": {"expected-statuses": ["2xx", "400", "404"]},
                "negative_data_rejection": {"enabled": False},
            },
        },
    ],
}
SIN_BUSCAR = {
    *("/siaa/log", "/siaa/buzon", "/siaa/valoraciones", "/siaa/valoraciones/{pregunta}"),
    *("/siaa/valoracion", "/siaa/salud", "/siaa/static/{filename}", "/siaa/openapi.json"),
    *("/siaa/cache", "/siaa/original/{doc}", "/siaa/constancia/{pregunta}", "/api/show"),
    *("/siaa/pagina/{doc}/{numero}", "/siaa/relaciones/{doc}", "/siaa/documentos"),
    *("/siaa/ejemplos", "/siaa/evaluacion", "/siaa/recargar", "/siaa/biblioteca"),
    *("/siaa/biblioteca/gestion", "/siaa/biblioteca/documentos", "/siaa/biblioteca/cambios"),
    *("/", "/comprobar", "/metrics", "/api/version", "/api/tags", "/api/ps"),
    *("/v1/models", "/v1/models/{modelo}"),
}
"""What these answer is not looked up in the library: one strategy proves it."""


def nada_de_adentro(_: Any, respuesta: Any, __: Any) -> None:
    """Check of schemathesis: no path, no trace, no name of a fault."""
    texto = f"{respuesta.headers} {DE_OTRA_API.sub('', respuesta.text)}"
    sin_entrañas(texto, str(RAIZ))
    hallado = NOMBRE_DE_FALLA.search(texto)
    assert hallado is None, hallado


OPERACIONES = [
    pytest.param(ruta, metodo, id=f"{metodo} {ruta}")
    for metodo, ruta, _ in DESCRIPCION.operaciones
    if ruta != "/api/{orden}"
]
"""All but the one that does nothing."""


def verificar_caso(case: Any, puertos: list[int], sesion: requests.Session) -> None:
    """To make a request up costs more than to answer it: each is sent to all."""
    for puerto in puertos:
        url = f"http://127.0.0.1:{puerto}"
        case.call_and_validate(base_url=url, session=sesion, additional_checks=[nada_de_adentro])


@pytest.fixture
def sesion() -> Iterator[requests.Session]:
    """A client that asks one thing after the other on the connections that are left open."""
    with requests.Session() as abierta:
        abierta.trust_env = False  # to look for proxies takes as long as the request
        yield abierta


@cache
def esquema() -> Any:
    """Loaded by the process of a run that needs it; all of them collect this file."""
    import schemathesis
    from schemathesis.config import SchemathesisConfig

    configuracion = SchemathesisConfig.from_dict(CONFIGURACION)
    return schemathesis.openapi.from_dict(DESCRIPCION.documento, config=configuracion)


@cache
def prueba_de(ruta: str, metodo: str) -> Callable[..., None]:
    """The requests of an operation; `parametrize` of schemathesis makes them up on collection."""
    from schemathesis.generation.feedback import FeedbackSources
    from schemathesis.pytest._test_builder import build_operation_test

    prueba = build_operation_test(
        config=esquema().config,
        operation=esquema()[ruta][metodo],
        test_func=verificar_caso,
        given_kwargs={},
        feedback=FeedbackSources(),
    )
    # What it could not make up would be noted there.
    assert vars(prueba._schemathesis_metadata).keys() == {"api_operation"}
    return prueba


@pytest.fixture(scope="module")
def clasica(
    ollama_comun: OllamaDePrueba, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServidorDePrueba]:
    """Another SIAA, of the other strategy."""
    carpeta = tmp_path_factory.mktemp("clasica")
    documentos = escribir_biblioteca(carpeta / "documentos")
    config = config_de_prueba(documentos, carpeta / "datos", ollama_comun.url, estrategia="clasica")
    with servidor_en_marcha(config) as corriendo:
        yield corriendo


@pytest.mark.parametrize(("ruta", "metodo"), OPERACIONES)
@pytest.mark.hypothesis
def test_toda_respuesta_es_una_de_las_descritas(
    ruta: str,
    metodo: str,
    siaa: ServidorDePrueba,
    clasica: ServidorDePrueba,
    sesion: requests.Session,
) -> None:
    servidores = [siaa] if ruta in SIN_BUSCAR else [siaa, clasica]
    prueba_de(ruta, metodo)(puertos=[s.puerto for s in servidores], sesion=sesion)


def test_se_sirve_la_descripcion(siaa: ServidorDePrueba) -> None:
    servida = siaa.obtener("/siaa/openapi.json")
    assert servida.json == DESCRIPCION.documento
    DESCRIPCION.verificar("GET", "/siaa/openapi.json", servida)


# --- Streams --------------------------------------------------------------------------------


def verificar_respuestas(siaa: ServidorDePrueba, *mensajes: str) -> Charla:
    """Ask once with stream and once without; both are as described, with HTML and without."""
    for con_html in (True, False):
        charla = siaa.charlar(*mensajes, html=con_html)
        DESCRIPCION.verificar("POST", "/siaa/chat", charla)
        entera = siaa.publicar("/siaa/chat", cuerpo_de_chat(*mensajes, stream=False, html=con_html))
        DESCRIPCION.verificar("POST", "/siaa/chat", entera)
        assert ("html" in charla.fin) is ("html" in entera.json["siaa"]) is con_html
    return charla


@con_ambas
@pytest.mark.parametrize(
    ("mensajes", "motivo"),
    [
        ((PREGUNTA,), "stop"),
        ((PREGUNTA, "Siete días.", "¿Y las correcciones?"), "stop"),
        (("Hola",), "directa"),
        ((SIN_RESPUESTA,), "sin_documentos"),
    ],
)
def test_los_marcos_de_una_respuesta(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba, mensajes: tuple[str, ...], motivo: str
) -> None:
    assert verificar_respuestas(siaa, *mensajes).fin["motivo"] == motivo


@pytest.mark.parametrize(
    ("guion", "motivo"),
    [
        (respuesta("Siete ", "días", razon="length"), "length"),
        (tras(["Siete "], linea_de_error()), "corte"),
        (tras([], linea_de_error()), "extractiva"),
    ],
)
def test_los_marcos_de_una_respuesta_malograda(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba, guion: Any, motivo: str
) -> None:
    ollama_libre.por_defecto = guion
    assert verificar_respuestas(siaa, PREGUNTA).fin["motivo"] == motivo


def test_los_marcos_de_una_respuesta_compartida_y_de_una_guardada(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    siaa = servidor(**MEMORIA)
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["digest"])
    sigue = Event()
    ollama.encolar(a_la_espera(sigue, "Siete ", "días."))
    with siaa.abrir(PREGUNTA) as primero, siaa.abrir(PREGUNTA) as segundo:
        sigue.set()
        for flujo in (primero, segundo):
            DESCRIPCION.verificar("POST", "/siaa/chat", flujo.leer_todo())
    assert len(ollama.preguntas) == 1
    assert verificar_respuestas(siaa, PREGUNTA).fin["guardada_en"]
    DESCRIPCION.verificar("GET", "/siaa/cache", siaa.obtener("/siaa/cache"))
    DESCRIPCION.verificar("DELETE", "/siaa/cache", siaa.pedir("DELETE", "/siaa/cache"))


def test_los_marcos_de_una_cola_llena(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.por_defecto = callado()
    siaa = servidor(cola=0)
    with siaa.abrir(PREGUNTA):
        ollama.esperar_preguntas(1)
        charla = verificar_respuestas(siaa, OTRA_PREGUNTA)
        DESCRIPCION.verificar("GET", "/siaa/status", siaa.obtener("/siaa/status"))
    assert (charla.estado, charla.codigo) == (503, "cola_llena")


def test_sin_modelo(servidor: Fabrica, url_cerrada: str) -> None:
    siaa = servidor(ollama_url=url_cerrada)
    assert verificar_respuestas(siaa, PREGUNTA).codigo == "modelo_no_responde"
    estado = siaa.obtener("/siaa/status")
    DESCRIPCION.verificar("GET", "/siaa/status", estado)
    assert estado.json["estado"] == "sin_modelo"


# --- What chance does not reach -------------------------------------------------------------


def test_lo_anotado_y_lo_valorado(siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba) -> None:
    charla = siaa.charlar(PREGUNTA)
    identificador = charla.cabeceras["x-request-id"]
    for valoracion in (
        {"id": identificador, "voto": "si"},
        {"id": identificador, "voto": "no", "razon": "otro_documento", "documento": CLAVES[0]},
    ):
        valorada = siaa.publicar("/siaa/valoracion", valoracion)
        assert valorada.estado == 200, valorada.texto
        DESCRIPCION.verificar("POST", "/siaa/valoracion", valorada)
    assert esperar(lambda: siaa.obtener("/siaa/valoraciones", voto="no").json["total"] > 0)
    valoradas = siaa.obtener("/siaa/valoraciones")
    DESCRIPCION.verificar("GET", "/siaa/valoraciones", valoradas)
    for formato in ("json", "csv", "texto"):
        guardados = siaa.obtener("/siaa/log", formato=formato)
        assert guardados.estado == 200 and PREGUNTA in guardados.texto
        DESCRIPCION.verificar("GET", "/siaa/log", guardados)


def test_las_recargas(servidor: Fabrica, biblioteca_chica: Path) -> None:
    pregunta = {"pregunta": OTRA_PREGUNTA, "documento": "manual_de_prestamo.md"}
    (biblioteca_chica / "evaluacion.jsonl").write_text(json.dumps(pregunta), encoding="utf-8")
    siaa = servidor()
    manual = biblioteca_chica / "manuales" / "manual_de_prestamo.md"
    manual.write_text("El horno se enciende tarde.\n", encoding="utf-8")
    for forzar, estado in (("0", 409), ("1", 200)):
        recargada = siaa.pedir("POST", f"/siaa/recargar?forzar={forzar}")
        assert recargada.estado == estado
        DESCRIPCION.verificar("POST", "/siaa/recargar", recargada)
        DESCRIPCION.verificar("GET", "/siaa/status", siaa.obtener("/siaa/status"))


def test_los_archivos_de_las_paginas(siaa: ServidorDePrueba) -> None:
    estaticos = RAIZ / "siaa" / "web" / "static"
    for archivo in (ruta for ruta in estaticos.rglob("*") if ruta.is_file()):
        servido = siaa.obtener(f"/siaa/static/{archivo.relative_to(estaticos)}")
        assert servido.estado == 200
        DESCRIPCION.verificar("GET", "/siaa/static/{filename}", servido)


def test_a_un_navegador_se_le_rechaza_con_una_pagina(siaa: ServidorDePrueba) -> None:
    navegador = {"Accept": "text/html", "X-Forwarded-For": "192.0.2.7"}
    for pedida, ruta, estado in (
        ("/siaa/ver/nada.md", "/siaa/ver/{doc}", 404),
        ("/siaa/original/nada.md", "/siaa/original/{doc}", 404),
        ("/siaa/enrutar?documento=nada.md&q=plazo", "/siaa/enrutar", 400),
        ("/siaa/salud", "/siaa/salud", 403),
        ("/siaa/log", "/siaa/log", 403),
    ):
        rechazada = siaa.pedir("GET", pedida, None, navegador)
        assert rechazada.estado == estado
        assert rechazada.cabeceras["content-type"].startswith("text/html")
        DESCRIPCION.verificar("GET", ruta, rechazada)


@pytest.mark.parametrize("llave", [None, "preguntas", "administrador"])
def test_las_credenciales_abren_lo_que_se_dice(servidor: Fabrica, llave: str | None) -> None:
    siaa = servidor(token_admin="llave-administrador", token_preguntas="llave-preguntas")
    cabeceras = {} if llave is None else {"Authorization": f"Bearer llave-{llave}"}
    for metodo, ruta, operacion in DESCRIPCION.operaciones:
        nombres = {p["name"]: p["example"] for p in operacion["parameters"] if p["in"] == "path"}
        dada = siaa.pedir(
            metodo, ruta.format(**nombres), b"" if metodo == "POST" else None, cabeceras
        )
        abren = {nombre for seguro in operacion["security"] for nombre in seguro}
        assert (dada.estado == 401) is bool(abren and llave not in abren), (metodo, ruta)
        DESCRIPCION.verificar(metodo, ruta, dada)


def test_los_rechazos_de_la_puerta(servidor: Fabrica) -> None:
    siaa = servidor(limite_por_minuto=1)
    ajeno, publicada = {"Host": "ajeno.ejemplo"}, {"Origin": "https://ajeno.ejemplo"}
    casos = (
        ("GET", "/siaa/cache", {"X-Forwarded-For": "192.0.2.7"}, 403),
        ("DELETE", "/siaa/cache", publicada, 403),
        ("POST", "/siaa/valoracion", publicada, 403),
        ("POST", "/siaa/chat", ajeno, 421),
        ("GET", "/siaa/tokens", ajeno, 421),
        ("GET", "/siaa/enrutar", {}, 400),
        ("GET", "/siaa/enrutar", {}, 429),
    )
    for metodo, ruta, cabeceras, estado in casos:
        rechazada = siaa.pedir(metodo, ruta, None, cabeceras)
        assert rechazada.estado == estado, (metodo, ruta, rechazada.texto)
        DESCRIPCION.verificar(metodo, ruta, rechazada)


@pytest.mark.parametrize(
    ("estado", "cabeceras"),
    [
        (400, {"Content-Length": "x"}),
        (413, {"Content-Length": str(10**9)}),
        (431, {"X-Larga": "a" * 20_000}),
    ],
)
def test_lo_que_no_llega_a_ser_peticion(
    siaa: ServidorDePrueba, estado: int, cabeceras: dict[str, str]
) -> None:
    rechazada = siaa.pedir("GET", "/siaa/status", None, cabeceras)
    assert rechazada.estado == estado
    DESCRIPCION.conforme(ERROR, rechazada.json)
