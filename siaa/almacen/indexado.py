"""Makes the vectors of a library and fills a server with them; cut off anywhere, it goes on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from siaa.almacen.distribucion import Distribucion, Ficha, Punto, dispersos, distribuir
from siaa.almacen.modelo import PorModelo, Vectorizadores
from siaa.almacen.servidores.remoto import Servidor, comprobar_modelo, identidades, marca
from siaa.biblioteca.estructura.analisis import ruta_texto
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.relaciones.nombrados import articulos_de
from siaa.biblioteca.relaciones.remisiones import remisiones_de
from siaa.biblioteca.valores import Enteros
from siaa.rutas import RutaDeContenido, Rutas

POR_LOTE: Final = 100


@dataclass(frozen=True, slots=True)
class Tarea:
    """Something to be done. pasos: does it, and yields how many of `total` passages each time.

    quita: whether they were taken out, since no document says them any more.
    """

    titulo: str
    total: int
    pasos: Iterator[int]
    quita: bool = False


@dataclass(frozen=True, slots=True)
class Indexador:
    """Does for the vectors of a library what is not done. servidor: None for those in memory.

    rehacer: throw away first what there is of each profile. Raises `ErrorSIAA`.
    """

    indice: Indice
    rutas: Rutas
    vectorizadores: Vectorizadores
    servidor: Servidor | None
    rehacer: bool = False

    def tareas(self) -> Iterator[Tarea]:
        """Yield what there is to do; each has to be done before the next is asked for."""
        distribucion = distribuir(self.indice, self.rutas, lambda _: None)
        docs = self.rutas.docs
        todas = {ruta.nombre_perfil: ruta for ruta in (*self.rutas.rutas.values(), docs)}
        for nombre, ruta in todas.items():
            suyas = {r.indice for r in self.rutas.rutas.values() if r.nombre_perfil == nombre}
            dentro = [nombre == docs.nombre_perfil or i in suyas for i in distribucion.indices]
            cuantos = np.diff(self.indice.pasajes.pasajes)
            pasajes = np.flatnonzero(np.repeat(np.array(dentro, dtype=np.bool_), cuantos))
            yield from self._de_perfil(ruta, pasajes, distribucion)

    def _de_perfil(
        self, ruta: RutaDeContenido, pasajes: Enteros, distribucion: Distribucion
    ) -> Iterator[Tarea]:
        """Yield what there is to do of one; what two models make is never mixed."""
        nombre, perfil, servidor = ruta.nombre_perfil, ruta.perfil, self.servidor
        dicho = servidor.ficha(nombre) if servidor and not self.rehacer else None
        antes = dicho[0] if dicho else None
        if antes:
            comprobar_modelo(ruta, antes)
        muestra, vectorizador = tuple[float, ...](), self.vectorizadores[perfil.provider]
        if isinstance(vectorizador, PorModelo):
            if self.rehacer:
                vectorizador.olvidar(perfil)
            muestra = antes.muestra if antes else ()
            propia = vectorizador.comprobar(perfil, muestra, insistir=True)
            muestra = muestra or propia
            yield from _sin_uso("Vectores", nombre, vectorizador.purgar(self.indice, perfil))
            faltan = vectorizador.pendientes(self.indice, perfil, pasajes)
            pasos = vectorizador.hacer(perfil, faltan)
            yield Tarea(f"Vectores de «{nombre}»", len(faltan), pasos)
        if servidor:
            suya = marca(self.indice, distribucion)
            ficha = Ficha(perfil.hechura, muestra, suya, len(pasajes))
            ids, hechos = identidades(self.indice), servidor.hechos(nombre, suya) if antes else ()
            puntos = [p for p in pasajes.tolist() if ids[p] not in hechos]
            if puntos or antes != ficha:
                pasos = self._llenar(servidor, ruta, distribucion, ficha, puntos, antes is None)
                yield Tarea(f"Almacén, «{nombre}»", len(puntos), pasos)
            yield from _sin_uso("Almacén", nombre, servidor.purgar(nombre, suya))

    def _llenar(
        self,
        servidor: Servidor,
        ruta: RutaDeContenido,
        distribucion: Distribucion,
        ficha: Ficha,
        faltan: Sequence[int],
        de_nuevo: bool,
    ) -> Iterator[int]:
        """Write the points of some passages."""
        nombre, numeros = ruta.nombre_perfil, np.array(faltan, dtype=np.int64)
        servidor.empezar(nombre, ruta.perfil.dim, ficha, de_nuevo=de_nuevo)
        vectorizador = self.vectorizadores[ruta.perfil.provider]
        densos = vectorizador.de_pasajes(self.indice, ruta.perfil, numeros)
        filas, pesos, comienzos = dispersos(self.indice.pasajes)
        ids = identidades(self.indice)
        for desde in range(0, len(numeros), POR_LOTE):
            lote = []
            for n, p in enumerate(numeros[desde : desde + POR_LOTE].tolist(), desde):
                suyas = slice(*comienzos[p : p + 2])
                datos = {**_datos(self.indice, distribucion, p, ids), "marca": ficha.marca}
                lote.append(Punto(ids[p], densos[n], filas[suyas], pesos[suyas], datos))
            servidor.escribir(nombre, lote)
            yield len(lote)


def _sin_uso(donde: str, nombre: str, cuantos: int) -> Iterator[Tarea]:
    if cuantos:
        yield Tarea(f"{donde} sin uso, «{nombre}»", cuantos, iter((cuantos,)), quita=True)


def _datos(
    indice: Indice, distribucion: Distribucion, pasaje: int, ids: Sequence[str]
) -> dict[str, str | list[str]]:
    documento, ruta = indice.documento_de(pasaje), indice.seccion_de(pasaje).ruta
    comienzos, refs = indice.pasajes.pasajes, list[str]()
    numero = pasaje - int(comienzos[indice.numero(documento.clave)])
    for remision in remisiones_de(indice.documentos, indice.actos, documento.clave, numero):
        finales = indice.documentos[remision.doc].texto.estructura.pasajes[:, 1]
        primero = int(np.searchsorted(finales, remision.inicio, side="right"))
        if primero < len(finales):
            refs.append(ids[int(comienzos[indice.numero(remision.doc)]) + primero])
    return {
        "doc": documento.clave,
        "coleccion": documento.coleccion,
        "indice": distribucion.indices[indice.numero(documento.clave)],
        "seccion": ruta_texto(ruta),
        "articulo": next(iter(articulos_de(ruta)), ""),
        "ley": documento.titulo,
        "refs": list(dict.fromkeys(refs)),
        "huella": documento.huella_de(*indice.pasajes.limites[pasaje].tolist()),
    }
