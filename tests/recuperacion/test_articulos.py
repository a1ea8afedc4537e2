"""An article that is asked for by its number goes first, however it is written or asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import bibliotecas_hibridas as bh
import pytest

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.relaciones.nombrados import articulos_de
from siaa.recorrido.preparacion import reunir
from siaa.redaccion.prompt import CARACTERES_POR_TOKEN
from siaa.valores import Mensaje

DOCUMENTOS = Path(__file__).resolve().parents[2] / "documentos"
AJUSTES = ajustes_consulta(Config())
ACTOS = {
    "acuerdo_no._psaa16-10476.md": "Acuerdo PSAA16-10476",
    "acuerdo_pcsja19-11207.md": "Acuerdo PCSJA19-11207",
    "resolucion_0215_permisos_y_licencias.md": "Resolución 215",
}
PEDIDOS = (
    "¿Qué dice el artículo {n} de {acto}?",
    "{acto}, art. {n}",
    "¿Quién es el responsable según el numeral 2 del artículo {n} de {acto}?",
    "explíqueme el parágrafo del articulo{n} {acto}",
)
FORMAS = {
    "un encabezado": "## ARTÍCULO {n}°. {tema}\n\nEl {tema} lo cuida el farero.\n\n",
    "un párrafo": "ARTÍCULO {n}. {tema}. El {tema} lo cuida el farero.\n\n",
    "las dos cosas": "## Artículo {n}\n\n**Artículo {n}.** El {tema} lo cuida el farero.\n\n",
}
TEMAS = ("Faro", "Muelle", "Ancla", "Velero", "Puerto", "Sextante", "Timón", "Mástil")


@cache
def muestra() -> Indice:
    return cargar_biblioteca(DOCUMENTOS)


def enviados(indice: Indice, pregunta: str) -> list[str]:
    """The sections of what is sent, in order."""
    preparada = reunir(indice, (Mensaje("user", pregunta),), AJUSTES, CARACTERES_POR_TOKEN)
    return [fuente.seccion for fuente in preparada.contexto.fuentes]


def test_lo_que_otro_acto_le_agrego_va_con_el_y_entero() -> None:
    pregunta = (Mensaje("user", "¿Qué dice el artículo 10 del Acuerdo PSAA16-10476?"),)
    texto = reunir(muestra(), pregunta, AJUSTES, CARACTERES_POR_TOKEN).contexto.texto
    assert texto.index("8. Actualizar") < texto.index("Numeral 9:") < texto.index("Numeral 10:")


@pytest.mark.parametrize(
    ("pedido", "cual"),
    [
        ("¿Qué dice el último artículo de {}?", -1),
        ("artículo final de {}", -1),
        ("¿Cuántos artículos tiene {}?", -1),
        ("¿De cuántos artículos consta el reglamento, es decir {}?", -1),
        ("¿Cuál es el primer artículo de {}?", 0),
    ],
)
@pytest.mark.parametrize("clave", ACTOS)
def test_el_primero_y_el_ultimo_son_articulos(clave: str, pedido: str, cual: int) -> None:
    secciones = muestra().documentos[clave].texto.estructura.secciones
    propios = [s.ruta[-1] for s in secciones if articulos_de(s.ruta[-1:])]
    assert propios[cual] in enviados(muestra(), pedido.format(ACTOS[clave]))[0]


@pytest.mark.parametrize("pedido", PEDIDOS)
@pytest.mark.parametrize("clave", ACTOS)
def test_el_articulo_que_se_pide_va_primero(clave: str, pedido: str) -> None:
    secciones = muestra().documentos[clave].texto.estructura.secciones
    suyos = {s.ruta[-1]: numero for s in secciones for numero in articulos_de(s.ruta[-1:])}
    assert len(suyos) > 8
    for encabezado, numero in suyos.items():
        halladas = enviados(muestra(), pedido.format(n=numero, acto=ACTOS[clave]))
        assert encabezado.rstrip(".") in halladas[0], numero


@pytest.mark.parametrize("forma", FORMAS.values(), ids=FORMAS)
def test_es_el_primero_como_quiera_que_este_escrito(forma: str) -> None:
    articulos = "".join(forma.format(n=n, tema=tema) for n, tema in enumerate(TEMAS, 1))
    indice = bh.Generada({"acuerdo_7_de_2010.md": f"# Acuerdo 7 de 2010\n\n{articulos}"}).indice()
    for numero in range(1, len(TEMAS) + 1):
        pedido = f"¿Qué dice el artículo {numero} del Acuerdo 7 de 2010?"
        assert f"{numero}" in enviados(indice, pedido)[0].rpartition("›")[2], numero


def test_van_primero_todos_los_que_se_piden() -> None:
    articulos = "".join(
        f"## {'Capítulo I' if n == 1 else 'Capítulo II' if n == 5 else ''}\n\n" * (n in (1, 5))
        + f"Artículo {n}. {tema}. El {tema} lo cuida el farero de la costa.\n\n"
        for n, tema in enumerate(TEMAS, 1)
    )
    documentos = {
        "acuerdo_7_de_2010.md": f"# Acuerdo 7 de 2010\n\n{articulos}",
        "reglamento_del_puerto.md": f"# Reglamento del puerto\n\n{articulos}",
    }
    indice = bh.Generada(documentos).indice()
    for pedido, cuales in (
        ("artículos 3 y 6 del Acuerdo 7", {3, 6}),
        ("¿Qué dicen los artículos 2 a 4 del Acuerdo 7 de 2010?", {2, 3, 4}),
        ("el séptimo artículo del Acuerdo 7", {7}),
        ("¿Quién cuida el faro según el artículo 8 del reglamento del puerto?", {8}),
        ("¿Qué trae el capítulo II del Acuerdo 7?", {5, 6, 7, 8}),
    ):
        primeras = enviados(indice, pedido)[: len(cuales)]
        dichas = {n for n in range(1, 9) for s in primeras if f"Artículo {n}." in f"{s}."}
        assert cuales <= dichas, (pedido, primeras)
