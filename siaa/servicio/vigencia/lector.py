"""Makes the readings of a library with a model: when nobody asks, one stretch after another.

By order, or in a thread of its own at night (`SIAA_LEER=noches`).

Each reading is written as soon as it is made into a file that the library does not read
(`<modelo>.parcial`), which joins the readings when a session ends: nothing is lost wherever it is
cut off, and the library is not loaded anew for each line.
"""

import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Final

from siaa.biblioteca import lecturas
from siaa.biblioteca.cargador import leer_lecturas
from siaa.biblioteca.valores import Documento
from siaa.errores import ColaLlena, ErrorModelo, ErrorSIAA, LecturasNoEscritas
from siaa.etapas.lecturas import encargo_de_lectura, esquema_de_lectura, interpretar_lectura
from siaa.modelo.cliente import ClienteModelo
from siaa.servicio.modelo.lectura import Lectura, Paciencia, escuchar
from siaa.servicio.modelo.turnos import Turnos
from siaa.servicio.parada import Parada
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva
from siaa.servicio.vigencia.escritos import PARCIAL, escribir_entero

TREGUA_S: Final = 5.0
"""What whoever took the model gets before it is asked for again."""
NOMBRE_HILO: Final = "siaa-noches"
CADA_S: Final = 600.0
"""How often it looks whether there is something to read, and how long it rests from a failure."""
ESPERA_FINAL_S: Final = 5.0

_diario = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TrechoLeido:
    """What came of a stretch; descartadas: strings of the model's answer that did not count."""

    preguntas: int
    palabras: int
    descartadas: int


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
        guardadas = {(g.documento, g.huella): g for g in self._guardadas()}
        por_texto = {huella: guardada for (_, huella), guardada in guardadas.items()}
        faltan: dict[str, lecturas.Trecho] = {}
        por_tipo = ((d, self.tipo_de(d)) for d in documentos.values())
        for trecho in (
            t for documento, tipo in por_tipo for t in lecturas.trechos(documento, tipo)
        ):
            if (trecho.documento, trecho.huella) in guardadas:
                continue
            if igual := por_texto.get(trecho.huella):
                self._escribir(
                    lecturas.renglon(trecho, igual.preguntas, igual.palabras, igual.modelo)
                )
            else:
                faltan.setdefault(trecho.huella, trecho)
        return list(faltan.values())

    def _guardadas(self) -> tuple[lecturas.LecturaGuardada, ...]:
        parciales = "\n".join(_lineas_de(self._archivo(PARCIAL)))
        return *leer_lecturas(self.carpeta), *lecturas.interpretar_lecturas(parciales)

    def leer(self, faltan: Iterable[lecturas.Trecho]) -> Iterator[TrechoLeido | None]:
        """Read stretches in order; yield what came of each, None where it gave way to somebody.

        Raises the `ErrorSIAA` with which the model failed, and `LecturasNoEscritas`.
        """
        for trecho in faltan:
            while (dicho := self._preguntar(trecho)) is None:
                if self.parada.esperar(self.tregua_s):
                    return
                yield None
            hecha = interpretar_lectura(dicho, trecho)
            self._escribir(lecturas.renglon(trecho, hecha.preguntas, hecha.palabras, self.modelo))
            yield TrechoLeido(len(hecha.preguntas), len(hecha.palabras), hecha.descartadas)

    def _preguntar(self, trecho: lecturas.Trecho) -> str | None:
        """Return what a server says or, if that fails, another; None when it had to give way."""
        try:
            turno = self.turnos.pedir()
        except ColaLlena:
            return None
        try:
            while turno.esperar(0) and not self._debe_ceder():
                try:
                    return self._escuchar(trecho, self.clientes[turno.lugar])
                except ErrorModelo:
                    if not turno.mudarse():
                        raise
            return None
        finally:
            turno.devolver()

    def _escuchar(self, trecho: lecturas.Trecho, cliente: ClienteModelo) -> str | None:
        generacion = cliente.consultar(encargo_de_lectura(trecho), esquema_de_lectura())
        return escuchar(Lectura(generacion, self.paciencia, self.parada), self._debe_ceder)

    def _debe_ceder(self) -> bool:
        turnos = self.turnos.estado()
        esperan = turnos.esperando > 0 or turnos.atendiendo > 1
        return self.parada.pedida or esperan or self.ocupado()

    def _escribir(self, linea: str) -> None:
        """Add a line that stays, whatever happens next; a half one before it is left by itself."""
        parcial = self._archivo(PARCIAL)
        try:
            parcial.parent.mkdir(exist_ok=True)
            with parcial.open("ab") as archivo:
                archivo.write(f"\n{linea}".encode("utf-8", "surrogatepass"))
                archivo.flush()
                os.fsync(archivo.fileno())
        except OSError as error:
            raise LecturasNoEscritas from error

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
            raise LecturasNoEscritas from error


def _lineas_de(archivo: Path) -> list[str]:
    """Return the lines of a file that say something; none where there is no file.

    Raises `LecturasNoEscritas` for a file that cannot be read: it could not be written either.
    """
    try:
        return [linea for linea in archivo.read_text("utf-8", "replace").split("\n") if linea]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise LecturasNoEscritas from error


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
class LectorNocturno:
    """Lets a reader read what the library in force lacks, one session a night."""

    lector: Lector
    biblioteca: BibliotecaViva
    parada: Parada
    reloj: Callable[[], datetime] = datetime.now
    cada_s: float = CADA_S
    _hilo: Thread | None = field(default=None, init=False)

    def arrancar(self) -> None:
        """Start looking at the clock."""
        self._hilo = Thread(target=self._velar, name=NOMBRE_HILO, daemon=True)
        self._hilo.start()

    def terminar(self) -> None:
        """Wait for the thread to end. The service must have been asked to stop."""
        if self._hilo is not None:
            self._hilo.join(ESPERA_FINAL_S)

    def _velar(self) -> None:
        while not self.parada.esperar(self.cada_s):
            if not NOCHE.incluye(self.reloj()):
                continue
            try:
                self._leer()
            except ErrorSIAA as error:
                _diario.warning("[Lecturas] %s", error.mensaje)
            except Exception:  # noqa: BLE001  the last seam: without it nobody would read again
                _diario.exception("[Lecturas] error no previsto")

    def _leer(self) -> None:
        """Read until it is done, dawns, somebody stops the service or the model fails."""
        leidos = 0
        try:
            faltan = self.lector.pendientes(self.biblioteca.actual.indice.documentos)
            for leido in self.lector.leer(faltan):
                leidos += leido is not None
                if not NOCHE.incluye(self.reloj()):
                    break
        finally:
            self.lector.terminar()
        if leidos:
            _diario.info("[Lecturas] %d trechos leídos; faltan %d", leidos, len(faltan) - leidos)
