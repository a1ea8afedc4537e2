"""Where questions are looked up: by the routes of their content and by words, in any engine.

An index that cannot be searched is stood in for by the generic one, which holds everything under
the profile of `docs`; without it only words are searched, in memory, so an answer always comes.
"""

import logging
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial
from itertools import chain, starmap
from types import MappingProxyType
from typing import Final

from siaa.almacen.distribucion import PorBiblioteca, distribuir
from siaa.almacen.memoria import EnMemoria, por_palabras
from siaa.almacen.modelo import PorPalabras, Vectorizadores
from siaa.almacen.servidores.remoto import Remoto
from siaa.biblioteca.estructura.rebanadas import DOCS, clasificar_pregunta
from siaa.biblioteca.indice import Indice
from siaa.errores import ErrorSIAA
from siaa.rutas import GENERICO, RutaDeContenido, Rutas
from siaa.vectores import (
    POR_LISTA,
    Encaminada,
    Lista,
    PasajeHallado,
    Pedido,
    ResultadoDeRuta,
    RutaPesada,
    en_orden,
    por_puestos,
    por_puntajes,
)

POR_COLECCION: Final = 10
EN_TODAS: Final = 20
APAGADO: Final = "enable_query_routing está apagado: toda pregunta va por «docs»"
SIN_MODELO: Final[Vectorizadores] = MappingProxyType({"hash": PorPalabras()})
SIN_USO: Final = "El servidor de SIAA_ALMACEN no se usa: se busca en él con SIAA_ESTRATEGIA=canal."
_PALABRAS: Final = "palabras"
_diario = logging.getLogger(__name__)


class Almacen:
    """Looks questions up, in memory or `remoto`. por_red: whether that waits for other machines.

    en_uso: whether the strategy looks questions up here.
    """

    def __init__(
        self,
        rutas: Rutas | None = None,
        vectorizadores: Vectorizadores = SIN_MODELO,
        remoto: Remoto | None = None,
        en_uso: bool = True,
    ) -> None:
        self._rutas = rutas or Rutas()
        perfiles = (ruta.perfil for ruta in self._rutas.rutas.values())
        self.por_red = bool(remoto) or any(p.provider != "hash" for p in perfiles)
        self._vectorizadores, self._remoto = vectorizadores, remoto
        self._motor = remoto or EnMemoria(vectorizadores)
        distribuciones = partial(distribuir, rutas=self._rutas, avisar=self._avisar)
        self._distribuciones = PorBiblioteca(distribuciones)
        self._avisados: set[str] = set()
        self._problemas = {"uso": SIN_USO} if remoto and not en_uso else dict[str, str]()
        for aviso in self._rutas.avisos:
            self._avisar(aviso)

    @property
    def problemas(self) -> tuple[str, ...]:
        """What is amiss as of the last search of each index, in Spanish."""
        return tuple(dict.fromkeys(filter(None, self._problemas.copy().values())))

    def hallar(self, indice: Indice, pedido: Pedido) -> tuple[PasajeHallado, ...]:
        """Return the best passages of all collections, equal ones by number.

        Of each collection the best of both searches, fused by their places, times its weight. What
        weighs nothing is not looked up.
        """
        por_ruta = self._por_ruta(
            indice, pedido.texto, self.encaminar(pedido.texto, pedido.herramienta)
        )
        dispersas = self._por_palabras(indice, pedido)
        todos: list[PasajeHallado] = []
        for nombre, (duenos, _) in self._distribuciones.de(indice).colecciones.items():
            peso_suyo = float(indice.pesos[duenos].max(initial=0.0))
            fundidos = por_puntajes([(listas.get(nombre, []), peso) for listas, peso in por_ruta])
            densa = en_orden({pasaje: valor for pasaje, (valor, _) in fundidos.items()}, POR_LISTA)
            todos += fundir(indice, nombre, peso_suyo, densa, dispersas.get(nombre, []))
        return tuple(sorted(todos, key=lambda h: (-h.puntaje, h.pasaje))[:EN_TODAS])

    def encaminar(self, texto: str, herramienta: str) -> Encaminada:
        """Choose the routes of a question; one that cannot be taken is `docs`, and told."""
        tipo, motivos = clasificar_pregunta(texto, herramienta)
        if not self._rutas.como.options.enable_query_routing:
            tipo, motivos = DOCS, (APAGADO,)
        ruta, aviso = self._rutas.ruta(tipo, "una pregunta así")
        self._avisar(aviso)
        pesos: dict[str, float] = {}
        for secundaria in self._rutas.secundarias(ruta.nombre):
            otra, aviso = self._rutas.ruta(secundaria.route, f"acompañar a «{ruta.nombre}»")
            self._avisar(aviso)
            if otra is not ruta:
                pesos[otra.nombre] = max(secundaria.weight, pesos.get(otra.nombre, 0.0))
        pesadas = tuple(starmap(RutaPesada, pesos.items()))
        return Encaminada(tipo, ruta.nombre, ruta.nombre_perfil, ruta.indice, motivos, pesadas)

    def por_rutas(self, indice: Indice, texto: str, herramienta: str) -> Encaminada:
        """Return the routes of a question and the best slices that they give, in all collections.

        Several routes are fused: scores brought to 0 to 1 in each, times its weight, the greatest.
        """
        encaminada = self.encaminar(texto, herramienta)
        listas = [
            (en_orden(dict(chain.from_iterable(propias.values())), EN_TODAS), peso)
            for propias, peso in self._por_ruta(indice, texto, encaminada)
        ]
        nombres = (encaminada.ruta, *(otra.ruta for otra in encaminada.secundarias))
        fundidos, rebanadas = por_puntajes(listas), self._distribuciones.de(indice).rebanadas
        resultados = []
        for pasaje, puntaje in en_orden({p: v for p, (v, _) in fundidos.items()}, EN_TODAS):
            dueno, cual = int(indice.pasajes.dueno[pasaje]), fundidos[pasaje][1]
            resultado = ResultadoDeRuta(
                doc=indice.claves[dueno],
                pasaje=pasaje,
                **asdict(rebanadas[dueno]),
                ruta=nombres[cual],
                puntaje_crudo=dict(listas[cual][0])[pasaje],
                puntaje=puntaje,
            )
            resultados.append(resultado)
        return replace(encaminada, resultados=tuple(resultados))

    def _por_ruta(
        self, indice: Indice, texto: str, encaminada: Encaminada
    ) -> list[tuple[dict[str, Lista], float]]:
        """Return what each route gives in each collection, with its weight."""
        todas = (RutaPesada(encaminada.ruta, 1.0), *encaminada.secundarias)
        rutas = self._rutas.rutas
        return [(self._buscar(indice, rutas[p.ruta], texto), p.peso) for p in todas]

    def _buscar(self, indice: Indice, ruta: RutaDeContenido, texto: str) -> dict[str, Lista]:
        generica = replace(self._rutas.docs, indice=GENERICO)
        for intento in (ruta, generica):
            nombre = f"El índice «{intento.indice}»"
            quien = self._vectorizadores[intento.perfil.provider]
            try:
                vector = quien.de_pregunta(indice, intento.perfil, texto)
                distribucion = self._distribuciones.de(indice)
                listas, reparo = self._motor.cercanos(indice, distribucion, intento, vector)
            except ErrorSIAA as error:
                otro = "solo por palabras" if intento is generica else f"en «{GENERICO}»"
                que = f"{nombre} no se puede consultar y se busca {otro}. {error.mensaje}"
                self._anotar(intento.indice, que)
            else:
                self._problemas.pop(GENERICO, None)  # whoever needs it tells anew
                que = f"{nombre} no está al día ({reparo}): ejecute «./run.sh indexar»."
                self._anotar(intento.indice, reparo and que)
                return listas
        return {}

    def _por_palabras(self, indice: Indice, pedido: Pedido) -> dict[str, Lista]:
        distribucion, listas = self._distribuciones.de(indice), None
        try:
            if self._remoto:
                listas = self._remoto.por_palabras(indice, distribucion, pedido)
            self._anotar(_PALABRAS, "")
        except ErrorSIAA as error:
            self._anotar(_PALABRAS, f"Las palabras se buscan en este equipo. {error.mensaje}")
        return listas or por_palabras(indice, distribucion, pedido)

    def _avisar(self, aviso: str) -> None:
        if aviso and aviso not in self._avisados:
            self._avisados.add(aviso)
            _diario.warning("[Rutas] %s", aviso)

    def _anotar(self, nombre: str, problema: str) -> None:
        if problema != self._problemas.get(nombre, ""):
            self._problemas[nombre] = problema
            _diario.warning("[Rutas] %s", problema or f"La búsqueda en «{nombre}» va bien.")


def fundir(
    indice: Indice, coleccion: str, peso: float, densa: Lista, dispersa: Lista
) -> Iterator[PasajeHallado]:
    """Yield the best passages of a collection, by their places in both of its lists."""
    densos, dispersos = (
        {pasaje: (valor, puesto) for puesto, (pasaje, valor) in enumerate(lista, 1)}
        for lista in (densa, dispersa)
    )
    for pasaje, fusion in en_orden(por_puestos((densa, dispersa)), POR_COLECCION):
        doc = indice.documento_de(pasaje).clave
        denso, lugar = densos.get(pasaje, (0.0, None))
        disperso, otro = dispersos.get(pasaje, (0.0, None))
        yield PasajeHallado(doc, coleccion, pasaje, denso, lugar, disperso, otro, fusion, peso)
