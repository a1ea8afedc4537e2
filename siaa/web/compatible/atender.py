"""The models that SIAA is to other programs, and the journey of what they ask: anybody's."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from itertools import chain
from typing import Any, ClassVar, Final

from flask import Blueprint, Response, g, jsonify, request

from siaa.biblioteca.ambito import TODO, Ambito
from siaa.biblioteca.ejemplos import elegir_ejemplos
from siaa.errores import ModeloDesconocido
from siaa.eventos import Cierre, Evento, Marcha, Silencio
from siaa.recorrido.atencion import Atencion
from siaa.redaccion.afirmaciones.frase import Frase
from siaa.valores import Mensaje
from siaa.web.chat.rutas import CABECERAS_FLUJO, escuchar
from siaa.web.compatible.citado import Paso, TextoCitado, TextoDado
from siaa.web.compatible.conversacion import MensajeAjeno, conversacion_de, cumplir
from siaa.web.pasajes import url_de_ver
from siaa.web.respuestas import FallaDetallada, en_json
from siaa.web.servicios import Servicios

FAMILIA: Final = "siaa"
DE_SIAA: Final = Cierre("directa", True, "directo")


@dataclass(frozen=True, slots=True)
class Modelo:
    """A way of answering, by the name that other programs know it by.

    solo_pasajes: the passages themselves, at once, not the model's words. ambito: asked of what.
    """

    nombre: str
    solo_pasajes: bool = False
    ambito: Ambito = TODO


PROPIOS: Final = (Modelo(f"{FAMILIA}:latest"), Modelo(f"{FAMILIA}:sin-modelo", solo_pasajes=True))


def modelos_de(servicios: Servicios) -> tuple[Modelo, ...]:
    """Return all models that there are: one for each collection besides those that see it all."""
    modelos = {modelo.nombre: modelo for modelo in PROPIOS}
    for coleccion in servicios.biblioteca.indice.colecciones:
        nombre = f"{FAMILIA}:{coleccion}"
        modelos.setdefault(nombre, Modelo(nombre, ambito=Ambito(colecciones=(coleccion,))))
    return tuple(modelos.values())


def modelo_de(nombre: str, servicios: Servicios) -> Modelo:
    """Return a model by its name; one without a tag is the latest. Raises `ModeloDesconocido`."""
    completo = nombre if ":" in nombre else f"{nombre}:latest"
    for modelo in modelos_de(servicios):
        if modelo.nombre == completo:
            return modelo
    # Their programs know it by these words.
    raise ModeloDesconocido(f"model '{nombre}' not found")


@dataclass(frozen=True, slots=True)
class Hilo(ABC):
    """How an answer is told to a program: whole, or in frames of a type, which `final` ends.

    modelo: the one that is asked. pensar: whether its waits are told, as what it thinks.
    """

    medio: ClassVar[str]
    final: ClassVar[bytes] = b""
    modelo: Modelo
    pensar: bool

    @abstractmethod
    def enmarcar(self, paso: Paso) -> bytes:
        """Return how a step goes over the wire."""

    @abstractmethod
    def entera(self, palabras: TextoDado, cierre: Cierre) -> Mapping[str, Any]:
        """Return a whole answer."""


def atender(
    servicios: Servicios, hilo: Hilo, mensajes: Sequence[MensajeAjeno], en_flujo: bool
) -> Response:
    """Answer a conversation. Raises an `ErrorPeticion`, or why the model cannot be asked now."""
    pasos, cerrar = _pasos(servicios, hilo, conversacion_de(mensajes))
    if en_flujo:
        marcos = chain(map(hilo.enmarcar, pasos), (hilo.final,))
        respuesta = Response(marcos, headers=CABECERAS_FLUJO, mimetype=hilo.medio)
    else:
        respuesta = jsonify(hilo.entera(*_juntar(pasos)))
    respuesta.call_on_close(cerrar)
    return respuesta


def _pasos(
    servicios: Servicios, hilo: Hilo, dicho: tuple[Mensaje, ...] | str
) -> tuple[Iterator[Paso], Callable[[], None]]:
    if isinstance(dicho, str):
        ejemplos = elegir_ejemplos(servicios.biblioteca.indice, servicios.muestras())
        dado = cumplir(dicho, [pregunta for e in ejemplos for pregunta in e.preguntas])
        return iter((TextoDado(dado), DE_SIAA)), lambda: None
    solo_pasajes, ambito = hilo.modelo.solo_pasajes, hilo.modelo.ambito
    atencion = Atencion(servicios, dicho, g.id_peticion, solo_pasajes=solo_pasajes, ambito=ambito)
    if atencion.rechazo is not None:
        atencion.cerrar()
        raise atencion.rechazo
    base = servicios.url_publica or request.host_url.rstrip("/")
    ver = url_de_ver(atencion.indice)
    citado = TextoCitado(
        atencion.acta, lambda fuente: base + ver(fuente.doc, fuente.desde, fuente.hasta)
    )
    return _dictar(escuchar(atencion, servicios), citado, hilo.pensar), atencion.cerrar


def _dictar(eventos: Iterable[Evento], citado: TextoCitado, pensar: bool) -> Iterator[Paso]:
    for evento in eventos:
        if isinstance(evento, Frase | Cierre) and (dicho := citado.oir(evento)).texto:
            yield dicho
        if isinstance(evento, Silencio | Cierre):
            yield evento
        elif isinstance(evento, Marcha) and pensar:
            yield TextoDado("", pensado=_en_palabras(evento))


def _juntar(pasos: Iterator[Paso]) -> tuple[TextoDado, Cierre]:
    todos = tuple(pasos)
    dados = [paso for paso in todos if isinstance(paso, TextoDado)]
    citas = tuple(chain.from_iterable(dado.citas for dado in dados))
    cierre = next((paso for paso in todos if isinstance(paso, Cierre)), DE_SIAA)
    return TextoDado("".join(dado.texto for dado in dados), citas), cierre


def en_su_forma(
    puerta: Blueprint, forma: Callable[[FallaDetallada, int], Mapping[str, Any]]
) -> Callable[[Response], Response]:
    """Return what tells the failures below a door as its programs know them, whoever refused."""
    raiz = f"{puerta.url_prefix}/"

    def contar(respuesta: Response) -> Response:
        mal = request.path.startswith(raiz) and respuesta.status_code >= HTTPStatus.BAD_REQUEST
        if mal and respuesta.is_json:
            falla = respuesta.get_json()["error"]
            respuesta.set_data(en_json(forma(falla, respuesta.status_code)))
        return respuesta

    return contar


def _en_palabras(marcha: Marcha) -> str:
    plazo = "" if marcha.estimado_s is None else f", unos {round(marcha.estimado_s)} s"
    dicho = {
        "en_cola": f"En la cola, puesto {marcha.puesto}{plazo}.",
        "buscando": "El modelo piensa con qué palabras buscar.",
        "leyendo": f"El modelo lee los pasajes{plazo}.",
        "escribiendo": "El modelo escribe.",
    }[marcha.fase]
    return f"{dicho} {marcha.razon}".strip() + "\n"
