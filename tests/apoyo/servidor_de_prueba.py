"""SIAA on a real socket for the tests: Waitress in a thread, and clients that see bytes and
times.

Law: nothing here imports the inside of the service. What a test learns, a browser could have
learned.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar
from urllib.parse import quote

import pytest
from flask import Flask, Response, request
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from paciencia import PACIENCIA_S
from werkzeug.routing import Rule

AMBAS = ("hibrida", "clasica")
"""The retrieval strategies; the first is the default."""
con_ambas = pytest.mark.parametrize("siaa", AMBAS, indirect=True)
"""Runs a test on the module's server with each of them."""
Rutas = Mapping[str, Callable[[], Any]]


def con_consulta(ruta: str, **parametros: str) -> str:
    """A path with its query, percent-encoded."""
    return (
        ruta
        + "?"
        + "&".join(f"{nombre}={quote(valor, safe='')}" for nombre, valor in parametros.items())
    )


@dataclass(frozen=True)
class Respuesta:
    """A whole answer."""

    estado: int
    cabeceras: dict[str, str]
    cuerpo: bytes

    @property
    def texto(self) -> str:
        """The body as text; bytes that are not UTF-8 are a failure."""
        return self.cuerpo.decode("utf-8")

    @property
    def json(self) -> Any:
        """The body, parsed."""
        return json.loads(self.texto)


@dataclass(frozen=True)
class Marco:
    """A frame: its JSON (None for `[DONE]`) and its arrival, in seconds since the request."""

    llegada: float
    datos: dict[str, Any] | None


@dataclass
class Charla:
    """What a client of `/siaa/chat` got."""

    estado: int
    cabeceras: dict[str, str]
    marcos: list[Marco] = field(default_factory=list)
    latidos: list[float] = field(default_factory=list)
    crudo: bytes = b""

    def eventos(self, nombre: str) -> list[dict[str, Any]]:
        """SIAA's own news of one kind."""
        noticias = [m.datos["siaa"] for m in self.marcos if m.datos and "siaa" in m.datos]
        return [n for n in noticias if n.get("evento") == nombre]

    @property
    def palabras(self) -> list[tuple[float, str]]:
        """Pieces of text, with their arrival."""
        pares = [
            (m.llegada, m.datos["choices"][0]["delta"].get("content"))
            for m in self.marcos
            if m.datos
        ]
        return [(llegada, texto) for llegada, texto in pares if texto]

    @property
    def contenido(self) -> str:
        """The whole text."""
        return "".join(texto for _, texto in self.palabras)

    @property
    def fuentes(self) -> list[dict[str, Any]]:
        """The sources as last announced."""
        anuncios = self.eventos("fuentes")
        fuentes: list[dict[str, Any]] = anuncios[-1]["fuentes"] if anuncios else []
        return fuentes

    @property
    def fin(self) -> dict[str, Any]:
        """The closing event."""
        return self.eventos("fin")[-1]

    @property
    def codigo(self) -> str | None:
        """The code of the fault that was announced, if any."""
        errores = self.eventos("error")
        return errores[-1]["codigo"] if errores else None


class FlujoAbierto:
    """A chat being read: frames as they come, on a connection the test may drop."""

    def __init__(self, puerto: int, cuerpo: bytes, cabeceras: dict[str, str] | None = None) -> None:
        self.inicio = time.monotonic()
        self.conexion = http.client.HTTPConnection("127.0.0.1", puerto, timeout=PACIENCIA_S)
        self.conexion.request(
            "POST", "/siaa/chat", cuerpo, {"Content-Type": "application/json"} | (cabeceras or {})
        )
        self.respuesta = self.conexion.getresponse()
        nombres = {nombre.lower(): valor for nombre, valor in self.respuesta.getheaders()}
        self.charla = Charla(self.respuesta.status, nombres)

    def __enter__(self) -> FlujoAbierto:
        return self

    def __exit__(self, *_: object) -> None:
        self.respuesta.close()
        self.conexion.close()

    def leer_hasta(self, condicion: Callable[[Charla], bool]) -> Charla:
        """Read until the condition holds; the end of the stream ends it too."""
        fin = time.monotonic() + PACIENCIA_S
        while not condicion(self.charla):
            assert time.monotonic() < fin, "nothing but heartbeats"
            if not self._leer_marco():
                break
        return self.charla

    def leer_todo(self) -> Charla:
        """Read to the end."""
        return self.leer_hasta(lambda _: False)

    def _leer_marco(self) -> bool:
        renglones = []
        while (renglon := self.respuesta.readline()) not in {b"\n", b""}:
            renglones.append(renglon)
            self.charla.crudo += renglon
        self.charla.crudo += renglon
        if not renglones:
            assert renglon == b"", "an empty frame"
            return False
        assert renglon == b"\n", f"the stream broke off inside a frame: {renglones!r}"
        self._anotar(renglones)
        return True

    def _anotar(self, renglones: list[bytes]) -> None:
        llegada = time.monotonic() - self.inicio
        if all(r.startswith(b":") for r in renglones):
            self.charla.latidos.append(llegada)
            return
        assert len(renglones) == 1 and renglones[0].startswith(b"data: "), (
            f"not a frame: {renglones!r}"
        )
        carga = renglones[0][len(b"data: ") :].strip()
        datos = None if carga == b"[DONE]" else json.loads(carga)
        self.charla.marcos.append(Marco(llegada, datos))


class ClienteCrudo:
    """A socket that says exactly what the test wants, and leaves as the test wants."""

    def __init__(self, puerto: int) -> None:
        self.enchufe = socket.create_connection(("127.0.0.1", puerto), timeout=PACIENCIA_S)

    def __enter__(self) -> ClienteCrudo:
        return self

    def __exit__(self, *_: object) -> None:
        self.enchufe.close()

    def decir(self, datos: bytes) -> None:
        """Send the bytes."""
        self.enchufe.sendall(datos)

    def pedir_chat(self, cuerpo: bytes) -> None:
        """Send a whole chat request and read nothing."""
        cabeza = f"POST /siaa/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(cuerpo)}\r\n"
        self.decir(cabeza.encode() + b"Content-Type: application/json\r\n\r\n" + cuerpo)

    def leer_hasta(self, marca: bytes) -> bytes:
        """Read until the mark has come by, or the end."""
        leido = b""
        while marca not in leido and (trozo := self.enchufe.recv(65536)):
            leido += trozo
        return leido

    def leer_todo(self) -> bytes:
        """Read until the server closes."""
        leido = b""
        with contextlib.suppress(ConnectionResetError):
            while trozo := self.enchufe.recv(65536):
                leido += trozo
        return leido

    def irse(self, de_golpe: bool = False) -> None:
        """Leave: politely, or with a reset."""
        if de_golpe:
            self.enchufe.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.enchufe.close()


class Compiladas(BytecodeCache):
    """What the templates compile to, by their source: once for all the servers of a run."""

    def __init__(self) -> None:
        self._codigos: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what was kept, if it came of the same source."""
        if codigo := self._codigos.get(bucket.key):
            bucket.bytecode_from_string(codigo)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it."""
        self._codigos[bucket.key] = bucket.bytecode_to_string()


COMPILADAS = Compiladas()


class Regla(Rule):
    """A route whose addresses are built by what was compiled once for all the servers of a run."""

    _compilado: ClassVar[dict[object, Any]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Any:
        clave = (self.rule, tuple(self._trace), str(self.defaults), append_unknown)
        if clave not in self._compilado:
            self._compilado[clave] = super()._compile_builder(append_unknown)
        return self._compilado[clave]


Flask.url_rule_class = Regla
ESTATICOS = "/siaa/static/"


def guardar_lo_fijo(respuesta: Response) -> Response:
    """Let a browser ask once for the files of a page, which stay the same through a run.

    Whatever else it asks for it has to ask for again, so that what it keeps of one test is never
    read in the next. Other clients get what the service says.
    """
    if "Sec-Fetch-Mode" in request.headers:
        if respuesta.status_code == 200 and request.path.startswith(ESTATICOS):
            respuesta.headers["Cache-Control"] = "max-age=86400"
        else:
            assert se_pide_de_nuevo(respuesta), f"kept from one test to the next: {request.path}"
    return respuesta


def se_pide_de_nuevo(respuesta: Response) -> bool:
    """Whether no browser may show it again by its own judgment."""
    reglas = respuesta.cache_control
    fechada = {"Expires", "Last-Modified"} & set(respuesta.headers.keys())
    return bool(reglas.no_store or reglas.no_cache or not (reglas.max_age or fechada))


class ServidorDePrueba:
    """A running SIAA."""

    def __init__(self, config: Any, rutas: Rutas = MappingProxyType({})) -> None:
        import siaa_proxy

        self.config = config
        self.app = siaa_proxy.create_app(config)
        self.app.jinja_env.bytecode_cache = COMPILADAS
        self.app.after_request(guardar_lo_fijo)
        for ruta, vista in rutas.items():
            self.app.add_url_rule(ruta, ruta, vista)
        try:
            self._servidor = siaa_proxy.crear_servidor(self.app, config)
        except BaseException:
            self.app.extensions["siaa"].cerrar()
            raise
        self.puerto: int = self._servidor.puerto
        self.hilo = threading.Thread(target=self._servidor.atender, name="siaa-de-prueba")
        self.hilo.start()

    def pedir(
        self,
        metodo: str,
        ruta: str,
        cuerpo: bytes | Iterable[bytes] | None = None,
        cabeceras: dict[str, str] | None = None,
    ) -> Respuesta:
        """One request on a connection of its own."""
        conexion = http.client.HTTPConnection("127.0.0.1", self.puerto, timeout=PACIENCIA_S)
        with contextlib.closing(conexion):
            por_trozos = "Transfer-Encoding" in (cabeceras or {})
            conexion.request(metodo, ruta, cuerpo, cabeceras or {}, encode_chunked=por_trozos)
            respuesta = conexion.getresponse()
            nombres = {nombre.lower(): valor for nombre, valor in respuesta.getheaders()}
            return Respuesta(respuesta.status, nombres, respuesta.read())

    def obtener(self, ruta: str, **parametros: str) -> Respuesta:
        """A GET, with its query."""
        return self.pedir("GET", con_consulta(ruta, **parametros) if parametros else ruta)

    def publicar(self, ruta: str, datos: object, **cabeceras: str) -> Respuesta:
        """A POST of JSON (bytes go out as they are)."""
        return self.pedir(
            "POST", ruta, en_bytes(datos), {"Content-Type": "application/json"} | cabeceras
        )

    def abrir(self, *mensajes: str, **otros: object) -> FlujoAbierto:
        """Open a chat; the messages alternate, the last one is the user's."""
        return FlujoAbierto(self.puerto, en_bytes(cuerpo_de_chat(*mensajes, **otros)))

    def charlar(self, *mensajes: str, **otros: object) -> Charla:
        """A chat, read to the end."""
        with self.abrir(*mensajes, **otros) as flujo:
            return flujo.leer_todo()

    def charlar_entero(self, *mensajes: str) -> Respuesta:
        """A chat without stream."""
        return self.publicar("/siaa/chat", cuerpo_de_chat(*mensajes, stream=False))

    def crudo(self) -> ClienteCrudo:
        """A bare connection."""
        return ClienteCrudo(self.puerto)

    def en_calma(self) -> bool:
        """Whether no question is being answered or waits to be."""
        turnos = self.obtener("/siaa/status").json["turnos"]
        return not (turnos["atendiendo"] or turnos["esperando"])

    def pedir_parada(self) -> None:
        """Ask the server to stop, without waiting."""
        self._servidor.parar()

    def parar(self) -> None:
        """Stop and leave nothing behind."""
        self._servidor.parar()
        self.hilo.join(PACIENCIA_S)
        self.app.extensions["siaa"].cerrar()
        assert not self.hilo.is_alive(), "atender() did not return after parar()"


def en_bytes(datos: object) -> bytes:
    """JSON with escapes, so that lone surrogates can travel; bytes as they are."""
    return datos if isinstance(datos, bytes) else json.dumps(datos).encode()


def cuerpo_de_chat(*mensajes: str, **otros: object) -> dict[str, object]:
    """The body of a chat whose messages alternate and end with the user's."""
    roles = ["user", "assistant"]
    turnos = [
        {"role": roles[(len(mensajes) - 1 - i) % 2], "content": texto}
        for i, texto in enumerate(mensajes)
    ]
    return {"messages": turnos} | otros


@contextlib.contextmanager
def servidor_en_marcha(
    config: Any, rutas: Rutas = MappingProxyType({})
) -> Iterator[ServidorDePrueba]:
    """A server for a block of code; `rutas` are further views, to see how their faults leave."""
    servidor = ServidorDePrueba(config, rutas)
    try:
        yield servidor
    finally:
        servidor.parar()
