"""The health of the model's server, looked at aside and replaced as one value."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Thread
from typing import Final

from siaa.errores import ErrorModelo
from siaa.modelo.conexion import Enchufe
from siaa.modelo.ollama import ClienteOllama, Instalado
from siaa.servicio.parada import Parada

NOMBRE_HILO: Final = "siaa-salud"
ESPERA_CONSULTA_S: Final = 3.0
PAUSA_S: Final = 5.0

_registro = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EstadoModelo:
    """What is known of the model's server. `problema` and `remedio` are for people, in Spanish."""

    alcanzable: bool | None = None
    version: str | None = None
    instalado: bool | None = None
    digest: str | None = None
    problema: str | None = "Todavía no se ha comprobado el servidor del modelo."
    remedio: tuple[str, ...] = ()
    comprobado_en: datetime | None = None

    @property
    def listo(self) -> bool:
        """Whether a question can be answered by the model."""
        return self.problema is None


class Salud:
    """Owns the last known `EstadoModelo`; a thread renews it while the service runs."""

    def __init__(self, cliente: ClienteOllama, url: str, modelo: str, parada: Parada) -> None:
        self._cliente = cliente
        self._url = url
        self._modelo = modelo
        self._parada = parada
        self._enchufe = Enchufe()
        self._hilo: Thread | None = None
        self.estado = EstadoModelo()

    def arrancar(self) -> None:
        """Start watching; the first look is taken at once, aside."""
        self._hilo = Thread(target=self._vigilar, name=NOMBRE_HILO, daemon=True)
        self._hilo.start()

    def terminar(self) -> None:
        """Cut short the look that may be under way and wait for the watcher to end.

        The service must have been asked to stop.
        """
        self._enchufe.cerrar()
        if self._hilo is not None:
            self._hilo.join(timeout=2 * ESPERA_CONSULTA_S)

    def _vigilar(self) -> None:
        while not self._parada.pedida:
            self.comprobar()
            self._parada.esperar(PAUSA_S)

    def comprobar(self) -> EstadoModelo:
        """Ask the server who it is and what it has; replace the state and return it."""
        anterior, self.estado = self.estado, self._mirar()
        if self.estado.problema != anterior.problema:
            _registro.info("[MODELO] %s", self.estado.problema or f"{self._modelo} disponible")
        return self.estado

    def _mirar(self) -> EstadoModelo:
        ahora = datetime.now(UTC)
        try:
            version = self._cliente.version(ESPERA_CONSULTA_S, self._enchufe)
            instalados = self._cliente.instalados(ESPERA_CONSULTA_S, self._enchufe)
        except ErrorModelo:
            return EstadoModelo(
                alcanzable=False,
                problema=f"El servidor del modelo no responde en {self._url}.",
                remedio=(
                    "curl -fsSL https://ollama.com/install.sh | sh",
                    "ollama serve",
                    f"ollama pull {self._modelo}",
                ),
                comprobado_en=ahora,
            )
        instalado = buscar_modelo(self._modelo, instalados)
        if instalado is None:
            return EstadoModelo(
                alcanzable=True,
                version=version,
                instalado=False,
                problema=f"El modelo «{self._modelo}» no está instalado en Ollama.",
                remedio=(f"ollama pull {self._modelo}",),
                comprobado_en=ahora,
            )
        return EstadoModelo(True, version, True, instalado.digest, None, (), ahora)


def buscar_modelo(nombre: str, instalados: tuple[Instalado, ...]) -> Instalado | None:
    """Return the installed model of that name; a name without a tag means `:latest`."""
    completo = nombre if ":" in nombre.rsplit("/", 1)[-1] else f"{nombre}:latest"
    return next((i for i in instalados if i.nombre in (nombre, completo)), None)
