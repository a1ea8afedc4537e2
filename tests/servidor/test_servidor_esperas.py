"""Patience with the model's server: closed ports, silences, and `/siaa/status` meanwhile."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from biblioteca_de_prueba import PREGUNTA
from conftest import Contar
from guiones import (
    PARA_SIEMPRE,
    Guion,
    callado,
    respuesta,
    tardio,
    tras,
)
from ollama_de_prueba import OllamaDePrueba, puerto_que_no_acepta
from paciencia import SIN_FIN_S, esperar, sin_esperar
from servidor_de_prueba import ServidorDePrueba
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
    with sin_esperar():
        charla = siaa.charlar(PREGUNTA)
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
        siaa = servidor(ollama_url=url, espera_conexion=0.4)
        with sin_esperar():
            charla = siaa.charlar(PREGUNTA)
        verificar_charla(charla, url)
        verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
        assert charla.codigo == "modelo_no_responde"


def test_la_paciencia_con_el_primer_token_es_la_que_se_pide(
    servidor: Fabrica, ollama: OllamaDePrueba, contar_desde: Contar
) -> None:
    ollama.encolar(callado(), tardio(Guion((respuesta(*DICHO).cuerpo,)), 5.5))
    contar_desde(lambda: bool(ollama.preguntas))
    charla = servidor(espera_primer_token=0.5).charlar(PREGUNTA)
    assert charla.codigo == "espera_agotada" and charla.marcos[-1].llegada >= 0.5
    verificar_buena(servidor(espera_entre_tokens=5).charlar(PREGUNTA))


@pytest.mark.parametrize("esperas", [(4.0, 4.5), (SIN_FIN_S, 0.3)])
def test_un_atasco_es_una_espera_agotada(
    servidor: Fabrica, ollama: OllamaDePrueba, esperas: tuple[float, float]
) -> None:
    ollama.por_defecto = tras(["".join(DICHO)], PARA_SIEMPRE)  # at once: no pause between tokens
    siaa = servidor(espera_primer_token=esperas[0], espera_entre_tokens=esperas[1])
    with sin_esperar():
        charlas = [siaa.charlar(PREGUNTA) for _ in range(2)]
    for charla in charlas:
        assert charla.codigo == "espera_agotada" and charla.contenido.startswith("".join(DICHO))
        assert charla.marcos[-1].llegada >= esperas[1]


def test_la_conexion_atascada_se_cierra(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba, contar_desde: Contar
) -> None:
    ollama_libre.por_defecto = callado()
    contar_desde(lambda: bool(ollama_libre.preguntas))
    siaa.charlar(PREGUNTA)
    (peticion,) = ollama_libre.preguntas
    assert esperar(lambda: peticion.abandonada is not None)


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
    with sin_esperar():
        for _ in range(5):
            assert siaa.obtener("/siaa/status").estado == 200
    verificar_buena(siaa.charlar(PREGUNTA))


def test_el_estado_con_el_modelo_apagado(servidor: Fabrica, url_cerrada: str) -> None:
    estado = servidor(ollama_url=url_cerrada).obtener("/siaa/status")
    assert estado.estado == 200
    sin_entrañas(json.dumps(estado.json["ollama"], ensure_ascii=False))
