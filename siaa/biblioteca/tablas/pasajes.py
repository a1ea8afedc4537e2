"""Documents → one table of passages: which term stands how often in which passage.

Passages are numbered through the whole library, document after document, so those of a document
are neighbours; so are its sections. Postings are sorted by term and then by passage.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.lengua.ortografia import Ortografia, crear_ortografia
from siaa.biblioteca.lengua.terminos import terminos_de_corrida
from siaa.biblioteca.tablas.bm25 import idf_de_uno, idf_probabilistico, norma_de_largo, saturar
from siaa.biblioteca.tablas.gemelos import SIN_GRUPO, agrupar, huellas
from siaa.biblioteca.tablas.palabras import Corridas, cambian, compactar
from siaa.biblioteca.valores import Booleanos, Enteros, Naturales, Palabras, Reales, TextoAnalizado

K1_PASAJE: Final = 0.9
B_PASAJE: Final = 0.6
PESO_APERTURA: Final = 3
"""How much more a word counts for its document where it opens it: there it says what it is."""

BITS_DE_VECES: Final = 16
"""How often a word stands in a passage is told in so many bits (`Palabras.veces`)."""
SIN_FILA: Final = -1
_NADA: Final[Enteros] = np.empty(0, dtype=np.int32)
_NADA.flags.writeable = False


@dataclass(frozen=True, slots=True)
class Medida:
    """How long each passage or document is, in words, and their mean."""

    largo: Reales
    medio: float

    def impacto(
        self, cuales: Enteros, veces: Enteros, k1: float, b: float, piso: float = 0.0
    ) -> Reales:
        """Return BM25 of counts in some of them, before the idf and the weight of the term.

        None of them counts as shorter than `piso` · mean.
        """
        largo = np.maximum(self.largo[cuales], piso * self.medio)
        return saturar(veces.astype(np.float32), norma_de_largo(largo, self.medio, k1, b), k1)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class TablaPasajes:
    """The terms of a library and where they stand; P passages, D documents, V terms.

    As a key, only itself.

    filas: term → its row.
    idf_pasaje: `(V,)`, counted over passages.
    Row k has `[particion[k], particion[k + 1])` of `documento` and `frecuencia` (in all of its
        text; what opens it counts more).
    Pair i of term and document has `[desde[i], desde[i + 1])` of `pasaje` and `veces`.
    pasajes, secciones: `(D + 1,)`, where those of each document start. dueno: `(P,)`, of which
        document each passage is; de_seccion: of which each section.
    limites: `(P, 2)`, place in the text of the document. seccion: `(P,)`, of which section.
    tipo: `(P,)`, `TipoDePasaje` of each.
    grupo: `(D,)`, equal among documents that are nearly copies of each other, -1 for the others.
    """

    filas: Mapping[str, int]
    idf_pasaje: Reales
    particion: Enteros
    documento: Naturales
    frecuencia: Naturales
    desde: Enteros
    pasaje: Enteros
    veces: Naturales
    pasajes: Enteros
    dueno: Enteros
    secciones: Enteros
    de_seccion: Enteros
    limites: Enteros
    seccion: Enteros
    tipo: Enteros
    grupo: Enteros
    por_pasaje: Medida
    por_documento: Medida
    ortografia: Ortografia

    def copias(self, documento: int) -> list[int]:
        """Return the other documents that are nearly copies of one."""
        if (grupo := self.grupo[documento]) == SIN_GRUPO:
            return []
        return [n for n in np.flatnonzero(self.grupo == grupo).tolist() if n != documento]

    def son(self, pasajes: Enteros, *tipos: TipoDePasaje) -> Booleanos:
        """Tell which of some passages are of some types."""
        pedidos = np.array([tipo in tipos for tipo in TipoDePasaje])
        return pedidos[self.tipo[pasajes]]

    def tramo(self, fila: int) -> slice:
        """Return where the documents of a row are."""
        return slice(int(self.particion[fila]), int(self.particion[fila + 1]))

    def en(self, fila: int, documento: int) -> Enteros:
        """Return the passages of a document that have a row, ascending."""
        tramo = self.tramo(fila)
        # a number of another type would make numpy copy them all
        numero = self.documento.dtype.type(documento)
        par = tramo.start + int(self.documento[tramo].searchsorted(numero))
        tiene = par < tramo.stop and int(self.documento[par]) == documento
        return self.pasaje[slice(*self.desde[par : par + 2].tolist()) if tiene else slice(0)]

    def rareza(self, termino: str) -> float:
        """Return the idf of a term in passages; of one that none has, that of the rarest."""
        fila = self.filas.get(termino)
        return idf_de_uno(len(self.limites), 0) if fila is None else float(self.idf_pasaje[fila])


def construir_pasajes(textos: Sequence[TextoAnalizado], corridas: Corridas) -> TablaPasajes:
    """Join what each text says of its passages into one table. corridas: those of these texts."""
    palabras = [t.palabras for t in textos]
    nombradas = dict.fromkeys(chain.from_iterable(p.unidades for p in palabras))
    de_pasajes = list(islice(corridas.numeros, corridas.en_pasajes))
    filas, de_corrida = numerar(de_pasajes, nombradas)
    pasajes = _comienzos([len(p.largo) for p in palabras])
    secciones = _comienzos([len(t.estructura.secciones) for t in textos])
    largo = _unir([p.largo for p in palabras]).astype(np.float32)
    por_pasaje = _medida(largo)
    postings = _postings(palabras, corridas, pasajes, filas, de_corrida)
    numeros = np.arange(len(textos), dtype=np.int32)
    documento = np.repeat(numeros, np.diff(pasajes))
    en_documentos = np.bincount(_unir(corridas.propias), minlength=len(de_pasajes))
    aperturas = _aperturas(palabras, corridas, de_corrida)
    huella = huellas(postings.fila, postings.pasaje, postings.veces, len(largo))
    v = len(filas)
    return TablaPasajes(
        MappingProxyType(filas),
        idf_probabilistico(len(largo), np.bincount(postings.fila, minlength=v)),
        *_pares(postings, aperturas, compactar(documento), v),
        pasaje=postings.pasaje,
        veces=postings.veces,
        pasajes=pasajes,
        dueno=documento,
        secciones=secciones,
        de_seccion=np.repeat(numeros, np.diff(secciones)),
        limites=_unir([t.estructura.pasajes[:, :2] for t in textos]).reshape(-1, 2),
        seccion=_unir(
            [t.estructura.pasajes[:, 2] + n for t, n in zip(textos, secciones, strict=False)]
        ),
        tipo=_unir([t.estructura.pasajes[:, 3] for t in textos]),
        grupo=agrupar(huella, largo, pasajes),
        por_pasaje=por_pasaje,
        por_documento=_medida(np.bincount(documento, largo, minlength=len(textos))),
        ortografia=crear_ortografia(dict(zip(de_pasajes, en_documentos.tolist(), strict=True))),
    )


def numerar(corridas: Iterable[str], referencias: Iterable[str]) -> tuple[dict[str, int], Enteros]:
    """Give every term of some distinct runs, and every legal unit that is named, a row.

    Returns term → row, and `(2, R)`, the rows of the one or two terms of each run; `SIN_FILA`
    where there is none.
    """
    filas: dict[str, int] = {}
    suyas = ([filas.setdefault(t, len(filas)) for t in terminos_de_corrida(c)] for c in corridas)
    pares = np.array([(*propias, SIN_FILA, SIN_FILA)[:2] for propias in suyas], dtype=np.int32)
    for termino in referencias:
        filas.setdefault(termino, len(filas))
    return filas, pares.reshape(-1, 2).T


class _Postings(NamedTuple):
    """Row, passage and count, sorted by row and then by passage."""

    fila: Enteros
    pasaje: Enteros
    veces: Naturales


def _postings(
    textos: Sequence[Palabras],
    corridas: Corridas,
    pasajes: Enteros,
    filas: Mapping[str, int],
    de_corrida: Enteros,
) -> _Postings:
    """One number a posting, its row, passage and count in order, sorts fastest in least memory."""
    ancho = int(pasajes[-1]).bit_length()
    claves = np.empty(sum(2 * len(p.pasaje) + len(p.nombradas) for p in textos), dtype=np.int64)
    hasta = 0
    for propias, p, primero in zip(corridas.propias, textos, pasajes.tolist(), strict=False):
        fila = np.repeat(de_corrida[:, propias], p.en_cuantos, axis=1)
        lugar = (p.pasaje + np.int64(primero)) << BITS_DE_VECES | p.veces
        de_palabras = ((fila.astype(np.int64) << ancho + BITS_DE_VECES) + lugar)[fila != SIN_FILA]
        fila = np.fromiter(map(filas.__getitem__, p.unidades), np.int64, len(p.unidades))
        lugar = (p.nombradas + np.int64(primero)) << BITS_DE_VECES | 1
        for suyas in (de_palabras, (fila << ancho + BITS_DE_VECES) + lugar):
            claves[hasta : hasta + len(suyas)] = suyas
            hasta += len(suyas)
    claves = claves[:hasta]
    claves.sort()
    veces = _ultimos_bits(claves, BITS_DE_VECES)
    claves >>= BITS_DE_VECES
    repetidas = np.flatnonzero(claves[1:] == claves[:-1]) + 1  # words that share a row add up
    abren = np.flatnonzero(np.diff(repetidas, prepend=-1) > 1)
    veces[repetidas[abren] - 1] += np.add.reduceat(veces[repetidas], abren)
    claves, veces = np.delete(claves, repetidas), compactar(np.delete(veces, repetidas))
    pasaje = _ultimos_bits(claves, ancho)
    claves >>= ancho
    return _Postings(claves.astype(np.int32), pasaje, veces)


def _ultimos_bits(claves: Enteros, cuantos: int) -> Enteros:
    """Return the last bits of many numbers, without another copy of these on the way."""
    salida = np.empty(len(claves), dtype=np.int32)
    return np.bitwise_and(claves, (1 << cuantos) - 1, out=salida, casting="unsafe")


def _aperturas(
    textos: Sequence[Palabras], corridas: Corridas, de_corrida: Enteros
) -> tuple[Enteros, Enteros]:
    """Return row and document of every word that opens a text, as often as it does."""
    propias = [c[p.apertura] for c, p in zip(corridas.propias, textos, strict=True)]
    documento = np.repeat(np.arange(len(textos)), [len(p) for p in propias])
    fila = de_corrida[:, _unir(propias)]
    tiene = fila != SIN_FILA
    return fila[tiene], np.broadcast_to(documento, fila.shape)[tiene]


def _pares(
    postings: _Postings, aperturas: tuple[Enteros, Enteros], documento: Naturales, v: int
) -> tuple[Enteros, Naturales, Naturales, Enteros]:
    """Return what `TablaPasajes` has from `particion` to `desde`, with what opens each document."""
    total = max(int(documento.max(initial=0)), int(aperturas[1].max(initial=0))) + 1
    doc = documento[postings.pasaje]
    desde = np.append(cambian(postings.fila, doc), len(postings.fila)).astype(np.int32)
    fila, doc = postings.fila[desde[:-1]], doc[desde[:-1]]
    de_apertura = aperturas[0].astype(np.int64) * total + aperturas[1]
    abren, cuantas = np.unique(de_apertura, return_counts=True)
    claves = np.append(fila, -1) * np.int64(total)  # the last is that of no pair
    claves[:-1] += doc
    donde = np.searchsorted(claves[:-1], np.asarray(abren))  # its stubs take that for a number
    dichas = claves[donde] == abren
    del claves  # a good part of the most that a load takes
    solas = donde[~dichas]  # what no passage has: it stands before all, in a comment say
    fila_sola, doc_solo = np.divmod(abren[~dichas], total)
    cuantos = np.bincount(fila, minlength=v) + np.bincount(fila_sola, minlength=v)
    pesos = (PESO_APERTURA * cuantas).astype(np.uint32)
    frecuencia = np.add.reduceat(postings.veces, desde[:-1], dtype=np.uint32)
    frecuencia[donde[dichas]] += pesos[dichas]
    return (
        np.concatenate(([0], np.cumsum(cuantos))).astype(np.int32),
        np.insert(doc, solas, doc_solo),
        compactar(np.insert(frecuencia, solas, pesos[~dichas])),
        np.insert(desde, solas, desde[solas]),
    )


def _medida(largo: Enteros | Reales) -> Medida:
    return Medida(largo.astype(np.float32), float(largo.mean()) if len(largo) else 0.0)


def _comienzos(cuantos: Iterable[int]) -> Enteros:
    return np.concatenate(([0], np.cumsum(list(cuantos), dtype=np.int64))).astype(np.int32)


def _unir(partes: Sequence[Enteros]) -> Enteros:
    return np.concatenate(partes) if len(partes) else _NADA
