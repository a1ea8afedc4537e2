"""Laws that people call by a name: what is found by it, and what is told to be missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.leyes import LEYES, ley_de_nombre
from siaa.biblioteca.lengua.texto import plegar
from siaa.recorrido.localizacion import localizar
from siaa.recuperacion.nombrados import con_numeros_de_leyes
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
        "¿Qué castigo hay en el código penal de 2030?",
        "¿Qué decía el código penal anterior?",
        "la ley 1437 de 2011, o CPACA",
        "la ley 600 de 2000, código penitenciario",
        "la ley de cuotas alimentarias",
        "el estatuto tributario municipal, o de Medellín",
        "el código civil de Chile",
        "un código penalizado",
    ],
)
def test_otra_ley_o_la_que_ya_lleva_su_numero_se_quedan_como_estan(
    con_ley: Indice, pregunta: str
) -> None:
    assert con_numeros_de_leyes(pregunta) == pregunta


@pytest.mark.parametrize(
    ("pregunta", "escrita"),
    [
        ("el CGP y el CGP", "el CGP y el ley 1564 de 2012 CGP"),
        (
            "la ley 9 de 1989 y el código sanitario",
            "la ley 9 de 1989 y el ley 9 de 1979 código sanitario",
        ),
        ("código civil de 1873", "ley 84 de 1873 código civil de 1873"),
        ("¿el CGP rige un proceso de 1998?", "¿el ley 1564 de 2012 CGP rige un proceso de 1998?"),
    ],
)
def test_lo_demas_lleva_su_numero_una_vez(con_ley: Indice, pregunta: str, escrita: str) -> None:
    assert con_numeros_de_leyes(pregunta) == escrita


def test_las_palabras_de_un_nombre_se_callan_solo_con_su_numero(con_ley: Indice) -> None:
    def palabras(pregunta: str) -> list[str]:
        return [a.dicho for a in ruta_de(con_ley, pregunta).ausencias if a.clase == "palabra"]

    assert palabras("¿Qué dice el código de comercio del turno?") == []
    assert "comercio" in palabras("¿Qué dice el código de comercio de 1920 del turno?")


def test_una_guia_o_un_codigo_mas_largo_no_es_la_ley(tmp_path: Path) -> None:
    for nombre in ("guia_del_codigo_general_del_proceso", "codigo_penal_militar"):
        texto = f"# {nombre}\n\nEl bote se pide en el muelle.\n"
        (tmp_path / f"{nombre}.md").write_text(texto, encoding="utf-8")
    indice = cargar_biblioteca(tmp_path)
    for pregunta in ("según el código general del proceso", "según el código penal"):
        assert [
            a.clase for a in ruta_de(indice, f"¿cómo se pide el bote {pregunta}?").ausencias
        ] == ["norma"]


def test_un_documento_que_se_llama_asi_es_el_que_se_pide(tmp_path: Path) -> None:
    texto = "# Código de tránsito\n\nLos botes van por la derecha.\n"
    (tmp_path / "codigo_de_transito.md").write_text(texto, encoding="utf-8")
    indice = cargar_biblioteca(tmp_path)
    ruta = ruta_de(indice, "¿Por dónde van los botes según el código de tránsito?")
    assert ruta.documentos[0].doc == "codigo_de_transito.md" and not ruta.ausencias


CGP = "**Artículo 318.** Contra el turno del muelle procede el recurso.\n"


@pytest.mark.parametrize(
    ("archivo", "titulo"),
    [
        ("codigo_general_del_proceso_2024.md", "CÓDIGO GENERAL DEL PROCESO"),
        ("Codigo General Proceso (actualizado).md", ""),
        ("C.G.P. comentado.md", ""),
        ("civil.md", "CGP"),
        ("CGP.md", "Disposiciones generales"),
    ],
)
@pytest.mark.parametrize(
    "llamada", ["el CGP", "el C.G.P.", "el C. G. P", "el código general del proceso", "la ley 1564"]
)
def test_la_que_se_llama_asi_es_la_de_su_numero(
    tmp_path: Path, archivo: str, titulo: str, llamada: str
) -> None:
    (tmp_path / archivo).write_text(f"# {titulo}\n\n{CGP}", encoding="utf-8")
    (tmp_path / "guia.md").write_text("# Guía\n\nEl turno del muelle.\n", encoding="utf-8")
    ruta = ruta_de(cargar_biblioteca(tmp_path), f"artículo 318 de {llamada}: turno")
    assert ruta.documentos[0].doc == archivo.lower() and not ruta.ausencias


@pytest.mark.parametrize(
    "nombre",
    [
        "guia_del_cgp",
        "cgp_formatos",
        "codigo_general_del_proceso_1970",
        "codigo_general",
    ],
)
def test_lo_que_se_llama_de_otro_modo_no_es_la_ley(nombre: str) -> None:
    assert ley_de_nombre(nombre) is None


def test_la_que_tiene_su_numero_y_se_llama_asi_es_la_que_se_pide(tmp_path: Path) -> None:
    texto = "# Ley 769 de 2002\n\nCódigo de tránsito\n\n**Artículo 5.** Los botes pitan.\n"
    (tmp_path / "ley_769_de_2002_codigo_de_transito.md").write_text(texto, encoding="utf-8")
    ruta = ruta_de(cargar_biblioteca(tmp_path), "artículo 5 del código de tránsito")
    assert ruta.documentos[0].doc.startswith("ley_769") and not ruta.ausencias


def test_cada_nombre_es_de_una_ley_y_lleva_su_anio() -> None:
    assert LEYES["cgp"].norma == LEYES["codigo general del proceso"].norma
    assert all(ley.norma.anio for ley in LEYES.values())
    assert all(plegar(ley.nombre) == nombre for nombre, ley in LEYES.items())
