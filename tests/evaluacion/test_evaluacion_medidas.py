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
    RECHAZOS,
    Caso,
    auc,
    contiene,
    costo_de_umbrales,
    cubre,
    estimar,
    estimar_auc,
    lugar,
    plano,
    responden,
)
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
        ("Artículo 6º, 6° y 1ª", "articulo 6 6 y 1"),
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


def test_que_fragmentos_responden() -> None:
    c = contexto(("a.md", "El quinto día."), ("b.md", "El día cinco."), ("a.md", "El día cinco."))
    assert list(responden(c, CASO)) == [0, 2]
    assert list(responden(c, CASO, len(c.texto) - 9)) == [0]


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


# --- Chance ---------------------------------------------------------------------------------


def test_el_intervalo_rodea_a_la_media_y_es_siempre_el_mismo() -> None:
    aciertos = [1.0] * 70 + [0.0] * 30
    dato = estimar(aciertos)
    assert dato == estimar(aciertos)
    assert (dato.valor, dato.n) == (0.7, 100)
    normal = 1.96 * math.sqrt(0.7 * 0.3 / 100)
    assert dato.bajo == pytest.approx(0.7 - normal, abs=0.02)
    assert dato.alto == pytest.approx(0.7 + normal, abs=0.02)


def test_el_intervalo_de_lo_que_no_varia() -> None:
    fijo = estimar([True, True, True])
    assert (fijo.valor, fijo.bajo, fijo.alto, fijo.n) == (1, 1, 1, 3)


def test_el_intervalo_de_una_diferencia_es_de_los_pares() -> None:
    """Two that fail on the same questions differ for sure where they differ at all."""
    una, otra = [1.0] * 60 + [0.0] * 40, [1.0] * 50 + [0.0] * 50
    diferencia = estimar([a - b for a, b in zip(una, otra, strict=True)])
    assert diferencia.valor == pytest.approx(0.1) and diferencia.bajo > 0.03
    assert estimar(una).bajo < estimar(otra).alto


# --- Answerable or not ----------------------------------------------------------------------


@given(PUNTAJES, PUNTAJES)
def test_auc_contra_todos_los_pares(buenos: list[float], malos: list[float]) -> None:
    pares = [(b > m) + (b == m) / 2 for b, m in itertools.product(buenos, malos)]
    assert auc(buenos, malos) == pytest.approx(sum(pares) / len(pares))
    assert auc(buenos, malos) + auc(malos, buenos) == pytest.approx(1)


def test_auc_y_su_intervalo() -> None:
    assert auc([2, 3], [0, 1]) == 1 and auc([1, 1], [1]) == 0.5
    dato = estimar_auc([1, 2, 3, 4, 5], [0, 1, 2, 3])
    assert dato.valor == auc([1, 2, 3, 4, 5], [0, 1, 2, 3]) and dato.n == 9
    assert dato.bajo <= dato.valor <= dato.alto and dato == estimar_auc(
        [1, 2, 3, 4, 5], [0, 1, 2, 3]
    )


@given(PUNTAJES, PUNTAJES)
def test_los_umbrales_contra_todos_los_posibles(buenos: list[float], malos: list[float]) -> None:
    """For each share, no stricter threshold refuses as few of the answerable."""
    puntos = costo_de_umbrales(buenos, malos)
    assert [p.umbral for p in puntos] == sorted({p.umbral for p in puntos})
    for punto in puntos:
        assert punto.rechazadas == pytest.approx(
            sum(b < punto.umbral for b in buenos) / len(buenos)
        )
        assert punto.aceptadas == pytest.approx(sum(m >= punto.umbral for m in malos) / len(malos))
    for parte in RECHAZOS:
        caben = [u for u in buenos if sum(b < u for b in buenos) <= parte * len(buenos) + 1e-9]
        assert max(caben) in [p.umbral for p in puntos]


def test_nada_se_mide_fuera_de_las_formulas() -> None:
    """The formulas open no file and import no part of the service."""
    texto = Path(medidas.__file__).read_text(encoding="utf-8")
    assert "open(" not in texto and "siaa.recorrido.preparacion" not in texto
