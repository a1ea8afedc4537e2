"""`/siaa/status`, `/metrics`, what is remembered, and reloads: the service as programs see it.

The state is read from values that others replace, so it is answered at once whatever the model
does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from flask import Blueprint, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from typing_extensions import TypedDict

from siaa import __version__
from siaa.biblioteca.valores import Omitido
from siaa.examen import Evaluada
from siaa.servicio.modelo.compartidas import EstadoCache
from siaa.servicio.modelo.consultor import EstadoDeConsultas
from siaa.servicio.modelo.salud import EstadoModelo
from siaa.servicio.modelo.turnos import EstadoTurnos
from siaa.servicio.registro.registro import EstadoRegistro
from siaa.servicio.vigencia.recarga import Cambios, Recarga, Resultado
from siaa.web.openapi import Parametro, abierta, administracion, fijo, queja_de
from siaa.web.respuestas import tomar
from siaa.web.servicios import Servicios

EnUnaPalabra = Literal["ok", "degradado", "sin_modelo"]
FORZAR: Final = Parametro(
    "forzar", "1 recarga aunque se encuentre menos.", "0", fijo(type="string", enum=("0", "1"))
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _ModeloVisto(EstadoModelo):
    listo: bool = field()


@dataclass(frozen=True, slots=True)
class _TurnosVistos(EstadoTurnos):
    oyentes: int
    lectura_tokens_s: float | None
    escritura_tokens_s: float | None


@dataclass(frozen=True, slots=True)
class _ServidorVisto:
    """One of the model's servers; en_descanso: it failed a moment ago and others go before it."""

    url: str
    listo: bool
    problema: str | None
    en_descanso: bool
    atendiendo: int
    lectura_tokens_s: float | None
    escritura_tokens_s: float | None


@dataclass(frozen=True, slots=True)
class _RecargaVista(Recarga):
    """The last reload; cambios: in words."""

    cambios: str  # type: ignore[assignment]
    examen: Evaluada | None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, kw_only=True)
class EstadoBreve:
    """How the service is: what a monitor looks for, and nothing of the documents."""

    estado: EnUnaPalabra
    version: str
    cargado_en: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class EstadoDelServicio(EstadoBreve):
    """What is loaded and how the service is."""

    modelo: str
    ollama: _ModeloVisto
    servidores: list[_ServidorVisto]
    total_documentos: int
    total_chunks: int
    indice_terminos: int
    colecciones: Mapping[str, int]
    omitidos: Sequence[Omitido]
    convirtiendo: int
    huella: str
    chunk_size: int
    chunk_overlap: int
    avisos: list[str]
    recarga: _RecargaVista | None
    turnos: _TurnosVistos
    etapas: Sequence[EstadoDeConsultas]
    cache: EstadoCache
    registro: EstadoRegistro


def ver_estado(servicios: Servicios) -> EstadoDelServicio:
    """Return the state of the service, ready to be sent as JSON."""
    biblioteca, modelo = servicios.biblioteca, servicios.servidores.estado
    indice = biblioteca.indice
    recarga, de_turnos = biblioteca.estado.recarga, servicios.turnos.estado()
    problemas = () if modelo.problema is None else (modelo.problema,)
    return tomar(
        EstadoDelServicio,
        ver_breve(servicios),
        indice,
        biblioteca.ajustes,
        servicios,
        ollama=tomar(_ModeloVisto, modelo),
        servidores=[*_servidores(servicios)],
        total_documentos=len(indice.documentos),
        indice_terminos=len(indice.tabla_densidad.terminos),
        colecciones=dict(indice.colecciones),
        convirtiendo=biblioteca.estado.en_espera,
        avisos=[*problemas, *modelo.avisos, *_otros_problemas(servicios), *indice.avisos],
        recarga=recarga
        and tomar(
            _RecargaVista,
            recarga,
            cambios=recarga.cambios.en_palabras,
            examen=recarga.examen and tomar(Evaluada, recarga.examen),
        ),
        turnos=tomar(_TurnosVistos, de_turnos, servicios.compartidas, servicios.servidores.ritmo),
        cache=servicios.cache.estado(),
        registro=servicios.registro.estado(),
        etapas=servicios.consultor.estados,
    )


def ver_breve(servicios: Servicios) -> EstadoBreve:
    """Return what anybody may know. What is wrong with a document is nothing amiss here."""
    modelo, cargado_en = servicios.servidores.estado, servicios.biblioteca.estado.cargado_en
    con_el: EnUnaPalabra = "degradado" if modelo.avisos or _otros_problemas(servicios) else "ok"
    estado: EnUnaPalabra = con_el if modelo.listo else "sin_modelo"
    return EstadoBreve(estado=estado, version=__version__, cargado_en=cargado_en)


def _otros_problemas(servicios: Servicios) -> tuple[str, ...]:
    de_etapas = (etapa.problema for etapa in servicios.consultor.estados)
    problemas = (servicios.vigilante.problema, servicios.registro.estado().problema, *de_etapas)
    return (*filter(None, problemas), *servicios.almacen.problemas)


def _servidores(servicios: Servicios) -> Iterator[_ServidorVisto]:
    for lugar, uno in enumerate(servicios.servidores):
        dichos = uno.cliente, uno.salud.estado, uno.salud, uno.ritmo
        yield tomar(_ServidorVisto, *dichos, atendiendo=servicios.turnos.atendidos(lugar))


@dataclass(frozen=True, slots=True, kw_only=True)
class _RecargaHecha(Cambios):
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
    api = Blueprint("servicio", __name__)

    @api.get("/siaa/status")
    @abierta("Qué está cargado, cómo está el servicio y qué hacer con lo que falla.")
    def status() -> EstadoDelServicio | EstadoBreve:
        return ver_estado(servicios) if g.puede_consultar() else ver_breve(servicios)

    @api.get("/siaa/cache")
    @administracion("Cuántas respuestas se recuerdan y cuánto sirven.")
    def cache() -> EstadoCache:
        return servicios.cache.estado()

    @api.delete("/siaa/cache")
    @administracion("Olvida las respuestas que se recuerdan.")
    def vaciar_cache() -> _Borradas:
        servicios.consultor.vaciar()
        return {"borradas": servicios.cache.vaciar()}

    @api.post("/siaa/recargar")
    @administracion("Vuelve a leer la biblioteca.", (FORZAR,), (400, 409, 503))
    def recargar() -> _RecargaHecha:
        forzar = request.args.get("forzar", "0")
        if forzar not in ("0", "1"):
            raise queja_de("forzar", "debe ser 1 (o 0)")
        recarga, indice = servicios.biblioteca.recargar(forzar == "1")
        return tomar(
            _RecargaHecha,
            recarga.cambios,
            indice,
            total_documentos=len(indice.documentos),
            avisos=(*filter(None, (recarga.motivo,)), *indice.avisos),
            evaluacion=recarga.examen and tomar(Evaluada, recarga.examen),
            forzada=recarga.resultado is Resultado.FORZADA,
        )

    @api.get("/metrics")
    @administracion(
        "Las cuentas del servicio, en el formato de Prometheus.",
        da={"text/plain": None},
    )
    def metricas() -> Response:
        texto = servicios.metricas.exponer(_medir(ver_estado(servicios)))
        return Response(texto, content_type=CONTENT_TYPE_LATEST)

    return api


def _medir(estado: EstadoDelServicio) -> Iterator[Metric]:
    turnos, cache, modelo = estado.turnos, estado.cache, estado.ollama
    cargado = "Cuándo se cargó el índice vigente, en segundos desde 1970."
    listo = "1 si el modelo puede responder; 0 si no, o si aún no se sabe."
    recargas = "Veces que Ollama volvió a cargar el modelo."
    actuales: tuple[tuple[str, str, float], ...] = (
        ("siaa_cola_esperando", "Preguntas que esperan turno.", turnos.esperando),
        ("siaa_cola_atendiendo", "Preguntas ante el modelo.", turnos.atendiendo),
        ("siaa_cola_puestos", "Puestos de la cola.", turnos.cola),
        ("siaa_cache_entradas", "Respuestas recordadas.", cache.entradas),
        ("siaa_indice_documentos", "Documentos cargados.", estado.total_documentos),
        ("siaa_indice_fragmentos", "Fragmentos cargados.", estado.total_chunks),
        ("siaa_indice_terminos", "Palabras distintas.", estado.indice_terminos),
        ("siaa_indice_cargado_segundos", cargado, estado.cargado_en.timestamp()),
        ("siaa_modelo_listo", listo, modelo.listo),
    )
    contadas = (
        ("siaa_cache_aciertos_total", "Respuestas que se recordaban.", cache.aciertos),
        ("siaa_cache_fallos_total", "Respuestas que no se recordaban.", cache.fallos),
        ("siaa_registro_perdidas_total", "Anotaciones perdidas.", estado.registro.perdidas),
        ("siaa_modelo_recargas_total", recargas, modelo.recargas),
    )
    yield from (GaugeMetricFamily(nombre, que, value=float(v)) for nombre, que, v in actuales)
    yield from (CounterMetricFamily(nombre, que, value=float(v)) for nombre, que, v in contadas)
    que = "Veces que una etapa consultó el modelo."
    veces = CounterMetricFamily("siaa_etapas", que, labels=["etapa", "estado"])
    segundos = CounterMetricFamily("siaa_etapas_segundos", "Lo que tardaron.", labels=["etapa"])
    for etapa in estado.etapas:
        segundos.add_metric([etapa.etapa], etapa.segundos)
        for como, cuantas in etapa.veces.items():
            veces.add_metric([etapa.etapa, como], cuantas)
    yield from (veces, segundos)
