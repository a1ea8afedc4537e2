"""The depth of headings that conversion left all on one level.

Where nearly every heading of a text has the same number of `#`, its table of contents still tells
how they stand inside one another: by the numbers of its entries, or by their capitals.

Without it «Por reparto», in the manual of a form, may be of any of its sections: most headings are
called as others are, and a passage is cited, and told from others, by those above it.
"""

import re
from collections import Counter
from typing import Final

from siaa.biblioteca.estructura.lineas import Clase, Linea
from siaa.biblioteca.estructura.rotulos import Rango, Rotulo

PROPORCION_IGUALES: Final = 0.9
"""Share of the headings on one level above which the level says nothing."""
ALCANCE_INDICE: Final = 12
"""How many entries of the table of contents a heading may be ahead of the one before it."""

_NUMERAL = re.compile(r"[\s|*_]*(\d{1,3}(?:\.\d{1,2})*)\.?[)\s]")
_PALABRAS = re.compile(r"[^\W_]+")
_PAGINA_FINAL = re.compile(r"(?:\d{1,4}|[ivxlcIVXLC]{1,7})$")


def con_niveles(contenido: str, lineas: list[Linea]) -> list[Linea]:
    """Give headings that are all on one level the depth that the table of contents tells.

    A title that stands before them all keeps its level, above all others. Lines are returned
    unchanged where levels differ already or no contents tell any.
    """
    lugares = [i for i, x in enumerate(lineas) if x.rotulo and x.rotulo.rango == Rango.COMUN]
    rotulos = [r for i in lugares if (r := lineas[i].rotulo)]
    entradas = _entradas(contenido, lineas)
    if len(rotulos) < 2 or not entradas or not _son_llanos(rotulos):
        return lineas
    grados = _grados(rotulos, entradas)
    if max(grados) < 2:
        return lineas
    corregidas = list(lineas)
    for i, rotulo, grado in zip(lugares, rotulos, _completos(grados), strict=True):
        corregidas[i] = lineas[i]._replace(rotulo=rotulo._replace(marca=grado))
    return corregidas


def _son_llanos(rotulos: list[Rotulo]) -> bool:
    marcas = Counter(r.marca for r in rotulos[1:])
    return marcas.most_common(1)[0][1] >= PROPORCION_IGUALES * (len(rotulos) - 1)


def _entradas(contenido: str, lineas: list[Linea]) -> list[tuple[int, str]]:
    """Depth and title, to be compared, of every entry of the tables of contents, in order."""
    entradas = (contenido[x.inicio : x.fin] for x in lineas if x.clase is Clase.INDICE)
    escritas = [_PAGINA_FINAL.sub("", entrada.rstrip(" |")) for entrada in entradas]
    return [(g or 1 + (not e.isupper()), t) for e in escritas for g, t in (_leer(e),)]


def _leer(titulo: str) -> tuple[int, str]:
    """Return the depth that the number of a title tells, 0 without one, and the title alone."""
    numerado = _NUMERAL.match(titulo)
    grado = numerado[1].count(".") + 1 if numerado else 0
    resto = titulo[numerado.end() :] if numerado else titulo
    return grado, " ".join(_PALABRAS.findall(resto.casefold()))


def _grados(rotulos: list[Rotulo], entradas: list[tuple[int, str]]) -> list[int]:
    """Depth of every heading by its place in the contents; 0 if unknown."""
    grados: list[int] = []
    titulos = [titulo for _, titulo in entradas]
    proxima = 0
    for rotulo in rotulos:
        _, titulo = _leer(rotulo.titulo)
        grado = 0
        if titulo in titulos[proxima : proxima + ALCANCE_INDICE]:
            hallada = titulos.index(titulo, proxima)
            grado, proxima = entradas[hallada][0], hallada + 1
        grados.append(grado)
    return grados


def _completos(grados: list[int]) -> list[int]:
    """Levels of all headings: a heading of unknown depth stands inside the last known one."""
    base = int(grados[0] == 0)
    niveles, ultimo = [1] * base, 0
    for grado in grados[base:]:
        ultimo = grado or ultimo
        niveles.append(base + (grado or ultimo + 1))
    return niveles
