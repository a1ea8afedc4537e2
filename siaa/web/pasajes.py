"""Passages and relations as they are told: where to read them, what acts did to them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import quote

from flask import url_for

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.relaciones.tabla import en_palabras, lugar_de
from siaa.biblioteca.titulos import sin_marcas
from siaa.biblioteca.valores import Documento, Extremo, Relacion, TipoDeRelacion, hecho
from siaa.valores import Contexto, Fuente
from siaa.web.respuestas import tomar

Enlace = Callable[[str, int | None, int | None], str]
"""Document, start and end of a passage in it (None for all of it) → its address in the viewer."""


def url_de_ver(indice: Indice) -> Enlace:
    """Return how to link to a passage, without needing the request any more when it is used."""
    base = url_for("visor.ver", doc="x").removesuffix("x")

    def url(doc: str, desde: int | None, hasta: int | None) -> str:
        if desde is None or hasta is None:
            return base + quote(doc)
        huella = indice.documentos[doc].huella_de(desde, hasta)
        return f"{base}{quote(doc)}?desde={desde}&hasta={hasta}&huella={huella}#pasaje"

    return url


def filas(indice: Indice, documento: Documento) -> Iterator[tuple[str | None, ...]]:
    """Yield the rows of a document's table; what one sentence does to many articles is one row.

    What is done, in which of its articles, by or to which norm, in which of that one's articles,
    the address of that one (None where the library lacks it), and the sentence.
    """
    url = url_de_ver(indice)

    def dicha(r: Relacion) -> tuple[bool, TipoDeRelacion, str | None, str | None, str]:
        recibida = r.a.doc == documento.clave
        otro = r.de if recibida else r.a
        return recibida, r.tipo, otro.norma, otro.doc, r.frase

    for (recibida, tipo, norma, doc, frase), grupo in groupby(documento.relaciones, dicha):
        juntas = tuple(grupo)
        que = f"{hecho(tipo)} por".capitalize() if recibida else tipo.capitalize()
        lugar: tuple[int | None, int | None] = (juntas[0].desde, juntas[0].hasta)
        if doc is not None and not recibida:
            lugar = lugar_de(indice.documentos[doc], juntas[0].a.articulo)
        de, a = ([r.de.articulo for r in juntas], [r.a.articulo for r in juntas])
        yield (
            "Hay un texto anterior" if doc == documento.clave else que,
            _enumerar(a if recibida else de),
            norma,
            _enumerar(de if recibida else a),
            doc and url(doc, *lugar),
            sin_marcas(frase),
        )


def _enumerar(articulos: Iterable[str | None]) -> str:
    return ", ".join(dict.fromkeys(a.upper() for a in articulos if a))


@dataclass(frozen=True, slots=True, kw_only=True)
class VigenciaDicha(Extremo):
    """What another act did, in words too, and where it says so; None where the library lacks it."""

    tipo: TipoDeRelacion
    texto: str
    url: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FuenteDicha(Fuente):
    """A source with its text, and where to read its document and the acts that did it something."""

    vigencia: tuple[VigenciaDicha, ...]  # type: ignore[assignment]
    pagina: int | None
    texto: str
    url: str


def pasajes_dichos(contexto: Contexto, url: Enlace) -> list[FuenteDicha]:
    """Return the sources of a context. url: where to read a passage."""
    return [
        tomar(
            FuenteDicha,
            fuente,
            vigencia=tuple(dict.fromkeys(vigencia_dicha(r, url) for r in fuente.vigencia)),
            pagina=next(iter(fuente.paginas), None),
            texto=contexto.fragmento(fuente),
            url=url(fuente.doc, fuente.desde, fuente.hasta),
        )
        for fuente in contexto.fuentes
    ]


def vigencia_dicha(relacion: Relacion, url: Enlace) -> VigenciaDicha:
    """Return what another act did to a passage. url: where to read it."""
    de, texto = relacion.de, en_palabras(relacion)
    lugar = de.doc and url(de.doc, relacion.desde, relacion.hasta)
    return tomar(VigenciaDicha, de, tipo=relacion.tipo, texto=texto, url=lugar)
