"""Connections of Waitress: who may have one, with how much patience, and where a request ends.

No client takes all of them, and a socket from which none can be had does not spin.
"""

import json
import logging
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from socket import MSG_PEEK, SO_ERROR, SOL_SOCKET
from typing import Any, Final

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask
from waitress.utilities import Error

from siaa.acceso.permisos import CABECERAS, POLITICA_MINIMA
from siaa.errores import ErrorInterno, causa, por_estado
from siaa.servicio.servidor import cupos

REINTENTAR_S: Final = 10
TANTEO: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
"""What may come before any answer; who has left refuses it."""
DESCANSO_S: Final = 1.0
"""How long no connection is accepted after the system refused one."""
AVISO_S: Final = 60.0
"""The log tells at most so often of what may happen a thousand times a second."""
PETICION_S, SUBIDA_S, INACTIVIDAD_S = 30.0, 600.0, 60.0
"""Patience for a whole request to come, for one with documents, and for any byte to move."""


class _SinLugar(Error):  # type: ignore[misc]
    code = HTTPStatus.SERVICE_UNAVAILABLE.value
    reason = HTTPStatus.SERVICE_UNAVAILABLE.phrase


class LectorHTTP(HTTPRequestParser):  # type: ignore[misc]
    """Reads requests, and refuses those of which two readers could see two different ends.

    Their bodies share `cuerpos`; one for which there is no room is refused.
    """

    def __init__(self, cuerpos: cupos.Cuerpos, ajustes: Any) -> None:
        self._cuerpos = cuerpos
        self._cuerpo: cupos.CuerpoRecibido | None = None
        super().__init__(ajustes)

    def received(self, data: bytes) -> int:
        """Take bytes from the client; return how many were of this request."""
        tomados: int = super().received(data)
        if self._cuerpo is not None and self._cuerpo.lleno:
            self.error, self.completed = _SinLugar(""), True
        return tomados

    @property
    def sube(self) -> bool:
        """Whether documents are handed in with it."""
        return getattr(self, "path", "") == cupos.SUBIR  # its head may not have come yet

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head of a request.

        Raises `ParsingError` when its length is told twice, or a header goes on in another line,
        where one reader sees one header and another two.
        """
        if b"\r\n " in header_plus or b"\r\n\t" in header_plus:
            raise ParsingError("obs-fold")
        super().parse_header(header_plus)
        sin_leer = "TRANSFER_ENCODING" in self.headers
        if sin_leer or (self.chunked and "CONTENT_LENGTH" in self.headers):
            raise ParsingError("Transfer-Encoding")
        if self.body_rcv is not None:
            maximo = cupos.SUBIDA_ADMITIDA if self.sube else cupos.CUERPO_ADMITIDO
            self._cuerpo = self.body_rcv.buf = cupos.CuerpoRecibido(self._cuerpos, maximo)


class Negativa(ErrorTask):  # type: ignore[misc]
    """Answers what never reaches the application, in the one shape of errors."""

    def execute(self) -> None:
        """Write the answer and end the connection."""
        error = self.request.error
        cabeceras, cuerpo = negativa(error.code)
        self.status = f"{error.code} {error.reason}"
        self.response_headers.extend(cabeceras.items())
        self.set_close_on_finish()
        self.content_length = len(cuerpo)
        self.write(cuerpo)


def negativa(estado: int) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body of what is refused before the application sees it."""
    codigo, mensaje = por_estado("conexion", estado, ErrorInterno)
    datos = {"error": {"codigo": codigo, "mensaje": mensaje, "detalle": {}}}
    cabeceras = {"Content-Type": "application/json", "Content-Security-Policy": POLITICA_MINIMA}
    if estado == HTTPStatus.SERVICE_UNAVAILABLE:
        cabeceras["Retry-After"] = str(REINTENTAR_S)
    return cabeceras | CABECERAS, json.dumps(datos, ensure_ascii=False).encode()


class Conexion(HTTPChannel):  # type: ignore[misc]
    """A connection that knows since when its client owes something. Only for the main thread.

    grupo: whose it is. `_recibe_desde`: when the request that is still coming began.
    `_debe_desde`: when it was last seen without anything left to send. `_callo`: the client will
    say no more, though it may still listen. `_respondidas`: the request, if any, of whose answer
    something was written last.
    """

    error_task_class = Negativa

    def __init__(self, servidor: Any, enchufe: Any, direccion: Any, *dados: Any, **otros: Any):
        self._recibe_desde = self._debe_desde = time.time()
        self._callo = False
        self._respondidas: list[Any] = []
        self.grupo = cupos.agrupar(direccion[0])
        self.parser_class = partial(LectorHTTP, servidor.cuerpos)
        super().__init__(servidor, enchufe, direccion, *dados, **otros)

    @property
    def ociosa(self) -> bool:
        """Whether nobody is working for it: it waits for its client."""
        return not self.requests and not self.total_outbufs_len

    def readable(self) -> bool:
        """Tell whether there may be more to read."""
        return not self._callo and bool(super().readable())

    def writable(self) -> bool:
        """Tell whether there is something to send, or nothing more to do."""
        if self._callo and not self.requests:
            self.close_when_flushed = True
        return bool(super().writable())

    def handle_read(self) -> None:
        """Read what came. A client that ends its side is still owed what it asked for."""
        with suppress(OSError):
            self._callo = not self.ociosa and not self.socket.recv(1, MSG_PEEK)
        if self._callo:
            self._tantear()
        else:
            super().handle_read()

    def _tantear(self) -> None:
        """Find out whether who ended its side still listens: only sending something tells."""
        with self.outbuf_lock:
            actual = self.requests[:1]
            if actual and actual != self._respondidas and actual[0].version == "1.1":
                self.outbufs[-1].append(TANTEO)
                self.total_outbufs_len += len(TANTEO)
                self._flush_some()

    def write_soon(self, data: Any) -> int:
        """Leave some of an answer to be sent."""
        self._respondidas = self.requests[:1]
        return int(super().write_soon(data))

    def handle_close(self) -> None:
        """Close, and keep nothing of a request that did not come whole."""
        if self.request is not None:
            self.request.close()
        super().handle_close()

    def received(self, data: bytes) -> bool:
        """Take bytes from the client, noting when they begin another request."""
        antes = self.request
        tomados: bool = super().received(data)
        if self.request is not antes:
            self._recibe_desde = time.time()
        return tomados

    def vencido(self, ahora: float) -> bool:
        """Tell whether the client has had all the time that it gets, or was found to have left."""
        if self._callo and self.socket.getsockopt(SOL_SOCKET, SO_ERROR):
            return True
        if not self.total_outbufs_len:
            self._debe_desde = ahora
        if self.requests:
            movido = max(self._debe_desde, self.last_activity)
            return bool(ahora - movido > INACTIVIDAD_S)
        if self.request is not None:
            entera_s = SUBIDA_S if self.request.sube else PETICION_S
            if ahora - self._recibe_desde > entera_s:
                return True
        return bool(ahora - self.last_activity > INACTIVIDAD_S)


_diario = logging.getLogger(__name__)


class Escucha(TcpWSGIServer):  # type: ignore[misc]
    """Accepts connections for one server. Only for the main thread.

    `_despierta`: from when on it accepts again. `_avisa`: from when on the log tells again.
    """

    def __init__(
        self, limites: cupos.Cupos, cuerpos: cupos.Cuerpos, *dados: Any, **otros: Any
    ) -> None:
        self.cuerpos = cuerpos
        self._cupos = limites
        self._despierta = self._avisa = 0.0
        super().__init__(*dados, **otros)

    def readable(self) -> bool:
        """Tell whether connections are accepted now."""
        return bool(super().readable()) and time.monotonic() >= self._despierta

    def handle_accept(self) -> None:
        """Accept a connection, if there is a place for it."""
        try:
            aceptada = self.accept()
        except OSError as error:
            # What could not be accepted stays ready, and would be tried at once.
            self._despierta = time.monotonic() + DESCANSO_S
            _despedir_ociosa(abiertas(self._map))
            self._avisar(f"No se puede aceptar una conexión más: {causa(error)}.")
            return
        if aceptada is None:
            return
        enchufe, direccion = aceptada
        try:
            if self._hacer_sitio(direccion[0]):
                self.set_socket_options(enchufe)
                Conexion(self, enchufe, direccion, self.adj, map=self._map)
            else:
                self._avisar("Se rechazan conexiones: las que hay abiertas están todas en uso.")
                _rechazar(enchufe)
        except OSError:  # whoever called has already left
            enchufe.close()

    def _hacer_sitio(self, direccion: str) -> bool:
        todas = abiertas(self._map)
        suyas = [una for una in todas if una.grupo == cupos.agrupar(direccion)]
        if len(suyas) >= self._cupos.de(direccion):
            return _despedir_ociosa(suyas)
        return len(todas) < self._cupos.en_total or _despedir_ociosa(todas)

    def _avisar(self, texto: str) -> None:
        if time.monotonic() >= self._avisa:
            self._avisa = time.monotonic() + AVISO_S
            _diario.warning("[Conexiones] %s", texto)


def abiertas(mapa: Mapping[int, Any]) -> list[Conexion]:
    """Return the connections among all that a loop of Waitress looks after."""
    return [una for una in mapa.values() if isinstance(una, Conexion)]


def _despedir_ociosa(conexiones: Sequence[Conexion]) -> bool:
    """One of whoever has most; rather one that has said nothing, and of these the most silent."""
    cuantas = Counter(una.grupo for una in conexiones)
    callada = max(
        (una for una in conexiones if una.ociosa),
        key=lambda una: (cuantas[una.grupo], una.request is None, -una.last_activity),
        default=None,
    )
    if callada is not None:
        callada.handle_close()
    return callada is not None


def _rechazar(enchufe: Any) -> None:
    """Say why, as far as that goes without waiting, and hang up. Raises `OSError`."""
    estado = HTTPStatus.SERVICE_UNAVAILABLE
    cabeceras, cuerpo = negativa(estado)
    cabeceras |= {"Server": "SIAA", "Connection": "close", "Content-Length": str(len(cuerpo))}
    cabeza = f"HTTP/1.1 {estado.value} {estado.phrase}\r\n"
    cabeza += "".join(f"{nombre}: {valor}\r\n" for nombre, valor in cabeceras.items())
    enchufe.setblocking(False)
    enchufe.send(f"{cabeza}\r\n".encode() + cuerpo)
    enchufe.close()
