"""Connections and bodies: nobody takes them all, and who does not fit is told."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA
from guiones import PARA_SIEMPRE, callado, respuesta, tras
from hypothesis import given
from hypothesis import strategies as st
from ollama_de_prueba import OllamaDePrueba
from paciencia import PACIENCIA_S, esperar
from servidor_de_prueba import (
    ServidorDePrueba,
    cuerpo_de_chat,
    en_bytes,
)
from servidor_suelto import sirviendo
from verificaciones import en_español

from siaa.servicio.servidor import cupos
from siaa.servicio.servidor import servidor as modulo
from siaa.servicio.servidor.cupos import (
    CUERPO_ADMITIDO,
    CUERPO_MINIMO,
    CuerpoRecibido,
    Cuerpos,
    Cupos,
)
from siaa.servicio.servidor.servidor import HILOS_DE_RECHAZO, HILOS_DE_RESERVA

RAIZ = Path(__file__).resolve().parents[2]
Fabrica = Callable[..., ServidorDePrueba]
GET = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
PEDIDA = en_bytes(cuerpo_de_chat(PREGUNTA, stream=False))
KIB = 1024


class Eco:
    """Answers how long the body is, once it may."""

    def __init__(self) -> None:
        self.seguir = threading.Event()
        self.seguir.set()
        self.atendidas = 0

    def __call__(self, entorno: dict[str, Any], responder: Any) -> Iterable[bytes]:
        self.atendidas += 1
        assert self.seguir.wait(PACIENCIA_S)
        largo = str(len(entorno["wsgi.input"].read())).encode()
        responder("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(largo)))])
        return [largo]


@pytest.fixture
def abrir() -> Iterator[Callable[..., socket.socket]]:
    """`abrir(port, from)` connects from an address of this machine; all are closed at the end."""
    with contextlib.ExitStack() as pila:

        def conectar(puerto: int, desde: str = "127.0.0.1") -> socket.socket:
            enchufe = pila.enter_context(socket.socket())
            enchufe.settimeout(PACIENCIA_S)
            enchufe.bind((desde, 0))
            enchufe.connect(("127.0.0.1", puerto))
            return enchufe

        yield conectar


def leer(enchufe: socket.socket) -> bytes:
    leido = b""
    with contextlib.suppress(ConnectionError):
        while trozo := enchufe.recv(65536):
            leido += trozo
    return leido


def sigue(enchufe: socket.socket) -> bool:
    """Whether the server has not hung up."""
    with contextlib.suppress(ConnectionError):
        enchufe.setblocking(False)
        try:
            return enchufe.recv(1) != b""
        except BlockingIOError:
            return True
        finally:
            enchufe.settimeout(PACIENCIA_S)
    return False


Abrir = Callable[..., socket.socket]


# --- Of one address ---------------------------------------------------------------------------


def test_los_mudos_de_una_direccion_no_cierran_la_puerta_a_nadie(abrir: Abrir) -> None:
    """Each one more of them costs the one of theirs that has been silent for longest."""
    with sirviendo(Eco(), por_direccion=5) as puerto:
        ajena = abrir(puerto, "127.0.0.2")
        mudas = [abrir(puerto) for _ in range(20)]
        for desde in ("127.0.0.1", "127.0.0.3"):
            otra = abrir(puerto, desde)
            otra.sendall(GET)
            assert leer(otra).endswith(b"\r\n\r\n0")
        assert [sigue(muda) for muda in mudas[:15]] == [False] * 15
        assert sum(sigue(muda) for muda in mudas) in (4, 5)
        assert sigue(ajena)


def test_lo_que_se_atiende_no_se_corta_y_quien_no_cabe_lo_sabe(abrir: Abrir) -> None:
    app = Eco()
    app.seguir.clear()
    with sirviendo(app, por_direccion=3) as puerto:
        ocupadas = [abrir(puerto) for _ in range(3)]
        for una in ocupadas:
            una.sendall(GET)
        assert esperar(lambda: app.atendidas == 3)
        cabeza, _, cuerpo = leer(abrir(puerto)).partition(b"\r\n\r\n")
        assert cabeza.startswith(b"HTTP/1.1 503 ") and b"\r\nRetry-After: " in cabeza
        error = json.loads(cuerpo)["error"]
        assert error["codigo"] == "demasiadas_conexiones"
        en_español(error["mensaje"])
        app.seguir.set()
        assert all(leer(una).endswith(b"\r\n\r\n0") for una in ocupadas)
        otra = abrir(puerto)
        otra.sendall(GET)
        assert leer(otra).startswith(b"HTTP/1.1 200 ")


def test_un_proxy_tiene_las_de_todos(abrir: Abrir) -> None:
    with sirviendo(Eco(), por_direccion=2, proxies=(ip_network("127.0.0.1"),)) as puerto:
        mudas = [abrir(puerto) for _ in range(10)]
        ajenas = [abrir(puerto, "127.0.0.2") for _ in range(3)]
        assert esperar(lambda: not sigue(ajenas[0]))
        assert all(sigue(muda) for muda in mudas)


@pytest.mark.parametrize(
    ("direccion", "cuantas"),
    [("10.0.0.5", 500), ("::ffff:10.0.0.5", 500), ("10.0.0.6", 7), ("", 7), ("fd00::1", 500)],
)
def test_los_proxies_no_se_cuentan(direccion: str, cuantas: int) -> None:
    exentas = (ip_network("10.0.0.5"), ip_network("fd00::1"))
    assert Cupos(500, 7, exentas).de(direccion) == cuantas
    assert Cupos(500, 0, exentas).de(direccion) == 500


def test_entre_todos_no_llenan_la_casa(abrir: Abrir, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has most loses one; what they hold in the middle of a request goes last."""
    monkeypatch.setattr(cupos, "CONEXIONES_DE_RESERVA", 0)
    with sirviendo(Eco()) as puerto:  # as many connections as threads
        unica = abrir(puerto, "127.0.0.2")
        a_medias = abrir(puerto)
        a_medias.sendall(b"GET / HT")
        mudas = [abrir(puerto) for _ in range(HILOS_DE_RECHAZO + HILOS_DE_RESERVA - 2)]
        otra = abrir(puerto, "127.0.0.3")
        otra.sendall(GET)
        assert leer(otra).endswith(b"\r\n\r\n0")
        assert sigue(unica) and sigue(a_medias) and not sigue(mudas[0])
        a_medias.sendall(b"TP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert leer(a_medias).endswith(b"\r\n\r\n0")


# --- Who ends their side ----------------------------------------------------------------------


@pytest.mark.parametrize("version", [b"1.1", b"1.0"])
@pytest.mark.parametrize(
    "peticion",
    [
        b"GET /siaa/status HTTP/%s\r\nHost: localhost\r\n\r\n",
        b"POST /siaa/chat HTTP/%s\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: " + str(len(PEDIDA)).encode() + b"\r\n\r\n" + PEDIDA,
    ],
    ids=["estado", "charla"],
)
def test_quien_cierra_su_lado_recibe_lo_que_pidio(
    siaa: ServidorDePrueba, abrir: Abrir, peticion: bytes, version: bytes
) -> None:
    enchufe = abrir(siaa.puerto)
    enchufe.sendall(peticion.replace(b"%s", version))
    enchufe.shutdown(socket.SHUT_WR)
    leido = leer(enchufe).removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
    cabeza, _, cuerpo = leido.partition(b"\r\n\r\n")
    assert cabeza.startswith(b"HTTP/" + version + b" 200 ") and json.loads(cuerpo)


def test_quien_cierra_su_lado_recibe_todo_lo_que_pidio(abrir: Abrir) -> None:
    """Two requests in a row, and the stream of a third kind of client: to the last byte."""
    app = Eco()
    app.seguir.clear()
    with sirviendo(app) as puerto:
        enchufe = abrir(puerto)
        enchufe.sendall(GET.replace(b"Connection: close\r\n", b"") * 2)
        enchufe.shutdown(socket.SHUT_WR)
        assert esperar(lambda: app.atendidas == 1)
        app.seguir.set()
        assert leer(enchufe).count(b"HTTP/1.1 200 ") == 2
        a_medias = abrir(puerto)
        a_medias.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nuno")
        a_medias.shutdown(socket.SHUT_WR)
        assert leer(a_medias) == b""


def test_un_flujo_se_oye_hasta_el_final(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba, abrir: Abrir
) -> None:
    ollama_libre.encolar(respuesta("Siete ", "días ", "hábiles.", demora=0.2))
    cuerpo = en_bytes(cuerpo_de_chat(PREGUNTA))
    enchufe = abrir(siaa.puerto)
    cabeza = b"POST /siaa/chat HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    enchufe.sendall(cabeza + b"Content-Length: %d\r\n\r\n" % len(cuerpo) + cuerpo)
    enchufe.shutdown(socket.SHUT_WR)
    assert b"data: [DONE]" in leer(enchufe)


@pytest.mark.parametrize("en_flujo", [True, False])
def test_quien_se_va_del_todo_suelta_al_modelo(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba, abrir: Abrir, en_flujo: bool
) -> None:
    """To end one's side and to leave look alike, until something is sent."""
    ollama_libre.encolar(callado() if en_flujo else tras(["Siete "], PARA_SIEMPRE))
    cuerpo = en_bytes(cuerpo_de_chat(OTRA_PREGUNTA, stream=en_flujo))
    enchufe = abrir(siaa.puerto)
    cabeza = b"POST /siaa/chat HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    enchufe.sendall(cabeza + b"Content-Length: %d\r\n\r\n" % len(cuerpo) + cuerpo)
    assert esperar(lambda: ollama_libre.en_curso == 1)
    enchufe.close()
    assert ollama_libre.se_suelta()


# --- Bodies -----------------------------------------------------------------------------------


def temporales() -> int:
    """How many unnamed files this process holds."""
    destinos = []
    for descriptor in os.scandir("/proc/self/fd"):
        with contextlib.suppress(OSError):
            destinos.append(os.readlink(descriptor.path))
    return sum("(deleted)" in destino for destino in destinos)


def a_medias(enchufe: socket.socket, cuanto: int, falta: int = 1) -> None:
    """Send a request all of whose body but the end comes."""
    cabeza = b"POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
    enchufe.sendall(cabeza % (cuanto + falta) + b"x" * cuanto)


def test_un_cuerpo_a_medias_no_cuesta_un_archivo(abrir: Abrir) -> None:
    antes = temporales()
    with sirviendo(Eco()) as puerto:
        mitades = [abrir(puerto) for _ in range(10)]
        for una in mitades:
            a_medias(una, 900 * KIB)
        assert temporales() == antes
        for una in mitades:
            una.sendall(b"x")
        assert [leer(una).endswith(b"\r\n\r\n%d" % (900 * KIB + 1)) for una in mitades] == [
            True
        ] * 10


def test_los_cuerpos_caben_juntos_o_se_dice(abrir: Abrir, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modulo, "Cuerpos", lambda: Cuerpos(128 * KIB))
    with sirviendo(Eco()) as puerto:
        primera = abrir(puerto)
        a_medias(primera, 140 * KIB)
        rechazada = abrir(puerto)
        with contextlib.suppress(ConnectionError):
            a_medias(rechazada, 100 * KIB)
        cabeza, _, cuerpo = leer(rechazada).partition(b"\r\n\r\n")
        if cabeza:  # a reset can take the answer with it
            assert cabeza.startswith(b"HTTP/1.1 503 ")
            assert json.loads(cuerpo)["error"]["codigo"] == "demasiadas_conexiones"
        chica = abrir(puerto)
        a_medias(chica, CUERPO_MINIMO - 1)
        chica.sendall(b"x")
        assert leer(chica).endswith(b"\r\n\r\n%d" % CUERPO_MINIMO)
        primera.close()

        def cabe() -> bool:
            otra = abrir(puerto)
            with contextlib.suppress(ConnectionError):
                a_medias(otra, 100 * KIB)
                otra.sendall(b"x")
            return leer(otra).startswith(b"HTTP/1.1 200 ")

        assert esperar(cabe)


@given(
    st.lists(st.lists(st.integers(0, 40 * KIB).map(lambda n: b"x" * n), max_size=6), max_size=6),
    st.integers(0, 100 * KIB),
)
def test_lo_que_se_toma_se_devuelve(cuerpos: list[list[bytes]], maximo: int) -> None:
    """Never more than there is; every byte that was let in is kept, up to the longest body."""
    todos, tope = Cuerpos(maximo), 64 * KIB
    abiertos = [CuerpoRecibido(todos, tope) for _ in cuerpos]
    for cuerpo, trozos in zip(abiertos, cuerpos, strict=True):
        for trozo in trozos:
            cuerpo.append(trozo)
            if cuerpo.lleno:
                break
        largo = len(cuerpo)
        assert cuerpo.lleno or largo == sum(map(len, trozos))
        if not cuerpo.lleno and largo <= tope:
            assert cuerpo.getfile().read() == b"".join(trozos)
        elif not cuerpo.lleno:
            assert cuerpo.getfile().read() == b""
    for cuerpo in (*abiertos, *abiertos):
        cuerpo.close()
    assert todos.tomar(maximo) and not todos.tomar(1)


def test_a_un_cuerpo_que_no_cupo_no_le_falta_un_trozo_en_medio() -> None:
    todos = Cuerpos(10)
    cuerpo = CuerpoRecibido(todos, CUERPO_ADMITIDO)
    assert todos.tomar(10)
    cuerpo.append(b"x" * (CUERPO_MINIMO + 1))
    todos.tomar(-10)
    cuerpo.append(b"y")
    assert cuerpo.lleno


def test_un_cuerpo_mas_largo_que_lo_admitido_no_se_guarda() -> None:
    cuerpo = CuerpoRecibido(Cuerpos(), CUERPO_ADMITIDO)
    for _ in range(40):
        cuerpo.append(b"x" * 100_000)
    assert len(cuerpo) == 4_000_000 and cuerpo.getfile().read() == b""
