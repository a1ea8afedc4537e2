"""Clients that leave, a queue that fills up, and a service that is told to stop: turns are
always given back.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from contextlib import ExitStack
from itertools import pairwise

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA
from guiones import PARA_SIEMPRE, Guion, callado, respuesta, tras
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar, sin_esperar
from servidor_de_prueba import ClienteCrudo, ServidorDePrueba, cuerpo_de_chat, en_bytes
from verificaciones import (
    codigo_de,
    fin_de,
    verificar_buena,
    verificar_charla,
    verificar_cita,
    verificar_entero,
    verificar_fin,
)

Fabrica = Callable[..., ServidorDePrueba]
CUERPO = en_bytes(cuerpo_de_chat(PREGUNTA))
LARGA = tras(["El plazo ", "es de "], PARA_SIEMPRE)
SIN_PAUSA = respuesta(*["ficha "] * 200, demora=0.05)


def sigue_sirviendo(siaa: ServidorDePrueba, ollama: OllamaDePrueba) -> None:
    """The turn was given back."""
    ollama.por_defecto = respuesta("Siete días.")
    charla = siaa.charlar(PREGUNTA)
    verificar_buena(charla)


@pytest.mark.parametrize("de_golpe", [False, True], ids=["cierra", "reinicia"])
def test_se_va_antes_del_primer_byte(
    servidor: Fabrica, ollama: OllamaDePrueba, de_golpe: bool
) -> None:
    ollama.por_defecto = callado()
    siaa = servidor()
    for _ in range(3):
        with siaa.crudo() as cliente:
            cliente.pedir_chat(CUERPO)
            cliente.irse(de_golpe)
    assert esperar(lambda: ollama.en_curso == 0 and ollama.abiertas <= 1)
    sigue_sirviendo(siaa, ollama)


@pytest.mark.parametrize(
    "guion", [callado(), callado(antes_de_cabeceras=False)], ids=["sin-cabeceras", "con-cabeceras"]
)
@pytest.mark.parametrize("de_golpe", [False, True], ids=["cierra", "reinicia"])
def test_se_va_mientras_el_modelo_lee(
    servidor: Fabrica, ollama: OllamaDePrueba, guion: Guion, de_golpe: bool
) -> None:
    ollama.por_defecto = guion
    siaa = servidor()
    with siaa.crudo() as cliente:
        cliente.pedir_chat(CUERPO)
        cliente.leer_hasta(b"data: ")
        ollama.esperar_preguntas(1)
        cliente.irse(de_golpe)
        assert ollama.se_suelta()
    sigue_sirviendo(siaa, ollama)


@pytest.mark.parametrize("de_golpe", [False, True], ids=["cierra", "reinicia"])
def test_se_va_a_media_respuesta(servidor: Fabrica, ollama: OllamaDePrueba, de_golpe: bool) -> None:
    ollama.encolar(SIN_PAUSA)
    siaa = servidor()
    with siaa.crudo() as cliente:
        cliente.pedir_chat(CUERPO)
        cliente.leer_hasta(b"ficha")
        cliente.irse(de_golpe)
        assert ollama.se_suelta()
    sigue_sirviendo(siaa, ollama)


@pytest.mark.parametrize(
    "guion", [callado(), LARGA, SIN_PAUSA], ids=["callado", "atascado", "sin-pausa"]
)
def test_se_va_sin_flujo(servidor: Fabrica, ollama: OllamaDePrueba, guion: Guion) -> None:
    ollama.por_defecto = guion
    siaa = servidor()
    with siaa.crudo() as cliente:
        cliente.pedir_chat(en_bytes(cuerpo_de_chat(PREGUNTA, stream=False)))
        ollama.esperar_preguntas(1)
        cliente.irse()
        assert ollama.se_suelta()
    sigue_sirviendo(siaa, ollama)


def test_se_va_de_la_cola(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.encolar(LARGA)
    siaa = servidor(cola=1)
    with siaa.abrir(PREGUNTA) as primero:
        primero.leer_hasta(lambda c: bool(c.palabras))
        with siaa.crudo() as segundo:
            segundo.pedir_chat(CUERPO)
            segundo.leer_hasta(b"en_cola")
            assert _puestos_ocupados(siaa)
        assert esperar(lambda: not _puestos_ocupados(siaa))
        assert esperar(lambda: siaa.obtener("/siaa/status").json["turnos"]["esperando"] == 0)
    assert ollama.se_suelta()
    assert len(ollama.preguntas) == 1, "the one who left was asked for all the same"
    sigue_sirviendo(siaa, ollama)


def _puestos_ocupados(siaa: ServidorDePrueba) -> bool:
    """Whether one more chat is turned away. It takes no turn: it is answered at once, or leaves."""
    with siaa.crudo() as sonda:
        sonda.pedir_chat(en_bytes(cuerpo_de_chat(OTRA_PREGUNTA)))
        return b" 503 " in sonda.leer_hasta(b"\r\n")


def test_un_lector_lento_no_detiene_a_los_demas(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.encolar(respuesta(*["x" * 4000] * 100))
    siaa = servidor()
    with ClienteCrudo(siaa.puerto) as lento:
        lento.enchufe.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        lento.pedir_chat(CUERPO)
        ollama.esperar_preguntas(1)
        with sin_esperar():
            assert siaa.obtener("/siaa/status").estado == 200
    sigue_sirviendo(siaa, ollama)


def test_la_cola_llena_responde_con_los_documentos(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    ollama.por_defecto = callado()
    siaa = servidor(cola=1)
    with siaa.abrir(PREGUNTA) as primero, siaa.abrir(PREGUNTA) as segundo:
        ollama.esperar_preguntas(1)
        segundo.leer_hasta(lambda c: any(e["fase"] == "en_cola" for e in c.eventos("estado")))
        puesto = segundo.charla.eventos("estado")[-1]
        assert puesto["puesto"] == 1 and set(puesto) >= {"evento", "fase", "puesto", "estimado_s"}
        assert primero.charla.estado == 200
        tercera = siaa.charlar(PREGUNTA)
        entera = siaa.charlar_entero(PREGUNTA)
    verificar_charla(tercera, estado=503)
    assert re.fullmatch(r"[1-9]\d*", tercera.cabeceras["retry-after"])
    verificar_fin(tercera, "extractiva", completa=True, modo="extractivo")
    assert tercera.codigo == "cola_llena"
    verificar_cita(tercera.contenido, tercera.fuentes)
    objeto = verificar_entero(entera, estado=503)
    assert re.fullmatch(r"[1-9]\d*", entera.cabeceras["retry-after"])
    assert (fin_de(objeto), codigo_de(objeto)) == (
        ("extractiva", True, "extractivo", "stop"),
        "cola_llena",
    )
    verificar_cita(objeto["choices"][0]["message"]["content"], objeto["siaa"]["fuentes"])
    assert len(ollama.preguntas) == 1


def test_con_la_cola_llena_los_saludos_se_contestan(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    ollama.por_defecto = callado()
    siaa = servidor(cola=1)
    with siaa.abrir(PREGUNTA), siaa.abrir(PREGUNTA):
        ollama.esperar_preguntas(1)
        charla = siaa.charlar("Hola")
        verificar_charla(charla)
        verificar_fin(charla, "directa", completa=True, modo="directo")


def test_la_cola_se_atiende_en_orden_y_de_a_una(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.por_defecto = respuesta("Siete ", "días.", demora=0.1)
    siaa = servidor()
    with ExitStack() as pila:
        flujos = []
        for i in range(5):
            flujos.append(pila.enter_context(siaa.abrir(f"{PREGUNTA} Caso {i}")))
        charlas = [flujo.leer_todo() for flujo in flujos]
    for charla in charlas:
        verificar_charla(charla)
        verificar_fin(charla, "stop", completa=True, modo="modelo")
    orden = [p.mensajes[-1]["content"] for p in ollama.preguntas]
    assert [int(re.findall(r"Caso (\d)", texto)[-1]) for texto in orden] == list(range(5))
    assert all(una.ultima <= otra.llegada for una, otra in pairwise(ollama.preguntas))


def test_el_estado_responde_con_treinta_y_dos_charlas_en_espera(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    ollama.por_defecto = callado()
    siaa = servidor(cola=40)
    with ExitStack() as pila:
        clientes = [pila.enter_context(siaa.crudo()) for _ in range(32)]
        for cliente in clientes:
            cliente.pedir_chat(CUERPO)
        for cliente in clientes:
            cliente.leer_hasta(b"data: ")
        with sin_esperar():
            for ruta in (*["/siaa/status"] * 10, "/siaa/enrutar?q=plazo"):
                assert siaa.obtener(ruta).estado == 200
    assert esperar(lambda: ollama.en_curso == 0 and ollama.abiertas <= 1)
    sigue_sirviendo(siaa, ollama)


def test_sesenta_charlas_a_la_vez(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.por_defecto = callado()
    siaa = servidor(cola=40)
    with ExitStack() as pila:
        clientes = [pila.enter_context(siaa.crudo()) for _ in range(60)]
        with sin_esperar():
            for cliente in clientes:
                cliente.pedir_chat(CUERPO)
            estados = [cliente.leer_hasta(b"\r\n")[9:12] for cliente in clientes]
    assert (estados.count(b"200"), estados.count(b"503")) == (41, 19)


def test_las_peticiones_a_medias_no_ocupan_a_nadie(servidor: Fabrica) -> None:
    siaa = servidor()
    with ExitStack() as pila:
        for _ in range(80):
            cliente = pila.enter_context(siaa.crudo())
            cliente.decir(b"POST /siaa/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n")
        with sin_esperar():
            assert siaa.obtener("/siaa/status").estado == 200
            verificar_buena(siaa.charlar(PREGUNTA))
