"""A `requests` session whose socket can be shut from another thread, at any moment.

While a server reads a long prompt it sends nothing, not even headers, and `requests` has not yet
returned anything that could be closed. So the connection hands its socket over as soon as it has
one: shutting that socket is what makes Stop stop.
"""

import contextlib
import socket
from collections.abc import Iterator, Mapping
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from siaa.causas import sin_descriptores
from siaa.errores import EsperaAgotada, ModeloNoResponde, SinDescriptores
from siaa.modelo.cable import FALLOS_DE_RED, SILENCIOS


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
            raise EsperaAgotada from error
        except FALLOS_DE_RED as error:
            raise SinDescriptores if sin_descriptores(error) else ModeloNoResponde from error
        with respuesta:
            yield respuesta
