"""No more files to open: it is told as what it is, and with files again all is as before.

Files are counted of a whole process: here runs no server but the one of each test.
"""

from __future__ import annotations

import contextlib
import gc
import http.client
import json
import logging
import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import PREGUNTA
from conftest import Fabrica
from paciencia import PACIENCIA_S, esperar
from servidor_de_prueba import cuerpo_de_chat, en_bytes
from servidor_suelto import sirviendo
from verificaciones import en_español

from siaa.servicio.servidor.conexiones import DESCANSO_S, Escucha

RAIZ = Path(__file__).resolve().parents[2]
PEDIDA = en_bytes(cuerpo_de_chat(PREGUNTA, stream=False))


@contextlib.contextmanager
def agotados() -> Iterator[Callable[[], None]]:
    """No file and no connection can be opened in this process for a block of code.

    Calling what is given takes what was let go meanwhile: others were using some when it began.
    """
    gc.collect()  # what nobody holds is let go now, and not in the block
    blando, duro = resource.getrlimit(resource.RLIMIT_NOFILE)
    mayor = max(int(nombre) for nombre in os.listdir("/proc/self/fd"))
    tomados: list[int] = []

    def tomar() -> None:
        with contextlib.suppress(OSError):
            while True:
                tomados.append(os.dup(0))

    resource.setrlimit(resource.RLIMIT_NOFILE, (mayor + 2, duro))
    try:
        tomar()
        yield tomar
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (blando, duro))
        for uno in tomados:
            os.close(uno)


def test_quedarse_sin_archivos_no_es_culpa_del_modelo(
    servidor: Fabrica, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person, the status and the log tell it as ours; with files again, all is as before."""
    # The model's server has no file to hear a look or a question with: it ends, and is tried again.
    monkeypatch.setattr("siaa.servicio.modelo.salud.ESPERA_CONSULTA_S", 3.0)
    siaa = servidor(registro="no", espera_primer_token=3.0)  # whose file comes and goes
    abierta = http.client.HTTPConnection("127.0.0.1", siaa.puerto, timeout=PACIENCIA_S)
    visto: list[bytes] = []

    def dice(que: str, metodo: str, ruta: str, cuerpo: bytes | None = None) -> bool:
        abierta.request(metodo, ruta, cuerpo, {"Content-Type": "application/json"})
        visto.append(abierta.getresponse().read())
        return que.encode() in visto[-1]

    with contextlib.closing(abierta):
        assert esperar(lambda: dice('"estado":"ok"', "GET", "/siaa/status")), visto[-1]
        # What is opened once is open.
        assert esperar(lambda: dice('"modo":"modelo"', "POST", "/siaa/chat", PEDIDA)), visto[-1]
        with agotados() as tomar:

            def acaba_en(*pedido: Any) -> Any:
                """The answer once it says so, when nobody has a file left to let go."""
                assert esperar(lambda: tomar() or dice(*pedido)), visto[-1]
                return json.loads(visto[-1])

            contestado = acaba_en("sin_descriptores", "POST", "/siaa/chat", PEDIDA)
            estado = acaba_en("LimitNOFILE", "GET", "/siaa/status")
            acaba_en("sin_descriptores", "GET", "/siaa/static/visor/visor.css")
    assert contestado["siaa"]["error"]["codigo"] == "sin_descriptores"
    assert contestado["siaa"]["modo"] == "extractivo"
    assert "SIAA" in contestado["siaa"]["error"]["mensaje"]
    assert estado["ollama"]["alcanzable"] is None and not estado["ollama"]["listo"]
    en_español(estado["avisos"][0])
    assert esperar(lambda: siaa.obtener("/siaa/status").json["estado"] == "ok")


def hola(_: dict[str, Any], responder: Any) -> Iterable[bytes]:
    responder("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "4")])
    return [b"hola"]


def test_lo_que_no_se_puede_aceptar_espera_callado(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried again after a rest, and told once."""
    intentos: list[float] = []
    aceptar = Escucha.accept

    def anotar(escucha: Escucha) -> Any:
        intentos.append(time.monotonic())
        return aceptar(escucha)

    monkeypatch.setattr(Escucha, "accept", anotar)
    with sirviendo(hola) as puerto, socket.socket() as enchufe:
        enchufe.settimeout(PACIENCIA_S)
        with agotados():
            enchufe.connect(("127.0.0.1", puerto))
            enchufe.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            assert esperar(lambda: len(intentos) > 1)
            assert intentos[1] - intentos[0] >= DESCANSO_S
            (aviso,) = [r for r in caplog.records if "[Conexiones]" in r.getMessage()]
            assert aviso.levelno == logging.WARNING
        assert enchufe.makefile("rb").read().endswith(b"\r\n\r\nhola")


CON_POCOS = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({archivos}, {archivos}))
import siaa_proxy
sys.exit(siaa_proxy.main(sys.argv[1:]))
"""
CON_POCA_MEMORIA = """
import resource, sys, siaa_proxy
usada = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (usada + {mas}, usada + {mas}))
sys.exit(siaa_proxy.main(sys.argv[1:]))
"""


def arrancar_con(programa: str, documentos: Path, url: str, datos: Path) -> tuple[int, str]:
    """Exit status and standard error of a start that cannot work."""
    hecho = subprocess.run(
        [sys.executable, "-c", programa, "servir", "--puerto", "0", "--documentos", documentos],
        cwd=RAIZ,
        capture_output=True,
        text=True,
        check=False,
        timeout=PACIENCIA_S,
        env=os.environ | {"SIAA_OLLAMA_URL": url, "SIAA_DATOS": str(datos)},
    )
    return hecho.returncode, hecho.stderr


@pytest.mark.parametrize(
    ("programa", "pista"),
    [
        (CON_POCOS.format(archivos=64), "ulimit -n"),
        (CON_POCA_MEMORIA.format(mas=200 << 20), "ulimit -v"),
        (CON_POCA_MEMORIA.format(mas=2 << 20), "ulimit -v"),
    ],
    ids=["archivos", "hilos", "memoria"],
)
def test_donde_no_puede_funcionar_no_arranca_y_dice_por_que(
    carpeta: Path, url_cerrada: str, tmp_path: Path, programa: str, pista: str
) -> None:
    estado, dicho = arrancar_con(programa, carpeta, url_cerrada, tmp_path / "datos")
    assert estado == 1 and "Traceback" not in dicho
    # What saves the index in the background may still tell of it, in a line of the log.
    *_, frase = (linea for linea in dicho.splitlines() if linea and not linea.startswith("{"))
    assert pista in frase
    en_español(frase)
