"""Scored passages → the fragments that are sent, in order, within a budget of characters."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby, starmap
from typing import Final, NamedTuple

import numpy as np

from siaa.biblioteca.estructura.analisis import ruta_texto
from siaa.biblioteca.estructura.pasajes import TipoDePasaje
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import corridas, plegar
from siaa.biblioteca.titulos import seccion_de, sin_titulo
from siaa.biblioteca.valores import Documento, Reales
from siaa.recuperacion.faltantes import RECORDADAS
from siaa.recuperacion.formato import HIBRIDA, SALTO, Lugar, alrededor, encabezado_bloque, textos
from siaa.recuperacion.hibrida.puntaje import PuntajesDentro, PuntajesPasajes
from siaa.recuperacion.hibrida.terminos import PESO_QUERIDO, Consulta
from siaa.valores import ChunkPuntuado, Motivo, Poda, TituloDeFragmento

PALABRAS_DE_TITULO: Final = 2
"""A text that starts with this many of its heading's needs no other; nor one that announces it."""
COMIENZO: Final = 60
"""Where they are looked for, in characters."""
FIRMAS: Final = -1
"""In place of the number of a section: all who sign."""
NINGUNO: Final = np.empty(0, np.int64)
INTENTOS: Final = 40
"""Passages that fit by their text and not with what is written around it, before none is tried."""
REPETIDO: Final = 0.7
"""Share of a passage, in paragraphs that others said, beyond which it says nothing new."""


@dataclass(frozen=True, slots=True)
class Seleccion:
    """The scored passages of some documents, and by document what they are multiplied by."""

    indice: Indice
    consulta: Consulta
    puntajes: PuntajesPasajes
    dentro: PuntajesDentro
    factores: Mapping[str, float]

    def por_pasaje(self) -> Reales:
        """Return the factor of each passage."""
        propios = [self.factores[self.indice.claves[n]] for n in self.puntajes.documentos.tolist()]
        return np.repeat(propios, np.diff(self.puntajes.comienzos))

    def dicho_en(self, documento: int) -> set[str]:
        """Return the words of the question that a document has: passages, headings or readings."""
        lugar = int(np.searchsorted(self.puntajes.documentos, documento))
        fila, cual, cuantas, _ = self.puntajes.halladas
        filas = [self.consulta.filas[n] for n in fila[(cual == lugar) & (cuantas > 0)].tolist()]
        suyos = [t for t in self.consulta.terminos if self._rotula(documento, t.termino)]
        return {dicho.escrito for dicho in (*filas, *suyos) if dicho.peso != PESO_QUERIDO}

    def _rotula(self, documento: int, termino: str) -> bool:
        """Tell whether a heading or a reading of a document has a term."""
        tabla, campo, leidos = self.indice.pasajes, self.indice.encabezados, self.indice.lecturas
        secciones = campo.dueno[campo.textos.get(termino, NINGUNO)]
        pasajes, *_ = leidos.impactos.get(termino, (NINGUNO,))
        return documento in tabla.de_seccion[secciones] or documento in tabla.dueno[pasajes]

    @property
    def valores(self) -> Reales:
        """What each passage is worth."""
        return self.dentro.total * self.por_pasaje()


class PasajePuntuado(NamedTuple):
    """A passage that may be sent: its document, number, score, section and place in the text.

    lugar: its place among the scored ones, for its reasons. largo: of its text. firma: whether it
    says who signs an act.
    """

    documento: Documento
    numero: int
    lugar: int
    puntaje: float
    seccion: int
    inicio: int
    fin: int
    largo: int
    firma: bool

    @property
    def texto(self) -> str:
        """Its text, healed."""
        return self.documento.sano(self.inicio, self.fin)

    @property
    def junta(self) -> tuple[str, int]:
        """What it is sent together with: its section, or all signatures, as a name heads none."""
        return self.documento.clave, FIRMAS if self.firma else self.seccion

    @property
    def titulo(self) -> TituloDeFragmento | None:
        """Its heading, as it is told before its text."""
        return _titulo(self.documento, self.seccion, self.inicio, self.fin)


def pasaje_puntuado(indice: Indice, numero: int, lugar: int, puntaje: float) -> PasajePuntuado:
    """Return a passage, by its number in the library, with its score and place."""
    documento, tabla = indice.documento_de(numero), indice.pasajes
    suyo = numero - int(tabla.pasajes[tabla.dueno[numero]])
    estructura = documento.texto.estructura
    inicio, fin, seccion, tipo = estructura.pasajes[suyo].tolist()
    largo, firma = int(estructura.largos[suyo]), tipo == TipoDePasaje.FIRMA
    return PasajePuntuado(documento, numero, lugar, puntaje, seccion, inicio, fin, largo, firma)


class Tramo(NamedTuple):
    """Passages that follow each other, sent as one fragment under one heading."""

    pasajes: tuple[PasajePuntuado, ...]

    @property
    def mejor(self) -> PasajePuntuado:
        """The passage that answers best; the first of equals."""
        return max(self.pasajes, key=lambda pasaje: pasaje.puntaje)

    @property
    def lugar(self) -> Lugar:
        """Where its text stands in the document, and under what."""
        return self.pasajes[0].inicio, self.pasajes[-1].fin, self.pasajes[0].titulo


def elegir(
    pasajes: Iterable[PasajePuntuado],
    presupuesto: int,
    *,
    seguidos: bool = False,
    entero: str | None = None,
) -> list[Tramo]:
    """Return the fragments to send for passages that come best first, at least one.

    Every character counts: the lines that open a block or a section too. A passage that does not
    fit is left out, and the next that does is taken; none that says what others said already.
    seguidos: they come in the order of a text, to be read so: the first that does not fit ends it.
    entero: a document that may go whole, to be read from its beginning after its best section.
    """
    elegidos: list[PasajePuntuado] = []
    dichos: set[str] = set()
    costos: dict[str, int] = {}
    escritos = fallidos = 0
    for pasaje in pasajes:
        # Texts alone that are too long spare the count of what is written around them.
        largo, clave = escritos + pasaje.largo, pasaje.documento.clave
        cabe = not elegidos or largo <= presupuesto
        if not cabe and not seguidos:
            continue
        renglones = pasaje.texto.split("\n")
        repetido = sum(len(renglon) + 1 for renglon in renglones if renglon in dichos)
        if repetido > REPETIDO * pasaje.largo:
            continue
        if cabe:
            suyos = [p for p in elegidos if p.documento is pasaje.documento]
            queda = presupuesto - sum(costo for doc, costo in costos.items() if doc != clave)
            # Of another section it adds its text at least, but for a mark that it may take away.
            costo = costos.get(clave, 0) + pasaje.largo - len(SALTO)
            ajeno = suyos and not (pasaje.firma or pasaje.seccion in {p.seccion for p in suyos})
            if costo <= queda or not ajeno:
                costo = _costo([*suyos, pasaje], entero)
            cabe = not elegidos or costo <= queda
        if cabe:
            elegidos.append(pasaje)
            dichos.update(renglones)
            escritos, costos[clave] = largo, costo
        elif seguidos or (fallidos := fallidos + 1) == INTENTOS:
            break
    return list(_tramos(elegidos, entero))


def _tramos(elegidos: Sequence[PasajePuntuado], entero: str | None) -> Iterator[Tramo]:
    """Put passages in sending order and join those that follow each other.

    The document of the best comes first, and in each the section of its best; in a section the
    order is that of the text, since an article is read from its beginning. So are signatures: cut
    at each name, that would stand above the office of who signs next.
    entero: as in `elegir`.
    """
    lugar: dict[tuple[str, int | None], int] = {}
    for orden, pasaje in enumerate(elegidos):
        primero = lugar.setdefault((pasaje.documento.clave, None), orden)
        resto = primero + 1 if pasaje.documento.clave == entero else orden
        lugar.setdefault(pasaje.junta, primero if orden == primero else resto)
    en_orden = sorted(
        elegidos, key=lambda p: (lugar[p.documento.clave, None], lugar[p.junta], p.numero)
    )
    seguidos = groupby(enumerate(en_orden), lambda par: (par[1].junta, par[1].numero - par[0]))
    for _, grupo in seguidos:
        yield Tramo(tuple(pasaje for _, pasaje in grupo))


def _costo(elegidos: Sequence[PasajePuntuado], entero: str | None) -> int:
    """Return how many characters some passages of one document take as they are sent."""
    documento, lugares = elegidos[0].documento, [tramo.lugar for tramo in _tramos(elegidos, entero)]
    dichos = (alrededor(documento, HIBRIDA, lugares), textos(documento, HIBRIDA, lugares))
    return len(encabezado_bloque(documento, HIBRIDA)) + sum(map(len, chain(*dichos)))


@lru_cache(maxsize=RECORDADAS)
def _titulo(documento: Documento, numero: int, inicio: int, fin: int) -> TituloDeFragmento | None:
    """Return the innermost heading of a section, for a text; none for the title of the document."""
    seccion = documento.texto.estructura.secciones[numero]
    if seccion.titulo or not seccion.ruta or not seccion.ruta[-1]:
        return None
    (ruta,) = sin_titulo(documento, (seccion,))
    palabras = corridas(plegar(seccion.ruta[-1]))[:PALABRAS_DE_TITULO]
    renglones = (r[:COMIENZO] for r in documento.sano(inicio, fin).split("\n", 2)[:2])
    se_nombra = any(corridas(plegar(r))[: len(palabras)] == palabras for r in renglones)
    parte = ruta_texto(ruta[:-1][:1]) if seccion.ruta[-1] in _repetidos(documento) else ""
    return TituloDeFragmento(seccion.ruta[-1], None, parte, se_nombra)


@lru_cache(maxsize=RECORDADAS)
def _repetidos(documento: Documento) -> frozenset[str]:
    """Return the headings that several parts of a document have: «Salidas», «Sentencias»."""
    rutas = sin_titulo(documento, documento.texto.estructura.secciones)
    veces = Counter(titulo for titulo, _ in {(r[-1], r[:-1][:1]) for r in rutas if r})
    return frozenset(titulo for titulo, cuantas in veces.items() if cuantas > 1)


def en_bloques(
    tramos: Iterable[Tramo], motivos: Iterable[tuple[Motivo, ...]], modo: str, ratio: float | None
) -> list[Poda]:
    """Return fragments in sending order, each with its reasons, as one block a document."""
    pares = zip(tramos, motivos, strict=True)
    bloques = groupby(pares, key=lambda par: par[0].mejor.documento.clave)
    return [
        Poda(doc, tuple(starmap(_chunk, grupo)), HIBRIDA, modo, ratio) for doc, grupo in bloques
    ]


def de_un_lugar(
    indice: Indice, doc: str, lugar: tuple[int, int], presupuesto: int, motivo: Motivo
) -> list[Poda]:
    """Return as many passages of a stretch of a document as fit, from its beginning, at least one.

    None where it has no passage.
    """
    pasajes = (pasaje_puntuado(indice, n, 0, 0.0) for n in indice.pasajes_de(doc, *lugar))
    tramos = elegir(pasajes, presupuesto, seguidos=True)
    return en_bloques(tramos, [(motivo,)] * len(tramos), motivo.nombre.upper(), None)


def _chunk(tramo: Tramo, motivos: tuple[Motivo, ...]) -> ChunkPuntuado:
    mejor, (inicio, fin, titulo) = tramo.mejor, tramo.lugar
    return ChunkPuntuado(
        indice=mejor.documento.texto.chunk_de(inicio),
        seccion=seccion_de(mejor.documento, inicio, fin),
        inicio=inicio,
        fin=fin,
        titulo=titulo,
        puntaje=mejor.puntaje,
        motivos=motivos,
    )
