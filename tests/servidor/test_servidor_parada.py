"""A service that is told to stop: open answers finish, or end with an honest ending."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA
from guiones import PARA_SIEMPRE, Guion, callado, respuesta, tras
from ollama_de_prueba import OllamaDePrueba
from paciencia import PACIENCIA_S, SIN_FIN_S
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
    siaa = servidor(espera_parada=SIN_FIN_S)
    hilo, leidas = leer_aparte(siaa, ollama)
    siaa.pedir_parada()
    hilo.join(PACIENCIA_S)
    siaa.hilo.join(PACIENCIA_S)
    assert not siaa.hilo.is_alive()
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
    siaa = servidor(espera_parada=0.5)
    with siaa.abrir(PREGUNTA) as flujo:
        habla = guion.antes == Guion(()).antes
        flujo.leer_hasta(lambda c: len(c.palabras) >= 2 if habla else bool(c.eventos("estado")))
        ollama.esperar_preguntas(1)
        siaa.pedir_parada()
        charla = flujo.leer_todo()
    siaa.hilo.join(PACIENCIA_S)
    assert not siaa.hilo.is_alive()
    verificar_charla(charla)
    if habla:
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
    siaa = servidor(espera_parada=0.4)
    primero, leidas = leer_aparte(siaa, ollama)
    with siaa.abrir(OTRA_PREGUNTA) as flujo:
        flujo.leer_hasta(lambda c: bool(c.eventos("estado")))
        siaa.pedir_parada()
        charla = flujo.leer_todo()
    primero.join(PACIENCIA_S)
    siaa.hilo.join(PACIENCIA_S)
    for despedida in (*leidas, charla):
        verificar_charla(despedida)
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    verificar_cita(charla.contenido, charla.fuentes)


def test_parado_ya_no_escucha(servidor: Fabrica) -> None:
    siaa = servidor()
    assert siaa.obtener("/siaa/status").estado == 200
    siaa.pedir_parada()
    siaa.hilo.join(PACIENCIA_S)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", siaa.puerto), timeout=1)


def test_dos_servidores_en_el_mismo_proceso(servidor: Fabrica) -> None:
    uno, otro = servidor(), servidor()
    assert uno.puerto != otro.puerto
    uno.pedir_parada()
    uno.hilo.join(PACIENCIA_S)
    verificar_buena(otro.charlar(PREGUNTA))
