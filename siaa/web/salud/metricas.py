"""`/metrics`: the counters of the service and, looked up at that moment, what it says of itself."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric

from siaa.biblioteca.indice import Indice
from siaa.servicio.modelo.cache import EstadoCache
from siaa.servicio.modelo.turnos import EstadoTurnos
from siaa.servicio.registro.registro import EstadoRegistro
from siaa.web.openapi.operacion import administracion
from siaa.web.servicios import Servicios


def crear_metricas(servicios: Servicios) -> Blueprint:
    """Return the route that Prometheus reads."""
    metricas = Blueprint("metricas", __name__)

    @metricas.get("/metrics")
    @administracion(
        "Las cuentas del servicio, en el formato de Prometheus.",
        da=MappingProxyType({"text/plain": None}),
    )
    def leer() -> Response:
        texto = servicios.metricas.exponer(medir(servicios))
        return Response(texto, content_type=CONTENT_TYPE_LATEST)

    return metricas


def medir(servicios: Servicios) -> Iterator[Metric]:
    """Yield what each part of the service says of itself now."""
    actual, salud = servicios.biblioteca.actual, servicios.salud.estado
    yield from _de_turnos(servicios.piezas.turnos.estado())
    yield from _de_cache(servicios.piezas.cache.estado())
    yield from _de_registro(servicios.registro.estado())
    yield from _de_indice(actual.indice)
    yield _valor(
        "siaa_indice_cargado_segundos",
        "Cuándo se cargó el índice vigente, en segundos desde 1970.",
        actual.cargado_en.timestamp(),
    )
    yield _valor(
        "siaa_modelo_listo",
        "1 si el modelo puede responder; 0 si no, o si aún no se sabe.",
        salud.listo,
    )
    yield _cuenta(
        "siaa_modelo_recargas_total", "Veces que Ollama volvió a cargar el modelo.", salud.recargas
    )


def _de_turnos(turnos: EstadoTurnos) -> Iterator[Metric]:
    yield _valor("siaa_cola_esperando", "Preguntas que esperan turno.", turnos.esperando)
    yield _valor("siaa_cola_atendiendo", "Preguntas ante el modelo.", turnos.atendiendo)
    yield _valor("siaa_cola_puestos", "Puestos de la cola.", turnos.cola)


def _de_cache(cache: EstadoCache) -> Iterator[Metric]:
    yield _valor("siaa_cache_entradas", "Respuestas recordadas.", cache.entradas)
    yield _cuenta("siaa_cache_aciertos_total", "Respuestas que se recordaban.", cache.aciertos)
    yield _cuenta("siaa_cache_fallos_total", "Respuestas que no se recordaban.", cache.fallos)


def _de_registro(registro: EstadoRegistro) -> Iterator[Metric]:
    yield _valor("siaa_registro_filas", "Preguntas guardadas en el registro.", registro.filas)
    yield _valor("siaa_registro_pendientes", "Anotaciones por guardar.", registro.pendientes)
    yield _cuenta("siaa_registro_perdidas_total", "Anotaciones perdidas.", registro.perdidas)


def _de_indice(indice: Indice) -> Iterator[Metric]:
    yield _valor("siaa_indice_documentos", "Documentos cargados.", len(indice.documentos))
    yield _valor("siaa_indice_fragmentos", "Fragmentos cargados.", indice.total_chunks)
    yield _valor("siaa_indice_terminos", "Palabras distintas.", indice.total_terminos)


def _valor(nombre: str, ayuda: str, valor: float) -> Metric:
    return GaugeMetricFamily(nombre, ayuda, value=float(valor))


def _cuenta(nombre: str, ayuda: str, valor: float) -> Metric:
    return CounterMetricFamily(nombre, ayuda, value=float(valor))
