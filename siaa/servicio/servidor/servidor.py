"""Waitress, sized for streams that stay open, and stopped without cutting anybody off.

It has two kinds of threads: those that answer questions, which may wait for long, and all others.
"""

import logging
import sys
import time
from collections.abc import Sequence
from typing import Any, Final

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.task import ThreadedTaskDispatcher

from siaa.acceso.direcciones import Red
from siaa.servicio.parada import Parada
from siaa.servicio.servidor.conexiones import Escucha, abiertas
from siaa.servicio.servidor.cupos import Cuerpos, Cupos, repartir
from siaa.servicio.ventanilla import OCUPADOS

HILOS_DE_RESERVA: Final = OCUPADOS + 4
"""Threads that no question can take: what takes long, and with that, status, search, the page."""
HILOS_DE_RECHAZO: Final = 2
"""Threads that turn questions away while all the others have an answer open."""
VUELTA_S: Final = 0.2
REVISION_S: Final = 1.0
GRACIA_FINAL_S: Final = 2.0
"""What answers get to say goodbye once their time is up."""
CUERPO_MAXIMO: Final = 48 * 1024 * 1024
"""Beyond this the connection itself refuses; up to it, the application does."""
CABECERAS_MAXIMAS: Final = 16 * 1024
PREGUNTAR: Final = ("/siaa/chat", "/api/chat", "/api/generate", "/v1/chat/completions")


def hilos_para(simultaneos: int) -> int:
    """Return how many threads serve, where so many answers can be open at once."""
    return simultaneos + HILOS_DE_RECHAZO + HILOS_DE_RESERVA


class Hilos:
    """Hands every request of Waitress to one of two pools of threads, questions apart.

    Neither pool helps the other: however many ask at once, what needs no model finds a thread. Of
    that, what takes long leaves threads to the rest: few may wait for it (`Ventanilla`).
    """

    def __init__(self, preguntas: int, otras: int) -> None:
        self._preguntas = _fila(preguntas)
        self._otras = _fila(otras)

    def add_task(self, conexion: Any) -> None:
        """Take a connection whose first request has come whole."""
        # A request that could not be understood may have no path.
        pregunta = getattr(conexion.requests[0], "path", "") in PREGUNTAR
        (self._preguntas if pregunta else self._otras).add_task(conexion)

    def shutdown(self, timeout: float) -> None:
        """End the threads of both pools."""
        self._preguntas.shutdown(timeout=timeout)
        self._otras.shutdown(timeout=timeout)


def _fila(hilos: int) -> Any:
    # It warns of every request that waits for a thread, which is nothing amiss here.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    fila = ThreadedTaskDispatcher()
    fila.set_thread_count(hilos)
    return fila


class Servidor:
    """Serves one WSGI application. The socket listens from construction on.

    `simultaneos`: most answers that can be open at once (turns, queue, shared ones).
    `por_direccion`: most connections of one address, but for those of `proxies`; 0 for any.

    Raises `SinDescriptores` where the system lets too few files be open.
    """

    def __init__(
        self,
        app: Any,
        host: str,
        puerto: int,
        simultaneos: int,
        parada: Parada,
        espera_s: float,
        por_direccion: int = 0,
        proxies: Sequence[Red] = (),
    ) -> None:
        self._parada = parada
        self._espera_s = espera_s
        self._proxima_revision = 0.0
        self._peticiones_de_parar = 0
        self._mapa: dict[int, Any] = {}
        cupos = Cupos(repartir(hilos_para(simultaneos)), por_direccion, tuple(proxies))
        self._hilos = Hilos(simultaneos + HILOS_DE_RECHAZO, HILOS_DE_RESERVA)
        ajustes = Adjustments(
            host=host,
            port=puerto,
            # How many there may be is decided at the door (`Escucha`), for how long by `vencido`.
            connection_limit=sys.maxsize,
            channel_timeout=sys.maxsize,
            channel_request_lookahead=1,
            max_request_body_size=CUERPO_MAXIMO,
            max_request_header_size=CABECERAS_MAXIMAS,
            clear_untrusted_proxy_headers=False,
            ident="SIAA",
        )
        comun = {"dispatcher": self._hilos, "adj": ajustes, "map": self._mapa}
        cuerpos = Cuerpos()
        self._escuchas = [
            Escucha(cupos, cuerpos, app, sockinfo=lugar, **comun) for lugar in ajustes.listen
        ]
        self.puerto = int(self._escuchas[0].effective_port)

    def atender(self) -> None:
        """Serve until `parar`; then let open answers finish, for a bounded time, and return."""
        while not self._peticiones_de_parar:
            self._una_vuelta()
        self._parada.pedir()
        for escucha in self._escuchas:
            wasyncore.dispatcher.close(escucha)
        limite = time.monotonic() + self._espera_s
        while self._hay_abiertas() and self._peticiones_de_parar == 1 and time.monotonic() < limite:
            self._una_vuelta()
        self._parada.vencer()
        despedida = time.monotonic() + GRACIA_FINAL_S
        while self._hay_abiertas() and time.monotonic() < despedida:
            self._una_vuelta()
        self._hilos.shutdown(timeout=GRACIA_FINAL_S)
        wasyncore.close_all(self._mapa)

    def _una_vuelta(self) -> None:
        wasyncore.loop(timeout=VUELTA_S, use_poll=True, map=self._mapa, count=1)
        if time.monotonic() >= self._proxima_revision:
            self._proxima_revision = time.monotonic() + REVISION_S
            # Asking Waitress to close them would wait until their client reads, perhaps for ever.
            for conexion in abiertas(self._mapa):
                if conexion.vencido(time.time()):
                    conexion.handle_close()

    def parar(self) -> None:
        """Ask to stop; twice means at once. Takes no lock, so a signal handler may call it."""
        self._peticiones_de_parar += 1

    def _hay_abiertas(self) -> bool:
        return not all(conexion.ociosa for conexion in abiertas(self._mapa))
