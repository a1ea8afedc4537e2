"""`/siaa/status`, `/metrics`, what is remembered, and reloads: the service as programs see it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from flask import Blueprint, Request, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from typing_extensions import TypedDict

from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import Omitido
from siaa.errores import PeticionInvalida
from siaa.recorrido.piezas import Piezas
from siaa.servicio.modelo.cache import EstadoCache
from siaa.servicio.vigencia.recarga import Cambios, Recarga, Resultado
from siaa.web.json import tomar
from siaa.web.openapi.operacion import Parametro, abierta, administracion
from siaa.web.salud.estado import (
    EstadoBreve,
    EstadoDelServicio,
    Evaluada,
    evaluada,
    ver_breve,
    ver_estado,
)
from siaa.web.servicios import Servicios

FORZAR: Final = Parametro(
    "forzar",
    "1 recarga aunque se encuentre menos.",
    "0",
    MappingProxyType({"type": "string", "enum": ("0", "1")}),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _RecargaHecha(Cambios):
    """What a reload answers."""

    total_documentos: int
    total_chunks: int
    omitidos: tuple[Omitido, ...]
    avisos: tuple[str, ...]
    huella: str
    evaluacion: Evaluada | None
    forzada: bool


class _Borradas(TypedDict):
    borradas: int


def crear_servicio(servicios: Servicios) -> Blueprint:
    """Return the routes about the service itself."""
    api = Blueprint("servicio", __name__, url_prefix="/siaa")

    @api.get("/status")
    @abierta("Qué está cargado, cómo está el servicio y qué hacer con lo que falla.")
    def status() -> EstadoDelServicio | EstadoBreve:
        return ver_estado(servicios) if g.puede_consultar() else ver_breve(servicios)

    @api.get("/cache")
    @administracion("Cuántas respuestas se recuerdan y cuánto sirven.")
    def cache() -> EstadoCache:
        return servicios.piezas.cache.estado()

    @api.delete("/cache")
    @administracion("Olvida las respuestas que se recuerdan.")
    def vaciar_cache() -> _Borradas:
        servicios.piezas.consultor.vaciar()
        return {"borradas": servicios.piezas.cache.vaciar()}

    @api.post("/recargar")
    @administracion("Vuelve a leer la biblioteca.", (FORZAR,), (400, 409, 503))
    def recargar() -> _RecargaHecha:
        return _ver_recargada(*servicios.biblioteca.recargar(_leer_forzar(request)))

    return api


def _leer_forzar(peticion: Request) -> bool:
    """Tell whether a reload must go ahead whatever the questions say."""
    valor = peticion.args.get("forzar", "0")
    if valor not in ("0", "1"):
        raise PeticionInvalida("El parámetro «forzar» debe ser 1 (o 0).", {"campo": "forzar"})
    return valor == "1"


def _ver_recargada(recarga: Recarga, indice: Indice) -> _RecargaHecha:
    """Return what a reload that was applied answers."""
    motivo = () if recarga.motivo is None else (recarga.motivo,)
    return tomar(
        _RecargaHecha,
        recarga.cambios,
        indice,
        total_documentos=len(indice.documentos),
        avisos=(*motivo, *indice.avisos),
        evaluacion=evaluada(recarga.examen),
        forzada=recarga.resultado is Resultado.FORZADA,
    )


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
    yield from _por_etapa(piezas)


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
