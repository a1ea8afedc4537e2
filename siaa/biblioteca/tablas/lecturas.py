"""The readings of a library as a field of its passages: which term stands in those of which."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.lecturas import LecturaGuardada
from siaa.biblioteca.lengua.terminos import terminos
from siaa.biblioteca.tablas.bm25 import idf_de_uno
from siaa.biblioteca.tablas.pasajes import Medida, TablaPasajes
from siaa.biblioteca.valores import Enteros, Reales

K1_LECTURA = 1.2
B_LECTURA = 0.4
CERCA = 0.8
"""Share of what the best passage of a stretch says of a question, from which on one answers it."""


@dataclass(frozen=True, slots=True)
class TablaLecturas:
    """Terms of readings and the passages that they speak for.

    impactos: term → passages, ascending, and what BM25 gives to each, before the idf.
    idf: term → how telling it is, counted over all passages by whichever has it oftener, the
        readings or the texts. preguntas: passage → the questions that it answers.
    """

    impactos: Mapping[str, tuple[Enteros, Reales]]
    idf: Mapping[str, float]
    preguntas: Mapping[int, tuple[str, ...]]

    def documentos(self, tabla: TablaPasajes) -> frozenset[int]:
        """Return the numbers of the documents, among those of the passages, that have any."""
        return frozenset(tabla.dueno[np.fromiter(self.preguntas, np.int64)].tolist())


def tabular_lecturas(
    por_documento: Sequence[Sequence[LecturaGuardada]], tabla: TablaPasajes
) -> TablaLecturas:
    """Give every passage the readings of the stretches that it overlaps.

    Their words speak for all of a stretch, a question for those that say of it what the best says.
    A lone heading or a signature answers nothing where the stretch has anything else.
    por_documento: in the order of the documents. tabla: the passages of the library.
    """
    veces: defaultdict[str, Counter[int]] = defaultdict(Counter)
    preguntas: defaultdict[int, list[str]] = defaultdict(list)
    largo = np.zeros(len(tabla.limites), dtype=np.float32)
    for documento, lecturas in ((n, suyas) for n, suyas in enumerate(por_documento) if suyas):
        desde, hasta = int(tabla.pasajes[documento]), int(tabla.pasajes[documento + 1])
        propios = tabla.limites[desde:hasta]
        dice = ~tabla.son(np.arange(desde, hasta), TipoDePasaje.FIRMA, TipoDePasaje.TITULAR)
        for lectura in lecturas:
            dicho = Counter(terminos(" . ".join((*lectura.preguntas, *lectura.palabras))))
            toca = (propios[:, 0] < lectura.hasta) & (propios[:, 1] > lectura.desde)
            lugares = (toca & dice if (toca & dice).any() else toca).nonzero()[0]
            suyos = desde + lugares
            for pregunta in lectura.preguntas:
                for pasaje in _que_responden(tabla, documento, suyos, pregunta).tolist():
                    preguntas[pasaje].append(pregunta)
            largo[suyos] += dicho.total()
            for pasaje in suyos.tolist():
                for termino, cuantos in dicho.items():
                    veces[termino][pasaje] += cuantos
    leidos = largo[largo > 0]
    medida = Medida(largo, float(leidos.mean(dtype=np.float64)) if len(leidos) else 0.0)
    impactos, idf = {}, {}
    for termino, donde in veces.items():
        cuales, cuantas = np.array(sorted(donde.items()), dtype=np.int64).T.copy()
        impactos[termino] = (cuales, medida.impacto(cuales, cuantas, K1_LECTURA, B_LECTURA))
        propio = idf_de_uno(len(tabla.limites), len(cuales))
        fila = tabla.filas.get(termino)
        idf[termino] = propio if fila is None else min(propio, float(tabla.idf_pasaje[fila]))
    return TablaLecturas(
        MappingProxyType(impactos),
        MappingProxyType(idf),
        MappingProxyType({pasaje: tuple(suyas) for pasaje, suyas in preguntas.items()}),
    )


def _que_responden(tabla: TablaPasajes, documento: int, pasajes: Enteros, pregunta: str) -> Enteros:
    """Return which of some passages of a document answer a question: they say most of its words."""
    desde, hasta = tabla.pasajes[documento : documento + 2].tolist()
    dicho = np.zeros(hasta - desde)
    for fila in {tabla.filas[t] for t in terminos(pregunta) if t in tabla.filas}:
        dicho[tabla.en(fila, documento) - desde] += tabla.idf_pasaje[fila]
    suyo = dicho[pasajes - desde]
    responden: Enteros = pasajes[suyo >= CERCA * suyo.max(initial=0.0)]
    return responden
