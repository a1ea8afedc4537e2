"""Question files, and what typing does to a question."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.lengua.texto import plegar
from siaa.biblioteca.lengua.vocabulario import STOPWORDS_ES
from siaa.evaluacion.corrida import perturbar
from siaa.evaluacion.errores import ErrorEvaluacion
from siaa.evaluacion.perturbaciones import con_errata, mayusculas, sin_acentos
from siaa.evaluacion.preguntas import (
    comprobar_documentos,
    interpretar_preguntas,
    leer_preguntas,
    mitad,
)
from siaa.evaluacion.valores import Caso

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
        '{"pregunta": "¿Y?", "sin_respuesta": true, "respuestas": null, "nota": 3}'.encode()
    )
    assert leer_preguntas(ruta) == (
        Caso("¿Qué\u2028es?", "a.md", ("uno", "dos"), "t"),
        Caso("¿Y?", "", (), "", sin_respuesta=True),
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


# --- Typing ---------------------------------------------------------------------------------


def test_sin_acentos_y_en_mayusculas() -> None:
    assert sin_acentos("¿Cuándo es el año, según Ü?") == "¿Cuando es el ano, segun U?"
    assert mayusculas("¿Qué día?") == "¿QUÉ DÍA?"


def un_desliz(antes: str, despues: str) -> bool:
    """Whether one drop, doubling, replacement or swap of neighbours turns one into the other."""
    sin_una = {antes[:n] + antes[n + 1 :] for n in range(len(antes))}
    dobles = {antes[: n + 1] + antes[n:] for n in range(len(antes))}
    trocadas = {antes[:n] + antes[n + 1] + antes[n] + antes[n + 2 :] for n in range(len(antes) - 1)}
    cambiadas = (
        len(antes) == len(despues) and sum(a != b for a, b in zip(antes, despues, strict=True)) == 1
    )
    return despues != antes and (despues in sin_una | dobles | trocadas or cambiadas)


PALABRAS = st.sampled_from(
    ["¿Cuándo", "vence", "el", "término", "para", "LIQUIDACIÓN", "nosotros", "ejecutoria,", "año"]
)


@given(st.lists(PALABRAS, max_size=6).map(" ".join))
def test_una_errata_y_solo_una(pregunta: str) -> None:
    escrita = con_errata(pregunta)
    assert escrita == con_errata(pregunta)
    antes, despues = pregunta.split(), escrita.split()
    cambios = [par for par in zip(antes, despues, strict=True) if par[0] != par[1]]
    elegibles = [
        p for p in antes if len(p.strip("¿,")) >= 6 and plegar(p.strip("¿,")) not in STOPWORDS_ES
    ]
    assert len(cambios) == min(len(elegibles), 1)
    for antigua, nueva in cambios:
        assert antigua in elegibles and un_desliz(antigua, nueva)


def test_las_erratas_son_de_todas_las_clases() -> None:
    largos = [len(con_errata(f"liquidaciones {n}")) - len(f"liquidaciones {n}") for n in range(60)]
    assert set(largos) == {-1, 0, 1}


def test_perturbar_en_su_orden() -> None:
    pregunta = "¿Cuándo vence la notificación?"
    todas = perturbar(pregunta, ("mayusculas", "errata", "sin_acentos"))
    assert todas == mayusculas(sin_acentos(con_errata(pregunta)))
    assert perturbar(pregunta, ()) == pregunta
    assert unicodedata.is_normalized("NFC", todas)
