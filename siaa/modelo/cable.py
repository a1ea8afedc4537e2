"""What every way of speaking to a model's server has in common: requests, bytes, lines, refusals.

While a server reads a long prompt it sends nothing, not even headers, and `requests` has not yet
returned anything that could be closed. So the connection hands its socket over as soon as it has
one: shutting that socket, from another thread, is what makes Stop stop.
"""

import contextlib
import json
import re
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, Literal

import requests
from requests.adapters import HTTPAdapter
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError, ReadTimeoutError

from siaa import errores
from siaa.biblioteca.lengua.texto import limpiar_entrada
from siaa.errores import sin_descriptores

Protocolo = Literal["ollama", "openai"]
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
"""Failures of the network that mean a server that is there and says nothing."""


@dataclass(frozen=True, slots=True)
class OpcionesModelo:
    """What is the same in every request, so that the server never reloads the model."""

    modelo: str
    num_ctx: int
    num_predict: int
    num_hilos: int | None = None
    protocolo: Protocolo = "ollama"


def trozos_de(respuesta: requests.Response) -> Iterator[bytes]:
    """Yield the body as it arrives, whatever its framing."""
    try:
        while trozo := respuesta.raw.read1(LECTURA, decode_content=True):
            yield trozo
    except SILENCIOS as error:
        raise errores.EsperaAgotada from error
    except FALLOS_DE_RED as error:
        raise errores.RespuestaCortada from error


def leer_acotado(respuesta: requests.Response) -> bytes:
    """Read a small body whole. Raises as `trozos_de`, and `ModeloFallo` when it is too large."""
    crudo = b""
    for trozo in trozos_de(respuesta):
        crudo += trozo
        if len(crudo) > CONSULTA_MAXIMA:
            raise errores.ModeloFallo
    return crudo


def texto_de_error(respuesta: requests.Response) -> str:
    """Return what a refusal says; one cut short says nothing, its status is enough."""
    try:
        crudo: bytes = respuesta.raw.read(ERROR_MAXIMO, decode_content=True)
    except FALLOS_DE_RED:
        return ""
    dicho = (leer_objeto(crudo) or {}).get("error")
    return dicho if isinstance(dicho, str) else crudo.decode("utf-8", "replace")


def error_de_estado(estado: int, texto: str) -> errores.ErrorModelo:
    """Translate an HTTP refusal of a conversation, and what it says, into our tree of errors."""
    if _EXCEDIDO.search(texto):
        return contexto_excedido(texto)
    if estado == HTTPStatus.NOT_FOUND and _SIN_MODELO.search(texto):
        return errores.ModeloNoInstalado()
    if estado in (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS):
        return errores.ModeloOcupado()
    razon = en_un_renglon(f"HTTP {estado}: {texto}", RAZON_MAXIMA)
    return (errores.ClaveRechazada if estado == HTTPStatus.UNAUTHORIZED else errores.ModeloFallo)(
        razon
    )


def contexto_excedido(texto: str) -> errores.ContextoExcedido:
    """Return the refusal of an over-long prompt, with the server's own counts if it gave any."""
    return errores.ContextoExcedido(
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
            raise errores.RespuestaCortada
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


def error_de_linea(texto: str) -> errores.ErrorModelo:
    """Return what an error told in the middle of a stream means."""
    if _EXCEDIDO.search(texto):
        return contexto_excedido(texto)
    return errores.RespuestaCortada(razon=en_un_renglon(texto, RAZON_MAXIMA))


def en_un_renglon(texto: str, maximo: int) -> str:
    """Return what a server says of itself as it may stand in a line of the log, cut to `maximo`."""
    return " ".join(limpiar_entrada(texto).split())[:maximo]


def leer_entero(valor: Any) -> int | None:
    """Return a number that counts something, or None for anything else."""
    es_entero = isinstance(valor, int) and not isinstance(valor, bool)
    return valor if es_entero and 0 <= valor <= ENTERO_MAXIMO else None


class Enchufe:
    """Holds the socket of one request. `cerrar` may be called before, during or after it."""

    def __init__(self) -> None:
        self.cerrado = False
        self._socket: socket.socket | None = None

    def conectar(self, conexion: socket.socket | None) -> None:
        """Take the socket of a connection just made; shut it if that is no longer wanted."""
        self._socket = conexion
        if self.cerrado:
            self.cerrar()

    def cerrar(self) -> None:
        """Shut the socket in both directions: a blocked reader wakes up, the server notices."""
        self.cerrado = True
        conexion = self._socket
        if conexion is not None:
            with contextlib.suppress(OSError):
                conexion.shutdown(socket.SHUT_RDWR)


def _fondo(de: type[HTTPConnectionPool], enchufe: Enchufe) -> type[HTTPConnectionPool]:
    """Return a kind of pool whose connections report their socket."""

    class ConexionQueAvisa(de.ConnectionCls):  # type: ignore[name-defined,misc]
        def connect(self) -> None:
            super().connect()
            enchufe.conectar(self.sock)

    return type(de.__name__, (de,), {"ConnectionCls": ConexionQueAvisa})


def abrir_sesion(enchufe: Enchufe) -> requests.Session:
    """Return a session for one request: no proxies or credentials from the environment."""
    sesion = requests.Session()
    sesion.trust_env = False
    adaptador = HTTPAdapter(pool_connections=1, pool_maxsize=1, max_retries=0)
    fondos = {"http": HTTPConnectionPool, "https": HTTPSConnectionPool}
    adaptador.poolmanager.pool_classes_by_scheme = {
        esquema: _fondo(fondo, enchufe) for esquema, fondo in fondos.items()
    }
    for esquema in fondos:
        sesion.mount(f"{esquema}://", adaptador)
    return sesion


@contextlib.contextmanager
def pedir(
    url: str,
    esperas: tuple[float, float],
    enchufe: Enchufe,
    clave: str | None,
    cuerpo: Mapping[str, Any] | None = None,
) -> Iterator[requests.Response]:
    """Send a request, a POST where it has a body; yield its answer, of which only the head came.

    esperas: seconds for connecting and for each read. clave: what the server asks for, if it does.
    Raises `EsperaAgotada` for a server that is silent, `ModeloNoResponde` for one that is not
    there, and `SinDescriptores` when we cannot even ask.
    """
    with abrir_sesion(enchufe) as sesion:
        try:
            respuesta = sesion.request(
                "GET" if cuerpo is None else "POST",
                url,
                json=cuerpo,
                headers={"Authorization": f"Bearer {clave}"} if clave else {},
                timeout=esperas,
                allow_redirects=False,
                stream=True,
            )
        except SILENCIOS as error:
            raise errores.EsperaAgotada from error
        except FALLOS_DE_RED as error:
            raise (
                errores.SinDescriptores if sin_descriptores(error) else errores.ModeloNoResponde
            ) from error
        with respuesta:
            yield respuesta
