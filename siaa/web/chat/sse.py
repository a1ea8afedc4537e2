"""Events of the journey → frames for any OpenAI client, with news of ours; typed as described."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Final, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from siaa.biblioteca.ambito import Aclaracion, Ambito
from siaa.eventos import (
    Cierre,
    Desenlace,
    Evento,
    Fuentes,
    Marcha,
    Modo,
    Silencio,
    Suceso,
    busquedas_de,
)
from siaa.recorrido.acta import Acta
from siaa.redaccion.afirmaciones.frase import Frase
from siaa.valores import Banda, Correccion, Fallo, LeidaComo, Texto
from siaa.web.chat.respuesta_html import html_segun
from siaa.web.pasajes import Enlace, FuenteDicha, pasajes_dichos
from siaa.web.respuestas import Falla, en_json, tomar

FIN_DEL_FLUJO: Final = b"data: [DONE]\n\n"
LATIDO: Final = b": siaa\n\n"
SIN_CIERRE: Final = Cierre("corte", False, "modelo")
RazonDeFin = Literal["stop", "length"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FraseDicha(Frase):
    """A checked sentence with its words."""

    texto: str


class Tiempos(TypedDict):
    """How long each part took, seconds, and tokens; null where unknown."""

    busqueda_s: float | None
    descomposicion_s: NotRequired[float]
    orden_s: NotRequired[float]
    suficiencia_s: NotRequired[float]
    cola_s: float | None
    turno_s: float | None
    primer_token_s: float | None
    total_s: float | None
    tokens_prompt: int | None
    tokens_respuesta: int | None
    lectura_modelo_s: float | None
    escritura_modelo_s: float | None


class _FuentesDichas(TypedDict):
    fuentes: list[FuenteDicha]
    palabras: Sequence[str]
    correcciones: Sequence[Correccion]
    avisos: Sequence[str]
    certeza: Banda | None
    busquedas: NotRequired[Sequence[str]]
    junto_con: str
    leidas: Sequence[LeidaComo]
    ambito: Ambito
    siguientes: Sequence[str]


class _FinDicho(TypedDict):
    motivo: Desenlace
    completa: bool
    modo: Modo
    tiempos: Tiempos
    guardada_en: datetime | None
    frases: Sequence[FraseDicha]
    html: NotRequired[str]


class _NoticiaFuentes(_FuentesDichas):
    evento: Literal["fuentes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _NoticiaAclaracion(Aclaracion):
    evento: Literal["aclaracion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _NoticiaEstado(Marcha):
    evento: Literal["estado"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _NoticiaFrase(FraseDicha):
    evento: Literal["frase"]


class _NoticiaError(Falla):
    evento: Literal["error"]


class _NoticiaFin(_FinDicho):
    evento: Literal["fin"]


Noticia = (
    _NoticiaFuentes
    | _NoticiaAclaracion
    | _NoticiaEstado
    | _NoticiaFrase
    | _NoticiaError
    | _NoticiaFin
)


class _Delta(TypedDict, total=False):
    role: Literal["assistant"]
    content: str


class _OpcionDeMarco(TypedDict):
    index: Literal[0]
    delta: _Delta
    finish_reason: RazonDeFin | None


class DeOpenAI(TypedDict):
    """What every answer begins with, whole or in frames."""

    id: Annotated[str, Field(pattern="^chatcmpl-[0-9a-f]{32}$")]
    created: int
    model: str


class Marco(DeOpenAI):
    """One frame of the stream."""

    object: Literal["chat.completion.chunk"]
    choices: Annotated[list[_OpcionDeMarco], Field(min_length=1, max_length=1)]
    siaa: NotRequired[Noticia]


class _MensajeDado(TypedDict):
    role: Literal["assistant"]
    content: str


class _Eleccion(TypedDict):
    index: Literal[0]
    message: _MensajeDado
    finish_reason: RazonDeFin


class _TalVez(TypedDict, total=False):
    error: Falla
    aclaracion: Aclaracion


class _DatosDeRespuesta(_FuentesDichas, _TalVez, _FinDicho):
    """All the news of a whole answer."""


class RespuestaEntera(DeOpenAI):
    """An answer without stream."""

    object: Literal["chat.completion"]
    choices: Annotated[list[_Eleccion], Field(min_length=1, max_length=1)]
    siaa: _DatosDeRespuesta


@dataclass(frozen=True, slots=True)
class Envoltura:
    """What is the same in every frame of one answer, and around it whole."""

    modelo: str
    id: str
    creado: int = field(default_factory=lambda: int(time.time()), kw_only=True)

    def envolver(self, dicho: object, razon: RazonDeFin | None = None, entera: str = "") -> Any:
        """Return a frame or, where `entera` says «message», a whole answer."""
        return {
            "id": self.id,
            "object": "chat.completion" if entera else "chat.completion.chunk",
            "created": self.creado,
            "model": self.modelo,
            "choices": [{"index": 0, entera or "delta": dicho, "finish_reason": razon}],
        }


@dataclass(frozen=True, slots=True)
class Sobre(Envoltura):
    """What is the same in every frame of one answer for our own pages.

    acta: what was told of it. url: where to read a passage. con_html: whether the end carries the
    answer as HTML.
    """

    acta: Acta
    url: Enlace
    con_html: bool = False

    def marco(
        self, delta: _Delta, siaa: Noticia | None = None, razon: RazonDeFin | None = None
    ) -> Marco:
        """Return one `chat.completion.chunk`."""
        marco: Marco = self.envolver(delta, razon)
        return marco if siaa is None else {**marco, "siaa": siaa}


def fuentes_dichas(fuentes: Fuentes, sobre: Sobre) -> _FuentesDichas:
    """Return the sources with the text that is sent and where to read the document."""
    pasajes = pasajes_dichos(fuentes.contexto, sobre.url)
    dichas = tomar(_FuentesDichas, fuentes, fuentes=pasajes)
    if fuentes.con_busquedas:
        dichas["busquedas"] = busquedas_de(fuentes.etapas)
    return dichas


def frases_dichas(texto: str, frases: Iterable[Frase]) -> list[FraseDicha]:
    """Return the sentences of a text with their words."""
    return [tomar(FraseDicha, f, texto=texto[f.desde : f.hasta]) for f in frases]


def razon_de(cierre: Cierre) -> RazonDeFin:
    """Return the OpenAI `finish_reason`: an answer that is not whole was cut for `length`."""
    return "stop" if cierre.completa else "length"


def fin_dicho(cierre: Cierre, sobre: Sobre) -> _FinDicho:
    """Return what is told about how an answer ended."""
    texto = sobre.acta.texto
    frases = frases_dichas(texto, cierre.frases)
    fin = tomar(_FinDicho, cierre, tiempos=dict(cierre.tiempos), frases=frases)
    if sobre.con_html:
        fin["html"] = html_segun(cierre.modo, texto, cierre.frases)
    return fin


def con_pulso(
    eventos: Iterable[Evento], se_fue: Callable[[], bool], latido_s: float
) -> Iterator[Evento]:
    """Yield events, and the silences that call for a sign of life, until the client has left."""
    ultimo = time.monotonic()
    for evento in eventos:
        if se_fue():
            return
        if not isinstance(evento, Silencio) or time.monotonic() - ultimo >= latido_s:
            yield evento
            ultimo = time.monotonic()


def transmitir(eventos: Iterable[Evento], sobre: Sobre) -> Iterator[bytes]:
    """Yield the frames of an answer as its events come."""
    for evento in eventos:
        yield LATIDO if isinstance(evento, Silencio) else en_suceso(_traducir(evento, sobre))
    yield FIN_DEL_FLUJO


def en_suceso(marco: Mapping[str, Any]) -> bytes:
    """Return a frame as an event of the stream."""
    return b"data: %b\n\n" % en_json(marco)


def _traducir(evento: Suceso, sobre: Sobre) -> Marco:
    match evento:
        case Texto(texto):
            return sobre.marco({"content": texto})
        case Fuentes():
            inicio: _Delta = {"role": "assistant", "content": ""}
            return sobre.marco(inicio, {"evento": "fuentes", **fuentes_dichas(evento, sobre)})
        case Aclaracion():
            return sobre.marco({}, tomar(_NoticiaAclaracion, evento, evento="aclaracion"))
        case Marcha():
            return sobre.marco({}, tomar(_NoticiaEstado, evento, evento="estado"))
        case Frase(desde, hasta):
            dicha = sobre.acta.texto[desde:hasta]
            return sobre.marco({}, tomar(_NoticiaFrase, evento, texto=dicha, evento="frase"))
        case Fallo(error):
            return sobre.marco({}, tomar(_NoticiaError, error, evento="error"))
        case Cierre():
            fin: _NoticiaFin = {"evento": "fin", **fin_dicho(evento, sobre)}
            return sobre.marco({}, fin, razon_de(evento))


def completar(eventos: Iterable[Evento], sobre: Sobre) -> RespuestaEntera:
    """Let an answer be told to its end; return it as one `chat.completion`."""
    deque(eventos, maxlen=0)
    acta, mas = sobre.acta, _TalVez()
    cierre = acta.cierre or SIN_CIERRE
    if acta.error:
        mas["error"] = tomar(Falla, acta.error)
    if cierre.motivo == "aclaracion" and acta.fuentes.aclaracion:
        mas["aclaracion"] = acta.fuentes.aclaracion
    mensaje: _MensajeDado = {"role": "assistant", "content": acta.texto}
    entera: RespuestaEntera = sobre.envolver(mensaje, razon_de(cierre), "message")
    dicho = fin_dicho(cierre, sobre)
    return {**entera, "siaa": {**fuentes_dichas(acta.fuentes, sobre), **mas, **dicho}}
