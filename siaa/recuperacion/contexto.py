"""Chosen fragments → the text that is sent, with its sources and their offsets."""

from collections.abc import Sequence
from dataclasses import replace

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.relaciones.tabla import afectan
from siaa.biblioteca.valores import Documento
from siaa.recuperacion.formato import encabezado_bloque, trozos
from siaa.recuperacion.limpieza import limpiar, sin_marcas_nuestras
from siaa.valores import ChunkPuntuado, Contexto, Fuente, Motivo, Poda


def armar_contexto(
    indice: Indice, podas: Sequence[Poda], tambien: tuple[str, ...] = ()
) -> Contexto:
    """Join the blocks of the chosen documents and record where each fragment's text stands.

    tambien: keys of other documents that say all of it too.
    """
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
        agregar(limpiar(encabezado_bloque(documento, poda.formato)))
        *enviados, (cierre, _) = trozos(documento, poda)
        for chunk, (antes, texto) in zip(poda.chunks, enviados, strict=True):
            inicio = agregar(limpiar(antes))
            fin = agregar(sin_marcas_nuestras(limpiar(texto)))
            fuente = _fuente(len(fuentes) + 1, documento, chunk, inicio, fin)
            fuentes.append(replace(fuente, tambien=tambien))
        agregar(cierre)
    return Contexto("".join(partes), tuple(fuentes))


def _fuente(n: int, documento: Documento, chunk: ChunkPuntuado, inicio: int, fin: int) -> Fuente:
    return Fuente(
        n=n,
        doc=documento.clave,
        titulo=documento.titulo,
        coleccion=documento.coleccion,
        seccion=chunk.donde,
        indice=chunk.indice,
        inicio=inicio,
        fin=fin,
        desde=chunk.inicio,
        hasta=chunk.fin,
        motivos=_en_palabras(chunk.motivos),
        vigencia=afectan(documento, chunk.inicio, chunk.fin),
        paginas=documento.texto.paginas_de(chunk.inicio, chunk.fin),
        reserva=documento.reserva(chunk.inicio, chunk.fin),
    )


def _en_palabras(motivos: Sequence[Motivo]) -> tuple[str, ...]:
    """Return why a fragment was chosen, what counted most first; its words are one reason."""
    puntos: dict[str, float] = {}
    ordenados = sorted(motivos, key=lambda motivo: -motivo.puntos)
    dichas = tuple(dict.fromkeys(f"«{m.palabra}»" for m in ordenados if m.palabra))
    for motivo in ordenados:
        razon = f"dice {_enumerar(dichas)}" if motivo.palabra else motivo.detalle
        puntos[razon] = puntos.get(razon, 0.0) + motivo.puntos
    return tuple(sorted(puntos, key=lambda razon: -puntos[razon]))


def _enumerar(palabras: Sequence[str]) -> str:
    """Write some words one after the other: `«plazo», «fallo» y «tutela»`."""
    *primeras, ultima = palabras
    return f"{', '.join(primeras)} y {ultima}" if primeras else ultima
