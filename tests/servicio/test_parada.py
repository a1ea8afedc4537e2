"""Two flags that only ever go up."""

from __future__ import annotations

import threading

from paciencia import SIN_FIN_S, sin_esperar

from siaa.servicio.parada import Parada


def banderas(parada: Parada) -> tuple[bool, bool]:
    return parada.pedida, parada.cortar


def test_primero_pedir_y_despues_vencer() -> None:
    parada = Parada()
    assert banderas(parada) == (False, False)
    parada.pedir()
    assert banderas(parada) == (True, False)
    parada.vencer()
    parada.pedir()
    assert banderas(parada) == (True, True)


def test_vencer_tambien_pide() -> None:
    parada = Parada()
    parada.vencer()
    assert banderas(parada) == (True, True)


def test_esperar() -> None:
    parada = Parada()
    assert not parada.esperar(0.01)
    hilo = threading.Timer(0.05, parada.pedir)
    hilo.start()
    with sin_esperar():
        assert parada.esperar(SIN_FIN_S)
    assert parada.esperar(0)
    hilo.join()
