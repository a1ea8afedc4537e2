"""`canal`: dense and sparse search over weighted collections, fused by their places.

The documents are those of the best passages, and of these as much is sent as the budget takes, put
together as `hibrida` does.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from siaa.biblioteca.ambito import Ambito, acotar
from siaa.biblioteca.indice import Indice
from siaa.recuperacion.busqueda import Busqueda
from siaa.recuperacion.formato import recortar
from siaa.recuperacion.hibrida.seleccion import elegir, en_bloques, pasaje_puntuado
from siaa.recuperacion.hibrida.terminos import Consulta, consultar
from siaa.valores import AjustesPoda, DocumentoPuntuado, Intento, Motivo, Poda, Ruta
from siaa.vectores import K_RRF, PasajeHallado, Pedido

CANAL: Final = "CANAL"
Hallar = Callable[[Indice, Pedido], tuple[PasajeHallado, ...]]
"""Looks a question up in a store: the best passages, best first."""


@dataclass(frozen=True, slots=True)
class BusquedaCanal(Busqueda):
    """A question looked up in a store; `hallados` best first."""

    consulta: Consulta
    hallar: Hallar
    pedido: Pedido
    hallados: tuple[PasajeHallado, ...]

    def enrutar(self, max_docs: int) -> Ruta:
        """Return the documents of the best passages, with the reasons for each."""
        mejores: dict[str, PasajeHallado] = {}
        for hallado in self.hallados:
            mejores.setdefault(hallado.doc, hallado)
        elegidos = [
            DocumentoPuntuado(h.doc, h.puntaje, h.niveles, _motivos(h))
            for h in list(mejores.values())[:max_docs]
        ]
        return Ruta(
            documentos=tuple(elegidos),
            respaldo=None,
            correcciones=self.consulta.correcciones,
            leidas=self.consulta.leidas,
            hallados=self.hallados,
        )

    def podar(self, documentos: Sequence[str], ajustes: AjustesPoda) -> tuple[Poda, ...]:
        """Choose the passages of some documents that are worth sending, best first.

        Documents of which none was among the best are looked up alone.
        """
        propios = [h for h in self.hallados if h.doc in documentos]
        if documentos and not propios:
            solos = acotar(self.indice, Ambito(tuple(documentos)))
            propios = list(self.hallar(solos, self.pedido))
        if not propios:
            return ()
        indice, presupuesto = self.indice, ajustes.presupuesto.escopeta
        pasajes = (pasaje_puntuado(indice, h.pasaje, n, h.puntaje) for n, h in enumerate(propios))
        tramos = elegir(pasajes, presupuesto)
        motivos = (_motivos(propios[tramo.mejor.lugar]) for tramo in tramos)
        return recortar(indice, en_bloques(tramos, motivos, CANAL, None), presupuesto)


def buscar(
    hallar: Hallar,
    herramienta: str,
    indice: Indice,
    pregunta: str,
    intentos: Sequence[Intento] = (),
) -> BusquedaCanal:
    """Look a question up; where it names documents by number or code, in these alone."""
    consulta = consultar(indice, pregunta, intentos)
    citados = tuple(indice.claves[numero] for numero in sorted(consulta.citados))
    filas = np.array([fila.numero for fila in consulta.filas], dtype=np.int64)
    pesos = np.array([fila.peso for fila in consulta.filas])
    pedido = Pedido(consulta.texto, filas, pesos, herramienta)
    hallados = hallar(acotar(indice, Ambito(citados)), pedido)
    return BusquedaCanal(indice, pregunta, consulta.citados, consulta, hallar, pedido, hallados)


def _motivos(hallado: PasajeHallado) -> tuple[Motivo, ...]:
    """Return what each search gives to a passage; they sum up to its score."""
    puestos = (
        ("denso", "vectores", hallado.puesto_denso),
        ("disperso", "palabras", hallado.puesto_disperso),
    )
    return tuple(
        Motivo(nombre, f"puesto {n} en la búsqueda por {como}", hallado.peso / (K_RRF + n - 1))
        for nombre, como, n in puestos
        if n is not None
    )
