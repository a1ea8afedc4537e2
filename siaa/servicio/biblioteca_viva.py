"""The current `Indice` behind one lock; a reload builds the next one aside and swaps it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, Thread

from siaa.biblioteca.cargador import (
    Carga,
    Progreso,
    abrir_biblioteca,
    recargar_biblioteca,
    textos_conocidos,
)
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import AjustesBiblioteca
from siaa.errores import RecargaEnCurso

_registro = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Instantanea:
    """A library as it stood at one moment."""

    indice: Indice
    cargado_en: datetime


@dataclass(frozen=True, slots=True)
class Cambios:
    """What a reload changed, by document key."""

    agregados: tuple[str, ...]
    modificados: tuple[str, ...]
    retirados: tuple[str, ...]


class BibliotecaViva:
    """Owns the current snapshot. Readers take the reference once and use it to the end.

    datos: folder below which the index of a library that loads slowly is kept; None for never.
    """

    def __init__(
        self,
        carpeta: Path,
        ajustes: AjustesBiblioteca,
        progreso: Progreso = iter,
        datos: Path | None = None,
    ) -> None:
        self._carpeta = carpeta
        self._ajustes = ajustes
        self._datos = datos
        self._recarga = Lock()
        self._candado_actual = Lock()
        carga = abrir_biblioteca(carpeta, ajustes, progreso, datos)
        self._actual = _estrenar(carga.indice)
        _guardar_aparte(carga)

    @property
    def actual(self) -> Instantanea:
        """The snapshot in force."""
        with self._candado_actual:
            return self._actual

    def recargar(self) -> tuple[Cambios, Indice]:
        """Read the folder again and swap the index; questions in progress keep the old one.

        Returns what changed and the index now in force.

        Raises `RecargaEnCurso` while another reload runs and `BibliotecaNoDisponible` when the
        folder cannot be read; the old index stays in force then.
        """
        if not self._recarga.acquire(blocking=False):
            raise RecargaEnCurso
        try:
            anterior = self.actual.indice
            conocidos = textos_conocidos(anterior)
            carga = recargar_biblioteca(
                self._carpeta, self._ajustes, conocidos=conocidos, datos=self._datos
            )
            with self._candado_actual:
                self._actual = _estrenar(carga.indice)
            _guardar_aparte(carga)
            return comparar(anterior, carga.indice), carga.indice
        finally:
            self._recarga.release()


def _guardar_aparte(carga: Carga) -> None:
    """Keep a library on disk while others are already being answered.

    The thread is no daemon: a process that is told to stop finishes what it began to write.
    """
    if carga.guardar is not None:
        Thread(target=carga.guardar, name="siaa-guardar-indice").start()


def _estrenar(indice: Indice) -> Instantanea:
    """Write the documented lines about a load to the operator's log and date the index."""
    for d in indice.documentos.values():
        _registro.info(
            "[Doc] %s (%d caracteres, %d chunks)", d.clave, d.texto.caracteres, d.texto.chunks
        )
    for omitido in indice.omitidos:
        _registro.warning("[Doc] %s omitido: %s", omitido.archivo, omitido.razon)
    for aviso in indice.avisos:
        _registro.warning("[Catálogo] %s", aviso)
    _registro.info(
        "[CHK] %d chunks de %d documentos listos", indice.total_chunks, len(indice.documentos)
    )
    return Instantanea(indice, datetime.now(UTC))


def comparar(anterior: Indice, nuevo: Indice) -> Cambios:
    """Return which documents came, changed and went between two indexes."""
    antes, ahora = _huellas(anterior), _huellas(nuevo)
    return Cambios(
        agregados=tuple(sorted(ahora.keys() - antes.keys())),
        modificados=tuple(sorted(c for c in ahora.keys() & antes.keys() if ahora[c] != antes[c])),
        retirados=tuple(sorted(antes.keys() - ahora.keys())),
    )


def _huellas(indice: Indice) -> Mapping[str, str]:
    return {clave: documento.texto.huella for clave, documento in indice.documentos.items()}
