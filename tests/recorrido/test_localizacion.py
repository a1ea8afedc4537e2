"""A message with several questions: each is looked up by itself, where that is better."""

from __future__ import annotations

from dataclasses import replace

import pytest

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.eventos import Etapa
from siaa.recorrido.hallazgo import Preparacion
from siaa.recorrido.preparacion import reunir
from siaa.recuperacion.formato import largo
from siaa.redaccion.avisos import POR_APARTE
from siaa.valores import Mensaje

AJUSTES = ajustes_consulta(Config())
FARO = "¿Cuántos marineros cuidan el faro del puerto?"
PUENTE = "¿Quién pinta el puente colgante del río?"
GUARDA = "¿Cuántas linternas guarda el farero en la bodega?"
RELLENO = "La dependencia lleva un registro de lo que dispone la norma y lo publica cada año.\n" * 8


@pytest.fixture(scope="module")
def indice(tmp_path_factory: pytest.TempPathFactory) -> Indice:
    carpeta = tmp_path_factory.mktemp("biblioteca")
    actos = {
        "decreto-11-1950.md": "# Decreto 11 de 1950\n\nArtículo 1°. Cuatro marineros cuidan el "
        "faro del puerto.\n\nArtículo 2°. El farero guarda en la bodega seis linternas.\n\n",
        "ley-6-1951.md": "# Ley 6 de 1951\n\nArtículo 1°. El gremio de herreros pinta el puente "
        "colgante del río.\n\n",
    }
    for nombre, texto in actos.items():
        articulos = (f"Artículo {n}°. {RELLENO}\n" for n in range(3, 6))
        (carpeta / nombre).write_text(texto + "".join(articulos), encoding="utf-8")
    return cargar_biblioteca(carpeta)


def preparada(indice: Indice, *dichas: str, **ajustes: str) -> Preparacion:
    turnos = [Mensaje("user", dicha) for dicha in dichas]
    return reunir(indice, turnos, replace(AJUSTES, **ajustes), 3.0)


def enviados(lista: Preparacion) -> list[str]:
    return [fuente.doc for fuente in lista.contexto.fuentes]


@pytest.mark.parametrize("dicha", (f"{FARO} {PUENTE}", f"{FARO[:-1]} y quién {PUENTE[7:]}"))
def test_dos_preguntas_se_contestan_las_dos_en_su_orden(indice: Indice, dicha: str) -> None:
    lista = preparada(indice, dicha)
    assert [*dict.fromkeys(enviados(lista))] == ["decreto-11-1950.md", "ley-6-1951.md"]
    assert (
        "Cuatro marineros" in lista.contexto.texto and "gremio de herreros" in lista.contexto.texto
    )
    assert POR_APARTE in lista.avisos and lista.hallazgo.banda == "segura"
    assert largo(indice, lista.podas) <= AJUSTES.presupuesto.escopeta
    assert lista.mensajes[-1].contenido.count(dicha) == 1


def test_ninguna_pasa_de_su_parte_del_espacio(indice: Indice) -> None:
    lista = preparada(indice, f"{FARO} {PUENTE}")
    mitad = AJUSTES.presupuesto.escopeta // 2
    assert len(lista.hallazgo.partes) == 2
    assert largo(indice, lista.podas[:1]) <= mitad


def test_las_de_un_solo_documento_se_buscan_juntas(indice: Indice) -> None:
    lista = preparada(indice, f"{FARO} {GUARDA}")
    assert POR_APARTE not in lista.avisos and not lista.hallazgo.partes
    assert "Cuatro marineros" in lista.contexto.texto and "seis linternas" in lista.contexto.texto


@pytest.mark.parametrize(
    "otra", ["¿Me puede usted ayudar?", "¿Cuánto vale un astronauta en Marte?"]
)
def test_lo_que_no_se_halla_por_si_solo_no_toma_espacio(indice: Indice, otra: str) -> None:
    lista = preparada(indice, f"{PUENTE} {otra}")
    assert POR_APARTE not in lista.avisos and "gremio de herreros" in lista.contexto.texto


def test_las_busquedas_de_un_modelo_van_en_lugar_de_las_partes(indice: Indice) -> None:
    etapas = (Etapa("descomposición", "hecha", "", 1.0, 1, "", ("linternas de la bodega",)),)
    turno = [Mensaje("user", f"{FARO} {PUENTE}")]
    assert POR_APARTE not in reunir(indice, turno, AJUSTES, 3.0, etapas=etapas).avisos


def test_tras_otra_pregunta_se_hacen_las_dos(indice: Indice) -> None:
    lista = preparada(indice, GUARDA, f"{FARO} {PUENTE}")
    assert POR_APARTE in lista.avisos
    assert [*dict.fromkeys(enviados(lista))] == ["decreto-11-1950.md", "ley-6-1951.md"]
