"""The command line as an operator runs it: processes, pipes and signals."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from biblioteca_de_prueba import PREGUNTA
from guiones import callado
from ollama_de_prueba import OllamaDePrueba
from ordenes_de_prueba import PROXY, aparte, escribir_ajustes
from paciencia import PACIENCIA_S, SIN_FIN_S, esperar

import siaa_proxy


@pytest.fixture
def archivo(tmp_path: Path, biblioteca_chica: Path, url_cerrada: str) -> Path:
    """Settings of the small library and of a model that is not there."""
    return escribir_ajustes(tmp_path, biblioteca_chica, url_cerrada)


def test_como_proceso_aparte(archivo: Path, tmp_path: Path) -> None:
    """As an operator runs it: without an order it serves, and SIGTERM ends it well."""
    orden = [*PROXY, "--config", str(archivo)]
    registro = tmp_path / "errores.txt"
    with registro.open("wb") as errores:
        proceso = subprocess.Popen(orden, stdout=subprocess.PIPE, stderr=errores, cwd=tmp_path)
    try:
        assert esperar(lambda: "escucha en" in registro.read_text("utf-8"))
        proceso.send_signal(signal.SIGTERM)
        salida, _ = proceso.communicate(timeout=PACIENCIA_S)
    finally:
        proceso.kill()
        proceso.wait()
    texto = registro.read_text("utf-8")
    assert (proceso.returncode, salida) == (0, b"")
    assert "Biblioteca: 6 documentos" in texto and "manuales (3)" in texto
    assert (
        "Modelo: El servidor del modelo no responde" in texto and "systemctl start ollama" in texto
    )
    assert "[Doc] acuerdo_vr24-101.md (" in texto and "[CHK] " in texto
    ultima = json.loads(texto.splitlines()[-1])
    assert ultima["mensaje"] == "SIAA se detuvo." and "Traceback" not in texto


def test_un_puerto_ocupado(archivo: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as ocupado:
        puerto = str(ocupado.getsockname()[1])
        estado, _, errores = aparte("servir", "--config", str(archivo), "--puerto", puerto)
    ultima = errores.splitlines()[-1]
    assert estado == 1 and f"127.0.0.1:{puerto}" in ultima and "--puerto" in ultima
    assert "Traceback" not in errores


def test_una_direccion_donde_no_se_puede_escuchar(archivo: Path) -> None:
    orden = ("servir", "--config", str(archivo), "--host", "999.1.1.1")
    estado, _, errores = aparte(*orden, SIAA_HOSTS="siaa.lan")
    assert estado == 1 and "999.1.1.1" in errores and "Traceback" not in errores


def test_el_registro_solo_con_detalle(archivo: Path) -> None:
    _, salida, errores = aparte("preguntar", "--config", str(archivo), "--detalle", PREGUNTA)
    assert "[ENRUTADOR] max=" in errores and "[PODA] " in errores
    assert "[PODA]" not in salida and "siete días hábiles" in salida


def test_quien_lee_se_va_a_medias(archivo: Path) -> None:
    """As in `preguntar … | head -1`."""
    lectura, escritura = os.pipe()
    os.close(lectura)
    with os.fdopen(escritura, "wb") as salida:
        hecha = subprocess.run(
            [*PROXY, "preguntar", "--config", str(archivo), PREGUNTA],
            stdout=salida,
            stderr=subprocess.PIPE,
            timeout=PACIENCIA_S,
        )
    errores = hecha.stderr.decode()
    assert hecha.returncode == 1
    assert "Traceback" not in errores and "Exception ignored" not in errores


def test_interrumpir_una_pregunta(archivo: Path, ollama: OllamaDePrueba) -> None:
    ollama.encolar(callado())
    entorno = os.environ | {
        "SIAA_OLLAMA_URL": ollama.url,
        "SIAA_ESPERA_PRIMER_TOKEN": f"{SIN_FIN_S}",
    }
    orden = [*PROXY, "preguntar", "--config", str(archivo), PREGUNTA]
    proceso = subprocess.Popen(orden, stderr=subprocess.PIPE, env=entorno)
    try:
        assert esperar(lambda: bool(ollama.preguntas))
        proceso.send_signal(signal.SIGINT)
        _, errores = proceso.communicate(timeout=PACIENCIA_S)
    finally:
        proceso.kill()
        proceso.wait()
    assert proceso.returncode == siaa_proxy.SALIDA_INTERRUMPIDA == 130
    assert errores.decode().endswith("\nInterrumpido.\n") and b"Traceback" not in errores
    assert ollama.se_suelta()


def test_un_terminal_que_no_es_utf8(archivo: Path) -> None:
    orden = ("preguntar", "--config", str(archivo), PREGUNTA)
    estado, salida, errores = aparte(*orden, PYTHONIOENCODING="latin-1")
    assert estado == 0 and "RETRI" in salida and "Traceback" not in errores


def test_lo_importado_no_lo_mira_el_recolector() -> None:
    """While it is imported nor afterwards; what comes later is looked at as anywhere."""
    programa = (
        "import gc, runpy, sys\n"
        "vistas = []\n"
        "gc.callbacks.append(lambda *_: vistas.append('config' in sys.modules))\n"
        f"sys.argv = [{PROXY[-1]!r}, '--version']\n"
        f"sys.path.insert(0, {str(Path(PROXY[-1]).parent)!r})\n"
        "try:\n"
        "    runpy.run_path(sys.argv[0], run_name='__main__')\n"
        "except SystemExit:\n"
        "    print(gc.isenabled(), gc.get_freeze_count() > 10_000, vistas.count(True) < 9)\n"
    )
    hecha = subprocess.run([sys.executable, "-c", programa], capture_output=True, text=True)
    assert hecha.stdout.endswith("\nTrue True True\n"), hecha.stderr
