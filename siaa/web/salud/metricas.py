"""`/metrics`: the counters of the service and, looked up at that moment, what it says of itself."""

from collections.abc import Iterator, Sequence
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
    salud, registro = piezas.servidores.estado, servicios.registro.estado()
    turnos, cache, indice = piezas.turnos.estado(), piezas.cache.estado(), actual.indice
    cargado = "Cuándo se cargó el índice vigente, en segundos desde 1970."
    listo = "1 si el modelo puede responder; 0 si no, o si aún no se sabe."
    recargas = "Veces que Ollama volvió a cargar el modelo."
    actuales: tuple[tuple[str, str, float], ...] = (
        ("siaa_cola_esperando", "Preguntas que esperan turno.", turnos.esperando),
        ("siaa_cola_atendiendo", "Preguntas ante el modelo.", turnos.atendiendo),
        ("siaa_cola_puestos", "Puestos de la cola.", turnos.cola),
        ("siaa_cache_entradas", "Respuestas recordadas.", cache.entradas),
        ("siaa_registro_filas", "Preguntas guardadas en el registro.", registro.filas),
        ("siaa_registro_pendientes", "Anotaciones por guardar.", registro.pendientes),
        ("siaa_indice_documentos", "Documentos cargados.", len(indice.documentos)),
        ("siaa_indice_fragmentos", "Fragmentos cargados.", indice.total_chunks),
        ("siaa_indice_terminos", "Palabras distintas.", indice.total_terminos),
        ("siaa_indice_cargado_segundos", cargado, actual.cargado_en.timestamp()),
        ("siaa_modelo_listo", listo, salud.listo),
    )
    contadas = (
        ("siaa_cache_aciertos_total", "Respuestas que se recordaban.", cache.aciertos),
        ("siaa_cache_fallos_total", "Respuestas que no se recordaban.", cache.fallos),
        ("siaa_registro_perdidas_total", "Anotaciones perdidas.", registro.perdidas),
        ("siaa_modelo_recargas_total", recargas, salud.recargas),
    )
    yield from (GaugeMetricFamily(nombre, que, value=float(v)) for nombre, que, v in actuales)
    yield from (CounterMetricFamily(nombre, que, value=float(v)) for nombre, que, v in contadas)
    yield from (*_por_servidor(piezas), *_por_etapa(piezas))


def _por_servidor(piezas: Piezas) -> Sequence[Metric]:
    """Return what is known of each of the model's servers."""
    de_cada = ["servidor"]
    listos = GaugeMetricFamily("siaa_servidor_listo", "1 si puede responder.", labels=de_cada)
    atendidos = "Preguntas ante el servidor."
    ocupados = GaugeMetricFamily("siaa_servidor_atendiendo", atendidos, labels=de_cada)
    for lugar, uno in enumerate(piezas.servidores):
        listos.add_metric([uno.cliente.url], float(uno.salud.estado.listo))
        ocupados.add_metric([uno.cliente.url], float(piezas.turnos.atendidos(lugar)))
    return listos, ocupados


def _por_etapa(piezas: Piezas) -> Sequence[Metric]:
    """Return how often each stage asked the model, and how long that took."""
    que = "Veces que una etapa consultó el modelo."
    veces = CounterMetricFamily("siaa_etapas", que, labels=["etapa", "estado"])
    segundos = CounterMetricFamily("siaa_etapas_segundos", "Lo que tardaron.", labels=["etapa"])
    for etapa in piezas.consultor.estados:
        segundos.add_metric([etapa.etapa], etapa.segundos)
        for estado, cuantas in etapa.veces.items():
            veces.add_metric([etapa.etapa, estado], cuantas)
    return veces, segundos
