"""The questions that the sample library cannot answer are well formed, and are nobody else's."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from siaa.biblioteca.lengua.texto import plegar
from siaa.comprension.pregunta import clasificar
from siaa.evaluacion.medidas import Caso, plano
from siaa.evaluacion.preguntas import leer_preguntas

DOCUMENTOS = Path(__file__).resolve().parents[2] / "documentos"
ARCHIVO = DOCUMENTOS / "sin_respuesta.jsonl"
TIPOS = ("casi", "ajena", "cotidiana", "norma_ausente")
POR_TIPO = 30


@cache
def casos() -> tuple[Caso, ...]:
    return leer_preguntas(ARCHIVO)


def objetos() -> list[dict[str, Any]]:
    return [json.loads(linea) for linea in ARCHIVO.read_text(encoding="utf-8").splitlines()]


def test_cada_linea_tiene_el_mismo_formato() -> None:
    for objeto in objetos():
        assert list(objeto) == ["pregunta", "documento", "respuestas", "sin_respuesta", "tipo"]
        assert (objeto["documento"], objeto["respuestas"]) == ("", [])
        assert objeto["sin_respuesta"] is True
        assert objeto["pregunta"] == objeto["pregunta"].strip()


def test_hay_tantas_de_cada_clase() -> None:
    assert Counter(caso.tipo for caso in casos()) == dict.fromkeys(TIPOS, POR_TIPO)
    assert all(caso.sin_respuesta for caso in casos())


def test_ninguna_se_repite_ni_tiene_respuesta_en_la_biblioteca_de_muestra() -> None:
    textos = [plano(caso.pregunta) for caso in casos()]
    assert len(set(textos)) == len(textos)
    con_respuesta = {plano(c.pregunta) for c in leer_preguntas(DOCUMENTOS / "evaluacion.jsonl")}
    assert con_respuesta.isdisjoint(textos)


def test_todas_se_buscan_en_los_documentos() -> None:
    """None is taken for a greeting or a question about SIAA, which are answered without search."""
    tipos = [clasificar(caso.pregunta) for caso in casos()]
    assert not any(tipo.es_conversacional for tipo in tipos)


def test_algunas_se_escriben_sin_tildes_ni_signos() -> None:
    descuidadas = [c for c in casos() if c.pregunta.isascii() and "?" not in c.pregunta]
    assert len(descuidadas) >= 8


# Words that would have to stand beside a fact that a near miss asks for.
AUSENTES = ("prima de vacaciones", "de motos", "acta de remate", "http", "www.", "@")


@pytest.mark.parametrize("ausente", AUSENTES)
def test_lo_que_falta_no_esta_en_ningun_documento(ausente: str) -> None:
    con_ello = [
        ruta.name
        for ruta in DOCUMENTOS.rglob("*.md")
        if ausente in plegar(ruta.read_text(encoding="utf-8"))
    ]
    assert con_ello == []


def test_los_codigos_de_las_normas_ausentes_no_estan_cargados() -> None:
    """The number of the norm or form that a question names is in no document's title or name."""
    titulos = " ".join(
        f"{ruta.name} {ruta.read_text(encoding='utf-8').split('# ', 1)[1].splitlines()[0]}"
        for ruta in DOCUMENTOS.rglob("*.md")
    )
    palabras = set(plano(titulos).split())
    for caso in casos():
        if caso.tipo == "norma_ausente":
            numeros = [p for p in plano(caso.pregunta).split() if p.isdigit()]
            assert numeros
            assert not palabras.issuperset(numeros), caso.pregunta
