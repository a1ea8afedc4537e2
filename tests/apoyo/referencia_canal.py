"""The search of `canal` once more, slow and obvious: dictionaries, loops and whole sorts.

It shares with the fast code the terms of a text and what they are looked up as, which have tests of
their own; never its tables, its arithmetic nor its numbers.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter, defaultdict

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.terminos import terminos_consulta
from siaa.vectores import Pedido

Vector = dict[int, float]


def pasajes(indice: Indice) -> list[tuple[str, str, Counter[str]]]:
    """Document, collection and counted terms of each passage, in order."""
    tabla, nombres = indice.pasajes, {n: t for t, n in indice.pasajes.filas.items()}
    contados: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for fila, termino in nombres.items():
        for par in range(tabla.particion[fila], tabla.particion[fila + 1]):
            for donde in range(tabla.desde[par], tabla.desde[par + 1]):
                contados[int(tabla.pasaje[donde])][termino] += int(tabla.veces[donde])
    duenos = [
        documento
        for n, documento in enumerate(indice.documentos.values())
        for _ in range(tabla.pasajes[n], tabla.pasajes[n + 1])
    ]
    return [(d.clave, d.coleccion, contados[n]) for n, d in enumerate(duenos)]


def idf(todos: list[Counter[str]], termino: str) -> float:
    con = sum(termino in terminos for terminos in todos)
    return math.log1p((len(todos) - con + 0.5) / (con + 0.5))


def unitario(pesos: dict[str, float], dim: int) -> Vector:
    vector: defaultdict[int, float] = defaultdict(float)
    for termino, peso in pesos.items():
        resumen = hashlib.blake2b(termino.encode(), digest_size=8).digest()
        numero = int.from_bytes(resumen, "little")
        vector[numero % dim] += -peso if numero < 2**63 else peso
    largo = math.sqrt(sum(v * v for v in vector.values()))
    return {c: v / largo for c, v in vector.items()} if largo else {}


def puntajes(indice: Indice, pedido: Pedido, dim: int) -> tuple[list[float], list[float]]:
    """Cosine and BM25 of every passage."""
    todos = [terminos for _, _, terminos in pasajes(indice)]
    largos = indice.pasajes.por_pasaje.largo.tolist()
    medio = max(sum(largos) / max(len(largos), 1), 1.0)
    conocidos = set(indice.pasajes.filas)
    idfs = {t: idf(todos, t) for t in conocidos}
    pregunta = unitario(
        {
            t.termino: t.peso * idfs[t.termino]
            for t in terminos_consulta(pedido.texto, indice.sinonimos)
            if t.termino in conocidos
        },
        dim,
    )
    nombres = {n: t for t, n in indice.pasajes.filas.items()}
    buscados = [(nombres[int(f)], float(p)) for f, p in zip(pedido.filas, pedido.pesos)]  # noqa: B905
    densos, dispersos = [], []
    for terminos, largo in zip(todos, largos, strict=True):
        propio = unitario({t: (1 + math.log(n)) * idfs[t] for t, n in terminos.items()}, dim)
        densos.append(sum(valor * propio.get(c, 0.0) for c, valor in pregunta.items()))
        norma = 0.9 * (1 - 0.6 + 0.6 * largo / medio)
        dispersos.append(
            sum(p * idfs[t] * terminos[t] * 1.9 / (terminos[t] + norma) for t, p in buscados)
        )
    return densos, dispersos


def hallar(
    indice: Indice, densos: list[float], dispersos: list[float]
) -> list[tuple[int, float, int | None, int | None]]:
    """Passage, score and places of the best 20, given what both searches say of every passage."""
    pesos = dict(zip(indice.claves, indice.pesos.tolist(), strict=True))
    todos = []
    for coleccion in {coleccion for _, coleccion, _ in pasajes(indice)}:
        suyos = [
            (n, pesos[doc])
            for n, (doc, otra, _) in enumerate(pasajes(indice))
            if otra == coleccion and pesos[doc] > 0
        ]
        listas = [_por_grupos([(v[n], n) for n, _ in suyos])[:20] for v in (densos, dispersos)]
        puestos = [{n: puesto for puesto, (_, n) in enumerate(lista)} for lista in listas]
        fundidos = {n: sum(1 / (60 + suyo[n]) for suyo in puestos if n in suyo) for n, _ in suyos}
        mejores = sorted((-f, n) for n, f in fundidos.items() if f)[:10]
        for fusion, n in mejores:
            peso = dict(suyos)[n]
            todos.append((n, -fusion * peso, puestos[0].get(n), puestos[1].get(n)))
    return sorted(todos, key=lambda hallado: (-hallado[1], hallado[0]))[:20]


def _por_grupos(pares: list[tuple[float, int]]) -> list[tuple[int, int]]:
    """Passages with the group of scores on a par that each is in, both ascending."""
    grupo, antes, listados = 0, 0.0, []
    for valor, n in sorted(pares, reverse=True):
        if valor > 4e-6:
            grupo += antes - valor > 4e-6 * max(valor, 1.0)
            listados.append((grupo, n))
            antes = valor
    return sorted(listados)
