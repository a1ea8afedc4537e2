"""Clients that are slow, silent, oversized or ambiguous, against a real server and sockets."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import PREGUNTA
from paciencia import PACIENCIA_S, SIN_FIN_S, esperar
from servidor_de_prueba import ClienteCrudo, ServidorDePrueba
from servidor_suelto import sirviendo
from verificaciones import en_español, verificar_buena

RAIZ = Path(__file__).resolve().parents[2]
Fabrica = Callable[..., ServidorDePrueba]
MUDOS = 200


class Grande:
    """A body larger than what a server keeps for a client that does not read."""

    def __init__(self) -> None:
        self.terminado = threading.Event()

    def __call__(self, entorno: dict[str, Any], responder: Any) -> Iterable[bytes]:
        responder("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(64 << 20))])
        return self

    def __iter__(self) -> Iterator[bytes]:
        for _ in range(64):
            yield b"x" * (1 << 20)

    def close(self) -> None:
        """Called by the server when it is done with the answer, whatever became of it."""
        self.terminado.set()


def eco(entorno: dict[str, Any], responder: Any) -> Iterable[bytes]:
    """Answer with the length of the body."""
    leido = str(len(entorno["wsgi.input"].read())).encode()
    responder("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(leido)))])
    return [leido]


def pedir_eco(puerto: int) -> bytes:
    """A whole small request."""
    with ClienteCrudo(puerto) as cliente:
        cliente.decir(
            b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nuno"
        )
        return cliente.leer_todo()


@pytest.fixture
def adelantar(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """`adelantar(seconds)` puts forward the clock by which clients are waited for."""
    de_verdad, ganado = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: de_verdad() + sum(ganado))
    return ganado.append


def gotear(cliente: ClienteCrudo, datos: bytes, adelantar: Callable[[float], None]) -> bool:
    """Send a byte every ten seconds; whether the server hung up before the end."""
    for i in range(len(datos)):
        adelantar(10)
        try:
            cliente.decir(datos[i : i + 1])
            cliente.enchufe.settimeout(0.05)
            if not cliente.enchufe.recv(100):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


@pytest.mark.parametrize(
    "comienzo",
    [b"", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n"],
    ids=["cabeza", "cuerpo"],
)
def test_quien_gotea_se_queda_sin_conexion(
    comienzo: bytes, adelantar: Callable[[float], None]
) -> None:
    with sirviendo(eco, {"PETICION_S": PACIENCIA_S, "INACTIVIDAD_S": 10 * SIN_FIN_S}) as puerto:
        with ClienteCrudo(puerto) as cliente:
            cliente.decir(comienzo)
            assert gotear(cliente, b"GET / HTTP/1.1\r\nX-Larga: " + b"x" * 300, adelantar)
        assert pedir_eco(puerto).endswith(b"\r\n\r\n3")


def test_quien_tarda_menos_del_plazo_termina() -> None:
    with (
        sirviendo(eco, {"PETICION_S": SIN_FIN_S, "INACTIVIDAD_S": SIN_FIN_S}) as puerto,
        ClienteCrudo(puerto) as cliente,
    ):
        cliente.decir(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 40\r\n\r\n")
        for _ in range(40):
            cliente.decir(b"x")
            time.sleep(0.03)
        assert cliente.leer_hasta(b"\r\n\r\n40").startswith(b"HTTP/1.1 200 ")


def test_el_plazo_es_de_cada_peticion(adelantar: Callable[[float], None]) -> None:
    """A connection that was quiet for longer than that still gets it whole for its next request."""
    plazos = {"PETICION_S": PACIENCIA_S, "INACTIVIDAD_S": 10 * SIN_FIN_S}
    with sirviendo(eco, plazos) as puerto, ClienteCrudo(puerto) as cliente:
        for pausa in (0.0, PACIENCIA_S + 1):
            adelantar(pausa)
            cliente.decir(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\nuno")
            time.sleep(0.2)
            cliente.decir(b" dos")
            assert cliente.leer_hasta(b"\r\n\r\n7").startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("antes", [b"", b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"], ids=["nada", "una"])
def test_quien_calla_se_queda_sin_conexion(antes: bytes) -> None:
    with (
        sirviendo(eco, {"PETICION_S": SIN_FIN_S, "INACTIVIDAD_S": 0.4}) as puerto,
        ClienteCrudo(puerto) as cliente,
    ):
        cliente.decir(antes)
        assert cliente.leer_todo() == b"" or antes


def test_quien_no_lee_no_se_queda_con_un_hilo() -> None:
    app = Grande()
    with (
        sirviendo(app, {"PETICION_S": SIN_FIN_S, "INACTIVIDAD_S": 0.4}) as puerto,
        ClienteCrudo(puerto) as cliente,
    ):
        cliente.decir(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert app.terminado.wait(PACIENCIA_S)


def test_quien_lee_despacio_pero_lee_se_lo_lleva_todo(adelantar: Callable[[float], None]) -> None:
    app = Grande()
    with (
        sirviendo(app, {"PETICION_S": SIN_FIN_S, "INACTIVIDAD_S": PACIENCIA_S}) as puerto,
        ClienteCrudo(puerto) as cliente,
    ):
        cliente.decir(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        leido = 0
        for _ in range(20):
            adelantar(PACIENCIA_S / 12)
            hasta = leido + (3 << 20)
            while leido < hasta and (trozo := cliente.enchufe.recv(1 << 20)):
                leido += len(trozo)
        assert leido + len(cliente.leer_todo()) > 64 << 20


def test_doscientos_mudos_no_estorban(servidor: Fabrica) -> None:
    siaa = servidor(conexiones_por_direccion=0)
    with contextlib.ExitStack() as pila:
        mudos = [pila.enter_context(siaa.crudo()) for _ in range(MUDOS)]
        for i, mudo in enumerate(mudos):
            mudo.decir((b"", b"G", b"POST /siaa/chat HTTP/1.1\r\nHost: localhost\r\n")[i % 3])
        for _ in range(5):
            assert siaa.obtener("/siaa/status").estado == 200
        verificar_buena(siaa.charlar(PREGUNTA))
        assert all(_sigue_abierta(mudo.enchufe) for mudo in mudos)
    assert esperar(lambda: siaa.obtener("/siaa/status").estado == 200)


def _sigue_abierta(enchufe: socket.socket) -> bool:
    enchufe.setblocking(False)
    try:
        return enchufe.recv(1) != b""
    except BlockingIOError:
        return True


def negativa(crudo: bytes) -> tuple[int, dict[str, Any], bytes]:
    """Status and error of a refusal that the application never saw, and its head."""
    cabeza, _, cuerpo = crudo.partition(b"\r\n\r\n")
    assert b"\r\nContent-Type: application/json\r\n" in cabeza
    assert b"\r\nServer: SIAA\r\n" in cabeza and b"\r\nConnection: close\r\n" in cabeza
    for cabecera in (b"X-Content-Type-Options: nosniff", b"Content-Security-Policy: default-src"):
        assert cabecera in cabeza
    datos = json.loads(cuerpo)
    assert set(datos) == {"error"} and set(datos["error"]) == {"codigo", "mensaje", "detalle"}
    en_español(datos["error"]["mensaje"])
    assert b"Waitress" not in crudo and b"waitress" not in crudo
    return int(cabeza[9:12]), datos["error"], cabeza


def decir_y_leer(siaa: ServidorDePrueba, datos: bytes) -> bytes:
    with siaa.crudo() as cliente:
        cliente.decir(datos)
        return cliente.leer_todo()


@pytest.mark.parametrize("relleno", [16 * 1024, 60 * 1024, 400 * 1024])
@pytest.mark.parametrize("donde", ["cabecera", "direccion", "muchas"])
def test_cabeceras_demasiado_grandes(siaa: ServidorDePrueba, relleno: int, donde: str) -> None:
    cabezas = {
        "cabecera": b"GET /siaa/status HTTP/1.1\r\nHost: localhost\r\nX-Larga: " + b"x" * relleno,
        "direccion": b"GET /siaa/status?q=" + b"x" * relleno + b" HTTP/1.1\r\nHost: localhost",
        "muchas": b"GET /siaa/status HTTP/1.1\r\nHost: localhost" + b"\r\nX: y" * (relleno // 6),
    }
    with siaa.crudo() as cliente:
        with contextlib.suppress(ConnectionError):
            cliente.decir(cabezas[donde] + b"\r\n\r\n")
        estado, error, _ = negativa(cliente.leer_todo())
    assert (estado, error["codigo"]) == (431, "cabeceras_demasiado_grandes")
    assert siaa.obtener("/siaa/status").estado == 200


def test_cabeceras_que_todavia_caben(siaa: ServidorDePrueba) -> None:
    assert siaa.pedir("GET", "/siaa/status", None, {"X-Larga": "x" * 15_000}).estado == 200


CONTRABANDO = b"GET /siaa/cache HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    "cabeceras",
    [
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 0\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Content-Length: 5, 5\r\n",
        b"Content-Length: +5\r\n",
        b"Content-Length: 0x5\r\n",
        b"Content-Length: 5\x0b\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Transfer-Encoding: \x0bchunked\r\n",
        b"Transfer-Encoding: xchunked\r\n",
        b"Transfer-Encoding : chunked\r\n",
        b" Transfer-Encoding: chunked\r\n",
        b"Content-Length: 5\r\n Transfer-Encoding: chunked\r\n",
        b"X: y\nTransfer-Encoding: chunked\r\n",
    ],
)
def test_nadie_cuela_una_peticion_dentro_de_otra(siaa: ServidorDePrueba, cabeceras: bytes) -> None:
    """A request whose end could be read in two ways is refused, and what follows is never read."""
    peticion = b"POST /siaa/recargar HTTP/1.1\r\nHost: localhost\r\n" + cabeceras + b"\r\n"
    crudo = decir_y_leer(siaa, peticion + b"0\r\n\r\n" + CONTRABANDO)
    estado, error, _ = negativa(crudo)
    assert estado in {400, 501} and error["codigo"] == "peticion_invalida"
    assert crudo.count(b"HTTP/1.") == 1


def test_con_http_1_0_no_hay_trozos(siaa: ServidorDePrueba) -> None:
    peticion = (
        b"POST /siaa/recargar HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    assert negativa(decir_y_leer(siaa, peticion + b"0\r\n\r\n"))[0] == 400


@pytest.mark.parametrize(
    ("trozos", "estado"), [(b"5\r\nhola!\r\n0\r\n\r\n", 200), (b"z\r\nhola!\r\n0\r\n\r\n", 400)]
)
def test_un_cuerpo_por_trozos_bien_o_mal(
    siaa: ServidorDePrueba, trozos: bytes, estado: int
) -> None:
    cabeza = (
        b"POST /siaa/recargar HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with siaa.crudo() as cliente:
        cliente.decir(cabeza + trozos)
        assert cliente.leer_hasta(b"\r\n\r\n").startswith(b"HTTP/1.1 %d " % estado)


LIMITADO = """
import resource, sys, logging
from siaa.servicio.parada import Parada
from siaa.servicio.servidor.servidor import Servidor
logging.basicConfig(stream=sys.stdout, format="%(message)s")
resource.setrlimit(resource.RLIMIT_NOFILE, ({blando}, {duro}))
servidor = Servidor(lambda *_: [], "127.0.0.1", 0, {simultaneos}, Parada(), 0)
print("limite", resource.getrlimit(resource.RLIMIT_NOFILE)[0])
servidor.parar()
servidor.atender()
"""


@pytest.mark.parametrize(
    ("blando", "duro", "final", "avisa"),
    [(128, 4096, 1860, False), (2048, 4096, 2048, False), (64, 400, 400, True)],
)
def test_los_archivos_abiertos_se_cuentan_al_arrancar(
    blando: int, duro: int, final: int, avisa: bool
) -> None:
    """40 + 18 threads, 558 connections of three, 128 others: 1860 open files."""
    programa = LIMITADO.format(blando=blando, duro=duro, simultaneos=40)
    hecho = subprocess.run(
        [sys.executable, "-c", programa], cwd=RAIZ, capture_output=True, text=True, check=False
    )
    assert hecho.returncode == 0, hecho.stderr
    assert f"limite {final}" in hecho.stdout
    assert ("ulimit -n 1860" in hecho.stdout) is avisa
