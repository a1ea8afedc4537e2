"""`/metrics` of a running service, read as Prometheus reads it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from biblioteca_de_prueba import CLAVES, OTRA_PREGUNTA, PREGUNTA, SIN_RESPUESTA
from guiones import PARA_SIEMPRE, tras
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar
from prometheus_client.parser import text_string_to_metric_families
from servidor_de_prueba import ServidorDePrueba
from verificaciones import verificar_error

from config import RAIZ

Fabrica = Callable[..., ServidorDePrueba]
PASANDO_POR_NGINX = {"X-Forwarded-For": "10.1.2.3"}


def medir(siaa: ServidorDePrueba) -> dict[str, float]:
    """Every sample, by its name and labels as they are written: `nombre{a=1}`."""
    respuesta = siaa.obtener("/metrics")
    assert respuesta.estado == 200
    assert respuesta.cabeceras["content-type"].startswith("text/plain; version=")
    return {
        muestra.name + "".join(f"{{{k}={v}}}" for k, v in sorted(muestra.labels.items())): (
            muestra.value
        )
        for familia in text_string_to_metric_families(respuesta.texto)
        for muestra in familia.samples
    }


def test_lo_que_el_servicio_dice_de_si(servidor: Fabrica) -> None:
    antes = time.time()
    siaa = servidor(cola=7)
    assert esperar(lambda: medir(siaa)["siaa_modelo_listo"] == 1)
    leidas = medir(siaa)
    estado = siaa.obtener("/siaa/status").json
    assert leidas["siaa_indice_documentos"] == estado["total_documentos"] == len(CLAVES)
    assert leidas["siaa_indice_fragmentos"] == estado["total_chunks"] > 0
    assert leidas["siaa_indice_terminos"] == estado["indice_terminos"] > 0
    assert antes <= leidas["siaa_indice_cargado_segundos"] <= time.time()
    assert leidas["siaa_cola_puestos"] == 7
    assert leidas["siaa_cola_esperando"] == leidas["siaa_cola_atendiendo"] == 0
    assert leidas["process_resident_memory_bytes"] > 1_000_000


def test_sin_modelo(servidor: Fabrica, url_cerrada: str) -> None:
    assert medir(servidor(url_cerrada))["siaa_modelo_listo"] == 0


def test_la_cola_se_mira_al_preguntar(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    siaa = servidor()
    ollama.encolar(tras(["El plazo "], PARA_SIEMPRE))
    with siaa.abrir(PREGUNTA) as primero:
        primero.leer_hasta(lambda c: bool(c.palabras))
        with siaa.abrir(OTRA_PREGUNTA) as segundo:
            segundo.leer_hasta(lambda c: bool(c.eventos("estado")))
            leidas = medir(siaa)
    assert (leidas["siaa_cola_atendiendo"], leidas["siaa_cola_esperando"]) == (1, 1)
    assert esperar(lambda: medir(siaa)["siaa_cola_atendiendo"] == 0)


def test_se_cuenta_lo_que_se_pregunto(servidor: Fabrica) -> None:
    siaa = servidor()
    for pregunta in (PREGUNTA, OTRA_PREGUNTA, SIN_RESPUESTA, "hola"):
        siaa.charlar(pregunta)
    assert esperar(
        lambda: medir(siaa).get("siaa_preguntas_total{desenlace=stop}{tipo=documental}") == 2
    )
    leidas = medir(siaa)
    assert leidas["siaa_preguntas_total{desenlace=sin_documentos}{tipo=documental}"] == 1
    assert leidas["siaa_preguntas_total{desenlace=directa}{tipo=saludo}"] == 1
    assert leidas["siaa_primer_token_segundos_count"] == 2
    assert leidas["siaa_lectura_tokens_por_segundo_count"] == 2
    assert leidas["siaa_escritura_tokens_por_segundo_sum"] == pytest.approx(2 * 12 / 0.709248)


def test_dos_servicios_en_un_proceso_no_se_mezclan(servidor: Fabrica) -> None:
    uno, otro = servidor(), servidor()
    uno.charlar("hola")
    serie = "siaa_preguntas_total{desenlace=directa}{tipo=saludo}"
    assert esperar(lambda: medir(uno).get(serie) == 1)
    assert serie not in medir(otro)


def test_es_para_quien_administra(servidor: Fabrica) -> None:
    abierto, cerrado = servidor(), servidor(token_admin="llave-de-prueba")
    assert abierto.obtener("/metrics").estado == 200
    verificar_error(
        abierto.pedir("GET", "/metrics", cabeceras=PASANDO_POR_NGINX), 403, "no_autorizado"
    )
    verificar_error(cerrado.obtener("/metrics"), 401, "no_autorizado")
    con_llave = {"Authorization": "Bearer llave-de-prueba"} | PASANDO_POR_NGINX
    assert cerrado.pedir("GET", "/metrics", cabeceras=con_llave).estado == 200


def test_la_documentacion_dice_las_que_hay(servidor: Fabrica) -> None:
    tabla = (RAIZ / "docs" / "api.md").read_text("utf-8")
    tabla = tabla.partition("<!-- métricas:")[2].partition("<!-- fin de métricas")[0]
    documentadas = {
        (nombre, tipo)
        for nombres, tipo in re.findall(r"^\| (.+?) \| (\w+) \|", tabla, re.MULTILINE)
        for nombre in re.findall(r"`(\w+)`", nombres)
    }
    texto = servidor().obtener("/metrics").texto
    tipos = re.findall(r"^# TYPE (siaa_\w+) (\w+)$", texto, re.MULTILINE)
    assert documentadas == {par for par in tipos if not par[0].endswith("_created")}
