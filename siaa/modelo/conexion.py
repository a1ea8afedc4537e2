"""A `requests` session whose socket can be shut from another thread, at any moment.

While a server reads a long prompt it sends nothing, not even headers, and `requests` has not yet
returned anything that could be closed. So the connection hands its socket over as soon as it has
one: shutting that socket is what makes Stop stop.
"""

import contextlib
import socket
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from siaa.causas import sin_descriptores
from siaa.errores import ErrorSIAA, ModeloNoResponde, SinDescriptores


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


class _Adaptador(HTTPAdapter):
    """Makes connections that report their socket to an `Enchufe`."""

    def __init__(self, enchufe: Enchufe) -> None:
        self._enchufe = enchufe
        super().__init__(pool_connections=1, pool_maxsize=1, max_retries=0)

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        """Build the pool manager with our own connection classes."""
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {
            "http": _fondo(HTTPConnectionPool, self._enchufe),
            "https": _fondo(HTTPSConnectionPool, self._enchufe),
        }


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
    adaptador = _Adaptador(enchufe)
    sesion.mount("http://", adaptador)
    sesion.mount("https://", adaptador)
    return sesion


def cabeceras_de(clave: str) -> dict[str, str]:
    """Return the headers that show a server the key that it asks for; none without one."""
    return {"Authorization": f"Bearer {clave}"} if clave else {}


def sin_conexion(error: Exception) -> ErrorSIAA:
    """Return what a connection that failed means: one that we cannot open is our own fault."""
    return SinDescriptores() if sin_descriptores(error) else ModeloNoResponde()
