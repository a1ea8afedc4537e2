"""`/siaa/status`: what is loaded, how the service is, and what to do about what is wrong.

It only reads values that others replace, so it answers at once whatever the model does.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Literal

from siaa import __version__
from siaa.biblioteca.indice import Indice
from siaa.recorrido.piezas import Piezas
from siaa.servicio.modelo.salud import EstadoModelo
from siaa.web.salud.recarga import recarga_json
from siaa.web.servicios import Servicios

Resumen = Literal["ok", "degradado", "sin_modelo"]


def estado_json(servicios: Servicios) -> dict[str, Any]:
    """Return the state of the service, ready to be sent as JSON."""
    actual = servicios.biblioteca.actual
    modelo, registro = servicios.salud.estado, servicios.registro.estado()
    dichos = _dichos(servicios.vigilante.problema, registro.problema)
    return {
        "estado": resumir(modelo, dichos),
        "version": __version__,
        "modelo": servicios.piezas.modelo,
        "ollama": _modelo(modelo),
        **_biblioteca(actual.indice),
        "chunk_size": servicios.chunk_size,
        "chunk_overlap": servicios.chunk_overlap,
        "avisos": [*_problemas(modelo), *dichos, *actual.indice.avisos],
        "recarga": recarga_json(servicios.biblioteca.recarga),
        "turnos": _turnos(servicios.piezas),
        "cache": servicios.piezas.cache.estado(),
        "registro": registro,
        "cargado_en": actual.cargado_en,
    }


def resumir(modelo: EstadoModelo, dichos: tuple[str, ...]) -> Resumen:
    """Say in one word how the service is: well, with something amiss, or without its model.

    dichos: the problems of its other parts. What is wrong with a document is not one.
    """
    if not modelo.listo:
        return "sin_modelo"
    return "degradado" if modelo.avisos or dichos else "ok"


def _problemas(modelo: EstadoModelo) -> tuple[str, ...]:
    """Return what people should know about the model, one sentence each."""
    return modelo.avisos if modelo.problema is None else (modelo.problema, *modelo.avisos)


def _dichos(*problemas: str | None) -> tuple[str, ...]:
    """Return the problems that there are."""
    return tuple(problema for problema in problemas if problema is not None)


def _modelo(modelo: EstadoModelo) -> dict[str, Any]:
    return {
        "listo": modelo.listo,
        "alcanzable": modelo.alcanzable,
        "version": modelo.version,
        "instalado": modelo.instalado,
        "digest": modelo.digest,
        "cargado": modelo.cargado,
        "context_length": modelo.context_length,
        "calentado_en": modelo.calentado_en,
        "recargas": modelo.recargas,
        "problema": modelo.problema,
        "remedio": modelo.remedio,
        "avisos": modelo.avisos,
        "comprobado_en": modelo.comprobado_en,
    }


def _turnos(piezas: Piezas) -> dict[str, Any]:
    """How busy the model is, who shares its answers and how fast this machine is, tokens/s."""
    compartidas, ritmo = piezas.compartidas.estado(), piezas.ritmo.estado
    return {
        **asdict(piezas.turnos.estado()),
        "oyentes": compartidas.oyentes,
        "lectura_tokens_s": ritmo.lectura,
        "escritura_tokens_s": ritmo.escritura,
        "respuesta_tokens": ritmo.respuesta,
    }


def _biblioteca(indice: Indice) -> dict[str, Any]:
    return {
        "total_documentos": len(indice.documentos),
        "total_chunks": indice.total_chunks,
        "indice_terminos": indice.total_terminos,
        "colecciones": dict(indice.colecciones),
        "omitidos": indice.omitidos,
        "huella": indice.huella,
    }
