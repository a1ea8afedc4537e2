"""Changes in the text of a catalogue that leave the rest of it as somebody wrote it. Pure.

Lines are edited, and nothing is taken on trust: what comes out must mean what was there with just
that change, or it is refused.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from siaa.biblioteca.catalogo import normalizar_nombre

Campos = Mapping[str, str | Sequence[str]]
"""Fields of a table; an empty one is taken out."""


def con_campos(texto: str, seccion: str, nombre: str, campos: Campos, nuevo: str = "") -> str:
    """Return a catalogue where a table of a section has some fields, and is called `nuevo`.

    Raises `ValueError` where it is written in a way that cannot be changed line by line.
    """
    debido = tomllib.loads(texto)
    tablas = debido.setdefault(seccion, {})
    llano = normalizar_nombre if seccion == "documentos" else str
    nombre = next((n for n in tablas if llano(n) == llano(nombre)), nombre)
    tabla = tablas.pop(nombre, {})
    puestos = {c: list(v) if isinstance(v, tuple) else v for c, v in campos.items()}
    tabla = {c: v for c, v in {**tabla, **puestos}.items() if v or c not in campos}
    tablas[nuevo or nombre] = tabla
    lineas = re.findall(r"[^\n]*\n|[^\n]+", texto)
    cabeza = f"[{seccion}.{json.dumps(nuevo or nombre, ensure_ascii=False)}]\n"
    donde = next((n for n, linea in enumerate(lineas) if _abre(linea, seccion, nombre)), None)
    if donde is None:
        lineas += ["" if texto.endswith("\n") or not texto else "\n", "\n", cabeza]
        donde = len(lineas) - 1
    elif nuevo:
        lineas[donde] = cabeza
    for campo, valor in campos.items():
        escrito = [f"{campo} = {json.dumps(valor, ensure_ascii=False)}\n"] if valor else []
        desde, hasta = _lugar(lineas, donde + 1, campo)
        lineas[desde:hasta] = escrito
    editado = "".join(lineas)
    if tomllib.loads(editado) != debido:
        raise ValueError
    return editado


def apartar(texto: str, documento: str) -> tuple[str, str]:
    """Part a catalogue into the rest and the table of a document. Raises `ValueError` as above."""
    todo = tomllib.loads(texto)
    tablas = todo.get("documentos", {})
    nombre = next((n for n in tablas if normalizar_nombre(n) == documento), "")
    lineas = re.findall(r"[^\n]*\n|[^\n]+", texto)
    cabezas = [n for n, linea in enumerate(lineas) if linea.lstrip().startswith("[")]
    desde = next((n for n in cabezas if _abre(lineas[n], "documentos", nombre)), len(lineas))
    hasta = min((n for n in cabezas if n > desde), default=len(lineas))
    while hasta > desde and lineas[hasta - 1].lstrip().startswith("#"):  # it tells of what is next
        hasta -= 1
    tabla, resto = "".join(lineas[desde:hasta]), "".join(lineas[:desde] + lineas[hasta:])
    if tomllib.loads(tabla) != {"documentos": {nombre: tablas.pop(nombre, None)}}:
        raise ValueError
    if tomllib.loads(resto) | {"documentos": tablas} != todo:
        raise ValueError
    return resto, tabla


def devolver(texto: str, tabla: str) -> str:
    """Return a catalogue with the table of a document again, unless somebody wrote another.

    Raises `ValueError` where either is damaged.
    """
    vuelve = {normalizar_nombre(n) for n in tomllib.loads(tabla)["documentos"]}
    hay = map(normalizar_nombre, tomllib.loads(texto).get("documentos", {}))
    con_ella = texto if vuelve & {*hay} else f"{texto.rstrip()}\n\n{tabla}".lstrip()
    tomllib.loads(con_ella)
    return con_ella


def _leer(trozo: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(trozo)
    except tomllib.TOMLDecodeError:
        return None


def _abre(linea: str, seccion: str, nombre: str) -> bool:
    return linea.lstrip().startswith("[") and _leer(linea) == {seccion: {nombre: {}}}


def _lugar(lineas: Sequence[str], desde: int, campo: str) -> tuple[int, int]:
    """Return which lines of a table, that begin at one, give a field; none where none does."""
    for numero in range(desde, len(lineas)):
        if lineas[numero].startswith("["):
            break
        if lineas[numero].partition("=")[0].strip().strip("\"'") == campo:
            finales = range(numero + 1, len(lineas) + 1)
            return numero, next(
                (fin for fin in finales if _leer("".join(lineas[numero:fin])) is not None), numero
            )
    return desde, desde
