"""The record on disks that refuse, for real: full, with a quota, read-only; and killed.

Each disk belongs to a process of its own, whose limits and user nobody else shares.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from paciencia import PACIENCIA_S
from registro_de_prueba import abrir_lectura, asiento_de_prueba, guardado_todo, registro_en_marcha
from verificaciones import en_español, sin_entrañas

from siaa.servicio.registro.registro import EstadoRegistro

SIN_PERMISO = "no se puede crear registro.sqlite3 (sin permiso)"
RAIZ = Path(__file__).resolve().parents[2]
PROGRAMA = """
import json, os, resource, sys
from contextlib import suppress
from pathlib import Path
from registro_de_prueba import guardados, asiento_de_prueba, guardado_todo, registro_en_marcha
from paciencia import esperar

carpeta, caso = Path(sys.argv[1]), sys.argv[2]
lastre = carpeta / "lastre"


def llenar():
    abierto = os.open(lastre, os.O_CREAT | os.O_WRONLY)
    with suppress(OSError):
        while os.write(abierto, b"x" * 1024):
            pass
    os.close(abierto)


def limitar(bytes_):
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_, resource.RLIM_INFINITY))


romper, arreglar = {
    "lleno": (llenar, lastre.unlink),
    "cuota": (lambda: limitar(1), lambda: limitar(resource.RLIM_INFINITY)),
    "solo_lectura": (lambda: carpeta.chmod(0o500), lambda: carpeta.chmod(0o700)),
}[caso]
if os.geteuid() == 0 and caso == "solo_lectura":
    os.chown(carpeta, 65534, 65534)
    os.setgid(65534)
    os.setuid(65534)

romper()
with registro_en_marcha(carpeta / "registro.sqlite3") as registro:
    for numero in range(20):
        registro.anotar(asiento_de_prueba(numero))
    assert esperar(lambda: registro.estado().problema is not None)
    antes = registro.estado()
    arreglar()
    assert guardado_todo(registro)
    hechas = len(guardados(registro))
    romper()
    for numero in range(20, 520):
        registro.anotar(asiento_de_prueba(numero, respuesta="Siete días. " * 100))
    # A file that is open outlives its permission.
    if caso != "solo_lectura":
        assert esperar(lambda: registro.estado().problema is not None)
    arreglar()
    assert guardado_todo(registro)
    final = registro.estado()
print(json.dumps([antes.pendientes, antes.problema, hechas, final.filas, final.perdidas,
                  final.problema]))
"""


@pytest.fixture
def carpeta_de_cualquiera() -> Iterator[Path]:
    """A folder that a user without privileges can get to."""
    carpeta = Path(tempfile.mkdtemp(prefix="siaa-registro-"))
    yield carpeta
    carpeta.chmod(0o700)
    shutil.rmtree(carpeta)


def entorno() -> dict[str, str]:
    rutas = os.pathsep.join([str(RAIZ), str(RAIZ / "tests" / "apoyo")])
    return os.environ | {"PYTHONPATH": rutas, "PYTHONDONTWRITEBYTECODE": "1"}


def correr(*orden: str) -> list[Any]:
    hecho = subprocess.run(
        orden,
        capture_output=True,
        text=True,
        timeout=PACIENCIA_S,
        check=False,
        env=entorno(),
    )
    assert hecho.returncode == 0, hecho.stderr
    salida: list[Any] = json.loads(hecho.stdout)
    return salida


def verificar(salida: list[Any], dicho: str) -> None:
    pendientes, problema, hechas, filas, perdidas, al_final = salida
    assert pendientes == 20, "what could not be written waits"
    assert dicho in problema
    en_español(problema)
    sin_entrañas(problema)
    assert hechas == 20
    assert (filas, perdidas, al_final) == (520, 0, None)


def test_disco_lleno(tmp_path: Path) -> None:
    disco = tmp_path / "disco"
    disco.mkdir()
    montar = 'mount -t tmpfs -o size=4m tmpfs "$1"'
    prueba = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c")
    try:
        puede = subprocess.run(
            [*prueba, montar, "sh", str(disco)], capture_output=True, check=False
        )
    except FileNotFoundError:
        pytest.skip("this system has no unshare")
    if puede.returncode:
        pytest.skip("this system lets nobody mount a small disk")
    orden = f'{montar} && exec "$2" -c "$3" "$1" lleno'
    salida = correr(*prueba, orden, "sh", str(disco), sys.executable, PROGRAMA)
    verificar(salida, "libere espacio")


def test_una_cuota_agotada(tmp_path: Path) -> None:
    salida = correr(sys.executable, "-c", PROGRAMA, str(tmp_path), "cuota")
    verificar(salida, "revise el disco y su cuota")


def test_una_carpeta_de_solo_lectura(carpeta_de_cualquiera: Path) -> None:
    salida = correr(sys.executable, "-c", PROGRAMA, str(carpeta_de_cualquiera), "solo_lectura")
    verificar(salida, SIN_PERMISO)


SIN_DESCANSO = """
import itertools, sys
from pathlib import Path
from registro_de_prueba import asiento_de_prueba, registro_en_marcha

with registro_en_marcha(Path(sys.argv[1])) as registro:
    for numero in itertools.count():
        while registro.estado().pendientes > 500:
            pass
        registro.anotar(asiento_de_prueba(numero))
        if registro.estado().filas > 300:
            print("bastantes", flush=True)
"""


def test_matar_el_proceso_no_dana_el_archivo_ni_deja_huecos(tmp_path: Path) -> None:
    """What is there is the beginning of what was told, each once."""
    ruta = tmp_path / "registro.sqlite3"
    for _ in range(3):
        proceso = subprocess.Popen(
            [sys.executable, "-c", SIN_DESCANSO, str(ruta)],
            stdout=subprocess.PIPE,
            env=entorno(),
        )
        assert proceso.stdout is not None
        assert proceso.stdout.readline() == b"bastantes\n"
        proceso.kill()
        proceso.wait()
        proceso.stdout.close()
        with abrir_lectura(ruta) as conexion:
            filas = conexion.execute("SELECT id FROM preguntas ORDER BY n").fetchall()
            assert [int(fila["id"], 16) for fila in filas] == list(range(len(filas)))
            assert conexion.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    with registro_en_marcha(ruta) as registro:
        registro.anotar(asiento_de_prueba(0))
        registro.anotar(asiento_de_prueba(10**9))
        assert guardado_todo(registro)
        assert registro.estado() == EstadoRegistro(True, len(filas) + 1, 0, 0, None)
