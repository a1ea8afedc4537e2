"""`hibrida`: the three levels of the router, each with a formula of retrieval research.

score = (keywords + density + name) · weight of the collection
keywords: the catalogue's, said in the question. density: BM25 of the whole text plus the score of
its best passage. name: what it is called, by the words that the question says of it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Final

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.tablas.gemelos import SIN_GRUPO
from siaa.biblioteca.valores import DECIMALES, Enteros, Reales
from siaa.recuperacion.busqueda import Busqueda
from siaa.recuperacion.formato import largo
from siaa.recuperacion.hibrida.ausencias import SIN_DUDA, ausencias, calladas
from siaa.recuperacion.hibrida.motivos import (
    KEYWORDS,
    MINIMO,
    NOMBRE,
    motivos_de_pasajes,
    motivos_de_rotulos,
    motivos_de_texto,
    ponderados,
)
from siaa.recuperacion.hibrida.nombre_dicho import mayores, mejores
from siaa.recuperacion.hibrida.pesos import PESOS, Pesos
from siaa.recuperacion.hibrida.poda import podar
from siaa.recuperacion.hibrida.puntaje import (
    PuntajesPasajes,
    Puntuador,
    Reparto,
    densidad,
    puntos_de_encabezado,
)
from siaa.recuperacion.hibrida.rasgos import de_las_lecturas, ganancia
from siaa.recuperacion.hibrida.respaldo import certeza, respaldo
from siaa.recuperacion.hibrida.seleccion import Seleccion
from siaa.recuperacion.hibrida.terminos import Consulta, consultar
from siaa.recuperacion.hibrida.vigencia import reemplazos
from siaa.valores import (
    AjustesPoda,
    Ausencia,
    DocumentoPuntuado,
    Intento,
    Motivo,
    Niveles,
    Poda,
    Ruta,
)

CANDIDATOS: Final = 24
"""Documents whose passages are scored one by one; what is known of whole documents chooses them."""
NIVEL_DEL_TEXTO, NIVEL_DEL_NOMBRE = 1, 2
LEJOS: Final = 0.5
ANTES, DESPUES = 30, 5
"""Years before and after those that a question says from which on a norm is as far as can be."""


@dataclass(frozen=True, slots=True)
class BusquedaHibrida(Busqueda):
    """A question looked up in a library: all that routing and pruning decide by.

    documentos: numbers of the candidates, ascending; `niveles` (a row for each level) and `puntaje`
    are theirs. texto: what each row gives to the whole text of each document, before
    `Pesos.documento`. rotulos: document and reason of what names and keywords give.
    """

    pesos: Pesos
    consulta: Consulta
    puntuador: Puntuador
    documentos: Enteros
    niveles: Reales
    puntaje: Reales
    texto: Reparto
    puntajes: PuntajesPasajes
    rotulos: tuple[tuple[int, Motivo], ...]

    def enrutar(self, max_docs: int) -> Ruta:
        """Return the best documents, with the reasons for each; ties by name."""
        orden = self._orden()
        elegidos = [n for n in orden[:max_docs].tolist() if self.puntaje[n] > 0]
        documentos = map(self._documento, elegidos, self._motivos(elegidos))
        consulta = self.consulta
        primeros = orden[:2].tolist()
        aludido, primero = self._aludido(primeros), next(iter(primeros), None)
        faltan = ausencias(self.indice, consulta, aludido, primero)
        parte, segura = 0.0, None
        if elegidos and (mejor := self._mejor_pasaje(elegidos[0])) is not None:
            partes, peso = self._respaldo(elegidos[0], mejor)
            parte = sum(partes.values())
            puntajes = (float(self.puntaje[orden[0]]), self._segundo(orden))
            segura = certeza(
                parte,
                peso,
                puntajes,
                falta_nombre=any(falta.clase not in (*SIN_DUDA, "varios") for falta in faltan),
                otro_anio=self._es_de_otro_anio(elegidos[0]),
            )
        faltan = (*faltan, *self._fuera(elegidos))
        return Ruta(
            tuple(documentos), parte, consulta.correcciones, consulta.leidas, faltan, segura
        )

    def _fuera(self, elegidos: Sequence[int]) -> Iterator[Ausencia]:
        """Yield the documents that the question names apart from those chosen."""
        menciones = self.consulta.menciones
        numeros = set(self.documentos[elegidos].tolist())
        dichas = {dicha for n in numeros for dicha in menciones.get(n, ())}
        for numero in sorted(self.citados - numeros):
            suyo = self.indice.documento(numero)
            if not menciones[numero] <= dichas:
                dichas |= menciones[numero]
                yield Ausencia("fuera", suyo.titulo, suyo.clave, suyo.titulo)

    def puntuados(self) -> Sequence[DocumentoPuntuado]:
        """Return all candidates that score, best first, without reasons."""
        return [self._documento(n) for n in self._orden().tolist() if self.puntaje[n] > 0]

    def _orden(self) -> Enteros:
        """Return the places of the candidates, best first: of two that are named apart, both."""
        orden = np.lexsort((self.documentos, -np.round(self.puntaje, DECIMALES)))
        primeros = self._aparte(orden)
        otros = [n for n in orden.tolist() if n not in primeros]
        return np.array([*primeros, *otros], dtype=np.int64)

    def _aparte(self, orden: Enteros) -> tuple[int, ...]:
        """Return the places of the best two documents that the question names apart; or none."""
        citados = [n for n in orden.tolist() if int(self.documentos[n]) in self.citados]
        pares = combinations(citados, 2)
        separa = self.consulta.aparte
        return next((par for par in pares if separa(*self.documentos[list(par)].tolist())), ())

    @property
    def nombra_dos(self) -> bool:
        """Whether it names two documents, each by itself, that both should be read."""
        return bool(self._aparte(np.arange(len(self.documentos))))

    def respaldos(self) -> Mapping[str, Mapping[str, float]]:
        """Return what share of the question each word is that each candidate answers for."""
        return {
            self.indice.claves[numero]: self._respaldo(n, mejor)[0]
            for n, numero in enumerate(self.documentos.tolist())
            if (mejor := self._mejor_pasaje(n)) is not None
        }

    def _respaldo(self, lugar: int, mejor: int) -> tuple[Mapping[str, float], float]:
        numero = int(self.documentos[lugar])
        return respaldo(self.indice, self.consulta, self.puntajes, numero, mejor)

    def calladas(self, dicho: str) -> tuple[str, ...]:
        """Return the words that are a good part of it and that a text does not say."""
        return calladas(self.indice, self.consulta, dicho)

    def _es_de_otro_anio(self, lugar: int) -> bool:
        numero, dichos = int(self.documentos[lugar]), self.consulta.anios
        suyo = self.indice.actos.anios.get(self.indice.claves[numero])
        return bool(dichos and suyo) and suyo not in dichos and numero not in self.citados

    def _segundo(self, orden: Enteros) -> float:
        """Return the score of the next document that is no near-copy of the first; 0 for none."""
        grupos = self.indice.pasajes.grupo[self.documentos[orden]]
        otros = orden[1:][(grupos[1:] != grupos[0]) | (grupos[1:] == SIN_GRUPO)]
        return float(self.puntaje[otros[0]]) if len(otros) else 0.0

    def _aludido(self, orden: Sequence[int]) -> int | None:
        """Return the number of the first document where the question is clearly about that one."""
        if not orden:
            return None
        numero, dichos = int(self.documentos[orden[0]]), self.consulta.nombres[:1]
        if not self.indice.pesos[numero]:
            return None
        nombrado = any(dicho.nombra(numero) for dicho in dichos)
        solo = all(self.puntaje[n] <= LEJOS * self.puntaje[orden[0]] for n in orden[1:])
        return numero if nombrado or solo or numero in self.citados else None

    def _mejor_pasaje(self, lugar: int) -> int | None:
        tramo = self.puntajes.de(lugar)
        if tramo.start == tramo.stop:
            return None
        return int(tramo.start + np.argmax(self.puntajes.propio[tramo]))

    def podar(self, documentos: Sequence[str], ajustes: AjustesPoda) -> tuple[Poda, ...]:
        """Choose the fragments of some documents (best first, all known) that are worth sending.

        With them, the texts that other documents put in their place. Of two that the question names
        apart each is read by itself, the first in half of the room.
        """
        if not documentos:
            return ()
        numeros = [self.indice.numero(doc) for doc in documentos]
        if len(numeros) != 2 or not self.consulta.aparte(*numeros):
            factores = {doc: self._factor(doc, documentos[0]) for doc in documentos}
            return self._podar(factores, ajustes)
        todo, podas = ajustes.presupuesto.escopeta, tuple[Poda, ...]()
        for doc, hasta in zip(documentos, (todo // 2, todo), strict=True):
            parte = ajustes.presupuesto.hasta(hasta - largo(self.indice, podas))
            dichos = {*documentos, *(poda.doc for poda in podas)}
            podas += self._podar({doc: 1.0}, replace(ajustes, presupuesto=parte), dichos)
        return podas

    def _podar(
        self, factores: dict[str, float], ajustes: AjustesPoda, aparte: Set[str] = frozenset()
    ) -> tuple[Poda, ...]:
        """aparte: documents that are read by themselves."""
        seleccion = self._seleccion(factores)
        nuevos = reemplazos(seleccion, ajustes.presupuesto.piso)
        if ajenos := [doc for doc in nuevos if doc not in aparte]:
            seleccion = self._seleccion(factores | dict.fromkeys(ajenos, 0.0))
        return podar(seleccion, ajustes)

    def _seleccion(self, factores: Mapping[str, float]) -> Seleccion:
        """Score the passages of some documents. factores: what those of each count for."""
        numeros = np.array(sorted(map(self.indice.numero, factores)), dtype=np.int64)
        puntajes = self.puntuador.puntuar(numeros)
        dentro = self.puntuador.dentro(puntajes)
        return Seleccion(self.indice, self.consulta, puntajes, dentro, factores)

    def _factor(self, doc: str, primero: str) -> float:
        """Return what the passages of a document count for beside those of the first.

        Nothing where it is worse, neither changed the other, and it is not the near-copy that the
        question names: then the first is the one, and the room is its own.
        """
        if doc == primero:
            return 1.0
        parte = self._de(doc, self.puntaje) / max(self._de(primero, self.puntaje), MINIMO)
        nombre = self.niveles[NIVEL_DEL_NOMBRE]
        suyo = self.indice.pasajes.copias(self.indice.numero(doc))
        cambios = self.indice.documentos[primero].relaciones
        cuenta = (
            parte >= self.pesos.rival
            or (suyo and self._de(doc, nombre) > self._de(primero, nombre))
            or any(doc in (c.de.doc, c.a.doc) for c in cambios)
        )
        return float(min(parte, 1.0) ** self.pesos.segundo) if cuenta else 0.0

    def _de(self, doc: str, valores: Reales) -> float:
        """Return the value of a document, of those of the candidates; 0 for any other."""
        lugar = np.flatnonzero(self.documentos == self.indice.numero(doc))
        return float(valores[lugar[0]]) if len(lugar) else 0.0

    def _documento(self, lugar: int, motivos: Iterable[Motivo] = ()) -> DocumentoPuntuado:
        numero = int(self.documentos[lugar])
        return DocumentoPuntuado(
            doc=self.indice.claves[numero],
            puntaje=float(self.puntaje[lugar]),
            niveles=Niveles(*self.niveles[:, lugar].tolist()),
            motivos=ponderados(motivos, float(self.indice.pesos[numero])),
        )

    def _motivos(self, lugares: Sequence[int]) -> Iterator[Iterator[Motivo]]:
        numeros = self.documentos[list(lugares)].tolist()
        mejores = {n: m for n in lugares if (m := self._mejor_pasaje(n)) is not None}
        puntajes, cuales = self.puntajes, tuple(mejores.values())
        motivos = motivos_de_pasajes(self.indice, puntajes, self.consulta, cuales, puntajes.filas)
        de_pasaje = dict(zip(mejores, motivos, strict=True))
        de_texto = self.texto.de(numeros)
        for lugar, numero in zip(lugares, numeros, strict=True):
            rotulos = [motivo for cual, motivo in self.rotulos if cual == numero]
            texto = motivos_de_texto(self.consulta.filas, de_texto[numero], self.pesos.documento)
            yield chain(rotulos, de_pasaje.get(lugar, ()), texto)


def buscar(
    indice: Indice, pregunta: str, intentos: Sequence[Intento] = (), pesos: Pesos = PESOS
) -> BusquedaHibrida:
    """Look a question up: choose candidates by whole documents, then score their passages."""
    consulta = consultar(indice, pregunta, intentos)
    encabezados, de_encabezado = puntos_de_encabezado(indice, consulta, pesos)
    rotulos = tuple(motivos_de_rotulos(indice, consulta, pesos))
    claves = _nivel(indice, rotulos, KEYWORDS)
    nombre = _nivel(indice, rotulos, NOMBRE)
    texto = densidad(indice, consulta)
    de_texto = pesos.documento * texto.suma()
    lecturas, de_lecturas = de_las_lecturas(indice, consulta)
    previo = claves + nombre + de_texto + de_encabezado + de_lecturas
    documentos = np.sort(mejores(previo * indice.pesos, CANDIDATOS))
    gana = ganancia(indice, consulta.intentos, pesos.intencion)
    puntuador = Puntuador(indice, consulta, pesos, encabezados, lecturas, gana)
    puntajes = puntuador.puntuar(documentos)
    suyos = np.repeat(np.arange(len(documentos)), np.diff(puntajes.comienzos))
    de_pasajes = de_texto[documentos] + mayores(len(documentos), suyos, puntajes.propio)
    niveles = np.array((claves[documentos], de_pasajes, nombre[documentos]))
    anios = list(_de_otro_anio(indice, consulta, pesos.otro_anio, documentos, niveles.sum(axis=0)))
    for lugar, motivo in anios:
        niveles[NIVEL_DEL_TEXTO, lugar] += motivo.puntos
    rotulos += tuple((int(documentos[lugar]), motivo) for lugar, motivo in anios)
    return BusquedaHibrida(
        indice=indice,
        pregunta=pregunta,
        citados=consulta.citados,
        pesos=pesos,
        consulta=consulta,
        puntuador=puntuador,
        documentos=documentos,
        niveles=niveles,
        puntaje=niveles.sum(axis=0) * indice.pesos[documentos],
        texto=texto,
        puntajes=puntajes,
        rotulos=rotulos,
    )


def _de_otro_anio(
    indice: Indice, consulta: Consulta, parte: float, documentos: Enteros, puntos: Reales
) -> Iterator[tuple[int, Motivo]]:
    """Yield the places of the candidates that are norms of other years, and what they lose.

    Other than those said that some norm is of: another may be only that of a case. One that is
    named loses nothing, nor what is no norm.
    """
    anios = indice.actos.anios
    dichos = consulta.anios & indice.actos.por_anio.keys()
    for lugar, numero in enumerate(documentos.tolist() if dichos else ()):
        anio = anios.get(indice.claves[numero], "")
        if anio and numero not in consulta.citados and (lejos := _lejos_de(dichos, anio)):
            detalle = f"es de {anio}, y no de cuando dice la pregunta"
            yield lugar, Motivo("año", detalle, -parte * lejos * float(puntos[lugar]))


def _lejos_de(dichos: Collection[str], suyo: str) -> float:
    """Return how far, from 0 to 1, a norm of some year is from those that a question says.

    A norm cannot be what ruled before it was made, and may rule long after: a year later is as far
    as six years earlier.
    """
    tras = [int(suyo) - int(anio) for anio in dichos]
    return min([1.0, *(n / DESPUES if n > 0 else -n / ANTES for n in tras)])


def _nivel(indice: Indice, rotulos: Sequence[tuple[int, Motivo]], nombre: str) -> Reales:
    suma = np.zeros(len(indice.claves))
    for numero, motivo in rotulos:
        if motivo.nombre == nombre:
            suma[numero] += motivo.puntos
    return suma
