"""Waitress, sized for streams that stay open, and stopped without cutting anybody off."""

from __future__ import annotations

import logging
import resource
import time
from typing import Any, Final

from waitress import create_server, wasyncore
from waitress.server import BaseWSGIServer

from siaa.servicio.parada import Parada
from siaa.servicio.servidor.conexiones import Conexion, Plazos
from siaa.servicio.servidor.hilos import Hilos

HILOS_DE_RESERVA: Final = 6
"""Threads that no question can take: status, search, the page."""
HILOS_DE_RECHAZO: Final = 2
"""Threads that turn questions away while all the others have an answer open."""
CONEXIONES_DE_RESERVA: Final = 500
"""Connections that hold no thread: browsers between two requests, and those that say nothing."""
OTROS_DESCRIPTORES: Final = 128
"""Open files that are nobody's connection: libraries, documents, the record, the log."""
VUELTA_S: Final = 0.2
REVISION_S: Final = 1.0
GRACIA_FINAL_S: Final = 2.0
"""What answers get to say goodbye once their time is up."""
CUERPO_MAXIMO: Final = 16 * 1024 * 1024
"""Beyond this the connection itself refuses; up to it, the application does."""
CABECERAS_MAXIMAS: Final = 16 * 1024

_diario = logging.getLogger(__name__)


class Servidor:
    """Serves one WSGI application. The socket listens from construction on.

    `simultaneos`: most answers that can be open at once (turns, queue, shared ones).
    """

    def __init__(
        self,
        app: Any,
        host: str,
        puerto: int,
        simultaneos: int,
        parada: Parada,
        espera_s: float,
        plazos: Plazos | None = None,
    ) -> None:
        self._parada = parada
        self._espera_s = espera_s
        self._plazos = plazos or Plazos()
        self._proxima_revision = 0.0
        self._peticiones_de_parar = 0
        self._mapa: dict[int, Any] = {}
        preguntas = simultaneos + HILOS_DE_RECHAZO
        hilos = preguntas + HILOS_DE_RESERVA
        self._principal: Any = create_server(
            app,
            map=self._mapa,
            host=host,
            port=puerto,
            _dispatcher=Hilos(preguntas, HILOS_DE_RESERVA),
            connection_limit=_conexiones(hilos),
            channel_request_lookahead=1,
            asyncore_use_poll=True,
            max_request_body_size=CUERPO_MAXIMO,
            max_request_header_size=CABECERAS_MAXIMAS,
            clear_untrusted_proxy_headers=False,
            ident="SIAA",
        )
        self._escuchas = [s for s in self._mapa.values() if isinstance(s, BaseWSGIServer)]
        for escucha in self._escuchas:
            escucha.channel_class = Conexion
        self.puerto = int(self._escuchas[0].effective_port)

    def atender(self) -> None:
        """Serve until `parar`; then let open answers finish, for a bounded time, and return."""
        while not self._peticiones_de_parar:
            self._una_vuelta()
        self._parada.pedir()
        self._dejar_de_aceptar()
        limite = time.monotonic() + self._espera_s
        while self._hay_abiertas() and self._peticiones_de_parar == 1 and time.monotonic() < limite:
            self._una_vuelta()
        self._parada.vencer()
        despedida = time.monotonic() + GRACIA_FINAL_S
        while self._hay_abiertas() and time.monotonic() < despedida:
            self._una_vuelta()
        self._principal.task_dispatcher.shutdown(timeout=GRACIA_FINAL_S)
        wasyncore.close_all(self._mapa)

    def _una_vuelta(self) -> None:
        wasyncore.loop(timeout=VUELTA_S, use_poll=True, map=self._mapa, count=1)
        if time.monotonic() >= self._proxima_revision:
            self._proxima_revision = time.monotonic() + REVISION_S
            self._despedir_vencidos()

    def _despedir_vencidos(self) -> None:
        """Close the connections whose client took too long.

        Asking Waitress to close them would wait until their client reads, which may be never.
        """
        ahora = time.time()
        for conexion in self._conexiones():
            if conexion.vencido(self._plazos, ahora):
                conexion.handle_close()

    def parar(self) -> None:
        """Ask to stop; twice means at once. Takes no lock, so a signal handler may call it."""
        self._peticiones_de_parar += 1

    def _dejar_de_aceptar(self) -> None:
        for escucha in self._escuchas:
            wasyncore.dispatcher.close(escucha)

    def _conexiones(self) -> list[Conexion]:
        return [
            conexion
            for escucha in self._escuchas
            for conexion in list(escucha.active_channels.values())
        ]

    def _hay_abiertas(self) -> bool:
        return any(
            conexion.requests or conexion.total_outbufs_len for conexion in self._conexiones()
        )


def _conexiones(hilos: int) -> int:
    """Return how many connections to hold at once, warning if the system allows few."""
    deseadas = hilos + CONEXIONES_DE_RESERVA
    otros = hilos + OTROS_DESCRIPTORES
    permitidas = ampliar_archivos(deseadas + otros) - otros
    if permitidas < deseadas:
        _diario.warning(
            "El sistema solo deja a SIAA %d archivos abiertos y necesita %d: con muchas conexiones "
            "dejará a algunas esperando. Suba el límite («ulimit -n %d», o LimitNOFILE=%d en "
            "systemd) o baje SIAA_COLA.",
            permitidas + otros,
            deseadas + otros,
            deseadas + otros,
            deseadas + otros,
        )
    return max(hilos, min(deseadas, permitidas))


def ampliar_archivos(necesarios: int) -> int:
    """Let this process hold so many files open, if the system agrees; return how many it lets."""
    blando, duro = resource.getrlimit(resource.RLIMIT_NOFILE)
    if blando == resource.RLIM_INFINITY or blando >= necesarios:
        return necesarios
    nuevo = necesarios if duro == resource.RLIM_INFINITY else min(necesarios, duro)
    resource.setrlimit(resource.RLIMIT_NOFILE, (nuevo, duro))
    return nuevo
