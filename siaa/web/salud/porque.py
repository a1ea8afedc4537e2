"""«¿Por qué respondió eso?»: what an answer to a question would be made from, in words. Pure.

The values are those of `/siaa/enrutar` and `/siaa/contexto`, by the same functions.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.ambito import TODO
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.errores import ErrorPeticion
from siaa.recorrido.etapas import preparar
from siaa.recorrido.hallazgo import Preparacion
from siaa.recorrido.piezas import Piezas
from siaa.servicio.registro.asiento import Alerta
from siaa.valores import ChunkPuntuado, Fuente, Mensaje, Poda, TipoPregunta
from siaa.web.peticion import comprobar_pregunta

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
