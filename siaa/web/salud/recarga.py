"""Reloads as clients ask for them and see them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from flask import Request

from siaa.errores import PeticionInvalida
from siaa.examen import ComparacionExamen
from siaa.servicio.vigencia.biblioteca_viva import Recargada
from siaa.servicio.vigencia.recarga import Recarga, Resultado

DOCUMENTOS_MOSTRADOS: Final = 20
"""Names of each kind of change that the state of the service lists at most."""


def leer_forzar(peticion: Request) -> bool:
    """Tell whether a reload must go ahead whatever the questions say."""
    valor = peticion.args.get("forzar", "0")
    if valor not in ("0", "1"):
        raise PeticionInvalida("El parámetro «forzar» debe ser 1 (o 0).", {"campo": "forzar"})
    return valor == "1"


def recargada_json(recargada: Recargada) -> dict[str, Any]:
    """Return what a reload that was applied answers."""
    recarga, indice = recargada.recarga, recargada.indice
    motivo = [] if recarga.motivo is None else [recarga.motivo]
    return {
        **asdict(recarga.cambios),
        "total_documentos": len(indice.documentos),
        "total_chunks": indice.total_chunks,
        "omitidos": indice.omitidos,
        "avisos": [*motivo, *indice.avisos],
        "huella": indice.huella,
        "evaluacion": None if recarga.examen is None else _cuentas(recarga.examen),
        "forzada": recarga.resultado is Resultado.FORZADA,
    }


def recarga_json(recarga: Recarga | None) -> dict[str, Any] | None:
    """Return how the last reload went, for the state of the service."""
    if recarga is None:
        return None
    sin_cuentas = {"antes": None, "despues": None, "total": None}
    nombres = asdict(recarga.cambios).items()
    return {
        "cuando": recarga.cuando,
        "resultado": recarga.resultado,
        **(sin_cuentas if recarga.examen is None else _cuentas(recarga.examen)),
        "cambios": {
            **{clase: claves[:DOCUMENTOS_MOSTRADOS] for clase, claves in nombres},
            "total": recarga.cambios.total,
        },
        "motivo": recarga.motivo,
    }


def _cuentas(examen: ComparacionExamen) -> dict[str, int]:
    return {"antes": examen.antes, "despues": examen.despues, "total": examen.total}
