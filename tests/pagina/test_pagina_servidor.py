"""The page and its examples as the service sends them; no browser needed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from biblioteca_de_prueba import cargar, escribir_biblioteca
from conftest import Fabrica
from hypothesis import given
from hypothesis import strategies as st
from servidor_de_prueba import ServidorDePrueba

NORMA = "acuerdo_vr24-101.md"


def escribir_preguntas(carpeta: Path, *pares: tuple[str, str]) -> None:
    lineas = [json.dumps({"pregunta": p, "documento": d}) for p, d in pares]
    (carpeta / "evaluacion.jsonl").write_text("\n".join(lineas), encoding="utf-8")


def test_la_pagina_llega_con_su_politica_y_sin_nada_de_fuera(siaa: ServidorDePrueba) -> None:
    respuesta = siaa.obtener("/")
    assert respuesta.estado == 200
    assert respuesta.cabeceras["content-type"] == "text/html; charset=utf-8"
    assert respuesta.cabeceras["cache-control"] == "no-cache"
    assert '<html lang="es">' in respuesta.texto
    pedidos = re.findall(r'(?:src|href)="([^"#][^"]*)"', respuesta.texto)
    assert len(pedidos) > 4
    for pedido in pedidos:
        assert pedido.startswith(("/siaa/static/", "/siaa/biblioteca", "/comprobar"))
        assert siaa.obtener(pedido).estado == 200
    assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son\w+=", respuesta.texto)


def test_los_guiones_se_llaman_por_su_tipo(siaa: ServidorDePrueba) -> None:
    tipo = siaa.obtener("/siaa/static/chat/chat.js").cabeceras["content-type"]
    assert tipo.startswith(("text/javascript", "application/javascript"))


def test_la_pagina_se_lee_tambien_donde_se_pide_clave(servidor: Fabrica) -> None:
    siaa = servidor(token_preguntas="clave-larga-de-la-oficina-123")
    assert siaa.obtener("/").estado == 200
    assert siaa.obtener("/siaa/ejemplos").estado == 401


def test_los_ejemplos_salen_de_las_preguntas_y_si_no_de_los_titulos(
    servidor: Fabrica, biblioteca_chica: Path
) -> None:
    escribir_preguntas(
        biblioteca_chica,
        ("¿Plazo?", NORMA),
        ("¿Sanción?", NORMA),
        ("¿Quién capacita?", "acuerdo_vr25-207.md"),
        ("¿Otra?", NORMA),
        ("¿Perdida?", "no_existe.md"),
    )
    siaa = servidor()
    dicho = siaa.obtener("/siaa/ejemplos").json
    assert dicho["colecciones"][2] == {
        "nombre": "normativa",
        "titulo": "Normativa",
        "documentos": 2,
        "preguntas": ["¿Plazo?", "¿Quién capacita?", "¿Sanción?"],
    }
    assert dicho["colecciones"][0] == {
        "nombre": "general",
        "titulo": "General",
        "documentos": 1,
        "preguntas": ["¿Qué dice «Circular de horarios»?"],
    }
    escribir_preguntas(biblioteca_chica, ("¿Nueva?", NORMA))
    assert siaa.obtener("/siaa/ejemplos").json["colecciones"][2]["preguntas"] == ["¿Nueva?"]


@pytest.mark.parametrize("contenido", [b"no es json", b"\xff\xfe", b""])
def test_un_archivo_de_preguntas_roto_no_quita_los_ejemplos(
    servidor: Fabrica, biblioteca_chica: Path, contenido: bytes
) -> None:
    (biblioteca_chica / "evaluacion.jsonl").write_bytes(contenido)
    colecciones = servidor().obtener("/siaa/ejemplos").json["colecciones"]
    assert [c["nombre"] for c in colecciones] == ["general", "manuales", "normativa"]
    assert all(c["preguntas"] for c in colecciones)


@pytest.fixture(scope="module")
def indice(tmp_path_factory: pytest.TempPathFactory) -> object:
    return cargar(escribir_biblioteca(tmp_path_factory.mktemp("ejemplos")))


@given(
    muestras=st.lists(
        st.tuples(
            st.text("¿?ab", min_size=1, max_size=4),
            st.sampled_from([NORMA, "acuerdo_vr25-207.md", "circular_horarios.txt", "nadie.md"]),
        )
    )
)
def test_cada_coleccion_ofrece_de_una_a_tres_y_reparte_entre_documentos(
    indice: object, muestras: list[tuple[str, str]]
) -> None:
    from siaa.biblioteca.ejemplos import elegir_ejemplos

    elegidos = {e.nombre: e for e in elegir_ejemplos(indice, muestras)}  # type: ignore[arg-type]
    assert {nombre: e.documentos for nombre, e in elegidos.items()} == {
        "general": 1,
        "manuales": 3,
        "normativa": 2,
    }
    assert all(1 <= len(e.preguntas) <= 3 for e in elegidos.values())
    de_norma = [(p, d) for p, d in muestras if d in (NORMA, "acuerdo_vr25-207.md")]
    if de_norma:
        assert set(elegidos["normativa"].preguntas) <= {p for p, _ in de_norma}
    if len({d for _, d in de_norma}) == 2:
        primeras = {next(p for p, d in de_norma if d == doc) for _, doc in de_norma}
        assert primeras <= set(elegidos["normativa"].preguntas)
