"""Somebody leaves while the model reads: what the next one waits for, and is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from biblioteca_de_prueba import PREGUNTA
from guiones import PARA_SIEMPRE, tras
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar
from servidor_de_prueba import Charla, ServidorDePrueba
from verificaciones import en_español, verificar_buena

from siaa.recorrido.generacion import CARGANDO

Fabrica = Callable[..., ServidorDePrueba]
OTRA = "¿Cuál es el plazo para responder?"
ANTIGUA, NUEVA = "0.24.0", "0.33.0"


def ante(
    servidor: Fabrica, ollama: OllamaDePrueba, version: str, **otros: float
) -> ServidorDePrueba:
    """SIAA before a server of that version, which it knows, and which reads until it is let."""
    ollama.motor.version = version
    ollama.motor.lee.clear()
    siaa = servidor(calentar="no", **otros)
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["version"] == version)
    return siaa


def abandonar_una(siaa: ServidorDePrueba, ollama: OllamaDePrueba) -> None:
    """Somebody asks, and leaves while the model reads."""
    with siaa.abrir(PREGUNTA):
        ollama.esperar_preguntas(1)


def con_razon(charla: Charla) -> bool:
    """Whether it was said why one waits, but for a load of the model."""
    return any(estado["razon"] not in ("", CARGANDO) for estado in charla.eventos("estado"))


def test_quien_sigue_no_pregunta_hasta_que_el_servidor_termina_de_leer(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    """One from before 0.30 reads on whoever hangs up: the next one's patience would run out."""
    siaa = ante(servidor, ollama, ANTIGUA)
    ollama.encolar(tras(["uno "], PARA_SIEMPRE))
    abandonar_una(siaa, ollama)
    with siaa.abrir(OTRA) as flujo:
        flujo.leer_hasta(con_razon)
        estado = flujo.charla.eventos("estado")[-1]
        assert (estado["fase"], estado["puesto"]) == ("en_cola", 1)
        en_español(estado["razon"])
        assert len(ollama.preguntas) == 1 and ollama.preguntas[0].abandonada is None
        ollama.motor.lee.set()
        verificar_buena(flujo.leer_todo())
    estados = flujo.charla.eventos("estado")
    assert [(e["fase"], e["razon"]) for e in estados[-2:]] == [("leyendo", ""), ("escribiendo", "")]
    primera, segunda = ollama.preguntas
    assert 0 < primera.ultima <= segunda.llegada
    assert esperar(lambda: siaa.obtener("/siaa/status").json["turnos"]["atendiendo"] == 0)
    assert siaa.obtener("/siaa/status").json["turnos"]["esperando"] == 0


def test_a_uno_nuevo_se_le_cuelga_enseguida(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    siaa = ante(servidor, ollama, NUEVA)
    abandonar_una(siaa, ollama)
    assert ollama.se_suelta()
    ollama.motor.lee.set()
    charla = siaa.charlar(OTRA)
    verificar_buena(charla)
    assert not con_razon(charla)


def test_quien_pierde_la_paciencia_tampoco_deja_al_siguiente_a_ciegas(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    siaa = ante(servidor, ollama, ANTIGUA, espera_primer_token=5)
    assert siaa.charlar(PREGUNTA).codigo == "espera_agotada"
    with siaa.abrir(OTRA) as flujo:
        flujo.leer_hasta(con_razon)
        ollama.motor.lee.set()
        verificar_buena(flujo.leer_todo())


def test_a_media_respuesta_se_cuelga_a_cualquiera(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    siaa = ante(servidor, ollama, ANTIGUA)
    ollama.motor.lee.set()
    ollama.encolar(tras(["uno "], PARA_SIEMPRE))
    with siaa.abrir(PREGUNTA) as flujo:
        flujo.leer_hasta(lambda charla: bool(charla.palabras))
    assert ollama.se_suelta()
    verificar_buena(siaa.charlar(OTRA))


@pytest.mark.parametrize("version", [ANTIGUA, NUEVA])
def test_al_parar_no_se_espera_a_lo_que_nadie_espera(
    servidor: Fabrica, ollama: OllamaDePrueba, version: str
) -> None:
    siaa = ante(servidor, ollama, version, espera_parada=0)
    abandonar_una(siaa, ollama)
    siaa.parar()
    assert ollama.se_suelta()
