"""A cable between a browser and SIAA that a test can cut, or leave dead."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections.abc import Callable

from paciencia import PACIENCIA_S


class Cable:
    """Carries bytes both ways. Use it as a context manager."""

    def __init__(self, hasta: int) -> None:
        self._hasta = hasta
        self._extremos: list[socket.socket] = []
        self._muerto = threading.Event()
        self._hilos: list[threading.Thread] = []
        self._escucha = socket.create_server(("127.0.0.1", 0))
        self.puerto: int = self._escucha.getsockname()[1]
        self._lanzar(self._aceptar)

    def __enter__(self) -> Cable:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._escucha.shutdown(socket.SHUT_RDWR)
        self._escucha.close()
        self.cortar()
        for hilo in self._hilos:
            hilo.join(PACIENCIA_S)

    def enmudecer(self) -> None:
        """Carry nothing more, and tell nobody: a switch that lost its power."""
        self._muerto.set()

    def cortar(self) -> None:
        """Break every connection at once, with a reset."""
        for extremo in self._extremos:
            with contextlib.suppress(OSError):
                extremo.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                extremo.shutdown(socket.SHUT_RDWR)
            extremo.close()

    def _lanzar(self, tarea: Callable[..., None], *datos: socket.socket) -> None:
        hilo = threading.Thread(target=tarea, args=datos, name="cable", daemon=True)
        self._hilos.append(hilo)
        hilo.start()

    def _aceptar(self) -> None:
        while True:
            try:
                cerca, _ = self._escucha.accept()
            except OSError:
                return
            lejos = socket.create_connection(("127.0.0.1", self._hasta))
            self._extremos += [cerca, lejos]
            self._lanzar(self._llevar, cerca, lejos)
            self._lanzar(self._llevar, lejos, cerca)

    def _llevar(self, de: socket.socket, a: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while trozo := de.recv(65536):
                if not self._muerto.is_set():
                    a.sendall(trozo)
        for extremo in (de, a):
            with contextlib.suppress(OSError):
                extremo.shutdown(socket.SHUT_RDWR)
