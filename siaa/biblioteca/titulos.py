"""What a document is called, in words that read well, and what the places inside it are."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import dropwhile, takewhile
from typing import Final

from siaa.biblioteca.estructura.analisis import Seccion, ruta_texto
from siaa.biblioteca.estructura.epigrafes import LARGO_EPIGRAFE, cortar
from siaa.biblioteca.estructura.lineas import Clase, Linea, clasificar
from siaa.biblioteca.estructura.rotulos import Rango
from siaa.biblioteca.fragmentador import SECCION_INICIAL
from siaa.biblioteca.lengua.nombres import Norma, norma_de_nombre, normas_citadas, sin_extension
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.lengua.vocabulario import STOPWORDS_ES
from siaa.biblioteca.valores import Documento

ALCANCE: Final = 700
"""How far into a document what names it is looked for, in characters."""
LARGO_NOMBRE: Final = 60
"""Longest line, in characters, that names a norm and says nothing else."""
SIN_TITULOS: Final = "texto sin títulos"
COMIENZO: Final = "comienzo del documento"
FINAL: Final = "final del documento"

_CLASE = re.compile("(?:manual|guia|instructivo|protocolo|reglamento|cartilla|plan)\\b")
_PALABRA = re.compile(r"[^\W\d_]+")
_MARCAS = re.compile(r"[*`]|(?<![^\W_])_|_(?![^\W_])")
_CODIGO = re.compile(r"\b[a-zñ]{2,}\d+(?:-\d+)*\b")
_GUION = re.compile(r"(?<!\d)-|-(?!\d)")
_COLGADO = re.compile(r"(?:[,;]|\s(?:[aoy]|(?i:al|con|del?|el|en|l[ao]s?|para|por|que|sobre)))+\Z")
MASCULINOS: Final = frozenset({"acto legislativo", "acuerdo", "decreto"})


def titulo_legible(contenido: str, nombre: str) -> str:
    """Return a readable title: a heading or line of the opening, or else the file's name.

    A heading that only numbers a part of the document («Artículo 1») is no title. One that only
    repeats the file's name is none where a cover in capitals says what the document is.
    """
    comienzo = contenido[:ALCANCE]
    lineas = [linea for linea in clasificar(comienzo) if linea.clase is Clase.TEXTO]
    textos = (_limpiar(comienzo[linea.inicio : linea.fin]) for linea in lineas)
    for numero, (linea, texto) in enumerate(zip(lineas, textos, strict=True)):
        if linea.rotulo is not None and linea.rotulo.marca and not _es_parte(linea):
            repite = _como_archivo(texto) == _como_archivo(sin_extension(nombre))
            escrita = _con_norma(texto)  # «LEY 8 DE 1999», and nothing that it would leave out
            propio = escrita if plegar(escrita) == plegar(texto) else cortar(texto)
            return (repite and _de_cubierta(contenido, textos)) or propio
        if _nombrada(texto) and (texto.isupper() or _aparte(comienzo, lineas, numero)):
            return _con_norma(texto)
    return _primera(comienzo, lineas) or nombre_legible(nombre)


def _de_cubierta(contenido: str, textos: Iterable[str]) -> str:
    """In lower case, but for the acronyms: what a line that is not in capitals has in them."""
    desde = dropwhile(lambda texto: not _CLASE.match(plegar(texto)), textos)
    escrito = " ".join(takewhile(str.isupper, desde))
    corrientes = (linea for linea in contenido.split("\n") if escrito and not linea.isupper())
    siglas = {p for linea in corrientes for p in _PALABRA.findall(linea) if p.isupper()}
    siglas -= {p for p in siglas if plegar(p) in STOPWORDS_ES}
    titulo = _PALABRA.sub(lambda p: p[0] if p[0] in siglas else p[0].lower(), escrito)
    return titulo[:1].upper() + titulo[1:]


def _como_archivo(titulo: str) -> list[str]:
    """Return the words of a title as the name of a file has them."""
    return corridas(plegar(titulo).replace("ñ", "n"))


def sin_marcas(linea: str) -> str:
    """Return the words of a line without the marks of Markdown; `_` inside one is its own."""
    return " ".join(_MARCAS.sub("", linea.strip("# \t>")).split())


def _limpiar(linea: str) -> str:
    """Return the words of a line without marks; `_` inside a word was a space once."""
    return " ".join(sin_marcas(linea).replace("_", " ").split()).strip('“”"')


def _nombrada(texto: str) -> Norma | None:
    """Return the norm whose name a short line begins with («ACUERDO No. 123 de 2020»)."""
    corta = len(texto) <= LARGO_NOMBRE and texto[-1:] not in (",", ";", ":")
    return norma_de_nombre(f"{texto}.") if corta and texto[:1].isupper() else None


def _aparte(comienzo: str, lineas: Sequence[Linea], numero: int) -> bool:
    """Tell whether a blank line stands before a line, or nothing at all."""
    anterior = lineas[numero - 1].fin if numero else 0
    return not numero or comienzo.count("\n", anterior, lineas[numero].inicio) > 1


def _primera(comienzo: str, lineas: Sequence[Linea]) -> str:
    """Several short lines in a row are a letterhead or a cover, which name whoever wrote it."""
    if len(lineas) < 2 or not _aparte(comienzo, lineas, 1) or _es_parte(lineas[0]):
        return ""
    titulo, debajo = (_limpiar(comienzo[linea.inicio : linea.fin]) for linea in lineas[:2])
    apilada = _parece_titulo(debajo) and not _es_parte(lineas[1])
    return titulo if _parece_titulo(titulo) and not apilada else ""


def _es_parte(linea: Linea) -> bool:
    """Tell whether a line begins a part of a document («Capítulo I», «1. Objeto»)."""
    return linea.rotulo is not None and linea.rotulo.rango not in (Rango.COMUN, Rango.NEGRITA)


def _parece_titulo(texto: str) -> bool:
    return 3 < len(texto) <= LARGO_EPIGRAFE and texto[0].isupper() and texto[-1] not in ".,;:?!|"


def nombre_legible(nombre: str) -> str:
    """Return the name of a file as people would write it.

    >>> nombre_legible("acuerdo_no._psaa16-10476.md")
    'Acuerdo PSAA16-10476'
    """
    sin_guiones = _GUION.sub(" ", sin_extension(nombre).replace("_", " "))
    texto = " ".join(sin_guiones.split()).strip(" .") or nombre
    con_codigos = _CODIGO.sub(lambda codigo: codigo[0].upper(), _con_norma(texto))
    return con_codigos[0].upper() + con_codigos[1:]


def siglas(documentos: Iterable[Documento]) -> dict[str, str]:
    """Return the collections whose name the titles of their documents write in capitals, so."""
    llanos = ((d.coleccion, d.titulo) for d in documentos if not d.titulo.isupper())
    return {c: c.upper() for c, titulo in llanos if c.upper() in _PALABRA.findall(titulo)}


def preguntar_por(titulo: str, tema: str = "") -> str:
    """Return the question what a document says, as people ask it.

    tema: a heading of it, to be asked about where the title does not tell its own subject.

    >>> preguntar_por("Acuerdo PSAA16-10476", "Roles en el Sistema")
    '¿Qué dice el Acuerdo PSAA16-10476 sobre «Roles en el Sistema»?'
    """
    nombrado = con_articulo(titulo)
    if tema and nombrado.startswith("«"):
        return f"¿Qué se dice sobre «{tema}»?"
    de_que = f" sobre «{tema}»" if tema and " sobre " not in nombrado else ""
    return f"¿Qué dice {nombrado}{de_que}?"


def con_articulo(titulo: str) -> str:
    """Return a title as a sentence names it: «el Decreto 5 de 1990», or in quotation marks."""
    norma = _nombrada(titulo)
    return f"{'el' if norma.tipo in MASCULINOS else 'la'} {titulo}" if norma else f"«{titulo}»"


def _con_norma(texto: str) -> str:
    plegado = plegar(texto)
    _, fin, norma = next(normas_citadas(plegado), (0, 0, None))
    return norma.escrita + texto[fin:] if norma and plegado.startswith(norma.tipo) else texto


def sin_titulo(documento: Documento, secciones: Iterable[Seccion]) -> Iterator[tuple[str, ...]]:
    """Yield the headings of sections without the title of the document, and what it goes by."""
    propios = (_titulo_escrito(documento), documento.titulo)
    for seccion in secciones:
        yield tuple([t for t in seccion.ruta if t not in propios])


@lru_cache(maxsize=256)  # one that has none has all its sections looked through
def _titulo_escrito(documento: Documento) -> str | None:
    return next((s.ruta[-1] for s in documento.texto.estructura.secciones if s.titulo), None)


def seccion_de(documento: Documento, inicio: int, fin: int) -> str:
    """Return the headings that `[inicio, fin)` stands under, and those that follow inside."""
    tocadas = documento.texto.estructura.secciones_en(inicio, fin)
    return _escritas(s.ruta for s in tocadas) or SECCION_INICIAL


def lugar_citado(documento: Documento, inicio: int, fin: int) -> str:
    """Return the headings and pages of `[inicio, fin)`, and why the paper may say it otherwise.

    «Capítulo I › Artículo 5 · Artículo 6 · página 3». What stands under the title alone, or before
    it, is the beginning of the document, or its end, if it has others.
    """
    estructura = documento.texto.estructura
    rutas = sin_titulo(documento, estructura.secciones_en(inicio, fin))
    dichas = [_escritas(tuple(map(sin_colgar, ruta)) for ruta in rutas)]
    if not dichas[0]:
        previas, todas = estructura.secciones_en(0, inicio), estructura.secciones
        lugar = FINAL if any(sin_titulo(documento, previas)) else COMIENZO
        dichas = [lugar if any(sin_titulo(documento, todas)) else SIN_TITULOS]
    match documento.texto.paginas_de(inicio, fin):
        case (pagina,):
            dichas.append(f"página {pagina}")
        case (desde, *_, hasta):
            dichas.append(f"páginas {desde} a {hasta}")
    return " · ".join(filter(None, (*dichas, documento.reserva(inicio, fin))))


def sin_colgar(encabezado: str) -> str:
    """Return a heading that its line cut short without the words that lead to what follows.

    >>> sin_colgar("Adicionar un parágrafo al artículo 6 del Acuerdo 8 de")
    'Adicionar un parágrafo al artículo 6 del Acuerdo 8…'
    """
    cortado = _COLGADO.sub("", encabezado)
    return encabezado if cortado == encabezado else cortado.rstrip(" .,;:") + "…"


def _escritas(rutas: Iterable[Sequence[str]]) -> str:
    primera, *otras = [ruta for ruta in rutas if ruta] or [()]
    escritas = dict.fromkeys((ruta_texto(primera), *(ruta_texto(otra[-1:]) for otra in otras)))
    return " · ".join(escritas)
