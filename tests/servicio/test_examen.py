"""The question file as the exam of a reload, and the rule that compares two indexes by it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA, cargar
from hypothesis import given
from hypothesis import strategies as st
from verificaciones import en_español, sin_entrañas

from siaa.evaluacion.preguntas import examinar
from siaa.examen import Examen, RespuestaExamen, comparar_examen
from siaa.recorrido.hallazgo import AjustesConsulta, repartir

ACUERDO = "acuerdo_vr24-101.md"
MANUAL = "manual_de_prestamo.md"


def ajustes(estrategia: str = "hibrida", max_docs: int = 2) -> AjustesConsulta:
    return AjustesConsulta(4096, 400, max_docs, 3, repartir(2400), 0.2, estrategia, None)


def escribir(ruta: Path, lineas: Iterable[dict[str, Any]]) -> Path:
    texto = "".join(json.dumps(linea) + "\n" for linea in lineas)
    ruta.write_text(texto, encoding="utf-8")
    return ruta


def caso(pregunta: str, documento: str) -> dict[str, Any]:
    return {"pregunta": pregunta, "documento": documento}


@pytest.fixture
def preguntas(tmp_path: Path) -> Path:
    return tmp_path / "evaluacion.jsonl"


def leer(preguntas: Path) -> Examen:
    return examinar(preguntas, ajustes())


# --- The file -----------------------------------------------------------------------------


def test_sin_archivo_no_hay_nada_que_preguntar(preguntas: Path, biblioteca_chica: Path) -> None:
    examen = leer(preguntas)
    assert examen.aviso is None
    assert list(examen.juzgar(cargar(biblioteca_chica))) == []


@pytest.mark.parametrize("estrategia", ["hibrida", "clasica"])
def test_se_pregunta_como_en_el_servicio(
    preguntas: Path, biblioteca_chica: Path, estrategia: str
) -> None:
    escribir(preguntas, [caso(PREGUNTA, ACUERDO), caso(OTRA_PREGUNTA, MANUAL.upper())])
    indice = cargar(biblioteca_chica)
    for cuantos in (1, 2):
        examen = examinar(preguntas, ajustes(estrategia, cuantos))
        primero, segundo = examen.juzgar(indice)
        assert (primero.pregunta, primero.documento) == (PREGUNTA, ACUERDO)
        assert primero.acierta and segundo.acierta and segundo.documento == MANUAL
        assert 1 <= len(primero.elegidos) <= cuantos


def test_sin_respuesta_no_se_pregunta(preguntas: Path, biblioteca_chica: Path) -> None:
    escribir(preguntas, [{"pregunta": "¿Qué es un ornitorrinco?", "sin_respuesta": True}])
    examen = leer(preguntas)
    assert examen.aviso is None and list(examen.juzgar(cargar(biblioteca_chica))) == []


def romper(ruta: Path, como: str) -> None:
    {
        "no es json": lambda: ruta.write_text("{pregunta", encoding="utf-8"),
        "vacio": lambda: ruta.write_text("", encoding="utf-8"),
        "no es utf-8": lambda: ruta.write_bytes(b"\xff\xfe"),
        "sin documento": lambda: escribir(ruta, [{"pregunta": "¿?"}]),
        "carpeta": ruta.mkdir,
        "tuberia": lambda: os.mkfifo(ruta),
        "enlace roto": lambda: ruta.symlink_to("nada"),
        "enlace a si mismo": lambda: ruta.symlink_to(ruta.name),
    }[como]()


@pytest.mark.parametrize(
    "como",
    [
        *("no es json", "vacio", "no es utf-8", "sin documento"),
        *("carpeta", "tuberia", "enlace roto", "enlace a si mismo"),
    ],
)
def test_un_archivo_roto_es_un_aviso(preguntas: Path, biblioteca_chica: Path, como: str) -> None:
    romper(preguntas, como)
    examen = leer(preguntas)
    assert examen.aviso is not None and "evaluacion.jsonl" in examen.aviso
    en_español(examen.aviso)
    sin_entrañas(examen.aviso)
    assert list(examen.juzgar(cargar(biblioteca_chica))) == []


def test_medio_emoji_no_se_cuela(preguntas: Path, biblioteca_chica: Path) -> None:
    escribir(preguntas, [caso("¿plazo \ud83d\u0007 RETRI?", ACUERDO)])
    (respuesta,) = leer(preguntas).juzgar(cargar(biblioteca_chica))
    assert respuesta.pregunta == "¿plazo \ufffd  RETRI?" and respuesta.acierta


# --- The rule -----------------------------------------------------------------------------


def resultado(*respuestas: tuple[str, str]) -> list[RespuestaExamen]:
    """(document, the one chosen for it) for each question."""
    return [RespuestaExamen(f"¿{i}?", d, (e,)) for i, (d, e) in enumerate(respuestas)]


def test_menos_aciertos_es_peor_y_dice_cuales() -> None:
    antes = resultado(("a", "a"), ("b", "b"), ("c", "x"))
    despues = resultado(("a", "a"), ("b", "x"), ("c", "x"))
    examen = comparar_examen(antes, despues, {"a", "b", "c"})
    assert examen is not None and examen.empeora
    assert (examen.antes, examen.despues, examen.total) == (2, 1, 3)
    assert examen.perdidas == (RespuestaExamen("¿1?", "b", ("x",)),)


def test_perder_una_y_ganar_otra_no_es_peor() -> None:
    examen = comparar_examen(
        resultado(("a", "a"), ("b", "x")), resultado(("a", "x"), ("b", "b")), {"a", "b"}
    )
    assert examen is not None and not examen.empeora
    assert len(examen.perdidas) == 1


def test_lo_que_ninguna_biblioteca_tiene_no_cuenta() -> None:
    uno = resultado(("a", "a"), ("ajeno", "x"))
    examen = comparar_examen(uno, uno, {"a", "x"})
    assert examen is not None and (examen.antes, examen.despues, examen.total) == (1, 1, 1)
    assert comparar_examen(uno, uno, {"x"}) is None


CLAVE = st.sampled_from("abcd")


@given(st.lists(st.tuples(CLAVE, CLAVE, CLAVE)), st.frozensets(CLAVE))
def test_las_cuentas_cuadran(filas: list[tuple[str, str, str]], claves: frozenset[str]) -> None:
    antes = resultado(*((d, viejo) for d, viejo, _ in filas))
    despues = resultado(*((d, nuevo) for d, _, nuevo in filas))
    ida, vuelta = comparar_examen(antes, despues, claves), comparar_examen(despues, antes, claves)
    contadas = [fila for fila in filas if fila[0] in claves]
    assert (ida is None) == (vuelta is None) == (not contadas)
    if ida is None or vuelta is None:
        return
    assert ida.total == len(contadas) and (ida.antes, ida.despues) == (vuelta.despues, vuelta.antes)
    assert ida.antes - ida.despues == len(ida.perdidas) - len(vuelta.perdidas)
    assert not (ida.empeora and vuelta.empeora)
