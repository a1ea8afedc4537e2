"""A listening socket that lets nobody take all the connections, nor spins when none can be had."""

import logging
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from waitress.server import TcpWSGIServer

from siaa.causas import causa
from siaa.servicio.servidor.conexiones import Conexion, negativa
from siaa.servicio.servidor.cupos import Cuerpos, Cupos
from siaa.servicio.servidor.limite import agrupar

DESCANSO_S: Final = 1.0
"""How long no connection is accepted after the system refused one."""
AVISO_S: Final = 60.0
"""The log tells at most so often of what may happen a thousand times a second."""

_diario = logging.getLogger(__name__)


class Escucha(TcpWSGIServer):  # type: ignore[misc]
    """Accepts connections for one server. Only for the main thread.

    `_despierta`: from when on it accepts again. `_avisa`: from when on the log tells again.
    """

    def __init__(self, cupos: Cupos, cuerpos: Cuerpos, *dados: Any, **otros: Any) -> None:
        self.cuerpos = cuerpos
        self._cupos = cupos
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
        """Tell whether a connection of an address may stay; an idle one may have to go for it."""
        todas = abiertas(self._map)
        suyas = [una for una in todas if una.grupo == agrupar(direccion)]
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
    """Close a connection that nobody works for, and tell whether there was one.

    It is one of whoever has most; rather one that has said nothing, and of these the most silent.
    """
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
