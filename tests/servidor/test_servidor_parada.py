"""A service that is told to stop: open answers finish, or end with an honest ending."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA
from guiones import PARA_SIEMPRE, Guion, callado, respuesta, tras
from ollama_de_prueba import OllamaDePrueba
from servidor_de_prueba import (
    Charla,
    ServidorDePrueba,
)
from verificaciones import (
    verificar_buena,
    verificar_charla,
    verificar_cita,
    verificar_fin,
)

Fabrica = Callable[..., ServidorDePrueba]
SIN_PRISA = {"espera_primer_token": 30, "espera_entre_tokens": 30}
LARGA = tras(["El plazo ", "es de "], PARA_SIEMPRE)
SIN_PAUSA = respuesta(*["El plazo ", "es de "], *["ficha "] * 200, demora=0.05)


def leer_aparte(
    siaa: ServidorDePrueba, ollama: OllamaDePrueba
) -> tuple[threading.Thread, list[Charla]]:
    """A chat in course, read by a thread of its own."""
    leidas: list[Charla] = []
    hilo = threading.Thread(target=lambda: leidas.append(siaa.charlar(PREGUNTA)))
    hilo.start()
    ollama.esperar_preguntas(1)
    return hilo, leidas


def test_al_parar_se_termina_lo_empezado(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.encolar(respuesta(*["ficha "] * 10, demora=0.1))
    siaa = servidor(espera_parada=5)
    hilo, leidas = leer_aparte(siaa, ollama)
    inicio = time.monotonic()
    siaa.pedir_parada()
    hilo.join(5)
    siaa.hilo.join(5)
    assert not siaa.hilo.is_alive() and time.monotonic() - inicio < 3
    (charla,) = leidas
    verificar_buena(charla)
    assert charla.contenido.startswith("ficha " * 10)


@pytest.mark.parametrize(
    "guion", [callado(), LARGA, SIN_PAUSA], ids=["sin-empezar", "atascada", "sin-pausa"]
)
def test_al_parar_lo_demasiado_largo_se_acaba_con_honra(
    servidor: Fabrica, ollama: OllamaDePrueba, guion: Guion
) -> None:
    ollama.encolar(guion)
    siaa = servidor(espera_parada=0.5, **SIN_PRISA)
    hilo, leidas = leer_aparte(siaa, ollama)
    time.sleep(0.2)
    inicio = time.monotonic()
    siaa.pedir_parada()
    hilo.join(5)
    siaa.hilo.join(5)
    assert not siaa.hilo.is_alive() and time.monotonic() - inicio < 4
    (charla,) = leidas
    verificar_charla(charla)
    if guion.antes == 0:
        verificar_fin(charla, "corte", completa=False, modo="modelo", razon="length")
        assert charla.contenido.startswith("El plazo es de ") and len(charla.contenido) > 30
    else:
        verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    assert ollama.se_suelta()


def test_al_parar_los_de_la_cola_tambien_se_despiden(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    ollama.encolar(LARGA)
    ollama.por_defecto = callado()
    siaa = servidor(espera_parada=0.4, **SIN_PRISA)
    primero, leidas = leer_aparte(siaa, ollama)
    with siaa.abrir(OTRA_PREGUNTA) as flujo:
        flujo.leer_hasta(lambda c: bool(c.eventos("estado")))
        siaa.pedir_parada()
        charla = flujo.leer_todo()
    primero.join(5)
    siaa.hilo.join(5)
    for despedida in (*leidas, charla):
        verificar_charla(despedida)
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    verificar_cita(charla.contenido, charla.fuentes)


def test_parado_ya_no_escucha(servidor: Fabrica) -> None:
    siaa = servidor()
    assert siaa.obtener("/siaa/status").estado == 200
    siaa.pedir_parada()
    siaa.hilo.join(5)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", siaa.puerto), timeout=1)


def test_dos_servidores_en_el_mismo_proceso(servidor: Fabrica) -> None:
    uno, otro = servidor(), servidor()
    assert uno.puerto != otro.puerto
    uno.pedir_parada()
    uno.hilo.join(5)
    verificar_buena(otro.charlar(PREGUNTA))
