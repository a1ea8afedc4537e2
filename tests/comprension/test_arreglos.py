"""Wishes to have the last answer said otherwise, and questions that only sound like one."""

from __future__ import annotations

import pytest
from biblioteca_de_prueba import muestra

from siaa.comprension.arreglos import arreglo_de
from siaa.comprension.pregunta import clasificar, entender, hasta_lo_respondido
from siaa.valores import Mensaje, Pregunta, TipoPregunta

DESEOS = {
    "decirlo más sencillo": "más sencillo; Explíquemelo más fácil, por favor; hazlo más simple; "
    "¿podría explicarme eso de forma más clara?; Dígalo con palabras sencillas; "
    "en español sencillo; más claro",
    "decirlo más corto": "Más corto; ¿me lo puede decir más corto?; resúmalo; que sea más breve; "
    "¿me puede hacer un resumen?; en pocas palabras; Hola, más corto por favor; Resúmeme eso",
    "ponerlo en lista": "en lista; póngalo en una lista; dígamelo paso a paso; ponlo en viñetas",
    "ponerlo en una tabla": "hágame una tabla con eso; en un cuadro; Póngalo en una tabla, porfa; "
    "¿me puede hacer un cuadro comparativo?; lo mismo pero en tabla",
    "decir de dónde sale": "¿está seguro?; ¿Está segura de eso?; ¿de dónde sacó eso?; "
    "¿De dónde sale eso, por favor?",
    "explicarlo de otra manera": "no entendí; No entendí nada; Gracias, pero no entendí; "
    "¿Me lo explica de otra manera?; no me quedó claro; ¿Cómo así?; explíqueme mejor",
}
PREGUNTAS = """¿Cuál es el plazo más corto?; no entendí el artículo 5; más corto plazo para apelar
¿Cómo se hace el resumen del expediente?; lista de documentos; resumen del acuerdo; la lista
explique el procedimiento más sencillo para archivar; ¿Cómo así que no hay plazo?
¿dónde está el juzgado?; ¿en qué artículo está el plazo?; ¿es seguro el depósito?
tabla de honorarios; hágame una tabla con los plazos; ¿qué es un cuadro?; cuadro de personal
¿qué es un resumen?; no entiendo cuándo reportar; diga el trámite más simple
en una lista de reparto; no; ¿y si no?
¿Cuáles son los requisitos, paso a paso, para archivar?; explíqueme el desglose; más; ¿en cuánto?"""
PLAZO, ARCHIVO = "¿Cuál es el plazo para reportar?", "¿Cómo se archiva un expediente?"


def charla(*textos: str) -> list[Mensaje]:
    return [Mensaje("assistant" if n % 2 else "user", texto) for n, texto in enumerate(textos)]


def pregunta(*textos: str) -> Pregunta:
    return entender(charla(*textos), muestra())


def frases(texto: str) -> list[str]:
    return [frase.strip() for linea in texto.split("\n") for frase in linea.split(";")]


@pytest.mark.parametrize("que", DESEOS)
def test_se_reconoce_lo_que_se_quiere_de_la_respuesta(que: str) -> None:
    dichos = frases(DESEOS[que])
    assert [d for d in dichos if clasificar(d) is not TipoPregunta.ARREGLO] == []
    arreglos = [pregunta(PLAZO, "Siete días.", dicho).arreglo for dicho in dichos]
    assert {arreglo.que for arreglo in arreglos if arreglo} == {que}


def test_lo_que_nombra_otra_cosa_es_otra_pregunta() -> None:
    assert [p for p in frases(PREGUNTAS) if arreglo_de(p) is not None] == []


def test_se_vuelve_a_leer_la_pregunta_que_se_respondio() -> None:
    suelta, seguida = pregunta(PLAZO), pregunta(PLAZO, "Siete.", "¿Y si es festivo?")
    for textos, base in (
        ((PLAZO, "Siete.", "más corto"), suelta),
        ((PLAZO, "Siete.", "más corto", "7.", "no entendí", "Siete días.", "en lista"), suelta),
        ((PLAZO, "Siete.", "gracias", "Con gusto.", "más corto"), suelta),
        ((PLAZO, "Siete.", "¿Y si es festivo?", "Igual.", "más corto"), seguida),
    ):
        leida = pregunta(*textos)
        assert (leida.texto, leida.consulta, leida.apoyo) == (textos[-1], base.consulta, "")
        assert (leida.tipo, leida.intentos) == (base.tipo, base.intentos)
    siguiente = pregunta(ARCHIVO, "Así.", "más corto", "Así.", "¿y quién lo hace?")
    assert siguiente.apoyo == ARCHIVO and siguiente.arreglo is None


def test_sin_nada_respondido_no_hay_que_decir_de_otra_manera() -> None:
    for textos in (("más corto",), ("hola", "Hola.", "más corto", "Nada.", "en lista")):
        assert pregunta(*textos).tipo is TipoPregunta.ARREGLO
        assert hasta_lo_respondido(charla(*textos)) == charla(*textos)
