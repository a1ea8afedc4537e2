"""Greetings, follow-ups and questions without an answer in the library, on a real socket."""

from __future__ import annotations

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, SIN_RESPUESTA
from ollama_de_prueba import OllamaDePrueba
from servidor_de_prueba import Charla, ServidorDePrueba, con_ambas, cuerpo_de_chat
from verificaciones import (
    fin_de,
    verificar_buena,
    verificar_charla,
    verificar_entero,
    verificar_fin,
)


@pytest.mark.parametrize(
    "pregunta",
    [
        "Hola",
        "¡Hola, buenos días!",
        "Buenas tardes",
        "Gracias",
        "¿Quién eres?",
        "¿Qué es SIAA?",
        "¿Qué puedes hacer?",
    ],
)
def test_saludos_y_preguntas_sobre_siaa(
    siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba, pregunta: str
) -> None:
    antes = len(ollama_comun.preguntas)
    charla = siaa.charlar(pregunta)
    verificar_charla(charla)
    verificar_fin(charla, "directa", completa=True, modo="directo")
    assert charla.contenido.strip() and charla.fuentes == []
    assert fin_de(verificar_entero(siaa.charlar_entero(pregunta))) == (
        "directa",
        True,
        "directo",
        "stop",
    )
    assert len(ollama_comun.preguntas) == antes


@pytest.mark.parametrize(
    ("dicho", "lleva"), [("Hola", True), ("¿Por qué?", True), ("Gracias", False)]
)
def test_el_ejemplo_es_de_la_biblioteca_que_hay(
    siaa: ServidorDePrueba, dicho: str, lleva: bool
) -> None:
    colecciones = siaa.obtener("/siaa/ejemplos").json["colecciones"]
    preguntas = [pregunta for coleccion in colecciones for pregunta in coleccion["preguntas"]]
    contado = siaa.charlar(dicho).contenido
    dentro = preguntas[0].replace("«", "“").replace("»", "”")
    assert contado.endswith(f"; por ejemplo: «{dentro}».") is lleva


@pytest.mark.parametrize(
    "pregunta",
    [
        "Hola, ¿cuál es el plazo para presentar el reporte RETRI?",
        "Gracias. ¿Y qué sanciones tiene el RETRI?",
    ],
)
def test_un_saludo_con_pregunta_es_una_pregunta(siaa: ServidorDePrueba, pregunta: str) -> None:
    assert verificar_buena(siaa.charlar(pregunta)).fuentes


@con_ambas
@pytest.mark.parametrize("seguimiento", ["¿y cuál es el plazo?", "¿puede hacerlo un asistente?"])
def test_los_seguimientos_se_enrutan_con_la_conversacion(
    siaa: ServidorDePrueba, seguimiento: str
) -> None:
    turnos = ("¿Quién debe presentar el reporte RETRI?", "El jefe de cada archivo.", seguimiento)
    charla = verificar_buena(siaa.charlar(*turnos))
    assert charla.fuentes[0]["doc"].lower() == "acuerdo_vr24-101.md"
    ruta = siaa.publicar("/siaa/enrutar", cuerpo_de_chat(*turnos)).json
    encontrados = [d["doc"] for d in ruta["docs_encontrados"]]
    assert encontrados[0] == _documentos(charla)[0]
    assert set(_documentos(charla)) <= set(encontrados)
    contexto = siaa.publicar("/siaa/contexto", cuerpo_de_chat(*turnos)).json
    assert [(f["doc"], f["indice"]) for f in contexto["fuentes"]] == [
        (f["doc"], f["indice"]) for f in charla.fuentes
    ]


@con_ambas
def test_una_pregunta_completa_no_arrastra_la_conversacion(siaa: ServidorDePrueba) -> None:
    turnos = ("¿Quién debe presentar el reporte RETRI?", "El jefe de cada archivo.", OTRA_PREGUNTA)
    sola = siaa.charlar(OTRA_PREGUNTA)
    assert _documentos(siaa.charlar(*turnos))[0] == _documentos(sola)[0]


def _documentos(charla: Charla) -> list[str]:
    return list(dict.fromkeys(fuente["doc"] for fuente in charla.fuentes))


@con_ambas
def test_lo_que_no_esta_se_dice_y_no_se_pregunta(
    siaa: ServidorDePrueba, ollama_comun: OllamaDePrueba
) -> None:
    assert siaa.obtener("/siaa/enrutar", q=SIN_RESPUESTA).json["docs_encontrados"] == []
    antes = len(ollama_comun.preguntas)
    charla = siaa.charlar(SIN_RESPUESTA)
    verificar_charla(charla)
    verificar_fin(charla, "sin_documentos", completa=True, modo="directo")
    assert "no encontré" in charla.contenido.lower()
    for coleccion in ("general", "manuales", "normativa"):
        assert coleccion in charla.contenido.lower()
    for documento in (
        "acuerdo vr24-101",
        "acuerdo vr25-207",
        "préstamo",
        "restauración",
        "escucha",
    ):
        assert documento in _legible(charla.contenido)
    entero = verificar_entero(siaa.charlar_entero(SIN_RESPUESTA))
    assert fin_de(entero) == ("sin_documentos", True, "directo", "stop")
    assert len(ollama_comun.preguntas) == antes


def _legible(texto: str) -> str:
    """Names of files and titles, made comparable."""
    cambios = {"_": " ", "prestamo": "préstamo", "restauracion": "restauración"}
    texto = texto.lower()
    for viejo, nuevo in cambios.items():
        texto = texto.replace(viejo, nuevo)
    return texto
