"""Every request has an id of its own, in its response and in every line of the log."""

from __future__ import annotations

import gc
import http.client
import json
import re
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import PREGUNTA
from flask import Response
from guiones import PARA_SIEMPRE, tras
from ollama_de_prueba import OllamaDePrueba
from ordenes_de_prueba import PROXY, escribir_ajustes
from paciencia import PACIENCIA_S, esperar
from servidor_de_prueba import (
    FlujoAbierto,
    ServidorDePrueba,
    con_consulta,
    cuerpo_de_chat,
    en_bytes,
)

CABECERA = "x-request-id"
FORMA = re.compile(r"[0-9a-f]{32}")
SECRETA = "¿Cuándo me despiden por no presentar el reporte RETRI?"
RUTAS = (
    "/siaa/status",
    "/siaa/tokens?q=reporte",
    "/siaa/static/visor/visor.css",
    "/siaa/ver/acuerdo_vr24-101.md",
    "/siaa/no_existe",
    "/siaa/keywords/no_existe.md",
    "/siaa/tokens",
    "/metrics",
)


@pytest.mark.parametrize("ruta", RUTAS)
@pytest.mark.parametrize("metodo", ["GET", "HEAD", "PUT", "OPTIONS"])
def test_toda_respuesta_dice_el_suyo(siaa: ServidorDePrueba, metodo: str, ruta: str) -> None:
    assert FORMA.fullmatch(siaa.pedir(metodo, ruta).cabeceras[CABECERA])


def test_tambien_un_flujo_y_un_cuerpo_que_no_sirve(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    flujo, entero = siaa.charlar(PREGUNTA), siaa.charlar_entero(PREGUNTA)
    roto = siaa.publicar("/siaa/chat", b"{")
    pedidos = [r.cabeceras[CABECERA] for r in (flujo, entero, roto)]
    assert roto.estado == 400
    assert len(set(pedidos)) == 3 and all(map(FORMA.fullmatch, pedidos))


def test_no_se_repiten(siaa: ServidorDePrueba) -> None:
    with ThreadPoolExecutor(8) as grupo:
        hechas = list(grupo.map(lambda _: siaa.obtener("/siaa/tokens", q="a"), range(80)))
    assert len({r.cabeceras[CABECERA] for r in hechas}) == 80


def test_el_del_cliente_no_se_mira(siaa: ServidorDePrueba) -> None:
    dicho = "f" * 32
    hecha = siaa.pedir("GET", "/siaa/status", cabeceras={"X-Request-Id": dicho})
    assert hecha.cabeceras[CABECERA] != dicho


# --- The log of a real process ---------------------------------------------------------------


class Proceso:
    """SIAA as a service runs it: its log in a file, so not at a terminal."""

    def __init__(self, registro: Path, proceso: subprocess.Popen[bytes]) -> None:
        self._registro = registro
        self.proceso = proceso
        assert esperar(lambda: "escucha en" in registro.read_text("utf-8"))
        puerto = re.search(r"escucha en http://127\.0\.0\.1:(\d+)", registro.read_text("utf-8"))
        assert puerto is not None
        self.puerto = int(puerto[1])

    @property
    def texto(self) -> str:
        return self._registro.read_text("utf-8")

    @property
    def lineas(self) -> list[dict[str, Any]]:
        """Every line that is complete; all of them have to be JSON."""
        return [json.loads(linea) for linea in self.texto.split("\n")[:-1]]

    def de(self, peticion: str) -> list[dict[str, Any]]:
        """The lines of one request, once its access line is there."""
        fin = f'"peticion": "{peticion}", "metodo"'
        assert esperar(lambda: fin in self.texto), "no access line"
        return [linea for linea in self.lineas if linea["peticion"] == peticion]

    def pedir(self, ruta: str) -> str:
        """Ask, and return the id of the request."""
        conexion = http.client.HTTPConnection("127.0.0.1", self.puerto, timeout=PACIENCIA_S)
        conexion.request("GET", ruta)
        respuesta = conexion.getresponse()
        respuesta.read()
        conexion.close()
        return respuesta.headers[CABECERA]

    def detener(self) -> int:
        self.proceso.send_signal(signal.SIGTERM)
        return self.proceso.wait(PACIENCIA_S)


@pytest.fixture
def proceso(tmp_path: Path, biblioteca_chica: Path, ollama: OllamaDePrueba) -> Iterator[Proceso]:
    archivo = escribir_ajustes(tmp_path, biblioteca_chica, ollama.url)
    registro = tmp_path / "registro.jsonl"
    with registro.open("wb") as errores:
        hijo = subprocess.Popen([*PROXY, "--config", str(archivo)], stderr=errores)
    try:
        yield Proceso(registro, hijo)
    finally:
        hijo.kill()
        hijo.wait()


def test_el_registro_de_un_servicio(proceso: Proceso, ollama: OllamaDePrueba) -> None:
    """From start to stop every line is JSON, and a request's lines are told by its id."""
    with FlujoAbierto(proceso.puerto, en_bytes(cuerpo_de_chat(SECRETA))) as flujo:
        charla = flujo.leer_todo()
    buscada = proceso.pedir(con_consulta("/siaa/enrutar", q=SECRETA))
    ausente = proceso.pedir("/siaa/%0Ainvento")
    de_chat = proceso.de(charla.cabeceras[CABECERA])
    mensajes = [linea["mensaje"] for linea in de_chat]
    assert mensajes[0].startswith("[ENRUTADOR] max=") and mensajes[1].startswith("[PODA] ")
    (acceso,) = [linea for linea in de_chat if linea["origen"] == "siaa.acceso"]
    assert (acceso["metodo"], acceso["ruta"], acceso["estado"]) == ("POST", "/siaa/chat", 200)
    assert acceso["nivel"] == "INFO" and 0 <= acceso["ms"] < 10_000
    assert acceso["mensaje"] == f"POST /siaa/chat 200 {acceso['ms']} ms"
    assert [linea["ruta"] for linea in proceso.de(buscada)] == ["/siaa/enrutar"]
    (perdida,) = proceso.de(ausente)
    assert (perdida["ruta"], perdida["estado"]) == ("(sin ruta)", 404)
    assert proceso.detener() == 0
    assert proceso.lineas[-1]["mensaje"] == "SIAA se detuvo."
    assert "despiden" not in proceso.texto, "a question in the log"


def test_lo_que_se_busca_en_la_ruta_no_se_escribe(proceso: Proceso) -> None:
    (linea,) = proceso.de(proceso.pedir("/siaa/densidad/embarazo"))
    assert linea["ruta"] == "/siaa/densidad/<path:termino>"
    assert "embarazo" not in proceso.texto


def test_los_vigilantes_no_llenan_el_registro(proceso: Proceso) -> None:
    callados = [proceso.pedir("/siaa/status"), proceso.pedir("/metrics")]
    proceso.de(proceso.pedir("/siaa/tokens?q=a"))
    assert not [linea for linea in proceso.lineas if linea["peticion"] in callados]


def test_un_archivo_y_uno_que_se_va_tambien_dejan_linea(
    proceso: Proceso, ollama: OllamaDePrueba
) -> None:
    (linea,) = proceso.de(proceso.pedir("/siaa/static/visor/visor.css"))
    assert (linea["ruta"], linea["estado"]) == ("/siaa/static/<path:filename>", 200)
    ollama.encolar(tras(["El plazo "], PARA_SIEMPRE))
    with FlujoAbierto(proceso.puerto, en_bytes(cuerpo_de_chat(PREGUNTA))) as flujo:
        charla = flujo.leer_hasta(lambda c: bool(c.palabras))
    assert proceso.de(charla.cabeceras[CABECERA])[-1]["ruta"] == "/siaa/chat"


def test_una_respuesta_terminada_no_espera_al_recolector(siaa: ServidorDePrueba) -> None:
    """What hangs on a response, up to the sockets of a model that failed, goes with it."""
    gc.collect()
    gc.disable()
    try:
        for _ in range(5):
            assert siaa.obtener("/siaa/status").estado == 200
            assert siaa.charlar("Hola").estado == 200
        assert esperar(lambda: not [o for o in gc.get_objects() if isinstance(o, Response)])
    finally:
        gc.enable()
