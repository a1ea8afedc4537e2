"""What a document does to others and others to it: links to where it is said, and a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote

from flask import url_for

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.relaciones.tabla import afectan, lugar_de
from siaa.biblioteca.valores import Documento, Extremo, Relacion, TipoDeRelacion
from siaa.valores import HECHO, Fuente, Vigencia
from siaa.web.json import tomar
from siaa.web.visor.resaltado import PasajeCitado

Enlace = Callable[[str, int | None, int | None], str]
"""Document, start and end of a passage in it (None for all of it) → its address in the viewer."""


@dataclass(frozen=True, slots=True)
class VigenciaDicha(Vigencia):
    """What is told of a change, with the address of the sentence that makes it."""

    url: str | None


@dataclass(frozen=True, slots=True)
class Fila:
    """A row of the table of a document: what is done, in which of its articles, and by or to whom.

    Articles are enumerated; url: of the other act, None where the library lacks it.
    """

    que: str
    articulos: str
    norma: str
    ajenos: str
    url: str | None
    frase: str


def enlaces(indice: Indice) -> Enlace:
    """Return how to link to a passage, without needing the request any more when it is used."""
    base = url_for("visor.ver", doc="x").removesuffix("x")

    def url(doc: str, desde: int | None, hasta: int | None) -> str:
        if desde is None or hasta is None:
            return base + quote(doc)
        huella = PasajeCitado(desde, hasta).huella(indice.documentos[doc])
        return f"{base}{quote(doc)}?desde={desde}&hasta={hasta}&huella={huella}#pasaje"

    return url


def vigencia_dicha(indice: Indice, url: Enlace, fuente: Fuente) -> tuple[VigenciaDicha, ...]:
    """Return what other acts did to a source, each with where it is said."""
    documento = indice.documentos[fuente.doc]
    lugares: dict[tuple[str, str | None, str | None], str] = {
        (r.tipo, r.de.doc, r.de.articulo): url(r.de.doc, r.desde, r.hasta)
        for r in afectan(documento, fuente.desde, fuente.hasta)
        if r.de.doc is not None
    }
    return tuple(
        tomar(VigenciaDicha, v, url=lugares.get((v.tipo, v.doc, v.articulo)))
        for v in fuente.vigencia
    )


def filas(indice: Indice, documento: Documento) -> Iterator[Fila]:
    """Yield the rows of a document's table; what one sentence does to many articles is one row."""
    url = enlaces(indice)
    lados = (_Lados(r, *_propio_y_otro(r, documento)) for r in documento.relaciones)
    for (recibida, que, norma, frase), grupo in groupby(lados, _que_dice):
        juntas = tuple(grupo)
        relacion, _, otro = juntas[0]
        lugar: tuple[int | None, int | None] = (relacion.desde, relacion.hasta)
        if otro.doc is not None and not recibida:
            lugar = lugar_de(indice.documentos[otro.doc], otro.articulo)
        yield Fila(
            que=f"{HECHO[que].capitalize()} por" if recibida else que.capitalize(),
            articulos=_enumerar(lado.propio.articulo for lado in juntas),
            norma=norma or "otra norma, que el texto no nombra",
            ajenos=_enumerar(lado.otro.articulo for lado in juntas),
            url=None if otro.doc is None else url(otro.doc, *lugar),
            frase=frase,
        )


class _Lados(NamedTuple):
    """A relation as it is seen from one of its acts."""

    relacion: Relacion
    propio: Extremo
    otro: Extremo


def _propio_y_otro(r: Relacion, documento: Documento) -> tuple[Extremo, Extremo]:
    return (r.a, r.de) if r.a.doc == documento.clave else (r.de, r.a)


def _que_dice(lados: _Lados) -> tuple[bool, TipoDeRelacion, str | None, str]:
    relacion = lados.relacion
    return lados.propio is relacion.a, relacion.tipo, lados.otro.norma, relacion.frase


def _enumerar(articulos: Iterable[str | None]) -> str:
    return ", ".join(dict.fromkeys(a.upper() for a in articulos if a))
