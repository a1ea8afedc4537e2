"""BM25, one function a part (Robertson & Zaragoza, The Probabilistic Relevance Framework, 2009)."""

from functools import lru_cache

import numpy as np

from siaa.biblioteca.valores import Enteros, Reales


def idf_probabilistico(total: int | Enteros, con_termino: Enteros) -> Reales:
    """Return ln(1 + (N - df + 0.5) / (df + 0.5)): how telling a term is, never negative.

    The variant of Lucene: it stays positive for a term that more than half of the N have.
    """
    return np.log1p((total - con_termino + 0.5) / (con_termino + 0.5)).astype(np.float32)


@lru_cache(maxsize=1024)  # few numbers of documents, asked for again and again
def idf_de_uno(total: int, con_termino: int) -> float:
    """Return the same of one term."""
    return float(idf_probabilistico(total, np.array([con_termino], dtype=np.int64))[0])


def norma_de_largo(largo: Reales, medio: float, k1: float, b: float) -> Reales:
    """Return k1 · (1 - b + b · length / mean length): what long texts have to make up for."""
    return (k1 * (1 - b + b * largo / max(medio, 1.0))).astype(np.float32)


def saturar(veces: Reales, norma: Reales, k1: float) -> Reales:
    """Return tf · (k1 + 1) / (tf + norm): each repetition of a term counts less than the last."""
    return veces * np.float32(k1 + 1) / (veces + norma)
