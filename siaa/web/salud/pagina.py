"""`/siaa/salud`: for the administrator, what is wrong, what to do, and why SIAA answers as it does.

It holds no knowledge of its own: every value is one that `/siaa/status`, the record or the answers
are made of.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from flask import Blueprint, Response, request

from siaa.biblioteca.relaciones.tabla import ausentes
from siaa.errores import RegistroApagado, RegistroNoDisponible
from siaa.servicio.registro.consultas import Filtro, Hallado, Pagina, buscar, valoradas
from siaa.servicio.registro.registro import Registro
from siaa.web import formato
from siaa.web.openapi.operacion import PAGINA, Parametro, administracion
from siaa.web.peticion import PREGUNTA_MAXIMA, UNA_PREGUNTA
from siaa.web.salud import porque
from siaa.web.salud.estado import ver_estado
from siaa.web.seguridad import hoja
from siaa.web.servicios import Servicios

FORMATOS: Final[Mapping[str, Callable[[Any], str]]] = MappingProxyType(
    {
        "numero": formato.numero,
        "decimal": partial(formato.numero, decimales=1),
        "duracion": formato.duracion,
        "fecha": formato.fecha,
        "texto": lambda valor: valor or formato.SIN_DATO,
        "si_no": {None: "no se sabe", True: "sí", False: "no"}.__getitem__,
    }
)
"""How the page writes what its script keeps up to date; the script has the same forms."""
DIAS: Final = 7


@dataclass(frozen=True, slots=True)
class Semana:
    """What the record says of the last days, and how many ratings wait; or why it says nothing."""

    hallado: Hallado | None = None
    pendientes: int = 0
    problema: str | None = None


def crear_salud(servicios: Servicios) -> Blueprint:
    """Return the page of the service's health."""
    salud = Blueprint("salud", __name__, url_prefix="/siaa")

    @salud.get("/salud")
    @administracion(
        "La página del administrador: qué falla, qué hacer y por qué se responde así.",
        (Parametro("q", "Pregunta que se quiere ver explicada.", UNA_PREGUNTA),),
        da=PAGINA,
    )
    def pagina() -> Response:
        return hoja("salud.html", **_valores(servicios), f=formato, p=porque)

    return salud


def _valores(servicios: Servicios) -> dict[str, Any]:
    """Return everything that the page shows."""
    indice = servicios.biblioteca.actual.indice
    estado = ver_estado(servicios)
    return {
        "estado": estado,
        "estados": _estados(len(indice.omitidos)),
        "avisos": [a for a in estado.avisos if a != estado.ollama.problema],
        "cargado_en": servicios.biblioteca.actual.cargado_en,
        "modelo": servicios.servidores.estado,
        "recarga": servicios.biblioteca.estado.recarga,
        "ausentes": ausentes(indice.documentos.values()),
        "semana": leer_semana(servicios.registro, datetime.now(UTC)),
        "formatos": FORMATOS,
        "dias": DIAS,
        "explicacion": porque.explicar(request.args.get("q"), servicios.piezas, indice),
        "minimo": servicios.piezas.ajustes.respaldo_minimo,
        "maximo": PREGUNTA_MAXIMA,
    }


def _estados(omitidos: int) -> Mapping[str, str]:
    """Return how the service is in words; all is not well while files of people are left out."""
    if not omitidos:
        return porque.ESTADOS
    archivos = formato.cuantos(omitidos, "archivo por fuera", "archivos por fuera")
    return {**porque.ESTADOS, "ok": f"Funciona, pero no se leyó todo: {archivos}."}


def leer_semana(registro: Registro, ahora: datetime) -> Semana:
    """Return what the record has of the days before `ahora`, and how many ratings wait in all."""
    desde = Filtro(desde=ahora - timedelta(days=DIAS))
    try:
        hallado = registro.leer(buscar, desde, Pagina(1, 1))
        sin_atender = registro.leer(valoradas, Pagina(1, 1), estado="pendiente")
    except (RegistroApagado, RegistroNoDisponible) as error:
        return Semana(problema=error.mensaje)
    return Semana(hallado, sin_atender.total)
