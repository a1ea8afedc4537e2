"""Chosen fragments → the text that is sent, with its sources and their offsets."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import terminos_de_corrida
from siaa.biblioteca.lengua.texto import corridas, enumerar, plegar
from siaa.biblioteca.relaciones.tabla import afectan
from siaa.biblioteca.titulos import lugar_citado, seccion_de
from siaa.biblioteca.valores import Documento
from siaa.recuperacion.faltantes import falta
from siaa.recuperacion.formato import encabezado_bloque, trozos
from siaa.recuperacion.limpieza import limpiar, sin_marcas_nuestras
from siaa.valores import Contexto, Fuente, Motivo, Poda

SIEMPRE_DICHOS: Final = ("vigencia", "referencia", "pedido")
SECCIONES_MAXIMAS: Final = 8_000
"""Characters of the sections that are looked through for what a fragment leaves out."""
PARTE_DICHA: Final = 0.05
"""Least share of what counted for a fragment that makes a reason worth telling."""
_PALABRA = re.compile(r"[^\W_]+")


def armar_contexto(
    indice: Indice, podas: Sequence[Poda], copias: Mapping[str, str] = MappingProxyType({})
) -> Contexto:
    """Join the blocks of the chosen documents and record where each fragment's text stands.

    copias: others that say all of what is sent of a near-copy, by their keys, and what they are
    called.
    """
    escrito = ""
    fuentes: list[Fuente] = []
    secciones: list[str] = []
    for poda in podas:
        documento = indice.documentos[poda.doc]
        suyas = copias if copias and indice.pasajes.copias(indice.numero(poda.doc)) else {}
        escrito += limpiar(encabezado_bloque(documento, poda.formato))
        *enviados, (cierre, _) = trozos(documento, poda, len(fuentes) + 1)
        sitios = [(chunk.inicio, chunk.fin) for chunk in poda.chunks]
        for lugar, (chunk, (antes, texto)) in enumerate(zip(poda.chunks, enviados, strict=True)):
            sitio = chunk.inicio, chunk.fin
            escrito += limpiar(antes)
            inicio = len(escrito)
            escrito += sin_marcas_nuestras(limpiar(texto))
            fuente = Fuente(
                n=len(fuentes) + 1,
                doc=documento.clave,
                titulo=documento.titulo,
                coleccion=documento.coleccion,
                seccion=seccion_de(documento, *sitio),
                indice=chunk.indice,
                inicio=inicio,
                fin=len(escrito),
                desde=chunk.inicio,
                hasta=chunk.fin,
                motivos=_en_palabras(chunk.motivos, texto),
                vigencia=afectan(documento, *sitio),
                paginas=documento.texto.paginas_de(*sitio),
                tambien=tuple(suyas),
                copias=tuple(suyas.values()),
                lugar=lugar_citado(documento, *sitio),
                falta=falta(documento, sitios, lugar),
            )
            fuentes.append(fuente)
            secciones.append(_secciones(documento, *sitio))
        escrito += cierre
    return Contexto(escrito, tuple(fuentes), tuple(secciones))


def _secciones(documento: Documento, inicio: int, fin: int) -> str:
    """Return all of the sections of a fragment; empty if it says all, or they are too long."""
    tocadas = documento.texto.estructura.secciones_en(inicio, fin)
    desde, hasta = (tocadas[0].inicio, tocadas[-1].fin) if tocadas else (inicio, fin)
    mas = documento.contenido[desde:inicio].strip() or documento.contenido[fin:hasta].strip()
    return documento.sano(desde, hasta) if mas and hasta - desde <= SECCIONES_MAXIMAS else ""


def _en_palabras(motivos: Sequence[Motivo], texto: str) -> tuple[str, ...]:
    """Return why a fragment was chosen, what counted most first; its words are one reason.

    That it does not apply any more, or what brought it in, is always told.
    """
    puntos: dict[str, float] = {}
    siempre = {motivo.detalle for motivo in motivos if motivo.nombre in SIEMPRE_DICHOS}
    ordenados = sorted(motivos, key=lambda motivo: -motivo.puntos)
    dichas = _escritas([m.palabra for m in ordenados if m.palabra], texto)
    dice = f"dice {enumerar(dichas)}" if dichas else ""
    for motivo in ordenados:
        razon = dice if motivo.palabra else motivo.detalle
        if razon and (motivo.puntos > 0 or razon in siempre):
            puntos[razon] = puntos.get(razon, 0.0) + motivo.puntos
    minimo = PARTE_DICHA * sum(suyos for suyos in puntos.values() if suyos > 0)
    dichos = (razon for razon, suyos in puntos.items() if suyos >= minimo or razon in siempre)
    return tuple(sorted(dichos, key=lambda razon: -puntos[razon]))


def _escritas(palabras: Iterable[str], texto: str) -> tuple[str, ...]:
    """Return how a text writes some words, or others of the same root, each once."""
    raices = [_raices(plegar(palabra)) for palabra in palabras]
    suyas, faltan = dict[str, str](), set(chain.from_iterable(raices))
    escritas = dict.fromkeys(_PALABRA.findall(texto))
    # All words are folded at once: a call for each would cost several times as much.
    for escrita, plegada in zip(escritas, plegar(" ".join(escritas)).split(" "), strict=False):
        if not faltan.isdisjoint(dichas := _raices(plegada)):
            suyas |= dict.fromkeys(faltan.intersection(dichas), escrita)
            faltan.difference_update(dichas)
            if not faltan:
                break
    halladas = (" ".join(suyas[r] for r in propias if r in suyas) for propias in raices)
    return tuple(dict.fromkeys(f"«{hallada}»" for hallada in halladas if hallada))


@lru_cache(maxsize=4096)  # most words are of every fragment
def _raices(plegado: str) -> tuple[str, ...]:
    return tuple(raiz for corrida in corridas(plegado) for raiz in terminos_de_corrida(corrida))
