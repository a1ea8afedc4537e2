"""How fast this machine reads and writes, learned from finished answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.servicio.modelo.ritmo import LECTURAS, RECIENTES, Ritmo
from siaa.valores import Mensaje, MetricasModelo

FIJO = "f" * 300


def prompt(texto: str, fijo: str = FIJO) -> tuple[Mensaje, ...]:
    """A prompt of 1,000 characters of which the fixed text is some."""
    return (Mensaje("system", fijo + texto.ljust(1000 - len(fijo), ".")),)


def leer(ritmo: Ritmo, mensajes: tuple[Mensaje, ...], segundos: float, tokens: int = 1000) -> None:
    """A prompt is sent and read in so long."""
    nueva = ritmo.enviar(mensajes)
    ritmo.leer(mensajes, MetricasModelo(tokens, None, 0.1, segundos), nueva)


def recien_cargado() -> Ritmo:
    ritmo = Ritmo()
    ritmo.olvidar()
    return ritmo


def velocidades(ritmo: Ritmo) -> tuple[float | None, float | None]:
    return ritmo.lectura_tokens_s, ritmo.escritura_tokens_s


def test_sin_medidas_nada_se_sabe() -> None:
    ritmo = Ritmo()
    assert velocidades(ritmo) == (None, None)
    assert (ritmo.leer_s(1000), ritmo.escribir_s(), ritmo.responder_s(1000)) == (None, None, None)


def test_la_primera_medida_se_toma_como_es() -> None:
    ritmo = recien_cargado()
    leer(ritmo, prompt("a"), 20)
    ritmo.escribir(MetricasModelo(None, 90, None, None, 10))
    assert velocidades(ritmo) == (50, 9)
    assert (ritmo.leer_s(500), ritmo.escribir_s(), ritmo.responder_s(500)) == (10, 10, 20)


def test_de_lo_escrito_cada_medida_pesa_poco() -> None:
    ritmo = Ritmo()
    ritmo.escribir(MetricasModelo(None, 90, None, None, 10))
    ritmo.escribir(MetricasModelo(None, 90, None, None, 20))
    assert ritmo.escribir_s() == pytest.approx(10 + 0.2 * 10)
    for _ in range(60):
        ritmo.escribir(MetricasModelo(None, 90, None, None, 20))
    assert ritmo.escritura_tokens_s == pytest.approx(4.5, rel=0.001)


def test_solo_lo_nuevo_de_un_texto_se_lee() -> None:
    """Its fixed text the server had: 700 of the 1,000 tokens took those seconds."""
    ritmo = recien_cargado()
    leer(ritmo, prompt("a"), 20)
    leer(ritmo, prompt("b"), 14)
    assert ritmo.lectura_tokens_s == 50
    assert ritmo.por_leer(prompt("c"), 1000) == 700


def test_una_pregunta_repetida_no_hace_rapida_la_maquina() -> None:
    ritmo = recien_cargado()
    leer(ritmo, prompt("a"), 20)
    for _ in range(30):
        leer(ritmo, prompt("a"), 0.0076)
    assert ritmo.lectura_tokens_s == 50
    assert ritmo.por_leer(prompt("a"), 1000) == 1
    assert ritmo.leer_s(ritmo.por_leer(prompt("b"), 1000)) == 14


def test_de_un_servidor_que_ya_estaba_no_se_aprende_con_la_primera() -> None:
    """It may have read that very text for whoever was here before us."""
    ritmo = Ritmo()
    leer(ritmo, prompt("a"), 0.0076)
    assert ritmo.lectura_tokens_s is None
    leer(ritmo, prompt("b"), 14)
    assert ritmo.lectura_tokens_s == 50


def test_lo_que_el_servidor_guardaba_sin_que_se_sepa_no_cuenta() -> None:
    ritmo = recien_cargado()
    for vez in range(RECIENTES + 2):
        leer(ritmo, prompt(str(vez), fijo=""), 20)
    leer(ritmo, prompt("0", fijo=""), 0.0076)  # forgotten here, and not there
    assert ritmo.lectura_tokens_s == pytest.approx(50, rel=0.01)


def test_una_maquina_que_cambia_se_nota() -> None:
    ritmo = recien_cargado()
    for vez in range(LECTURAS):
        leer(ritmo, prompt(f"a{vez}", fijo=""), 20)
    for vez in range(LECTURAS):
        leer(ritmo, prompt(f"b{vez}", fijo=""), 5)
    assert ritmo.lectura_tokens_s == pytest.approx(200, rel=0.01)


def test_lo_que_el_servidor_cuenta_va_delante() -> None:
    ritmo = recien_cargado()
    leer(ritmo, prompt("a"), 20)
    ritmo.leer(
        prompt("a"), MetricasModelo(1000, None, None, 6, None, 400), ritmo.enviar(prompt("a"))
    )
    assert ritmo.lectura_tokens_s == 50, "the lower of 50 and 100"
    ritmo.leer(
        prompt("b"), MetricasModelo(1000, None, None, 6, None, 400), ritmo.enviar(prompt("b"))
    )
    assert ritmo.lectura_tokens_s == 100


def test_tras_otra_carga_no_queda_nada_leido() -> None:
    ritmo = recien_cargado()
    leer(ritmo, prompt("a"), 20)
    ritmo.olvidar()
    assert ritmo.por_leer(prompt("a"), 1000) == 1000
    leer(ritmo, prompt("a"), 20)
    assert ritmo.lectura_tokens_s == 50


def test_lo_que_se_mando_y_no_se_sabe_leido_no_se_da_por_leido() -> None:
    ritmo = recien_cargado()
    leer(ritmo, prompt("a"), 20)
    ritmo.enviar(prompt("b"))  # and nobody waited for it
    assert ritmo.por_leer(prompt("b"), 1000) == ritmo.por_leer(prompt("a"), 1000) == 700


cantidades = st.none() | st.integers(0, 5000)
segundos = st.none() | st.just(0.0) | st.floats(1e-9, 500)


@given(st.lists(st.tuples(cantidades, cantidades, segundos, segundos, cantidades)))
def test_lo_que_el_servidor_calla_o_mide_en_cero_no_enseña_nada(
    medidas: list[tuple[int | None, int | None, float | None, float | None, int | None]],
) -> None:
    ritmo = Ritmo()
    for leidas, escritas, lectura_s, escritura_s, conservados in medidas:
        leia, escribia = velocidades(ritmo)
        medida = MetricasModelo(leidas, escritas, None, lectura_s, escritura_s, conservados)
        ritmo.leer(prompt("a"), medida, 1.0)
        ritmo.escribir(medida)
        if not leidas or not lectura_s:
            assert ritmo.lectura_tokens_s == leia
        if not escritas or not escritura_s:
            assert ritmo.escritura_tokens_s == escribia
    assert all(v is None or v > 0 for v in velocidades(ritmo))


@given(st.text("ab", max_size=9), st.text("ab", max_size=9), st.integers(0, 9999))
def test_por_leer_es_lo_que_sigue_al_comienzo_comun(uno: str, otro: str, tokens: int) -> None:
    ritmo = Ritmo()
    leer(ritmo, (Mensaje("user", uno),), 1)
    comun = 0
    while comun < min(len(uno), len(otro)) and uno[comun] == otro[comun]:
        comun += 1
    esperado = max(1, round(tokens * (1 - comun / max(len(otro), 1))))
    assert ritmo.por_leer((Mensaje("user", otro),), tokens) == esperado
