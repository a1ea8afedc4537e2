"""`/siaa/salud`: for the administrator, what is wrong, what to do, and why SIAA answers as it does.

It holds no knowledge of its own: every value is one that `/siaa/status`, `/siaa/enrutar`,
`/siaa/contexto`, the record or the answers are made of.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from flask import Blueprint, Response, request

from siaa.biblioteca.ambito import TODO
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.errores import ErrorPeticion, RegistroApagado, RegistroNoDisponible
from siaa.recorrido.etapas import preparar
from siaa.recorrido.hallazgo import Preparacion
from siaa.recorrido.preparacion import VENTAJA_SEGURA
from siaa.servicio.registro.consultas import Filtro, Hallado, Pagina, buscar, valoradas
from siaa.servicio.registro.registro import Registro
from siaa.valores import ChunkPuntuado, Fuente, Mensaje, Poda
from siaa.web import formato
from siaa.web.openapi import PAGINA, Parametro, administracion, fijo
from siaa.web.peticion import PREGUNTA_MAXIMA, UNA_PREGUNTA, comprobar_pregunta
from siaa.web.respuestas import hoja
from siaa.web.salud.rutas import ver_estado
from siaa.web.servicios import Servicios

FORMATOS: Final = fijo(
    numero=formato.numero,
    decimal=partial(formato.numero, decimales=1),
    duracion=formato.duracion,
    fecha=formato.fecha,
    texto=lambda valor: valor or formato.SIN_DATO,
    si_no={None: "no se sabe", True: "sí", False: "no"}.__getitem__,
)
"""Forms in which the page writes what its script keeps up to date; the script has the same."""
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


def explicar(escrita: str | None, servicios: Servicios, indice: Indice) -> Explicacion | None:
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
    return Explicacion(pregunta, preparar(servicios, indice, conversacion, TODO))


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
        indice = servicios.biblioteca.indice
        return hoja(
            "salud/pagina.html",
            estado=ver_estado(servicios),
            pasajes=len(indice.pasajes.limites),
            semana=leer_semana(servicios.registro, datetime.now(UTC)),
            formatos=FORMATOS,
            dias=DIAS,
            explicacion=explicar(request.args.get("q"), servicios, indice),
            minimo=servicios.ajustes.respaldo_minimo,
            ventaja_clara=VENTAJA_SEGURA,
            maximo=PREGUNTA_MAXIMA,
        )

    return salud


def leer_semana(registro: Registro, ahora: datetime) -> Semana:
    """Return what the record has of the days before `ahora`, and how many ratings wait in all."""
    desde = Filtro(desde=ahora - timedelta(days=DIAS))
    try:
        hallado = registro.leer(buscar, desde, Pagina(1, 1))
        sin_atender = registro.leer(valoradas, Pagina(1, 1), estado="pendiente")
    except (RegistroApagado, RegistroNoDisponible) as error:
        return Semana(problema=error.mensaje)
    return Semana(hallado, sin_atender.total)
