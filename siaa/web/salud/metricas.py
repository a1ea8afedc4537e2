"""`/metrics`: the counters of the service and, looked up at that moment, what it says of itself."""

from collections.abc import Iterator
from types import MappingProxyType

from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric

from siaa.recorrido.piezas import Piezas
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
    actual, piezas = servicios.biblioteca.actual, servicios.piezas
    salud = piezas.servidores.estado
    turnos, cache, indice = piezas.turnos.estado(), piezas.cache.estado(), actual.indice
    registro = servicios.registro.estado()
    yield from (
        GaugeMetricFamily(nombre, ayuda, value=float(valor))
        for nombre, ayuda, valor in (
            ("siaa_cola_esperando", "Preguntas que esperan turno.", turnos.esperando),
            ("siaa_cola_atendiendo", "Preguntas ante el modelo.", turnos.atendiendo),
            ("siaa_cola_puestos", "Puestos de la cola.", turnos.cola),
            ("siaa_cache_entradas", "Respuestas recordadas.", cache.entradas),
            ("siaa_registro_filas", "Preguntas guardadas en el registro.", registro.filas),
            ("siaa_registro_pendientes", "Anotaciones por guardar.", registro.pendientes),
            ("siaa_indice_documentos", "Documentos cargados.", len(indice.documentos)),
            ("siaa_indice_fragmentos", "Fragmentos cargados.", indice.total_chunks),
            ("siaa_indice_terminos", "Palabras distintas.", indice.total_terminos),
            (
                "siaa_indice_cargado_segundos",
                "Cuándo se cargó el índice vigente, en segundos desde 1970.",
                actual.cargado_en.timestamp(),
            ),
            (
                "siaa_modelo_listo",
                "1 si el modelo puede responder; 0 si no, o si aún no se sabe.",
                salud.listo,
            ),
        )
    )
    yield from _por_servidor(piezas)
    yield from (
        CounterMetricFamily(nombre, ayuda, value=float(valor))
        for nombre, ayuda, valor in (
            ("siaa_cache_aciertos_total", "Respuestas que se recordaban.", cache.aciertos),
            ("siaa_cache_fallos_total", "Respuestas que no se recordaban.", cache.fallos),
            ("siaa_registro_perdidas_total", "Anotaciones perdidas.", registro.perdidas),
            (
                "siaa_modelo_recargas_total",
                "Veces que Ollama volvió a cargar el modelo.",
                salud.recargas,
            ),
        )
    )
    veces = CounterMetricFamily(
        "siaa_etapas", "Veces que una etapa consultó el modelo.", labels=["etapa", "estado"]
    )
    segundos = CounterMetricFamily("siaa_etapas_segundos", "Lo que tardaron.", labels=["etapa"])
    for etapa in piezas.consultor.estados:
        segundos.add_metric([etapa.etapa], etapa.segundos)
        for estado, cuantas in etapa.veces.items():
            veces.add_metric([etapa.etapa, estado], cuantas)
    yield from (veces, segundos)


def _por_servidor(piezas: Piezas) -> Iterator[Metric]:
    """Yield what is known of each of the model's servers."""
    listos = GaugeMetricFamily("siaa_servidor_listo", "1 si puede responder.", labels=["servidor"])
    ocupados = GaugeMetricFamily(
        "siaa_servidor_atendiendo", "Preguntas ante el servidor.", labels=["servidor"]
    )
    for lugar, uno in enumerate(piezas.servidores):
        listos.add_metric([uno.cliente.url], float(uno.salud.estado.listo))
        ocupados.add_metric([uno.cliente.url], float(piezas.turnos.atendidos(lugar)))
    yield from (listos, ocupados)
