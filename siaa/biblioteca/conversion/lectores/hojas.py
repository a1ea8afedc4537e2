"""Sheets → Markdown: each sheet a heading, each block of rows between empty ones a table."""

import io
import re
import warnings
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from itertools import groupby
from typing import Any, NamedTuple

import openpyxl

from siaa.biblioteca.conversion.estructurados import leer_filas
from siaa.biblioteca.conversion.limites import revisar_celdas
from siaa.biblioteca.conversion.piezas import Leido, limpio, parrafo, tabla

_CIFRAS = re.compile(r"(0+)(?:\.(0+))?")


class Hoja(NamedTuple):
    """A sheet: its name, and the rows of what its cells say."""

    titulo: str
    filas: Iterable[list[str]]


def leer_xlsx(datos: bytes) -> Leido:
    """Read a workbook as it was last calculated. Raises what openpyxl does of a damaged one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what it does not know of a workbook is no text
        libro = openpyxl.load_workbook(io.BytesIO(datos), read_only=True, data_only=True)
    return Leido(escribir(map(_de_excel, libro.worksheets)), limpio(libro.properties.title or ""))


def _de_excel(hoja: Any) -> Hoja:
    hoja.reset_dimensions()  # a file may say that it has rows without end
    filas = ([_valor(c.value, c.number_format or "") for c in fila] for fila in hoja.iter_rows())
    return Hoja(hoja.title, filas)


def leer_csv(datos: bytes) -> Leido:
    """Read a table in UTF-8. Raises `csv.Error`."""
    filas = ([limpio(celda) for celda in fila] for fila in leer_filas(datos.decode()))
    return Leido(escribir([Hoja("", filas)]))


def escribir(hojas: Iterable[Hoja]) -> str:
    """Return sheets as Markdown. Raises `NoSeConvierte` where they have too many cells."""
    partes: list[str] = []
    celdas = 0
    for hoja in hojas:
        filas: list[list[str]] = []
        for fila in hoja.filas:
            celdas += len(fila)
            revisar_celdas(celdas)
            filas.append(fila)
        if bloques := list(_en_bloques(filas)):
            partes += [f"## {limpio(hoja.titulo)}"] * bool(hoja.titulo) + bloques
    return "\n\n".join(partes)


def _en_bloques(filas: Iterable[list[str]]) -> Iterator[str]:
    """Part rows where an empty one stands; a row of one cell over a table is text."""
    for llena, grupo in groupby(filas, any):
        bloque = list(grupo) if llena else []
        es_tabla = any(sum(map(bool, fila)) > 1 for fila in bloque)
        while es_tabla and sum(map(bool, bloque[0])) == 1:
            yield parrafo("".join(bloque.pop(0)))
        if bloque:
            yield tabla(bloque)


def _valor(valor: object, formato: str) -> str:
    """Write a value as the sheet shows it to people in Colombia."""
    match valor:
        case None:
            return ""
        case bool():
            return "sí" if valor else "no"
        case datetime() if valor.time() != time():
            return f"{valor:%d/%m/%Y %H:%M}"
        case date():
            return f"{valor:%d/%m/%Y}"
        case int() | float():
            return _numero(valor, formato.split(";")[0])
    return limpio(str(valor))


def _numero(valor: float, formato: str) -> str:
    cantidad = valor * 100 if "%" in formato else valor
    hallado = _CIFRAS.search(formato)
    if hallado:
        miles = "," if "#,##0" in formato else ""
        enteras, decimales = len(hallado[1]), len(hallado[2] or "")
        ancho = enteras + decimales + bool(decimales)
        escrito = f"{cantidad:{miles or f'0{ancho}'}.{decimales}f}"  # «00012» is a code
    else:
        escrito = str(cantidad).removesuffix(".0")
    escrito = escrito.translate(str.maketrans(",.", ".,"))
    return ("$ " if "$" in formato else "") + escrito + (" %" if "%" in formato else "")
