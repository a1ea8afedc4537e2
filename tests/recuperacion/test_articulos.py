"""An article that is asked for by its number is sent, however its document writes it."""

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


@pytest.mark.parametrize("clave", ACTOS)
def test_se_envia_el_articulo_que_se_pide(clave: str) -> None:
    secciones = muestra().documentos[clave].texto.estructura.secciones
    suyos = {s.ruta[-1]: numero for s in secciones for numero in articulos_de(s.ruta[-1:])}
    assert len(suyos) > 8
    for encabezado, numero in suyos.items():
        halladas = enviados(muestra(), f"¿Qué dice el artículo {numero} del {ACTOS[clave]}?")
        assert any(encabezado.rstrip(".") in hallada for hallada in halladas), numero


@pytest.mark.parametrize("forma", FORMAS.values(), ids=FORMAS)
def test_es_el_primero_como_quiera_que_este_escrito(forma: str) -> None:
    articulos = "".join(forma.format(n=n, tema=tema) for n, tema in enumerate(TEMAS, 1))
    indice = bh.Generada({"acuerdo_7_de_2010.md": f"# Acuerdo 7 de 2010\n\n{articulos}"}).indice()
    for numero in range(1, len(TEMAS) + 1):
        pedido = f"¿Qué dice el artículo {numero} del Acuerdo 7 de 2010?"
        assert f"{numero}" in enviados(indice, pedido)[0].rpartition("›")[2], numero
