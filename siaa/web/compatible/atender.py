"""The journey of a question that another program asks: the same as anybody's."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from flask import Response, g, jsonify, request

from siaa.biblioteca.ejemplos import elegir_ejemplos
from siaa.eventos import Cierre, Marcha
from siaa.recorrido.atencion import Atencion
from siaa.valores import Mensaje
from siaa.web.chat.rutas import CABECERAS_FLUJO, sigue
from siaa.web.compatible.citado import Anotacion, Paso, TextoCitado, TextoDado, dictar
from siaa.web.compatible.conversacion import Tarea
from siaa.web.compatible.modelos import Modelo
from siaa.web.compatible.tareas import cumplir
from siaa.web.fallos import Falla
from siaa.web.servicios import Servicios
from siaa.web.visor.relaciones import url_de_ver

DE_SIAA: Final = Cierre("directa", True, "directo")
"""How what SIAA says by itself ends."""

Enmarcar = Callable[[Paso], bytes | None]
"""How a step of an answer goes over the wire; None when it does not."""


@dataclass(frozen=True, slots=True)
class PreguntaAjena:
    """What is asked, of which model, and whether the answer is wanted as it comes."""

    modelo: Modelo
    dicho: tuple[Mensaje, ...] | Tarea
    en_flujo: bool


def atender(
    servicios: Servicios,
    pregunta: PreguntaAjena,
    enmarcar: Enmarcar,
    entera: Callable[[TextoDado, Cierre], Mapping[str, Any]],
    medio: str,
    final: bytes = b"",
) -> Response:
    """Answer a question in frames or, whole, as `entera` writes it.

    medio: media type of the frames. final: what ends them. Raises the `ErrorServicio` for which
    the model cannot be asked now.
    """
    pasos, cerrar = _pasos(servicios, pregunta)
    if not pregunta.en_flujo:
        palabras, cierre = _juntar(pasos)
        respuesta = jsonify(entera(palabras, cierre))
    else:
        marcos = (marco for paso in pasos if (marco := enmarcar(paso)) is not None)
        respuesta = Response(_con_final(marcos, final), headers=CABECERAS_FLUJO, mimetype=medio)
    respuesta.call_on_close(cerrar)
    return respuesta


def _pasos(
    servicios: Servicios, pregunta: PreguntaAjena
) -> tuple[Iterator[Paso], Callable[[], None]]:
    if isinstance(pregunta.dicho, Tarea):
        dado = cumplir(pregunta.dicho, _preguntas(servicios))
        return iter((TextoDado(dado), DE_SIAA)), lambda: None
    modelo = pregunta.modelo
    atencion = Atencion(
        servicios.piezas,
        pregunta.dicho,
        g.id_peticion,
        solo_pasajes=modelo.solo_pasajes,
        ambito=modelo.ambito,
    )
    if atencion.rechazo is not None:
        atencion.cerrar()
        raise atencion.rechazo
    base, ver = request.host_url.rstrip("/"), url_de_ver(atencion.indice)
    se_fue = request.environ.get("waitress.client_disconnected", sigue)
    citado = TextoCitado(lambda fuente: base + ver(fuente.doc, fuente.desde, fuente.hasta))
    pasos = dictar(atencion.eventos(), citado, se_fue, servicios.latido_s)
    return pasos, atencion.cerrar


def _preguntas(servicios: Servicios) -> list[str]:
    indice = servicios.biblioteca.actual.indice
    return [p for e in elegir_ejemplos(indice, servicios.muestras()) for p in e.preguntas]


def _juntar(pasos: Iterator[Paso]) -> tuple[TextoDado, Cierre]:
    textos: list[str] = []
    anotaciones: list[Anotacion] = []
    cierre = DE_SIAA
    for paso in pasos:
        if isinstance(paso, TextoDado):
            textos.append(paso.texto)
            anotaciones += paso.anotaciones
        elif isinstance(paso, Cierre):
            cierre = paso
    return TextoDado("".join(textos), tuple(anotaciones)), cierre


def en_su_forma(forma: Callable[[Falla, int], Mapping[str, Any]], respuesta: Response) -> Response:
    """Tell a failure as the programs of an API know it, whoever refused."""
    if respuesta.status_code >= HTTPStatus.BAD_REQUEST and respuesta.is_json:
        falla = respuesta.get_json()["error"]
        respuesta.set_data(json.dumps(forma(falla, respuesta.status_code), ensure_ascii=False))
    return respuesta


def espera_en_palabras(marcha: Marcha) -> str:
    """Say what is being waited for."""
    plazo = "" if marcha.estimado_s is None else f", unos {round(marcha.estimado_s)} s"
    dicho = {
        "en_cola": f"En la cola, puesto {marcha.puesto}{plazo}.",
        "buscando": "El modelo piensa con qué palabras buscar.",
        "leyendo": f"El modelo lee los pasajes{plazo}.",
        "escribiendo": "El modelo escribe.",
    }[marcha.fase]
    return f"{dicho} {marcha.razon}".strip() + "\n"


def _con_final(marcos: Iterator[bytes], final: bytes) -> Iterator[bytes]:
    yield from marcos
    if final:
        yield final
