"""Waitress, sized for streams that stay open, and stopped without cutting anybody off."""

from __future__ import annotations

import time
from typing import Any, Final

from waitress import create_server, wasyncore
from waitress.server import BaseWSGIServer

from siaa.servicio.parada import Parada

HILOS_DE_RESERVA: Final = 8
"""Threads that no answer waiting for the model can take: status, search, the page."""
CONEXIONES_DE_RESERVA: Final = 200
VUELTA_S: Final = 0.2
GRACIA_FINAL_S: Final = 2.0
"""What answers get to say goodbye once their time is up."""
CUERPO_MAXIMO: Final = 16 * 1024 * 1024
"""Beyond this Waitress itself refuses; up to it, the application does, in its own words."""


class Servidor:
    """Serves one WSGI application. The socket listens from construction on.

    `simultaneos`: most answers that can be open at once (turns and places in the queue).
    """

    def __init__(
        self, app: Any, host: str, puerto: int, simultaneos: int, parada: Parada, espera_s: float
    ) -> None:
        self._parada = parada
        self._espera_s = espera_s
        self._peticiones_de_parar = 0
        self._mapa: dict[int, Any] = {}
        hilos = simultaneos + HILOS_DE_RESERVA
        self._principal: Any = create_server(
            app,
            map=self._mapa,
            host=host,
            port=puerto,
            threads=hilos,
            connection_limit=hilos + CONEXIONES_DE_RESERVA,
            channel_request_lookahead=1,
            asyncore_use_poll=True,
            max_request_body_size=CUERPO_MAXIMO,
            clear_untrusted_proxy_headers=False,
            ident="SIAA",
        )
        self._escuchas = [s for s in self._mapa.values() if isinstance(s, BaseWSGIServer)]
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

    def parar(self) -> None:
        """Ask to stop; twice means at once. Takes no lock, so a signal handler may call it."""
        self._peticiones_de_parar += 1

    def _dejar_de_aceptar(self) -> None:
        for escucha in self._escuchas:
            wasyncore.dispatcher.close(escucha)

    def _hay_abiertas(self) -> bool:
        return any(
            canal.requests or canal.total_outbufs_len
            for escucha in self._escuchas
            for canal in list(escucha.active_channels.values())
        )
