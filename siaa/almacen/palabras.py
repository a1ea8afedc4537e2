"""The memory of words: which passages of each collection say the words of a question."""

import numpy as np

from siaa.almacen.distribucion import Distribucion
from siaa.almacen.fusion import mejores
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.tablas.pasajes import B_PASAJE, K1_PASAJE, TablaPasajes
from siaa.biblioteca.valores import Reales
from siaa.vectores import POR_LISTA, Lista, Pedido


def por_palabras(indice: Indice, distribucion: Distribucion, pedido: Pedido) -> dict[str, Lista]:
    """Return the best passages of each collection by words. What weighs nothing is left out."""
    dispersos, listas = puntajes_bm25(indice.pasajes, pedido), {}
    for nombre, (duenos, pasajes) in distribucion.colecciones.items():
        suyos = mejores(dispersos[pasajes], indice.pesos[duenos] > 0, POR_LISTA)
        listas[nombre] = [(int(pasajes[n]), valor) for n, valor in suyos]
    return listas


def puntajes_bm25(tabla: TablaPasajes, pedido: Pedido) -> Reales:
    """Return Σ weight · idf · saturated count of the rows of a question in each passage: `(P,)`."""
    puntos = np.zeros(len(tabla.limites))
    for fila, peso in zip(pedido.filas.tolist(), pedido.pesos.tolist(), strict=True):
        desde, hasta = tabla.desde[tabla.particion[fila : fila + 2]].tolist()
        donde = tabla.pasaje[desde:hasta]
        veces = tabla.veces[desde:hasta]
        impacto = tabla.por_pasaje.impacto(donde, veces, K1_PASAJE, B_PASAJE)
        puntos[donde] += peso * tabla.idf_pasaje[fila] * impacto
    return puntos
