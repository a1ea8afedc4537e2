"""Many people at once: every question ends well, in order, and leaves its one row.

The same run as `bench/oficinas.py`, smaller and without looking at the clock.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from biblioteca_de_prueba import OTRA_PREGUNTA, PREGUNTA
from ollama_de_prueba import OllamaDePrueba
from paciencia import PACIENCIA_S, esperar
from servidor_de_prueba import ServidorDePrueba
from verificaciones import verificar_buena

sys.path.append(str(Path(__file__).resolve().parents[2] / "bench"))

import fugas
import gente
import oficinas
import procesos

PREGUNTAS = 40
COLA = 12
DEL_MODELO = "modelo, stop"
Fabrica = Callable[..., ServidorDePrueba]


@pytest.mark.parametrize("cache", [False, True], ids=["sin-memoria", "con-memoria"])
def test_muchos_a_la_vez(cache: bool) -> None:
    pedido = oficinas.Pedido(
        PREGUNTAS, tokens=5, demora_s=0.05, plazo_s=PACIENCIA_S, ajustes={"SIAA_COLA": str(COLA)}
    )
    ronda = oficinas.correr(pedido, cache)
    assert oficinas.faltas(ronda) == []
    clases = [oficinas.clase(vivido) for vivido in ronda.vividos]
    assert len({vivido.id for vivido in ronda.vividos}) == len(ronda.filas) == PREGUNTAS
    assert clases.count("503 con pasajes") > 5 and clases.count(DEL_MODELO) > COLA
    # only who asks the same may share an answer; whether two such were in line at once is chance
    con_respuesta = [
        vivido.caso for vivido in ronda.vividos if oficinas.clase(vivido) == DEL_MODELO
    ]
    pueden = len(con_respuesta) - len(set(con_respuesta))
    assert 0 <= oficinas.compartidas(ronda) <= pueden
    assert {alerta for _, _, alerta in ronda.filas} >= {"", "COLA_LLENA"}
    assert all(ronda.cortas[ruta.partition("?")[0]] for ruta in gente.RUTAS_CORTAS)


def test_las_comprobaciones_ven_lo_que_esta_mal() -> None:
    """Someone overtaken, someone without an answer, a row lost and another twice."""
    fin = {"modo": "modelo", "motivo": "stop"}

    def vivido(caso: int, puestos: list[tuple[float, int]]) -> gente.Vivido:
        return gente.Vivido(
            caso, estado=200, id=f"id{caso}", palabras=3, puestos=puestos, desenlace=fin
        )

    bien = [vivido(1, []), vivido(2, [(10.2, 1)]), vivido(3, [(10.3, 2), (12.2, 1)])]
    turnos = [(10.0, 1), (12.0, 2), (14.0, 3)]
    filas = [(f"id{n}", "stop", "") for n in (1, 2, 3)]
    cortas = {"/siaa/status": [1.0]}
    assert oficinas.faltas(oficinas.Ronda(bien, turnos, 2.0, filas, cortas, 1)) == []
    al_reves = [(10.0, 1), (12.0, 3), (14.0, 2)]
    assert len(oficinas.faltas(oficinas.Ronda(bien, al_reves, 2.0, filas, cortas, 1))) == 1
    dobles = [filas[0], filas[0], filas[2]]
    assert len(oficinas.faltas(oficinas.Ronda(bien, turnos, 2.0, dobles, cortas, 1))) == 2
    bien[0].palabras = 0
    assert len(oficinas.faltas(oficinas.Ronda(bien, turnos, 2.0, filas, cortas, 1))) == 1


def test_muchas_seguidas_no_dejan_nada() -> None:
    corrida = fugas.correr(40, clientes=4)
    assert corrida.restos == []
    assert corrida.antes.hilos > 8 and corrida.antes.enchufes and corrida.antes.archivos
    assert sum(corrida.desenlaces.values()) == 40
    assert {"modelo, stop", "cache, stop", "directo, directa"} < set(corrida.desenlaces)
    assert "extractivo, extractiva" in corrida.desenlaces


def test_la_pendiente_no_se_deja_llevar_por_un_salto() -> None:
    llana = [(n, 1_000_000) for n in range(0, 2000, 100)]
    assert fugas.pendiente(llana) == 0
    assert fugas.pendiente([(n, b + (n == 700) * 10**9) for n, b in llana]) == 0
    assert fugas.pendiente([(n, b + 1500 * n) for n, b in llana]) == 1500


def test_mientras_se_admite_a_alguien_las_busquedas_siguen(
    servidor: Fabrica, ollama: OllamaDePrueba
) -> None:
    siaa = servidor()
    turnos = siaa.app.extensions["siaa"].turnos
    with siaa.crudo() as cliente:
        with turnos.admision:
            cliente.pedir_chat(procesos.cuerpo_de_chat(PREGUNTA))
            for ruta in ("/siaa/enrutar", "/siaa/contexto"):
                assert siaa.obtener(ruta, q=PREGUNTA).estado == 200
            assert siaa.obtener("/siaa/status").json["turnos"]["atendiendo"] == 0
            assert not ollama.preguntas
        assert b"data: [DONE]" in cliente.leer_hasta(b"data: [DONE]")
    verificar_buena(siaa.charlar(OTRA_PREGUNTA))
    assert esperar(lambda: siaa.obtener("/siaa/log").json["total"] == 2)
