"""The question file: what is added stays, nothing else is lost, and nobody meets half of it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from verificaciones import en_español

from siaa.biblioteca.archivos import listar
from siaa.errores import EvaluacionNoEscrita
from siaa.evaluacion.medidas import plano
from siaa.evaluacion.preguntas import (
    ErrorEvaluacion,
    con_documento,
    con_pregunta,
    interpretar_preguntas,
    leer_preguntas,
)
from siaa.servicio.vigencia.escritos import Cuestionario

PREGUNTAS = st.sampled_from(["¿Qué plazo hay?", "que PLAZO hay", "¿Quién firma?", "Año de inicio"])
RENGLON = st.builds(
    lambda pregunta: json.dumps({"pregunta": pregunta, "documento": "a.md"}), PREGUNTAS
)


@given(st.lists(RENGLON | st.sampled_from(["", "  "]), max_size=6), PREGUNTAS, st.text(min_size=1))
def test_lo_agregado_queda_una_vez_y_lo_demas_como_estaba(
    renglones: list[str], pregunta: str, dicho: str
) -> None:
    """Against the plain way: all cases that ask something else, and the new one, once."""
    respuesta = f"siete {dicho}"
    antes = "\n".join(renglones)
    previos = interpretar_preguntas(antes, "x") if antes.strip() else ()
    despues = con_pregunta(antes.encode(), "x", pregunta, "b.md", respuesta).decode()
    casos = interpretar_preguntas(despues, "x")
    otros = [caso for caso in previos if plano(caso.pregunta) != plano(pregunta)]
    assert [c for c in casos if plano(c.pregunta) != plano(pregunta)] == otros
    (nuevo,) = [c for c in casos if plano(c.pregunta) == plano(pregunta)]
    assert (nuevo.pregunta, nuevo.documento) == (pregunta, "b.md")
    assert plano(nuevo.respuestas[0]) == plano(respuesta)
    ajenos = [
        r for r in renglones if r.strip() and plano(json.loads(r)["pregunta"]) != plano(pregunta)
    ]
    assert [r for r in despues.split("\n") if r in ajenos] == ajenos


@pytest.mark.parametrize(
    "antes", [b"{", b"a\xff", b'{"pregunta": "\xc2\xbfY?", "documneto": "a.md"}']
)
def test_a_un_archivo_que_no_se_entiende_no_se_le_agrega(antes: bytes, tmp_path: Path) -> None:
    ruta = tmp_path / "evaluacion.jsonl"
    ruta.write_bytes(antes)
    with pytest.raises(ErrorEvaluacion):
        con_pregunta(antes, ruta.name, "¿Y?", "a.md", "sí")
    with pytest.raises(EvaluacionNoEscrita) as error:
        Cuestionario(ruta, con_pregunta, con_documento).agregar("¿Y?", "a.md", "sí")
    en_español(error.value.mensaje)
    assert "evaluacion.jsonl" in error.value.mensaje
    assert [(a.name, a.read_bytes()) for a in tmp_path.iterdir()] == [(ruta.name, antes)]


def test_se_crea_se_completa_y_queda_el_anterior(tmp_path: Path) -> None:
    ruta = tmp_path / "evaluacion.jsonl"
    cuestionario = Cuestionario(ruta, con_pregunta, con_documento)
    cuestionario.agregar("¿Uno?", "a.md", "uno")
    assert not ruta.with_name("evaluacion.jsonl.bak").exists()
    ruta.chmod(0o640)
    anterior = b"\xef\xbb\xbf" + ruta.read_bytes().rstrip()
    ruta.write_bytes(anterior)
    cuestionario.agregar("¿Dos?", "a.md", "dos")
    assert [caso.pregunta for caso in leer_preguntas(ruta)] == ["¿Uno?", "¿Dos?"]
    assert ruta.with_name("evaluacion.jsonl.bak").read_bytes() == anterior
    assert ruta.stat().st_mode & 0o777 == 0o640
    assert len(list(tmp_path.iterdir())) == 2
    assert listar(tmp_path) == ([], [])  # nothing that an administrator is told to look at


def test_detras_de_un_enlace_se_escribe_donde_lleva(tmp_path: Path) -> None:
    real, enlace = tmp_path / "preguntas.jsonl", tmp_path / "evaluacion.jsonl"
    enlace.symlink_to(real)
    Cuestionario(enlace, con_pregunta, con_documento).agregar("¿Uno?", "a.md", "uno")
    assert enlace.is_symlink() and len(leer_preguntas(real)) == 1


def test_lo_que_no_es_un_archivo_no_se_abre(tmp_path: Path) -> None:
    ruta = tmp_path / "evaluacion.jsonl"
    os.mkfifo(ruta)
    with pytest.raises(EvaluacionNoEscrita):
        Cuestionario(ruta, con_pregunta, con_documento).agregar("¿Uno?", "a.md", "uno")
    with pytest.raises(EvaluacionNoEscrita):
        Cuestionario(tmp_path / "no" / "hay.jsonl", con_pregunta, con_documento).agregar(
            "¿Uno?", "a.md", "uno"
        )


def test_de_dos_a_la_vez_no_se_pierde_ninguno(tmp_path: Path) -> None:
    cuestionario = Cuestionario(tmp_path / "evaluacion.jsonl", con_pregunta, con_documento)
    hilos = [
        Thread(target=cuestionario.agregar, args=(f"¿Cuál es el {n}?", "a.md", "uno"))
        for n in range(8)
    ]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join()
    assert len(leer_preguntas(tmp_path / "evaluacion.jsonl")) == 8
