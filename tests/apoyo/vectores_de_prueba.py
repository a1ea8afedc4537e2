"""A stand-in for servers of vectors on a real socket: Ollama's `/api/embed`, and OpenAI's."""

from __future__ import annotations

import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def vector(texto: str, dim: int, semilla: str = "") -> list[float]:
    """What it makes of a text: its words in columns, so that what shares words is near."""
    columnas = [0.0] * dim
    for palabra in texto.lower().split():
        resumen = hashlib.blake2b(f"{semilla}{palabra}".encode(), digest_size=4).digest()
        columnas[int.from_bytes(resumen, "big") % dim] += 1.0
    return columnas if any(columnas) else [1.0, *columnas[1:]]


class VectoresDePrueba:
    """The running server. Use it as a context manager.

    dim, semilla: of its model. fallos: (status, headers) of the next answers, before any vector.
    cuerpo: what it answers in place of vectors, once it is set.
    textos: what it was asked, in order; cabeceras: of the last request.
    """

    def __init__(self, dim: int = 32, semilla: str = "") -> None:
        self.dim, self.semilla = dim, semilla
        self.fallos: list[tuple[int, dict[str, str]]] = []
        self.cuerpo = b""
        self.textos: list[str] = []
        self.cabeceras: dict[str, str] = {}

    def __enter__(self) -> VectoresDePrueba:
        yo = self

        class Puerta(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                pedido = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                yo.cabeceras = dict(self.headers)
                estado, cabeceras = yo.fallos.pop(0) if yo.fallos else (200, {})
                datos = yo.responder(self.path, pedido["input"]) if estado == 200 else {}
                cuerpo = yo.cuerpo or json.dumps(datos).encode()
                self.send_response(estado)
                for nombre, valor in {"Content-Length": str(len(cuerpo)), **cabeceras}.items():
                    self.send_header(nombre, valor)
                self.end_headers()
                self.wfile.write(cuerpo)

            def log_message(self, *_: object) -> None:
                pass

        self._servidor = ThreadingHTTPServer(("127.0.0.1", 0), Puerta)
        self.url = f"http://127.0.0.1:{self._servidor.server_port}"
        self._hilo = threading.Thread(target=self._servidor.serve_forever, args=(0.02,))
        self._hilo.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._servidor.shutdown()
        self._servidor.server_close()
        self._hilo.join()

    def responder(self, ruta: str, textos: list[str]) -> dict[str, Any]:
        """The vectors of some texts, as each protocol gives them; OpenAI's in any order."""
        self.textos += textos
        vectores = [vector(texto, self.dim, self.semilla) for texto in textos]
        if ruta == "/api/embed":
            return {"model": "m", "embeddings": vectores}
        assert ruta == "/v1/embeddings", ruta
        filas = [{"index": n, "embedding": v} for n, v in enumerate(vectores)]
        return {"data": filas[::-1], "model": "m"}
