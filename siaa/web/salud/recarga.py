"""Reloads as clients ask for them and see them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Final

from flask import Request
from typing_extensions import TypedDict

from siaa.biblioteca.valores import Omitido
from siaa.errores import PeticionInvalida
from siaa.servicio.vigencia.biblioteca_viva import Recargada
from siaa.servicio.vigencia.recarga import Cambios, Recarga, Resultado
from siaa.web.json import tomar
from siaa.web.openapi.operacion import Parametro

DOCUMENTOS_MOSTRADOS: Final = 20
"""Names of each kind of change that the state of the service lists at most."""
FORZAR: Final = Parametro(
    "forzar",
    "1 recarga aunque se encuentre menos.",
    "0",
    MappingProxyType({"type": "string", "enum": ("0", "1")}),
)


@dataclass(frozen=True, slots=True)
class _Evaluada:
    antes: int
    despues: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecargaHecha(Cambios):
    """What a reload answers."""

    total_documentos: int
    total_chunks: int
    omitidos: tuple[Omitido, ...]
    avisos: tuple[str, ...]
    huella: str
    evaluacion: _Evaluada | None
    forzada: bool


class _CambiosVistos(TypedDict):
    agregados: tuple[str, ...]
    modificados: tuple[str, ...]
    retirados: tuple[str, ...]
    total: int


class RecargaVista(TypedDict):
    """The last reload."""

    cuando: datetime
    resultado: Resultado
    antes: int | None
    despues: int | None
    total: int | None
    cambios: _CambiosVistos
    motivo: str | None


def leer_forzar(peticion: Request) -> bool:
    """Tell whether a reload must go ahead whatever the questions say."""
    valor = peticion.args.get("forzar", "0")
    if valor not in ("0", "1"):
        raise PeticionInvalida("El parámetro «forzar» debe ser 1 (o 0).", {"campo": "forzar"})
    return valor == "1"


def ver_recargada(recargada: Recargada) -> RecargaHecha:
    """Return what a reload that was applied answers."""
    recarga, indice = recargada.recarga, recargada.indice
    motivo = () if recarga.motivo is None else (recarga.motivo,)
    return tomar(
        RecargaHecha,
        recarga.cambios,
        total_documentos=len(indice.documentos),
        total_chunks=indice.total_chunks,
        omitidos=indice.omitidos,
        avisos=(*motivo, *indice.avisos),
        huella=indice.huella,
        evaluacion=None if recarga.examen is None else tomar(_Evaluada, recarga.examen),
        forzada=recarga.resultado is Resultado.FORZADA,
    )


def ver_recarga(recarga: Recarga | None) -> RecargaVista | None:
    """Return how the last reload went, for the state of the service."""
    if recarga is None:
        return None
    examen, cambios = recarga.examen, recarga.cambios
    return {
        "cuando": recarga.cuando,
        "resultado": recarga.resultado,
        "antes": None if examen is None else examen.antes,
        "despues": None if examen is None else examen.despues,
        "total": None if examen is None else examen.total,
        "cambios": {
            "agregados": cambios.agregados[:DOCUMENTOS_MOSTRADOS],
            "modificados": cambios.modificados[:DOCUMENTOS_MOSTRADOS],
            "retirados": cambios.retirados[:DOCUMENTOS_MOSTRADOS],
            "total": cambios.total,
        },
        "motivo": recarga.motivo,
    }
