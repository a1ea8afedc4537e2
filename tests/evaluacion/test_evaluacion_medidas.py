"""The formulas of an evaluation against slow and obvious versions of them."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.evaluacion import medidas
from siaa.evaluacion.medidas import (
    acierto,
    auc,
    contiene,
    cubre,
    curva_de_error,
    estimar,
    estimar_auc,
    lugar,
    plano,
    prueba_de_signos,
    rango_reciproco,
)
from siaa.evaluacion.valores import Caso
from siaa.valores import Contexto, Fuente

PUNTAJES = st.lists(st.integers(0, 6).map(float), min_size=1, max_size=30)
"""Few distinct values, so that there are ties."""


# --- The plain form -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texto", "llano"),
    [
        ("  ¿El AÑO pasado?  ", "el ano pasado"),
        ("**quinto** día\n\nhábil.", "quinto dia habil"),
        ("PSAA16-10476", "psaa16 10476"),
        ("una_lista", "una lista"),
        ("n\u0303 Ü", "n u"),
        ("¡…!", ""),
    ],
)
def test_la_forma_llana(texto: str, llano: str) -> None:
    assert plano(texto) == llano


@given(st.text())
def test_la_forma_llana_es_estable(texto: str) -> None:
    llano = plano(texto)
    assert plano(llano) == llano == " ".join(llano.split())
    assert all(caracter.isalnum() or caracter == " " for caracter in llano)


def test_contener() -> None:
    assert contiene("El **Quinto** día hábil.", "quinto dia")
    assert contiene("al iniciar el periodo", "al inic"), "an answer may end within a word"
    assert not contiene("El quinto día", "…") and not contiene("", "día")


# --- Coverage -------------------------------------------------------------------------------


def contexto(*trozos: tuple[str, str]) -> Contexto:
    """Fragments (document, text), each after a heading that is nobody's text."""
    texto, fuentes = "", []
    for numero, (doc, trozo) in enumerate(trozos, start=1):
        texto += f"[DOC: {doc}]\n"
        inicio = len(texto)
        texto += trozo
        fuentes.append(Fuente(numero, doc, "", "", "", 0, inicio, len(texto), 0, 9, ()))
        texto += "\n"
    return Contexto(texto, tuple(fuentes))


CASO = Caso("¿Cuándo?", "a.md", ("quinto día", "día cinco"))


def test_cubre_dentro_de_un_fragmento_del_documento() -> None:
    assert cubre(contexto(("a.md", "El quinto día.")), CASO, None)
    assert cubre(contexto(("b.md", "Nada."), ("A.md", "El DIA CINCO.")), CASO, None)
    assert not cubre(contexto(("b.md", "El quinto día.")), CASO, None), "another document"
    assert not cubre(contexto(("a.md", "El quinto"), ("a.md", "día")), CASO, None), "two fragments"
    assert not cubre(contexto(("a.md", "quinto")), CASO, None)
    assert not cubre(Contexto("El quinto día", ()), CASO, None), "outside every fragment"


def test_cubre_lo_que_cabe() -> None:
    c = contexto(("a.md", "El quinto día."))
    justo = c.texto.index("día") + 3
    assert cubre(c, CASO, justo) and not cubre(c, CASO, justo - 1)
    assert cubre(c, CASO, 10_000) and not cubre(c, CASO, 0)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a.md", "b.md"]),
            st.sampled_from(["El quinto día", "El quinto", "día", "día cinco y más", ""]),
        ),
        max_size=5,
    ),
    st.integers(0, 120),
)
def test_cubre_como_el_recorrido_llano(trozos: list[tuple[str, str]], limite: int) -> None:
    c = contexto(*trozos)
    llana = any(
        plano(respuesta) in plano("".join(c.texto[i] for i in range(f.inicio, f.fin) if i < limite))
        for f in c.fuentes
        if f.doc == "a.md"
        for respuesta in CASO.respuestas
    )
    assert cubre(c, CASO, limite) == llana


# --- The place of the document --------------------------------------------------------------


def test_el_lugar_del_documento() -> None:
    lista = ("b.md", "a.md", "c.md")
    assert [lugar(lista, d) for d in ("b.md", "a.md", "x.md")] == [1, 2, 0]
    assert [acierto(lista, "a.md", k) for k in (1, 2, 3)] == [False, True, True]
    assert not acierto(lista, "x.md", 10) and not acierto((), "a.md", 1)
    assert rango_reciproco(lista, "c.md") == 1 / 3
    assert rango_reciproco(lista, "c.md", hasta=2) == rango_reciproco(lista, "x.md") == 0


# --- Chance ---------------------------------------------------------------------------------


def test_el_intervalo_rodea_a_la_media_y_es_siempre_el_mismo() -> None:
    aciertos = [1.0] * 70 + [0.0] * 30
    dato = estimar(aciertos)
    assert dato == estimar(aciertos)
    assert (dato.valor, dato.n) == (0.7, 100)
    normal = 1.96 * math.sqrt(0.7 * 0.3 / 100)
    assert dato.bajo == pytest.approx(0.7 - normal, abs=0.02)
    assert dato.alto == pytest.approx(0.7 + normal, abs=0.02)


def test_el_intervalo_no_depende_de_los_bloques(monkeypatch: pytest.MonkeyPatch) -> None:
    muestra = [0.0, 1.0, 1.0, 0.5]
    entero = estimar(muestra)
    monkeypatch.setattr(medidas, "SORTEOS_POR_BLOQUE", 50)
    assert estimar(muestra) == entero


def test_el_intervalo_de_lo_que_no_varia_y_de_nada() -> None:
    fijo = estimar([True, True, True])
    assert (fijo.valor, fijo.bajo, fijo.alto, fijo.n) == (1, 1, 1, 3)
    nada = estimar([])
    assert nada.n == 0 and all(map(math.isnan, (nada.valor, nada.bajo, nada.alto)))


@given(st.integers(0, 12), st.integers(0, 12))
def test_la_prueba_de_signos_contra_todas_las_monedas(ganadas: int, perdidas: int) -> None:
    total = ganadas + perdidas
    extremas = sum(
        math.comb(total, k) for k in range(total + 1) if min(k, total - k) <= min(ganadas, perdidas)
    )
    assert prueba_de_signos(ganadas, perdidas) == pytest.approx(extremas / 2**total)


def test_la_prueba_de_signos_de_muchas() -> None:
    assert prueba_de_signos(0, 0) == prueba_de_signos(600, 600) == 1
    assert prueba_de_signos(10, 0) == pytest.approx(2 / 1024)
    assert 0 < prueba_de_signos(3000, 2500) < 1e-9


# --- Answerable or not ----------------------------------------------------------------------


@given(PUNTAJES, PUNTAJES)
def test_auc_contra_todos_los_pares(buenos: list[float], malos: list[float]) -> None:
    pares = [(b > m) + (b == m) / 2 for b, m in itertools.product(buenos, malos)]
    assert auc(buenos, malos) == pytest.approx(sum(pares) / len(pares))
    assert auc(buenos, malos) + auc(malos, buenos) == pytest.approx(1)


def test_auc_y_su_intervalo() -> None:
    assert auc([2, 3], [0, 1]) == 1 and auc([1, 1], [1]) == 0.5
    assert math.isnan(auc([], [1])) and math.isnan(estimar_auc([1], []).valor)
    dato = estimar_auc([1, 2, 3, 4, 5], [0, 1, 2, 3])
    assert dato.valor == auc([1, 2, 3, 4, 5], [0, 1, 2, 3]) and dato.n == 9
    assert dato.bajo <= dato.valor <= dato.alto and dato == estimar_auc(
        [1, 2, 3, 4, 5], [0, 1, 2, 3]
    )


@given(PUNTAJES, PUNTAJES)
def test_la_curva_de_error_contra_la_cuenta(buenos: list[float], malos: list[float]) -> None:
    curva = curva_de_error(buenos, malos)
    assert [punto.umbral for punto in curva[:-1]] == sorted({*buenos, *malos})
    for punto in curva:
        assert punto.rechazadas == sum(b < punto.umbral for b in buenos) / len(buenos)
        assert punto.aceptadas == pytest.approx(sum(m >= punto.umbral for m in malos) / len(malos))
    assert (curva[0].rechazadas, curva[0].aceptadas) == (0, 1)
    assert (curva[-1].rechazadas, curva[-1].aceptadas) == (1, 0)


def test_la_curva_de_error_de_un_lado_solo() -> None:
    assert curva_de_error([], [1.0]) == curva_de_error([1.0], []) == ()


def test_nada_se_mide_fuera_de_las_formulas() -> None:
    """The formulas open no file and import no part of the service."""
    texto = Path(medidas.__file__).read_text(encoding="utf-8")
    assert "open(" not in texto and "siaa.recorrido.preparacion" not in texto
