"""Pages that are pictures → printed lines, by tesseract, where it is installed.

What it misreads is repaired only where what stands around tells what it must be, and told.
"""

import csv
import io
import os
import re
import resource
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import median
from types import MappingProxyType
from typing import Any, Final

from siaa.biblioteca.conversion.lectores.impreso import Impresa
from siaa.biblioteca.conversion.piezas import limpio

PROGRAMA: Final = "tesseract"
IDIOMA: Final = "spa"
PAGINA_S: Final = 60
TODO_S: Final = 900
"""Seconds of processor that recognising one page, and all of a document, may take."""
PUNTOS: Final = 300 / 72
"""Pixels for each point of the paper."""
PIXELES: Final = 16_000_000
PARECIDO: Final = 1.35
"""How much taller than usual a line of the same letters may be: its box is that of its ink."""
_ENTORNO: Final = MappingProxyType({"OMP_THREAD_LIMIT": "1"})
_UNIDAD: Final = r"(\W*(?:art[ií]culo|art\.|par[aá]grafo)\s+)"
_ROTULO = re.compile(rf"{_UNIDAD}(\d{{1,3}})", re.IGNORECASE)
_CIFRA_POR_GRADO: Final = "092"
_SIGNO_POR_GRADO = re.compile(rf"{_UNIDAD}(\d{{1,2}})[*\"”’'?%](?=[\s.:,]|$)", re.IGNORECASE)
_ROMANO = re.compile(r"\A(\W*(?:cap[ií]tulo|t[ií]tulo)\s+)[l|1](?=\W*\Z)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reconocida:
    """What was read of a page, and how sure that is, in per cent."""

    renglones: list[Impresa]
    confianza: int


def version() -> str:
    """Return which program there is that reads Spanish; "" for none, or one that does not work."""
    programa = shutil.which(PROGRAMA) or ""
    primera, idiomas = (_correr([programa, orden]) for orden in ("--version", "--list-langs"))
    return primera.partition("\n")[0] if IDIOMA in idiomas.split() else ""


def queda_tiempo() -> bool:
    """Tell whether what was recognised by this process so far took less than it may."""
    gastado = resource.getrusage(resource.RUSAGE_CHILDREN)
    return gastado.ru_utime + gastado.ru_stime < TODO_S


def reconocer(foto: Any, alto: float) -> Reconocida | None:
    """Read the picture (of PIL, grey) of a page so many points high; None where that fails."""
    salida = io.BytesIO()
    foto.save(salida, "PPM")
    por_punto = foto.height / alto
    orden = [str(shutil.which(PROGRAMA)), "stdin", "stdout", "-l", IDIOMA]
    orden += ["--dpi", str(round(72 * por_punto)), "tsv"]
    tabla = _correr(orden, salida.getvalue(), preexec_fn=_limitar)
    if not tabla:
        return None
    filas = csv.DictReader(io.StringIO(tabla), delimiter="\t", quoting=csv.QUOTE_NONE)
    palabras = [fila for fila in filas if fila["level"] == "5" and fila["text"].strip()]
    letras = sum(len(p["text"]) for p in palabras)
    suma = sum(len(p["text"]) * float(p["conf"]) for p in palabras)
    por_renglon = groupby(palabras, lambda p: (p["block_num"], p["par_num"], p["line_num"]))
    renglones = [_renglon(list(grupo), por_punto, alto) for _, grupo in por_renglon]
    return Reconocida(_parejos(renglones), round(suma / max(letras, 1)))


def _limitar() -> None:
    """Limit the process that begins, besides its memory and files, which are limited already."""
    resource.setrlimit(resource.RLIMIT_CPU, (PAGINA_S, PAGINA_S + 1))
    os.nice(10)  # people are being answered meanwhile


def _correr(orden: Sequence[str], entrada: bytes = b"", **opciones: Any) -> str:
    with suppress(OSError):
        # The command is made here; of a document, only the picture of a page gets to it.
        hecho = subprocess.run(  # noqa: S603
            orden, input=entrada, capture_output=True, env=_ENTORNO, check=False, **opciones
        )
        return "" if hecho.returncode else hecho.stdout.decode("utf-8", "replace")
    return ""


def _renglon(palabras: Sequence[dict[str, str]], por_punto: float, alto: float) -> Impresa:
    cajas = [
        [float(p[n]) / por_punto for n in ("left", "top", "width", "height")] for p in palabras
    ]
    texto = limpio(" ".join(p["text"] for p in palabras))
    return Impresa(
        min(x for x, *_ in cajas),
        alto - max(y + h for _, y, _, h in cajas),
        max(x + a for x, _, a, _ in cajas),
        alto - min(y for _, y, *_ in cajas),
        texto,
    )


def _parejos(renglones: list[Impresa]) -> list[Impresa]:
    """Give lines of the same letters the same height."""
    usual = median([r.alto for r in renglones] or [0.0])
    return [replace(r, y1=r.y0 + usual) if r.alto < PARECIDO * usual else r for r in renglones]


def reparar(textos: Sequence[str]) -> dict[int, str]:
    """Return the lines, by place, that number a unit as it cannot be, repaired.

    «Artículo 5*» is the fifth, and so is «ARTÍCULO 50» between the fourth and the sixth; «Capítulo
    |» is the first.
    """
    con_signos = [_ROMANO.sub(r"\1I", _SIGNO_POR_GRADO.sub(r"\1\2°", t)) for t in textos]
    rotulos = [(n, r) for n, texto in enumerate(con_signos) if (r := _ROTULO.match(texto))]
    anterior = 0
    siguientes = [*(rotulo[2] for _, rotulo in rotulos), ""][1:]
    for (n, rotulo), siguiente in zip(rotulos, siguientes, strict=True):
        numero, debido = rotulo[2], anterior + 1
        sigue = _puede_ser(siguiente, debido + 1)
        if sigue and numero != str(debido) and _puede_ser(numero, debido):
            numero = str(debido)
            con_signos[n] = f"{rotulo[1]}{numero}°{con_signos[n][rotulo.end() :]}"
        anterior = int(numero)
    return {n: dicho for n, dicho in enumerate(con_signos) if dicho != textos[n]}


def _puede_ser(leido: str, numero: int) -> bool:
    """Tell whether what was read may be a number, or that number and a degree mark misread."""
    return leido == str(numero) or (leido[:-1] == str(numero) and leido[-1] in _CIFRA_POR_GRADO)
