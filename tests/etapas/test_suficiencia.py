"""What a model is asked of the fragments that were chosen, and what counts of whatever it says."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from siaa.etapas.suficiencia import (
    BASTA,
    FALTAS_MAXIMAS,
    LARGO_MOSTRADO,
    encargo_de_suficiencia,
    interpretar_suficiencia,
    leer_suficiencia,
)

LINEAS = ("NEED|6|Acuerdo VR24-101", "NEED|12|Ley 9 de 1999", "DROP|0,3,7")
DICHO = "\n".join(LINEAS)


def test_el_encargo_numera_los_fragmentos_y_los_corta() -> None:
    fragmentos = [("Acuerdo 5 > Artículo 1", "texto\n\n con   huecos"), ("Ley 9", "a" * 999)]
    sistema, usuario = encargo_de_suficiencia(
        "¿Y yo?", fragmentos, [("permisos", "Ley 9")]
    ).mensajes
    assert "«permisos»" in sistema.contenido and "«Ley 9»" in sistema.contenido
    assert usuario.contenido.startswith(
        "Pregunta: ¿Y yo?\n\nFragmentos disponibles:\n[0] Acuerdo 5 >"
    )
    assert "[0] Acuerdo 5 > Artículo 1\ntexto con huecos\n\n[1] Ley 9\n" in usuario.contenido
    assert usuario.contenido.endswith("\n" + "a" * LARGO_MOSTRADO)


@pytest.mark.parametrize(
    "dicho",
    [
        DICHO,
        f"```\n{DICHO}\n```",
        f"Creo que falta algo:\n\n- {DICHO.replace(chr(10), chr(10) + '- ')}\n\nEso es todo.",
        DICHO.replace("|", " | ").lower().replace("need", "Need"),
        f"**{LINEAS[0]}**\n`{LINEAS[1]}`\n**{LINEAS[2]}**\nDROP|1\nREADY",
    ],
)
def test_entre_cercas_y_prosa_se_lee_lo_mismo(dicho: str) -> None:
    leido = interpretar_suficiencia(dicho)
    assert [linea.lower() for linea in leido] == [linea.lower() for linea in LINEAS]
    faltas, sobran = leer_suficiencia(leido)
    assert sobran == {0, 3, 7} and [articulo for articulo, _ in faltas] == ["6", "12"]


@pytest.mark.parametrize("dicho", ["READY", " ready. ", "```\nREADY\n```", f"**READY**\n{DICHO}"])
def test_lo_que_basta_basta(dicho: str) -> None:
    assert interpretar_suficiencia(dicho) == (BASTA,)


@pytest.mark.parametrize(
    "dicho",
    ["", "No sé.", "ALREADY", "I am READY to help", "NEED", "NEED|6", "NEED||", "DROP|", "DROP|x"],
)
def test_lo_que_no_es_una_de_las_tres_formas_no_cuenta(dicho: str) -> None:
    assert interpretar_suficiencia(dicho) == ()


def test_una_respuesta_sin_fin_no_pide_mas_que_tres() -> None:
    sin_fin = "\n".join(f"NEED|{n}|Ley {n}" for n in range(2000))
    assert len(interpretar_suficiencia(sin_fin)) == FALTAS_MAXIMAS


@given(st.integers(0, len(DICHO)))
def test_cortado_en_cualquier_parte_no_pide_lo_que_no_se_dijo(largo: int) -> None:
    leido = interpretar_suficiencia(DICHO[:largo])
    assert all(any(entera.startswith(linea) for entera in LINEAS) for linea in leido)


TROZOS = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        [*LINEAS, "READY", "NEED|", "DROP|", "|", "\n", "```", "DROP|999999999", "\x00"]
    ),
)


@settings(max_examples=300)
@example("NEED|" * 4000)
@example("NEED|0|0 ")
@example("NEED| |ley")
@example("DROP|" + " " * 20_000 + "x")
@example("_" * 20_000)
@example("DROP|" + "9" * 20_000)
@given(st.lists(TROZOS, max_size=12).map("".join))
def test_diga_lo_que_diga_se_lee_y_lo_leido_se_puede_hacer(dicho: str) -> None:
    leido = interpretar_suficiencia(dicho)
    assert leido == (BASTA,) or len(leido) <= FALTAS_MAXIMAS + 1
    faltas, sobran = leer_suficiencia(leido)
    assert len(faltas) + bool(sobran) == len(leido) - (leido == (BASTA,))
    for articulo, ley in faltas:
        assert articulo and ley and len(articulo) <= 40 and len(ley) <= 120
    assert interpretar_suficiencia("\n".join(leido)) == leido
