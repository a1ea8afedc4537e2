"""How fast this machine reads and writes, learned from finished answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.servicio.modelo.ritmo import EstadoRitmo, Ritmo
from siaa.valores import MetricasModelo


def medida(leidas: int = 1000, lectura_s: float = 20, escritas: int = 90) -> MetricasModelo:
    return MetricasModelo(leidas, escritas, 0.1, lectura_s, escritas / 9)


def test_sin_medidas_nada_se_sabe() -> None:
    ritmo = Ritmo()
    assert ritmo.estado == EstadoRitmo()
    assert (ritmo.leer_s(1000), ritmo.escribir_s(), ritmo.responder_s(1000)) == (None, None, None)


def test_la_primera_medida_se_toma_como_es() -> None:
    ritmo = Ritmo()
    ritmo.observar(medida())
    assert ritmo.estado == EstadoRitmo(lectura=50, escritura=9, respuesta=90)
    assert (ritmo.leer_s(500), ritmo.escribir_s(), ritmo.responder_s(500)) == (10, 10, 20)


def test_las_siguientes_pesan_poco_cada_una() -> None:
    ritmo = Ritmo()
    ritmo.observar(medida(lectura_s=20))
    ritmo.observar(medida(lectura_s=10))
    assert ritmo.estado.lectura == pytest.approx(1000 / (20 - 0.2 * 10))
    for _ in range(60):
        ritmo.observar(medida(lectura_s=10))
    assert ritmo.estado.lectura == pytest.approx(100, rel=0.001)


def test_una_lectura_que_el_servidor_ya_tenia_no_hace_rapida_la_maquina() -> None:
    ritmo = Ritmo()
    for _ in range(9):
        ritmo.observar(medida(lectura_s=20))
    ritmo.observar(medida(lectura_s=0.01))
    assert ritmo.estado.lectura == pytest.approx(50 / 0.8, rel=0.01)


cantidades = st.none() | st.integers(0, 5000)
segundos = st.none() | st.just(0.0) | st.floats(1e-9, 500)


@given(st.lists(st.tuples(cantidades, cantidades, segundos, segundos)))
def test_lo_que_el_servidor_calla_o_mide_en_cero_no_enseña_nada(
    medidas: list[tuple[int | None, int | None, float | None, float | None]],
) -> None:
    ritmo, buenas = Ritmo(), Ritmo()
    for leidas, escritas, lectura_s, escritura_s in medidas:
        ritmo.observar(MetricasModelo(leidas, escritas, None, lectura_s, escritura_s))
        if leidas and lectura_s:
            buenas.observar(MetricasModelo(leidas, None, None, lectura_s, None))
        if escritas and escritura_s:
            buenas.observar(MetricasModelo(None, escritas, None, None, escritura_s))
    assert ritmo.estado == buenas.estado
    estado = ritmo.estado
    assert all(v is None or v > 0 for v in (estado.lectura, estado.escritura, estado.respuesta))
