"""The store in memory against its reference, and what it promises whatever it is asked."""

from __future__ import annotations

from typing import Any

import bibliotecas_hibridas as bh
import numpy as np
import pytest
import referencia_canal as ref
from hypothesis import given, settings
from hypothesis import strategies as st

from siaa.almacen.almacen import Almacen
from siaa.almacen.memoria import puntajes_bm25
from siaa.almacen.modelo import PorPalabras
from siaa.biblioteca.ambito import Ambito, acotar
from siaa.biblioteca.indice import Indice
from siaa.recuperacion.canal import buscar
from siaa.rutas import Perfil, RutaDeContenido, Rutas
from siaa.vectores import PasajeHallado, Pedido, por_puestos

DIM = 64
PERFIL = Perfil(provider="hash", dim=DIM)
RUTAS = Rutas({"docs": RutaDeContenido("docs", "corto", PERFIL, "emb_docs")})


def memoria_corta() -> Almacen:
    return Almacen(RUTAS)


def cosenos(indice: Indice, pregunta: str) -> Any:
    """Collection by collection, as a store does it: the last bit depends on how many there are."""
    todos = np.arange(len(indice.pasajes.limites))
    vectores = PorPalabras().de_pasajes(indice, PERFIL, todos)
    de_pregunta = PorPalabras().de_pregunta(indice, PERFIL, pregunta)
    colecciones = np.array([indice.documento_de(n).coleccion for n in todos.tolist()])
    propios = np.zeros(len(todos), dtype=vectores.dtype)
    for coleccion in set(colecciones.tolist()):
        propios[colecciones == coleccion] = vectores[colecciones == coleccion] @ de_pregunta
    return propios


def pedido_de(indice: Indice, pregunta: str) -> Pedido:
    """What a question asks of a store."""
    vistos: list[Pedido] = []

    def anotar(_: Indice, pedido: Pedido) -> tuple[PasajeHallado, ...]:
        vistos.append(pedido)
        return ()

    buscar(anotar, "", indice, pregunta)
    return vistos[0]


def desde_uno(puesto: int | None) -> int | None:
    return None if puesto is None else puesto + 1


@settings(max_examples=60)
@given(bh.bibliotecas(), bh.preguntas)
def test_los_puntajes_son_los_de_la_referencia(biblioteca: bh.Generada, pregunta: str) -> None:
    indice = biblioteca.indice()
    pedido = pedido_de(indice, pregunta)
    densos, dispersos = ref.puntajes(indice, pedido, DIM)
    propios = cosenos(indice, pedido.texto)
    np.testing.assert_allclose(propios, np.array(densos, dtype=np.float64), atol=2e-5)
    np.testing.assert_allclose(puntajes_bm25(indice.pasajes, pedido), dispersos, atol=2e-5)


@settings(max_examples=60)
@given(bh.bibliotecas(), bh.preguntas, st.booleans())
def test_lo_hallado_es_lo_de_la_referencia(
    biblioteca: bh.Generada, pregunta: str, acotada: bool
) -> None:
    """Given the scores of the fast code, which decide what is a tie."""
    indice = biblioteca.indice()
    if acotada:
        indice = acotar(indice, Ambito(indice.claves[:1]))
    pedido = pedido_de(indice, pregunta)
    densos = cosenos(indice, pedido.texto)
    dispersos = puntajes_bm25(indice.pasajes, pedido)
    esperados = ref.hallar(indice, densos.tolist(), dispersos.tolist())
    hallados = memoria_corta().hallar(indice, pedido)
    assert [h.pasaje for h in hallados] == [n for n, *_ in esperados]
    assert [h.puntaje for h in hallados] == pytest.approx([p for _, p, *_ in esperados])
    puestos = [(h.puesto_denso, h.puesto_disperso) for h in hallados]
    assert puestos == [(desde_uno(a), desde_uno(b)) for *_, a, b in esperados]


def test_una_biblioteca_acotada_usa_los_mismos_vectores() -> None:
    indice = bh.biblioteca_poblada(12).indice()
    memoria, pedido = memoria_corta(), pedido_de(indice, "plazo de la multa")
    todo = memoria.hallar(indice, pedido)
    una = memoria.hallar(acotar(indice, Ambito((todo[-1].doc,))), pedido)
    assert {h.doc for h in una} == {todo[-1].doc} < {h.doc for h in todo}
    assert memoria.hallar(indice, pedido) == todo


def test_las_listas_se_funden_por_sus_puestos() -> None:
    fundida = por_puestos(([(7, 0.9), (3, 0.8)], [(3, 12.0), (5, 11.0)]))
    assert fundida == pytest.approx({7: 1 / 60, 3: 1 / 61 + 1 / 60, 5: 1 / 61})
