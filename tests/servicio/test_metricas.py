"""The counters: what is counted of an answered question, whatever it holds."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families

from siaa.servicio.metricas import Metricas
from siaa.servicio.registro.asiento import MODOS, MOTIVOS, Alerta, Asiento
from siaa.servicio.vigencia.recarga import Resultado
from siaa.valores import TipoPregunta

ASIENTO = Asiento(
    id="a" * 32,
    momento=datetime(2026, 7, 1, tzinfo=UTC),
    tipo="documental",
    pregunta="¿Cuál es el plazo?",
    ambito=(),
    documentos=("acuerdo.md",),
    busquedas=(),
    chunks=("acuerdo.md#2",),
    caracteres=900,
    respuesta="Siete días.",
    modo="modelo",
    motivo="stop",
    completa=True,
    estrategia="hibrida",
    modelo="qwen2.5:3b",
    digest=None,
    version_prompt="1",
    huella="x",
    version="1",
    tiempos={
        "cola_s": 4.0,
        "primer_token_s": 12.0,
        "tokens_prompt": 900,
        "lectura_modelo_s": 30.0,
        "tokens_respuesta": 80,
        "escritura_modelo_s": 10.0,
    },
    error=None,
    alerta=None,
    compartida=False,
)
MEDIDAS = ("primer_token_segundos", "lectura_tokens_por_segundo", "escritura_tokens_por_segundo")


def leer(metricas: Metricas) -> dict[tuple[str, ...], float]:
    """Name and label values (by label) → value; without `siaa_` and the moments of creation."""
    familias = text_string_to_metric_families(metricas.exponer(()).decode())
    return {
        (muestra.name.removeprefix("siaa_"), *dict(sorted(muestra.labels.items())).values()): (
            muestra.value
        )
        for familia in familias
        for muestra in familia.samples
        if muestra.name.startswith("siaa_") and not muestra.name.endswith("_created")
    }


def contadas(*asientos: Asiento) -> dict[tuple[str, ...], float]:
    metricas = Metricas()
    for asiento in asientos:
        metricas.contar(asiento)
    return leer(metricas)


def test_una_respuesta_del_modelo() -> None:
    leidas = contadas(ASIENTO)
    assert leidas["preguntas_total", "stop", "documental"] == 1
    sumas = {nombre: leidas[f"{nombre}_sum",] for nombre in ("espera_turno_segundos", *MEDIDAS)}
    assert sumas == {
        "espera_turno_segundos": 4,
        "primer_token_segundos": 12,
        "lectura_tokens_por_segundo": 30,
        "escritura_tokens_por_segundo": 8,
    }
    assert all(leidas[f"{nombre}_count",] == 1 for nombre in sumas)


def test_lo_que_varios_comparten_se_mide_una_vez() -> None:
    leidas = contadas(ASIENTO, replace(ASIENTO, compartida=True))
    assert [leidas[f"{nombre}_count",] for nombre in MEDIDAS] == [1, 1, 1]


@pytest.mark.parametrize("modo", ["extractivo", "cache", "directo"])
def test_sin_modelo_no_hay_velocidad(modo: str) -> None:
    leidas = contadas(replace(ASIENTO, modo=modo))
    assert [leidas[f"{nombre}_count",] for nombre in MEDIDAS] == [0, 0, 0]


def test_quien_se_fue_no_tuvo_respuesta() -> None:
    leidas = contadas(replace(ASIENTO, motivo="abandonada", alerta=Alerta.ABANDONADA))
    assert leidas["preguntas_total", "abandonada", "documental"] == 1


def test_lo_que_no_se_sabe_no_se_mide() -> None:
    desconocidos = dict.fromkeys(ASIENTO.tiempos)
    for tiempos in ({}, desconocidos, ASIENTO.tiempos | {"lectura_modelo_s": 0.0}):
        leidas = contadas(replace(ASIENTO, tiempos=tiempos))
        assert leidas["preguntas_total", "stop", "documental"] == 1
        assert leidas["lectura_tokens_por_segundo_count",] == 0


def test_las_alertas() -> None:
    leidas = contadas(*(replace(ASIENTO, alerta=alerta) for alerta in (*Alerta, None)))
    assert {clave[1] for clave in leidas if clave[0] == "alertas_total"} == set(Alerta)


@given(
    asientos=st.lists(
        st.builds(
            replace,
            st.just(ASIENTO),
            tipo=st.sampled_from(TipoPregunta),
            motivo=st.sampled_from(MOTIVOS),
            modo=st.sampled_from(MODOS),
            alerta=st.none() | st.sampled_from(Alerta),
            compartida=st.booleans(),
        ),
        max_size=30,
    )
)
def test_todo_se_cuenta_con_sus_propias_palabras(asientos: list[Any]) -> None:
    """As many are counted as came, and only known words are labels."""
    leidas = contadas(*asientos)
    por_nombre: dict[str, list[tuple[str, ...]]] = {}
    for nombre, *etiquetas in leidas:
        por_nombre.setdefault(nombre, []).append(tuple(etiquetas))
    conocidos = {*TipoPregunta, *MOTIVOS, *MODOS, *Alerta}
    for nombre, esperados in (
        ("preguntas_total", len(asientos)),
        ("alertas_total", sum(a.alerta is not None for a in asientos)),
    ):
        series = por_nombre.get(nombre, [])
        assert sum(leidas[nombre, *etiquetas] for etiquetas in series) == esperados
        assert {palabra for etiquetas in series for palabra in etiquetas} <= conocidos


def test_las_recargas_se_cuentan_por_resultado() -> None:
    metricas = Metricas()
    for resultado in (Resultado.APLICADA, Resultado.RECHAZADA, Resultado.APLICADA):
        metricas.contar_recarga(resultado)
    leidas = leer(metricas)
    assert leidas["recargas_total", "aplicada"] == 2
    assert leidas["recargas_total", "rechazada"] == 1
    assert leidas["recargas_total", "fallida"] == 0, "every result is there from the start"


def test_dos_servicios_no_se_mezclan() -> None:
    una, otra = Metricas(), Metricas()
    una.contar(ASIENTO)
    assert ("preguntas_total", "stop", "documental") not in leer(otra)
    assert leer(una)["preguntas_total", "stop", "documental"] == 1
