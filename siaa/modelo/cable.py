"""What every way of speaking to a model's server has in common: bytes, lines, numbers, refusals."""

import json
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

import requests
from urllib3.exceptions import HTTPError, ReadTimeoutError

from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.errores import (
    ClaveRechazada,
    ContextoExcedido,
    ErrorModelo,
    EsperaAgotada,
    ModeloFallo,
    ModeloNoInstalado,
    ModeloOcupado,
    RespuestaCortada,
)

LECTURA: Final = 65_536
CONSULTA_MAXIMA: Final = 4 * 1024 * 1024
LINEA_MAXIMA: Final = 1024 * 1024
ERROR_MAXIMO: Final = 65_536
RAZON_MAXIMA: Final = 300
ENTERO_MAXIMO: Final = 2**63 - 1
"""The largest that Ollama, whose counts are of 64 bits, can mean."""
_EXCEDIDO = re.compile(
    r"exceed_context_size|exceeds? the (?:available )?context|context length", re.IGNORECASE
)
_TOKENS_PROMPT = re.compile(
    r"n_prompt_tokens\W+(\d{1,9})|request \((\d{1,9}) tokens\)|(\d{1,9}) in the messages",
    re.IGNORECASE,
)
_VENTANA = re.compile(
    r"n_ctx\W+(\d{1,9})|context size \((\d{1,9}) tokens\)|context length is (\d{1,9})",
    re.IGNORECASE,
)
_SIN_MODELO = re.compile(r"(?<!page )not found|model_not_found|does not exist")
FALLOS_DE_RED: Final = (requests.RequestException, HTTPError, OSError)
SILENCIOS: Final = (requests.ReadTimeout, ReadTimeoutError)
"""Those of them that mean a server that is there and says nothing."""


def trozos_de(respuesta: requests.Response) -> Iterator[bytes]:
    """Yield the body as it arrives, whatever its framing."""
    try:
        while trozo := respuesta.raw.read1(LECTURA, decode_content=True):
            yield trozo
    except SILENCIOS as error:
        raise EsperaAgotada from error
    except FALLOS_DE_RED as error:
        raise RespuestaCortada from error


def leer_acotado(respuesta: requests.Response) -> bytes:
    """Read a small body whole. Raises as `trozos_de`, and `ModeloFallo` when it is too large."""
    crudo = b""
    for trozo in trozos_de(respuesta):
        crudo += trozo
        if len(crudo) > CONSULTA_MAXIMA:
            raise ModeloFallo
    return crudo


def texto_de_error(respuesta: requests.Response) -> str:
    """Return what a refusal says; one cut short says nothing, its status is enough."""
    try:
        crudo: bytes = respuesta.raw.read(ERROR_MAXIMO, decode_content=True)
    except FALLOS_DE_RED:
        return ""
    dicho = (leer_objeto(crudo) or {}).get("error")
    return dicho if isinstance(dicho, str) else crudo.decode("utf-8", "replace")


def error_de_estado(estado: int, texto: str) -> ErrorModelo:
    """Translate an HTTP refusal of a conversation, and what it says, into our tree of errors."""
    if _EXCEDIDO.search(texto):
        return contexto_excedido(texto)
    if estado == HTTPStatus.NOT_FOUND and _SIN_MODELO.search(texto):
        return ModeloNoInstalado()
    if estado in (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS):
        return ModeloOcupado()
    razon = en_un_renglon(f"HTTP {estado}: {texto}", RAZON_MAXIMA)
    return (ClaveRechazada if estado == HTTPStatus.UNAUTHORIZED else ModeloFallo)(razon)


def contexto_excedido(texto: str) -> ContextoExcedido:
    """Return the refusal of an over-long prompt, with the server's own counts if it gave any."""
    return ContextoExcedido(
        tokens_prompt=_numero(_TOKENS_PROMPT.search(texto)), ventana=_numero(_VENTANA.search(texto))
    )


def _numero(hallado: re.Match[str] | None) -> int | None:
    return int(hallado[hallado.lastindex or 0]) if hallado else None


def lineas(trozos: Iterator[bytes]) -> Iterator[bytes]:
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


def leer_texto(mensaje: Any) -> str:
    """Return what a part of a stream adds to the answer; empty for what holds no text."""
    contenido = mensaje.get("content") if isinstance(mensaje, dict) else None
    return limpiar_entrada(contenido) if isinstance(contenido, str) else ""


def error_de_linea(texto: str) -> ErrorModelo:
    """Return what an error told in the middle of a stream means."""
    if _EXCEDIDO.search(texto):
        return contexto_excedido(texto)
    return RespuestaCortada(razon=en_un_renglon(texto, RAZON_MAXIMA))


def en_un_renglon(texto: str, maximo: int) -> str:
    """Return what a server says of itself as it may stand in a line of the log, cut to `maximo`."""
    return " ".join(limpiar_entrada(texto).split())[:maximo]


def leer_entero(valor: Any) -> int | None:
    """Return a number that counts something, or None for anything else."""
    es_entero = isinstance(valor, int) and not isinstance(valor, bool)
    return valor if es_entero and 0 <= valor <= ENTERO_MAXIMO else None
