"""What a model is asked of a stretch, and what counts of whatever it says."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.lecturas import Trecho
from siaa.etapas.lecturas import (
    PALABRAS_MAXIMAS,
    PREGUNTAS_MAXIMAS,
    encargo_de_lectura,
    interpretar_lectura,
)

TEXTO = "El funcionario avisará al superior dentro de los tres días siguientes al hecho."
TRECHO = Trecho("acuerdo.md", "Acuerdo 7", "Artículo 1. Aviso", 20, 20 + len(TEXTO), TEXTO, TEXTO)
PREGUNTAS = ["¿A quién le cuento que llegué tarde?", "¿Cuánto tiempo tengo para decirlo?"]
PALABRAS = ["contarle al jefe", "plazo"]
DICHO = json.dumps({"preguntas": PREGUNTAS, "palabras": PALABRAS}, ensure_ascii=False)


def dicho(preguntas: list[str], palabras: list[str]) -> str:
    return json.dumps({"preguntas": preguntas, "palabras": palabras}, ensure_ascii=False)


def test_el_encargo_dice_de_que_articulo_es_el_texto() -> None:
    _, pedido = encargo_de_lectura(TRECHO)
    assert pedido.contenido == f"[Acuerdo 7 › Artículo 1. Aviso]\n{TEXTO}"


def test_lo_que_vale_se_guarda_como_se_dijo() -> None:
    hecha = interpretar_lectura(DICHO, TRECHO)
    assert (list(hecha.preguntas), list(hecha.palabras)) == (PREGUNTAS, PALABRAS)
    assert hecha.descartadas == 0


def test_entre_cercas_y_prosa_se_lee_igual() -> None:
    rodeado = f"Claro, aquí tiene:\n```json\n{DICHO}\n```\n¿Algo más?"
    assert interpretar_lectura(rodeado, TRECHO) == interpretar_lectura(DICHO, TRECHO)


def test_lo_que_no_sirve_se_descarta_y_se_cuenta() -> None:
    malas = [
        "avisará al superior dentro de los tres días",  # the text, word for word
        "What is the deadline to report?",
        "¿Cuándo?",
        "¿A quién le cuento que llegue tarde?",  # the first one again
        "¿Y " + "muy " * 60 + "tarde qué pasa?",
    ]
    peores = ["los funcionarios", "tres días", "ya", "una expresión de más de cuatro palabras"]
    hecha = interpretar_lectura(dicho(PREGUNTAS + malas, PALABRAS + peores), TRECHO)
    assert (list(hecha.preguntas), list(hecha.palabras)) == (PREGUNTAS, PALABRAS)
    assert hecha.descartadas == len(malas) + len(peores)


@given(st.integers(0, len(DICHO)))
def test_cortado_en_cualquier_parte_da_un_comienzo_de_lo_mismo(largo: int) -> None:
    hecha = interpretar_lectura(DICHO[:largo], TRECHO)
    assert list(hecha.preguntas) == PREGUNTAS[: len(hecha.preguntas)]
    assert list(hecha.palabras) == PALABRAS[: len(hecha.palabras)]


@given(st.text(), st.lists(st.text()), st.lists(st.text()))
def test_diga_lo_que_diga_se_lee(prosa: str, preguntas: list[str], palabras: list[str]) -> None:
    hecha = interpretar_lectura(prosa + dicho(preguntas, palabras), TRECHO)
    assert len(hecha.preguntas) <= PREGUNTAS_MAXIMAS and len(hecha.palabras) <= PALABRAS_MAXIMAS
    assert all("\n" not in texto for texto in (*hecha.preguntas, *hecha.palabras))


def test_una_lista_sin_fin_no_pasa_de_lo_que_se_pide() -> None:
    sin_fin = '{"preguntas": [' + ", ".join(f'"¿Qué hago con la cosa {n}?"' for n in range(500))
    assert len(interpretar_lectura(sin_fin, TRECHO).preguntas) == PREGUNTAS_MAXIMAS
