"""Optional: the chosen fragments sorted again by the question's words, and the weak ones left out.

new score = min(cap, score / the list's best + content · words in the fragment
                     + title · words in the title of its document)

Source: ADR-006, «Keyword-based Reranking Strategy», which sorts the results of a vector search;
dividing by the list's best brings our scores to the scale of its own. What it leaves open, and the
rule here:

- Words: the distinct runs of letters and digits of the folded question that are not in
  `STOPWORDS_REORDENAMIENTO`, whatever their length. As there, a word occurs where it is a
  substring: «plazo» is in «plazos».
- The points are added first and the cap comes last, so that fragments which reach it are equal and
  keep the pruner's order.
- The threshold is compared with the new score; the best fragment stays even under it.
- Where the best has no points nothing was compared, and the choice stays as it is.
- Fragments of one document that follow each other make one block.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.lengua.vocabulario import STOPWORDS_REORDENAMIENTO
from siaa.biblioteca.valores import DECIMALES, Documento
from siaa.valores import ChunkPuntuado, Motivo, Poda


@dataclass(frozen=True, slots=True)
class AjustesReordenamiento:
    """Points of a word in the fragment and in its document's title, the cap, and the threshold."""

    contenido: float
    titulo: float
    tope: float
    umbral: float


def terminos(pregunta: str) -> tuple[str, ...]:
    """Return the words of a question that are looked for, folded, in order, each once."""
    palabras = dict.fromkeys(corridas(plegar(pregunta)))
    return tuple(palabra for palabra in palabras if palabra not in STOPWORDS_REORDENAMIENTO)


def reordenar(
    indice: Indice, podas: Sequence[Poda], pregunta: str, ajustes: AjustesReordenamiento
) -> tuple[Poda, ...]:
    """Return the fragments of some blocks best first, without those under the threshold.

    One always stays. The reasons of each add up to its new score.
    """
    mejor = max((chunk.puntaje for poda in podas for chunk in poda.chunks), default=0.0)
    if mejor <= 0:
        return tuple(podas)
    palabras = terminos(pregunta)
    nuevos = [
        (poda, _puntuar(indice.documentos[poda.doc], chunk, mejor, palabras, ajustes))
        for poda in podas
        for chunk in poda.chunks
    ]
    nuevos.sort(key=lambda nuevo: -nuevo[1].puntaje)
    quedan = [nuevo for nuevo in nuevos if nuevo[1].puntaje >= ajustes.umbral] or nuevos[:1]
    bloques = (list(grupo) for _, grupo in groupby(quedan, key=lambda nuevo: nuevo[0].doc))
    return tuple(replace(b[0][0], chunks=tuple(chunk for _, chunk in b)) for b in bloques)


def _puntuar(
    documento: Documento,
    chunk: ChunkPuntuado,
    mejor: float,
    palabras: Sequence[str],
    ajustes: AjustesReordenamiento,
) -> ChunkPuntuado:
    texto = plegar(documento.contenido[chunk.inicio : chunk.fin])
    titulo = plegar(documento.titulo)
    motivos = [replace(motivo, puntos=motivo.puntos / mejor) for motivo in chunk.motivos]
    propios = len(motivos)
    for palabra in palabras:
        if palabra in texto:
            detalle = f"«{palabra}» está en el fragmento"
            motivos.append(Motivo("contenido", detalle, ajustes.contenido, palabra))
        if palabra in titulo:
            detalle = f"«{palabra}» está en el título del documento"
            motivos.append(Motivo("titulo", detalle, ajustes.titulo))
    suma = chunk.puntaje / mejor + sum(motivo.puntos for motivo in motivos[propios:])
    puntaje = round(min(ajustes.tope, suma), DECIMALES)
    if suma > ajustes.tope:
        detalle = f"lo que pasa de {ajustes.tope:g} no cuenta"
        motivos.append(Motivo("tope", detalle, ajustes.tope - suma))
    return replace(chunk, puntaje=puntaje, motivos=tuple(motivos))
