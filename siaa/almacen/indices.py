"""The vectors of the libraries in use, by index: each holds the slices of the routes that share it.

An index is made when it is first asked for. One that cannot be searched is stood in for by the
generic one, which holds everything under the profile of `docs`; without it only words are searched.
"""

import logging
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Protocol

import numpy as np

from siaa.almacen.fusion import mejores
from siaa.biblioteca.estructura.rebanadas import DOCS, Rebanada, clasificar_documento
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.tablas.pasajes import TablaPasajes
from siaa.biblioteca.valores import Documento, Enteros, Reales
from siaa.errores import ErrorSIAA
from siaa.rutas import GENERICO, Perfil, RutaDeContenido, Rutas
from siaa.vectores import Lista

POR_LISTA: Final = 20
BIBLIOTECAS: Final = 2
"""Libraries whose vectors are kept: the one in force and the one that a reload tries out."""
_COMO_DOCS: Final = Rebanada(DOCS, "", 1.0, ("no hay rutas de contenido configuradas",))
_diario = logging.getLogger(__name__)


class Vectorizador(Protocol):
    """Makes vectors of length 1. Raises `ErrorSIAA` where it cannot."""

    def de_pasajes(self, indice: Indice, perfil: Perfil, pasajes: Enteros) -> Reales:
        """Return the vectors of some passages of a library: `(n, dim)`."""
        ...

    def de_pregunta(self, indice: Indice, perfil: Perfil, texto: str) -> Reales:
        """Return the vector of a question: `(dim,)`."""
        ...


@dataclass(frozen=True, slots=True)
class _Biblioteca:
    """A library as it is indexed.

    rebanadas, indices: of each document, its kind and the index that its slices are in.
    colecciones: name → the passages of it, ascending, and the document of each. vectores: index →
    collection → which of its passages are in the index, and their vectors; filled when asked for.
    """

    de: TablaPasajes
    rebanadas: tuple[Rebanada, ...]
    indices: tuple[str, ...]
    colecciones: Mapping[str, tuple[Enteros, Enteros]]
    vectores: dict[str, dict[str, tuple[Enteros, Reales]]]


class Indices:
    """Owns the vectors. vectorizadores: by the name of their provider.

    Two threads that ask first both make them: what they make is equal.
    """

    def __init__(self, rutas: Rutas, vectorizadores: Mapping[str, Vectorizador]) -> None:
        self._rutas = rutas
        self._vectorizadores = vectorizadores
        self._bibliotecas: tuple[_Biblioteca, ...] = ()
        self._avisados: set[str] = set()
        for aviso in rutas.avisos:
            self.avisar(aviso)

    def avisar(self, aviso: str) -> None:
        """Tell the operator of something, once."""
        if aviso and aviso not in self._avisados:
            self._avisados.add(aviso)
            _diario.warning("[Rutas] %s", aviso)

    def rebanadas(self, indice: Indice) -> tuple[Rebanada, ...]:
        """Return the kind of each document."""
        return self._de(indice).rebanadas

    def colecciones(self, indice: Indice) -> Mapping[str, tuple[Enteros, Enteros]]:
        """Return the passages of each collection and the document of each."""
        return self._de(indice).colecciones

    def buscar(self, indice: Indice, ruta: RutaDeContenido, texto: str) -> dict[str, Lista]:
        """Return the nearest passages of each collection by a route; none without any vectors."""
        intentos = ((ruta.indice, ruta.perfil), (GENERICO, self._rutas.docs.perfil))
        for nombre, perfil in intentos:
            try:
                return self._buscar(indice, nombre, perfil, texto)
            except ErrorSIAA as error:
                otro = f"en «{GENERICO}»" if nombre != GENERICO else "solo por palabras"
                que = f"El índice «{nombre}» no se puede consultar ({error.mensaje})"
                self.avisar(f"{que}: se busca {otro}.")
        return {}

    def _buscar(self, indice: Indice, nombre: str, perfil: Perfil, texto: str) -> dict[str, Lista]:
        biblioteca = self._de(indice)
        if nombre not in biblioteca.vectores:
            biblioteca.vectores[nombre] = self._indexar(indice, biblioteca, nombre, perfil)
        vector = self._vectorizadores[perfil.provider].de_pregunta(indice, perfil, texto)
        listas = {}
        for coleccion, (cuales, vectores) in biblioteca.vectores[nombre].items():
            duenos, pasajes = (columna[cuales] for columna in biblioteca.colecciones[coleccion])
            cercanos = mejores(vectores @ vector, indice.pesos[duenos] > 0, POR_LISTA)
            listas[coleccion] = [(int(pasajes[n]), valor) for n, valor in cercanos]
        return listas

    def _indexar(
        self, indice: Indice, biblioteca: _Biblioteca, nombre: str, perfil: Perfil
    ) -> dict[str, tuple[Enteros, Reales]]:
        """Make the vectors of the slices of an index, those of each collection together."""
        dentro = np.array([nombre in (GENERICO, propio) for propio in biblioteca.indices])
        cuales = {c: np.flatnonzero(dentro[d]) for c, (d, _) in biblioteca.colecciones.items()}
        vectorizador = self._vectorizadores[perfil.provider]
        propios = [biblioteca.colecciones[c][1][suyos] for c, suyos in cuales.items()]
        todos = np.concatenate([np.empty(0, dtype=np.int64), *propios])
        vectores = vectorizador.de_pasajes(indice, perfil, todos)
        finales = np.cumsum([len(suyos) for suyos in cuales.values()], dtype=np.int64)
        partes = zip(cuales.items(), np.split(vectores, finales)[:-1], strict=True)
        return {coleccion: (suyos, parte) for (coleccion, suyos), parte in partes}

    def _de(self, indice: Indice) -> _Biblioteca:
        """Return a library as it is indexed; a part of it (`acotar`) is indexed as it is."""
        for biblioteca in self._bibliotecas:
            if biblioteca.de is indice.pasajes:
                return biblioteca
        nueva = self._repartir(indice)
        self._bibliotecas = (*self._bibliotecas, nueva)[-BIBLIOTECAS:]
        return nueva

    def _repartir(self, indice: Indice) -> _Biblioteca:
        documentos = tuple(indice.documentos.values())
        rebanadas = tuple(map(self._clasificar, documentos))
        tipos = dict.fromkeys(rebanada.slice_type for rebanada in rebanadas)
        rutas = {tipo: self._rutas.ruta_de_tipo(tipo) for tipo in tipos}
        for _, aviso in rutas.values():
            self.avisar(aviso)
        comienzos = indice.pasajes.pasajes.tolist()
        numeros: defaultdict[str, list[int]] = defaultdict(list)
        for documento, tramo in zip(documentos, pairwise(comienzos), strict=True):
            numeros[documento.coleccion] += range(*tramo)
        por_nombre = {nombre: np.array(n, dtype=np.int64) for nombre, n in numeros.items()}
        return _Biblioteca(
            indice.pasajes,
            rebanadas,
            tuple(rutas[rebanada.slice_type][0].indice for rebanada in rebanadas),
            {
                nombre: (np.searchsorted(indice.pasajes.pasajes, p, side="right") - 1, p)
                for nombre, p in por_nombre.items()
            },
            {},
        )

    def _clasificar(self, documento: Documento) -> Rebanada:
        rutas = self._rutas
        if rutas.como is None:
            return _COMO_DOCS
        importado = documento.coleccion in rutas.opciones.erp_collections
        return clasificar_documento(documento.ruta, documento.contenido, rutas.tipos, importado)
