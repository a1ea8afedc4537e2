"""`/siaa/status`: every problem in a sentence with what to do, at once, whatever the model does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from biblioteca_de_prueba import PREGUNTA
from conexion_de_prueba import puerto_libre
from guiones import callado, error_http, final, linea, objeto_json, tras
from ollama_de_prueba import DIGEST, MODELO, OllamaDePrueba
from paciencia import esperar, sin_esperar
from servidor_de_prueba import ServidorDePrueba
from verificaciones import en_español, sin_entrañas, verificar_buena, verificar_fin

Fabrica = Callable[..., ServidorDePrueba]


def estado_de(siaa: ServidorDePrueba, estado: str) -> dict[str, object]:
    """The answer of `/siaa/status` once it says so."""
    assert esperar(lambda: siaa.obtener("/siaa/status").json["estado"] == estado)
    respuesta = siaa.obtener("/siaa/status")
    assert respuesta.estado == 200
    sin_entrañas(respuesta.texto)
    datos: dict[str, object] = respuesta.json
    return datos


def test_todo_bien(servidor: Fabrica) -> None:
    estado = estado_de(servidor(), "ok")
    ollama = estado["ollama"]
    assert isinstance(ollama, dict) and datetime.fromisoformat(ollama.pop("comprobado_en"))
    assert ollama == {
        "listo": True,
        "alcanzable": True,
        "version": "0.30.1",
        "instalado": True,
        "digest": DIGEST,
        "cargado": True,
        "context_length": 4096,
        "calentado_en": None,
        "recargas": 0,
        "recargado_en": None,
        "memoria_libre": False,
        "fallo": None,
        "problema": None,
        "remedio": [],
        "avisos": [],
    }
    assert estado["avisos"] == []


SIN_MODELO: dict[str, Callable[[OllamaDePrueba], object]] = {
    "sin-instalar": lambda ollama: setattr(ollama, "modelos", ("otro:1b",)),
    "no-es-ollama": lambda ollama: ollama.rutas.update({"/api/version": error_http(500, "roto")}),
}


@pytest.mark.parametrize("caso", SIN_MODELO)
def test_sin_modelo_se_dice_que_hacer(servidor: Fabrica, ollama: OllamaDePrueba, caso: str) -> None:
    SIN_MODELO[caso](ollama)
    siaa = servidor()
    assert esperar(lambda: siaa.obtener("/siaa/status").json["ollama"]["remedio"] != [])
    estado = estado_de(siaa, "sin_modelo")
    problema = estado["ollama"]["problema"]  # type: ignore[index]
    en_español(problema)
    assert estado["avisos"] == [problema]


def test_con_avisos_se_sigue_respondiendo(servidor: Fabrica, ollama: OllamaDePrueba) -> None:
    ollama.rutas["/api/version"] = objeto_json(200, {"version": "0.9.6"})
    ollama.ventana = 2048
    siaa = servidor()
    estado = estado_de(siaa, "degradado")
    avisos = estado["avisos"]
    assert isinstance(avisos, list) and len(avisos) == 2
    assert avisos == estado["ollama"]["avisos"]  # type: ignore[index]
    for aviso in avisos:
        en_español(aviso)
    verificar_buena(siaa.charlar(PREGUNTA))


def test_las_recargas_se_aprenden_de_las_respuestas(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    cargada = final().replace(b'"load_duration":5025959', b'"load_duration":4000000000')
    ollama.por_defecto = tras(["Siete ", "días."], linea(""), cargada)
    siaa = servidor(cache_entradas=0)
    estado_de(siaa, "ok")
    verificar_buena(siaa.charlar(PREGUNTA))
    assert siaa.obtener("/siaa/status").json["ollama"]["recargas"] == 0
    verificar_buena(siaa.charlar(PREGUNTA))
    estado = estado_de(siaa, "degradado")
    assert estado["ollama"]["recargas"] == 1  # type: ignore[index]


def test_con_el_servidor_caido_nadie_espera(servidor: Fabrica) -> None:
    with OllamaDePrueba(puerto=puerto_libre()) as antes:
        siaa = servidor(ollama_url=antes.url)
        estado_de(siaa, "ok")
    charla = siaa.charlar(PREGUNTA)
    verificar_fin(charla, "extractiva", completa=True, modo="extractivo")
    estado_de(siaa, "sin_modelo")
    with sin_esperar():
        assert siaa.charlar(PREGUNTA).codigo == "modelo_no_responde"
    with OllamaDePrueba(puerto=antes.puerto, modelos=(MODELO,)):
        assert esperar(lambda: siaa.obtener("/siaa/status").json["estado"] == "ok")
        verificar_buena(siaa.charlar(PREGUNTA))


def test_responde_en_el_acto_mientras_mira_y_calienta(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    ollama.al_calentar = callado()
    siaa = servidor(calentar="si")
    assert esperar(lambda: len(ollama.calentamientos) == 1)
    ollama.rutas["/api/version"] = callado()
    siaa.app.extensions["siaa"].servidores[0].salud.sospechar()
    with sin_esperar():
        for _ in range(20):
            assert siaa.obtener("/siaa/status").json["turnos"]["atendiendo"] == 1
