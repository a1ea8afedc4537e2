"""How chosen fragments are written down for the model: the only place that knows.

A block is the name of its document, then each fragment under its heading; under either, what other
acts did to it. Nothing is said again that the fragment before has, nor a heading that the text has.
Of a list that is not sent whole it is said how many items are missing, before and after.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, takewhile
from typing import Final

import numpy as np

from siaa.biblioteca.estructura.renglones import ELEMENTO
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import sin_extension
from siaa.biblioteca.relaciones.tabla import afectan, cambios
from siaa.biblioteca.valores import Documento
from siaa.valores import ChunkPuntuado, Formato, Poda, TituloDeFragmento

CLASICA: Final = Formato("\n\n", f"\n{'═' * 60}\n")
HIBRIDA: Final = Formato("\n", "\n", sano=True)
SALTO: Final = "\n[…]\n"
"""Stands between two fragments where no heading does."""
LARGO_TITULO: Final = 60
"""Of a heading that is told with the number of its chunk; any other is told whole."""
ITEMS_CONTADOS: Final = 50
"""Most items that are counted of what is left out of a list."""
ACTOS_DICHOS: Final = 3
"""Most acts that are said to have changed a fragment; the rest are counted."""

_PARAGRAFO = re.compile(r"[*_]*par[aá]grafo", re.IGNORECASE)
_ARTICULO = re.compile(r"art[ií]culo \w+°?", re.IGNORECASE)


Lugar = tuple[int, int, TituloDeFragmento | None]
"""Where a stretch that is sent starts and ends in the text of its document, and its heading."""


def encabezado_bloque(documento: Documento, formato: Formato) -> str:
    """Return the lines that open a document's block: its name, and what was done to all of it."""
    nombre = f"[DOC: {sin_extension(documento.nombre_original).upper()}]\n"
    if not formato.sano:
        return nombre
    hasta = documento.entrada.vigente_hasta
    vigente = () if hasta is None else (f"vigente hasta el {hasta:%d/%m/%Y}",)
    return nombre + _aviso((*vigente, *cambios(afectan(documento, 0, 0))))


def linea(titulo: TituloDeFragmento | None) -> str:
    """Return the line of a heading; empty for none."""
    if titulo is None:
        return ""
    if titulo.chunk is None:
        return f"[SEC: {titulo.texto}]\n"
    return f"[SEC: {titulo.texto[:LARGO_TITULO]} | CHUNK: {titulo.chunk}]\n"


def nota(documento: Documento, inicio: int, fin: int) -> str:
    """Return the line that says what was done to the articles of a stretch; empty for nothing."""
    return _aviso(cambios(r for r in afectan(documento, inicio, fin) if r.a.articulo))


def _aviso(dichos: Sequence[str]) -> str:
    """Return one short line: where there are many changes, the rest are counted."""
    resto = len(dichos) - ACTOS_DICHOS
    cuantos = (f"y {resto} cambios más",) if resto > 0 else ()
    texto = "; ".join((*dichos[:ACTOS_DICHOS], *cuantos))
    return f"[{texto[0].upper()}{texto[1:]}]\n" if texto else ""


def alrededor(documento: Documento, formato: Formato, fragmentos: Sequence[Lugar]) -> Iterator[str]:
    """Yield what is written before each fragment of a block, in order, and after the last."""
    anterior: tuple[TituloDeFragmento | None, str] = (None, "")
    falta = ""
    for lugar, (inicio, fin, titulo) in enumerate(fragmentos):
        aviso = nota(documento, inicio, fin) if formato.sano else ""
        mismo = titulo == anterior[0]
        dicha = "" if mismo or (titulo is not None and titulo.se_nombra) else linea(titulo)
        separador = formato.separador if dicha or falta else SALTO
        previo = falta + separador if lugar else ""
        antes = _antes(documento, fragmentos, lugar) if formato.sano and not falta else ""
        yield previo + dicha + ("" if mismo and aviso == anterior[1] else aviso) + antes
        anterior = titulo, aviso
        falta = _falta(documento, fragmentos, lugar) if formato.sano else ""
    yield falta + formato.cierre


def _antes(documento: Documento, fragmentos: Sequence[Lugar], lugar: int) -> str:
    """Return the line that says how many items of its list a fragment comes after; or nothing."""
    inicio = fragmentos[lugar][0]
    if not ELEMENTO.match(documento.contenido, inicio):
        return ""
    desde = max([otro for _, otro, _ in fragmentos if otro <= inicio], default=0)
    previos = _items(_renglones(documento, inicio, desde, inicio, -1))
    return f"[… {previos} antes]\n" if previos else ""


def _falta(documento: Documento, fragmentos: Sequence[Lugar], lugar: int) -> str:
    """Return the line that says how much of a list is left out after a fragment; or nothing.

    Something is where the next passage of the section begins with an item and is not sent. What a
    parágrafo lists is another list.
    """
    inicio, fin, titulo = fragmentos[lugar]
    hasta = min([otro for otro, *_ in fragmentos if otro >= fin], default=len(documento.contenido))
    siguen = _renglones(documento, inicio, fin, hasta)
    if not ELEMENTO.match(primero := next(siguen, "")):
        return ""
    articulo = _ARTICULO.match(titulo.texto) if titulo else None
    donde = f" en el {articulo[0].lower()}" if articulo else ""
    return f"\n[… {_items(chain((primero,), siguen))} más{donde}]"


def _renglones(
    documento: Documento, lugar: int, desde: int, hasta: int, paso: int = 1
) -> Iterator[str]:
    """Yield the lines within bounds that are of the section of a place, up to a parágrafo.

    paso: -1 yields them backwards.
    """
    pasajes = documento.texto.estructura.pasajes
    suya = pasajes[int(np.searchsorted(pasajes[:, 0], lugar, side="right")) - 1, 2]
    dentro = (pasajes[:, 2] == suya) & (pasajes[:, 0] >= desde) & (pasajes[:, 0] < hasta)
    suyos = (
        documento.sano(a, b).split("\n")[::paso] for a, b in pasajes[dentro, :2][::paso].tolist()
    )
    return takewhile(lambda renglon: not _PARAGRAFO.match(renglon), chain.from_iterable(suyos))


def _items(renglones: Iterable[str]) -> str:
    """Return how many items begin in some lines, in words; empty for none."""
    cuantos = sum(1 for _ in islice(filter(ELEMENTO.match, renglones), ITEMS_CONTADOS + 1))
    dicho = f"más de {ITEMS_CONTADOS}" if cuantos > ITEMS_CONTADOS else str(cuantos)
    return f"{dicho} ítem{'s' * (cuantos > 1)}" if cuantos else ""


def trozos(documento: Documento, poda: Poda) -> Iterator[tuple[str, str]]:
    """Yield what is written before each fragment of a block, and its text; last, what closes it."""
    textos = (texto_de(documento, chunk, poda.formato) for chunk in poda.chunks)
    lugares = [(chunk.inicio, chunk.fin, chunk.titulo) for chunk in poda.chunks]
    return zip(alrededor(documento, poda.formato, lugares), (*textos, ""), strict=True)


def texto_de(documento: Documento, chunk: ChunkPuntuado, formato: Formato) -> str:
    """Return the text of a fragment as it is sent."""
    if formato.sano:
        return documento.sano(chunk.inicio, chunk.fin)
    return documento.contenido[chunk.inicio : chunk.fin]


def escribir(documento: Documento, poda: Poda) -> str:
    """Return the block of a document; empty when nothing of it was chosen."""
    if not poda.chunks:
        return ""
    texto = "".join(previo + propio for previo, propio in trozos(documento, poda))
    return encabezado_bloque(documento, poda.formato) + texto


def largo(indice: Indice, podas: Sequence[Poda]) -> int:
    """Return how many characters some blocks take."""
    return sum(len(escribir(indice.documentos[poda.doc], poda)) for poda in podas)
