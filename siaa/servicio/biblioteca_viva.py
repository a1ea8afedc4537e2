"""The current `Indice` behind one lock; a reload builds the next one aside and swaps it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from siaa.biblioteca.cargador import Progreso, cargar_biblioteca, textos_conocidos
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
    """Owns the current snapshot. Readers take the reference once and use it to the end."""

    def __init__(
        self, carpeta: Path, ajustes: AjustesBiblioteca, progreso: Progreso = iter
    ) -> None:
        self._carpeta = carpeta
        self._ajustes = ajustes
        self._recarga = Lock()
        self._candado_actual = Lock()
        self._actual = _estrenar(cargar_biblioteca(carpeta, ajustes, progreso))

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
            nuevo = cargar_biblioteca(self._carpeta, self._ajustes, conocidos=conocidos)
            with self._candado_actual:
                self._actual = _estrenar(nuevo)
            return comparar(anterior, nuevo), nuevo
        finally:
            self._recarga.release()


def _estrenar(indice: Indice) -> Instantanea:
    """Write the documented lines about a load to the operator's log and date the index."""
    for d in indice.documentos.values():
        _registro.info(
            "[Doc] %s (%d caracteres, %d chunks)", d.clave, len(d.contenido), len(d.fragmentos)
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
