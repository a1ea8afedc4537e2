"""What a model's server says of itself: its version, what it has installed, what it has loaded.

Any field may be missing or absurd; one that is not of the expected kind counts as not said.
"""

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from siaa.errores import (
    ErrorSIAA,
    EsperaAgotada,
    ModeloFallo,
    ModeloNoResponde,
    ModeloOcupado,
    RespuestaCortada,
)
from siaa.modelo.cable import en_un_renglon, leer_acotado, leer_entero, leer_objeto
from siaa.modelo.conexion import Enchufe, pedir

NOMBRE_MAXIMO: Final = 200
VENTANA_MAXIMA: Final = 2**31


@dataclass(frozen=True, slots=True)
class Instalado:
    """A model that the server has: its name with tag and its digest.

    ventana: of one in its memory, the context window, in tokens, if said.
    """

    nombre: str
    digest: str = ""
    ventana: int | None = None


@dataclass(frozen=True, slots=True)
class ConsultasOllama:
    """Asks one Ollama server about itself. Holds no connection between questions.

    esperas: seconds for connecting and for each read; shutting `enchufe` ends it at any moment.
    Every question raises `ModeloNoResponde` when nobody answers, `EsperaAgotada` when the one who
    does is silent or `enchufe` was shut, `ModeloOcupado` when it is not ready yet, `ModeloFallo`
    for an answer that Ollama would not give, and `SinDescriptores` when we cannot even ask.
    """

    url: str
    esperas: tuple[float, float]
    enchufe: Enchufe
    clave: str = field(default="", repr=False)

    def version(self) -> str:
        """Return the server's version; empty if it does not say."""
        return _nombre(self._consultar("/api/version").get("version"))

    def instalados(self) -> tuple[Instalado, ...]:
        """Return the installed models."""
        return self._listar("/api/tags")

    def cargados(self) -> tuple[Instalado, ...]:
        """Return the models in memory."""
        return self._listar("/api/ps")

    def _listar(self, ruta: str) -> tuple[Instalado, ...]:
        modelos = _modelos(self._consultar(ruta))
        dichos = ((m.get("name"), m.get("digest"), m.get("context_length")) for m in modelos)
        return tuple(Instalado(_nombre(n), _nombre(d), _ventana(v)) for n, d, v in dichos)

    def _consultar(self, ruta: str) -> dict[str, Any]:
        try:
            with pedir(self.url + ruta, self.esperas, self.enchufe, self.clave) as respuesta:
                crudo = leer_acotado(respuesta)
        except (ModeloNoResponde, RespuestaCortada) as error:
            raise EsperaAgotada if self.enchufe.cerrado else ModeloNoResponde from error
        if respuesta.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
            raise ModeloOcupado
        datos = leer_objeto(crudo)
        if respuesta.status_code != HTTPStatus.OK or datos is None:
            raise EsperaAgotada if self.enchufe.cerrado else ModeloFallo
        return datos


@dataclass(frozen=True, slots=True)
class ConsultasOpenAI(ConsultasOllama):
    """Asks a server of OpenAI's protocol the same. It has no version and its models no digest."""

    def version(self) -> str:
        """Return nothing, without asking."""
        return ""

    def instalados(self) -> tuple[Instalado, ...]:
        """Return the models that are offered."""
        modelos = _modelos(self._consultar("/v1/models"), "data")
        return tuple(Instalado(_nombre(m.get("id"))) for m in modelos)

    def cargados(self) -> tuple[Instalado, ...]:
        """Return those whose window is told, as llama.cpp's server does.

        Raises `ModeloFallo` where none is: then nothing is known of its memory.
        """
        modelos = _modelos(self._consultar("/v1/models"), "data")
        metas = ((_nombre(m.get("id")), m.get("meta")) for m in modelos)
        con_ventana = ((n, _ventana(m.get("n_ctx"))) for n, m in metas if isinstance(m, dict))
        cargados = tuple(Instalado(nombre, "", ventana) for nombre, ventana in con_ventana)
        if not cargados:
            raise ModeloFallo
        return cargados


def servicio_en_uso(url: str, espera: float) -> bool:
    """Return whether somebody asks the SIAA at an address; nobody does where none answers."""
    try:
        dicho = ConsultasOllama(url, (espera, espera), Enchufe())._consultar("/siaa/status")
    except ErrorSIAA:
        return False
    turnos = dicho.get("turnos")
    return isinstance(turnos, dict) and bool(turnos.get("atendiendo") or turnos.get("esperando"))


def buscar_modelo(nombre: str, instalados: tuple[Instalado, ...]) -> Instalado | None:
    """Return the installed model of that name; a name without a tag means `:latest`."""
    completo = nombre if ":" in nombre.rsplit("/", 1)[-1] else f"{nombre}:latest"
    return next((i for i in instalados if i.nombre in (nombre, completo)), None)


def buscar_cargado(instalado: Instalado, cargados: tuple[Instalado, ...]) -> Instalado | None:
    """Return an installed model as it stands in memory, by its name or, under another, digest."""
    iguales = (
        c
        for c in cargados
        if c.nombre == instalado.nombre or (c.digest and c.digest == instalado.digest)
    )
    return next(iguales, None)


def _modelos(datos: dict[str, Any], campo: str = "models") -> list[dict[str, Any]]:
    modelos = datos.get(campo)
    return [m for m in (modelos if isinstance(modelos, list) else []) if isinstance(m, dict)]


def _nombre(valor: Any) -> str:
    return en_un_renglon(valor, NOMBRE_MAXIMO) if isinstance(valor, str) else ""


def _ventana(valor: Any) -> int | None:
    ventana = leer_entero(valor)
    return ventana if ventana and ventana < VENTANA_MAXIMA else None
