"""How many characters a token is worth, learned."""

from __future__ import annotations

import threading

import pytest

from siaa.servicio.modelo.ritmo import MAXIMO, MINIMO, Calibracion


def test_empieza_con_lo_dado() -> None:
    assert Calibracion(3.0).caracteres_por_token == 3.0


def test_cada_medida_pesa_un_poco() -> None:
    calibracion = Calibracion(3.0)
    calibracion.observar(400, 100)
    assert calibracion.caracteres_por_token == pytest.approx(3.2)
    for _ in range(100):
        calibracion.observar(400, 100)
    assert calibracion.caracteres_por_token == pytest.approx(4.0)


@pytest.mark.parametrize(("caracteres", "tokens"), [(0, 5), (5, 0), (5, None), (0, None)])
def test_lo_que_no_se_midio_no_cuenta(caracteres: int, tokens: int | None) -> None:
    calibracion = Calibracion(3.0)
    calibracion.observar(caracteres, tokens)
    assert calibracion.caracteres_por_token == 3.0


@pytest.mark.parametrize(("caracteres", "limite"), [(10**9, MAXIMO), (1, MINIMO)])
def test_lo_absurdo_no_arrastra(caracteres: int, limite: float) -> None:
    calibracion = Calibracion(3.0)
    for _ in range(200):
        calibracion.observar(caracteres, 100)
    assert calibracion.caracteres_por_token == pytest.approx(limite)


def test_desde_varios_hilos_no_se_pierde_ninguna() -> None:
    calibracion = Calibracion(MAXIMO)
    hilos = [
        threading.Thread(target=lambda: [calibracion.observar(150, 100) for _ in range(200)])
        for _ in range(4)
    ]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join()
    assert calibracion.caracteres_por_token == pytest.approx(MINIMO)
