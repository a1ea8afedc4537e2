"""What a model's server says of itself: its version, what it has installed, what it has loaded.

Any field may be missing or absurd; one that is not of the expected kind counts as not said.
"""

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

import requests
from urllib3.exceptions import ReadTimeoutError

from siaa.errores import ErrorSIAA, EsperaAgotada, ModeloFallo, ModeloOcupado
from siaa.modelo.cable import FALLOS_DE_RED, LECTURA, en_un_renglon, leer_entero, leer_objeto
from siaa.modelo.conexion import Enchufe, abrir_sesion, cabeceras_de, sin_conexion

CONSULTA_MAXIMA: Final = 4 * 1024 * 1024
NOMBRE_MAXIMO: Final = 200
VENTANA_MAXIMA: Final = 2**31


@dataclass(frozen=True, slots=True)
class Instalado:
    """A model that the server has: its name with tag and its digest."""

    nombre: str
    digest: str


@dataclass(frozen=True, slots=True)
class Cargado(Instalado):
    """A model in the server's memory; `ventana` is its context window, in tokens, if said."""

    ventana: int | None


@dataclass(frozen=True, slots=True)
class ConsultasOllama:
    """Asks one Ollama server about itself. Holds no connection between questions.

    Every question takes `espera`, the seconds of patience with each read, and an `Enchufe` whose
    shutting ends it at any moment. It raises `ModeloNoResponde` when nobody answers,
    `EsperaAgotada` when the one who does is silent or the `Enchufe` was shut, `ModeloOcupado` when
    it is not ready yet, `ModeloFallo` for an answer that Ollama would not give, and
    `SinDescriptores` when we cannot even ask.
    """

    url: str
    espera_conexion: float
    clave: str = field(default="", repr=False)

    def version(self, espera: float, enchufe: Enchufe) -> str:
        """Return the server's version; empty if it does not say."""
        return _nombre(self._consultar("/api/version", espera, enchufe).get("version"))

    def instalados(self, espera: float, enchufe: Enchufe) -> tuple[Instalado, ...]:
        """Return the installed models."""
        modelos = _modelos(self._consultar("/api/tags", espera, enchufe))
        return tuple(Instalado(_nombre(m.get("name")), _nombre(m.get("digest"))) for m in modelos)

    def cargados(self, espera: float, enchufe: Enchufe) -> tuple[Cargado, ...]:
        """Return the models in memory."""
        modelos = _modelos(self._consultar("/api/ps", espera, enchufe))
        return tuple(
            Cargado(
                _nombre(m.get("name")), _nombre(m.get("digest")), _ventana(m.get("context_length"))
            )
            for m in modelos
        )

    def _consultar(self, ruta: str, espera: float, enchufe: Enchufe) -> dict[str, Any]:
        with abrir_sesion(enchufe) as sesion:
            try:
                respuesta = sesion.get(
                    self.url + ruta,
                    headers=cabeceras_de(self.clave),
                    timeout=(min(espera, self.espera_conexion), espera),
                    allow_redirects=False,
                    stream=True,
                )
                crudo = leer_acotado(respuesta)
            except (requests.ReadTimeout, ReadTimeoutError) as error:
                raise EsperaAgotada from error
            except FALLOS_DE_RED as error:
                raise (EsperaAgotada() if enchufe.cerrado else sin_conexion(error)) from error
        if respuesta.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
            raise ModeloOcupado
        datos = leer_objeto(crudo)
        if respuesta.status_code != HTTPStatus.OK or datos is None:
            raise EsperaAgotada if enchufe.cerrado else ModeloFallo
        return datos


@dataclass(frozen=True, slots=True)
class ConsultasOpenAI(ConsultasOllama):
    """Asks a server of OpenAI's protocol the same. It has no version and its models no digest."""

    def version(self, espera: float, enchufe: Enchufe) -> str:
        """Return nothing, without asking."""
        return ""

    def instalados(self, espera: float, enchufe: Enchufe) -> tuple[Instalado, ...]:
        """Return the models that are offered."""
        modelos = _modelos(self._consultar("/v1/models", espera, enchufe), "data")
        return tuple(Instalado(_nombre(m.get("id")), "") for m in modelos)

    def cargados(self, espera: float, enchufe: Enchufe) -> tuple[Cargado, ...]:
        """Return those whose window is told, as llama.cpp's server does.

        Raises `ModeloFallo` where none is: then nothing is known of its memory.
        """
        modelos = _modelos(self._consultar("/v1/models", espera, enchufe), "data")
        metas = ((_nombre(m.get("id")), m.get("meta")) for m in modelos)
        con_ventana = ((n, _ventana(m.get("n_ctx"))) for n, m in metas if isinstance(m, dict))
        cargados = tuple(Cargado(nombre, "", ventana) for nombre, ventana in con_ventana)
        if not cargados:
            raise ModeloFallo
        return cargados


def servicio_en_uso(url: str, espera: float) -> bool:
    """Return whether somebody asks the SIAA at an address; nobody does where none answers."""
    try:
        dicho = ConsultasOllama(url, espera)._consultar("/siaa/status", espera, Enchufe())
    except ErrorSIAA:
        return False
    turnos = dicho.get("turnos")
    return isinstance(turnos, dict) and bool(turnos.get("atendiendo") or turnos.get("esperando"))


def buscar_modelo(nombre: str, instalados: tuple[Instalado, ...]) -> Instalado | None:
    """Return the installed model of that name; a name without a tag means `:latest`."""
    completo = nombre if ":" in nombre.rsplit("/", 1)[-1] else f"{nombre}:latest"
    return next((i for i in instalados if i.nombre in (nombre, completo)), None)


def buscar_cargado(instalado: Instalado, cargados: tuple[Cargado, ...]) -> Cargado | None:
    """Return an installed model as it stands in memory, by its name or, under another, digest."""
    iguales = (
        c
        for c in cargados
        if c.nombre == instalado.nombre or (c.digest and c.digest == instalado.digest)
    )
    return next(iguales, None)


def leer_acotado(respuesta: requests.Response) -> bytes:
    """Read a small body whole. Raises `ModeloFallo` when it is too large."""
    crudo = b""
    while trozo := respuesta.raw.read1(LECTURA, decode_content=True):
        crudo += trozo
        if len(crudo) > CONSULTA_MAXIMA:
            raise ModeloFallo
    return crudo


def _modelos(datos: dict[str, Any], campo: str = "models") -> list[dict[str, Any]]:
    modelos = datos.get(campo)
    return [m for m in (modelos if isinstance(modelos, list) else []) if isinstance(m, dict)]


def _nombre(valor: Any) -> str:
    return en_un_renglon(valor, NOMBRE_MAXIMO) if isinstance(valor, str) else ""


def _ventana(valor: Any) -> int | None:
    ventana = leer_entero(valor)
    return ventana if ventana and ventana < VENTANA_MAXIMA else None
