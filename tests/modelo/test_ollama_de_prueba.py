"""The stand-in for Ollama, checked with plain clients: a fake that lies makes every other test
worthless.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from dataclasses import replace

import pytest
import requests
from conexion_de_prueba import puerto_libre
from guiones import (
    PARA_SIEMPRE,
    Pausa,
    Reinicio,
    callado,
    demasiado_largo,
    error_http,
    final,
    hasta,
    linea,
    partido,
    por_cierre,
    respuesta,
    tardio,
    tras,
)
from ollama_de_prueba import DIGEST, MODELO, OllamaDePrueba, puerto_que_no_acepta
from paciencia import PACIENCIA_S, esperar

CUERPO = {"model": MODELO, "messages": [{"role": "user", "content": "hola"}], "stream": True}


def preguntar(ollama: OllamaDePrueba, **otros: object) -> requests.Response:
    return requests.post(f"{ollama.url}/api/chat", json=CUERPO | otros, timeout=PACIENCIA_S)


def mandar(ollama: OllamaDePrueba, **otros: object) -> socket.socket:
    """Ask, and leave whoever asks to hang up."""
    enchufe = socket.create_connection(("127.0.0.1", ollama.puerto))
    cuerpo = json.dumps(CUERPO | otros).encode()
    cabeza = b"POST /api/chat HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(cuerpo)
    enchufe.sendall(cabeza + cuerpo)
    return enchufe


def texto_de(contestado: requests.Response) -> str:
    return "".join(json.loads(renglon)["message"]["content"] for renglon in contestado.iter_lines())


def test_una_respuesta_normal_es_ndjson_por_trozos(ollama: OllamaDePrueba) -> None:
    ollama.encolar(respuesta("uno ", "dós"))
    contestado = preguntar(ollama)
    assert contestado.headers["Transfer-Encoding"] == "chunked"
    assert texto_de(contestado) == "uno dós"
    assert json.loads(contestado.text.splitlines()[-1])["done_reason"] == "stop"
    assert ollama.preguntas[0].mensajes == CUERPO["messages"]


def test_sin_flujo_es_un_solo_objeto(ollama: OllamaDePrueba) -> None:
    ollama.encolar(respuesta("uno ", "dos"))
    contestado = preguntar(ollama, stream=False).json()
    assert contestado["message"]["content"] == "uno dos" and contestado["done"]


@pytest.mark.parametrize("ruta", ["/", "/api/version", "/api/tags", "/api/ps"])
def test_las_demas_rutas(ollama: OllamaDePrueba, ruta: str) -> None:
    assert requests.get(ollama.url + ruta, timeout=PACIENCIA_S).status_code == 200
    assert requests.head(ollama.url + ruta, timeout=PACIENCIA_S).status_code == 200
    assert requests.get(ollama.url + "/nada", timeout=PACIENCIA_S).status_code == 404


def test_lo_que_dice_de_sus_modelos_se_puede_cambiar(ollama: OllamaDePrueba) -> None:
    def ficha(ruta: str) -> dict[str, object]:
        (unica,) = requests.get(ollama.url + ruta, timeout=PACIENCIA_S).json()["models"]
        return dict(unica)

    assert ficha("/api/tags")["digest"] == ficha("/api/ps")["digest"] == DIGEST
    assert ficha("/api/ps")["context_length"] == 4096
    ollama.digest, ollama.ventana = "otro", 2048
    assert ficha("/api/tags")["digest"] == "otro"
    assert ficha("/api/ps")["context_length"] == 2048
    ollama.olvidar()
    assert (ollama.digest, ollama.ventana) == (DIGEST, 4096)


def test_un_calentamiento_no_es_una_pregunta(ollama: OllamaDePrueba) -> None:
    ollama.encolar(respuesta("para quien pregunte"))
    caliente = preguntar(ollama, options={"num_predict": 1})
    assert json.loads(caliente.text.splitlines()[-1])["done_reason"] == "length"
    ollama.al_calentar = error_http(500, "no cabe")
    assert preguntar(ollama, options={"num_predict": 1}).status_code == 500
    assert texto_de(preguntar(ollama)) == "para quien pregunte"
    assert (len(ollama.calentamientos), len(ollama.preguntas)) == (2, 1)


def en_memoria(ollama: OllamaDePrueba) -> bool:
    return bool(requests.get(ollama.url + "/api/ps", timeout=PACIENCIA_S).json()["models"])


def test_cargar_es_pedir_sin_mensajes(ollama: OllamaDePrueba) -> None:
    ollama.motor.en_memoria = False
    assert not en_memoria(ollama)
    assert preguntar(ollama, messages=[]).json()["done_reason"] == "load"
    assert en_memoria(ollama)
    assert (len(ollama.cargas), ollama.preguntas, ollama.calentamientos) == (1, [], [])


def test_una_carga_que_se_abandona_empieza_de_nuevo(ollama: OllamaDePrueba) -> None:
    ollama.motor.en_memoria = False
    ollama.motor.carga.clear()
    with mandar(ollama, messages=[]):
        assert esperar(lambda: ollama.motor.cargas_empezadas == 1)
    assert esperar(lambda: ollama.cargas[0].abandonada is not None) and not en_memoria(ollama)
    ollama.motor.carga.set()
    preguntar(ollama, messages=[])
    assert (ollama.motor.cargas_empezadas, ollama.motor.cargas_hechas) == (2, 1)


@pytest.mark.parametrize(
    ("version", "otro", "recarga"),
    [
        ("0.24.0", {"shift": False}, 0),
        ("0.33.0", {"shift": False}, 1),
        ("0.24.0", {"options": {"num_ctx": 8192}}, 1),
        ("0.33.0", {"options": {"num_thread": 2}}, 1),
        ("0.33.0", {"options": {"num_predict": 7, "seed": 3}, "think": False}, 0),
    ],
)
def test_lo_que_hace_cargar_otra_vez(
    ollama: OllamaDePrueba, version: str, otro: dict[str, object], recarga: int
) -> None:
    ollama.motor.version = version
    preguntar(ollama)
    preguntar(ollama, **otro)
    assert ollama.motor.cargas_empezadas == recarga


@pytest.mark.parametrize(("version", "espera"), [("0.24.0", True), ("0.33.0", False)])
def test_lo_abandonado_se_lee_hasta_el_final_o_no(
    ollama: OllamaDePrueba, version: str, espera: bool
) -> None:
    ollama.motor.version = version
    leida = threading.Event()
    ollama.encolar(replace(respuesta("uno"), antes=hasta(leida)))
    with mandar(ollama):
        ollama.esperar_preguntas(1)
    assert ollama.se_suelta()
    if espera:
        with pytest.raises(requests.ReadTimeout):
            requests.post(f"{ollama.url}/api/chat", json=CUERPO, timeout=0.3)
        leida.set()
    assert preguntar(ollama).ok


@pytest.mark.parametrize(("shift", "razon", "dichas"), [(True, "stop", 60), (False, "length", 50)])
def test_una_respuesta_que_no_cabe(
    ollama: OllamaDePrueba, shift: bool, razon: str, dichas: int
) -> None:
    ollama.mira_la_ventana, ollama.letras_por_ficha = True, 1
    largo = len("<user>\nhola")
    ollama.encolar(respuesta(*["a"] * 60))
    contestado = preguntar(ollama, shift=shift, options={"num_ctx": largo + 50})
    assert json.loads(contestado.text.splitlines()[-1])["done_reason"] == razon
    assert texto_de(contestado) == "a" * dichas and ollama.motor.desplazamientos == shift


def test_vuelve_en_el_mismo_puerto() -> None:
    with OllamaDePrueba(puerto=puerto_libre()) as antes:
        pass
    with OllamaDePrueba(puerto=antes.puerto) as despues:
        assert requests.get(despues.url, timeout=PACIENCIA_S).status_code == 200
        assert despues.url == antes.url and antes.peticiones == []


def test_un_puerto_que_no_acepta_ni_rechaza() -> None:
    with puerto_que_no_acepta() as url, pytest.raises(requests.ConnectTimeout):
        requests.get(url, timeout=0.3)


def test_los_modelos_que_no_estan(ollama: OllamaDePrueba) -> None:
    contestado = preguntar(ollama, model="otro")
    assert (contestado.status_code, contestado.json()) == (404, {"error": "model 'otro' not found"})


def test_los_errores_van_como_se_escriben(ollama: OllamaDePrueba) -> None:
    ollama.encolar(error_http(403, "", tipo="text/plain"), demasiado_largo())
    assert (preguntar(ollama).status_code, preguntar(ollama).status_code) == (403, 400)


def test_sin_trozos_se_acaba_al_cerrar(ollama: OllamaDePrueba) -> None:
    ollama.encolar(por_cierre(respuesta("uno")))
    contestado = preguntar(ollama)
    assert "Transfer-Encoding" not in contestado.headers and texto_de(contestado) == "uno"


def test_cortes_y_reinicios(ollama: OllamaDePrueba) -> None:
    ollama.encolar(tras(["uno"], Reinicio()), tras(["uno"], termina=False), tras(["uno"]))
    for _ in range(2):
        with pytest.raises(requests.RequestException):
            preguntar(ollama)
    assert b'"done":true' not in preguntar(ollama).content


def test_los_bytes_partidos_se_juntan(ollama: OllamaDePrueba) -> None:
    cuerpo = linea("año") + final(metricas=False)
    for corte in range(1, len(cuerpo), 7):
        ollama.encolar(partido(cuerpo, corte))
        assert preguntar(ollama).content == cuerpo


def test_los_silencios_duran_lo_escrito(ollama: OllamaDePrueba) -> None:
    ollama.encolar(tardio(respuesta("uno", demora=0.2), 0.2))
    inicio = time.monotonic()
    preguntar(ollama)
    assert time.monotonic() - inicio >= 0.4


@pytest.mark.parametrize(
    "guion", [callado(), callado(False), tras(["uno"], PARA_SIEMPRE), tras([], Pausa(9))]
)
def test_se_anota_cuando_el_otro_cuelga(ollama: OllamaDePrueba, guion: object) -> None:
    ollama.encolar(guion)  # type: ignore[arg-type]
    enchufe = mandar(ollama)
    (peticion,) = ollama.esperar_preguntas(1)
    assert ollama.en_curso == 1 and peticion.abandonada is None
    enchufe.close()
    assert esperar(lambda: peticion.abandonada is not None)
    assert esperar(lambda: ollama.abiertas == 0) and ollama.en_curso == 0


def test_parar_no_deja_nada_ni_con_respuestas_a_medias() -> None:
    with OllamaDePrueba(por_defecto=callado()) as ollama:
        enchufe = mandar(ollama)
        ollama.esperar_preguntas(1)
    enchufe.close()
    assert not [hilo for hilo in threading.enumerate() if hilo.name == "ollama-fingido"]
