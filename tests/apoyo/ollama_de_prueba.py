"""A stand-in for Ollama on a real socket, scripted down to the byte.

Law: the fake plays the protocol, never the test. A script (`Guion`) says what goes over the wire
and when; the server records what came in, and when the other side hung up. Scripts are taken in
order of arrival; when none is left, `por_defecto` answers.
Around the script it loads, reads and runs out of room as a real one does (`motor`).
"""

from __future__ import annotations

import contextlib
import errno
import socket
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from conexion_de_prueba import Apagado, ClienteSeFue, Conexion, Peticion
from guiones import (
    Guion,
    Pausa,
    Reinicio,
    cargado,
    demasiado_largo,
    demasiado_largo_antiguo,
    error_http,
    objeto_json,
    respuesta,
)
from motor_de_prueba import Motor
from paciencia import PACIENCIA_S, esperar

MODELO = "qwen2.5:3b"
DIGEST = "357c53fb659c5076de1d65ccb0b397446227b71a42be9d1603d46168015c9e4b"
RESPUESTA = respuesta("Según el acuerdo, ", "sí.")
CARGADO = respuesta("¡", razon="length")
RAZONES = {
    200: "OK",
    400: "Bad Request",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
}


@dataclass
class OllamaDePrueba:
    """The running fake. Use it as a context manager."""

    modelos: tuple[str, ...] = (MODELO,)
    puerto: int = 0
    por_defecto: Guion = RESPUESTA
    al_calentar: Guion = CARGADO  # the answer to a warm-up
    motor: Motor = field(default_factory=Motor)
    digest: str = DIGEST
    ventana: int = 4096  # of the model in memory
    letras_por_ficha: float = 3.6  # how the model's tokenizer counts
    mira_la_ventana: bool = False  # refuse, as the real one, a prompt that does not fit
    rutas: dict[str, Guion] = field(default_factory=dict)  # other answers to GET, by path
    peticiones: list[Peticion] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._guiones: deque[Guion] = deque()
        self._novedad = threading.Condition()
        self._alto = threading.Event()
        self._hilos: list[threading.Thread] = []
        self._vivas = 0
        self._escucha = socket.create_server(("127.0.0.1", self.puerto), backlog=128)
        self.puerto = self._escucha.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.puerto}"
        self._recepcion = threading.Thread(target=self._aceptar, name="ollama-fingido", daemon=True)
        self._recepcion.start()

    def __enter__(self) -> OllamaDePrueba:
        return self

    def __exit__(self, *_: object) -> None:
        self.parar()

    def encolar(self, *guiones: Guion) -> None:
        """Scripts for the next chats, in order."""
        self._guiones.extend(guiones)

    def olvidar(self) -> None:
        """Be as new: no script left, nothing recorded."""
        with self._novedad:
            self._guiones.clear()
            self.por_defecto, self.al_calentar = RESPUESTA, CARGADO
            self.digest, self.ventana = DIGEST, 4096
            self.letras_por_ficha, self.mira_la_ventana = 3.6, False
            self.motor = Motor()
            self.rutas.clear()
            self.peticiones.clear()

    @property
    def preguntas(self) -> list[Peticion]:
        """The chats received so far, warm-ups and loads left out."""
        return self._chats("pregunta")

    @property
    def calentamientos(self) -> list[Peticion]:
        """The chats received so far that only made the model read."""
        return self._chats("calentamiento")

    @property
    def cargas(self) -> list[Peticion]:
        """The chats received so far that only wanted the model in memory."""
        return self._chats("carga")

    def _chats(self, clase: str) -> list[Peticion]:
        with self._novedad:
            return [p for p in self.peticiones if p.ruta == "/api/chat" and p.clase == clase]

    @property
    def en_curso(self) -> int:
        """Chats whose script has neither ended nor been abandoned."""
        return sum(p.terminada is None and p.abandonada is None for p in self.preguntas)

    @property
    def abiertas(self) -> int:
        """Connections open now."""
        return self._vivas

    def esperar_preguntas(self, cuantas: int) -> list[Peticion]:
        """The chats received, once there are as many as asked for."""
        assert esperar(lambda: len(self.preguntas) >= cuantas), "the model was not asked"
        return self.preguntas

    def se_suelta(self, cuantas: int = 1) -> bool:
        """Whether that many chats were abandoned by whoever asked."""
        return esperar(lambda: sum(p.abandonada is not None for p in self.preguntas) >= cuantas)

    def parar(self) -> None:
        """Close everything and leave no thread behind."""
        self._alto.set()
        with contextlib.suppress(OSError):
            self._escucha.shutdown(socket.SHUT_RDWR)
        self._escucha.close()
        self._recepcion.join(PACIENCIA_S)
        for hilo in self._hilos:
            hilo.join(PACIENCIA_S)

    def _aceptar(self) -> None:
        while not self._alto.is_set():
            try:
                enchufe, _ = self._escucha.accept()
            except OSError as error:
                if error.errno != errno.EMFILE:
                    return
                self._alto.wait(0.05)  # this process has no file left: who connected waits
                continue
            hilo = threading.Thread(
                target=self._conversar, args=(enchufe,), name="ollama-fingido", daemon=True
            )
            self._hilos.append(hilo)
            hilo.start()

    def _conversar(self, enchufe: socket.socket) -> None:
        conexion = Conexion(enchufe, self._alto)
        with self._novedad:
            self._vivas += 1
        try:
            while self._atender(conexion):
                pass
        except (ClienteSeFue, Apagado):
            pass
        finally:
            enchufe.close()
            with self._novedad:
                self._vivas -= 1

    def _atender(self, conexion: Conexion) -> bool:
        """Serve one request; True when the connection may carry another."""
        peticion = self._leer(conexion)
        with self._novedad:
            self.peticiones.append(peticion)
            guion = self._elegir(peticion)
        try:
            if peticion.ruta == "/api/chat" and guion.estado == 200:
                guion = self.motor.cargar(conexion, peticion.json) or guion
            if peticion.ruta == "/api/chat" and peticion.clase != "carga":
                guion = self.motor.leer(conexion, guion)
            sigue = _ejecutar(conexion, guion, peticion)
            peticion.terminada = time.monotonic()
        except ClienteSeFue:
            peticion.abandonada = time.monotonic()
            raise
        return sigue and peticion.cabeceras.get("connection", "").lower() != "close"

    def _leer(self, conexion: Conexion) -> Peticion:
        cabeza = conexion.recibir_hasta(b"\r\n\r\n").decode("latin-1")
        primera, *lineas = cabeza.split("\r\n")
        metodo, ruta, _ = primera.split(" ", 2)
        pares = (linea.split(":", 1) for linea in lineas)
        cabeceras = {nombre.strip().lower(): valor.strip() for nombre, valor in pares}
        cuerpo = conexion.recibir(int(cabeceras.get("content-length", "0")))
        return Peticion(metodo, ruta, cabeceras, cuerpo, time.monotonic())

    def _elegir(self, peticion: Peticion) -> Guion:
        if peticion.ruta == "/api/chat" and peticion.metodo == "POST":
            return self._elegir_chat(peticion)
        if peticion.ruta in self.rutas:
            return self.rutas[peticion.ruta]
        if peticion.metodo not in {"GET", "HEAD"}:
            return error_http(405, "405 method not allowed", tipo="text/plain")
        return self._informar(peticion.ruta)

    def _elegir_chat(self, peticion: Peticion) -> Guion:
        datos = peticion.json
        if datos.get("model") not in self.modelos:
            return error_http(404, f"model '{datos.get('model')}' not found")
        if datos.get("keep_alive") == "-1":
            return error_http(400, 'time: missing unit in duration "-1"')
        if peticion.clase == "carga":
            return cargado()
        if peticion.clase == "calentamiento":
            return self.al_calentar
        fichas, ventana = (
            int(len(peticion.texto) / self.letras_por_ficha),
            datos.get("options", {}).get("num_ctx", 4096),
        )
        if self.mira_la_ventana and fichas > ventana:
            antigua = self.motor.antigua
            return demasiado_largo_antiguo() if antigua else demasiado_largo(fichas, ventana)
        guion = self._guiones.popleft() if self._guiones else self.por_defecto
        if self.mira_la_ventana:
            guion = self.motor.escribir(guion, ventana - fichas, datos.get("shift", True))
        return (guion if datos.get("stream", True) else guion.entero()).con_cuenta(fichas)

    def _informar(self, ruta: str) -> Guion:
        ficha = [
            {"name": m, "model": m, "digest": self.digest, "size": 1929912432} for m in self.modelos
        ]
        memoria = {"context_length": self.ventana, "expires_at": "2318-01-01T00:00:00Z"}
        carga = [f | memoria for f in ficha]
        cuerpos: dict[str, object] = {
            "/api/version": {"version": self.motor.version},
            "/api/tags": {"models": ficha},
            "/api/ps": {"models": carga if self.motor.en_memoria else []},
        }
        if ruta == "/":
            return Guion(
                (b"Ollama is running",), tipo="text/plain; charset=utf-8", transporte="largo"
            )
        if ruta in cuerpos:
            return objeto_json(200, cuerpos[ruta])
        return error_http(404, "404 page not found", tipo="text/plain")


def _ejecutar(conexion: Conexion, guion: Guion, peticion: Peticion) -> bool:
    conexion.dormir(guion.antes.segundos, guion.antes.hasta)
    conexion.enviar(_cabeza(guion))
    if peticion.metodo == "HEAD":
        return True
    for paso in guion.pasos:
        match paso:
            case Pausa(segundos, suceso):
                conexion.dormir(segundos, suceso)
            case Reinicio():
                conexion.reiniciar()
                return False
            case bytes():
                peticion.ultima = time.monotonic()
                conexion.enviar(_escrito(guion, paso))
    if guion.transporte == "trozos" and guion.termina:
        conexion.enviar(b"0\r\n\r\n")
    return guion.termina and guion.transporte != "cierre"


def _escrito(guion: Guion, paso: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(paso), paso) if guion.transporte == "trozos" else paso


def _cabeza(guion: Guion) -> bytes:
    version = "HTTP/1.0" if guion.transporte == "cierre" else "HTTP/1.1"
    lineas = [
        f"{version} {guion.estado} {RAZONES.get(guion.estado, 'Error')}",
        f"Content-Type: {guion.tipo}",
    ]
    if guion.transporte == "trozos":
        lineas.append("Transfer-Encoding: chunked")
    if guion.transporte == "largo":
        lineas.append(f"Content-Length: {len(guion.cuerpo)}")
    return "\r\n".join([*lineas, "", ""]).encode()


@contextlib.contextmanager
def puerto_cerrado() -> Iterator[str]:
    """A port that refuses: bound, so that nobody else takes it, and never listening."""
    with socket.socket() as enchufe:
        enchufe.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{enchufe.getsockname()[1]}"


@contextlib.contextmanager
def puerto_que_no_acepta() -> Iterator[str]:
    """A port whose queue of connections is full: a further one is neither accepted nor refused."""
    with contextlib.ExitStack() as pila:
        escucha = pila.enter_context(socket.socket())
        escucha.bind(("127.0.0.1", 0))
        escucha.listen(0)
        for _ in range(4):
            relleno = pila.enter_context(socket.socket())
            relleno.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                relleno.connect(escucha.getsockname())
        yield f"http://127.0.0.1:{escucha.getsockname()[1]}"
