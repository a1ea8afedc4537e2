"""`hibrida` against its reference on real documents and questions, where they are at hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import bibliotecas_hibridas as bh
import pytest
import referencia_hibrida as ref
from test_hibrida import (
    cercanos,
    comparar_pasajes,
    comparar_poda,
    comparar_respaldo,
    comparar_ruta,
    preguntar,
    van_aparte,
    verificar,
)

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import normalizar_contenido
from siaa.recuperacion.hibrida.busqueda import CANDIDATOS
from siaa.recuperacion.hibrida.puntaje import puntos_de_encabezado

COMPARTIDO = Path(__file__).resolve().parents[3] / "shared"
PREGUNTAS = 20

pytestmark = pytest.mark.skipif(
    not (COMPARTIDO / "preguntas").is_dir(), reason="the folder shared is not beside the repository"
)


def preguntas(conjunto: str, entre: set[str]) -> list[dict[str, Any]]:
    """A few of the questions about some documents, from the first to the last."""
    lineas = (COMPARTIDO / "preguntas" / f"{conjunto}.jsonl").read_text("utf-8").splitlines()
    suyas = [p for p in map(json.loads, lineas) if p["documento"].lower() in entre]
    return suyas[:: max(len(suyas) // PREGUNTAS, 1)][:PREGUNTAS]


def biblioteca(carpeta: str, cuantos: int) -> Indice:
    """Some of the documents of a folder: the smallest, since the reference is slow.

    Without their relations: what other acts did to a passage is written beside it, not weighed.
    """
    rutas = sorted((COMPARTIDO / carpeta).rglob("*.md"), key=lambda ruta: ruta.stat().st_size)
    textos = {
        ruta.relative_to(COMPARTIDO / carpeta).as_posix(): ruta.read_text("utf-8")
        for ruta in rutas[:cuantos]
    }
    leida = bh.Generada({r: normalizar_contenido(texto) for r, texto in textos.items()}).indice()
    sin_relaciones = {clave: replace(d, relaciones=()) for clave, d in leida.documentos.items()}
    return replace(leida, documentos=sin_relaciones)


@pytest.mark.parametrize(
    ("conjunto", "carpeta", "cuantos"),
    [
        ("desarrollo", "corpus", 9),
        ("xquad_es", "xquad_es", CANDIDATOS),
        ("actos_co", "actos_co", 12 * CANDIDATOS),
    ],
)
def test_como_la_referencia(conjunto: str, carpeta: str, cuantos: int) -> None:
    indice = biblioteca(carpeta, cuantos)
    elegidas = preguntas(conjunto, set(indice.documentos))
    assert len(elegidas) == PREGUNTAS
    lenta = ref.leer(indice)
    limites = bh.poda(2700, piso=0.1)
    for pregunta in (p["pregunta"] for p in elegidas):
        busqueda, lento = preguntar(indice, lenta, pregunta)
        de_secciones, _ = puntos_de_encabezado(indice, busqueda.consulta, busqueda.pesos)
        cercanos(de_secciones, lento.encabezado)
        lentos = comparar_pasajes(busqueda, busqueda.documentos, lento)
        documentos = [d.doc for d in comparar_ruta(busqueda, lento, lentos, 2).documentos]
        podas = comparar_poda(busqueda, lento, documentos, limites)
        verificar(indice, podas, limites, aparte=van_aparte(indice, lento, documentos))
        comparar_respaldo(busqueda, lento, lentos)
