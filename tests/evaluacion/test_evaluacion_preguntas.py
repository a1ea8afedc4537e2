"""Question files: read whole, or refused with the line and what to write."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.evaluacion.medidas import Caso
from siaa.evaluacion.preguntas import (
    ErrorEvaluacion,
    comprobar_documentos,
    interpretar_preguntas,
    leer_preguntas,
    mitad,
)

BUENA = '{"pregunta": "¿Qué?", "documento": "A.md"}'


def linea(**datos: object) -> str:
    return json.dumps({"pregunta": "¿Qué?", "documento": "a.md", **datos}, ensure_ascii=False)


def queja(texto: str) -> str:
    with pytest.raises(ErrorEvaluacion) as error:
        interpretar_preguntas(texto, "p.jsonl")
    frase = str(error.value)
    assert frase.endswith((".", "?")) and "\n" not in frase
    return frase


# --- Reading --------------------------------------------------------------------------------


def test_leer(tmp_path: Path) -> None:
    ruta = tmp_path / "p.jsonl"
    ruta.write_bytes(
        "\ufeff"
        '{"pregunta": "¿Qué\u2028es?", "documento": "A.md", '
        '"respuestas": ["uno", "dos"], "tipo": "t"}\r\n\r\n'
        '{"pregunta": "¿Y?", "sin_respuesta": true, "respuestas": null, "nota": 3}\n'
        '{"pregunta": "¿O?", "documento": "b.md", "registro": "coloquial"}'.encode()
    )
    assert leer_preguntas(ruta) == (
        Caso("¿Qué\u2028es?", "a.md", ("uno", "dos"), "t"),
        Caso("¿Y?", "", (), "", sin_respuesta=True),
        Caso("¿O?", "b.md", (), "coloquial"),
    )


def test_un_archivo_que_no_se_puede_leer(tmp_path: Path) -> None:
    (tmp_path / "latin.jsonl").write_bytes("¿Qué?".encode("latin-1"))
    for nombre, dice in (("no.jsonl", "--preguntas"), ("latin.jsonl", "UTF-8"), ("", "carpeta")):
        with pytest.raises(ErrorEvaluacion, match=dice):
            leer_preguntas(tmp_path / nombre)


def test_la_queja_dice_la_linea() -> None:
    assert queja(f"{BUENA}\n\n{{mal\n{BUENA}").startswith("Línea 3 de «p.jsonl»: no es JSON")


@pytest.mark.parametrize(
    ("mala", "dice"),
    [
        ("[1]", "objeto"),
        ("[" * 100_000, "JSON"),
        (linea(pregunta="  "), "«pregunta»"),
        (linea(pregunta=5), "«pregunta» escriba un texto"),
        (linea(respuestas="uno"), "«respuestas» escriba una lista"),
        (linea(respuestas=[1]), "«respuestas»"),
        (linea(respuestas=["…"]), "letras"),
        (linea(tipo=[]), "«tipo»"),
        (linea(sin_respuesta=1), "true o false"),
        (linea(sin_respuesta=True), "no lleva «documento»"),
        (linea(documento=""), '"sin_respuesta": true'),
        (linea(documento=" "), '"sin_respuesta": true'),
        (linea(respuesta=["uno"]), "¿quiso decir «respuestas»?"),
        (linea(Pregunta="¿?"), "¿quiso decir «pregunta»?"),
    ],
)
def test_lineas_que_no_sirven(mala: str, dice: str) -> None:
    frase = queja(mala)
    assert "Línea 1 de «p.jsonl»" in frase and dice in frase


def test_un_archivo_sin_preguntas() -> None:
    assert "no tiene preguntas" in queja("\n \n")


@pytest.mark.parametrize("forma", ["NFC", "NFD"])
def test_un_nombre_con_acentos_es_la_clave_en_cualquier_forma(forma: str, tmp_path: Path) -> None:
    """Some disks and editors write the accent apart; keys have it in one character."""
    nombre = unicodedata.normalize(forma, "Resolución_Año.md")
    (tmp_path / unicodedata.normalize("NFD", nombre)).write_text("Nada.", encoding="utf-8")
    casos = interpretar_preguntas(linea(documento=f" {nombre} "), "p")
    comprobar_documentos(casos, cargar_biblioteca(tmp_path).claves)


def test_documentos_que_la_biblioteca_no_tiene() -> None:
    casos = interpretar_preguntas(f"{BUENA}\n{linea(documento='acuerdo_2.md')}", "p")
    comprobar_documentos(casos, {"a.md", "acuerdo_2.md"})
    with pytest.raises(ErrorEvaluacion, match=r"«acuerdo_2\.md»: ¿quiso decir «acuerdo_1\.md»\?"):
        comprobar_documentos(casos, {"a.md", "acuerdo_1.md"})
    with pytest.raises(ErrorEvaluacion, match=r"«a\.md» \(ni 1 más .*--documentos"):
        comprobar_documentos(casos, {})


def test_las_mitades_se_alternan() -> None:
    casos = tuple(Caso(str(n), "a.md", ()) for n in range(5))
    assert [c.pregunta for c in mitad(casos, 1)] == ["0", "2", "4"]
    assert [c.pregunta for c in mitad(casos, 2)] == ["1", "3"]
    assert mitad(casos, None) == casos
