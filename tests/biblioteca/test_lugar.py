"""Where a stretch of a document stands, as people cite it after the title of the document."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from estrategias import BibliotecaGenerada, bibliotecas
from hypothesis import given, settings
from hypothesis import strategies as st

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.catalogo import leer_catalogo
from siaa.biblioteca.estructura.analisis import Seccion, ruta_texto
from siaa.biblioteca.indice import analizar, construir_indice
from siaa.biblioteca.lengua.texto import normalizar_contenido
from siaa.biblioteca.titulos import COMIENZO, FINAL, SIN_TITULOS, lugar_citado, sin_colgar
from siaa.biblioteca.valores import AjustesBiblioteca, Archivo, Documento
from siaa.recorrido.preparacion import reunir
from siaa.recuperacion.estrategia import ESTRATEGIAS
from siaa.valores import Mensaje

REGLAMENTO = (
    "# Reglamento de la sala\n\nRige desde enero.\n\n## Capítulo I. Horarios\n\n"
    "### Artículo 1. Sesión\n\nLa sala sesiona los martes.\n\n"
    "### Artículo 2. Faltas\n\nQuien falta a la sesión paga dos cuotas.\n"
)


def documento(
    texto: str, catalogo: bytes = b"", paginas: tuple[tuple[int, int], ...] = ()
) -> Documento:
    ajustes = AjustesBiblioteca()
    archivo = Archivo("a.md", texto, paginas=paginas)
    indice = construir_indice(
        [archivo], [analizar(archivo, ajustes)], leer_catalogo(catalogo), ajustes
    )
    return indice.documentos["a.md"]


def lugar(suyo: Documento, desde: str, hasta: str = "") -> str:
    inicio = suyo.contenido.index(desde)
    return lugar_citado(suyo, inicio, suyo.contenido.index(hasta or desde) + len(hasta or desde))


CATALOGO = b'[documentos."a.md"]\ntitulo = "Reglas"\n'


@pytest.mark.parametrize("catalogo", [b"", CATALOGO], ids=["propio", "del catálogo"])
def test_el_titulo_del_documento_no_es_parte_del_lugar(catalogo: bytes) -> None:
    """Nor where the catalogue calls it otherwise."""
    suyo = documento(REGLAMENTO, catalogo)
    assert lugar(suyo, "paga dos") == "Capítulo I. Horarios › Artículo 2. Faltas"
    assert lugar(suyo, "Rige") == COMIENZO
    assert lugar(suyo, "Rige", "sesiona") == "Capítulo I. Horarios · Artículo 1. Sesión"
    dos = "Capítulo I. Horarios › Artículo 1. Sesión · Artículo 2. Faltas"
    assert lugar(suyo, "sesiona", "paga dos") == dos


def test_las_paginas_se_dicen_y_las_que_no_se_saben_no() -> None:
    segunda = REGLAMENTO.index("La sala sesiona")
    suyo = documento(REGLAMENTO, paginas=((0, 3), (segunda, 4), (segunda + 40, 5)))
    assert lugar(suyo, "Rige") == f"{COMIENZO} · página 3"
    assert lugar(suyo, "La sala", "paga").endswith(" · páginas 4 a 5")


@pytest.mark.parametrize("estrategia", sorted(ESTRATEGIAS))
def test_de_cada_fuente_se_dice_el_titulo_una_vez(tmp_path: Path, estrategia: str) -> None:
    (tmp_path / "a.md").write_text(REGLAMENTO, encoding="utf-8")
    indice = cargar_biblioteca(tmp_path)
    ajustes = ajustes_consulta(Config(estrategia=estrategia))
    pregunta = [Mensaje("user", "¿cuánto paga quien falta a la sesión?")]
    fuentes = reunir(indice, pregunta, ajustes, 3.0).contexto.fuentes
    assert "Artículo 2. Faltas" in fuentes[0].lugar
    assert {f.titulo for f in fuentes} == {"Reglamento de la sala"}
    assert not any(f.titulo in f.lugar for f in fuentes)


@given(generada=bibliotecas())
@settings(max_examples=40)
def test_el_lugar_de_cada_pasaje_es_su_ruta_sin_titulo(generada: BibliotecaGenerada) -> None:
    """Against the section that each passage is known to be of."""
    textos = [
        normalizar_contenido(o.decode("utf-8", "replace")) for o in generada.archivos.values()
    ]
    for suyo in map(documento, textos):
        estructura = suyo.texto.estructura
        titulos = {s.ruta[-1] for s in estructura.secciones if s.titulo} | {suyo.titulo}
        propias = [
            [sin_colgar(t) for t in s.ruta if t not in titulos] for s in estructura.secciones
        ]
        for inicio, fin, numero, _ in estructura.pasajes.tolist():
            extremo = FINAL if any(propias[:numero]) else COMIENZO
            sin_otro = extremo if any(propias) else SIN_TITULOS
            assert lugar_citado(suyo, inicio, fin) == (ruta_texto(propias[numero]) or sin_otro)


def test_lo_que_no_tiene_mas_titulo_que_el_suyo() -> None:
    assert lugar(documento("# Aviso\n\nSe cierra el martes.\n"), "martes") == SIN_TITULOS
    assert lugar(documento("Se cierra el martes.\n"), "martes") == SIN_TITULOS


@given(
    st.lists(st.integers(1, 60), unique=True, max_size=8).map(sorted),
    st.integers(0, 60),
    st.integers(1, 60),
)
@settings(max_examples=200)
def test_las_secciones_de_un_trecho_como_se_diria_despacio(
    lugares: list[int], inicio: int, largo: int
) -> None:
    secciones = tuple(
        Seccion(desde, hasta, (), False) for desde, hasta in pairwise([0, *lugares, 200])
    )
    estructura = replace(documento("a").texto.estructura, secciones=secciones)
    tocadas = [s for s in secciones if s.inicio < inicio + largo and inicio < s.fin]
    assert [*estructura.secciones_en(inicio, inicio + largo)] == tocadas
