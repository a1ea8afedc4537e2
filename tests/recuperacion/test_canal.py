"""`canal`: what it sends, and what it says of how that was found."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import bibliotecas_hibridas as bh
import pytest
from biblioteca_de_prueba import PREGUNTA
from hypothesis import given, settings
from servidor_de_prueba import ServidorDePrueba
from verificaciones import verificar_buena

from siaa.almacen.almacen import Almacen
from siaa.recuperacion.canal import buscar
from siaa.recuperacion.contexto import armar_contexto
from siaa.recuperacion.formato import largo
from siaa.valores import AjustesPoda

Fabrica = Callable[..., ServidorDePrueba]


@settings(max_examples=60)
@given(bh.bibliotecas(), bh.preguntas, bh.podas)
def test_lo_que_envia_cabe_y_dice_por_que(
    biblioteca: bh.Generada, pregunta: str, ajustes: AjustesPoda
) -> None:
    indice = biblioteca.indice()
    busqueda = buscar(Almacen().hallar, "", indice, pregunta)
    ruta = busqueda.enrutar(2)
    assert ruta.respaldo is None and ruta.certeza is None
    assert all(uno.puntaje >= otro.puntaje for uno, otro in pairwise(ruta.documentos))
    for documento in ruta.documentos:
        assert sum(m.puntos for m in documento.motivos) == pytest.approx(documento.puntaje)
    docs = [d.doc for d in ruta.documentos]
    podas = busqueda.podar(docs, ajustes)
    tope = ajustes.presupuesto.escopeta
    assert bool(podas) == bool(docs)
    assert largo(indice, podas) <= tope or sum(len(p.chunks) for p in podas) == 1
    for poda in podas:
        assert poda.doc in docs and (poda.modo, poda.ratio) == ("CANAL", None)
        for chunk in poda.chunks:
            texto = indice.documentos[poda.doc].texto
            assert chunk.indice == texto.chunk_de(chunk.inicio)
            assert sum(m.puntos for m in chunk.motivos) == pytest.approx(chunk.puntaje)
    contexto = armar_contexto(indice, podas)
    assert all(contexto.fragmento(fuente).strip() for fuente in contexto.fuentes)


PLAZOS = bh.Generada(
    {
        "acuerdo_psaa16-10476.md": "# Acuerdo\n\nARTÍCULO 1. El informe se entrega en doce días.",
        "normativa/otro.md": "# Multas\n\nLa multa por el informe tarde es de un sueldo.",
        "normativa/solo.md": "# Bodega\n\nLas llaves de la bodega las tiene el portero.",
    },
    pesos={"normativa": 0.5},
)


def test_el_peso_de_la_coleccion_multiplica_lo_fundido() -> None:
    indice = PLAZOS.indice()
    ruta = buscar(Almacen().hallar, "", indice, "multa por el informe").enrutar(2)
    pesos = {h.doc: h.peso for h in ruta.hallados}
    assert pesos == {"acuerdo_psaa16-10476.md": 1.0, "otro.md": 0.5}
    assert [d.doc for d in ruta.documentos] == list(pesos)
    (otra,) = [h for h in ruta.hallados if h.peso == 0.5]
    assert (otra.puesto_denso, otra.puesto_disperso) == (1, 1)
    assert otra.fusion == pytest.approx(2 / 60) and otra.puntaje == pytest.approx(1 / 60)


def test_lo_que_la_pregunta_nombra_se_busca_solo_ahi() -> None:
    busqueda = buscar(Almacen().hallar, "", PLAZOS.indice(), "informe del acuerdo PSAA16-10476")
    assert busqueda.citados and {h.doc for h in busqueda.hallados} == {"acuerdo_psaa16-10476.md"}


def test_un_documento_que_no_salio_se_busca_solo() -> None:
    """What `/siaa/fragmento` shows of any document that has a word of the question."""
    indice, memoria = PLAZOS.indice(), Almacen()
    busqueda = buscar(memoria.hallar, "", indice, "informe de la bodega")
    podar = partial(busqueda.podar, ajustes=bh.poda(2400))
    assert [p.doc for p in podar(["solo.md"])] == ["solo.md"]
    assert buscar(memoria.hallar, "", indice, "informe").podar(["solo.md"], bh.poda(2400)) == ()
    assert podar([]) == ()


def test_el_servicio_responde_con_canal_y_muestra_sus_cifras(servidor: Fabrica) -> None:
    siaa = servidor(estrategia="canal")
    verificar_buena(siaa.charlar(PREGUNTA))
    enrutada = siaa.obtener("/siaa/enrutar", q=PREGUNTA).json
    elegido = enrutada["docs_encontrados"][0]
    assert set(elegido["niveles"]) == {"denso", "disperso", "fusion"}
    assert enrutada["respaldo"] is None and enrutada["suficiente"]
    primero = siaa.obtener("/siaa/contexto", q=PREGUNTA).json["hallados"][0]
    assert primero["doc"] == elegido["doc"] and primero["puesto_disperso"] == 1
    assert primero["fusion"] * primero["peso"] == pytest.approx(elegido["puntaje"])
    fragmento = siaa.obtener("/siaa/fragmento", q=PREGUNTA, doc=elegido["doc"]).json
    assert (fragmento["modo"], fragmento["ratio"]) == ("CANAL", None)
    assert "hallados" not in servidor().obtener("/siaa/contexto", q=PREGUNTA).json
