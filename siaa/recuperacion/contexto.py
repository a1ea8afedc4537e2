"""Chosen fragments → the text that is sent, with its sources and their offsets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from siaa.biblioteca.fragmentador import secciones_vigentes
from siaa.biblioteca.indice import Indice
from siaa.recuperacion.formato import (
    SEPARADOR_BLOQUE,
    bloque,
    encabezado_bloque,
    encabezado_chunk,
)
from siaa.valores import Contexto, Fuente, Poda

UNION_SECCIONES: Final = " · "
_RELLENO = re.compile(r"([.·…_\-–—=*~])(?:[ \t]*\1){4,}")
_CELDAS_VACIAS = re.compile(r"(?:\|[ \t]*){4,}")
_DELIMITADOR = re.compile(r"<\s*(/?)\s*(documentos)\s*>", re.IGNORECASE)


def limpiar(texto: str) -> str:
    """Take out what only costs tokens, and makes older servers stop as if the model looped.

    Five or more of the same filler (dotted leaders, rules) become three; runs of empty table cells
    become one; the tags that delimit the documents in the prompt lose their brackets.
    """
    sin_relleno = _RELLENO.sub(r"\1\1\1", texto)
    sin_celdas = _CELDAS_VACIAS.sub("| |", sin_relleno)
    return _DELIMITADOR.sub(r"[\1\2]", sin_celdas)


def armar_contexto(indice: Indice, podas: Sequence[Poda]) -> Contexto:
    """Join the blocks of the chosen documents and record where each fragment's text stands."""
    partes: list[str] = []
    fuentes: list[Fuente] = []
    avance = 0

    def agregar(texto: str) -> int:
        nonlocal avance
        partes.append(texto)
        avance += len(texto)
        return avance

    for poda in podas:
        documento = indice.documentos[poda.doc]
        agregar(limpiar(encabezado_bloque(documento)) + "\n")
        for lugar, chunk in enumerate(poda.chunks):
            fragmento = documento.fragmentos[chunk.indice]
            separador = "\n\n" if lugar else ""
            inicio = agregar(f"{separador}{limpiar(encabezado_chunk(fragmento))}\n")
            fin = agregar(limpiar(documento.texto_de(chunk.indice)))
            secciones = secciones_vigentes(
                documento.texto.encabezados, fragmento.inicio, fragmento.fin
            )
            fuente = Fuente(
                n=len(fuentes) + 1,
                doc=documento.clave,
                titulo=documento.titulo,
                coleccion=documento.coleccion,
                seccion=UNION_SECCIONES.join(secciones),
                indice=chunk.indice,
                inicio=inicio,
                fin=fin,
            )
            fuentes.append(fuente)
        agregar(f"\n{SEPARADOR_BLOQUE}\n")
    return Contexto("".join(partes), tuple(fuentes))


def quitar_el_peor(indice: Indice, podas: Sequence[Poda]) -> tuple[Poda, ...]:
    """Return the choice without its least useful fragment; the same choice if only one is left.

    Documents give up their last fragment in turn, the one with most fragments first and the
    lower-ranked one in a tie; a document left empty goes out.
    """
    if sum(len(poda.chunks) for poda in podas) <= 1:
        return tuple(podas)
    lugar = max(range(len(podas)), key=lambda n: (len(podas[n].chunks), n))
    quedan = podas[lugar].chunks[:-1]
    if not quedan:
        return (*podas[:lugar], *podas[lugar + 1 :])
    documento = indice.documentos[podas[lugar].doc]
    texto = bloque(documento, [chunk.indice for chunk in quedan])
    reducida = replace(podas[lugar], chunks=quedan, fragmento=texto)
    return (*podas[:lugar], reducida, *podas[lugar + 1 :])
