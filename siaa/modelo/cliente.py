"""The client of a model's server: one request and its stream, and what the server says of itself.

Of that, any field may be missing or absurd; one that is not of the expected kind counts as not
said.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, Final

from siaa import errores
from siaa.modelo import cable, ollama, openai
from siaa.valores import EventoModelo, Fallo, Mensaje

NOMBRE_MAXIMO: Final = 200
VENTANA_MAXIMA: Final = 2**31
ESPERA_CARGA_S: Final = 600.0
"""Longer than the five minutes that Ollama gives a load that makes no progress."""


@dataclass(frozen=True, slots=True)
class Instalado:
    """A model that the server has: its name with tag and its digest.

    ventana: of one in its memory, the context window, in tokens, if said.
    """

    nombre: str
    digest: str = ""
    ventana: int | None = None


@dataclass(frozen=True, slots=True)
class Oferta:
    """What a server says of itself: its version, its models and those in memory; None: not said."""

    version: str | None
    instalados: tuple[Instalado, ...]
    cargados: tuple[Instalado, ...] | None


@dataclass(frozen=True, slots=True)
class Consultas:
    """Asks one server about itself. Holds no connection between questions.

    esperas: seconds for connecting and for each read; shutting `enchufe` ends it at any moment.
    Every question raises `ModeloNoResponde` when nobody answers, `EsperaAgotada` when the one who
    does is silent or `enchufe` was shut, `ModeloOcupado` when it is not ready yet, `ModeloFallo`
    for an answer that such a server would not give, and `SinDescriptores` when we cannot even ask.
    """

    url: str
    esperas: tuple[float, float]
    enchufe: cable.Enchufe
    clave: str = field(default="", repr=False)

    def de_ollama(self) -> Oferta:
        """Ask a server of Ollama's; one that does not tell what is in memory is as ready."""
        version = _nombre(self.consultar("/api/version").get("version")) or None
        instalados, cargados = _de_ollama(self.consultar("/api/tags")), None
        with suppress(errores.ErrorModelo, errores.SinDescriptores):
            cargados = _de_ollama(self.consultar("/api/ps"))
        return Oferta(version, instalados, cargados)

    def de_openai(self) -> Oferta:
        """Ask one of OpenAI's protocol. It has no version and its models no digest.

        In memory are those whose window is told, as llama.cpp's server does; else it is not known.
        """
        dichos = _modelos(self.consultar("/v1/models"), "data")
        modelos = [(_nombre(m.get("id")), m) for m in dichos]
        metas = ((nombre, m.get("meta")) for nombre, m in modelos)
        con_ventana = ((n, _ventana(m.get("n_ctx"))) for n, m in metas if isinstance(m, dict))
        cargados = tuple(Instalado(nombre, "", ventana) for nombre, ventana in con_ventana)
        return Oferta(None, tuple(Instalado(nombre) for nombre, _ in modelos), cargados or None)

    def consultar(self, ruta: str) -> dict[str, Any]:
        """Return the object that a server answers with at an address of its own."""
        try:
            with cable.pedir(self.url + ruta, self.esperas, self.enchufe, self.clave) as respuesta:
                crudo = cable.leer_acotado(respuesta)
        except (errores.ModeloNoResponde, errores.RespuestaCortada) as error:
            raise (
                errores.EsperaAgotada if self.enchufe.cerrado else errores.ModeloNoResponde
            ) from error
        if respuesta.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
            raise errores.ModeloOcupado
        datos = cable.leer_objeto(crudo)
        if respuesta.status_code != HTTPStatus.OK or datos is None:
            raise errores.EsperaAgotada if self.enchufe.cerrado else errores.ModeloFallo
        return datos


def servicio_en_uso(url: str, espera: float, clave: str) -> bool:
    """Return whether somebody asks the SIAA at an address; nobody does where none answers.

    clave: its token for asking, if it wants one; to others it does not say who is at the model.
    """
    try:
        dicho = Consultas(url, (espera, espera), cable.Enchufe(), clave).consultar("/siaa/status")
    except errores.ErrorSIAA:
        return False
    turnos = dicho.get("turnos")
    return isinstance(turnos, dict) and bool(turnos.get("atendiendo") or turnos.get("esperando"))


def buscar_modelo(nombre: str, instalados: tuple[Instalado, ...]) -> Instalado | None:
    """Return the installed model of that name; a name without a tag means `:latest`."""
    completo = nombre if ":" in nombre.rsplit("/", 1)[-1] else f"{nombre}:latest"
    return next((i for i in instalados if i.nombre in (nombre, completo)), None)


def buscar_cargado(instalado: Instalado, cargados: tuple[Instalado, ...]) -> Instalado | None:
    """Return an installed model as it stands in memory, by its name or, under another, digest."""
    suyos = {instalado.nombre, instalado.digest} - {""}
    return next((c for c in cargados if not suyos.isdisjoint((c.nombre, c.digest))), None)


def _de_ollama(datos: dict[str, Any]) -> tuple[Instalado, ...]:
    modelos = _modelos(datos, "models")
    dichos = ((m.get("name"), m.get("digest"), m.get("context_length")) for m in modelos)
    return tuple(Instalado(_nombre(n), _nombre(d), _ventana(v)) for n, d, v in dichos)


def _modelos(datos: dict[str, Any], campo: str) -> list[dict[str, Any]]:
    modelos = datos.get(campo)
    return [m for m in (modelos if isinstance(modelos, list) else []) if isinstance(m, dict)]


def _nombre(valor: Any) -> str:
    return cable.en_un_renglon(valor, NOMBRE_MAXIMO) if isinstance(valor, str) else ""


def _ventana(valor: Any) -> int | None:
    ventana = cable.leer_entero(valor)
    return ventana if ventana and ventana < VENTANA_MAXIMA else None


@dataclass(frozen=True, slots=True)
class ClienteModelo:
    """Talks to one server about one model. Holds no connection between requests.

    `espera_conexion`, `espera_lectura`: seconds for connecting and for each read of the socket;
    finer patience belongs to who consumes the stream. clave: what the server asks for, if it does.
    """

    url: str
    opciones: cable.OpcionesModelo
    espera_conexion: float
    espera_lectura: float
    clave: str = field(default="", repr=False)

    def conversar(
        self,
        mensajes: Sequence[Mensaje],
        esquema: Mapping[str, Any] | None = None,
        fichas: int | None = None,
    ) -> "Generacion":
        """Prepare a generation; nothing is sent until it is iterated.

        esquema: of JSON, which a small model may still write wrong or cut short; None for plain
        text. fichas: tokens that it may have, if fewer than any.
        """
        opciones = replace(self.opciones, num_predict=fichas or self.opciones.num_predict)
        habla = openai if opciones.protocolo == "openai" else ollama
        cuerpo = habla.cuerpo(opciones, mensajes, esquema)
        esperas = self.espera_conexion, self.espera_lectura
        return Generacion(self.url + habla.RUTA, cuerpo, esperas, habla.interpretar, self.clave)

    def carga(self) -> "Generacion | None":
        """Prepare a generation of no words, which ends when the model is in memory.

        Closed before, it makes the server throw away what it had loaded. None for those of OpenAI's
        protocol, which have their model when they start.
        """
        if self.opciones.protocolo == "openai":
            return None
        paciente = replace(self, espera_lectura=max(self.espera_lectura, ESPERA_CARGA_S))
        return paciente.conversar(())

    def mirar(self, espera: float, enchufe: cable.Enchufe) -> Oferta:
        """Ask the server about itself (`Consultas`), with so many seconds of patience each time."""
        esperas = min(espera, self.espera_conexion), espera
        consultas = Consultas(self.url, esperas, enchufe, self.clave)
        de_openai = self.opciones.protocolo == "openai"
        return consultas.de_openai() if de_openai else consultas.de_ollama()


@dataclass(frozen=True, slots=True, eq=False)
class Generacion:
    """One request and its stream: iterate for its events, from one thread."""

    url: str
    cuerpo: Mapping[str, Any]
    esperas: tuple[float, float]
    interpretar: Callable[[Iterator[bytes]], Iterator[EventoModelo]]
    clave: str = field(repr=False)
    _enchufe: cable.Enchufe = field(default_factory=cable.Enchufe, init=False)

    def cerrar(self) -> None:
        """Hang up, from any thread; the iteration ends soon after.

        Closing the connection is the only way to cancel that the server knows.
        """
        self._enchufe.cerrar()

    def __iter__(self) -> Iterator[EventoModelo]:
        """Yield tokens as they arrive and then one `Fin` or `Fallo`; never raises an error."""
        pedido = cable.pedir(self.url, self.esperas, self._enchufe, self.clave, self.cuerpo)
        try:
            with pedido as respuesta:
                if respuesta.status_code != HTTPStatus.OK:
                    raise cable.error_de_estado(
                        respuesta.status_code, cable.texto_de_error(respuesta)
                    )
                yield from self.interpretar(cable.trozos_de(respuesta))
        except (errores.ErrorModelo, errores.SinDescriptores) as error:
            yield Fallo(error)
