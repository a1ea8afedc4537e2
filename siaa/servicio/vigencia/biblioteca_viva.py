"""The library in force; a reload, one at a time, builds the next one aside, tries it, swaps it."""

import logging
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import InitVar, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import TypeVar

from siaa.biblioteca import cargador
from siaa.biblioteca.archivos import Propuesta, hallar_ruta, leer_bytes
from siaa.biblioteca.conversion.conversor import Conversor
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import AjustesBiblioteca, Documento, Omitido
from siaa.errores import BibliotecaNoDisponible, RecargaEnCurso, ServicioDeteniendose
from siaa.examen import Examen, Examinador, comparar_examen
from siaa.servicio.hilos import lanzar
from siaa.servicio.parada import Parada
from siaa.servicio.vigencia.recarga import (
    Cambios,
    Recarga,
    Resultado,
    comparar,
    de_otro,
    decidir,
    fallida,
    males_nuevos,
    rechazo,
)

_diario = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EstadoBiblioteca:
    """All that changes, as one value: the library in force, since when, and the rest.

    sello, en_espera: of the folder when it was last read, whatever came of that, and how many of
    its files were still to be converted. recarga: the last one; None before the first. ensayo: the
    fingerprint of the last index that was tried, and what was still to be converted for it.
    """

    indice: Indice
    cargado_en: datetime
    sello: str
    en_espera: int = 0
    recarga: Recarga | None = None
    ensayo: tuple[str, frozenset[str]] = ("", frozenset())


@dataclass(eq=False)
class BibliotecaViva:
    """Owns the library in force. Readers take the index once and use it to the end.

    `estado` may be read at any time; only who holds `_candado_recarga` replaces it.
    datos: folder below which what was converted is kept, and the index of a library that loads
    slowly; None for never.
    examinar: reads the questions that a new index is tried on. parada: ends a reload half way.
    al_recargar: hears what became of each reload.
    """

    carpeta: Path
    ajustes: AjustesBiblioteca
    progreso: InitVar[cargador.Progreso] = iter
    datos: Path | None = None
    examinar: Examinador = Examen
    parada: Parada = field(default_factory=Parada)
    al_recargar: Callable[[Resultado], None] = lambda resultado: None
    estado: EstadoBiblioteca = field(init=False)
    _candado_recarga: Lock = field(default_factory=Lock, init=False)

    def __post_init__(self, progreso: cargador.Progreso) -> None:
        sello = self.sellar()
        carga = cargador.abrir_biblioteca(self.carpeta, self.ajustes, progreso, self.datos)
        _anunciar(carga.indice, carga.indice.claves)
        self.estado = EstadoBiblioteca(carga.indice, datetime.now(UTC), sello, carga.en_espera)
        _guardar_aparte(carga)

    @property
    def indice(self) -> Indice:
        """The library in force."""
        return self.estado.indice

    def original(self, documento: Documento) -> bytes:
        """Return the file that a document was read from. Raises `Dudoso` and `OSError`."""
        ruta = hallar_ruta(self.carpeta, documento.ruta)
        return leer_bytes(self.carpeta, ruta, self.ajustes.max_bytes_documento)

    def pagina(self, documento: Documento, numero: int) -> bytes:
        """Return the picture (JPEG) of a page. Raises `NoSeConvierte` and as `original`."""
        return Conversor(self.datos).pagina(documento.ruta, self.original(documento), numero)

    def sellar(self) -> str:
        """Seal the folder as it is now. Raises `BibliotecaNoDisponible` when it is not there."""
        return cargador.sellar(self.carpeta, self.ajustes)

    def recargar(self, forzar: bool = False, vaciar: bool = True) -> tuple[Recarga, Indice]:
        """Read the folder again and swap the index; questions in progress keep the old one.

        Return how it went, and the index that is now in force.

        `forzar` puts the new index in force even if fewer questions find their document. Without
        `vaciar`, a folder that has lost all of its documents counts as not available.

        The old index stays in force with every error: `RecargaEnCurso` while another reload
        runs, `RecargaRechazada`, `BibliotecaNoDisponible`, `ServicioDeteniendose`.
        """
        with self._a_solas():
            return self._recargar(forzar, vaciar)

    def ilegibles(self, propuesta: Propuesta) -> list[Omitido]:
        """Return which of some files of a folder nobody could read, and why; none is written."""
        conversor = self._conversor()
        leidos = [
            cargador.leer(self.carpeta, ruta, self.ajustes, conversor, propuesta)
            for ruta in self._mientras_siga(propuesta)
        ]
        return [leido for leido in leidos if isinstance(leido, Omitido) and not leido.en_espera]

    def cambiar(
        self,
        propuesta: Propuesta,
        confirmada: str,
        escribir: Callable[[], None],
        renombra: tuple[str, str] | None = None,
    ) -> tuple[bool, Recarga, Indice]:
        """Try the folder as it would be; put it in force if that is the index `confirmada`.

        Then `escribir` changes the folder, and it is read again. What was not converted when that
        index was tried counts as if it still were not: nobody is asked twice because it goes on.
        renombra: key of a document → its new one, which its questions are asked of.
        Return whether it was done, and what it comes to. Raises what `recargar` and `escribir` do.
        """
        with self._a_solas():
            if not propuesta:
                nada = Recarga(datetime.now(UTC), Resultado.APLICADA, Cambios(), None, None)
                return False, nada, self.indice
            ensayada, esperaban = self.estado.ensayo
            dejados = esperaban if confirmada == ensayada else frozenset()
            ensayo, indice = self._ensayar(propuesta, renombra, dejados)
            if indice.huella != confirmada:
                return False, *(self._ensayar(propuesta, renombra) if dejados else (ensayo, indice))
            escribir()
            hecha, indice = self._recargar(forzar=True, vaciar=True)
            return True, replace(hecha, examen=ensayo.examen), indice

    def _ensayar(
        self,
        propuesta: Propuesta,
        renombra: tuple[str, str] | None,
        dejados: frozenset[str] = frozenset(),
    ) -> tuple[Recarga, Indice]:
        conocidos = cargador.textos_conocidos(self.indice)
        conversor = self._conversor(dejados)
        indice = cargador.cargar_biblioteca(
            self.carpeta, self.ajustes, self._mientras_siga, conocidos, conversor, propuesta
        )
        recarga = self._probar(indice, forzar=True, renombra=renombra)
        esperan = frozenset(omitido.archivo for omitido in indice.omitidos if omitido.en_espera)
        self.estado = replace(self.estado, ensayo=(indice.huella, esperan))
        return recarga, indice

    def _conversor(self, dejados: frozenset[str] = frozenset()) -> Conversor:
        return Conversor(self.datos, cargador.ESPERA_CONVERSION_S, dejados=dejados)

    @contextmanager
    def _a_solas(self) -> Iterator[None]:
        if not self._candado_recarga.acquire(blocking=False):
            raise RecargaEnCurso
        try:
            yield
        finally:
            self._candado_recarga.release()

    def _recargar(self, forzar: bool, vaciar: bool) -> tuple[Recarga, Indice]:
        estado, empezada = self.estado, time.monotonic()
        try:
            estado = replace(estado, sello=self.sellar())
            carga = self._leer(vaciar)
            estado = replace(estado, en_espera=carga.en_espera)
            recarga = self._probar(carga.indice, forzar)
        except BaseException as error:
            self._terminar(estado, fallida(error), empezada)
            raise
        if recarga.examen is not None and recarga.resultado is Resultado.RECHAZADA:
            self._terminar(estado, recarga, empezada)
            raise rechazo(recarga.motivo, recarga.examen)
        _anunciar(carga.indice, (*recarga.cambios.agregados, *recarga.cambios.modificados))
        estado = replace(estado, indice=carga.indice, cargado_en=datetime.now(UTC))
        self._terminar(estado, recarga, empezada)
        _guardar_aparte(carga)
        return recarga, carga.indice

    def _terminar(self, estado: EstadoBiblioteca, recarga: Recarga, empezada: float) -> None:
        self.estado = replace(estado, recarga=recarga)
        nivel = logging.INFO if recarga.motivo is None else logging.WARNING
        dicho = recarga.cambios.en_palabras + (f". {recarga.motivo}" if recarga.motivo else "")
        segundos = time.monotonic() - empezada
        _diario.log(nivel, "[Recarga] %s en %.2f s: %s", recarga.resultado, segundos, dicho)
        self.al_recargar(recarga.resultado)

    def _leer(self, vaciar: bool) -> cargador.Carga:
        anterior, de_aqui = self.indice, (self.carpeta, self.ajustes)
        conocidos = cargador.textos_conocidos(anterior)
        carga = cargador.recargar_biblioteca(*de_aqui, self._mientras_siga, conocidos, self.datos)
        if anterior.documentos and not carga.indice.documentos and not vaciar:
            raise BibliotecaNoDisponible(
                f"La carpeta de documentos «{self.carpeta}» se quedó sin documentos: revise que "
                "esté conectada. Sigue en uso la biblioteca anterior; para vaciarla llame a "
                "POST /siaa/recargar."
            )
        return carga

    def _probar(
        self, nuevo: Indice, forzar: bool, renombra: tuple[str, str] | None = None
    ) -> Recarga:
        examen, viejo = self.examinar(), self.indice
        antes, despues = (tuple(self._mientras_siga(examen.juzgar(uno))) for uno in (viejo, nuevo))
        claves = viejo.documentos.keys() | nuevo.documentos.keys()
        comparado = comparar_examen(antes, despues, claves, renombra)
        avisos = (aviso for aviso in (examen.aviso, de_otro(viejo, nuevo)) if aviso)
        males = males_nuevos(viejo, nuevo)
        return decidir(comparar(viejo, nuevo), comparado, forzar, " ".join(avisos) or None, males)

    def _mientras_siga(self, cosas: Iterable[T]) -> Iterator[T]:
        for cosa in cosas:
            if self.parada.pedida:
                raise ServicioDeteniendose
            yield cosa


def _guardar_aparte(carga: cargador.Carga) -> None:
    """The thread is no daemon: a process that is told to stop finishes what it began to write."""
    if carga.guardar is not None:
        lanzar(carga.guardar, "siaa-guardar-indice", daemon=False)


def _anunciar(indice: Indice, nuevos: Collection[str]) -> None:
    """These lines are documented. nuevos: keys of what was not there before, or not as it is."""
    for clave in nuevos:
        texto = indice.documentos[clave].texto
        largo = len(texto.contenido)
        _diario.info("[Doc] %s (%d caracteres, %d chunks)", clave, largo, texto.chunks)
    for omitido in indice.omitidos:
        _diario.warning("[Doc] %s omitido: %s", omitido.archivo, omitido.razon)
    for aviso in indice.avisos:
        _diario.warning("[Biblioteca] %s", aviso)
    _diario.info(
        "[CHK] %d chunks de %d documentos listos", indice.total_chunks, len(indice.documentos)
    )
