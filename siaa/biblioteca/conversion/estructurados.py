"""Data, settings and programs → Markdown cut where their own structure cuts. Pure.

Each row, record, key or function is a section, and each of its lines a row («| …»), so that none
joins another: a cell stands beside the name of its column, a line of code as it is indented.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, zip_longest
from pathlib import PurePath
from typing import Any, Final

from siaa.biblioteca.conversion.limites import CELDAS, revisar_celdas
from siaa.biblioteca.conversion.piezas import NoSeConvierte, limpio

LARGO_DE_TITULO: Final = 80
SEPARADORES: Final = ";\t,|"
"""What parts the cells of a table in plain text; programs in Spanish write the first."""
_SEPARA = re.compile(rf"\Asep=([{SEPARADORES}])\r?\n", re.IGNORECASE)
"""How Excel begins a table to say what parts its cells; it shows none of it."""
_ABRE = re.compile(
    r"\[[^\]\n]+\]|[\w\"'-]+\s*[:=]"  # a section or key of settings, at the margin
    r"|(?:async def|def|class|function|export|public|private|interface|func|fn|sub)\b"
    r"|\w[\w-]*\s*\(\)\s*\{|(?:CREATE|ALTER|DROP|SELECT|INSERT|UPDATE|DELETE|WITH)\b",
    re.IGNORECASE,
)


def en_markdown(ruta: str, texto: str) -> str:
    """Return a text as Markdown. Raises `NoSeConvierte` for data that is not what it says."""
    nombre = PurePath(ruta)
    extension = nombre.suffix.lower()
    try:
        if extension in (".csv", ".tsv"):
            partes = [*_de_filas(texto)]
        elif extension in (".json", ".jsonl"):
            partes = [*_de_registros(texto, extension)]
        else:
            partes = [*_de_lineas(texto)]
    except (csv.Error, json.JSONDecodeError, RecursionError) as error:
        razon = f"no es {extension[1:].upper()} válido: corríjalo o guárdelo como .txt"
        raise NoSeConvierte(razon) from error
    return "\n\n".join((f"# {limpio(nombre.name)}", *partes)) + "\n"


def _seccion(titulo: str, lineas: Iterable[str]) -> str:
    """Write a section, its lines as they are."""
    return "\n".join(
        (f"## {limpio(titulo)[:LARGO_DE_TITULO] or '—'}\n", *(f"| {linea}" for linea in lineas))
    )


def leer_filas(texto: str) -> Iterator[list[str]]:
    """Return the rows of a table, parted by what it says or else its first line has most of."""
    dicho = _SEPARA.match(texto)
    separador = dicho[1] if dicho else max(SEPARADORES, key=texto.partition("\n")[0].count)
    return csv.reader(io.StringIO(_SEPARA.sub("", texto), newline=""), delimiter=separador)


def _de_filas(texto: str) -> Iterator[str]:
    filas = leer_filas(texto)
    columnas, celdas = [limpio(nombre) for nombre in next(filas, [])], 0
    for fila in filas:
        celdas += len(fila)
        revisar_celdas(celdas)
        llenas = [(c, limpio(v)) for c, v in zip_longest(columnas, fila, fillvalue="") if v.strip()]
        if llenas:
            yield _seccion(llenas[0][1], (f"{columna}: {valor}" for columna, valor in llenas))


def _de_registros(texto: str, extension: str) -> Iterator[str]:
    lineas = [texto] if extension == ".json" else filter(str.strip, texto.split("\n"))
    leidos = [json.loads(linea) for linea in lineas]
    datos = leidos[0] if extension == ".json" else leidos
    celdas = 0
    for nombre, valor in enumerate(datos) if isinstance(datos, list) else _claves(datos):
        campos = list(islice(_aplanar("", valor), CELDAS + 1))
        celdas += len(campos)
        revisar_celdas(celdas)
        titulo = nombre if isinstance(nombre, str) else campos[0][1] if campos else ""
        yield _seccion(titulo, (f"{c}: {v}" if c else v for c, v in campos))


def _claves(datos: Any) -> Iterable[tuple[str, Any]]:
    return datos.items() if isinstance(datos, dict) else [("valor", datos)]


def _aplanar(camino: str, valor: Any) -> Iterator[tuple[str, str]]:
    """Yield the plain values of a record with the path of keys to each («precio.valor»)."""
    if isinstance(valor, Mapping | list):
        pares = valor.items() if isinstance(valor, Mapping) else enumerate(valor, 1)
        for clave, interno in pares:
            lugar = f"{camino}.{clave}" if camino else str(clave)
            yield from _aplanar(limpio(lugar)[-LARGO_DE_TITULO:], interno)
    elif valor is not None:
        yield camino, limpio(str(valor))


def _de_lineas(texto: str) -> Iterator[str]:
    """Yield what stands before the first key or function, then each of them."""
    titulo, propias = "comienzo", list[str]()
    for linea in texto.split("\n"):
        if _ABRE.match(linea):
            if propias:
                yield _seccion(titulo, propias)
            titulo, propias = linea, []
        if linea.strip():
            propias.append(linea.rstrip())
    if propias:
        yield _seccion(titulo, propias)
