"""Patience with the model's server: closed ports, silences, and `/siaa/status` meanwhile."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from biblioteca_de_prueba import PREGUNTA
from guiones import (
    PARA_SIEMPRE,
    callado,
    respuesta,
    tardio,
    tras,
)
from ollama_de_prueba import OllamaDePrueba, puerto_que_no_acepta
from servidor_de_prueba import ServidorDePrueba, esperar
from verificaciones import (
    DISPONIBILIDAD,
    codigo_de,
    fin_de,
    sin_entrañas,
    verificar_buena,
    verificar_charla,
    verificar_entero,
    verificar_extractiva,
    verificar_fin,
)

Fabrica = Callable[..., ServidorDePrueba]
AJUSTES = {"espera_primer_token": 0.5, "espera_entre_tokens": 0.4}
DICHO = ("El plazo ", "es de siete ", "días")


def test_un_puerto_cerrado(servidor: Fabrica, url_cerrada: str) -> None:
    siaa = servidor(ollama_url=url_cerrada)
    inicio = time.monotonic()
    charla = siaa.charlar(PREGUNTA)
    assert time.monotonic() - inicio < 1.5
    verificar_charla(charla, url_cerrada, url_cerrada.rsplit(":", 1)[1])
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    assert charla.codigo == "modelo_no_responde"
    verificar_extractiva(charla.contenido, charla.fuentes)
    assert DISPONIBILIDAD.search(charla.contenido)
    entero = verificar_entero(siaa.charlar_entero(PREGUNTA), url_cerrada)
    assert fin_de(entero) == ("extractiva", True, "extractivo", "stop")
    assert codigo_de(entero) == "modelo_no_responde"


def test_una_conexion_que_no_llega_a_abrirse(servidor: Fabrica) -> None:
    with puerto_que_no_acepta() as url:
        siaa = servidor(ollama_url=url, espera_conexion=0.4, espera_primer_token=5)
        inicio = time.monotonic()
        charla = siaa.charlar(PREGUNTA)
        assert time.monotonic() - inicio < 3
        verificar_charla(charla, url)
        verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
        assert charla.codigo == "modelo_no_responde"


def test_la_paciencia_con_el_primer_token_es_la_que_se_pide(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    ollama.encolar(callado(), tardio(respuesta(*DICHO), 0.7))
    siaa = servidor(espera_primer_token=1.0, espera_entre_tokens=0.3)
    inicio = time.monotonic()
    assert siaa.charlar(PREGUNTA).codigo == "espera_agotada"
    assert 0.9 < time.monotonic() - inicio < 2.5
    verificar_buena(siaa.charlar(PREGUNTA))


@pytest.mark.parametrize("esperas", [(0.3, 0.6), (0.5, 0.5), (0.6, 0.3)])
def test_un_atasco_es_una_espera_agotada(
    servidor: Fabrica, ollama: OllamaDePrueba, esperas: tuple[float, float]
) -> None:
    ollama.por_defecto = tras(DICHO, PARA_SIEMPRE)
    siaa = servidor(espera_primer_token=esperas[0], espera_entre_tokens=esperas[1])
    inicio = time.monotonic()
    assert [siaa.charlar(PREGUNTA).codigo for _ in range(3)] == ["espera_agotada"] * 3
    assert 3 * esperas[1] <= time.monotonic() - inicio < 3 * esperas[1] + 2


def test_la_conexion_atascada_se_cierra(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    ollama_libre.por_defecto = callado()
    siaa.charlar(PREGUNTA)
    (peticion,) = ollama_libre.preguntas
    assert ollama_libre.esperar(lambda: peticion.abandonada is not None, 1)


def test_un_modelo_que_vuelve_se_nota(
    servidor: Fabrica, url_cerrada: str, ollama: OllamaDePrueba
) -> None:
    apagado = servidor(ollama_url=url_cerrada).obtener("/siaa/status").json
    encendido = servidor()
    assert esperar(lambda: encendido.obtener("/siaa/status").json["ollama"] != apagado["ollama"])


def test_el_estado_no_espera_a_un_modelo_mudo(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    for ruta in ("/", "/api/version", "/api/tags", "/api/ps"):
        ollama.rutas[ruta] = callado()
    siaa = servidor()
    inicio = time.monotonic()
    for _ in range(5):
        assert siaa.obtener("/siaa/status").estado == 200
    assert time.monotonic() - inicio < 1
    verificar_buena(siaa.charlar(PREGUNTA))


def test_el_estado_con_el_modelo_apagado(servidor: Fabrica, url_cerrada: str) -> None:
    estado = servidor(ollama_url=url_cerrada).obtener("/siaa/status")
    assert estado.estado == 200
    sin_entrañas(json.dumps(estado.json["ollama"], ensure_ascii=False))
