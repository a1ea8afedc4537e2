"""Words of a question that nothing that is sent says, though some document has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.recorrido.preparacion import reunir
from siaa.valores import Mensaje

RELLENO = "Los turnos de la oficina se reparten cada lunes en la cartelera del primer piso. "


@pytest.fixture
def indice(tmp_path: Path) -> Indice:
    textos = {
        "subastas.md": "## Artículo 1. Subasta\n\nSi el postor no gana la subasta, se devuelve.\n",
        "cargos.md": "## Artículo 1. Cargos\n\nEl escribiente ordena los legajos; dura poco.\n",
        "copias.md": "## Artículo 1. Desglose\n\nEl desglose del pagaré lo autoriza el juez.\n",
    }
    for nombre, texto in textos.items():
        largo = f"# {nombre}\n\n{texto}\n" + (RELLENO * 12 + "\n\n") * 4
        (tmp_path / nombre).write_text(largo, encoding="utf-8")
    return cargar_biblioteca(tmp_path)


def dichos(indice: Indice, pregunta: str, estrategia: str = "hibrida") -> list[str]:
    ajustes = ajustes_consulta(Config(estrategia=estrategia, presupuesto=400))  # type: ignore[arg-type]
    lista = reunir(indice, [Mensaje("user", pregunta)], ajustes, 3.0)
    assert lista.necesita_modelo
    return [aviso for aviso in lista.avisos if aviso.startswith("En estos pasajes no aparece")]


@pytest.mark.parametrize("estrategia", ["hibrida", "clasica"])
def test_se_dice_la_palabra_que_ningun_pasaje_enviado_dice(indice: Indice, estrategia: str) -> None:
    pregunta = "¿Gana la subasta el postor escribiente?"
    avisos = dichos(indice, pregunta, estrategia)
    assert avisos == ["En estos pasajes no aparece «escribiente»."] * (estrategia == "hibrida")


@pytest.mark.parametrize(
    "pregunta",
    [
        "¿Qué ordena el escribiente?",
        "¿Quién puede desglosar el pagaré?",  # in another form
        "¿Se puede ordenar la subasta?",  # what is done
        "¿Cuánto dura la subasta?",  # with which one asks
        "¿Quién gana la subasta hoy?",  # which says little of what about
        "¿Quién gana la subasta de canoas?",  # which no document has: that is told otherwise
    ],
)
def test_no_se_dice_de_las_demas(indice: Indice, pregunta: str) -> None:
    assert dichos(indice, pregunta) == []
