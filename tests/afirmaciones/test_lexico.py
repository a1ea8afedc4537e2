"""The table of the words that a checker knows: whole, folded, one meaning a word."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from siaa.biblioteca.lengua.texto import plegar
from siaa.redaccion.afirmaciones import lectura
from siaa.redaccion.afirmaciones.lectura.lexico import BANDOS, por_forma, sin_final
from siaa.redaccion.afirmaciones.lectura.marcas import Efecto
from siaa.redaccion.afirmaciones.lectura.palabras import raiz_de

TABLA = files(lectura).joinpath("lexico.txt").read_text(encoding="utf-8")
FILAS = [fila for fila in TABLA.splitlines() if fila and not fila.startswith(("#", "["))]
DE_FORMAS = (
    *("efectos", "seguidas", "duraciones", "monedas", "periodos", "matices", "clases"),
    *("fracciones", "meses", "de_meses"),
)


def test_toda_palabra_esta_plegada() -> None:
    palabras = [p for fila in FILAS for p in fila.rpartition(":")[2].split()]
    assert [p for p in palabras if plegar(p) != p] == []


def test_todo_efecto_tiene_palabras() -> None:
    assert set(por_forma("efectos").values()) == {efecto.name for efecto in Efecto}


@pytest.mark.parametrize("palabra", ["mas", "menos", "lo"])
def test_una_palabra_corta_no_es_otra_por_lo_que_pierde(palabra: str) -> None:
    """«Más» and «mes» lose what looks like an ending; neither is a contrary of «año» by that."""
    assert sin_final("meses") == sin_final("mes") in BANDOS
    assert sin_final(palabra) not in BANDOS


@pytest.mark.parametrize("seccion", DE_FORMAS)
def test_una_forma_dice_una_sola_cosa(seccion: str) -> None:
    suyas = TABLA.split(f"[{seccion}]\n")[1].split("\n[")[0].splitlines()
    formas = [
        forma
        for fila in suyas
        if fila and not fila.startswith("#")
        for forma in fila.rpartition(":")[2].split()
    ]
    assert [forma for forma, veces in Counter(formas).items() if veces > 1] == []
    assert set(por_forma(seccion)) == set(formas)


def test_una_palabra_es_de_una_sola_fila_de_contrarios() -> None:
    filas = TABLA.split("[contrarios]\n")[1].split("\n[")[0].replace("\n  ", " ").splitlines()
    de_fila = [
        {*map(sin_final, fila.replace("/", " ").split())} for fila in filas if fila[:1] != "#"
    ]
    veces = Counter(forma for formas in de_fila for forma in formas)
    assert [forma for forma, cuantas in veces.items() if cuantas > 1] == []


@pytest.mark.parametrize(
    ("una", "otra"),
    [
        ("señalar", "indicar"),
        ("añadir", "agregar"),
        ("daño", "perjuicio"),
        ("dueño", "propietario"),
    ],
)
def test_una_ene_con_tilde_no_se_pierde(una: str, otra: str) -> None:
    """Texts are folded with their ñ: a row without it would match no word of theirs."""
    assert raiz_de(una) == raiz_de(otra)


@pytest.mark.parametrize(
    ("una", "otra"), [("venza", "vencer"), ("descuenten", "descontada"), ("cierna", "cernir")]
)
def test_un_verbo_cuya_raiz_cambia_es_uno(una: str, otra: str) -> None:
    assert raiz_de(una) == raiz_de(otra)


def test_gobierno_y_gobernacion_son_dos() -> None:
    assert raiz_de("gobierno") != raiz_de("gobernacion")


def test_la_informacion_no_es_el_aviso_de_ella() -> None:
    """«La información la reporta el secretario» says three things, and not two."""
    assert raiz_de("informacion") != raiz_de("reportar") == raiz_de("informar")
    assert raiz_de("informacion") == raiz_de("dato")
