"""What the stand-in for Ollama is made of: requests as they came in, sockets that can wait."""

from __future__ import annotations

import contextlib
import json
import select
import socket
import struct
import threading
import time
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, Literal

PUERTOS = range(10_000, 32_768)
"""None of those that Linux gives to whoever asks for any."""


def puerto_libre() -> int:
    """A port that nobody uses now, and that stays free until it is taken, and between two uses."""
    while True:
        puerto = SystemRandom().choice(PUERTOS)
        with contextlib.suppress(OSError), socket.socket() as enchufe:
            enchufe.bind(("127.0.0.1", puerto))
            return puerto


class ClienteSeFue(Exception):
    """The peer closed its side while the script was still running."""


class Apagado(Exception):
    """The fake is shutting down."""


@dataclass
class Peticion:
    """One request as it came in. Times are of `time.monotonic`."""

    metodo: str
    ruta: str
    cabeceras: dict[str, str]
    cuerpo: bytes
    llegada: float
    abandonada: float | None = None  # the client hung up before the script was over
    terminada: float | None = None
    ultima: float = 0.0  # before it was written what was written last

    @property
    def json(self) -> dict[str, Any]:
        """The body, parsed."""
        datos: dict[str, Any] = json.loads(self.cuerpo)
        return datos

    @property
    def mensajes(self) -> list[dict[str, str]]:
        """The messages of a chat."""
        mensajes: list[dict[str, str]] = self.json["messages"]
        return mensajes

    @property
    def texto(self) -> str:
        """Everything the model would read, in order."""
        return "\n".join(f"<{m['role']}>\n{m['content']}" for m in self.mensajes)

    @property
    def clase(self) -> Literal["carga", "calentamiento", "pregunta"]:
        """What a chat is for: one without messages loads, one of a single token warms up."""
        datos = self.json
        if not datos.get("messages"):
            return "carga"
        return "calentamiento" if datos.get("options", {}).get("num_predict") == 1 else "pregunta"


class Conexion:
    """A socket that can wait, and notices meanwhile that the peer left or the server stops."""

    def __init__(self, enchufe: socket.socket, alto: threading.Event) -> None:
        self.enchufe = enchufe
        self.alto = alto
        self.resto = b""
        enchufe.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _legible(self, segundos: float) -> bool:
        return bool(select.select([self.enchufe], [], [], segundos)[0])

    def dormir(self, segundos: float, hasta: threading.Event | None = None) -> None:
        """Wait (`inf`: until somebody hangs up), or until the event."""
        fin = time.monotonic() + segundos
        while (falta := fin - time.monotonic()) > 0 and not (hasta and hasta.is_set()):
            if self.alto.is_set():
                raise Apagado
            if self._legible(min(falta, 0.02)):
                self._comprobar_cierre()
                time.sleep(min(falta, 0.005))

    def _comprobar_cierre(self) -> None:
        try:
            vacio = self.enchufe.recv(1, socket.MSG_PEEK) == b""
        except OSError as exc:
            raise ClienteSeFue from exc
        if vacio:
            raise ClienteSeFue

    def enviar(self, datos: bytes) -> None:
        try:
            self.enchufe.sendall(datos)
        except OSError as exc:
            raise ClienteSeFue from exc

    def reiniciar(self) -> None:
        """Close with RST instead of FIN."""
        self.enchufe.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.enchufe.close()

    def recibir_hasta(self, marca: bytes) -> bytes:
        while marca not in self.resto:
            self._mas()
        cabeza, self.resto = self.resto.split(marca, 1)
        return cabeza

    def recibir(self, cantidad: int) -> bytes:
        while len(self.resto) < cantidad:
            self._mas()
        cuerpo, self.resto = self.resto[:cantidad], self.resto[cantidad:]
        return cuerpo

    def _mas(self) -> None:
        while not self._legible(0.05):
            if self.alto.is_set():
                raise Apagado
        try:
            datos = self.enchufe.recv(65536)
        except OSError as exc:
            raise ClienteSeFue from exc
        if not datos:
            raise ClienteSeFue
        self.resto += datos
