"""How much of a question a library answers for: each word by its idf and by where it stands."""

from __future__ import annotations

import bibliotecas_hibridas as bh
import pytest
import referencia_hibrida as ref
from hypothesis import given
from hypothesis import strategies as st
from test_hibrida import comparar_pasajes, comparar_respaldo, preguntar

from siaa.biblioteca.indice import Indice
from siaa.recuperacion.hibrida.busqueda import buscar

LARGA = (
    "Nada de lo que se dice viene al caso de quien pregunta por otras materias distintas, eso no. "
)
TEXTO = (
    "# Guía\n\nEl cangrejo camina. " + LARGA * 3 + "\n\n" + LARGA * 4
    + "\n\nLa medusa flota. " + LARGA * 3 + "\n\n## Mareas\n\nEl erizo pincha."
)  # fmt: skip


def respaldo(indice: Indice, pregunta: str) -> float:
    valor = buscar(indice, pregunta).enrutar(2).respaldo
    assert valor is not None
    return valor


def idf(indice: Indice, *terminos: str) -> float:
    """What a word is worth; one that the library lacks is one that no passage has."""
    tabla = indice.pasajes
    total = len(tabla.limites)
    return sum(
        float(tabla.idf_pasaje[tabla.filas[t]]) if t in tabla.filas else ref.idf(total, 0)
        for t in terminos
    )


@pytest.fixture(scope="module")
def indice() -> Indice:
    return bh.Generada({"costa.md": TEXTO, "decreto_806_de_2020.md": "Cada foca canta."}).indice()


def test_todo_en_el_pasaje(indice: Indice) -> None:
    assert respaldo(indice, "¿El cangrejo camina?") == pytest.approx(1.0)


def test_lo_que_esta_en_otra_parte_del_documento(indice: Indice) -> None:
    logrado = 1.0 * idf(indice, "cangrej", "camin") + 0.3 * idf(indice, "medus")
    assert respaldo(indice, "cangrejo camina medusa") == pytest.approx(
        logrado / idf(indice, "cangrej", "camin", "medus")
    )


def test_lo_que_la_biblioteca_no_tiene_cuenta_como_lo_mas_raro(indice: Indice) -> None:
    total = idf(indice, "cangrej", "camin", "zzz")
    assert idf(indice, "zzz") > idf(indice, "cangrej")
    assert respaldo(indice, "cangrejo camina zzz") == pytest.approx(
        idf(indice, "cangrej", "camin") / total
    )


def test_lo_que_esta_en_otro_documento_no_ayuda(indice: Indice) -> None:
    assert respaldo(indice, "cangrejo camina medusa foca") < respaldo(
        indice, "cangrejo camina medusa"
    )


def test_el_encabezado_y_el_nombre_son_del_pasaje(indice: Indice) -> None:
    assert respaldo(indice, "¿Qué pincha en las mareas?") == pytest.approx(1.0)
    assert respaldo(indice, "¿Qué pincha en las mareas de la costa?") == pytest.approx(1.0)


def test_la_norma_que_se_cita_es_el_documento(indice: Indice) -> None:
    assert respaldo(indice, "foca canta decreto 806 de 2020") == pytest.approx(1.0)
    assert respaldo(indice, "foca canta decreto 807 de 2020") < 0.8


def test_los_sinonimos_cuentan_una_vez() -> None:
    """«castigo» is looked up as «sanción» too, and weighs as one word."""
    indice = bh.Generada({"a.md": "La sanción llega tarde.", "b.md": "Nada."}).indice()
    assert respaldo(indice, "castigo tarde") == pytest.approx(1.0)


def test_sin_palabras_no_hay_respaldo(indice: Indice) -> None:
    for nada in ("", "¿?", "de la que", "zzz"):
        assert respaldo(indice, nada) == 0.0


def test_un_documento_sin_pasajes_no_responde() -> None:
    indice = bh.Generada({"percebe.md": "· · ·", "b.md": "Nada."}).indice()
    (documento,) = buscar(indice, "percebe").enrutar(2).documentos
    assert documento.doc == "percebe.md" and respaldo(indice, "percebe") == 0.0


@bh.ajustes(60)
@given(bh.bibliotecas(), st.data())
def test_el_respaldo_como_la_referencia(generada: bh.Generada, datos: st.DataObject) -> None:
    indice = generada.indice()
    biblioteca = ref.leer(indice)
    for _ in range(4):
        pregunta, pesos = datos.draw(bh.preguntas), datos.draw(bh.pesos)
        rapida, lenta = preguntar(indice, biblioteca, pregunta, pesos)
        comparar_respaldo(rapida, lenta, comparar_pasajes(rapida.puntajes, lenta))
