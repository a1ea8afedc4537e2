"""Where people ask, or have a text checked: the pages, empty of content, and what answers them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final, NotRequired

from flask import Blueprint, Response, g, jsonify, request, send_from_directory
from pydantic import Field
from typing_extensions import TypedDict

from siaa import __version__
from siaa.biblioteca.ambito import titulo_de_coleccion
from siaa.biblioteca.ejemplos import Ejemplos, elegir_ejemplos
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.lengua.numeros import escribir_numero
from siaa.biblioteca.lengua.texto import plegar
from siaa.errores import ColaLlena, PeticionDemasiadoGrande
from siaa.eventos import Evento
from siaa.recorrido.atencion import Atencion
from siaa.recorrido.verificacion import afirmaciones, comprobar, comprobar_con
from siaa.redaccion.respuesta import nombres_cortos
from siaa.servicio.modelo.turnos import EstadoTurnos
from siaa.servicio.ventanilla import Ventanilla
from siaa.web import openapi, peticion
from siaa.web.chat import sse
from siaa.web.chat.respuesta_html import respuesta_html
from siaa.web.pasajes import FuenteDicha, pasajes_dichos, url_de_ver
from siaa.web.respuestas import DE_GUIONES, REINTENTAR_S, hoja, tomar
from siaa.web.servicios import Servicios

REINTENTO_MINIMO_S: Final = 5
REINTENTO_MAXIMO_S: Final = 300
CABECERAS_FLUJO: Final = MappingProxyType({"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
X_CACHE: Final = openapi.fijo(description="HIT si la respuesta se recordaba.", enum=("HIT", "MISS"))
TEXTO_MAXIMO: Final = 20_000
FRASES_MAXIMAS: Final = 60
"""Sentences that claim something: each costs a search."""
PASAJES_MAXIMOS: Final = 60_000
COMPROBANDO: Final = "Se están comprobando otros textos: vuelva a intentarlo en un momento."
POLITICA: Final = f"{DE_GUIONES}; form-action 'none'; trusted-types siaa"
"""Only our own scripts and styles; text becomes markup in one place alone (`marcado.js`)."""
ESTATICOS: Final = Path(__file__).parents[1] / "static"
ARCHIVO: Final = openapi.Parametro("filename", "Nombre del archivo.", "visor.css")
ARCHIVOS: Final[openapi.Contenido] = MappingProxyType(
    dict.fromkeys(("text/css", "text/javascript", "image/svg+xml"))
)


def _conversar(servicios: Servicios) -> Response:
    pedido = peticion.leer_chat(request)
    fresca = bool(request.cache_control.no_cache)
    ambito = peticion.leer_ambito(servicios.biblioteca.indice, pedido)
    atencion = Atencion(servicios, pedido.conversacion, g.id_peticion, fresca, ambito=ambito)
    acta, url = atencion.acta, url_de_ver(atencion.indice)
    sobre = sse.Sobre(servicios.modelo, f"chatcmpl-{g.id_peticion}", acta, url, pedido.html)
    estado = HTTPStatus.OK if atencion.rechazo is None else atencion.rechazo.estado_http
    eventos = escuchar(atencion, servicios)
    if pedido.stream:
        marcos = sse.transmitir(eventos, sobre)
        flujo = Response(marcos, estado, CABECERAS_FLUJO, content_type=openapi.FLUJO)
    else:
        flujo = jsonify(sse.completar(eventos, sobre))
        flujo.status_code = estado
    flujo.call_on_close(atencion.cerrar)
    flujo.headers["X-Cache"] = "MISS" if atencion.guardada is None else "HIT"
    if atencion.rechazo is not None:
        flujo.headers["Retry-After"] = str(reintentar_s(servicios.turnos.estado()))
    return flujo


def reintentar_s(turnos: EstadoTurnos) -> int:
    """Return after how many seconds a place in the queue is likely to be free.

    Of the wait of the whole queue, what one turn takes; within bounds, since it is a guess.
    """
    if turnos.espera_s is None:
        return REINTENTAR_S
    un_turno = turnos.espera_s / (turnos.esperando + 1)
    return round(min(max(un_turno, REINTENTO_MINIMO_S), REINTENTO_MAXIMO_S))


def escuchar(atencion: Atencion, servicios: Servicios) -> Iterator[Evento]:
    """Return an answer as its client is told it; where a server cannot tell that it left, a failed
    write will.
    """
    se_fue = request.environ.get("waitress.client_disconnected", lambda: False)
    return sse.con_pulso(atencion.eventos(), se_fue, servicios.latido_s)


class CuerpoDeVerificar(peticion.Estricto):
    """A text to check; unknown keys are ignored."""

    texto: peticion.TextoNoVacio
    pregunta: Annotated[peticion.TextoLimpio, Field(max_length=peticion.PREGUNTA_MAXIMA)] = ""
    pasajes: list[peticion.TextoLimpio] | None = None
    html: bool = False


VERIFICAR: Final = openapi.Cuerpo(
    CuerpoDeVerificar,
    f"El texto, no vacío, de {escribir_numero(TEXTO_MAXIMO)} caracteres y {FRASES_MAXIMAS} frases "
    "que afirmen algo como mucho. Sin «pasajes», cada frase busca los suyos en la biblioteca; los "
    f"dados suman {escribir_numero(PASAJES_MAXIMOS)} caracteres a lo sumo. «pregunta»: a qué "
    "responde el texto.",
    openapi.fijo(
        texto="El reporte se corrige en tres días.", pasajes=("Se corrige en cinco días.",)
    ),
)


class _TextoComprobado(TypedDict):
    frases: list[sse.FraseDicha]
    fuentes: list[FuenteDicha]
    html: NotRequired[str]


def _verificar(servicios: Servicios, pedido: CuerpoDeVerificar) -> _TextoComprobado:
    indice = servicios.biblioteca.indice
    if pedido.pasajes is None:
        ajustes = servicios.ajustes
        frases, contexto = comprobar(indice, pedido.texto, ajustes, pedido.pregunta)
        fuentes = pasajes_dichos(contexto, url_de_ver(indice))
    else:
        frases, contexto = comprobar_con(pedido.texto, pedido.pasajes, pedido.pregunta)
        fuentes = pasajes_dichos(contexto, lambda *_: "")
    dichas = sse.frases_dichas(pedido.texto, frases)
    if not pedido.html:
        return {"frases": dichas, "fuentes": fuentes}
    return {"frases": dichas, "fuentes": fuentes, "html": respuesta_html(pedido.texto, frases)}


def _acotado(pedido: CuerpoDeVerificar) -> CuerpoDeVerificar:
    if len(pedido.texto) > TEXTO_MAXIMO:
        tope = escribir_numero(TEXTO_MAXIMO)
        raise PeticionDemasiadoGrande(f"El texto supera los {tope} caracteres: acórtelo o pártalo.")
    if sum(map(len, pedido.pasajes or ())) > PASAJES_MAXIMOS:
        tope = escribir_numero(PASAJES_MAXIMOS)
        raise PeticionDemasiadoGrande(f"Los pasajes suman más de {tope} caracteres: envíe menos.")
    if (cuantas := len(afirmaciones(pedido.texto))) > FRASES_MAXIMAS:
        raise PeticionDemasiadoGrande(
            f"El texto tiene {cuantas} frases que comprobar y caben {FRASES_MAXIMAS}: pártalo."
        )
    return pedido


class _EjemplosDeLaBiblioteca(TypedDict):
    colecciones: Sequence[Ejemplos]


@dataclass(frozen=True, slots=True)
class _DocumentoDeLaBiblioteca:
    doc: str
    titulo: str
    nombre: str
    coleccion: str


class _Documentos(TypedDict):
    colecciones: Mapping[str, str]
    documentos: Sequence[_DocumentoDeLaBiblioteca]


def crear_chat(servicios: Servicios) -> Blueprint:
    """Return the routes where people ask or have a text checked, and their pages."""
    chat = Blueprint("chat", __name__)
    comprobaciones = Ventanilla(partial(ColaLlena, COMPROBANDO))

    @chat.post("/siaa/chat")
    @openapi.busqueda(
        "Responde la última pregunta de una conversación, en flujo o de una vez.",
        cuerpo=peticion.CHAT,
        da={openapi.FLUJO: sse.Marco, openapi.JSON: sse.RespuestaEntera},
        estados=(200, 503),
        cabeceras={"X-Cache": X_CACHE},
    )
    def conversar() -> Response:
        return _conversar(servicios)

    @chat.post("/siaa/verificar")
    @openapi.busqueda(
        "Qué dicen los documentos de cada frase de un texto.", errores=(503,), cuerpo=VERIFICAR
    )
    def verificar() -> _TextoComprobado:
        pedido = _acotado(peticion.leer_cuerpo(request, VERIFICAR))
        with comprobaciones.pasar():
            return _verificar(servicios, pedido)

    @chat.get("/")
    @openapi.abierta("La página donde se pregunta.", da=openapi.PAGINA)
    def portada() -> Response:
        explica = servicios.servidores.estado.impedimento is None
        valora = servicios.registro.estado().activo
        return _hoja("chat.html", maximo=peticion.PREGUNTA_MAXIMA, valora=valora, explica=explica)

    @chat.get("/comprobar")
    @openapi.abierta("La página donde se comprueba un texto.", da=openapi.PAGINA)
    def comprobar() -> Response:
        return _hoja(
            "comprobar.html", maximo=TEXTO_MAXIMO, maximo_pregunta=peticion.PREGUNTA_MAXIMA
        )

    @chat.get("/siaa/static/<path:filename>")
    @openapi.abierta("Los archivos de las páginas.", (ARCHIVO,), da=ARCHIVOS)
    def archivo(filename: str) -> Response:
        return send_from_directory(ESTATICOS, filename)

    @chat.get("/siaa/ejemplos")
    @openapi.consulta("Preguntas con que empezar, de cada colección.")
    def ejemplos() -> _EjemplosDeLaBiblioteca:
        return {"colecciones": elegir_ejemplos(servicios.biblioteca.indice, servicios.muestras())}

    @chat.get("/siaa/documentos")
    @openapi.consulta("Los documentos a los que se puede preguntar, por título, y sus colecciones.")
    def documentos() -> _Documentos:
        return _documentos(servicios.biblioteca.indice)

    return chat


def _documentos(indice: Indice) -> _Documentos:
    cortos = nombres_cortos(indice)
    en_orden = sorted(indice.documentos.values(), key=lambda d: plegar(d.titulo))
    return {
        "colecciones": {c: titulo_de_coleccion(indice, c) for c in indice.colecciones},
        "documentos": [
            tomar(_DocumentoDeLaBiblioteca, d, doc=d.clave, nombre=cortos[d.clave])
            for d in en_orden
        ],
    }


def _hoja(plantilla: str, **datos: object) -> Response:
    respuesta = hoja(plantilla, POLITICA, version=__version__, **datos)
    respuesta.headers["Cache-Control"] = "no-cache"
    return respuesta
