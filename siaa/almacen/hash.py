"""Vectors without a model: the stems of a text hashed to columns, by how telling they are.

Weinberger et al., Feature Hashing for Large Scale Multitask Learning (ICML 2009). They know words,
not meanings: what they find is what the words find, in another order.
"""

import hashlib
from collections.abc import Iterable

import numpy as np

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import terminos_consulta
from siaa.biblioteca.valores import Enteros, Reales
from siaa.rutas import Perfil


class PorPalabras:
    """The provider `hash`: what it makes is cheap to make again, so it keeps nothing."""

    def de_pasajes(self, indice: Indice, perfil: Perfil, pasajes: Enteros) -> Reales:
        """Return a unit vector for each of some passages: Σ ± (1 + ln count) · idf of its stems."""
        tabla = indice.pasajes
        columna, signo = _columnas(tabla.filas, perfil.dim)
        cuantas = np.diff(tabla.desde[tabla.particion])
        fila = np.repeat(np.arange(len(cuantas)), cuantas)
        valores = (1 + np.log(tabla.veces)) * (signo * tabla.idf_pasaje)[fila]
        matriz = np.zeros((len(tabla.limites), perfil.dim), dtype=np.float32)
        np.add.at(matriz, (tabla.pasaje, columna[fila]), valores)
        return unitarios(matriz[pasajes])

    def de_pregunta(self, indice: Indice, perfil: Perfil, texto: str) -> Reales:
        """Return the unit vector of a question, what people say read as norms do; 0 if unknown."""
        tabla = indice.pasajes
        leidos = terminos_consulta(texto, indice.sinonimos)
        terminos = [t for t in leidos if t.termino in tabla.filas]
        columna, signo = _columnas((t.termino for t in terminos), perfil.dim)
        filas, pesos = [tabla.filas[t.termino] for t in terminos], [t.peso for t in terminos]
        vector = np.zeros(perfil.dim, dtype=np.float32)
        np.add.at(vector, columna, signo * tabla.idf_pasaje[filas] * np.array(pesos))
        unico: Reales = unitarios(vector[np.newaxis])[0]
        return unico


def _columnas(terminos: Iterable[str], dim: int) -> tuple[Enteros, Reales]:
    """Return the column of each term, and its sign, so that terms that meet cancel out."""
    resumenes = [hashlib.blake2b(t.encode(), digest_size=8).digest() for t in terminos]
    numeros = np.frombuffer(b"".join(resumenes), dtype="<u8")
    signo = np.where(numeros >> np.uint64(63), 1.0, -1.0)
    return (numeros % np.uint64(dim)).astype(np.int64), signo


def unitarios(matriz: Reales) -> Reales:
    """Return vectors brought to length 1; what is 0 stays."""
    largos = np.linalg.norm(matriz, axis=1, keepdims=True)
    return (matriz / np.where(largos > 0, largos, 1)).astype(np.float32)
