"""Where sentences and stretches end, and which numbers only put them in order."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.redaccion.afirmaciones.lectura.corte import (
    _ABREVIADA,
    _FRASE,
    _MARCA_DE_LISTA,
    _NUMERO_DE_LISTA,
    frases,
    sin_numeracion,
    tramos,
)


@given(st.text("ab1 .!?\n-*«»¿A)", max_size=60))
def test_las_frases_van_en_orden_y_no_pierden_palabras(texto: str) -> None:
    hechas = list(frases(texto))
    assert all(inicio < fin for inicio, fin in hechas)
    assert all(a[1] <= b[0] for a, b in pairwise(hechas))
    dentro = "".join(texto[i:f] for i, f in hechas)
    fuera = "".join(c for c in texto if c.isalpha())
    assert "".join(c for c in dentro if c.isalpha()) == fuera
    assert not any("\n" in texto[i:f] for i, f in hechas)


@pytest.mark.parametrize(
    ("texto", "cuantas"),
    [
        ("Lo dice el art. 5 del acuerdo. Firma.", 2),
        ("El Dr. Pérez y la Sra. Ruiz firman el num. 3.", 1),
        ("¿Cuándo? ¡Ya! Son 10.476 y 8.30 a. m. Fin", 3),
        ("1. Uno\n2) Dos\n- Tres\n## Cuatro", 4),
    ],
)
def test_donde_termina_una_frase(texto: str, cuantas: int) -> None:
    assert len(list(frases(texto))) == cuantas


def test_las_marcas_de_lista_no_son_de_la_frase() -> None:
    texto = "2) Dos\n- Tres\n## Cuatro"
    assert [texto[i:f] for i, f in frases(texto)] == ["Dos", "Tres", "Cuatro"]


def test_un_pasaje_se_corta_por_frases_y_no_por_renglones() -> None:
    texto = "El plazo es de\ncinco días. Luego vence;\nsi no, sigue:\n\na) uno;\nb) dos"
    texto += "\n\nParágrafo. 1º. Tres. Parágrafo. Cuatro"
    assert [texto[i:f] for i, f in tramos(texto)] == [
        "El plazo es de\ncinco días.",
        "Luego vence;",
        "si no, sigue:",
        "a) uno;",
        "b) dos",
        "Parágrafo. 1º.",
        "Tres.",
        "Parágrafo.",
        "Cuatro",
    ]


def frases_despacio(texto: str) -> list[tuple[int, int]]:
    """The same rules, each stop judged by all of the sentence that stands before it."""
    halladas, desde = [], 0
    for corte in (*_FRASE.finditer(texto), None):
        hasta = corte.start() if corte else len(texto)
        if corte and "\n" not in corte[0]:
            frase = texto[:hasta]
            if _NUMERO_DE_LISTA.fullmatch(frase, desde) or _ABREVIADA.search(frase, desde):
                continue
        marca = _MARCA_DE_LISTA.match(texto, desde, hasta)
        inicio = marca.end() if marca else desde
        recortada = texto[inicio:hasta].strip()
        if recortada:
            inicio += len(texto[inicio:hasta]) - len(texto[inicio:hasta].lstrip())
            halladas.append((inicio, inicio + len(recortada)))
        desde = corte.end() if corte else hasta
    return halladas


abreviadas = st.sampled_from(
    ["art. ", "Arts. ", "núm. ", "pág. ", "Dr. ", "x. ", "1. ", "- ", "sart. "]
)


@given(st.lists(st.one_of(abreviadas, st.text("aB1 .!?\n-*«»¿", max_size=4)), max_size=14))
def test_las_frases_como_la_cuenta_lenta(partes: list[str]) -> None:
    texto = "".join(partes)
    assert list(frases(texto)) == frases_despacio(texto)


@pytest.mark.parametrize("parte", ["a. A. ", "Art. A", " ", "1. ", "**1. ", "No. 7 ", "No. El "])
def test_una_respuesta_enorme_se_parte_en_tiempo_lineal(parte: str) -> None:
    """Half a million characters: in time quadratic to them, hours; no clock is needed."""
    texto = " " * 250_000 + parte * (250_000 // len(parte)) + "Fin. Otra"
    assert texto[slice(*list(frases(texto))[-1])] == "Otra"


@pytest.mark.parametrize("parte", ["1) ", "(1) ", ") 1) ", "( 1) "])
def test_una_numeracion_enorme_se_quita_en_tiempo_lineal(parte: str) -> None:
    texto = parte * (500_000 // len(parte))
    assert len(sin_numeracion(texto)) == len(texto)


@pytest.mark.parametrize(
    "frase",
    [
        "Debe: 1) radicar el informe; 2) pagar.",
        "1) radicar el informe, 2) pagar y 3) archivar",
        "Debe: (1) radicar el informe; (2) pagar",
        "Debe: 1. radicar el informe; 2. pagar",
        "Paso 3: radicar el informe",
        "**Paso 3:** radicar el informe",
        "### Etapa 4",
        "**2.** Radicar el informe",
        "**2. Radicar el informe**",
        "2.1. Plazos del informe",
        "3\ufe0f\u20e3 Radicar el informe",
        "Entregan el informe [1].",
        "Entregan el informe [2, 3].",
        "Según la fuente 1, entregan el informe.",
        "Lo dicen las fuentes 2 y 3 y el documento n.º 4.",
        "[SEC: PLAZOS | CHUNK: 8]",
        "| 1 | radicar el informe |",
    ],
)
def test_numerar_y_decir_de_donde_no_afirma_nada(frase: str) -> None:
    quitada = sin_numeracion(frase)
    assert not any(c.isdigit() for c in quitada)
    assert len(quitada) == len(frase)


@pytest.mark.parametrize(
    ("frase", "queda"),
    [
        ("8", "8"),
        ("El plazo es 8.", "8"),
        ("Son ocho (9) días.", "9"),
        ("Debe: 1) radicar en 8 días; 2) pagar", "8"),
        ("Paso 3: entregar en 8 días", "8"),
        ("3. 8 días hábiles", "8"),
        ("Lo dice la norma (artículos 3 y 12).", "312"),
        ("Lo dice el artículo 14)", "14"),
        ("Son 2016 folios, según la fuente 1.", "2016"),
        ("Lo dice la nota del artículo 3: entregar", "3"),
        ("$ 500. Es el costo del informe", "500"),
        ("Lo dice (según 7) y luego 1) pagar", "7"),
    ],
)
def test_una_cifra_de_verdad_no_pasa_por_numeracion(frase: str, queda: str) -> None:
    assert "".join(c for c in sin_numeracion(frase) if c.isdigit()) == queda
