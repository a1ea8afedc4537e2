"""run.sh and the package, with real processes, in projects of their own and without network.

Each project is a copy of run.sh with a tiny program and one made-up dependency, whose wheel pip
finds in a folder (PIP_FIND_LINKS), so that a whole preparation takes a few seconds. The PATH holds
only the tools a bare system has, and the Pythons a test wants found.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

import pytest
from conexion_de_prueba import puerto_libre
from paciencia import PACIENCIA_S, SIN_FIN_S, esperar
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

RAIZ = Path(__file__).resolve().parents[2]
ESTE = f"{sys.version_info[0]}.{sys.version_info[1]}"
PYTHON = Path(sys.base_prefix) / "bin" / f"python{ESTE}"
HERRAMIENTAS = (
    *("bash", "cat", "dirname", "env", "find", "flock", "git", "mkdir", "mv", "readlink", "rm"),
    *("sha256sum", "sleep"),
)

PROGRAMA = """
import json, os, sys
import siaa_prueba
mascara = os.umask(0)
print(json.dumps({"orden": sys.argv[1:], "carpeta": os.getcwd(), "mascara": mascara,
                  "dependencia": siaa_prueba.__file__, "python": sys.prefix}))
"""

OPCION_DE = {
    "servir": "--puerto",
    "preguntar": "--detalle",
    "verificar": "--pregunta",
    "evaluar": "--contra",
    "comparar": "--motores",
    "preparar": "--dev",
    "test": "pytest",
    "capturas": "Chromium",
    "paquete": "--plataforma",
}
"""Order → something that its help has to tell."""
ORDENES = (*OPCION_DE, "ayuda")
Resultado = subprocess.CompletedProcess[str]


# --- Building blocks ------------------------------------------------------------------------------


def guion(ruta: Path, texto: str) -> None:
    ruta.write_text(f"#!/bin/sh\n{texto}\n", encoding="utf-8")
    ruta.chmod(0o755)


def poner_python(bin_: Path, nombre: str, antes: str = "") -> None:
    """A `python` in the PATH; `antes` is code that runs before whatever it is asked with -c."""
    orden = f'exec "{PYTHON}"'
    if antes:
        guion(bin_ / nombre, f"{orden} -c '{antes}; import sys; exec(sys.argv[4])' \"$@\"")
    else:
        guion(bin_ / nombre, f'{orden} "$@"')


def crear_bin(carpeta: Path, sin: tuple[str, ...] = ()) -> Path:
    carpeta.mkdir(parents=True)
    for herramienta in HERRAMIENTAS:
        ruta = shutil.which(herramienta)
        if ruta and herramienta not in sin:
            (carpeta / herramienta).symlink_to(ruta)
    return carpeta


def crear_rueda(carpeta: Path) -> None:
    """The smallest wheel pip accepts: siaa-prueba 1.0."""
    ficha = "siaa_prueba-1.0.dist-info"
    archivos = {
        "siaa_prueba.py": "",
        f"{ficha}/METADATA": "Metadata-Version: 2.1\nName: siaa-prueba\nVersion: 1.0\n",
        f"{ficha}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    registro = "".join(f"{nombre},,\n" for nombre in [*archivos, f"{ficha}/RECORD"])
    with zipfile.ZipFile(carpeta / "siaa_prueba-1.0-py3-none-any.whl", "w") as rueda:
        for nombre, texto in {**archivos, f"{ficha}/RECORD": registro}.items():
            rueda.writestr(nombre, texto)


def crear_proyecto(carpeta: Path) -> Path:
    carpeta.mkdir(parents=True)
    shutil.copy(RAIZ / "run.sh", carpeta)
    shutil.copy(RAIZ / ".gitignore", carpeta)
    (carpeta / "deploy").mkdir()
    shutil.copy(RAIZ / "deploy" / "paquete.py", carpeta / "deploy")
    (carpeta / "siaa").mkdir()
    (carpeta / "siaa" / "__init__.py").write_text('__version__ = "9.8.7"\n', encoding="utf-8")
    (carpeta / "documentos").mkdir()
    (carpeta / "documentos" / "acta nº 1.md").write_text("# Acta\n", encoding="utf-8")
    (carpeta / "siaa_proxy.py").write_text(PROGRAMA, encoding="utf-8")
    (carpeta / "requirements.txt").write_text("siaa-prueba==1.0\n", encoding="utf-8")
    for aparte in ("conversion", "dev", "comparar", "postgres", "qdrant"):
        requisitos = carpeta / f"requirements-{aparte}.txt"
        requisitos.write_text("-r requirements.txt\n", encoding="utf-8")
    (carpeta / "bench").mkdir()
    (carpeta / "bench" / "comparar.py").write_text(PROGRAMA, encoding="utf-8")
    return carpeta


class Banco:
    """A folder with a PATH, a home that does not exist, and the wheel; runs run.sh there."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.bin = crear_bin(base / "bin")
        self.sin_python = crear_bin(base / "bin sin python")
        self.ruedas = base / "ruedas"
        self.ruedas.mkdir()
        crear_rueda(self.ruedas)
        # Preferred by its name, but broken as a pyenv shim without its version is: to be skipped.
        guion(self.bin / "python3.14", "echo 'pyenv: python3.14: command not found' >&2; exit 127")
        poner_python(self.bin, "python3")

    def entorno(self, **extra: str) -> dict[str, str]:
        indice = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": self.ruedas.as_uri()}
        casa = str(self.base / "casa")
        return {"HOME": casa, "PATH": str(self.bin), **indice, **extra}

    def correr(self, proyecto: Path, *orden: str, **extra: str) -> Resultado:
        return self.correr_en(self.base, proyecto / "run.sh", *orden, **extra)

    def correr_en(self, carpeta: Path, programa: Path, *orden: str, **extra: str) -> Resultado:
        return subprocess.run(
            [programa, *orden],
            cwd=carpeta,
            env=self.entorno(**extra),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=PACIENCIA_S,
        )

    def sin(self, proyecto: Path, *orden: str, **extra: str) -> Resultado:
        """Run with no Python in the PATH: whoever wants to make an environment ends with 3."""
        return self.correr(proyecto, *orden, PATH=str(self.sin_python), **extra)


@pytest.fixture(scope="module")
def banco(tmp_path_factory: pytest.TempPathFactory) -> Banco:
    return Banco(tmp_path_factory.mktemp("banco"))


@pytest.fixture(scope="module")
def nuevo(banco: Banco) -> Path:
    """A project that nothing has prepared; tests leave it so."""
    return crear_proyecto(banco.base / "proyecto nuevo")


@pytest.fixture(scope="module")
def primera(banco: Banco) -> tuple[Path, Resultado]:
    """A project and its first start, from another folder and amid hostile settings."""
    proyecto = crear_proyecto(banco.base / "un proyecto «preparado»")
    (banco.base / "sombra").mkdir()
    (banco.base / "sombra" / "siaa_prueba.py").touch()
    hostil = {
        "PYTHONPATH": str(banco.base / "sombra"),
        "PYTHONHOME": "/no/existe",
        "PIP_USER": "1",
        "PIP_TARGET": str(banco.base / "otra parte"),
        "PIP_REQUIRE_HASHES": "1",
    }
    orden = f'umask 027; exec "{proyecto}/run.sh" --puerto 0'
    resultado = subprocess.run(
        ["bash", "-c", orden],
        cwd=banco.base,
        env=banco.entorno(**hostil),
        capture_output=True,
        text=True,
        timeout=PACIENCIA_S,
    )
    return proyecto, resultado


@pytest.fixture(scope="module")
def preparado(primera: tuple[Path, Resultado]) -> Path:
    proyecto, resultado = primera
    assert resultado.returncode == 0, resultado.stderr
    return proyecto


class Indice:
    """An index that takes connections and never answers."""

    def __init__(self, enchufe: socket.socket) -> None:
        self.enchufe = enchufe
        puerto = enchufe.getsockname()[1]
        self.entorno = {
            "PIP_INDEX_URL": f"http://127.0.0.1:{puerto}/",
            "PIP_RETRIES": "0",
            "PIP_TIMEOUT": "60",
            "PIP_NO_INDEX": "0",
            "PIP_FIND_LINKS": "",
        }

    def llamado(self, espera: float = 0) -> bool:
        """Whether somebody connected, waiting for it if asked to."""
        self.enchufe.settimeout(espera)
        try:
            self.enchufe.accept()[0].close()
        except (BlockingIOError, TimeoutError):
            return False
        return True


@pytest.fixture
def indice() -> Iterator[Indice]:
    with socket.create_server(("127.0.0.1", 0)) as enchufe:
        yield Indice(enchufe)


@contextmanager
def apartado(ruta: Path) -> Iterator[None]:
    """The file or folder is not there meanwhile; whatever took its place goes afterwards."""
    refugio = ruta.with_name(ruta.name + ".apartado")
    ruta.rename(refugio)
    try:
        yield
    finally:
        if ruta.is_dir():
            shutil.rmtree(ruta)
        else:
            ruta.unlink(missing_ok=True)
        refugio.rename(ruta)


def estado(carpeta: Path) -> dict[str, int]:
    """What is in a folder and when it changed, compiled modules aside."""
    return {
        str(ruta): ruta.lstat().st_mtime_ns
        for ruta in carpeta.rglob("*")
        if "__pycache__" not in ruta.parts
    }


# --- The command line -----------------------------------------------------------------------------


@pytest.mark.parametrize("orden", ["-h", "--help", "ayuda"])
def test_ayuda_nombra_todas_las_ordenes(banco: Banco, nuevo: Path, orden: str) -> None:
    resultado = banco.sin(nuevo, orden)
    assert resultado.returncode == 0
    for nombre in (*ORDENES, "--version"):
        assert f"\n  {nombre}" in resultado.stdout
    assert resultado.stderr == ""


@pytest.fixture(scope="module")
def desnudo(banco: Banco) -> Path:
    """The real code in a folder where nothing was ever prepared."""
    proyecto = crear_proyecto(banco.base / "desnudo")
    for carpeta in ("siaa", "bench"):
        shutil.rmtree(proyecto / carpeta)
        sin_compilar = shutil.ignore_patterns("__pycache__")
        shutil.copytree(RAIZ / carpeta, proyecto / carpeta, ignore=sin_compilar)
    return proyecto


@pytest.mark.parametrize("con_python", [True, False], ids=["con_python", "sin_python"])
@pytest.mark.parametrize(
    ("orden", "dados"),
    [
        *((orden, (orden, "--help")) for orden in OPCION_DE),
        ("evaluar", ("evaluar", "--mitad", "1", "-h")),
        ("servir", ("--puerto", "0", "--help")),
    ],
)
def test_la_ayuda_de_cada_orden_no_instala_nada(
    banco: Banco, desnudo: Path, orden: str, dados: tuple[str, ...], con_python: bool
) -> None:
    antes = estado(desnudo)
    resultado = (banco.correr if con_python else banco.sin)(desnudo, *dados)
    assert (resultado.returncode, resultado.stderr) == (0, "")
    assert resultado.stdout.lower().startswith(f"uso: ./run.sh {orden} ")
    assert not re.search(r"\b(usage|options|show|default|exit)\b", resultado.stdout)
    assert OPCION_DE[orden] in resultado.stdout or not con_python
    assert f"\n  {orden} " in resultado.stdout or con_python
    assert estado(desnudo) == antes and not [*desnudo.rglob("__pycache__")]


def test_la_ayuda_no_se_confunde_con_lo_que_se_pregunta(banco: Banco, desnudo: Path) -> None:
    assert banco.sin(desnudo, "preguntar", "--", "--help").returncode == 3
    assert banco.sin(desnudo, "preguntar", "¿qué hace --help?").returncode == 3


def test_version_es_la_del_codigo(banco: Banco, nuevo: Path) -> None:
    resultado = banco.sin(nuevo, "--version")
    assert (resultado.returncode, resultado.stdout) == (0, "siaa 9.8.7\n")


@pytest.mark.parametrize(
    ("orden", "dice"),
    [
        (["bailar"], "bailar"),
        (["preparar", "--todo"], "--todo"),
        (["preparar", "--dev", "extra"], "extra"),
        (["capturas", "--todas"], "--todas"),
        (["capturas", "una", "otra"], "otra"),
        (["paquete", "--salida"], "--salida"),
        (["paquete", "sorpresa"], "sorpresa"),
    ],
)
def test_orden_incomprensible(banco: Banco, nuevo: Path, orden: list[str], dice: str) -> None:
    resultado = banco.sin(nuevo, *orden)
    assert resultado.returncode == 2
    assert dice in resultado.stderr
    if orden == ["bailar"]:
        assert all(otra in resultado.stderr for otra in ORDENES)
    assert resultado.stdout == ""
    assert not (nuevo / ".venv").exists()


def test_una_copia_truncada_no_hace_nada(banco: Banco, tmp_path: Path) -> None:
    proyecto = crear_proyecto(tmp_path / "p")
    entero = (RAIZ / "run.sh").read_text(encoding="utf-8")
    for parte in (0.3, 0.6, 0.9, 0.999):
        trozo = entero[: int(len(entero) * parte)]
        (proyecto / "run.sh").write_text(trozo, encoding="utf-8")
        assert banco.correr(proyecto).returncode != 0
        assert not (proyecto / ".venv").exists()


# --- Choosing a Python ----------------------------------------------------------------------------


def test_sin_ningun_python(banco: Banco, nuevo: Path) -> None:
    resultado = banco.sin(nuevo)
    assert resultado.returncode == 3
    assert "Python 3.11 o posterior" in resultado.stderr
    assert "no encontré ningún Python" in resultado.stderr
    assert not (nuevo / ".venv").exists()


def test_python_demasiado_viejo(banco: Banco, nuevo: Path, tmp_path: Path) -> None:
    bin_ = crear_bin(tmp_path / "bin")
    poner_python(bin_, "python3", 'import sys; sys.version_info = (3, 9, 18, "final", 0)')
    resultado = banco.correr(nuevo, PATH=str(bin_))
    assert resultado.returncode == 3
    assert "Python 3.9.18" in resultado.stderr
    assert "Python 3.11 o posterior" in resultado.stderr
    assert "apt install" in resultado.stderr
    assert not (nuevo / ".venv").exists()


def test_python_sin_venv(banco: Banco, nuevo: Path, tmp_path: Path) -> None:
    bin_ = crear_bin(tmp_path / "bin")
    poner_python(bin_, "python3", 'import sys; sys.modules["ensurepip"] = None')
    resultado = banco.correr(nuevo, PATH=str(bin_))
    assert resultado.returncode == 3
    assert f"sudo apt install python{ESTE}-venv" in resultado.stderr
    assert not (nuevo / ".venv").exists()


def test_siaa_python_que_no_funciona(banco: Banco, nuevo: Path) -> None:
    resultado = banco.correr(nuevo, SIAA_PYTHON="python-inventado")
    assert resultado.returncode == 3
    assert "SIAA_PYTHON=python-inventado" in resultado.stderr


# --- Preparing and starting -----------------------------------------------------------------------


def test_primer_arranque(banco: Banco, primera: tuple[Path, Resultado]) -> None:
    proyecto, resultado = primera
    assert resultado.returncode == 0, resultado.stderr
    assert "Preparando el entorno (solo la primera vez)" in resultado.stderr
    salida = json.loads(resultado.stdout)  # nothing but the program's own words
    assert salida["orden"] == ["servir", "--puerto", "0"]
    assert salida["carpeta"] == str(banco.base)
    assert salida["mascara"] == 0o027
    assert salida["python"] == str(proyecto / ".venv")
    assert salida["dependencia"].startswith(str(proyecto / ".venv"))
    assert (proyecto / ".venv").stat().st_mode & 0o777 == 0o755


def coste_de_los_hijos() -> float:
    """Seconds of CPU of the processes that have ended."""
    tiempos = os.times()
    return tiempos.children_user + tiempos.children_system


def test_segundo_arranque_sin_red_ni_pip_ni_escribir(
    banco: Banco, preparado: Path, indice: Indice
) -> None:
    (pip,) = (preparado / ".venv").glob("lib/python*/site-packages/pip")
    costes = []
    with apartado(pip):
        antes = estado(preparado)
        for _ in range(3):
            inicio = coste_de_los_hijos()
            resultado = banco.sin(preparado, "preguntar", "¿qué hay?", **indice.entorno)
            costes.append(coste_de_los_hijos() - inicio)
            assert (resultado.returncode, resultado.stderr) == (0, "")
            assert json.loads(resultado.stdout)["orden"] == ["preguntar", "¿qué hay?"]
        assert estado(preparado) == antes
    assert not indice.llamado()
    assert min(costes) < 1


def test_por_enlace_desde_otra_carpeta(banco: Banco, preparado: Path, tmp_path: Path) -> None:
    (tmp_path / "enlaces").mkdir()
    absoluto, relativo = tmp_path / "enlaces" / "siaa", tmp_path / "relativo"
    absoluto.symlink_to(preparado / "run.sh")
    relativo.symlink_to("enlaces/siaa")
    resultado = banco.correr_en(tmp_path, relativo, "--host", "h")
    assert json.loads(resultado.stdout)["orden"] == ["servir", "--host", "h"]


def test_requisitos_cambiados(banco: Banco, preparado: Path, indice: Indice) -> None:
    requisitos = preparado / "requirements.txt"
    with apartado(requisitos):
        requisitos.write_text("siaa-prueba==1.0\nno-existe-en-ningun-sitio==1.0\n")
        fallo = banco.correr(preparado)
        assert fallo.returncode == 1
        assert "No matching distribution" in fallo.stderr  # pip's own words
        assert f"./run.sh paquete --python {ESTE}" in fallo.stderr
        assert fallo.stdout == ""
    # With the former file again, what is installed is enough: no network needed.
    vuelta = banco.correr(preparado, **indice.entorno)
    assert vuelta.returncode == 0, vuelta.stderr
    assert not indice.llamado()
    assert "rehago" not in vuelta.stderr
    assert banco.correr(preparado).stderr == ""


def test_preparar_dev_tiene_su_propio_sello(banco: Banco, preparado: Path) -> None:
    assert "Preparando" in banco.correr(preparado, "preparar", "--dev").stderr
    assert banco.correr(preparado, "preparar", "--dev").stderr == ""
    with apartado(preparado / "requirements-dev.txt"):
        (preparado / "requirements-dev.txt").write_text("-r requirements.txt\n# otro\n")
        assert banco.correr(preparado, "preparar").stderr == ""
        assert "Preparando" in banco.correr(preparado, "preparar", "--dev").stderr


def test_el_almacen_que_se_pide_trae_su_cliente(banco: Banco, preparado: Path) -> None:
    """By the variable or the settings file, once; nothing else is asked for by default."""
    assert "Preparando" in banco.correr(preparado, "servir", SIAA_ALMACEN="qdrant").stderr
    assert banco.correr(preparado, "servir", SIAA_ALMACEN="qdrant").stderr == ""
    ajustes = banco.base / "otro.toml"
    ajustes.write_text(
        "# almacen = 'qdrant'\n almacen = 'postgres' # el de la sede", encoding="utf-8"
    )
    assert "Preparando" in banco.correr(preparado, "servir", "--config", str(ajustes)).stderr
    assert banco.correr(preparado, "servir", f"--config={ajustes}").stderr == ""
    assert banco.correr(preparado, SIAA_ALMACEN="memoria").stderr == ""


def test_comparar_tiene_su_propio_entorno(banco: Banco, preparado: Path, indice: Indice) -> None:
    """Its packages are not installed among those of the service, and are installed once."""
    primera = banco.correr(preparado, "comparar", "--escala", "10")
    assert primera.returncode == 0, primera.stderr
    assert "Instalando los otros buscadores en .venv-comparar" in primera.stderr
    salida = json.loads(primera.stdout)
    assert salida["orden"] == ["--escala", "10"]
    assert salida["python"] == str(preparado / ".venv-comparar")
    assert salida["dependencia"].startswith(salida["python"])
    antes = estado(preparado)
    segunda = banco.sin(preparado, "comparar", **indice.entorno)
    assert (segunda.returncode, segunda.stderr) == (0, "")
    assert not indice.llamado() and estado(preparado) == antes
    assert banco.sin(preparado).stderr == ""


def test_comparar_sin_los_otros_buscadores(banco: Banco, preparado: Path) -> None:
    """What cannot be installed is left out: the comparison still runs, and tries again later."""
    requisitos = preparado / "requirements-comparar.txt"
    with apartado(requisitos):
        requisitos.write_text("no-existe-en-ningun-sitio==1.0\n")
        for _ in range(2):
            resultado = banco.correr(preparado, "comparar")
            assert resultado.returncode == 0, resultado.stderr
            assert "No matching distribution" in resultado.stderr  # pip's own words
            assert "comparo sin ellos" in resultado.stderr
            assert json.loads(resultado.stdout)["python"] == str(preparado / ".venv")
            assert not (preparado / ".venv-comparar").exists()


@pytest.mark.parametrize("pieza", [".siaa-entorno", "bin/python", "pyvenv.cfg"])
def test_un_entorno_a_medias_se_rehace(banco: Banco, preparado: Path, pieza: str) -> None:
    with apartado(preparado / ".venv" / pieza):
        resultado = banco.sin(preparado)
    assert resultado.returncode == 3, resultado.stderr  # it wanted a Python to begin again
    assert banco.sin(preparado).returncode == 0


def test_un_entorno_movido_se_rehace(banco: Banco, preparado: Path, tmp_path: Path) -> None:
    copia = tmp_path / "movido"
    shutil.copytree(preparado, copia, symlinks=True)
    assert banco.sin(copia).returncode == 3


@contextmanager
def lanzado(banco: Banco, proyecto: Path, *orden: str, **extra: str) -> Iterator[subprocess.Popen]:
    """run.sh in the background; killed if the test leaves it running."""
    with subprocess.Popen(
        [proyecto / "run.sh", *orden],
        env=banco.entorno(**extra),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as proceso:
        try:
            yield proceso
        finally:
            if proceso.poll() is None:
                proceso.kill()


def test_interrumpido_y_dos_a_la_vez(banco: Banco, tmp_path: Path) -> None:
    proyecto = crear_proyecto(tmp_path / "p")
    with lanzado(banco, proyecto) as proceso:
        assert esperar((proyecto / ".venv" / "bin" / "python").exists)
        proceso.send_signal(signal.SIGTERM)
        _, errores = proceso.communicate(timeout=PACIENCIA_S)
        assert proceso.returncode == 143
        assert "Interrumpido" in errores
    with lanzado(banco, proyecto) as uno, lanzado(banco, proyecto) as otro:
        salidas = [proceso.communicate(timeout=PACIENCIA_S) for proceso in (uno, otro)]
        assert (uno.returncode, otro.returncode) == (0, 0), salidas
    errores = "".join(salida[1] for salida in salidas)
    assert errores.count("Preparando") == errores.count("Usando Python") == 1
    assert errores.count("espero a que termine") == 1
    assert errores.count("lo rehago") == 1


def test_interrumpido_mientras_pip_instala(banco: Banco, preparado: Path, indice: Indice) -> None:
    identidad = preparado / ".venv" / ".siaa-entorno"
    texto = identidad.read_text()
    with apartado(preparado / "requirements.txt"):
        (preparado / "requirements.txt").write_text("no-existe==1.0\n")
        indice.enchufe.settimeout(PACIENCIA_S)
        with lanzado(banco, preparado, **indice.entorno) as proceso, indice.enchufe.accept()[0]:
            proceso.send_signal(signal.SIGINT)
            _, errores = proceso.communicate(timeout=PACIENCIA_S)
            assert proceso.returncode == 130, errores
        assert banco.sin(preparado).returncode == 3  # it would begin again
    identidad.write_text(texto)  # nothing was really installed


def test_cerrojo_sin_flock(banco: Banco, preparado: Path, tmp_path: Path) -> None:
    bin_ = str(crear_bin(tmp_path / "bin", sin=("flock",)))
    cerrojo = preparado / ".venv.lock.d"
    (preparado / ".venv" / ".siaa-servir").unlink(missing_ok=True)
    with subprocess.Popen(["true"]) as difunto:
        difunto.wait()
    cerrojo.mkdir()
    (cerrojo / "pid").write_text(f"{difunto.pid}\n")
    assert banco.correr(preparado, PATH=bin_).returncode == 0  # its owner is dead: taken over
    assert not cerrojo.exists()

    (preparado / ".venv" / ".siaa-servir").unlink(missing_ok=True)
    cerrojo.mkdir()
    (cerrojo / "pid").write_text(f"{os.getpid()}\n")
    with lanzado(banco, preparado, PATH=bin_) as proceso:
        assert proceso.stderr is not None
        assert "espero a que termine" in proceso.stderr.readline()
        shutil.rmtree(cerrojo)
        _, errores = proceso.communicate(timeout=PACIENCIA_S)
        assert proceso.returncode == 0, errores
    assert not cerrojo.exists()


# --- The package ----------------------------------------------------------------------------------


def huella(ruta: Path) -> str:
    return hashlib.sha256(ruta.read_bytes()).hexdigest()


def crear_paquete(banco: Banco, proyecto: Path, salida: Path, *opciones: str) -> Path:
    resultado = banco.correr(proyecto, "paquete", "--salida", str(salida), *opciones)
    assert resultado.returncode == 0, resultado.stderr
    return Path(resultado.stdout.strip())


def desempaquetar(archivo: Path, carpeta: Path) -> Path:
    carpeta.mkdir(parents=True, exist_ok=True)
    subprocess.run(["tar", "-xzf", archivo, "-C", carpeta], check=True)
    (unica,) = carpeta.glob("siaa-*/")
    return unica


@pytest.fixture(scope="module")
def paquete(banco: Banco, preparado: Path) -> Path:
    """The archive, made from a folder that is not a git checkout and holds private things."""
    for privado in ("siaa.toml", ".env", "datos/registro.sqlite", "viejo.tar.gz"):
        ruta = preparado / privado
        ruta.parent.mkdir(exist_ok=True)
        ruta.write_text("secreto")
    (banco.base / "salida").mkdir()
    return crear_paquete(banco, preparado, banco.base / "salida")


def test_que_lleva_el_paquete(paquete: Path, tmp_path: Path) -> None:
    suma = paquete.with_name(paquete.name + ".sha256").read_text()
    assert suma == f"{huella(paquete)}  {paquete.name}\n"
    assert paquete.name.startswith("siaa-9.8.7-")
    carpeta = desempaquetar(paquete, tmp_path)
    assert carpeta.name == paquete.name.removesuffix(".tar.gz")
    dentro = {r.relative_to(carpeta).as_posix() for r in carpeta.rglob("*") if r.is_file()}
    assert dentro == {
        *("run.sh", "siaa_proxy.py", "siaa/__init__.py", "deploy/paquete.py", ".gitignore"),
        *("bench/comparar.py", "requirements-comparar.txt", "requirements-conversion.txt"),
        *("requirements.txt", "requirements-dev.txt", "documentos/acta nº 1.md"),
        *("requirements-postgres.txt", "requirements-qdrant.txt"),
        *("ruedas/siaa_prueba-1.0-py3-none-any.whl", "PAQUETE", "SHA256SUMS"),
    }
    sumas = dict(
        reversed(linea.split("  ", 1))
        for linea in (carpeta / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    )
    assert sumas == {nombre: huella(carpeta / nombre) for nombre in dentro - {"SHA256SUMS"}}
    assert (carpeta / "run.sh").stat().st_mode & 0o777 == 0o755


def test_el_paquete_se_instala_sin_red(
    banco: Banco, paquete: Path, indice: Indice, tmp_path: Path
) -> None:
    carpeta = desempaquetar(paquete, tmp_path / "otro equipo")
    bin_ = crear_bin(tmp_path / "bin")
    poner_python(bin_, "python3.14", 'import sys; sys.version_info = (3, 99, 0, "final", 0)')
    poner_python(bin_, "python3")
    resultado = banco.correr(carpeta, **{**indice.entorno, "PATH": str(bin_)})
    assert resultado.returncode == 0, resultado.stderr
    assert not indice.llamado()
    salida = json.loads(resultado.stdout)
    assert salida["dependencia"].startswith(str(carpeta / ".venv"))
    assert "Python 3.99" not in resultado.stderr  # chosen: the one the wheels are for

    # From now on the documents are the administrator's; the code is still the package's.
    (carpeta / "documentos" / "acta nº 1.md").write_text("otra cosa")
    (carpeta / ".venv" / ".siaa-entorno").unlink()
    assert banco.sin(carpeta).returncode == 3
    with (carpeta / "siaa_proxy.py").open("a") as codigo:
        codigo.write("#")
    assert banco.sin(carpeta).returncode == 1


def danar(ruta: Path) -> None:
    contenido = bytearray(ruta.read_bytes())
    contenido[len(contenido) // 2] ^= 1
    ruta.write_bytes(contenido)


@pytest.mark.parametrize(
    ("nombre", "dice"),
    [
        ("ruedas/siaa_prueba-1.0-py3-none-any.whl", "cambiado o dañado"),
        ("siaa/__init__.py", "cambiado o dañado"),
        ("documentos/acta nº 1.md", "cambiado o dañado"),
        ("PAQUETE", "cambiado o dañado"),
        ("requirements.txt", "falta"),
    ],
)
def test_un_archivo_danado_se_rechaza(
    banco: Banco, paquete: Path, tmp_path: Path, nombre: str, dice: str
) -> None:
    carpeta = desempaquetar(paquete, tmp_path / "p")
    (carpeta / ".paquete-verificado").write_text("lo que dejó otra versión en esta carpeta")
    if dice == "falta":
        (carpeta / nombre).unlink()
    else:
        danar(carpeta / nombre)
    resultado = banco.correr(carpeta)
    assert resultado.returncode == 1
    assert f"  {nombre} ({dice})" in resultado.stderr
    assert resultado.stderr.count("(cambiado o dañado)") + resultado.stderr.count("(falta)") == 1
    assert not (carpeta / ".venv").exists()


def test_una_lista_danada_o_una_rueda_ajena(banco: Banco, paquete: Path, tmp_path: Path) -> None:
    carpeta = desempaquetar(paquete, tmp_path / "p")
    sumas = (carpeta / "SHA256SUMS").read_text()
    for rota in (sumas[: len(sumas) // 2], "\n".join(sumas.splitlines()[1:]) + "\n"):
        (carpeta / "SHA256SUMS").write_text(rota)
        resultado = banco.correr(carpeta)
        assert resultado.returncode == 1
        assert "SHA256SUMS está dañado o incompleto" in resultado.stderr
    (carpeta / "SHA256SUMS").unlink()
    assert "falta SHA256SUMS" in banco.correr(carpeta).stderr
    (carpeta / "SHA256SUMS").write_text(sumas)
    (carpeta / "ruedas" / "ajena-1.0-py3-none-any.whl").touch()
    (carpeta / "ruedas" / "vieja-2.0-py3-none-any.whl").touch()
    dicho = banco.correr(carpeta).stderr
    assert "no son de este paquete" in dicho and "en una carpeta nueva" in dicho
    assert "  ruedas/ajena-1.0-py3-none-any.whl\n  ruedas/vieja-2.0-py3-none-any.whl\n" in dicho
    assert not (carpeta / ".venv").exists()


def test_un_paquete_para_otro_python(banco: Banco, preparado: Path, tmp_path: Path) -> None:
    archivo = crear_paquete(banco, preparado, tmp_path / "otro.tar.gz", "--python=3.98,3.99")
    assert archivo == tmp_path / "otro.tar.gz"
    resultado = banco.correr(desempaquetar(archivo, tmp_path / "p"))
    assert resultado.returncode == 3
    assert "El paquete es para: Python 3.98 3.99" in resultado.stderr
    assert f"./run.sh paquete --python {ESTE}" in resultado.stderr


@pytest.mark.skipif(not shutil.which("git"), reason="no hay git")
def test_de_un_repositorio_van_los_archivos_seguidos(
    banco: Banco, preparado: Path, tmp_path: Path
) -> None:
    def git(*orden: str) -> str:
        autor = ["-c", "user.name=n", "-c", "user.email=c@example.org"]
        resultado = subprocess.run(
            ["git", *autor, "-C", preparado, *orden],
            env=banco.entorno(),
            capture_output=True,
            text=True,
            check=True,
        )
        return resultado.stdout.strip()

    try:
        git("init", "-q")
        git("add", "-A")
        git("commit", "-q", "-m", "uno")
        (preparado / "suelto.txt").touch()
        archivos = [crear_paquete(banco, preparado, tmp_path / n) for n in ("a.tgz", "b.tgz")]
        marca = git("rev-parse", "--short", "HEAD")
    finally:
        shutil.rmtree(preparado / ".git", ignore_errors=True)
        (preparado / "suelto.txt").unlink(missing_ok=True)
    assert huella(archivos[0]) == huella(archivos[1])
    carpeta = desempaquetar(archivos[0], tmp_path / "p")
    assert carpeta.name == f"siaa-9.8.7-{marca}"
    assert (carpeta / "documentos" / "acta nº 1.md").exists()
    for ajeno in ("suelto.txt", "siaa.toml", ".env", "datos", ".venv", ".git"):
        assert not (carpeta / ajeno).exists()


# --- What is installed ----------------------------------------------------------------------------


def fijados(archivo: str) -> set[str]:
    """Normal names of what a requirements file pins; every line has to pin."""
    lineas = (RAIZ / archivo).read_text(encoding="utf-8").splitlines()
    textos = [linea.split("#")[0].strip() for linea in lineas if not linea.startswith("-r ")]
    requisitos = [Requirement(texto) for texto in textos if texto]
    assert all(str(r.specifier).startswith("==") for r in requisitos)
    return {canonicalize_name(r.name) for r in requisitos}


CLIENTES = {"psycopg": "requirements-postgres.txt", "qdrant-client": "requirements-qdrant.txt"}
DEL_SERVICIO = fijados("requirements.txt") | fijados("requirements-conversion.txt")


def importados() -> set[str]:
    """Distributions that the code of the project imports."""
    duenos = metadata.packages_distributions()
    modulos: set[str] = set()
    for codigo in [RAIZ / "config.py", RAIZ / "siaa_proxy.py", *(RAIZ / "siaa").rglob("*.py")]:
        for nodo in ast.walk(ast.parse(codigo.read_text(encoding="utf-8"))):
            if isinstance(nodo, ast.Import):
                modulos |= {alias.name.split(".")[0] for alias in nodo.names}
            elif isinstance(nodo, ast.ImportFrom) and nodo.module:
                modulos.add(nodo.module.split(".")[0])
    return {canonicalize_name(d) for modulo in modulos for d in duenos.get(modulo, ())}


def cierre(nombres: set[str]) -> set[str]:
    """The distributions and everything they need, here and now."""
    vistos: set[str] = set()
    pendientes = set(nombres)
    while pendientes:
        nombre = pendientes.pop()
        vistos.add(nombre)
        for texto in metadata.requires(nombre) or ():
            requisito = Requirement(texto)
            if requisito.marker is None or requisito.marker.evaluate({"extra": ""}):
                pendientes |= {canonicalize_name(requisito.name)} - vistos
    return vistos


def test_los_requisitos_son_lo_que_el_codigo_importa_y_nada_mas() -> None:
    assert cierre(importados() - set(CLIENTES)) == DEL_SERVICIO


@pytest.mark.parametrize("cliente", CLIENTES)
def test_los_requisitos_de_un_almacen_son_su_cliente_y_nada_mas(cliente: str) -> None:
    if not importlib.util.find_spec(cliente.replace("-", "_")):
        pytest.skip(f"{cliente} no está instalado")
    propios = fijados(CLIENTES[cliente])
    enteros = cierre(propios)
    assert propios <= enteros <= propios | DEL_SERVICIO


def test_los_requisitos_de_comparar_estan_fijados() -> None:
    assert len(fijados("requirements-comparar.txt")) > 1


def test_los_requisitos_de_desarrollo_estan_todos_fijados() -> None:
    propios = set.union(*map(fijados, ("requirements-dev.txt", *CLIENTES.values())))
    instalados = {canonicalize_name(d.name) for d in metadata.distributions()}
    de_pip = {"pip", "setuptools"}  # what installs the others
    assert (
        cierre(propios & instalados)
        <= propios | fijados("requirements.txt") | fijados("requirements-conversion.txt") | de_pip
    )


# --- The real one ---------------------------------------------------------------------------------


def esperar_estado(proceso: subprocess.Popen, puerto: int) -> dict[str, object]:
    """/siaa/status as soon as the service answers, which installs all that it needs first."""
    limite = time.monotonic() + SIN_FIN_S
    while time.monotonic() < limite and proceso.poll() is None:
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{puerto}/siaa/status", timeout=PACIENCIA_S
            ) as r:
                return dict(json.load(r))
        except urllib.error.URLError:
            time.sleep(0.2)
    raise AssertionError("el servicio no responde")


@pytest.mark.skipif(
    os.environ.get("SIAA_PRUEBA_PAQUETE") != "1",
    reason="descarga las dependencias; se pide con SIAA_PRUEBA_PAQUETE=1",
)
def test_el_paquete_de_verdad(tmp_path: Path) -> None:
    """The real project: package it, unpack it, install it without an index, ask its status."""
    orden = [RAIZ / "run.sh", "paquete", "--salida", tmp_path]
    hecho = subprocess.run(orden, stdout=subprocess.PIPE, text=True, check=True)
    carpeta = desempaquetar(Path(hecho.stdout.strip()), tmp_path / "otro equipo")
    version, _, base = (RAIZ / ".venv" / ".siaa-entorno").read_text().splitlines()
    python = Path(base) / "bin" / f"python{version}"
    entorno = {
        "HOME": str(tmp_path / "casa"),
        "PATH": os.environ["PATH"],
        "SIAA_PYTHON": str(python),  # the one the package is for
        "PIP_INDEX_URL": "http://127.0.0.1:9/",
        "PIP_RETRIES": "0",
    }
    puerto = puerto_libre()
    with subprocess.Popen([carpeta / "run.sh", "--puerto", str(puerto)], env=entorno) as servicio:
        try:
            assert esperar_estado(servicio, puerto)["total_documentos"]
            assert (carpeta / ".venv" / ".siaa-entorno").read_text().startswith(f"{version}\n")
            servicio.terminate()
            servicio.wait(timeout=PACIENCIA_S)
        finally:
            if servicio.poll() is None:
                servicio.kill()
