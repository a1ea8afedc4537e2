"""The record of questions: told at once, written aside, never in the way of an answer.

Whoever answers leaves a row in a bounded queue and goes on. One thread writes what waits, a batch
a transaction; while the file cannot be written the rows go on waiting, and those for which there
is no more room are counted as lost.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Thread
from typing import Final, TypeVar

from siaa.errores import PreguntaDesconocida, RegistroApagado, RegistroNoDisponible
from siaa.servicio.registro.archivo import (
    SIN_REMEDIO,
    ArchivoInservible,
    ArchivoRegistro,
    abrir_lectura,
    es_dano,
    explicar,
)
from siaa.servicio.registro.asiento import Asiento, Valoracion
from siaa.servicio.registro.cola import Cola
from siaa.servicio.registro.consultas import existe
from siaa.servicio.registro.esquema import a_fila

NOMBRE_HILO: Final = "siaa-registro"
ESPERA_APERTURA_S: Final = 2.0
"""What a reader waits for the first look at the file, which makes its tables."""
MARGEN_CIERRE_S: Final = 1.0
"""A write under way when the time of closing is up gets this much to end."""

_diario = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AjustesRegistro:
    """What is kept: texts or none, for how many days, and how many rows at most."""

    textos: bool
    dias: int
    filas: int


@dataclass(frozen=True, slots=True)
class EstadoRegistro:
    """How the record fares: rows in the file, rows waiting, rows lost since the start.

    `problema` is for people: one Spanish sentence that says what to do, or None.
    """

    activo: bool
    filas: int
    pendientes: int
    perdidas: int
    problema: str | None


@dataclass(frozen=True, slots=True)
class _Archivo:
    """What the writer knows of the file: its rows, why it cannot be written, what was set aside."""

    filas: int = 0
    fallo: str | None = None
    apartado: str | None = None


class Registro:
    """Keeps questions and ratings in `ruta`; None keeps none.

    Only the writer's thread writes, and it alone replaces `_archivo`, as one value; every reader
    has a connection of its own.
    """

    def __init__(self, ruta: Path | None, ajustes: AjustesRegistro) -> None:
        self._ruta = ruta
        self._ajustes = ajustes
        self._cola = Cola()
        self._archivo = _Archivo()
        self._mirado = Event()
        self._dudoso = Event()
        self._hilo: Thread | None = None

    def arrancar(self) -> None:
        """Start the writer, which opens and prunes the file at once, aside."""
        if self._ruta is not None:
            destino = ArchivoRegistro(self._ruta, self._ajustes.dias, self._ajustes.filas)
            self._hilo = Thread(
                target=self._escribir_siempre,
                args=(destino, self._ruta),
                name=NOMBRE_HILO,
                daemon=True,
            )
            self._hilo.start()

    def cerrar(self, plazo_s: float) -> None:
        """Take no more rows and write what waits, for `plazo_s` seconds at most. Idempotent.

        What could not be written by then is counted as lost.
        """
        self._cola.cerrar(plazo_s)
        if self._hilo is not None:
            self._hilo.join(plazo_s + MARGEN_CIERRE_S)

    def anotar(self, asiento: Asiento) -> None:
        """Leave a question to be written. Returns at once, whatever the state of the file."""
        if self._ruta is not None:
            self._cola.poner(a_fila(asiento if self._ajustes.textos else asiento.sin_textos()))

    def valorar(self, valoracion: Valoracion) -> Valoracion:
        """Leave a rating to be written, in place of an earlier one; return what will be kept.

        Raises `PreguntaDesconocida` when its question is neither waiting nor in the file, and
        `RegistroApagado` or `RegistroNoDisponible`.
        """
        guardable = valoracion if self._ajustes.textos else valoracion.sin_textos()
        pregunta = valoracion.id
        # Rows leave the queue once they are in the file: none hides between the two looks.
        if not self._cola.tiene(pregunta) and not self.leer(lambda c: existe(c, pregunta)):
            raise PreguntaDesconocida
        if not self._cola.poner(a_fila(guardable)):
            raise RegistroNoDisponible
        return guardable

    def leer(self, consulta: Callable[[sqlite3.Connection], T]) -> T:
        """Run a lookup of `registro_consultas` on a connection of its own, closed at the end.

        Raises `RegistroApagado` or `RegistroNoDisponible`; then the writer looks the file over.
        """
        if self._ruta is None:
            raise RegistroApagado
        self._mirado.wait(ESPERA_APERTURA_S)
        try:
            with abrir_lectura(self._ruta) as conexion:
                return consulta(conexion)
        except sqlite3.Error as error:
            _diario.warning("[REGISTRO] No se pudo leer: %s.", explicar(error, self._ruta))
            self._dudoso.set()
            self._cola.despertar()
            raise RegistroNoDisponible from error

    def estado(self) -> EstadoRegistro:
        """Return how the record fares."""
        pendientes, perdidas = self._cola.cuenta()
        archivo = self._archivo
        return EstadoRegistro(
            activo=self._ruta is not None,
            filas=archivo.filas,
            pendientes=pendientes,
            perdidas=perdidas,
            problema=_problema(archivo, pendientes, perdidas),
        )

    def _escribir_siempre(self, destino: ArchivoRegistro, ruta: Path) -> None:
        """Write what waits until the record is closed; the thread's whole life."""
        fallos = 0
        while not self._cola.acabada:
            try:
                sobran = self._escribir(destino)
            except (sqlite3.Error, OSError, ArchivoInservible) as error:
                fallos += 1
                self._fallar(destino, ruta, error)
                self._cola.reposar(fallos)
                continue
            finally:
                self._mirado.set()
            fallos = 0
            if not sobran:
                self._cola.esperar_trabajo()
        destino.cerrar()
        if perdidas := self._cola.abandonar():
            _diario.warning("[REGISTRO] Se cerró sin guardar %d anotaciones.", perdidas)

    def _escribir(self, destino: ArchivoRegistro) -> bool:
        """Write a batch, perhaps empty, and prune; tell whether there is more to prune."""
        if self._dudoso.is_set() and not destino.sano():
            raise ArchivoInservible
        self._dudoso.clear()
        lote = self._cola.lote()
        try:
            hecho = destino.guardar(lote)
        except SIN_REMEDIO:
            _diario.exception("[REGISTRO] Anotaciones que ningún intento podrá guardar")
            self._cola.quitar(len(lote), perdidas=len(lote))
            return False
        if self._archivo.fallo is not None:
            _diario.info("[REGISTRO] Vuelve a guardar las preguntas.")
        self._archivo = replace(self._archivo, filas=hecho.filas, fallo=None)
        self._cola.quitar(len(lote), hecho.perdidas)
        return hecho.sobran

    def _fallar(self, destino: ArchivoRegistro, ruta: Path, error: Exception) -> None:
        """Set a damaged file aside; tell of anything else, once."""
        try:
            if es_dano(error):
                self._dudoso.clear()
                apartado = destino.apartar().name
                self._archivo = replace(self._archivo, apartado=apartado, fallo=None)
                _diario.warning("[REGISTRO] %s", _aviso_apartado(apartado))
                return
        except OSError as otro:
            error = otro
        fallo = explicar(error, ruta)
        if fallo != self._archivo.fallo:
            _diario.warning("[REGISTRO] No guarda las preguntas: %s.", fallo)
        self._archivo = replace(self._archivo, fallo=fallo)


def _problema(archivo: _Archivo, pendientes: int, perdidas: int) -> str | None:
    """Say what the administrator must know, the most pressing first."""
    if archivo.fallo is not None:
        return (
            f"El registro no guarda las preguntas ({pendientes} esperan y {perdidas} se "
            f"perdieron): {archivo.fallo}."
        )
    if archivo.apartado is not None:
        return _aviso_apartado(archivo.apartado)
    if perdidas:
        return (
            f"El registro perdió {perdidas} anotaciones que no pudo guardar a tiempo: revise el "
            "espacio y la velocidad del disco de SIAA_DATOS."
        )
    return None


def _aviso_apartado(apartado: str) -> str:
    return (
        f"El registro anterior estaba dañado o era de otra versión: quedó como «{apartado}» en "
        "SIAA_DATOS y se empezó uno nuevo; consérvelo si quiere recuperarlo, o bórrelo."
    )
