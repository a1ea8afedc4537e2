"""Questions and everything else have threads of their own; and what happens where there is none."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from paciencia import PACIENCIA_S, esperar
from servidor_de_prueba import ClienteCrudo
from servidor_suelto import sirviendo

from config import Config
from siaa.armado import crear_servicios
from siaa.servicio.hilos import asegurar_memoria
from siaa.servicio.servidor.servidor import HILOS_DE_RECHAZO, HILOS_DE_RESERVA, PREGUNTAR

SIMULTANEOS = 3


class Lenta:
    """An application whose questions and slow searches last until they are let go."""

    def __init__(self) -> None:
        self.soltar = threading.Event()
        self.empezadas: list[str] = []

    def __call__(self, entorno: dict[str, Any], responder: Any) -> Iterable[bytes]:
        ruta = entorno["PATH_INFO"]
        self.empezadas.append(ruta)
        if ruta in (*PREGUNTAR, "/lenta"):
            self.soltar.wait(PACIENCIA_S)
        responder("200 OK", [("Content-Length", "2"), ("Content-Type", "text/plain")])
        return [b"ya"]


@contextlib.contextmanager
def atendiendo(app: Lenta) -> Iterator[int]:
    with sirviendo(app, simultaneos=SIMULTANEOS, espera_s=1) as puerto:
        try:
            yield puerto
        finally:
            app.soltar.set()


def pedir(cliente: ClienteCrudo, metodo: bytes, ruta: bytes) -> None:
    cliente.decir(metodo + b" " + ruta + b" HTTP/1.0\r\nHost: a\r\nContent-Length: 0\r\n\r\n")


@pytest.mark.parametrize("ruta", PREGUNTAR)
def test_las_preguntas_no_quitan_hilos_a_lo_demas(
    caplog: pytest.LogCaptureFixture, ruta: str
) -> None:
    app = Lenta()
    with atendiendo(app) as puerto, contextlib.ExitStack() as pila:
        preguntan = [pila.enter_context(ClienteCrudo(puerto)) for _ in range(50)]
        with caplog.at_level(logging.WARNING):
            for cliente in preguntan:
                pedir(cliente, b"POST", ruta.encode())
            assert esperar(lambda: len(app.empezadas) == SIMULTANEOS + HILOS_DE_RECHAZO)
        for _ in range(20):
            with ClienteCrudo(puerto) as otro:
                pedir(otro, b"GET", b"/siaa/status")
                assert otro.leer_todo().endswith(b"ya")
        with ClienteCrudo(puerto) as roto:
            roto.decir(b"/siaa/chat\r\n\r\n")
            assert roto.leer_todo().startswith(b"HTTP/1.0 400 ")
        app.soltar.set()
        assert all(cliente.leer_todo().endswith(b"ya") for cliente in preguntan)
    assert app.empezadas.count(ruta) == 50
    assert not caplog.records, "a queue of requests is told in English"


def test_lo_demas_no_quita_hilos_a_las_preguntas() -> None:
    app = Lenta()
    with atendiendo(app) as puerto, contextlib.ExitStack() as pila:
        for _ in range(20):
            pedir(pila.enter_context(ClienteCrudo(puerto)), b"GET", b"/lenta")
        assert esperar(lambda: len(app.empezadas) == HILOS_DE_RESERVA)
        pedir(pila.enter_context(ClienteCrudo(puerto)), b"POST", b"/siaa/chat")
        assert esperar(lambda: "/siaa/chat" in app.empezadas)


def test_lo_que_no_pudo_empezar_tambien_se_termina(biblioteca_chica: Path, tmp_path: Path) -> None:
    """Each part of the service, where the system has no thread for it."""
    servicios = crear_servicios(Config(documentos=biblioteca_chica, datos=tmp_path / "datos"))
    antes = threading.stack_size(1 << 46)  # more than any system has
    try:
        for parte in (servicios.registro, servicios.servidores, *servicios.rondas):
            with pytest.raises(RuntimeError):
                parte.arrancar()
    finally:
        threading.stack_size(antes)
    servicios.cerrar()


def test_se_sabe_antes_si_caben_los_hilos() -> None:
    asegurar_memoria(5000)
    with pytest.raises(MemoryError):
        asegurar_memoria(1 << 25)
