"""The application under any WSGI server: the door without Waitress."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from biblioteca_de_prueba import PREGUNTA
from flask import Flask
from flask.testing import FlaskClient

import siaa_proxy
from config import Config
from siaa.ajustes import ErrorConfiguracion
from siaa.errores import BibliotecaNoDisponible
from siaa.servicio.servidor.cupos import SUBIR
from siaa.servicio.servidor.servidor import PREGUNTAR
from siaa_proxy import create_app


@pytest.fixture
def app(biblioteca_chica: Path, tmp_path: Path, url_cerrada: str) -> Iterator[Flask]:
    config = Config(documentos=biblioteca_chica, datos=tmp_path / "datos", ollama_url=url_cerrada)
    creada = create_app(config)
    yield creada
    creada.extensions["siaa"].cerrar()


@pytest.fixture
def cliente(app: Flask) -> FlaskClient:
    return app.test_client()


def test_se_exportan_los_nombres_del_contrato() -> None:
    assert {
        "create_app", "tokenizar", "chunking_con_solapamiento", "calcular_tfidf_coleccion",
        "puntuar_chunk", "es_pregunta_listado", "detectar_documentos", "extraer_fragmento",
        "STOPWORDS_ES", "TERMINOS_PRIORITARIOS",
    } <= set(siaa_proxy.__all__)  # fmt: skip
    assert all(hasattr(siaa_proxy, nombre) for nombre in siaa_proxy.__all__)


def test_sin_ajustes_se_leen_del_entorno(
    biblioteca_chica: Path, tmp_path: Path, url_cerrada: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIAA_DOCUMENTOS", str(biblioteca_chica))
    monkeypatch.setenv("SIAA_DATOS", str(tmp_path / "mis" / "datos"))
    monkeypatch.setenv("SIAA_OLLAMA_URL", url_cerrada)
    app = create_app()
    app.extensions["siaa"].cerrar()
    assert app.test_client().get("/siaa/status").json["total_documentos"] == 6
    assert (tmp_path / "mis" / "datos").is_dir()


def test_un_ajuste_equivocado_no_llega_a_nada(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIAA_PUERTO", "x")
    with pytest.raises(ErrorConfiguracion):
        create_app()


def test_una_carpeta_de_documentos_que_no_esta(tmp_path: Path) -> None:
    with pytest.raises(BibliotecaNoDisponible):
        create_app(Config(documentos=tmp_path / "no", datos=tmp_path / "datos"))


def test_una_carpeta_de_datos_imposible(biblioteca_chica: Path, tmp_path: Path) -> None:
    (tmp_path / "ocupada").write_text("x")
    datos = tmp_path / "ocupada" / "datos"
    with pytest.raises(ErrorConfiguracion) as error:
        create_app(Config(documentos=biblioteca_chica, datos=datos))
    assert str(error.value).startswith(f"SIAA_DATOS = '{datos}' no sirve")


@pytest.mark.parametrize("datos", [".", "datos", "a/../normativa/datos"])
def test_la_carpeta_de_datos_no_esta_entre_los_documentos(
    biblioteca_chica: Path, datos: str
) -> None:
    with pytest.raises(ErrorConfiguracion, match="no esté dentro de la de documentos"):
        create_app(Config(documentos=biblioteca_chica, datos=biblioteca_chica / datos))


def test_los_documentos_si_pueden_estar_entre_los_datos(
    biblioteca_chica: Path, url_cerrada: str
) -> None:
    config = Config(
        documentos=biblioteca_chica, datos=biblioteca_chica.parent, ollama_url=url_cerrada
    )
    create_app(config).extensions["siaa"].cerrar()


@pytest.mark.parametrize("ruta", [*PREGUNTAR, SUBIR])
def test_lo_que_el_servidor_trata_aparte_es_una_ruta(app: Flask, ruta: str) -> None:
    """It tells them by their path alone, before the application sees the request."""
    assert app.url_map.bind("").test(ruta, "POST")


def test_cerrar_dos_veces(app: Flask) -> None:
    app.extensions["siaa"].cerrar()
    app.extensions["siaa"].cerrar()


def test_una_charla_con_flujo(cliente: FlaskClient) -> None:
    cuerpo = {"messages": [{"role": "user", "content": PREGUNTA}]}
    with cliente.post("/siaa/chat", json=cuerpo) as respuesta:
        *marcos, ultimo, vacio = respuesta.get_data(as_text=True).split("\n\n")
    assert (respuesta.status_code, ultimo, vacio) == (200, "data: [DONE]", "")
    siaa = [json.loads(m.removeprefix("data: ")).get("siaa", {}) for m in marcos if m[0] != ":"]
    assert siaa[0]["evento"] == "fuentes" and siaa[-1]["motivo"] == "extractiva"


def test_una_charla_sin_flujo(cliente: FlaskClient) -> None:
    cuerpo = {"messages": [{"role": "user", "content": PREGUNTA}], "stream": False}
    objeto = cliente.post("/siaa/chat", json=cuerpo).json
    assert objeto["siaa"]["motivo"] == "extractiva"
    assert "siete días hábiles" in objeto["choices"][0]["message"]["content"]


@pytest.mark.parametrize(
    ("origen", "cabeceras", "estado"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("10.0.0.7", {}, 403),
        ("", {}, 403),
        ("no es una dirección", {}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 403),
        ("127.0.0.1", {"Forwarded": "for=10.0.0.7"}, 403),
    ],
)
def test_quien_puede_recargar_sin_token(
    cliente: FlaskClient, origen: str, cabeceras: dict[str, str], estado: int
) -> None:
    entorno = {"REMOTE_ADDR": origen}
    respuesta = cliente.post("/siaa/recargar", environ_base=entorno, headers=cabeceras)
    assert respuesta.status_code == estado


def test_un_resaltado_demasiado_largo(cliente: FlaskClient) -> None:
    ruta = "/siaa/ver/acuerdo_vr24-101.md"
    assert cliente.get(ruta, query_string={"q": "x" * 4001}).status_code == 413
    assert cliente.get(ruta, query_string={"q": "x" * 4000}).status_code == 200


def test_un_error_no_previsto_no_muestra_nada(app: Flask, cliente: FlaskClient) -> None:
    @app.get("/roto")
    def roto() -> str:
        raise ZeroDivisionError("entrañas")

    respuesta = cliente.get("/roto")
    assert respuesta.status_code == 500
    assert respuesta.json["error"]["codigo"] == "error_interno"
    assert "entrañas" not in respuesta.get_data(as_text=True)
