"""`/siaa/salud`: for the administrator, what is wrong, what to do, and why SIAA answers as it does.

It holds no knowledge of its own: every value is one that `/siaa/status`, `/siaa/enrutar`,
`/siaa/contexto`, the record or the answers are made of.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from flask import Blueprint, Response, request

from siaa.biblioteca.ambito import TODO
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.errores import ErrorPeticion, RegistroApagado, RegistroNoDisponible
from siaa.recorrido.etapas import preparar
from siaa.recorrido.hallazgo import Preparacion
from siaa.recorrido.piezas import Piezas
from siaa.recorrido.preparacion import VENTAJA_SEGURA
from siaa.servicio.registro.asiento import Alerta
from siaa.servicio.registro.consultas import Filtro, Hallado, Pagina, buscar, valoradas
from siaa.servicio.registro.registro import Registro
from siaa.valores import ChunkPuntuado, Fuente, Mensaje, Poda, TipoPregunta
from siaa.web import formato
from siaa.web.openapi import PAGINA, Parametro, administracion
from siaa.web.peticion import PREGUNTA_MAXIMA, UNA_PREGUNTA, comprobar_pregunta
from siaa.web.respuestas import hoja
from siaa.web.salud.rutas import ver_estado
from siaa.web.servicios import Servicios

TIPOS: Final = MappingProxyType(
    {
        TipoPregunta.SALUDO: "Un saludo: se contesta sin buscar.",
        TipoPregunta.CORTESIA: "Una cortesía: se contesta sin buscar.",
        TipoPregunta.SOBRE_SIAA: "Pregunta qué es SIAA: se contesta sin buscar.",
        TipoPregunta.ARREGLO: "Pide decir de otra manera una respuesta, y no hay ninguna.",
        TipoPregunta.AMBIGUA: "Demasiado general para buscar: se pide precisar.",
        TipoPregunta.DOCUMENTAL: "Se busca en los documentos.",
        TipoPregunta.LISTADO: "Pide una lista: se busca en los documentos y se envía más.",
    }
)
MODOS: Final = MappingProxyType(
    {
        "FRANCOTIRADOR": "un pasaje se destaca con claridad: se envía lo menos posible",
        "BINÓCULO": "un pasaje va adelante, pero no solo: se envía algo más",
        "ESCOPETA": "ningún pasaje se destaca: se envía todo lo que cabe",
        "LISTADO-BINÓCULO": "se pide una lista y un pasaje va adelante",
        "LISTADO-ESCOPETA": "se pide una lista: se envía todo lo que cabe",
        "REFERENCIA": "lo cita otro pasaje que se envía",
        "PEDIDO": "el modelo dijo que hacía falta",
        "PRIMEROS": "ningún pasaje dice las palabras de la pregunta: va el comienzo del documento",
        "VACÍA": "el documento no tiene texto que enviar",
    }
)
ALERTAS: Final[Mapping[str, str]] = MappingProxyType(
    {
        Alerta.SIN_CONTEXTO: "No se encontró nada: falta un documento o una palabra clave",
        Alerta.CORTADA: "La respuesta quedó incompleta",
        Alerta.SIN_MODELO: "Se respondió con los pasajes, sin el modelo",
        Alerta.COLA_LLENA: "No había puesto en la cola",
        Alerta.ABANDONADA: "La persona se fue antes",
    }
)
RAZONES: Final[Mapping[str | None, str]] = MappingProxyType(
    {
        "incorrecta": "Es incorrecta.",
        "incompleta": "Está incompleta.",
        "otro_documento": "Era otro documento.",
    }
)
ESTADOS: Final = MappingProxyType(
    {
        "ok": "Todo funciona.",
        "degradado": "Funciona, pero hay algo que atender.",
        "sin_modelo": "Sin modelo: mientras tanto se responde con los pasajes de los documentos.",
    }
)
RECARGAS: Final = MappingProxyType(
    {
        "aplicada": "Se aplicó.",
        "forzada": "Se aplicó a la fuerza, aunque menos preguntas encuentran su documento.",
        "rechazada": "Se rechazó: siguen en uso los documentos anteriores.",
        "fallida": "No se pudo: siguen en uso los documentos anteriores.",
    }
)
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
class Explicacion:
    """A question as it was written, and what its answer would be made from or why there is none."""

    pregunta: str
    preparacion: Preparacion | None = None
    problema: str | None = None

    @property
    def bloques(self) -> Iterator[tuple[Poda, tuple[tuple[Fuente, ChunkPuntuado], ...]]]:
        """The blocks of the context in order, each fragment with the source that it became."""
        if self.preparacion is None:
            return
        fuentes = iter(self.preparacion.contexto.fuentes)
        for poda in self.preparacion.podas:
            yield poda, tuple((next(fuentes), chunk) for chunk in poda.chunks)


def explicar(escrita: str | None, piezas: Piezas, indice: Indice) -> Explicacion | None:
    """Return why a question would be answered as it would; None when none is asked about.

    With the searches that are remembered for it: the model is not asked for others.
    """
    if escrita is None:
        return None
    pregunta = limpiar_entrada(escrita)
    try:
        comprobar_pregunta(pregunta)
    except ErrorPeticion as error:
        return Explicacion(pregunta, problema=error.mensaje)
    conversacion = (Mensaje("user", pregunta),)
    return Explicacion(pregunta, preparar(piezas, indice, conversacion, TODO))


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
        return hoja("salud.html", **_valores(servicios), f=formato)

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
        "alertas": ALERTAS,
        "modos": MODOS,
        "recargas": RECARGAS,
        "tipos": TIPOS,
        "semana": leer_semana(servicios.registro, datetime.now(UTC)),
        "formatos": FORMATOS,
        "dias": DIAS,
        "explicacion": explicar(request.args.get("q"), servicios.piezas, indice),
        "minimo": servicios.piezas.ajustes.respaldo_minimo,
        "ventaja_clara": VENTAJA_SEGURA,
        "maximo": PREGUNTA_MAXIMA,
    }


def _estados(omitidos: int) -> Mapping[str, str]:
    """Return how the service is in words; all is not well while files of people are left out."""
    if not omitidos:
        return ESTADOS
    archivos = formato.cuantos(omitidos, "archivo por fuera", "archivos por fuera")
    return {**ESTADOS, "ok": f"Funciona, pero no se leyó todo: {archivos}."}


def leer_semana(registro: Registro, ahora: datetime) -> Semana:
    """Return what the record has of the days before `ahora`, and how many ratings wait in all."""
    desde = Filtro(desde=ahora - timedelta(days=DIAS))
    try:
        hallado = registro.leer(buscar, desde, Pagina(1, 1))
        sin_atender = registro.leer(valoradas, Pagina(1, 1), estado="pendiente")
    except (RegistroApagado, RegistroNoDisponible) as error:
        return Semana(problema=error.mensaje)
    return Semana(hallado, sin_atender.total)
