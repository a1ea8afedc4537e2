"""The record of questions: told at once, written aside, never in the way of an answer.

Whoever answers leaves a row in a bounded queue and goes on. One thread writes what waits, a batch
a transaction; while the file cannot be written the rows go on waiting, and those for which there
is no more room are counted as lost.
"""

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Condition, Thread
from typing import Any, Final, ParamSpec, TypeVar

from siaa.errores import PreguntaDesconocida, RegistroApagado, RegistroNoDisponible, decir
from siaa.servicio.hilos import lanzar
from siaa.servicio.registro.archivo import FALLAS, SIN_REMEDIO, ArchivoRegistro, Consulta, explicar
from siaa.servicio.registro.asiento import Asiento, CambioAnotado, Valoracion
from siaa.servicio.registro.consultas import hallar
from siaa.servicio.registro.esquema import AjustesRegistro, Guardado, a_fila, en_texto

NOMBRE_HILO: Final = "siaa-registro"
PENDIENTES_MAXIMAS: Final = 1000
"""About 10 MB of the longest questions and answers."""
LOTE: Final = 200
REINTENTO_S: Final = 1.0
ESPERA_LECTURA_S: Final = 1.0
"""Whoever reads waits this long at most for what was left before; a slow file shows less."""
REPASO_S: Final = 60.0
"""How often the file is looked at, and pruned, when there is nothing to write."""
SUCESOS: Final = 3
"""How many of the things that befell the file are told at a time, the last ones."""
MARGEN_CIERRE_S: Final = 1.0
"""A write under way when the time of closing is up gets this much to end."""

_diario = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EstadoRegistro:
    """How the record fares: rows in the file, rows waiting, rows lost since the start.

    `problema` is for people: Spanish sentences that say what to do, or None.
    """

    activo: bool
    filas: int
    pendientes: int
    perdidas: int
    problema: str | None


class Registro:
    """Keeps questions and ratings in `ruta`; None keeps none.

    `_cambio` guards the queue: rows in order of arrival (one stays in `_cola` until it is in the
    file), how many left it, how many were lost, what befell the file, whether to look at it and
    until when to go on. Only the writer's thread writes rows. ahora: what the clock says. textos:
    whether what people write is kept.
    """

    def __init__(
        self,
        ruta: Path | None,
        ajustes: AjustesRegistro,
        ahora: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._ruta = ruta or Path()
        self.textos = ajustes.textos
        self._ahora = ahora
        self._archivo = (
            None if ruta is None else ArchivoRegistro(ruta, ajustes, self._suceder, ahora)
        )
        self._cambio = Condition()
        self._cola: deque[dict[str, Any]] = deque()
        self._salidas = 0
        self._sin_guardar = 0
        self._idas = 0
        self._mirar = False
        self._plazo: float | None = None
        self._fallo: str | None = None
        self._sucesos: tuple[str, ...] = ()
        self._reloj: str | None = None
        self._hilo: Thread | None = None

    def arrancar(self) -> None:
        """Start the writer, which opens and prunes the file at once, aside."""
        if self._archivo is not None:
            escribir = partial(self._escribir_siempre, self._archivo)
            self._hilo = lanzar(escribir, NOMBRE_HILO)

    def cerrar(self, plazo_s: float) -> None:
        """Take no more rows and write what waits, for `plazo_s` seconds at most. Idempotent.

        What could not be written by then is counted as lost.
        """
        with self._cambio:
            if self._plazo is None:
                self._plazo = time.monotonic() + plazo_s
            self._cambio.notify_all()
        if self._hilo is not None:
            self._hilo.join(plazo_s + MARGEN_CIERRE_S)

    def anotar_cambio(self, quien: str, que: str) -> None:
        """Leave it to be written that somebody changed the library; where a record is kept."""
        if self._archivo is not None:
            self._poner(a_fila(CambioAnotado(self._ahora(), quien, que)))

    def anotar(self, asiento: Asiento) -> None:
        """Leave a question to be written. Returns at once, whatever the state of the file."""
        if self._archivo is not None:
            self._poner(a_fila(asiento if self.textos else asiento.sin_textos()))

    def valorar(self, valoracion: Valoracion) -> Valoracion:
        """Leave a rating to be written, in place of an earlier one; return what will be kept.

        Raises `PreguntaDesconocida` when its question is neither waiting nor in the file, and
        `RegistroApagado` or `RegistroNoDisponible`.
        """
        guardable = valoracion if self.textos else valoracion.sin_textos()
        with self._cambio:
            espera = any(fila.get("id") == valoracion.id for fila in self._cola)
        # Rows leave the queue once they are in the file: none hides between the two looks.
        if not espera and self.leer(hallar, valoracion.id) is None:
            raise PreguntaDesconocida
        if not self._poner(a_fila(guardable)):
            raise RegistroNoDisponible
        return guardable

    def atender(self, pregunta: str, cuando: datetime | None) -> None:
        """Leave it to be written when the rating of a question was attended to; None: it waits.

        Raises `PreguntaDesconocida` where the file has none, `RegistroApagado` or
        `RegistroNoDisponible`.
        """
        guardada = self.leer(hallar, pregunta)
        if guardada is None or guardada.valoracion is None:
            raise PreguntaDesconocida
        if not self._poner({"id": pregunta, "atendida": cuando and en_texto(cuando)}):
            raise RegistroNoDisponible

    def leer(self, consulta: Consulta[P, T], *de: P.args, **y: P.kwargs) -> T:
        """Run a lookup of `consultas` with what it is given, one at a time.

        It sees what was left to be written before it, unless the file is slow or fails. Raises
        `RegistroApagado` or `RegistroNoDisponible`; then the writer looks the file over.
        """
        if self._archivo is None:
            raise RegistroApagado
        with self._cambio:
            meta = self._salidas + len(self._cola)
            self._cambio.wait_for(lambda: self._salidas >= meta or self._fallo, ESPERA_LECTURA_S)
        try:
            return self._archivo.leer(consulta, *de, **y)
        except FALLAS as error:
            _diario.warning("[REGISTRO] No se pudo leer: %s.", explicar(error, self._ruta))
            with self._cambio:
                self._mirar = True
                self._cambio.notify_all()
            raise RegistroNoDisponible from error

    def estado(self) -> EstadoRegistro:
        """Return how the record fares."""
        with self._cambio:
            pendientes, perdidas = len(self._cola), self._sin_guardar + self._idas
            datos: dict[str, Any] = {"esperan": pendientes, "perdidas": perdidas}
            fallo = (causa := self._fallo) and decir("registro", "no_guarda", fallo=causa, **datos)
            lentas = self._sin_guardar and decir("registro", "lento", cuantas=self._sin_guardar)
            dichos = [dicho for dicho in (fallo, *self._sucesos, self._reloj, lentas) if dicho]
        filas, problema = self._archivo.filas if self._archivo else 0, " ".join(dichos) or None
        return EstadoRegistro(self._archivo is not None, filas, pendientes, perdidas, problema)

    def _poner(self, fila: dict[str, Any]) -> bool:
        """Put a row at the end, or count it as lost; tell whether there was room. Never waits."""
        with self._cambio:
            cabe = len(self._cola) < PENDIENTES_MAXIMAS and self._plazo is None
            if cabe:
                self._cola.append(fila)
                self._cambio.notify_all()
            else:
                self._sin_guardar += 1
            return cabe

    def _quitar(self, cuantas: int, perdidas: int) -> None:
        with self._cambio:
            for _ in range(cuantas):
                self._cola.popleft()
            self._salidas += cuantas
            self._sin_guardar += perdidas
            self._cambio.notify_all()

    def _acabada(self) -> bool:
        with self._cambio:
            plazo = self._plazo
            return plazo is not None and (not self._cola or time.monotonic() >= plazo)

    def _esperar(self) -> None:
        with self._cambio:
            if self._fallo is not None:
                self._cambio.wait(REINTENTO_S)
            else:
                self._cambio.wait_for(lambda: self._cola or self._mirar or self._plazo, REPASO_S)
            self._mirar = False

    def _escribir_siempre(self, archivo: ArchivoRegistro) -> None:
        """Write what waits until the record is closed; the thread's whole life."""
        while not self._acabada():
            with self._cambio:
                lote = tuple(islice(self._cola, LOTE))
            try:
                self._lograr(archivo.guardar(lote), len(lote))
            except SIN_REMEDIO:
                _diario.exception("[REGISTRO] Anotaciones que ningún intento podrá guardar")
                self._quitar(len(lote), perdidas=len(lote))
            except FALLAS as error:
                self._fallar(error)
            self._esperar()
        with self._cambio:
            pendientes = len(self._cola)
        if pendientes:
            self._quitar(pendientes, perdidas=pendientes)
            _diario.warning("[REGISTRO] Se cerró sin guardar %d anotaciones.", pendientes)

    def _lograr(self, hecho: Guardado, cuantas: int) -> None:
        if self._fallo is not None:
            _diario.info("[REGISTRO] Vuelve a guardar las preguntas.")
        reloj = decir("registro", "reloj", cuantas=hecho.retenidas) if hecho.retenidas else None
        if reloj and not self._reloj:
            _diario.warning("[REGISTRO] %s", reloj)
        with self._cambio:
            self._fallo, self._reloj = None, reloj
            self._quitar(cuantas, hecho.perdidas)

    def _fallar(self, error: BaseException) -> None:
        fallo = explicar(error, self._ruta)
        if fallo != self._fallo:
            _diario.warning("[REGISTRO] No guarda las preguntas: %s.", fallo)
        with self._cambio:
            self._fallo = fallo
            self._cambio.notify_all()

    def _suceder(self, suceso: str, perdidas: int) -> None:
        _diario.warning("[REGISTRO] %s", suceso)
        with self._cambio:
            self._sucesos = (*self._sucesos, suceso)[-SUCESOS:]
            self._idas += perdidas
