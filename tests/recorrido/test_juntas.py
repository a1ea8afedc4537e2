"""Several lookups of one question: what they send together, and when a model is asked for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from biblioteca_de_prueba import PREGUNTA, escribir_biblioteca
from copias_de_prueba import COMUN, DISTINTO, REGLAMENTO, escribir_copias
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.etapas.reordenamiento import AjustesReordenamiento
from siaa.eventos import Etapa
from siaa.recorrido.ampliacion import juntar
from siaa.recorrido.hallazgo import AjustesConsulta, Preparacion, repartir
from siaa.recorrido.preparacion import reunir
from siaa.recuperacion.formato import largo
from siaa.valores import Mensaje, Poda

AJUSTES = AjustesConsulta(4096, 400, 2, 3, repartir(2400), 0.2, "hibrida", None)
TEMAS = (
    *("plazo para presentar el reporte RETRI", "sanciones por no presentar el reporte"),
    *("correcciones con acta firmada por dos personas", "préstamo de libros", "capacitación"),
)
Eleccion = tuple[Poda, ...]


@pytest.fixture(scope="module")
def indice(tmp_path_factory: pytest.TempPathFactory) -> Indice:
    carpeta = tmp_path_factory.mktemp("biblioteca")
    escribir_biblioteca(carpeta)
    return cargar_biblioteca(carpeta)


def con_busquedas(
    indice: Indice, *busquedas: str, estrategia: str = "hibrida", pregunta: str = PREGUNTA
) -> Preparacion:
    etapas = (Etapa("descomposición", "hecha", "", 1.0, 1, "", busquedas),) if busquedas else ()
    ajustes = replace(AJUSTES, estrategia=estrategia)
    return reunir(indice, [Mensaje("user", pregunta)], ajustes, 3.0, etapas=etapas)


@pytest.fixture(scope="module")
def sueltas(indice: Indice) -> dict[str, Preparacion]:
    """What each of the subjects finds alone."""
    return {tema: con_busquedas(indice, tema) for tema in TEMAS}


def trozos(podas: Sequence[Poda]) -> list[tuple[str, int, int]]:
    return [(poda.doc, chunk.inicio, chunk.fin) for poda in podas for chunk in poda.chunks]


@given(temas=st.lists(st.sampled_from(TEMAS), min_size=1, max_size=4, unique=True))
def test_juntas_caben_donde_cabia_la_mayor_y_no_repiten(
    indice: Indice, sueltas: dict[str, Preparacion], temas: list[str]
) -> None:
    elecciones: list[Eleccion] = [sueltas[tema].podas for tema in temas]
    juntas = juntar(indice, elecciones)
    assert largo(indice, juntas) <= max(largo(indice, eleccion) for eleccion in elecciones)
    elegidos, todos = trozos(juntas), [t for eleccion in elecciones for t in trozos(eleccion)]
    assert set(elegidos) <= set(todos) and len({poda.doc for poda in juntas}) == len(juntas)
    for n, (doc, inicio, fin) in enumerate(elegidos):
        assert not any(doc == d and inicio < f and i < fin for d, i, f in elegidos[n + 1 :])
    mejor = max((c.puntaje for e in elecciones for p in e for c in p.chunks), default=0.0)
    assert max((c.puntaje for p in juntas for c in p.chunks), default=0.0) == mejor


@given(temas=st.lists(st.sampled_from(TEMAS), min_size=1, max_size=4, unique=True))
def test_cada_documento_conserva_su_mejor_puntaje(
    indice: Indice, sueltas: dict[str, Preparacion], temas: list[str]
) -> None:
    por_separado = [sueltas[tema].hallazgo.ruta.documentos for tema in temas]
    mejores: dict[str, float] = {}
    for documento in (d for documentos in por_separado for d in documentos):
        mejores[documento.doc] = max(documento.puntaje, mejores.get(documento.doc, 0.0))
    juntos = con_busquedas(indice, *temas).hallazgo.ruta.documentos
    esperados = sorted(mejores, key=lambda doc: (-mejores[doc], doc))[: AJUSTES.max_docs]
    assert [(d.doc, d.puntaje) for d in juntos] == [(doc, mejores[doc]) for doc in esperados]


def test_las_copias_que_hallan_las_busquedas_tambien_se_preguntan(tmp_path: Path) -> None:
    indice = cargar_biblioteca(escribir_copias(tmp_path))
    suelta = "¿Y los cestos que trajeron de madrugada?"
    assert con_busquedas(indice, pregunta=suelta).aclaracion is None
    hallada = con_busquedas(indice, DISTINTO, pregunta=suelta).aclaracion
    assert hallada is not None and hallada == con_busquedas(indice, pregunta=DISTINTO).aclaracion
    assert len(con_busquedas(indice, COMUN, pregunta=suelta).tambien) == 3
    otra = con_busquedas(indice, REGLAMENTO, pregunta=REGLAMENTO)
    assert otra.aclaracion is None and otra.tambien == ()


@pytest.mark.parametrize("estrategia", ["hibrida", "clasica"])
def test_una_busqueda_que_no_dice_nada_de_mas_no_cambia_nada(
    indice: Indice, estrategia: str
) -> None:
    sola, con_ella = (
        con_busquedas(indice, *busquedas, estrategia=estrategia) for busquedas in ((), (PREGUNTA,))
    )
    assert trozos(con_ella.podas)[:1] == trozos(sola.podas)[:1]
    assert con_ella.avisos == sola.avisos


def test_lo_que_solo_dice_el_modelo_no_se_le_achaca_a_la_persona(indice: Indice) -> None:
    lista = con_busquedas(indice, "zarabanda quimérica", "el Acuerdo 99 de 2001")
    assert lista.hallazgo.ruta.ausencias == con_busquedas(indice).hallazgo.ruta.ausencias
    assert lista.hallazgo.pregunta.texto == PREGUNTA


@pytest.mark.parametrize(
    ("descomponer", "pregunta", "pide"),
    [
        ("no", "xilófono zarzuela", False),
        ("siempre", "¿Cuál es el plazo para presentar el reporte RETRI?", True),
        ("duda", "¿Cuál es el plazo para presentar el reporte RETRI?", False),
        ("duda", "xilófono zarzuela", True),
        ("siempre", "Buenos días", False),
        ("siempre", "¿?", False),
    ],
)
def test_cuando_se_le_pide(indice: Indice, descomponer: str, pregunta: str, pide: bool) -> None:
    ajustes = replace(AJUSTES, descomponer=descomponer)
    lista = reunir(indice, [Mensaje("user", pregunta)], ajustes, 3.0)
    assert bool(lista.encargo) is pide


@pytest.mark.parametrize(
    ("otra", "pide"),
    [
        ("La bodega presta la sombrilla y la yunta a quien las pide.", True),
        ("La bodega guarda la yunta de cada vecino.", False),
    ],
)
def test_hay_duda_donde_otro_documento_dice_casi_lo_mismo(
    tmp_path: Path, otra: str, pide: bool
) -> None:
    una = "La bodega presta la sombrilla y la brújula a quien las pide."
    notas = (f"Trata de la cosa {n}." for n in range(20))
    for n, texto in enumerate((una, otra, *notas)):
        (tmp_path / f"c{n}.md").write_text(f"# Circular {n}\n\n{texto}\n", encoding="utf-8")
    varia, ajustes = cargar_biblioteca(tmp_path), replace(AJUSTES, descomponer="duda")
    pregunta = "¿A quién le presta la bodega una sombrilla?"
    assert bool(reunir(varia, [Mensaje("user", pregunta)], ajustes, 3.0).encargo) is pide


def test_con_clasica_que_no_lo_mide_siempre_hay_duda(indice: Indice) -> None:
    ajustes = replace(AJUSTES, estrategia="clasica", descomponer="duda")
    assert reunir(indice, [Mensaje("user", PREGUNTA)], ajustes, 3.0).encargo


def test_el_reordenamiento_tambien_las_junta(indice: Indice) -> None:
    puntos = AjustesReordenamiento(contenido=0.1, titulo=0.15, tope=1.0, umbral=0.7)
    ajustes = replace(AJUSTES, reordenamiento=puntos, descomponer="duda")
    etapa = Etapa("descomposición", "hecha", "", 1.0, 1, "", TEMAS[:2])
    assert reunir(indice, [Mensaje("user", PREGUNTA)], ajustes, 3.0, etapas=(etapa,)).podas
    assert reunir(indice, [Mensaje("user", TEMAS[0])], ajustes, 3.0).podas


def test_sin_biblioteca_no_se_destaca_nada(tmp_path: Path) -> None:
    vacia = cargar_biblioteca(tmp_path)
    lista = reunir(vacia, [Mensaje("user", PREGUNTA)], replace(AJUSTES, descomponer="duda"), 3.0)
    assert lista.encargo and not lista.podas
