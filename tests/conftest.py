"""Fixtures of the whole suite, and the detector that no test leaves a thread or a listening
socket behind.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import stat
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# No test is timed, and a red one is red for everybody. `--hypothesis-profile=azar` draws other
# examples, those of `--hypothesis-seed`: there chance decides also how many are thrown away.
settings.register_profile(
    "siaa", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "azar", deadline=None, derandomize=False, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("siaa")

MEMORIA = "/dev/shm"
SITIO = 2 * 1024**3


def escribir_en_memoria() -> None:
    """Let the tests write in memory, where the system offers room and programs start from it.

    A third of the time of those that write is a wait for the disk.
    """
    with suppress(OSError, AttributeError):  # there is no such folder, or no such system
        sistema = os.statvfs(MEMORIA)
        cabe = sistema.f_bavail * sistema.f_frsize >= SITIO
        if cabe and os.access(MEMORIA, os.W_OK) and not sistema.f_flag & os.ST_NOEXEC:
            os.environ.setdefault("TMPDIR", MEMORIA)
            tempfile.tempdir = None  # it is asked for anew


escribir_en_memoria()
gc.set_threshold(20_000, 20, 20)  # to look for cycles costs a sixth of what the tests do
gc.disable()  # what is collected stays
pytest_plugins = ("navegador_de_prueba",)
pytest.register_assert_rewrite("ollama_de_prueba", "servidor_de_prueba", "verificaciones")

from biblioteca_de_prueba import BUENO, escribir_biblioteca  # noqa: E402
from copias_de_prueba import escribir_copias  # noqa: E402
from ollama_de_prueba import MODELO, OllamaDePrueba, puerto_cerrado  # noqa: E402
from paciencia import SIN_FIN_S, RelojQueEspera, esperar  # noqa: E402
from servidor_de_prueba import ServidorDePrueba, servidor_en_marcha  # noqa: E402

Fabrica = Callable[..., ServidorDePrueba]
Contar = Callable[[Callable[[], bool]], None]
SALAS_CORTAS = frozenset(
    ("afirmaciones", "etapas", "lengua", "modelo", "recorrido", "redaccion", "relaciones", "tablas")
)
CON_PACIENCIA = ("recorrido.generacion", "servicio.modelo.consultor", "servicio.modelo.lectura")
"""Where the time that the model takes is looked at."""


@contextmanager
def entorno_limpio(carpeta: Path) -> Iterator[None]:
    """The settings, proxies and working folder of whoever runs the tests stay out."""
    with pytest.MonkeyPatch.context() as parche:
        for nombre in list(os.environ):
            if nombre.upper().startswith("SIAA_") or nombre.lower().endswith("_proxy"):
                parche.delenv(nombre)
        parche.chdir(carpeta)
        yield


def config_de_prueba(documentos: Path, datos: Path, ollama_url: str, **cambios: Any) -> Any:
    """Every setting a server test relies on; patience without end but where a test says so.

    archivo: a settings file to begin with.
    """
    from config import Config, cargar_config

    campos: dict[str, Any] = {
        "documentos": documentos,
        "datos": datos,
        "host": "127.0.0.1",
        "puerto": 0,
        "ollama_url": ollama_url,
        "modelo": MODELO,
        "num_ctx": 4096,
        "num_predict": 400,
        "espera_conexion": SIN_FIN_S,
        "espera_primer_token": SIN_FIN_S,
        "espera_entre_tokens": SIN_FIN_S,
        "espera_parada": 2,
        "latido": 0.1,
        "cache_entradas": 0,  # the same question is asked of the model again,
        "compartidas": 0,  # by each of those who ask it
        "calentar": "no",
        "vigilar": 0,
    }
    if archivo := cambios.pop("archivo", None):
        return cargar_config(campos | cambios, archivo, {})
    return Config(**(campos | cambios))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deal the files of each room out over the run, so that some wait while others reckon.

    The rooms of short files come last: no processor is idle at the end.
    """
    salas: dict[Path, list[Path]] = {}
    for archivo in dict.fromkeys(item.path for item in items):
        salas.setdefault(archivo.parent, []).append(archivo)
    turnos = {
        archivo: 1.0 if sala.name in SALAS_CORTAS else lugar / len(archivos)
        for sala, archivos in salas.items()
        for lugar, archivo in enumerate(archivos)
    }
    items.sort(key=lambda item: turnos[item.path])


def pytest_collection_finish() -> None:
    """The collector of cycles leaves alone what lives as long as the run: eight thousand tests."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def _sesion_limpia(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as who is started with `&` inherits it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    carpeta = tmp_path_factory.mktemp("sesion")
    with entorno_limpio(carpeta):
        yield carpeta


@pytest.fixture(autouse=True, scope="session")
def _miradas_sin_fin() -> Iterator[None]:
    """No look at the model's server runs out of time, but where a test says so."""
    with pytest.MonkeyPatch.context() as parche:
        parche.setattr("siaa.servicio.modelo.salud.ESPERA_CONSULTA_S", SIN_FIN_S)
        yield


@pytest.fixture(autouse=True)
def _entorno_limpio(request: pytest.FixtureRequest, _sesion_limpia: Path) -> Iterator[None]:
    """Each test that asks for a folder works there; the others in one where they leave nothing."""
    propia = "tmp_path" in request.fixturenames
    with entorno_limpio(request.getfixturevalue("tmp_path") if propia else _sesion_limpia):
        yield
    assert propia or not os.listdir(_sesion_limpia), "a file was left where the test works"


@pytest.fixture(autouse=True)
def _sin_fugas() -> Iterator[None]:
    """No thread and no listening socket outlives its test."""
    hilos, antes = set(threading.enumerate()), enchufes().keys()
    yield
    limpio = esperar(lambda: not _hilos_nuevos(hilos))
    assert limpio, f"threads left behind: {_hilos_nuevos(hilos)}"
    nuevos = enchufes().keys() - antes
    assert not (nuevos and que_escuchan(nuevos)), "a listening socket was left open"


def _hilos_nuevos(antes: set[threading.Thread]) -> list[threading.Thread]:
    """Threads born since (the idle monitor of a progress bar is nobody's leak)."""
    nuevos = [hilo for hilo in threading.enumerate() if hilo not in antes]
    return [hilo for hilo in nuevos if type(hilo).__name__ != "TMonitor"]


def enchufes() -> dict[int, int]:
    """The inodes of this process's sockets, with their descriptors (empty without /proc)."""
    hallados = {}
    with suppress(OSError):
        for descriptor in map(int, os.listdir("/proc/self/fd")):
            with suppress(OSError):  # closed meanwhile
                estado = os.fstat(descriptor)
                if stat.S_ISSOCK(estado.st_mode):
                    hallados[estado.st_ino] = descriptor
    return hallados


def que_escuchan(inodos: set[int]) -> set[int]:
    """Those that accept connections."""
    return {inodo for inodo, numero in enchufes().items() if inodo in inodos and _escucha(numero)}


def _escucha(numero: int) -> bool:
    with suppress(OSError), socket.socket(fileno=os.dup(numero)) as enchufe:  # closed meanwhile
        return bool(enchufe.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
    return False


@pytest.fixture
def biblioteca_chica(tmp_path: Path) -> Path:
    """The folder of the small library, the test's own copy."""
    return escribir_biblioteca(tmp_path / "documentos")


@pytest.fixture
def carpeta(tmp_path: Path) -> Path:
    """A library with one good document."""
    return escribir_biblioteca(tmp_path / "documentos", {"bueno.md": BUENO})


@pytest.fixture
def ollama() -> Iterator[OllamaDePrueba]:
    """A running stand-in for Ollama."""
    with OllamaDePrueba() as fingido:
        yield fingido


@pytest.fixture
def url_cerrada() -> Iterator[str]:
    """An address where nobody listens."""
    with puerto_cerrado() as url:
        yield url


@pytest.fixture
def contar_desde(monkeypatch: pytest.MonkeyPatch) -> Contar:
    """`contar_desde(it came)`: the patience with the model begins to run out once it did.

    So that a patience that is short by settings cannot be over before the model was asked.
    """

    def parar(llego: Callable[[], bool]) -> None:
        reloj = RelojQueEspera(llego)
        for modulo in CON_PACIENCIA:
            monkeypatch.setattr(f"siaa.{modulo}.time", reloj)

    return parar


@pytest.fixture
def servidor(biblioteca_chica: Path, ollama: OllamaDePrueba, tmp_path: Path) -> Iterator[Fabrica]:
    """`servidor(**settings)` starts SIAA on a free port; it is stopped after the test."""
    with ExitStack() as pila:

        def arrancar(ollama_url: str = ollama.url, **cambios: Any) -> ServidorDePrueba:
            carpeta = cambios.pop("documentos", biblioteca_chica)
            rutas = cambios.pop("rutas", {})
            config = config_de_prueba(carpeta, tmp_path / "datos", ollama_url, **cambios)
            return pila.enter_context(servidor_en_marcha(config, rutas))

        yield arrancar


@pytest.fixture(scope="module")
def ollama_comun() -> Iterator[OllamaDePrueba]:
    """One stand-in for a whole module."""
    with OllamaDePrueba() as fingido:
        yield fingido


@pytest.fixture
def ollama_libre(
    request: pytest.FixtureRequest, ollama_comun: OllamaDePrueba
) -> Iterator[OllamaDePrueba]:
    """The module's stand-in, as new: no scripts left, nothing recorded, and no question of the
    test before on its way to take the script of this one.
    """
    for nombre in {"siaa", "plaza"} & set(request.fixturenames):
        assert esperar(request.getfixturevalue(nombre).en_calma), "still answering"
    ollama_comun.olvidar()
    yield ollama_comun
    ollama_comun.olvidar()


@pytest.fixture(scope="module")
def siaa(
    request: pytest.FixtureRequest,
    ollama_comun: OllamaDePrueba,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[ServidorDePrueba]:
    """One SIAA over the small library for a whole module; its `AJUSTES`, if any, are settings.

    Its parameter, if any, is the strategy.
    """
    carpeta = tmp_path_factory.mktemp("siaa")
    escribir_biblioteca(carpeta / "documentos")
    ajustes = dict(getattr(request.module, "AJUSTES", {}))
    if hasattr(request, "param"):
        ajustes["estrategia"] = request.param
    config = config_de_prueba(
        carpeta / "documentos", carpeta / "datos", ollama_comun.url, **ajustes
    )
    with servidor_en_marcha(config) as corriendo:
        yield corriendo


@pytest.fixture(scope="module")
def plaza(
    request: pytest.FixtureRequest,
    ollama_comun: OllamaDePrueba,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[ServidorDePrueba]:
    """One SIAA over the library of near-copies for a whole module, with its `AJUSTES`."""
    carpeta = tmp_path_factory.mktemp("plaza")
    documentos = escribir_copias(carpeta / "documentos")
    ajustes = getattr(request.module, "AJUSTES", {})
    config = config_de_prueba(documentos, carpeta / "datos", ollama_comun.url, **ajustes)
    with servidor_en_marcha(config) as corriendo:
        yield corriendo
