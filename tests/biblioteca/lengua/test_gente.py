"""The table of people's words: its format, and what holds for each row of the one that ships."""

from __future__ import annotations

from collections import Counter

import pytest

from siaa.biblioteca.cargador import GENTE, sinonimos_de_la_gente
from siaa.biblioteca.lengua.gente import FilaIlegible, interpretar_gente
from siaa.biblioteca.lengua.terminos import (
    PESO_GENTE,
    PESO_SINONIMO,
    ordenar_sinonimos,
    preparar_sinonimos,
    terminos,
    terminos_consulta,
)

TABLA = interpretar_gente(GENTE.read_text(encoding="utf-8"))
FILAS = {dicho: tuple(terminos(dicho)) for dicho in TABLA}
LEIDAS = {dicho: [tuple(terminos(frase)) for frase in frases] for dicho, frases in TABLA.items()}

DE_TODO_ACTO = """
    decreto artículo ley presente siguiente acuerdo resolución norma disposición numeral parágrafo
    literal inciso capítulo título dicho mencionado anterior conformidad efecto caso vigente
"""
"""Words that stand in every act: a question that is read as nothing else finds anything."""


# --- The format ---------------------------------------------------------------------------


def test_el_formato() -> None:
    texto = """
        # comentario
        me echaron, botaron : retiro del servicio; despido   # otro
        dos : puntos: adentro ;
    """
    assert dict(interpretar_gente(texto)) == {
        "me echaron": ("retiro del servicio", "despido"),
        "botaron": ("retiro del servicio", "despido"),
        "dos": ("puntos: adentro",),
    }
    assert dict(interpretar_gente("")) == {}


@pytest.mark.parametrize(
    "fila", ["sin separador", "a:b", "a : ", "a : ; ;", " : b", "x : y", "a, a : b", "a, : b"]
)
def test_una_fila_que_no_se_entiende_se_dice_con_su_linea(fila: str) -> None:
    with pytest.raises(FilaIlegible, match=r"^línea 2: "):
        interpretar_gente(f"x : z\n{fila}")


# --- The table that ships -----------------------------------------------------------------


def test_son_mas_de_mil_y_ninguna_se_repite() -> None:
    """Rows that begin with the same terms would hide each other: the last one would count."""
    assert len(TABLA) >= 1000
    assert [clave for clave, veces in Counter(FILAS.values()).items() if veces > 1] == []


@pytest.mark.parametrize("dichos", [FILAS], ids=["todas"])
def test_toda_fila_tiene_que_buscar_y_con_que(dichos: dict[str, tuple[str, ...]]) -> None:
    assert [dicho for dicho, clave in dichos.items() if not clave] == []
    assert [dicho for dicho, frases in LEIDAS.items() if not all(frases)] == []


def test_ninguna_lleva_a_lo_mismo() -> None:
    """A row adds words: a phrase that holds all that was said already adds what is not meant."""
    circulares = [
        (dicho, frase)
        for dicho, clave in FILAS.items()
        for frase in LEIDAS[dicho]
        if set(clave) <= set(frase)
    ]
    assert circulares == []


def test_ninguna_frase_se_repite_en_su_fila() -> None:
    assert [dicho for dicho, frases in LEIDAS.items() if len({*frases}) < len(frases)] == []


def test_no_hay_vueltas() -> None:
    """Of two words that mean the same one is people's and the other one is of norms."""
    por_clave = {FILAS[dicho]: {*frases} for dicho, frases in LEIDAS.items()}
    vueltas = [
        (una, otra)
        for una, frases in por_clave.items()
        for otra in frases
        if una in por_clave.get(otra, ()) and (len(una) == 1 or len(otra) == 1)
    ]
    assert vueltas == []


def test_ninguna_se_lee_solo_como_lo_que_esta_en_todo_acto() -> None:
    comunes = {*terminos(DE_TODO_ACTO)}
    vacias = [
        dicho
        for dicho, frases in LEIDAS.items()
        if all(termino in comunes for frase in frases for termino in frase)
    ]
    assert vacias == []


def test_cada_fila_se_encuentra() -> None:
    """Said alone, and in a question, it is looked up with all its phrases at their weight."""
    sinonimos = ordenar_sinonimos(sinonimos_de_la_gente())
    for dicho, frases in TABLA.items():
        for pregunta in (dicho, f"¿Y {dicho.upper()}?"):
            consulta = terminos_consulta(pregunta, sinonimos)
            hallados = {t.termino: t for t in consulta}
            propios = {*FILAS[dicho]}
            for frase in frases:
                for termino in {*terminos(frase)} - propios:
                    assert hallados[termino].leido in frases, (dicho, frase)
                    assert hallados[termino].peso == PESO_GENTE


def test_lo_que_dice_el_catalogo_cuenta_antes() -> None:
    """Of equal phrases the last one given counts: a library knows its own words better."""
    gente = preparar_sinonimos({"jefe": ("superior",)}, PESO_GENTE)
    propios = preparar_sinonimos({"jefes": ("coordinador",)})
    _, leido = terminos_consulta("mi jefe", ordenar_sinonimos((*gente, *propios)))
    assert (leido.leido, leido.peso) == ("coordinador", PESO_SINONIMO)
