"""How chosen fragments are written down for the model: the only place that knows.

A block is the name of its document, then each fragment under its heading; under either, what other
acts did to it. Or each fragment is a numbered source, which says of what act and chapter it is.
Nothing is said again that the fragment before has, nor a heading that the text has. Of a list that
is not sent whole it is said how many items are missing, before and after; of an article, how many
parágrafos after.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, starmap
from operator import add
from typing import Final

from siaa.biblioteca.ejemplos import preguntas_leidas
from siaa.biblioteca.estructura.analisis import SEPARADOR_RUTA, ruta_texto
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.nombres import sin_extension
from siaa.biblioteca.relaciones.actos import rango_en
from siaa.biblioteca.relaciones.tabla import afectan, cambios, en_palabras
from siaa.biblioteca.titulos import sin_titulo
from siaa.biblioteca.valores import RANGOS, Documento
from siaa.recuperacion.faltantes import (
    RECORDADAS,
    articulo,
    bordes,
    cabeceras,
    con_mas,
    contados,
    empezo,
    entrada,
    items_fuera,
    paragrafos_despues,
    sigue_su_articulo,
    sigue_un_paragrafo,
)
from siaa.recuperacion.limpieza import sin_marcas_nuestras
from siaa.valores import ChunkPuntuado, Formato, Poda, TituloDeFragmento

CLASICA: Final = Formato("\n\n", f"\n{'═' * 60}\n")
HIBRIDA: Final = Formato("\n", "\n", sano=True)
ENTRE_FUENTES: Final = "\n---\n\n"
LARGO_RESUMEN: Final = 200
LARGO_LEY: Final = 120
SALTO: Final = "\n[…]\n"
"""Stands between two fragments where no heading does."""
LARGO_TITULO: Final = 60
"""Of a heading that is told with the number of its chunk; any other is told whole."""
ACTOS_DICHOS: Final = 3
"""Most acts that are said to have changed a fragment; the rest are counted."""

_ENTEROS = (re.compile(r"(?m)^\|.*\S|\S+"), re.compile(r"\S+"))
"""What a fragment is cut after: a row of a table or a word, or else any word."""
Lugar = tuple[int, int, TituloDeFragmento | None]
"""Where a stretch that is sent starts and ends in the text of its document, and its heading."""


@lru_cache(maxsize=RECORDADAS)
def encabezado_bloque(documento: Documento, formato: Formato) -> str:
    """Return the lines that open a document's block: its name, and what was done to all of it."""
    if formato.en_fuentes:
        return ""
    nombre = f"[DOC: {sin_extension(documento.nombre_original).upper()}]\n"
    return nombre + _rango(documento, 0) + (_de_todo_el_acto(documento) if formato.sano else "")


def _de_todo_el_acto(documento: Documento) -> str:
    """Return the line that says what was done to all of an act; empty for nothing."""
    hasta = documento.entrada.vigente_hasta
    vigente = () if hasta is None else (f"vigente hasta el {hasta:%d/%m/%Y}",)
    return _aviso((*vigente, *cambios(afectan(documento, 0, 0))))


def _rango(documento: Documento, lugar: int) -> str:
    rango = rango_en(documento, lugar)
    favorable = ("más favorable",) if documento.entrada.mas_favorable else ()
    dicho = (*((f"rango {rango}: {RANGOS[rango - 1]}",) if rango else ()), *favorable)
    return _aviso(dicho)


def linea(titulo: TituloDeFragmento | None) -> str:
    """Return the line of a heading, after the part of the document if told; empty for none.

    Of one that the text opens with, the part alone.
    """
    if titulo is None or (titulo.se_nombra and not titulo.dentro_de):
        return ""
    partes = (titulo.dentro_de, "" if titulo.se_nombra else titulo.texto)
    texto = sin_marcas_nuestras(SEPARADOR_RUTA.join(filter(None, partes)))
    if titulo.chunk is None:
        return f"[SEC: {texto}]\n"
    return f"[SEC: {texto[:LARGO_TITULO]} | CHUNK: {titulo.chunk}]\n"


def nota(documento: Documento, inicio: int, fin: int) -> str:
    """Return the line that says what was done to the articles of a stretch; empty for nothing."""
    suyos = [r for r in afectan(documento, inicio, fin) if r.a.articulo]
    dichos = (
        en_palabras(r) if r.de.doc == r.a.doc else f"artículo {r.a.articulo}: {en_palabras(r)}"
        for r in suyos
    )
    return _aviso([*dict.fromkeys(dichos)])


def _aviso(dichos: Sequence[str]) -> str:
    resto = len(dichos) - ACTOS_DICHOS
    cuantos = (f"y {resto} cambios más",) if resto > 0 else ()
    texto = "; ".join((*dichos[:ACTOS_DICHOS], *cuantos))
    return f"[{texto[0].upper()}{texto[1:]}]\n" if texto else ""


def alrededor(
    documento: Documento, formato: Formato, fragmentos: Sequence[Lugar], fichas: Sequence[str] = ()
) -> Iterator[str]:
    """Yield what is written before each fragment of a block, in order, and after the last.

    fichas: what opens each of them, where these are numbered sources.
    """
    anterior: tuple[TituloDeFragmento | None, str] = (None, "")
    falta, vecinos = "", bordes(documento, [(inicio, fin) for inicio, fin, _ in fragmentos])
    for lugar, (inicio, fin, titulo) in enumerate(fragmentos):
        propios = (documento, inicio, fin, *vecinos[lugar])
        aviso, frase, cuantos, salto, resto = _dichos(*propios) if formato.sano else [""] * 5
        mismo = titulo == anterior[0]
        dicha = fichas[lugar] if fichas else "" if mismo else linea(titulo)
        hueco = documento.contenido[fragmentos[lugar - 1][1] : inicio] if lugar else ""
        seguido = hueco.isspace()  # «### Ana Soler» after «El Ministro,»: nothing is left out
        junto = dicha or falta or seguido
        separador = formato.separador if junto else _salto(titulo if mismo else None)
        previo = falta + separador if lugar else ""
        sobra = fichas or (mismo and aviso == anterior[1])
        abre = not fichas and (dicha or not lugar)  # under its heading stands no beginning
        lista = " ".join(filter(None, (frase, "" if mismo and falta else cuantos)))
        antes = f"[{lista}]\n" if lista else salto if abre and not (mismo and falta) else ""
        yield previo + dicha + ("" if sobra else aviso) + antes
        anterior, falta = (titulo, aviso), resto
    yield falta + formato.cierre


@lru_cache(maxsize=RECORDADAS)
def _dichos(
    documento: Documento, inicio: int, fin: int, desde: int, hasta: int
) -> tuple[str, str, str, str, str]:
    """Return what is said of a fragment; desde, hasta: as in `bordes`.

    What was done to it, what introduces its list, how many items go before, whether more stands
    before it, what goes on after it.
    """
    antes, despues = map(len, items_fuera(documento, inicio, fin, desde, hasta))
    frase = sin_marcas_nuestras(entrada(documento, inicio, desde))
    presenta, cuantos = frase and f"«{frase}»", f"… {contados(antes)} antes" if antes else ""
    salto = SALTO.lstrip() if empezo(documento, inicio, desde) else ""
    paragrafos = contados(paragrafos_despues(documento, fin, hasta), "parágrafo")
    calla = sigue_su_articulo(documento, fin, hasta)
    texto = "texto" * (not sigue_un_paragrafo(documento, fin) if paragrafos else calla)
    siguen = " y ".join(filter(None, (contados(despues) or texto, paragrafos)))
    resto = f"\n[… {con_mas(siguen)}]" if siguen else ""
    return nota(documento, inicio, fin), presenta, cuantos, salto, resto


def _salto(titulo: TituloDeFragmento | None) -> str:
    """Return what stands between two fragments where no heading does. titulo: that of both."""
    suyo = articulo(titulo.texto) if titulo else ""
    return f"\n[… del {suyo}]\n" if suyo else SALTO


def como_fuentes(indice: Indice, podas: Iterable[Poda]) -> tuple[Poda, ...]:
    """Return the same choice, each fragment to be written as a source, with what it answers."""
    return tuple(
        replace(
            poda,
            chunks=tuple(replace(c, resumen=_resumen(indice, poda.doc, c)) for c in poda.chunks),
            formato=replace(HIBRIDA, sano=poda.formato.sano, en_fuentes=True),
        )
        for poda in podas
    )


def _resumen(indice: Indice, doc: str, chunk: ChunkPuntuado) -> str:
    """Return the questions that a fragment answers by its readings, as many as are short."""
    unicas = dict.fromkeys(preguntas_leidas(indice, doc, chunk.inicio, chunk.fin))
    largos = accumulate(map(len, unicas))
    return " ".join(q for q, largo in zip(unicas, largos, strict=True) if largo <= LARGO_RESUMEN)


def _ficha(documento: Documento, chunk: ChunkPuntuado, n: int) -> str:
    """Return the lines that open a source: where it is from, and what other acts did to it."""
    suya = documento.texto.estructura.secciones_en(chunk.inicio, chunk.inicio + 1)
    *capitulos, seccion = next(sin_titulo(documento, suya)) or [""]
    filas = {
        "Ley": documento.nombre[:LARGO_LEY],
        "Capítulo": ruta_texto(capitulos),
        "Sección": seccion if chunk.titulo else "",
        "Resumen": chunk.resumen,
    }
    ajenas = ((nombre, sin_marcas_nuestras(valor)) for nombre, valor in filas.items() if valor)
    dichas = "".join(f"{nombre}: {valor}\n" for nombre, valor in ajenas)
    avisos = _rango(documento, chunk.inicio) + _de_todo_el_acto(documento)
    avisos += nota(documento, chunk.inicio, chunk.fin)
    entre = ENTRE_FUENTES if n > 1 else ""
    return f"{entre}[Fuente {n} — {documento.coleccion}]\n{dichas}{avisos}Texto: "


def trozos(documento: Documento, poda: Poda, n: int = 1) -> Iterator[tuple[str, str]]:
    """Yield what precedes each fragment (the first is source n) and its text; last, what closes."""
    lugares = [(chunk.inicio, chunk.fin, chunk.titulo) for chunk in poda.chunks]
    fuentes = enumerate(poda.chunks if poda.formato.en_fuentes else (), n)
    fichas = [_ficha(documento, chunk, cual) for cual, chunk in fuentes]
    antes = alrededor(documento, poda.formato, lugares, fichas)
    return zip(antes, (*textos(documento, poda.formato, lugares), ""), strict=True)


def textos(documento: Documento, formato: Formato, fragmentos: Sequence[Lugar]) -> Iterable[str]:
    """Return the text of each fragment of a block as it is sent, under the columns of its table."""
    sitios = [(inicio, fin) for inicio, fin, _ in fragmentos]
    if not formato.sano:
        return (documento.contenido[inicio:fin] for inicio, fin in sitios)
    return map(add, cabeceras(documento, sitios), starmap(documento.sano, sitios))


def texto_de(documento: Documento, chunk: ChunkPuntuado, formato: Formato) -> str:
    """Return the text of a fragment as it is sent."""
    if formato.sano:
        return documento.sano(chunk.inicio, chunk.fin)
    return documento.contenido[chunk.inicio : chunk.fin]


def escribir(documento: Documento, poda: Poda, n: int = 1) -> str:
    """Return the block of a document; empty when nothing of it was chosen. n: as in `trozos`."""
    if not poda.chunks:
        return ""
    texto = "".join(previo + propio for previo, propio in trozos(documento, poda, n))
    return encabezado_bloque(documento, poda.formato) + texto


def largo(indice: Indice, podas: Sequence[Poda]) -> int:
    """Return how many characters some blocks take."""
    primeros = accumulate((len(poda.chunks) for poda in podas), initial=1)
    pares = zip(podas, primeros, strict=False)
    return sum(len(escribir(indice.documentos[poda.doc], poda, n)) for poda, n in pares)


def quitar_ultimo(podas: Sequence[Poda], lugar: int | None = None) -> tuple[Poda, ...]:
    """Return a choice without the last fragment of one block; the same if it is the only one.

    A block left empty goes out. lugar: which block; by default the last.
    """
    if sum(len(poda.chunks) for poda in podas) <= 1:
        return tuple(podas)
    lugar = len(podas) - 1 if lugar is None else lugar
    quedan = podas[lugar].chunks[:-1]
    corta = (replace(podas[lugar], chunks=quedan),) if quedan else ()
    return (*podas[:lugar], *corta, *podas[lugar + 1 :])


def recortar(indice: Indice, podas: Sequence[Poda], presupuesto: int) -> tuple[Poda, ...]:
    """Return as much of a choice as fits in so many characters, headings included.

    The last fragments go, then the heading of the only one left, then its last words.
    """
    podas = tuple(podas)
    while largo(indice, podas) > presupuesto:
        menos = quitar_ultimo(podas)
        if menos == podas:
            (poda,) = podas
            return (_cortada(indice.documentos[poda.doc], poda, presupuesto),)
        podas = menos
    return podas


def _cortada(documento: Documento, poda: Poda, presupuesto: int) -> Poda:
    """Cut the only fragment of a block after a word or a row; in the middle of one if none fits."""
    chunk = replace(poda.chunks[0], titulo=None, resumen="")
    texto = documento.contenido[chunk.inicio : chunk.fin]

    def hasta(fin: int) -> Poda:
        return replace(poda, chunks=(replace(chunk, fin=chunk.inicio + fin),))

    finales = ([dicho.end() for dicho in patron.finditer(texto)] for patron in _ENTEROS)
    for lugares in (*finales, range(1, len(texto))):
        # A fragment may be sent healed, so what is left is measured as it is written.
        caben = bisect_right(lugares, presupuesto, key=lambda n: len(escribir(documento, hasta(n))))
        if caben:
            return hasta(lugares[caben - 1])
    return hasta(1)
