"""Sheets → Markdown: each sheet a heading, each block of rows between empty ones a table."""

import io
import re
import warnings
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from itertools import chain, groupby
from typing import Any, Final, NamedTuple

import openpyxl
from openpyxl.cell.read_only import ReadOnlyCell
from openpyxl.utils import range_boundaries
from openpyxl.worksheet._reader import FORMULA_TAG, WorkSheetParser

from siaa.biblioteca.conversion.estructurados import leer_filas
from siaa.biblioteca.conversion.limites import revisar_celdas
from siaa.biblioteca.conversion.piezas import Leido, dejado_fuera, limpio, parrafo, tabla

_FORMULA: Final = "fórmula"
_CALCULE: Final = "ábralo en Excel y guárdelo"
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
    fuera: Counter[str] = Counter()
    hojas = (
        Hoja(hoja.title, _filas(hoja, fuera)) for hoja in libro.worksheets if _se_ve(hoja, fuera)
    )
    escrito, sin_calcular = escribir(hojas), fuera.pop(_FORMULA, 0)
    dicho = f"no se leyeron las fórmulas sin calcular ({sin_calcular}): {_CALCULE}"
    avisos = dejado_fuera(fuera) + (dicho,) * bool(sin_calcular)
    return Leido(escrito, limpio(libro.properties.title or ""), avisos)


class _LectorDeHoja(WorkSheetParser):  # type: ignore[misc]
    """Reads a sheet, once. sin_calcular: how many of its formulas have no value kept."""

    sin_calcular = 0

    def parse_cell(self, element: Any) -> dict[str, Any]:
        """Read a cell."""
        celda: dict[str, Any] = super().parse_cell(element)
        vacia = celda["value"] is None and celda["data_type"] != "str"  # an empty text is a value
        self.sin_calcular += vacia and element.find(FORMULA_TAG) is not None
        return celda


def _se_ve(hoja: Any, fuera: Counter[str]) -> bool:
    fuera["hoja oculta"] += hoja.sheet_state != "visible"
    return bool(hoja.sheet_state == "visible")


def _filas(hoja: Any, fuera: Counter[str]) -> Iterator[list[str]]:
    """Yield the rows that are seen; of those that are empty between two, one."""
    libro, filas, celdas = hoja.parent, dict[int, list[str]](), 0
    tachan = {numero for numero, letra in enumerate(libro._fonts) if letra.strike}
    with hoja._get_source() as fuente:
        de_fecha = libro.epoch, libro._date_formats, libro._timedelta_formats
        lector = _LectorDeHoja(fuente, hoja._shared_strings, True, *de_fecha)
        for numero, leidas in lector.parse():
            fila = [""] * max((leida["column"] for leida in leidas), default=0)
            celdas += len(fila)
            revisar_celdas(celdas)
            for celda in (ReadOnlyCell(hoja, **leida) for leida in leidas):
                dicho = _valor(celda.value, celda.number_format or "")
                tachado = dicho and celda.style_array.fontId in tachan
                fuera["celda tachada"] += bool(tachado)
                fila[celda.column - 1] = "" if tachado else dicho
            if any(fila):
                filas[numero] = fila
    fuera[_FORMULA] += lector.sin_calcular
    _repetir(filas, lector.merged_cells.mergeCell if lector.merged_cells else ())
    yield from _visibles(filas, lector, fuera)


def _repetir(filas: Mapping[int, list[str]], fundidas: Iterable[Any]) -> None:
    """Say what a merged cell says in each of its rows that say something."""
    numeros, celdas = sorted(filas), 0
    for fundida in fundidas:
        columna, arriba, _, abajo = range_boundaries(fundida.ref)
        dicho = "".join(filas.get(arriba, [])[columna - 1 : columna])
        for numero in numeros[bisect(numeros, arriba) : bisect(numeros, abajo)] if dicho else ():
            faltan = max(columna - len(filas[numero]), 0)
            celdas += 1 + faltan
            revisar_celdas(celdas)
            filas[numero] += [""] * faltan
            filas[numero][columna - 1] = filas[numero][columna - 1] or dicho


def _visibles(
    filas: Mapping[int, list[str]], lector: _LectorDeHoja, fuera: Counter[str]
) -> Iterator[list[str]]:
    ancho = max(map(len, filas.values()), default=0)
    tramos = filter(_oculta, lector.column_dimensions.values())
    columnas = (range(int(t["min"]) - 1, min(int(t["max"]), ancho)) for t in tramos)
    ocultas = set(chain.from_iterable(columnas))
    dichas = {columna for fila in filas.values() for columna, dicho in enumerate(fila) if dicho}
    fuera["columna oculta"] += len(ocultas & dichas)
    anterior = 0
    for numero in sorted(filas):
        if numero > anterior + 1:
            yield []
        anterior = numero
        if _oculta(lector.row_dimensions.get(str(numero), {})):
            fuera["fila oculta"] += 1
        else:
            yield [dicho for columna, dicho in enumerate(filas[numero]) if columna not in ocultas]


def _oculta(dice: Mapping[str, str]) -> bool:
    return dice.get("hidden") in ("1", "true")


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
        case time():
            return f"{valor:%H:%M:%S}" if "ss" in formato else f"{valor:%H:%M}"
        case timedelta():
            return _duracion(round(valor.total_seconds()), "ss" in formato)
        case int() | float():
            return _numero(valor, formato.split(";")[0])
    return limpio(str(valor))


def _duracion(segundos: int, con_segundos: bool) -> str:
    minutos, resto = divmod(abs(segundos), 60)
    dicho = f"{'-' * (segundos < 0)}{minutos // 60}:{minutos % 60:02}"
    return f"{dicho}:{resto:02}" if con_segundos else dicho


def _numero(valor: float, formato: str) -> str:
    cantidad = valor * 100 if "%" in formato else valor
    hallado = _CIFRAS.search(formato)
    if hallado:
        miles = "," if "#,##0" in formato else ""
        enteras, decimales = len(hallado[1]), len(hallado[2] or "")
        ancho = enteras + decimales + bool(decimales)
        escrito = f"{cantidad:{miles or f'0{ancho}'}.{decimales}f}"  # «00012» is a code
    elif cantidad % 1 == 0:
        escrito = str(int(cantidad))
    else:  # in 0,30000000000000004 the last digits are of the machine; cents never are
        escrito = f"{cantidad:.{11 if abs(cantidad) < 1e9 else 15}G}"
    escrito = escrito.translate(str.maketrans(",.", ".,"))
    return ("$ " if "$" in formato else "") + escrito + (" %" if "%" in formato else "")
