"""The questions that were missed: the passage that held the answer, and why it was not sent."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from siaa.biblioteca.estructura.analisis import ruta_texto
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import Documento
from siaa.evaluacion.corrida import ENVIADA, FilaMedida, clasificados, conversacion
from siaa.evaluacion.medidas import contiene, cubre, lugar, responden
from siaa.evaluacion.valores import Caso
from siaa.recorrido.hallazgo import AjustesConsulta, Hallazgo
from siaa.recorrido.preparacion import elegir_fragmentos, localizar
from siaa.recuperacion.contexto import armar_contexto
from siaa.valores import AjustesPoda, DocumentoPuntuado, Presupuesto, TipoPregunta

AUMENTOS: Final = (1, 2, 4, 8)
"""Times that what may be sent is enlarged, to tell what did not fit."""


class Razon(StrEnum):
    """Why an answer was not sent, in words."""

    NO_ESTA = "ninguna respuesta está en el documento: cópiela de él tal como está escrita"
    NO_PRIMERO = "se eligió el documento que responde, pero otro quedó primero"
    SIN_BUSCAR = "no se buscó: la pregunta se tomó por un saludo o por una sobre SIAA"
    OTRO_DOCUMENTO = "no se eligió el documento que responde"
    CALLADA = "se dijo que no está: poco de la pregunta estaba en los pasajes"
    NO_ENTERO = "se envió en un fragmento que no está entero"
    REPARTIDA = "la respuesta está repartida entre pasajes que no se enviaron juntos"
    EN_OTRO = "el mismo pasaje se envió de otro documento"
    NO_CUPO = "el pasaje no cupo"
    BAJO_EL_CORTE = "el pasaje puntuó demasiado poco al lado del mejor"
    LEJOS = "el pasaje quedó lejos: ni con mucho más espacio se habría enviado"


@dataclass(frozen=True, slots=True)
class PreguntaFallada:
    """A question whose right document is not the first, or whose answer was not sent whole.

    `lugar`: place of the right document among the first ten, 0 beyond. `correcto` is None when the
    router gave the right document nothing, `elegido` when it chose none. `detalle`: more about the
    reason, in words. `seccion`, `pasaje`: where the answer stands in the document, and the passage
    that holds it; empty without one.
    """

    pregunta: str
    documento: str
    lugar: int
    elegido: DocumentoPuntuado | None
    correcto: DocumentoPuntuado | None
    razon: Razon
    detalle: str
    seccion: str
    pasaje: str


def buscar_fallos(
    filas: Iterable[FilaMedida], indice: Indice, ajustes: AjustesConsulta
) -> tuple[PreguntaFallada, ...]:
    """Return the missed questions in the order of the file, each with its reasons."""
    fallidas = (f for f in filas if not (f.valores["recall@1"] and f.valores.get(ENVIADA, 1.0)))
    return tuple(_fallo(fila, indice, ajustes) for fila in fallidas)


def _fallo(fila: FilaMedida, indice: Indice, ajustes: AjustesConsulta) -> PreguntaFallada:
    caso, documento = fila.caso, indice.documentos[fila.caso.documento]
    hallazgo = localizar(indice, conversacion(caso.pregunta), ajustes)
    puntuados = clasificados(indice, hallazgo.pregunta, ajustes, len(indice.claves))
    pasajes = list(_pasajes(documento, caso))
    dichas = any(contiene(documento.contenido, respuesta) for respuesta in caso.respuestas)
    razon, detalle = Razon.NO_ESTA, ""
    if pasajes or dichas or not caso.respuestas:
        razon, detalle = _razon(fila, hallazgo) or _del_pasaje(
            fila, [texto for _, texto in pasajes], indice, hallazgo, ajustes
        )
    seccion, pasaje = pasajes[0] if pasajes else ("", "")
    return PreguntaFallada(
        pregunta=caso.pregunta,
        documento=caso.documento,
        lugar=lugar(fila.respuesta.documentos, caso.documento),
        elegido=puntuados[0] if puntuados else None,
        correcto=next((d for d in puntuados if d.doc == caso.documento), None),
        razon=razon,
        detalle=detalle,
        seccion=seccion,
        pasaje=pasaje,
    )


def _pasajes(documento: Documento, caso: Caso) -> Iterator[tuple[str, str]]:
    estructura = documento.texto.estructura
    for inicio, fin, seccion, _ in estructura.pasajes.tolist():
        texto = documento.sano(inicio, fin)
        if any(contiene(texto, respuesta) for respuesta in caso.respuestas):
            yield ruta_texto(estructura.secciones[seccion].ruta), texto


def _razon(fila: FilaMedida, hallazgo: Hallazgo) -> tuple[Razon, str] | None:
    """Return why a question was missed, and more about it; None where it is for its passage."""
    if hallazgo.busqueda is None:
        return Razon.SIN_BUSCAR, ""
    if fila.caso.documento not in [elegido.doc for elegido in hallazgo.documentos]:
        return Razon.OTRO_DOCUMENTO, ""
    if fila.valores.get(ENVIADA, 1.0):
        return Razon.NO_PRIMERO, ""
    if not hallazgo.suficiente:
        return Razon.CALLADA, f"respaldo {hallazgo.ruta.respaldo or 0:.2f}"
    return None


def _del_pasaje(
    fila: FilaMedida,
    pasajes: Sequence[str],
    indice: Indice,
    hallazgo: Hallazgo,
    ajustes: AjustesConsulta,
) -> tuple[Razon, str]:
    """Return why none of the passages that answer was sent whole, and more about it."""
    enviado, defectos = fila.respuesta.enviado, fila.respuesta.defectos
    if rotos := [defectos[n] for n in responden(enviado, fila.caso)]:
        return Razon.NO_ENTERO, str(rotos[0])
    if not pasajes:
        return Razon.REPARTIDA, ""
    if any(texto in enviado.texto for texto in pasajes):
        return Razon.EN_OTRO, ""
    return _con_mas_espacio(fila.caso, indice, hallazgo, ajustes)


def _con_mas_espacio(
    caso: Caso, indice: Indice, hallazgo: Hallazgo, ajustes: AjustesConsulta
) -> tuple[Razon, str]:
    """Return why a passage of a chosen document was left out, by what would have sent it."""

    def se_envia(veces: int, piso: float) -> bool:
        tope = veces * ajustes.presupuesto.escopeta
        listado = hallazgo.pregunta.tipo is TipoPregunta.LISTADO
        presupuesto = Presupuesto(tope, tope, tope, piso)
        limites = AjustesPoda(veces * ajustes.max_chunks, presupuesto, listado)
        elegidos = [elegido.doc for elegido in hallazgo.documentos]
        orden, busqueda = ajustes.reordenamiento, hallazgo.busqueda
        podas = elegir_fragmentos(busqueda, elegidos, limites, orden) if busqueda else ()
        return cubre(armar_contexto(indice, podas), caso)

    piso = ajustes.presupuesto.piso
    for veces in AUMENTOS:
        if se_envia(veces, piso):
            return Razon.NO_CUPO, f"cabría en {veces * ajustes.presupuesto.escopeta} caracteres"
    if piso and se_envia(AUMENTOS[-1], 0.0):
        return Razon.BAJO_EL_CORTE, f"el corte es el {piso:.0%} de lo que vale el mejor"
    return Razon.LEJOS, ""
