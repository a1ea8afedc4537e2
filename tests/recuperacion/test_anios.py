"""The years that a question says, and the acts that are of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.recorrido.localizacion import localizar
from siaa.recuperacion.anios import anios_dichos, con_anios_enteros, documentos_de
from siaa.recuperacion.nombrados import documentos_nombrados
from siaa.valores import Mensaje


@pytest.mark.parametrize(
    ("pregunta", "desde", "hasta"),
    [
        ("¿Quién pagaba la cera en los ochenta?", 1980, 1989),
        ("En los 80, si no había cera, ¿quién pagaba?", 1980, 1989),
        ("la cera de los años veinte", 1920, 1929),
        ("según la ley de la década de 1950", 1950, 1959),
        ("en la década del 60", 1960, 1969),
        ("A comienzos de los treinta un sacristán pidió cera", 1930, 1933),
        ("a mediados de los setenta", 1973, 1977),
        ("a finales de los noventas", 1996, 1999),
        ("en los ochenta días siguientes", 0, 0),
        ("en los 80 mil pesos, en los noventa y cinco", 0, 0),
        ("a los treinta, los 40 de la lista, los cincuenta años de la parroquia", 0, 0),
    ],
)
def test_una_decada_son_sus_anios(tmp_path: Path, pregunta: str, desde: int, hasta: int) -> None:
    dichos = map(str, range(desde, hasta + 1) if desde else ())
    assert anios_dichos(cargar_biblioteca(tmp_path), pregunta) == set(dichos)


def test_de_una_decada_va_primero_la_norma_que_es_de_ella(tmp_path: Path) -> None:
    for anio in (1958, 1987, 2003):
        texto = f"# Decreto 7 de {anio}\n\nLa cera de los faros la paga el puerto."
        (tmp_path / f"decreto_7_de_{anio}.md").write_text(texto, encoding="utf-8")
    indice = cargar_biblioteca(tmp_path)
    for pregunta, anio in (("en los ochenta", 1987), ("en los años cincuenta", 1958)):
        dicha = Mensaje("user", f"¿Quién pagaba la cera de los faros {pregunta}?")
        ruta = localizar(indice, (dicha,), ajustes_consulta(Config())).ruta
        assert ruta.documentos[0].doc == f"decreto_7_de_{anio}.md"


@pytest.mark.parametrize(
    ("pregunta", "citados", "del_anio"),
    [
        ("¿Qué dice el decreto 2010?", {"decreto_2010_de_1994.md"}, set()),
        ("decreto 2010 de 1994 de pasaportes", {"decreto_2010_de_1994.md"}, set()),
        ("decreto 1994 sobre el consejo", set(), {"decreto_2010_de_1994.md"}),
        ("decreto 1994 de 2010 sobre el consejo", set(), set()),
        ("decreto 2011 de pasaportes", set(), set()),
    ],
)
def test_un_numero_puede_ser_un_anio(
    tmp_path: Path, pregunta: str, citados: set[str], del_anio: set[str]
) -> None:
    """Where no norm of that number is loaded."""
    for nombre in ("decreto_2010_de_1994", "decreto_6_de_2010", "otro"):
        (tmp_path / f"{nombre}.md").write_text("Un texto.", encoding="utf-8")
    indice = cargar_biblioteca(tmp_path)
    assert {indice.claves[n] for n in documentos_nombrados(indice, pregunta)} == citados
    suyos = documentos_de(indice, anios_dichos(indice, pregunta), pregunta)
    assert {indice.claves[n] for _, numeros, _ in suyos for n in numeros} == del_anio


@pytest.mark.parametrize(
    ("pregunta", "primero"),
    [
        ("decreto 2010 pasaportes", "decreto_6_de_2010.md"),
        ("el decreto 2010, ¿qué dice de los pasaportes?", "decreto_6_de_2010.md"),
        ("decreto 2010 de aduanas", "decreto_2010_de_1994.md"),
        ("decreto 2010 de 1994 de pasaportes", "decreto_2010_de_1994.md"),
        ("decreto 2010 de licores", "decreto_2010_de_1994.md"),
        ("¿De qué trata el decreto 2010?", "decreto_2010_de_1994.md"),
        ("ley 2010 de pasaportes", "ley_2010_de_1994.md"),
    ],
)
def test_el_numero_es_un_anio_donde_la_norma_no_dice_nada_de_lo_demas(
    tmp_path: Path, pregunta: str, primero: str
) -> None:
    """And a norm of its kind and of that year does."""
    for nombre, texto in (
        ("decreto_2010_de_1994", "Reglamenta las aduanas."),
        ("decreto_6_de_2010", "De los pasaportes, de que trata este decreto."),
        ("ley_2010_de_1994", "De las cárceles."),
    ):
        (tmp_path / f"{nombre}.md").write_text(texto, encoding="utf-8")
    ajustes = ajustes_consulta(Config(estrategia="hibrida"))
    hallazgo = localizar(cargar_biblioteca(tmp_path), (Mensaje("user", pregunta),), ajustes)
    assert hallazgo.ruta.documentos[0].doc == primero


@pytest.mark.parametrize(
    ("pregunta", "suyos", "por_tipo"),
    [
        ("¿Qué dice el decreto de pasaportes de 2010?", {"decreto_6_de_2010.md"}, True),
        ("según la Ley de 2010, ¿quién paga?", {"ley_9_de_2010.md"}, True),
        ("¿Qué ley fue la que cambió el pasaporte en 2010?", None, False),
        ("el acuerdo de 2010", None, False),
        ("pasaportes en 2010", None, False),
    ],
)
def test_la_clase_que_se_dice_del_anio(
    tmp_path: Path, pregunta: str, suyos: set[str] | None, por_tipo: bool
) -> None:
    """Where there is none of that kind, or it is not said of the year, all of the year count."""
    todos = {"decreto_6_de_2010.md", "ley_9_de_2010.md"}
    for nombre in (*todos, "decreto_7_de_2011.md"):
        (tmp_path / nombre).write_text("Un texto.", encoding="utf-8")
    indice = cargar_biblioteca(tmp_path)
    ((_, hallados, propios),) = documentos_de(indice, {"2010"}, pregunta)
    assert ({indice.claves[n] for n in hallados}, propios) == (suyos or todos, por_tipo)


@pytest.mark.parametrize(
    ("pregunta", "leida"),
    [
        ("¿Cuánto ganaba el portero en el 45?", "¿Cuánto ganaba el portero en el 1945?"),
        ("lo del año 45, desde el 45", "lo del año 1945, desde el 1945"),
        ("Los disturbios del 46", "Los disturbios del 46"),
        ("del 45 al 60, del 45 %, del 45.000, del 45 por ciento, del 45 de mayo", ""),
        ("el artículo 45 y el 45", ""),
        ("decreto 2008/45", "decreto 2008/1945"),
        ("el Decreto 2008 de '45, y el 2008 de 45", "el Decreto 2008 de '1945, y el 2008 de 45"),
        ("el decreto 2008 de 45", "el decreto 2008 de 1945"),
        ("¿Qué dice el decreto 2008-45?", "¿Qué dice el decreto 2008-1945?"),
        (
            "decreto 2008 de 46, decreto 12 de 45, decreto 2008 de 45 %",
            "",
        ),  # it may be a number of anything
        ("decreto 12/99 y acuerdo 7-12", "decreto 12/1999 y acuerdo 7-2012"),  # told as missing
    ],
)
def test_un_anio_dicho_con_dos_cifras(tmp_path: Path, pregunta: str, leida: str) -> None:
    """It is one where the library has an act of it and nothing says that it counts something."""
    (tmp_path / "decreto-2008-1945.md").write_text("texto", encoding="utf-8")
    assert con_anios_enteros(cargar_biblioteca(tmp_path), pregunta) == (leida or pregunta)
