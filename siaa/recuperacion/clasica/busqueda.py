"""`clasica`: the documented router and pruner, exactly; the yardstick for any other strategy.

Router:  score = (2.0 · keywords + 1.0 · density + 1.5 · name) · weight of the collection
Pruner:  s1 / s2 decides how many chunks are sent: francotirador, binóculo or escopeta.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

import numpy as np

from siaa.biblioteca.fragmentador import SECCION_INICIAL, secciones_vigentes
from siaa.biblioteca.indice import Indice, TablaClaves
from siaa.biblioteca.lengua.texto import es_pregunta_listado, palabras_largas, plegar, tokenizar
from siaa.biblioteca.lengua.vocabulario import TERMINOS_PRIORITARIOS
from siaa.biblioteca.tablas.posiciones import tabular
from siaa.biblioteca.tablas.tfidf import idf_suavizado
from siaa.biblioteca.valores import Documento, Enteros, Fragmento, Reales
from siaa.recuperacion.clasica.puntaje import (
    DECIMALES,
    PuntajesChunks,
    mejores_primero,
    motivos,
    puntuar,
)
from siaa.recuperacion.formato import (
    LARGO_SECCION,
    bloque,
    encabezado_bloque,
    sin_el_ultimo,
)
from siaa.valores import (
    AjustesPoda,
    ChunkPuntuado,
    DocumentoPuntuado,
    Motivo,
    Niveles,
    Poda,
    Ruta,
)

PESO_KEYWORDS: Final = 2.0
PESO_DENSIDAD: Final = 1.0
PESO_NOMBRE: Final = 1.5
PUNTOS_CLAVE_AUTOMATICA: Final = 1.0
PUNTOS_CLAVE_MANUAL: Final = 2.0
DOCUMENTOS_POR_TERMINO: Final = 5
"""Only this many of the densest documents of a term count, to keep noise out."""
SOLAPE_MINIMO: Final = 2
CLAVES_PRIORITARIAS: Final = 10

RATIO_FRANCOTIRADOR: Final = 3.0
RATIO_BINOCULO: Final = 1.8
SEGUNDO_MINIMO: Final = 0.01
MAX_CHUNKS: Final = 3
UNION_SECCIONES: Final = " · "
CIERRE_BLOQUE: Final = f"\n{'═' * 60}\n"


@dataclass(frozen=True, slots=True)
class _Coincidencias:
    """What of a question was found in the tables of an index.

    Each entry pairs what matched with the numbers of the documents that have it; `densidades`
    adds, one value a document, the points of that term.
    """

    automaticas: tuple[tuple[str, Enteros], ...]
    manuales: tuple[tuple[str, Enteros], ...]
    densidades: tuple[tuple[str, Enteros, Reales], ...]
    nombres: tuple[tuple[str, Enteros], ...]


@dataclass(frozen=True, slots=True)
class BusquedaClasica:
    """A question for a library: both stages look it up by themselves."""

    indice: Indice
    pregunta: str

    def enrutar(self, max_docs: int) -> Ruta:
        """Return the best documents, with the reasons for each."""
        return Ruta(enrutar(self.indice, self.pregunta, max_docs))

    def podar(self, documentos: Sequence[str], ajustes: AjustesPoda) -> tuple[Poda, ...]:
        """Choose the chunks of each document that are worth sending."""
        return tuple(
            podar(self.indice, doc, self.pregunta, ajustes.max_chunks, ajustes.listado)
            for doc in documentos
        )


def detectar_documentos(indice: Indice, pregunta: str, max_docs: int) -> list[str]:
    """Return the keys of the best documents for a question, best first, at most `max_docs`."""
    return [elegido.doc for elegido in enrutar(indice, pregunta, max_docs)]


def enrutar(indice: Indice, pregunta: str, max_docs: int) -> tuple[DocumentoPuntuado, ...]:
    """Score every document on the three levels and return the best, with the reasons.

    Only documents with a positive score; scores compared to 9 decimals, ties by name.
    """
    if not indice.claves:
        return ()
    halladas = _buscar_coincidencias(indice, pregunta)
    keywords, densidad, nombre = _niveles(indice, halladas)
    combinado = PESO_KEYWORDS * keywords + PESO_DENSIDAD * densidad + PESO_NOMBRE * nombre
    puntajes = combinado * indice.pesos
    return tuple(
        DocumentoPuntuado(
            doc=indice.claves[numero],
            puntaje=float(puntajes[numero]),
            niveles=Niveles(
                float(keywords[numero]), float(densidad[numero]), float(nombre[numero])
            ),
            motivos=_motivos_documento(indice, halladas, numero),
        )
        for numero in _mejores(puntajes, max_docs)
    )


def _buscar_coincidencias(indice: Indice, pregunta: str) -> _Coincidencias:
    plegada = plegar(pregunta)
    nombres = indice.nombres.documentos
    return _Coincidencias(
        automaticas=_claves_presentes(indice.automaticas, plegada),
        manuales=_claves_presentes(indice.manuales, plegada),
        densidades=tuple(_densidades(indice, sorted(set(tokenizar(pregunta))))),
        nombres=tuple(
            (palabra, nombres[palabra])
            for palabra in sorted(palabras_largas(plegada))
            if palabra in nombres
        ),
    )


def _claves_presentes(tabla: TablaClaves, plegada: str) -> tuple[tuple[str, Enteros], ...]:
    return tuple((c, tabla.documentos[c]) for c in tabla.buscador.presentes(plegada))


def _densidades(indice: Indice, terminos: list[str]) -> list[tuple[str, Enteros, Reales]]:
    resultado = []
    for termino in terminos:
        numeros, densidades = indice.tabla_densidad.de(termino)
        if len(numeros):
            idf = idf_suavizado(len(indice.claves), len(numeros))
            primeros = slice(DOCUMENTOS_POR_TERMINO)
            resultado.append((termino, numeros[primeros], densidades[primeros] * idf))
    return resultado


def _niveles(indice: Indice, halladas: _Coincidencias) -> tuple[Reales, Reales, Reales]:
    """Return the three levels, one value a document."""
    keywords, densidad, coincidencias = np.zeros((3, len(indice.claves)))
    for _, numeros in halladas.automaticas:
        keywords[numeros] += PUNTOS_CLAVE_AUTOMATICA
    for _, numeros in halladas.manuales:
        keywords[numeros] += PUNTOS_CLAVE_MANUAL
    for _, numeros, puntos in halladas.densidades:
        densidad[numeros] += puntos
    for _, numeros in halladas.nombres:
        coincidencias[numeros] += 1.0
    return keywords, densidad, coincidencias / indice.nombres.cantidad


def _mejores(puntajes: Reales, max_docs: int) -> list[int]:
    """Return the numbers of the best documents; the lowest number (first name) wins a tie."""
    comparables = np.where(puntajes > 0, np.round(puntajes, DECIMALES), -1.0)
    elegidos: list[int] = []
    for _ in range(min(max_docs, len(puntajes))):
        mejor = int(np.argmax(comparables))
        if comparables[mejor] < 0:
            break
        elegidos.append(mejor)
        comparables[mejor] = -1.0
    return elegidos


def _motivos_documento(indice: Indice, halladas: _Coincidencias, numero: int) -> tuple[Motivo, ...]:
    """Put one document's score into words; the points, already weighted, add up to it."""
    peso = float(indice.pesos[numero])
    de_nombre = PESO_NOMBRE * peso / float(indice.nombres.cantidad[numero])
    claves = PESO_KEYWORDS * peso
    partes = [
        Motivo("keywords", f"«{c}» es palabra clave", claves * PUNTOS_CLAVE_AUTOMATICA, c)
        for c in _con(halladas.automaticas, numero)
    ]
    partes += [
        Motivo("keywords", f"«{c}» es palabra clave del catálogo", claves * PUNTOS_CLAVE_MANUAL, c)
        for c in _con(halladas.manuales, numero)
    ]
    for termino, numeros, puntos in halladas.densidades:
        for punto in puntos[numeros == numero].tolist():
            detalle = f"«{termino}» abunda en el texto"
            partes.append(Motivo("densidad", detalle, PESO_DENSIDAD * peso * punto, termino))
    partes += [
        Motivo("nombre", f"«{palabra}» está en el nombre", de_nombre, palabra)
        for palabra in _con(halladas.nombres, numero)
    ]
    return tuple(partes)


def _con(pares: tuple[tuple[str, Enteros], ...], numero: int) -> list[str]:
    return [que for que, numeros in pares if (numeros == numero).any()]


def solapamiento_vocabulario(indice: Indice, pregunta: str, max_docs: int) -> list[str]:
    """Return the documents whose vocabulary holds most of the question's terms, at least 2.

    The documented fallback for when no document scores; ties by name.
    """
    comunes = np.zeros(len(indice.claves), dtype=np.int64)
    for termino in set(tokenizar(pregunta)):
        numeros, _ = indice.tabla_densidad.de(termino)
        comunes[numeros] += 1
    orden = np.lexsort((np.arange(len(comunes)), -comunes))
    return [indice.claves[n] for n in orden.tolist()[:max_docs] if comunes[n] >= SOLAPE_MINIMO]


def terminos_prioritarios(documento: Documento) -> frozenset[str]:
    """Return the table of priority terms plus the document's first 10 keywords."""
    return TERMINOS_PRIORITARIOS | frozenset(documento.palabras_clave[:CLAVES_PRIORITARIAS])


def puntuar_chunk(
    chunk: Mapping[str, str | int],
    palabras: Set[str],
    pregunta_norm: str,
    terminos_prio: Set[str],
    idf_local: Mapping[str, float] | None = None,
) -> float:
    """Return the score of one chunk `{"texto", …}`.

    `palabras`: distinct words of the question; `pregunta_norm`: the folded question; `idf_local`:
    weight of each word in its document, 1 for those it lacks.
    """
    texto = str(chunk["texto"])
    tabla = tabular(texto, (Fragmento(0, 0, len(texto), SECCION_INICIAL),))
    puntajes = puntuar(tabla, palabras, pregunta_norm, terminos_prio, idf_local or {})
    return float(puntajes.total[0])


def extraer_fragmento(indice: Indice, nombre_doc: str, pregunta: str) -> str:
    """Return the block of the best chunks of one document; empty for an unknown one."""
    if nombre_doc not in indice.documentos:
        return ""
    return podar(indice, nombre_doc, pregunta).fragmento


def quitar_el_peor(indice: Indice, podas: Sequence[Poda]) -> tuple[Poda, ...]:
    """Return the choice without its least useful chunk; the same choice if only one is left.

    Documents give up their last chunk in turn, the one with most chunks first and the lower-ranked
    one in a tie; a document left empty goes out.
    """
    if sum(len(poda.chunks) for poda in podas) <= 1:
        return tuple(podas)
    lugar = max(range(len(podas)), key=lambda n: (len(podas[n].chunks), n))
    queda = sin_el_ultimo(indice.documentos[podas[lugar].doc], podas[lugar])
    return (*podas[:lugar], *((queda,) if queda else ()), *podas[lugar + 1 :])


def podar(
    indice: Indice,
    nombre_doc: str,
    pregunta: str,
    max_chunks: int = MAX_CHUNKS,
    listado: bool | None = None,
) -> Poda:
    """Choose the chunks of one document that are worth sending for a question.

    `listado`: whether a list is asked for, when the text looked up is not the whole of what was
    asked; by default the text tells. Raises `KeyError` for an unknown document.
    """
    if listado is None:
        listado = es_pregunta_listado(pregunta)
    documento = indice.documentos[nombre_doc]
    puntajes = puntuar(
        documento.texto.tabla,
        frozenset(tokenizar(pregunta)),
        plegar(pregunta),
        terminos_prioritarios(documento),
    )
    orden = mejores_primero(puntajes.total)
    modo, cuantos, ratio = _modo(puntajes.total[orden].tolist(), listado, max_chunks)
    elegidos = orden[:cuantos] or list(range(min(cuantos, len(documento.fragmentos))))
    encabezado = encabezado_bloque(documento)
    chunks = tuple(
        _chunk(documento, lugar, puntajes, numero) for lugar, numero in enumerate(elegidos)
    )
    return Poda(
        doc=nombre_doc,
        encabezado=encabezado,
        chunks=chunks,
        cierre=CIERRE_BLOQUE,
        fragmento=bloque(documento, encabezado, chunks, CIERRE_BLOQUE),
        modo=modo,
        ratio=ratio,
    )


def _chunk(
    documento: Documento, lugar: int, puntajes: PuntajesChunks, numero: int
) -> ChunkPuntuado:
    fragmento = documento.fragmentos[numero]
    vigentes = secciones_vigentes(documento.texto.encabezados, fragmento.inicio, fragmento.fin)
    separador = "\n\n" if lugar else ""
    return ChunkPuntuado(
        indice=numero,
        seccion=fragmento.seccion,
        donde=UNION_SECCIONES.join(vigentes),
        inicio=fragmento.inicio,
        fin=fragmento.fin,
        antes=f"{separador}[SEC: {fragmento.seccion[:LARGO_SECCION]} | CHUNK: {numero}]\n",
        puntaje=float(puntajes.total[numero]),
        motivos=motivos(puntajes, numero),
    )


def _modo(mejores: list[float], listado: bool, max_chunks: int) -> tuple[str, int, float | None]:
    """Return mode, number of chunks and ratio for scores sorted best first."""
    if not mejores:
        return "PRIMEROS", min(2, max_chunks), None
    if len(mejores) == 1:
        return "FRANCOTIRADOR", 1, None
    ratio = mejores[0] / max(mejores[1], SEGUNDO_MINIMO)
    if listado:
        if ratio >= RATIO_BINOCULO:
            return "LISTADO-BINÓCULO", min(2, max_chunks), ratio
        return "LISTADO-ESCOPETA", max_chunks, ratio
    if ratio >= RATIO_FRANCOTIRADOR:
        return "FRANCOTIRADOR", 1, ratio
    if ratio >= RATIO_BINOCULO:
        return "BINÓCULO", min(2, max_chunks), ratio
    return "ESCOPETA", max_chunks, ratio
