"""The engine of several offices: vectors and words in a server that all of them read.

Places are counted here, over lists put in order here, so that no engine's own way with equal
scores, and no engine's own constant of fusion, shows in what is found.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from time import monotonic
from typing import Final
from uuid import UUID

import numpy as np

from siaa.almacen.distribucion import (
    Cercanos,
    Distribucion,
    Ficha,
    PorBiblioteca,
    Sondeo,
    dispersos,
    distribuir,
)
from siaa.almacen.modelo import Descanso, PorModelo, Vectorizadores
from siaa.almacen.servidores.postgres import EnPostgres
from siaa.almacen.servidores.qdrant import EnQdrant
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import resumir
from siaa.biblioteca.valores import Reales
from siaa.errores import VectoresNoDisponibles
from siaa.rutas import GENERICO, RutaDeContenido, Rutas
from siaa.vectores import POR_LISTA, Lista, Pedido, a_la_par, mejores

Servidor = EnPostgres | EnQdrant
VIGENCIA_S: Final = 5.0
"""How long what a server says of itself is believed, seconds."""
MARGEN: Final = 12
"""How many more than are wanted are asked for, so that ties are seen."""


@dataclass(frozen=True, slots=True)
class _Vista:
    """What a server said of itself. presentes: points that are there."""

    ficha: Ficha
    presentes: int
    cuando: float


class Remoto:
    """Searches in a server. Under the profile of the route `docs` is everything, words too."""

    def __init__(self, servidor: Servidor, rutas: Rutas, vectorizadores: Vectorizadores) -> None:
        self._servidor, self._docs, self._vectorizadores = servidor, rutas.docs, vectorizadores
        self._descanso = Descanso()
        self._numeros = PorBiblioteca(lambda i: {d: n for n, d in enumerate(identidades(i))})
        self._marcas = PorBiblioteca(lambda i: marca(i, distribuir(i, rutas, lambda _: None)))
        self._vistas: dict[str, _Vista] = {}

    def cercanos(
        self, indice: Indice, distribucion: Distribucion, ruta: RutaDeContenido, vector: Reales
    ) -> tuple[dict[str, Lista], str]:
        """Return the nearest of each collection by a route, and what is amiss with the server."""
        filtros = dict(_filtros(indice, distribucion, ruta.indice)) if vector.any() else {}
        with self._descanso.intento():
            reparo = self._reparo(indice, self._ver(ruta))
            listas = self._buscar(ruta, [Sondeo(f, denso=vector) for f in filtros.values()])
        if filtros and not any(listas):
            raise VectoresNoDisponibles(_vacio(ruta))
        return self._en_orden(indice, filtros, listas), reparo

    def por_palabras(
        self, indice: Indice, distribucion: Distribucion, pedido: Pedido
    ) -> dict[str, Lista] | None:
        """Return the best of each collection by words; None where the server cannot know them all.

        It does while it is up to date, and not emptied this instant: then its rows are ours.
        """
        with self._descanso.intento():
            if not len(pedido.filas) or self._reparo(indice, self._ver(self._docs)):
                return None
            filtros = dict(_filtros(indice, distribucion, GENERICO))
            disperso = pedido.filas.tolist(), pedido.pesos.tolist()
            sondeos = [Sondeo(f, disperso=disperso) for f in filtros.values()]
            listas = self._buscar(self._docs, sondeos)
        return self._en_orden(indice, filtros, listas) if any(listas) else None

    def _reparo(self, indice: Indice, vista: _Vista) -> str:
        if vista.presentes != vista.ficha.puntos:
            return f"el almacén tiene {vista.presentes} pasajes de {vista.ficha.puntos}"
        if vista.ficha.marca != self._marcas.de(indice):
            return "el almacén se llenó con otros documentos o con otra versión de SIAA"
        return ""

    def _ver(self, ruta: RutaDeContenido) -> _Vista:
        nombre, perfil = ruta.nombre_perfil, ruta.perfil
        vista = self._vistas.get(nombre)
        if vista is not None and monotonic() < vista.cuando + VIGENCIA_S:
            return vista
        dicho = self._servidor.ficha(nombre)
        if dicho is None:
            raise VectoresNoDisponibles(_vacio(ruta))
        comprobar_modelo(ruta, dicho[0])
        vectorizador = self._vectorizadores[perfil.provider]
        otra = vista is None or vista.ficha.marca != dicho[0].marca
        if otra and isinstance(vectorizador, PorModelo):
            vectorizador.comprobar(perfil, dicho[0].muestra)
        self._vistas[nombre] = nueva = _Vista(*dicho, monotonic())
        return nueva

    def _buscar(self, ruta: RutaDeContenido, sondeos: Sequence[Sondeo]) -> list[Cercanos]:
        """Search, for so many that it is known who is among the best, however many are equal."""
        limite, listas = POR_LISTA + MARGEN, list[Cercanos]()
        while sondeos and (not listas or any(_sin_decidir(lista, limite) for lista in listas)):
            limite *= 4 if listas else 1
            listas = self._servidor.buscar(ruta.nombre_perfil, sondeos, limite)
        return listas

    def _en_orden(
        self, indice: Indice, colecciones: Mapping[str, object], listas: Sequence[Cercanos]
    ) -> dict[str, Lista]:
        """Return the best that the library has, equal ones by number."""
        numeros, propias = self._numeros.de(indice), {}
        for coleccion, lista in zip(colecciones, listas, strict=True):
            pares = sorted((numeros[i], valor) for i, valor in lista if i in numeros)
            valores = np.array([valor for _, valor in pares])
            primeros = mejores(valores, valores > 0, POR_LISTA)
            propias[coleccion] = [(pares[n][0], valor) for n, valor in primeros]
        return propias


def identidades(indice: Indice) -> list[str]:
    """Return what each passage is called in a server: by its document and what it says.

    A passage that moves keeps its name; of those of a document that say the same, which it is.
    """
    nombres = []
    tramos = pairwise(indice.pasajes.pasajes.tolist())
    for documento, tramo in zip(indice.documentos.values(), tramos, strict=True):
        veces: defaultdict[str, int] = defaultdict(int)
        for desde, hasta in indice.pasajes.limites[slice(*tramo)].tolist():
            dicho = documento.contenido[desde:hasta]
            veces[dicho] += 1
            entero = f"{documento.clave}\0{veces[dicho]}\0{dicho}"
            nombres.append(str(UUID(resumir(entero))))
    return nombres


def marca(indice: Indice, distribucion: Distribucion) -> str:
    """Return what tells all that a server is filled with of a library from anything else."""
    documentos = indice.documentos.values()
    donde = [f"{d.clave}\0{d.coleccion}\0{d.titulo}" for d in documentos]
    dicho = [*donde, *distribucion.indices, *identidades(indice), *indice.pasajes.filas]
    return resumir("\n".join(dicho), *(columna.tobytes() for columna in dispersos(indice.pasajes)))


def comprobar_modelo(ruta: RutaDeContenido, ficha: Ficha) -> None:
    """Raise `VectoresNoDisponibles` where a server holds vectors that are made otherwise."""
    if ficha.modelo != ruta.perfil.hechura:
        raise VectoresNoDisponibles(
            f"El almacén tiene en el perfil «{ruta.nombre_perfil}» vectores de «{ficha.modelo}», y "
            f"siaa.toml pide «{ruta.perfil.hechura}»: dé al perfil otro nombre, o ejecute "
            "«./run.sh indexar --rehacer» para cambiarlos."
        )


def _vacio(ruta: RutaDeContenido) -> str:
    perfil = ruta.nombre_perfil
    return f"El almacén está vacío en el perfil «{perfil}»: ejecute «./run.sh indexar»."


def _filtros(
    indice: Indice, distribucion: Distribucion, nombre: str
) -> Iterator[tuple[str, dict[str, list[str]]]]:
    for coleccion, cuales in distribucion.dentro(nombre).items():
        suyos = np.unique(distribucion.colecciones[coleccion][0][cuales]).tolist()
        pesan = [indice.claves[n] for n in suyos if indice.pesos[n] > 0]
        filtros = {"coleccion": [coleccion], "indice": [nombre], "doc": pesan}
        if nombre == GENERICO:
            del filtros["indice"]
        if len(pesan) == len(suyos):
            del filtros["doc"]
        if pesan:
            yield coleccion, filtros


def _sin_decidir(lista: Cercanos, limite: int) -> bool:
    """Tell whether what was left out may be equal to the last one wanted."""
    if len(lista) < limite:
        return False
    valores = a_la_par(np.array([valor for _, valor in lista]))
    return bool(0 < valores[POR_LISTA - 1] == valores[-1])
