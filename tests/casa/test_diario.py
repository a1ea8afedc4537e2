"""The log: text at a terminal, JSON lines elsewhere, and the request in every line of it."""

from __future__ import annotations

import contextvars
import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.diario import PETICION, Diario


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@contextmanager
def diario_abierto(salida: io.StringIO, formato: Any = "auto") -> Iterator[logging.Logger]:
    """The log of a new process, and a logger that writes to it; the test run's own comes back."""
    raiz = logging.getLogger()
    antes, nivel = raiz.handlers[:], raiz.level
    raiz.handlers.clear()
    marca = PETICION.set(None)  # whatever request an earlier test may have left open
    try:
        Diario(salida, formato).abrir(logging.INFO)
        yield logging.getLogger("siaa.prueba")
    finally:
        PETICION.reset(marca)
        raiz.handlers[:] = antes
        raiz.setLevel(nivel)


@pytest.mark.parametrize(
    ("salida", "formato", "en_json"),
    [
        (Terminal(), "auto", False),
        (io.StringIO(), "auto", True),
        (Terminal(), "json", True),
        (io.StringIO(), "texto", False),
    ],
)
def test_el_formato(salida: io.StringIO, formato: str, en_json: bool) -> None:
    with diario_abierto(salida, formato) as registro:
        registro.warning("¿qué pasó?")
    if en_json:
        assert json.loads(salida.getvalue())["mensaje"] == "¿qué pasó?"
        assert "¿qué pasó?" in salida.getvalue(), "accents stay readable"
    else:
        assert salida.getvalue().endswith(" WARNING ¿qué pasó?\n")


def test_los_campos_de_una_linea() -> None:
    antes = datetime.now(UTC)
    with diario_abierto(salida := io.StringIO()) as registro:
        registro.info("hola", extra={"ms": 3})
    linea = json.loads(salida.getvalue())
    hora = datetime.fromisoformat(linea.pop("hora"))
    assert antes <= hora <= datetime.now(UTC) and hora.utcoffset() == timedelta(0)
    fijos = {"nivel": "INFO", "origen": "siaa.prueba", "mensaje": "hola", "peticion": None}
    assert linea == fijos | {"ms": 3}


def test_lo_que_falla_va_en_la_misma_linea() -> None:
    with diario_abierto(salida := io.StringIO()) as registro:
        try:
            raise ValueError("dos\nrenglones")
        except ValueError:
            registro.exception("algo falló")
    (linea,) = salida.getvalue().splitlines()
    assert json.loads(linea)["excepcion"].endswith("ValueError: dos\nrenglones")


def test_bajo_el_nivel_no_se_escribe() -> None:
    with diario_abierto(salida := io.StringIO()) as registro:
        registro.debug("detalle")
    assert salida.getvalue() == ""


def escribir_tres(registro: logging.Logger) -> None:
    """Two lines of two requests, and one of none."""

    def atender(peticion: str) -> None:
        PETICION.set(peticion)
        registro.info("buscando")

    for peticion in ("a" * 32, "b" * 32):
        contextvars.copy_context().run(atender, peticion)
    registro.info("nadie pregunta")


def test_el_pedido_va_en_sus_lineas_y_en_ninguna_mas() -> None:
    with diario_abierto(datos := io.StringIO()) as registro:
        escribir_tres(registro)
    with diario_abierto(texto := Terminal()) as registro:
        escribir_tres(registro)
    pedidos = [json.loads(linea)["peticion"] for linea in datos.getvalue().splitlines()]
    assert pedidos == ["a" * 32, "b" * 32, None]
    finales = [linea.partition(" buscando")[2] for linea in texto.getvalue().splitlines()]
    assert finales == [f" (petición {'a' * 32})", f" (petición {'b' * 32})", ""]


def test_un_anuncio_es_para_quien_lee() -> None:
    texto, datos = Terminal(), io.StringIO()
    for salida in (texto, datos):
        Diario(salida, "auto").anunciar("Biblioteca: 2 documentos\n  Aviso: uno vacío")
    assert texto.getvalue() == "Biblioteca: 2 documentos\n  Aviso: uno vacío\n"
    linea = json.loads(datos.getvalue())
    assert linea["mensaje"] == "Biblioteca: 2 documentos\n  Aviso: uno vacío"
    assert (linea["nivel"], linea["origen"]) == ("INFO", "siaa.anuncio")


@given(st.text(st.characters(codec="utf-8")))
def test_todo_mensaje_cabe_en_una_linea_de_json(mensaje: str) -> None:
    salida = io.StringIO()
    Diario(salida, "json").anunciar(mensaje)
    escrito = salida.getvalue()
    assert escrito.endswith("\n") and "\n" not in escrito[:-1]
    assert json.loads(escrito)["mensaje"] == mensaje
