"""The client of a model's server: one request and its stream, in the server's way of speaking."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, Final

from siaa.errores import ErrorModelo, SinDescriptores
from siaa.modelo import ollama, openai
from siaa.modelo.cable import error_de_estado, texto_de_error, trozos_de
from siaa.modelo.conexion import Enchufe, pedir
from siaa.modelo.consultas import ConsultasOllama, ConsultasOpenAI
from siaa.modelo.opciones import OpcionesModelo
from siaa.valores import EventoModelo, Fallo, Mensaje

ESPERA_CARGA_S: Final = 600.0
"""Longer than the five minutes that Ollama gives a load that makes no progress."""


@dataclass(frozen=True, slots=True)
class ClienteModelo:
    """Talks to one server about one model. Holds no connection between requests.

    `espera_conexion`, `espera_lectura`: seconds for connecting and for each read of the socket;
    finer patience belongs to who consumes the stream. clave: what the server asks for, if it does.
    """

    url: str
    opciones: OpcionesModelo
    espera_conexion: float
    espera_lectura: float
    clave: str = field(default="", repr=False)

    def conversar(self, mensajes: Sequence[Mensaje]) -> "Generacion":
        """Prepare a generation; nothing is sent until it is iterated."""
        return self._chat(self.opciones, mensajes)

    def consultar(
        self,
        mensajes: Sequence[Mensaje],
        esquema: Mapping[str, Any] | None,
        fichas: int | None = None,
    ) -> "Generacion":
        """Prepare a generation of JSON, which a small model may still write wrong or cut short.

        esquema: of it; None for plain text. fichas: tokens that it may have, if fewer than any.
        """
        opciones = replace(self.opciones, num_predict=fichas or self.opciones.num_predict)
        return self._chat(opciones, mensajes, esquema)

    def carga(self) -> "Generacion | None":
        """Prepare a generation of no words, which ends when the model is in memory.

        Closed before, it makes the server throw away what it had loaded. None for those of OpenAI's
        protocol, which have their model when they start.
        """
        if self.opciones.protocolo == "openai":
            return None
        return self._chat(self.opciones, (), espera_lectura=ESPERA_CARGA_S)

    def calentamiento(self, mensajes: Sequence[Mensaje]) -> "Generacion":
        """Prepare the shortest generation that makes the model read `mensajes`.

        One token, since servers take a limit of none for no limit.
        """
        return self._chat(replace(self.opciones, num_predict=1), mensajes)

    def _chat(
        self,
        opciones: OpcionesModelo,
        mensajes: Sequence[Mensaje],
        esquema: Mapping[str, Any] | None = None,
        espera_lectura: float = 0.0,
    ) -> "Generacion":
        habla = openai if opciones.protocolo == "openai" else ollama
        esperas = (self.espera_conexion, max(self.espera_lectura, espera_lectura))
        cuerpo = habla.cuerpo(opciones, mensajes, esquema)
        url = self.url + habla.RUTA
        return Generacion(url, cuerpo, esperas, habla.interpretar, self.clave)

    def consultas(self, espera: float, enchufe: Enchufe) -> ConsultasOllama:
        """Return what asks the server about itself, with so many seconds of patience each time."""
        tipo = ConsultasOpenAI if self.opciones.protocolo == "openai" else ConsultasOllama
        return tipo(self.url, (min(espera, self.espera_conexion), espera), enchufe, self.clave)


@dataclass(frozen=True, slots=True, eq=False)
class Generacion:
    """One request and its stream: iterate for its events, from one thread."""

    url: str
    cuerpo: Mapping[str, Any]
    esperas: tuple[float, float]
    interpretar: Callable[[Iterator[bytes]], Iterator[EventoModelo]]
    clave: str = field(repr=False)
    _enchufe: Enchufe = field(default_factory=Enchufe, init=False)

    def cerrar(self) -> None:
        """Hang up, from any thread; the iteration ends soon after.

        Closing the connection is the only way to cancel that the server knows.
        """
        self._enchufe.cerrar()

    def __iter__(self) -> Iterator[EventoModelo]:
        """Yield tokens as they arrive and then one `Fin` or `Fallo`; never raises an error."""
        pedido = pedir(self.url, self.esperas, self._enchufe, self.clave, self.cuerpo)
        try:
            with pedido as respuesta:
                if respuesta.status_code != HTTPStatus.OK:
                    raise error_de_estado(respuesta.status_code, texto_de_error(respuesta))
                yield from self.interpretar(trozos_de(respuesta))
        except (ErrorModelo, SinDescriptores) as error:
            yield Fallo(error)
