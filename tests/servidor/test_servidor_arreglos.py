"""An answer said otherwise: from the same passages, checked as any, and not without the model."""

from __future__ import annotations

import json

import pytest
from biblioteca_de_prueba import NUEVE_DIAS, PREGUNTA
from conftest import Fabrica
from guiones import respuesta
from ollama_de_prueba import OllamaDePrueba
from paciencia import esperar
from servidor_de_prueba import ServidorDePrueba, con_ambas

DICHA = "El plazo es de siete días hábiles."


@con_ambas
@pytest.mark.parametrize(
    ("pedido", "encargo"),
    [
        ("Explíquemelo más sencillo", "palabras corrientes"),
        ("más corto", "en dos frases"),
        ("¿lo puede poner en lista?", "lista numerada"),
        ("no entendí", "La persona no entendió tu respuesta."),
    ],
)
def test_se_hace_de_los_mismos_pasajes_y_se_revisa(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba, pedido: str, encargo: str
) -> None:
    primera = siaa.charlar(PREGUNTA)
    ollama_libre.encolar(respuesta(NUEVE_DIAS))
    otra = siaa.charlar(PREGUNTA, DICHA, pedido)
    assert otra.fuentes == primera.fuentes
    (fuentes,) = otra.eventos("fuentes")
    assert fuentes["avisos"][0] == f"Con los mismos pasajes de «{PREGUNTA}»."
    assert fuentes["junto_con"] == ""
    assert [frase["estado"] for frase in otra.fin["frases"]] == ["discrepa"]
    *previos, ultimo = json.loads(ollama_libre.preguntas[-1].cuerpo)["messages"]
    assert ultimo["content"].startswith(f"{PREGUNTA}\n\n") and encargo in ultimo["content"]
    assert DICHA in [mensaje["content"] for mensaje in previos]

    ultima = "/siaa/log?por_pagina=1"
    assert esperar(
        lambda: [p["pregunta"] for p in siaa.obtener(ultima).json["preguntas"]] == [pedido]
    )


def test_sin_modelo_se_dice_que_no_se_puede(servidor: Fabrica, url_cerrada: str) -> None:
    siaa = servidor(ollama_url=url_cerrada)
    otra = siaa.charlar(PREGUNTA, DICHA, "más corto")
    (error,) = otra.eventos("error")
    assert error["mensaje"].startswith("Sin el modelo no puedo decirlo más corto: quedan los")
    assert error["mensaje"] in otra.contenido and otra.fin["modo"] == "extractivo"
    assert otra.fuentes == siaa.charlar(PREGUNTA).fuentes


def test_sin_respuesta_anterior_no_se_busca(
    siaa: ServidorDePrueba, ollama_libre: OllamaDePrueba
) -> None:
    sola = siaa.charlar("más corto")
    assert sola.fuentes == [] and sola.fin["motivo"] == "directa"
    assert "Escriba primero su pregunta" in sola.contenido and ollama_libre.preguntas == []
