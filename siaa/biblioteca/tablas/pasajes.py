"""Documents → one table of passages: which term stands how often in which unit of which document.

Units are numbered through the whole library, document after document, so those of a document are
neighbours; so are its paragraphs and its sections. Postings are sorted by term and then by unit.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from types import MappingProxyType
from typing import Final

import numpy as np

from siaa.biblioteca.lengua.ortografia import Ortografia, crear_ortografia
from siaa.biblioteca.tablas.bm25 import idf_probabilistico, norma_de_largo, saturar
from siaa.biblioteca.tablas.lexico import SIN_FILA, Lexico, crear_lexico
from siaa.biblioteca.tablas.posiciones import distintas
from siaa.biblioteca.valores import Booleanos, Enteros, Huellas, Reales, TextoAnalizado

K1_UNIDAD: Final = 0.8
B_UNIDAD: Final = 0.4

_ARTICULO: Final = re.compile(r"art(?:[ií]culo|\b)", re.IGNORECASE)
_NADA: Final[Enteros] = np.empty(0, dtype=np.int32)
_NADA.flags.writeable = False


@dataclass(frozen=True, slots=True)
class Medida:
    """How long each unit, paragraph or document is, in terms (not as written), and their mean."""

    largo: Reales
    medio: float

    def norma(self, k1: float, b: float) -> Reales:
        """Return what BM25 divides by for each of them."""
        return norma_de_largo(self.largo, self.medio, k1, b)


@dataclass(frozen=True, slots=True)
class TablaPasajes:
    """The terms of a library and where they stand; U units, D documents, V terms.

    filas: term → its row.
    idf_unidad, idf_parrafo, idf_documento: `(V,)`, counted over units, paragraphs and documents.
    particion: `(V + 1,)`; row k owns `[particion[k], particion[k + 1])` of the three next.
    documento, frecuencia: which documents have it, ascending, and how often in all.
    maximo: the most that it is worth in a unit of that document, before its idf.
    desde: where the postings of that pair start in `unidad` and `veces`; they end at the next one.
    unidad, veces: which units, ascending, and how often.
    unidades, parrafos, secciones: `(D + 1,)`; first unit, paragraph, section of each document.
    limites: `(U, 2)`, offsets into the document's text.
    parrafo, seccion: `(U,)`, numbered through the library; lugar: place within the section.
    palabras: `(U,)`, a fingerprint of the words of a unit.
    articulo: by section, whether it is an article (or a part of one) of a norm.
    hermana: by section, whether it stands under the same outer headings as the one before it.
    """

    filas: Mapping[str, int]
    idf_unidad: Reales
    idf_parrafo: Reales
    idf_documento: Reales
    particion: Enteros
    documento: Enteros
    frecuencia: Reales
    maximo: Reales
    desde: Enteros
    unidad: Enteros
    veces: Reales
    unidades: Enteros
    parrafos: Enteros
    secciones: Enteros
    limites: Enteros
    parrafo: Enteros
    seccion: Enteros
    lugar: Enteros
    palabras: Huellas
    articulo: Booleanos
    hermana: Booleanos
    por_unidad: Medida
    por_parrafo: Medida
    por_documento: Medida
    ortografia: Ortografia

    def tramo(self, fila: int) -> slice:
        """Return where the documents of a row are."""
        return slice(int(self.particion[fila]), int(self.particion[fila + 1]))

    def tiene(self, fila: int, documento: int) -> bool:
        """Tell whether a document has a row."""
        presentes = self.documento[self.tramo(fila)]
        lugar = int(np.searchsorted(presentes, documento))
        return lugar < len(presentes) and int(presentes[lugar]) == documento


def construir_pasajes(textos: Sequence[TextoAnalizado]) -> TablaPasajes:
    """Join what each text says of its units into one table."""
    numeros: defaultdict[str, int] = defaultdict(count().__next__)  # numbered by first use
    corridas = [
        np.fromiter(map(numeros.__getitem__, distintas(texto.tabla)), dtype=np.int64)
        for texto in textos
    ]
    nombradas = dict.fromkeys(termino for t in textos for termino, _ in t.unidades.referencias)
    lexico = crear_lexico(list(numeros), list(nombradas))
    unidades = _comienzos([len(t.unidades.parrafo) for t in textos])
    parrafos = _comienzos([int(t.unidades.parrafo[-1:].sum()) + 1 for t in textos])
    secciones = _comienzos([len(t.estructura.secciones) for t in textos])
    parrafo = _unir([t.unidades.parrafo + n for t, n in zip(textos, parrafos, strict=False)])
    seccion = _unir(
        [t.estructura.unidades[:, 2] + n for t, n in zip(textos, secciones, strict=False)]
    )
    usos = _usos(textos, corridas, unidades)
    aparte = _referencias(textos, unidades, lexico)
    largo = _por_unidad(usos, lexico, int(unidades[-1]))
    por_unidad = _medida(largo)
    postings = _postings(usos, aparte, lexico, int(unidades[-1]))
    documento = np.repeat(np.arange(len(textos)), np.diff(unidades))
    pares = _pares(postings, documento, por_unidad, len(lexico.filas))
    return TablaPasajes(
        filas=MappingProxyType(lexico.filas),
        idf_unidad=idf_probabilistico(len(largo), np.bincount(postings.fila, minlength=pares.v)),
        idf_parrafo=idf_probabilistico(int(parrafos[-1]), _distintos(postings, parrafo, pares.v)),
        idf_documento=idf_probabilistico(len(textos), np.diff(pares.particion)),
        particion=pares.particion,
        documento=pares.documento,
        frecuencia=pares.frecuencia,
        maximo=pares.maximo,
        desde=pares.desde,
        unidad=postings.unidad,
        veces=postings.veces,
        unidades=unidades,
        parrafos=parrafos,
        secciones=secciones,
        limites=_unir([t.estructura.unidades[:, :2] for t in textos]).reshape(-1, 2),
        parrafo=parrafo,
        seccion=seccion,
        lugar=_lugares(seccion),
        palabras=_palabras(usos, lexico, len(largo)),
        articulo=_logicos(valor for t in textos for valor in _articulo(t)),
        hermana=_logicos(valor for t in textos for valor in _hermana(t)),
        por_unidad=por_unidad,
        por_parrafo=_medida(_contar(parrafo, largo, int(parrafos[-1]))),
        por_documento=_medida(_contar(documento, largo, len(textos))),
        ortografia=crear_ortografia(_frecuencias(numeros, corridas)),
    )


def _articulo(texto: TextoAnalizado) -> Iterator[bool]:
    """Tell, of each section, whether its heading is an article or stands inside one."""
    for seccion in texto.estructura.secciones:
        yield any(map(_ARTICULO.match, seccion.ruta[-2:]))


def _hermana(texto: TextoAnalizado) -> Iterator[bool]:
    """Tell, of each section, whether its outer headings are those of the one before it."""
    yield False
    for anterior, seccion in pairwise(texto.estructura.secciones):
        con_titulo = bool(seccion.ruta) and not seccion.titulo
        yield con_titulo and anterior.ruta[:-1] == seccion.ruta[:-1]


def _logicos(valores: Iterable[bool]) -> Booleanos:
    return np.fromiter(valores, dtype=np.bool_)


@dataclass(frozen=True, slots=True)
class _Usos:
    """Run, unit and count of every distinct pair in the library."""

    corrida: Enteros
    unidad: Enteros
    veces: Enteros


@dataclass(frozen=True, slots=True)
class _Postings:
    """Row, unit and count, sorted by row and then by unit."""

    fila: Enteros
    unidad: Enteros
    veces: Reales


@dataclass(frozen=True, slots=True)
class _Pares:
    """Postings by term and document, as `TablaPasajes` has them; `v` terms."""

    v: int
    particion: Enteros
    documento: Enteros
    frecuencia: Reales
    maximo: Reales
    desde: Enteros


def _usos(
    textos: Sequence[TextoAnalizado], corridas: Sequence[Enteros], unidades: Enteros
) -> _Usos:
    propias = [t.unidades for t in textos]
    return _Usos(
        _unir([c[u.corrida] for c, u in zip(corridas, propias, strict=True)]),
        _unir([u.unidad + n for u, n in zip(propias, unidades, strict=False)]),
        _unir([u.veces for u in propias]),
    )


def _referencias(textos: Sequence[TextoAnalizado], unidades: Enteros, lexico: Lexico) -> _Postings:
    """Return one posting for every legal unit that is named."""
    pares = [
        (lexico.filas[termino], numero + primera)
        for texto, primera in zip(textos, unidades.tolist(), strict=False)
        for termino, numero in texto.unidades.referencias
    ]
    fila, unidad = np.array(pares, dtype=np.int64).reshape(-1, 2).T
    return _Postings(fila, unidad, np.ones(len(fila), dtype=np.float32))


def _postings(usos: _Usos, aparte: _Postings, lexico: Lexico, unidades: int) -> _Postings:
    """Sort what every row has, adding up the words that share a row."""
    partes = [aparte]
    for filas in (lexico.primera, lexico.segunda, lexico.forma):
        fila = filas[usos.corrida]
        tiene = fila != SIN_FILA
        partes.append(_Postings(fila[tiene], usos.unidad[tiene], usos.veces[tiene]))
    clave = np.concatenate([p.fila.astype(np.int64) * max(unidades, 1) + p.unidad for p in partes])
    orden = np.argsort(clave, kind="stable")
    clave = clave[orden]
    veces = np.concatenate([p.veces for p in partes])[orden].astype(np.float32)
    primeros = _cambios(clave)
    fila, unidad = np.divmod(clave[primeros], max(unidades, 1))
    return _Postings(
        fila.astype(np.int32), unidad.astype(np.int32), _sumar(np.add, veces, primeros)
    )


def _pares(postings: _Postings, documento: Enteros, por_unidad: Medida, v: int) -> _Pares:
    """Group sorted postings by term and document."""
    doc = documento[postings.unidad]
    desde = _cambios(postings.fila.astype(np.int64) * (int(doc.max(initial=0)) + 1) + doc)
    impacto = saturar(
        postings.veces, por_unidad.norma(K1_UNIDAD, B_UNIDAD)[postings.unidad], K1_UNIDAD
    )
    return _Pares(
        v=v,
        particion=np.searchsorted(postings.fila[desde], np.arange(v + 1)).astype(np.int32),
        documento=doc[desde].astype(np.int32),
        frecuencia=_sumar(np.add, postings.veces, desde),
        maximo=_sumar(np.maximum, impacto, desde),
        desde=np.append(desde, len(doc)).astype(np.int32),
    )


def _distintos(postings: _Postings, parrafo: Enteros, v: int) -> Enteros:
    """Count the paragraphs that have each term."""
    donde = parrafo[postings.unidad]
    primeros = _cambios(postings.fila.astype(np.int64) * (int(donde.max(initial=0)) + 1) + donde)
    return np.bincount(postings.fila[primeros], minlength=v)


def _por_unidad(usos: _Usos, lexico: Lexico, unidades: int) -> Reales:
    """Count the terms of each unit."""
    terminos = (lexico.primera != SIN_FILA).astype(np.int64) + (lexico.segunda != SIN_FILA)
    return _contar(usos.unidad, usos.veces * terminos[usos.corrida], unidades)


def _contar(cuales: Enteros, cuanto: Enteros | Reales, total: int) -> Reales:
    return np.bincount(cuales, cuanto, minlength=total).astype(np.float64)


def _palabras(usos: _Usos, lexico: Lexico, unidades: int) -> Huellas:
    """Return a fingerprint of the words of each unit, whatever their order."""
    huellas = np.zeros(unidades, dtype=np.uint64)
    np.add.at(huellas, usos.unidad, lexico.resumen[usos.corrida] * usos.veces.astype(np.uint64))
    return huellas


def _frecuencias(numeros: Mapping[str, int], corridas: Sequence[Enteros]) -> dict[str, int]:
    """Return in how many documents each run stands."""
    cuentas = np.bincount(_unir(corridas), minlength=len(numeros)).tolist()
    return dict(zip(numeros, cuentas, strict=True))


def _medida(largo: Reales) -> Medida:
    return Medida(largo.astype(np.float32), float(largo.mean()) if len(largo) else 0.0)


def _lugares(seccion: Enteros) -> Enteros:
    """Return the place of each unit among those of its section, from 0 on."""
    primeros = _cambios(seccion)
    cuantos = np.diff(np.append(primeros, len(seccion)))
    return (np.arange(len(seccion)) - np.repeat(primeros, cuantos)).astype(np.int32)


def _comienzos(cuantos: Sequence[int]) -> Enteros:
    return np.concatenate(([0], np.cumsum(np.array(cuantos, dtype=np.int64)))).astype(np.int32)


def _unir(partes: Sequence[Enteros]) -> Enteros:
    return np.concatenate(partes) if len(partes) else _NADA


def _cambios(valores: Enteros) -> Enteros:
    """Return where a value differs from the one before it, the first included."""
    if not len(valores):
        return _NADA
    return np.flatnonzero(np.concatenate(([True], valores[1:] != valores[:-1])))


def _sumar(funcion: np.ufunc, valores: Reales, primeros: Enteros) -> Reales:
    """Fold each group of values, given where the groups start."""
    juntos = funcion.reduceat(valores, primeros) if len(primeros) else valores[:0]
    return juntos.astype(np.float32)
