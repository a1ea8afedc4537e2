"""What the service calls by a code has its words in the pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from jinja2 import Environment, FileSystemLoader

from config import Config
from siaa.recorrido.preparacion import VACIA
from siaa.recuperacion.canal import CANAL
from siaa.recuperacion.hibrida.poda import PRIMEROS
from siaa.servicio.registro.asiento import MODOS, MOTIVOS, VOTOS, Alerta, Razon
from siaa.servicio.vigencia.recarga import Resultado
from siaa.valores import TipoPregunta
from siaa.web.salud.rutas import EnUnaPalabra
from siaa_proxy import create_app

PLANTILLAS = Path(__file__).parents[2] / "siaa" / "web" / "templates"
PALABRAS: Any = (
    Environment(loader=FileSystemLoader(PLANTILLAS)).get_template("palabras.html").module
)


@pytest.mark.parametrize(
    ("palabras", "claves"),
    [
        (PALABRAS.tipos, TipoPregunta),
        (PALABRAS.alertas, Alerta),
        (PALABRAS.maneras, MODOS),
        (PALABRAS.finales, MOTIVOS),
        (PALABRAS.votos, VOTOS),
        (PALABRAS.razones, get_args(Razon)),
        (PALABRAS.estados, get_args(EnUnaPalabra)),
        (PALABRAS.recargas, Resultado),
    ],
)
def test_toda_clave_tiene_sus_palabras(palabras: dict[str, str], claves: Any) -> None:
    assert set(palabras) == set(claves) and all(palabras.values())


def test_todo_modo_de_poda_tiene_sus_palabras() -> None:
    assert {VACIA, CANAL, PRIMEROS} < set(PALABRAS.modos)
    assert {"FRANCOTIRADOR", "BINÓCULO", "ESCOPETA"} < set(PALABRAS.modos)


@pytest.mark.parametrize(
    ("estrategia", "nivel"),
    [("hibrida", "densidad"), ("clasica", "keywords"), ("canal", "denso")],
)
def test_la_pagina_explica_una_pregunta_de_cualquier_estrategia(
    biblioteca_chica: Path, tmp_path: Path, url_cerrada: str, estrategia: str, nivel: str
) -> None:
    de_aqui = {"documentos": biblioteca_chica, "datos": tmp_path / "datos"}
    app = create_app(
        Config.model_validate({**de_aqui, "ollama_url": url_cerrada, "estrategia": estrategia})
    )
    try:
        pagina = app.test_client().get("/siaa/salud?q=plazo", base_url="http://127.0.0.1")
    finally:
        app.extensions["siaa"].cerrar()
    assert pagina.status_code == 200
    assert f'scope="col" class="a-la-derecha">{PALABRAS.niveles[nivel]}</th>' in pagina.text
