"""Laws that people call by a name: what is found by it, and what is told to be missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import plegar
from siaa.recorrido.localizacion import localizar
from siaa.recuperacion.nombrados import LEYES, con_numeros_de_leyes
from siaa.valores import Mensaje, Ruta


def ruta_de(indice: Indice, pregunta: str) -> Ruta:
    return localizar(indice, (Mensaje("user", pregunta),), ajustes_consulta(Config())).ruta


@pytest.fixture
def con_ley(tmp_path: Path) -> Indice:
    """A library that has a law under its number, and a guide that speaks of the same."""
    ley = "# Ley 1437 de 2011\n\n**Artículo 5.** Quien pida un bote tendrá turno en el muelle.\n"
    guia = "# Guía del muelle\n\nEl turno del muelle se pide por la mañana, y el bote después.\n"
    (tmp_path / "ley_1437_de_2011.md").write_text(ley, encoding="utf-8")
    (tmp_path / "guia_del_muelle.md").write_text(guia, encoding="utf-8")
    return cargar_biblioteca(tmp_path)


@pytest.mark.parametrize(
    "pregunta",
    [
        "¿Qué dice el CPACA de los turnos del muelle?",
        "¿Qué dice el artículo 5 del código de procedimiento administrativo?",
        "turno del muelle según el Código de Procedimiento Administrativo y de lo Contencioso "
        "Administrativo",
    ],
)
def test_se_halla_por_como_la_llaman(con_ley: Indice, pregunta: str) -> None:
    ruta = ruta_de(con_ley, pregunta)
    assert ruta.documentos[0].doc == "ley_1437_de_2011.md"
    assert not ruta.ausencias


@pytest.mark.parametrize(
    ("pregunta", "dicho"),
    [
        (
            "¿Qué dice el código general del proceso?",
            "Código General del Proceso (ley 1564 de 2012)",
        ),
        ("turno del muelle según la ley de victimas", "Ley de Víctimas (ley 1448 de 2011)"),
        ("¿qué es el artículo 7 del CST?", "CST (decreto 2663 de 1950)"),
    ],
)
def test_la_que_no_esta_se_dice(con_ley: Indice, pregunta: str, dicho: str) -> None:
    assert [a.dicho for a in ruta_de(con_ley, pregunta).ausencias if a.clase == "norma"] == [dicho]


@pytest.mark.parametrize(
    "pregunta",
    [
        "¿Qué castigo había en el código penal de 1936?",
        "en 1940, ¿qué decía el código penal?",
        "¿Qué decía el código penal anterior?",
        "la ley 1437 de 2011, o CPACA",
        "un código penalizado",
    ],
)
def test_otra_ley_o_la_que_ya_lleva_su_numero_se_quedan_como_estan(
    con_ley: Indice, pregunta: str
) -> None:
    assert con_numeros_de_leyes(con_ley, pregunta) == pregunta


def test_un_documento_que_se_llama_asi_es_el_que_se_pide(tmp_path: Path) -> None:
    texto = "# Código de tránsito del puerto\n\nLos botes van por la derecha.\n"
    (tmp_path / "codigo_de_transito.md").write_text(texto, encoding="utf-8")
    indice = cargar_biblioteca(tmp_path)
    ruta = ruta_de(indice, "¿Por dónde van los botes según el código de tránsito?")
    assert ruta.documentos[0].doc == "codigo_de_transito.md" and not ruta.ausencias


def test_la_que_tiene_su_numero_y_se_llama_asi_es_la_que_se_pide(tmp_path: Path) -> None:
    texto = "# Ley 769 de 2002\n\nCódigo de tránsito\n\n**Artículo 5.** Los botes pitan.\n"
    (tmp_path / "ley_769_de_2002_codigo_de_transito.md").write_text(texto, encoding="utf-8")
    pregunta = con_numeros_de_leyes(
        cargar_biblioteca(tmp_path), "artículo 5 del código de tránsito"
    )
    assert pregunta == "artículo 5 del ley 769 de 2002 código de tránsito"


def test_cada_nombre_es_de_una_ley_y_lleva_su_anio() -> None:
    assert len(LEYES) > 80 and all(ley.norma.anio for ley in LEYES.values())
    assert all(plegar(ley.nombre) == nombre for nombre, ley in LEYES.items())
