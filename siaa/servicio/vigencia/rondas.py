"""What goes round aside: who watches the folder of documents, and who reads it at night.

The watcher looks now and then, and reloads what came to rest. It polls: shares of a network tell
nobody what other machines write into them.

Readings are made with a model, by order or, with `SIAA_LEER=noches`, when nobody asks, one stretch
after another. Each is written as soon as it is made into a file that the library does not read
(`<modelo>.parcial`), which joins the readings when a session ends: nothing is lost wherever it is
cut off, and the library is not loaded anew for each line.
"""

import logging
import os
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import ClassVar, Final

from siaa import errores
from siaa.biblioteca import cargador, lecturas
from siaa.biblioteca.cargador import leer_lecturas
from siaa.biblioteca.disco import PARCIAL, escribir_entero
from siaa.biblioteca.valores import Documento
from siaa.etapas.lecturas import (
    LecturaHecha,
    encargo_de_lectura,
    esquema_de_lectura,
    interpretar_lectura,
)
from siaa.modelo.cliente import ClienteModelo
from siaa.servicio.hilos import lanzar
from siaa.servicio.modelo.lectura import Lectura, Paciencia, escuchar
from siaa.servicio.modelo.turnos import Turnos
from siaa.servicio.parada import Parada
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva

CONFIRMACION_S: Final = 3.0
"""How soon the folder is looked at again once it has changed."""
ENTRE_TANDAS_S: Final = 1.0
"""Rest between two turns of converting what is new, in which others may reload."""
ESPERA_FINAL_S: Final = 5.0

_diario = logging.getLogger(__name__)
TREGUA_S: Final = 5.0
"""What whoever took the model gets before it is asked for again."""
CADA_S: Final = 600.0
"""How often it looks whether there is something to read, and how long it rests from a failure."""


class Ronda(ABC):
    """Looks every `cada_s` seconds, in a thread of its own, until the service stops."""

    HILO: ClassVar[str]
    ROTULO: ClassVar[str]
    parada: Parada
    cada_s: float
    _hilo: Thread | None = None

    @abstractmethod
    def mirar(self) -> None:
        """Look once, and do what there is to do."""

    def arrancar(self) -> None:
        """Start looking, after a pause."""
        self._hilo = lanzar(self._girar, self.HILO)

    def terminar(self) -> None:
        """Wait for the thread to end. The service must have been asked to stop.

        A share that is gone can hold the thread in the system for ever; it is not waited for.
        """
        if self._hilo is not None:
            self._hilo.join(ESPERA_FINAL_S)

    def _girar(self) -> None:
        while (pausa := self._pausa()) and not self.parada.esperar(pausa):
            try:
                self.mirar()
            except errores.ErrorSIAA as error:
                _diario.warning("[%s] %s", self.ROTULO, error.mensaje)
            except Exception:  # noqa: BLE001  the last seam: without it nobody would look again
                _diario.exception("[%s] error no previsto", self.ROTULO)

    def _pausa(self) -> float:
        """Return how long to wait for the next look, in seconds; 0 for never."""
        return self.cada_s


@dataclass(eq=False)
class Vigilante(Ronda):
    """Watches the folder of a library every `cada_s` seconds; 0 never does.

    problema: why the folder cannot be looked at, in Spanish; None while it can.
    """

    HILO = "siaa-vigilante"
    ROTULO = "Vigilante"
    biblioteca: BibliotecaViva
    cada_s: float
    parada: Parada
    problema: str | None = field(default=None, init=False)
    _cambiado: str | None = field(default=None, init=False)
    _desde_ns: int = field(default=0, init=False)

    def _pausa(self) -> float:
        if self.biblioteca.estado.en_espera and self.problema is None:
            return ENTRE_TANDAS_S
        return min(self.cada_s, CONFIRMACION_S) if self._cambiado else self.cada_s

    def mirar(self) -> None:
        """Look at the folder once; reload it when it rests in a state that was never read.

        What is still to be converted is converted in turns, each of which is a reload.

        At rest is what stays the same from one look to another, for a while by our own clock:
        the times of files are those of the machine that holds them.
        """
        sello = self._sellar()
        if sello is not None and self.biblioteca.estado.en_espera:
            self._recargar("Se sigue convirtiendo lo que falta")
        elif not sello or sello == self.biblioteca.estado.sello:
            self._cambiado = None
        elif sello != self._cambiado:
            self._cambiado, self._desde_ns = sello, time.monotonic_ns()
        elif time.monotonic_ns() - self._desde_ns >= cargador.REPOSO_NS:
            self._cambiado = None
            self._recargar("La carpeta de documentos cambió: se recarga")

    def _sellar(self) -> str | None:
        try:
            sello = self.biblioteca.sellar()
        except errores.BibliotecaNoDisponible as error:
            if self.problema is None:
                _diario.warning("[Vigilante] %s", error.mensaje)
            self.problema = error.mensaje
            return None
        if self.problema is not None:
            _diario.info("[Vigilante] La carpeta de documentos se puede leer de nuevo.")
        self.problema = None
        return sello

    def _recargar(self, por_que: str) -> None:
        """Reload; a refusal or a failure is not tried again until the folder changes again."""
        _diario.info("[Vigilante] %s.", por_que)
        with suppress(errores.ErrorSIAA):  # the library tells the log what came of it
            self.biblioteca.recargar(vaciar=False)


@dataclass(frozen=True, slots=True)
class Lector:
    """Reads stretches with a model and keeps what it says beside the documents.

    clientes: of each server that `turnos` knows. tipo_de: the type of a document's slices, if it
    has any. ocupado: whether somebody else wants the model now; then the call under way is dropped,
    and the stretch read again later.
    """

    clientes: Sequence[ClienteModelo]
    modelo: str
    carpeta: Path
    tipo_de: Callable[[Documento], str]
    turnos: Turnos
    paciencia: Paciencia
    parada: Parada
    ocupado: Callable[[], bool]
    tregua_s: float = TREGUA_S

    def _archivo(self, extension: str) -> Path:
        nombre = re.sub(r"[^\w.-]+", "_", self.modelo).lstrip(".")
        return self.carpeta / lecturas.CARPETA_DE_LECTURAS / f"{nombre}{extension}"

    def pendientes(self, documentos: Mapping[str, Documento]) -> list[lecturas.Trecho]:
        """Return the stretches without a reading, one of those that say the same.

        What somebody read already, here or in another document, is copied at once. Raises
        `LecturasNoEscritas`.
        """
        parciales = lecturas.interpretar_lecturas("\n".join(_lineas_de(self._archivo(PARCIAL))))
        todas = (*leer_lecturas(self.carpeta), *parciales)
        guardadas = {(g.documento, g.huella): g for g in todas}
        por_texto = {huella: guardada for (_, huella), guardada in guardadas.items()}
        faltan: dict[str, lecturas.Trecho] = {}
        for documento in documentos.values():
            for trecho in lecturas.trechos(documento, self.tipo_de(documento)):
                if (trecho.documento, trecho.huella) in guardadas:
                    continue
                if igual := por_texto.get(trecho.huella):
                    self._escribir(trecho, igual, igual.modelo)
                else:
                    faltan.setdefault(trecho.huella, trecho)
        return list(faltan.values())

    def leer(self, faltan: Iterable[lecturas.Trecho]) -> Iterator[LecturaHecha | None]:
        """Read stretches in order; yield what came of each, None where it gave way to somebody.

        Raises the `ErrorSIAA` with which the model failed, and `LecturasNoEscritas`.
        """
        for trecho in faltan:
            while (dicho := self._preguntar(trecho)) is None:
                if self.parada.esperar(self.tregua_s):
                    return
                yield None
            hecha = interpretar_lectura(dicho, trecho)
            self._escribir(trecho, hecha, self.modelo)
            yield hecha

    def _preguntar(self, trecho: lecturas.Trecho) -> str | None:
        try:
            turno = self.turnos.pedir()
        except errores.ColaLlena:
            return None
        try:
            while turno.esperar(0) and not self._debe_ceder():
                try:
                    return self._escuchar(trecho, self.clientes[turno.lugar])
                except errores.ErrorModelo:
                    if not turno.mudarse():
                        raise
            return None
        finally:
            turno.devolver()

    def _escuchar(self, trecho: lecturas.Trecho, cliente: ClienteModelo) -> str | None:
        generacion = cliente.conversar(encargo_de_lectura(trecho), esquema_de_lectura())
        return escuchar(Lectura(generacion, self.paciencia, self.parada), self._debe_ceder)

    def _debe_ceder(self) -> bool:
        turnos = self.turnos.estado()
        esperan = turnos.esperando > 0 or turnos.atendiendo > 1
        return self.parada.pedida or esperan or self.ocupado()

    def _escribir(
        self, trecho: lecturas.Trecho, leido: LecturaHecha | lecturas.LecturaGuardada, modelo: str
    ) -> None:
        """Add a line that stays, whatever happens next; a half one before it is left by itself."""
        linea = lecturas.renglon(trecho, leido.preguntas, leido.palabras, modelo)
        parcial = self._archivo(PARCIAL)
        try:
            parcial.parent.mkdir(exist_ok=True)
            with parcial.open("ab") as archivo:
                archivo.write(f"\n{linea}".encode("utf-8", "surrogatepass"))
                archivo.flush()
                os.fsync(archivo.fileno())
        except OSError as error:
            raise errores.LecturasNoEscritas from error

    def terminar(self) -> None:
        """Let what was written join the readings that the library loads. Idempotent.

        Raises `LecturasNoEscritas`; then what was written stays where it was.
        """
        parcial, definitivo = self._archivo(PARCIAL), self._archivo(lecturas.EXTENSION_DE_LECTURAS)
        nuevas = [linea for linea in _lineas_de(parcial) if lecturas.interpretar_lecturas(linea)]
        try:
            if nuevas:
                todas = "\n".join(dict.fromkeys((*_lineas_de(definitivo), *nuevas)))
                escribir_entero(definitivo, f"{todas}\n".encode("utf-8", "surrogatepass"))
            parcial.unlink(missing_ok=True)
        except OSError as error:
            raise errores.LecturasNoEscritas from error


def _lineas_de(archivo: Path) -> list[str]:
    """A file that cannot be read could not be written either."""
    try:
        return [linea for linea in archivo.read_text("utf-8", "replace").split("\n") if linea]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise errores.LecturasNoEscritas from error


@dataclass(frozen=True, slots=True)
class Horario:
    """Hours of the day, from the beginning of `desde` to that of `hasta`, past midnight or not."""

    desde: int
    hasta: int

    def incluye(self, momento: datetime) -> bool:
        """Return whether a moment lies in it; all do when both hours are the same."""
        return (momento.hour - self.desde) % 24 < ((self.hasta - self.desde) % 24 or 24)


NOCHE: Final = Horario(20, 6)


@dataclass(eq=False)
class LectorNocturno(Ronda):
    """Lets a reader read what the library in force lacks, one session a night."""

    HILO = "siaa-noches"
    ROTULO = "Lecturas"
    lector: Lector
    biblioteca: BibliotecaViva
    parada: Parada
    reloj: Callable[[], datetime] = datetime.now
    cada_s: float = CADA_S

    def mirar(self) -> None:
        """Read what lacks readings, if it is night."""
        if not NOCHE.incluye(self.reloj()):
            return
        leidos = 0
        try:
            faltan = self.lector.pendientes(self.biblioteca.indice.documentos)
            for leido in self.lector.leer(faltan):
                leidos += leido is not None
                if not NOCHE.incluye(self.reloj()):
                    break
        finally:
            self.lector.terminar()
        if leidos:
            _diario.info("[Lecturas] %d trechos leídos; faltan %d", leidos, len(faltan) - leidos)
