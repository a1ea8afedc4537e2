"""The limit of consultations per client: exact in every window, bounded in memory."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paciencia import PACIENCIA_S

from siaa.servicio.servidor.cupos import FALLOS_POR_MINUTO, VENTANA_S, Freno, Limite, agrupar


class Reloj:
    """A clock that moves when told."""

    def __init__(self) -> None:
        self.ahora = 1000.0

    def __call__(self) -> float:
        return self.ahora


def test_sin_limite_no_se_cuenta_nada() -> None:
    limite = Limite(0)
    assert [limite.espera_s("10.0.0.1") for _ in range(1000)] == [0] * 1000
    assert len(limite._por_cliente) == 0


def test_la_espera_dicha_basta_y_no_sobra() -> None:
    reloj = Reloj()
    limite = Limite(3, reloj)
    for _ in range(3):
        assert limite.espera_s("10.0.0.1") == 0
        reloj.ahora += 10
    assert limite.espera_s("10.0.0.1") == 30
    assert limite.espera_s("10.0.0.2") == 0
    reloj.ahora += 29.5
    assert limite.espera_s("10.0.0.1") == 1
    reloj.ahora += 0.5
    assert limite.espera_s("10.0.0.1") == 0
    assert limite.espera_s("10.0.0.1") == 10


@given(
    st.integers(1, 5),
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 200)), max_size=80),
)
def test_como_la_cuenta_lenta(por_minuto: int, pedidos: list[tuple[str, int]]) -> None:
    """The same as looking, each time, at all that each client was let in for."""
    reloj = Reloj()
    limite = Limite(por_minuto, reloj)
    admitidos: dict[str, list[float]] = {}
    for quien, decimas in pedidos:
        reloj.ahora += decimas / 8
        suyos = admitidos.setdefault(quien, [])
        recientes = [vez for vez in suyos if reloj.ahora - vez < VENTANA_S]
        espera = limite.espera_s(quien)
        assert (espera == 0) is (len(recientes) < por_minuto)
        if espera:
            assert 0 <= espera - (recientes[0] + VENTANA_S - reloj.ahora) < 1
        else:
            suyos.append(reloj.ahora)
    vivos = {q for q, veces in admitidos.items() if veces and reloj.ahora - veces[-1] < VENTANA_S}
    assert len(limite._por_cliente) >= len(vivos)


def test_la_memoria_tiene_tope() -> None:
    reloj = Reloj()
    limite = Limite(1, reloj, clientes=50)
    for i in range(1000):
        assert limite.espera_s(f"10.1.{i // 250}.{i % 250}") == 0
        assert len(limite._por_cliente) <= 50
    assert limite.espera_s("10.1.3.249") > 0
    reloj.ahora += VENTANA_S
    assert limite.espera_s("10.9.9.9") == 0 and len(limite._por_cliente) == 1


def test_se_olvida_a_quien_lleva_mas_tiempo_sin_venir() -> None:
    limite = Limite(2, Reloj(), clientes=2)
    assert [limite.espera_s(quien) for quien in ("a", "b", "a", "c")] == [0, 0, 0, 0]
    assert limite.espera_s("a") > 0 and limite.espera_s("c") == 0


@pytest.mark.parametrize(
    ("direccion", "grupo"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("no es una dirección", "no es una dirección"),
    ],
)
def test_que_es_un_cliente(direccion: str, grupo: str) -> None:
    assert agrupar(direccion) == grupo


def test_muchos_a_la_vez_no_pasan_de_mas() -> None:
    limite = Limite(100, Reloj())
    esperas: list[int] = []

    def pedir() -> None:
        esperas.extend([limite.espera_s("10.0.0.1") for _ in range(50)])

    hilos = [threading.Thread(target=pedir) for _ in range(8)]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join(PACIENCIA_S)
    assert (len(esperas), esperas.count(0)) == (400, 100)


def test_mirar_cuanto_falta_no_cuenta() -> None:
    reloj = Reloj()
    limite = Limite(1, reloj)
    assert (
        {limite.espera_s("10.0.0.1", contar=False) for _ in range(5)}
        == {len(limite._por_cliente)}
        == {0}
    )
    assert [limite.espera_s("10.0.0.1", contar=c) for c in (True, False)] == [0, 60]
    reloj.ahora += VENTANA_S
    assert limite.espera_s("10.0.0.1", contar=False) == 0
    assert limite.espera_s("10.0.0.2") == 0


def test_el_freno_es_de_cada_direccion_y_se_suelta() -> None:
    reloj = Reloj()
    freno = Freno(reloj)
    for n in range(FALLOS_POR_MINUTO):
        assert freno.espera_s("10.0.0.1") == 0
        for _ in range(3):
            freno.anotar("10.0.0.1", f"token {n}")
    assert (freno.espera_s("10.0.0.1"), freno.espera_s("10.0.0.2")) == (60, 0)
    reloj.ahora += VENTANA_S
    assert freno.espera_s("10.0.0.1") == 0


def test_quien_tiene_una_red_entera_es_uno() -> None:
    freno = Freno(Reloj())
    for n in range(FALLOS_POR_MINUTO):
        freno.anotar(f"2001:db8::{n:x}", f"token {n}")
    assert freno.espera_s("2001:db8::ffff") == 60
