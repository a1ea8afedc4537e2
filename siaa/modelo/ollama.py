"""Ollama's `/api/chat`: what is sent, how the stream is read, what each failure means.

Laws of this conversation: one constant option set (another value of `num_ctx`, `num_thread` or, on
newer servers, `shift` reloads the model); `truncate: false` (an over-long prompt must be refused,
not cut in silence); `shift: false` (an answer that reaches the window must end there, instead of
half the prompt being dropped in silence); `think: false`; `keep_alive: -1`; a stream is good only
if it ends with `done: true`.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, Final

import requests
from urllib3.exceptions import HTTPError, ReadTimeoutError

from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.errores import (
    ContextoExcedido,
    ErrorModelo,
    EsperaAgotada,
    ModeloFallo,
    ModeloNoInstalado,
    ModeloOcupado,
    RespuestaCortada,
    SinDescriptores,
)
from siaa.modelo.conexion import Enchufe, abrir_sesion, sin_conexion
from siaa.valores import EventoModelo, Fallo, Fin, Mensaje, MetricasModelo, Token

LECTURA: Final = 65_536
LINEA_MAXIMA: Final = 1024 * 1024
ERROR_MAXIMO: Final = 65_536
NANOSEGUNDOS: Final = 1e9
RAZON_MAXIMA: Final = 300
ESPERA_CARGA_S: Final = 600.0
"""Longer than the five minutes that Ollama gives a load that makes no progress."""
ENTERO_MAXIMO: Final = 2**63 - 1
"""The largest that Ollama, whose counts are of 64 bits, can mean."""
_EXCEDIDO = re.compile(
    r"exceed_context_size|exceeds? the (?:available )?context|context length", re.IGNORECASE
)
_TOKENS_PROMPT = re.compile(
    r"n_prompt_tokens\W+(\d{1,9})|request \((\d{1,9}) tokens\)", re.IGNORECASE
)
_VENTANA = re.compile(r"n_ctx\W+(\d{1,9})|context size \((\d{1,9}) tokens\)", re.IGNORECASE)
FALLOS_DE_RED = (requests.RequestException, HTTPError, OSError)


@dataclass(frozen=True, slots=True)
class OpcionesModelo:
    """What is the same in every request, so that the server never reloads the model."""

    modelo: str
    num_ctx: int
    num_predict: int
    num_hilos: int | None = None

    def cuerpo(
        self, mensajes: Sequence[Mensaje], esquema: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the JSON body of a chat request; esquema: of the JSON that it must answer with."""
        formato = {} if esquema is None else {"format": dict(esquema)}
        hilos = {} if self.num_hilos is None else {"num_thread": self.num_hilos}
        return {
            "model": self.modelo,
            "messages": [{"role": m.rol, "content": m.contenido} for m in mensajes],
            "stream": True,
            "think": False,
            "truncate": False,
            "shift": False,
            "keep_alive": -1,
            **formato,
            "options": {
                "num_ctx": self.num_ctx,
                "num_predict": self.num_predict,
                "temperature": 0.0,
                "seed": 0,
                "repeat_penalty": 1.1,
                "stop": [],
                **hilos,
            },
        }


@dataclass(frozen=True, slots=True)
class ClienteOllama:
    """Talks to one Ollama server about one model. Holds no connection between requests.

    `espera_conexion`, `espera_lectura`: seconds for connecting and for each read of the socket;
    finer patience belongs to who consumes the stream.
    """

    url: str
    opciones: OpcionesModelo
    espera_conexion: float
    espera_lectura: float

    def conversar(self, mensajes: Sequence[Mensaje]) -> "Generacion":
        """Prepare a generation; nothing is sent until it is iterated."""
        return self._chat(self.opciones.cuerpo(mensajes))

    def consultar(
        self,
        mensajes: Sequence[Mensaje],
        esquema: Mapping[str, Any] | None,
        fichas: int | None = None,
    ) -> "Generacion":
        """Prepare a generation of JSON, which a small model may still write wrong or cut short.

        esquema: of it; None for plain text. fichas: tokens that it may have, if fewer than any.
        """
        opciones = replace(self.opciones, num_predict=fichas or self.opciones.num_predict)
        return self._chat(opciones.cuerpo(mensajes, esquema))

    def carga(self) -> "Generacion":
        """Prepare a generation of no words, which ends when the model is in memory.

        Closed before, it makes the server throw away what it had loaded.
        """
        return self._chat(self.opciones.cuerpo(()), ESPERA_CARGA_S)

    def calentamiento(self, mensajes: Sequence[Mensaje]) -> "Generacion":
        """Prepare the shortest generation that makes the model read `mensajes`.

        One token, since servers take a limit of none for no limit.
        """
        return self._chat(replace(self.opciones, num_predict=1).cuerpo(mensajes))

    def _chat(self, cuerpo: Mapping[str, Any], espera_lectura: float = 0.0) -> "Generacion":
        esperas = (self.espera_conexion, max(self.espera_lectura, espera_lectura))
        return Generacion(f"{self.url}/api/chat", cuerpo, esperas)


@dataclass(frozen=True, slots=True, eq=False)
class Generacion:
    """One `POST /api/chat` and its stream: iterate for its events, from one thread."""

    url: str
    cuerpo: Mapping[str, Any]
    esperas: tuple[float, float]
    _enchufe: Enchufe = field(default_factory=Enchufe, init=False)

    def cerrar(self) -> None:
        """Hang up, from any thread; the iteration ends soon after.

        Closing the connection is the only way to cancel that the server knows.
        """
        self._enchufe.cerrar()

    def __iter__(self) -> Iterator[EventoModelo]:
        """Yield tokens as they arrive and then one `Fin` or `Fallo`; never raises an error."""
        try:
            with abrir_sesion(self._enchufe) as sesion:
                yield from self._pedir(sesion)
        except (ErrorModelo, SinDescriptores) as error:
            yield Fallo(error)

    def _pedir(self, sesion: requests.Session) -> Iterator[EventoModelo]:
        try:
            respuesta = sesion.post(
                self.url,
                json=self.cuerpo,
                stream=True,
                timeout=self.esperas,
                allow_redirects=False,
            )
        except requests.ReadTimeout as error:
            raise EsperaAgotada from error
        except FALLOS_DE_RED as error:
            raise sin_conexion(error) from error
        with respuesta:
            if respuesta.status_code != HTTPStatus.OK:
                raise error_de_estado(respuesta.status_code, _texto_error(respuesta))
            yield from interpretar(_trozos(respuesta))


def _trozos(respuesta: requests.Response) -> Iterator[bytes]:
    """Yield the body as it arrives, whatever its framing."""
    try:
        while trozo := respuesta.raw.read1(LECTURA, decode_content=True):
            yield trozo
    except ReadTimeoutError as error:
        raise EsperaAgotada from error
    except FALLOS_DE_RED as error:
        raise RespuestaCortada from error


def _texto_error(respuesta: requests.Response) -> str:
    """Return what a refusal says; one cut short says nothing, its status is enough."""
    try:
        crudo: bytes = respuesta.raw.read(ERROR_MAXIMO, decode_content=True)
    except FALLOS_DE_RED:
        return ""
    dicho = (leer_objeto(crudo) or {}).get("error")
    return dicho if isinstance(dicho, str) else crudo.decode("utf-8", "replace")


def error_de_estado(estado: int, texto: str) -> ErrorModelo:
    """Translate an HTTP refusal of `/api/chat`, and what it says, into our tree of errors."""
    if _EXCEDIDO.search(texto):
        return contexto_excedido(texto)
    if estado == HTTPStatus.NOT_FOUND and "not found" in texto and "page not found" not in texto:
        return ModeloNoInstalado()
    if estado == HTTPStatus.SERVICE_UNAVAILABLE:
        return ModeloOcupado()
    return ModeloFallo(razon=en_un_renglon(f"HTTP {estado}: {texto}", RAZON_MAXIMA))


def contexto_excedido(texto: str) -> ContextoExcedido:
    """Return the refusal of an over-long prompt, with the server's own counts if it gave any."""
    return ContextoExcedido(
        tokens_prompt=_numero(_TOKENS_PROMPT.search(texto)), ventana=_numero(_VENTANA.search(texto))
    )


def _numero(hallado: re.Match[str] | None) -> int | None:
    return int(hallado[1] or hallado[2]) if hallado else None


def interpretar(trozos: Iterator[bytes]) -> Iterator[EventoModelo]:
    """Turn the bytes of an NDJSON stream, cut anywhere, into events.

    Yields `Token`s and one `Fin`. Raises `RespuestaCortada` for a line that is not a JSON object,
    an error line, or an end without `done: true`; `ContextoExcedido` and `ModeloFallo` for a
    refusal that older servers send as a line of a 200.
    """
    for linea in _lineas(trozos):
        datos = leer_objeto(linea)
        if datos is None:
            raise RespuestaCortada
        if datos.get("error"):
            raise _error_de_linea(str(datos["error"]))
        texto = _texto_de(datos)
        if texto:
            yield Token(texto)
        if datos.get("done") is True:
            cortada = datos.get("done_reason") == "length"
            yield Fin("length" if cortada else "stop", _metricas(datos))
            return
    raise RespuestaCortada


def _lineas(trozos: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the lines that are not blank; what follows the last newline is a line too."""
    pendiente = b""
    for trozo in trozos:
        *completas, pendiente = (pendiente + trozo).split(b"\n")
        yield from filter(bytes.strip, completas)
        if len(pendiente) > LINEA_MAXIMA:
            raise RespuestaCortada
    if pendiente.strip():
        yield pendiente


def leer_objeto(crudo: bytes) -> dict[str, Any] | None:
    """Return a JSON object, or None for anything else."""
    try:
        datos = json.loads(crudo)
    except (ValueError, RecursionError):
        return None
    return datos if isinstance(datos, dict) else None


def _error_de_linea(texto: str) -> ErrorModelo:
    if _EXCEDIDO.search(texto):
        return contexto_excedido(texto)
    return RespuestaCortada(razon=en_un_renglon(texto, RAZON_MAXIMA))


def en_un_renglon(texto: str, maximo: int) -> str:
    """Return what a server says of itself as it may stand in a line of the log, cut to `maximo`."""
    return " ".join(limpiar_entrada(texto).split())[:maximo]


def _texto_de(datos: Mapping[str, Any]) -> str:
    mensaje = datos.get("message")
    contenido = mensaje.get("content") if isinstance(mensaje, dict) else None
    return limpiar_entrada(contenido) if isinstance(contenido, str) else ""


def _metricas(datos: Mapping[str, Any]) -> MetricasModelo:
    return MetricasModelo(
        tokens_prompt=leer_entero(datos.get("prompt_eval_count")),
        tokens_conservados=leer_entero(datos.get("prompt_eval_cached_count")),
        tokens_respuesta=leer_entero(datos.get("eval_count")),
        carga_s=_segundos(datos.get("load_duration")),
        lectura_s=_segundos(datos.get("prompt_eval_duration")),
        escritura_s=_segundos(datos.get("eval_duration")),
    )


def leer_entero(valor: Any) -> int | None:
    """Return a number that counts something, or None for anything else."""
    es_entero = isinstance(valor, int) and not isinstance(valor, bool)
    return valor if es_entero and 0 <= valor <= ENTERO_MAXIMO else None


def _segundos(valor: Any) -> float | None:
    nanosegundos = leer_entero(valor)
    return None if nanosegundos is None else nanosegundos / NANOSEGUNDOS
