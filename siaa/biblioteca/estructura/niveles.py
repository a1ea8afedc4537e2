"""The depth of headings that conversion left all on one level.

Where nearly every heading of a text has the same number of `#`, numbers in front of the headings
(`# 3.2.1 Plazos`) or the table of contents still tell how they stand inside one another.
"""

import re
from collections import Counter
from typing import Final

from siaa.biblioteca.estructura.lineas import Clase, Linea
from siaa.biblioteca.estructura.rotulos import Rango, Rotulo

ENCABEZADOS_MINIMOS: Final = 8
"""Fewer headings than this are left as they are."""
PROPORCION_IGUALES: Final = 0.9
"""Share of the headings on one level above which the level says nothing."""
PROPORCION_CONOCIDOS: Final = 0.6
"""Share of the headings whose depth must be known."""
ALCANCE_INDICE: Final = 12
"""How many entries of the table of contents a heading may be ahead of the one before it."""

_NUMERAL = re.compile(r"[\s|*_]*(\d{1,3}(?:\.\d{1,2})*)\.?[)\s]")
_PALABRAS = re.compile(r"[^\W_]+")
_PAGINA_FINAL = re.compile(r"(?:\d{1,4}|[ivxlcIVXLC]{1,7})$")


def con_niveles(contenido: str, lineas: list[Linea]) -> list[Linea]:
    """Give headings that are all on one level the depth that numbers or contents tell.

    A title that stands before them all keeps its level, above all others. Lines are returned
    unchanged where levels differ already or too few depths are known.
    """
    lugares = [i for i, x in enumerate(lineas) if x.rotulo and x.rotulo.rango == Rango.COMUN]
    rotulos = [r for i in lugares if (r := lineas[i].rotulo)]
    if len(rotulos) < ENCABEZADOS_MINIMOS or not _son_llanos(rotulos):
        return lineas
    grados = _grados(rotulos, _entradas(contenido, lineas))
    if sum(g > 0 for g in grados) < PROPORCION_CONOCIDOS * len(grados) or max(grados) < 2:
        return lineas
    corregidas = list(lineas)
    for i, rotulo, grado in zip(lugares, rotulos, _completos(rotulos, grados), strict=True):
        corregidas[i] = lineas[i]._replace(rotulo=rotulo._replace(marca=grado))
    return corregidas


def _son_llanos(rotulos: list[Rotulo]) -> bool:
    marcas = Counter(r.marca for r in rotulos[1:])
    return marcas.most_common(1)[0][1] >= PROPORCION_IGUALES * (len(rotulos) - 1)


def _entradas(contenido: str, lineas: list[Linea]) -> list[tuple[str, int]]:
    """Title, to be compared, and depth of every entry of the tables of contents, in order."""
    entradas: list[tuple[str, int]] = []
    for linea in lineas:
        if linea.clase is not Clase.INDICE:
            continue
        texto = _PAGINA_FINAL.sub("", contenido[linea.inicio : linea.fin].rstrip(" |"))
        numerada = _NUMERAL.match(texto)
        titulo = texto[numerada.end() :] if numerada else texto
        puntos = numerada[1].count(".") if numerada else int(not titulo.isupper())
        entradas.append((_clave(titulo), puntos + 1))
    return entradas


def _clave(titulo: str) -> str:
    return " ".join(_PALABRAS.findall(titulo.casefold()))


def _grados(rotulos: list[Rotulo], entradas: list[tuple[str, int]]) -> list[int]:
    """Depth of every heading by its own number or its place in the contents; 0 if unknown."""
    grados: list[int] = []
    claves = [clave for clave, _ in entradas]
    proxima = 0
    for rotulo in rotulos:
        numerado = _NUMERAL.match(rotulo.titulo)
        titulo = rotulo.titulo[numerado.end() :] if numerado else rotulo.titulo
        clave = _clave(titulo)
        hallada = -1
        if clave in claves[proxima : proxima + ALCANCE_INDICE]:
            hallada = claves.index(clave, proxima)
            proxima = hallada + 1
        if numerado:
            grados.append(numerado[1].count(".") + 1)
        else:
            grados.append(entradas[hallada][1] if hallada >= 0 else 0)
    return grados


def _completos(rotulos: list[Rotulo], grados: list[int]) -> list[int]:
    """Levels of all headings: a heading of unknown depth stands inside the last known one.

    Those in capitals and those before the first known one are on the first level.
    """
    base = 1 if grados[0] == 0 else 0
    niveles: list[int] = []
    ultimo = 0
    for i, (rotulo, grado) in enumerate(zip(rotulos, grados, strict=True)):
        if i == 0 and base:
            niveles.append(1)
            continue
        ultimo = grado or ultimo
        conocido = grado or (1 if rotulo.titulo.isupper() or not ultimo else ultimo + 1)
        niveles.append(base + conocido)
    return niveles
