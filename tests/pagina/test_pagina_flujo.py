"""The page's reader of event streams, run in the browser, against a plain one of the whole text."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page
from servidor_de_prueba import ServidorDePrueba

LEER = """
async (partes) => {
  const { LectorDeFlujo } = await import("/siaa/static/comun/servicio.js");
  const lector = new LectorDeFlujo();
  const eventos = [];
  for (const parte of partes) {
    const letras = atob(parte);
    eventos.push(...lector.recibir(Uint8Array.from(letras, (letra) => letra.charCodeAt(0))));
  }
  return eventos.concat(lector.cerrar());
}
"""
FIN_DE_LINEA = st.sampled_from(["\n", "\r\n", "\r"])
TEXTO = st.text(
    st.characters(codec="utf-8", exclude_characters="\r\n") | st.sampled_from("ñ¿á🙂́: {}"),
    max_size=12,
)
LINEA = st.one_of(
    TEXTO.map(lambda t: "data: " + t),
    TEXTO.map(lambda t: "data:" + t),
    TEXTO.map(lambda t: ":" + t),
    TEXTO,
    st.sampled_from(["", "", "data", "event: x", "id: 1", "retry: 10", "data: [DONE]"]),
)


def leer_de_una_vez(cuerpo: bytes) -> list[str]:
    """The events of a whole stream, as its specification tells them."""
    eventos: list[str] = []
    datos: list[str] = []
    *lineas, _ = re.split(r"\r\n|\n|\r", cuerpo.decode("utf-8-sig", "replace"))
    for linea in lineas:
        campo, _, valor = linea.partition(":")
        if campo == "data" and ":" in linea:
            datos.append(valor.removeprefix(" "))
        elif not linea and datos:
            eventos.append("\n".join(datos))
            datos = []
    return eventos


def partir(cuerpo: bytes, cortes: list[int]) -> list[str]:
    bordes = sorted({0, len(cuerpo), *(c % (len(cuerpo) + 1) for c in cortes)})
    return [base64.b64encode(cuerpo[a:b]).decode() for a, b in pairwise(bordes)]


@pytest.fixture(scope="module")
def hoja(navegador: Browser, siaa: ServidorDePrueba) -> Iterator[Page]:
    contexto = navegador.new_context()
    hoja = contexto.new_page()
    hoja.goto(f"http://127.0.0.1:{siaa.puerto}/")
    yield hoja
    contexto.close()


@settings(max_examples=150)
@given(
    lineas=st.lists(st.tuples(LINEA, FIN_DE_LINEA), max_size=12),
    cola=st.binary(max_size=3),
    cortes=st.lists(st.integers(0, 400), max_size=25),
)
def test_lee_lo_mismo_corte_por_donde_corte_la_red(
    hoja: Page, lineas: list[tuple[str, str]], cola: bytes, cortes: list[int]
) -> None:
    cuerpo = "".join(linea + fin for linea, fin in lineas).encode() + cola
    assert hoja.evaluate(LEER, partir(cuerpo, cortes)) == leer_de_una_vez(cuerpo)


def test_lee_una_respuesta_de_verdad_byte_a_byte(hoja: Page, siaa: ServidorDePrueba) -> None:
    with siaa.abrir("¿Cuál es el plazo para presentar el reporte RETRI?", html=True) as flujo:
        charla = flujo.leer_todo()
    leidos = hoja.evaluate(LEER, partir(charla.crudo, list(range(len(charla.crudo)))))
    assert leidos[-1] == "[DONE]"
    assert leidos == leer_de_una_vez(charla.crudo)
    assert len(leidos) == len(charla.marcos)


PALABRAS = """
async ([texto, palabras]) => {
  const { plegar, marcarPalabras } = await import("/siaa/static/comun/palabras.js");
  return {plegado: plegar(texto), piezas: marcarPalabras(texto, palabras)};
}
"""


@settings(max_examples=150)
@given(
    texto=st.text(st.sampled_from("aáàñÑnN\u0303\u0301éüçßO0159 _-.,¿?🙂€Пя"), max_size=20),
    datos=st.data(),
)
def test_marca_las_palabras_que_el_servicio_encontro(hoja: Page, texto: str, datos: Any) -> None:
    from siaa.biblioteca.lengua.texto import corridas, plegar

    todas = sorted(set(corridas(plegar(texto))))
    palabras = datos.draw(st.lists(st.sampled_from(todas), unique=True)) if todas else []
    dicho = hoja.evaluate(PALABRAS, [texto, palabras])
    marcadas = {plegar(p["texto"]) for p in dicho["piezas"] if p["marcado"]}
    assert dicho["plegado"] == plegar(texto)
    assert "".join(p["texto"] for p in dicho["piezas"]) == texto
    assert marcadas == set(palabras)
