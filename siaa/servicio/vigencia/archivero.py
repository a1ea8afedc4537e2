"""The one that changes the folder of documents: adds to it, takes from it, brings back.

Every change is a proposal that is tried before anything is written. What would be lost is kept
first, below `datos/retirados/`; each file appears whole under its name; what goes away goes last.
Wherever that is cut off, nothing is lost and no half of a file is ever read. The folder stays the
truth: what people do in it by hand is as good.
"""

import logging
import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from siaa.biblioteca.archivos import Propuesta, hallar_ruta
from siaa.biblioteca.catalogo import NOMBRE_CATALOGO, normalizar_nombre
from siaa.biblioteca.conversion.carpeta import DE_TEXTO, listar, mostrable
from siaa.biblioteca.conversion.piezas import NoSeConvierte
from siaa.biblioteca.valores import Documento, Omitido
from siaa.causas import causa
from siaa.errores import BibliotecaNoEscrita, PeticionInvalida
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva, Recargada
from siaa.servicio.vigencia.entrega import carpeta_de, nombrar

SUBCARPETA: Final = "retirados"
FECHA_DE_RETIRO: Final = "%Y%m%dT%H%M%S%f"
PARCIAL: Final = ".parcial"

_diario = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Encargo:
    """What somebody asks of the folder. que: in Spanish, for the record. rechazados: what of it
    cannot be. retiro: what was kept of the files that come back with it.
    """

    que: str
    propuesta: Propuesta
    rechazados: tuple[Omitido, ...] = ()
    retiro: Path | None = None


@dataclass(frozen=True, slots=True)
class Cumplido:
    """What an order comes to; hecho: whether it was carried out or only tried."""

    encargo: Encargo
    hecho: bool
    recargada: Recargada


@dataclass(frozen=True, slots=True)
class Retiro:
    """Files that were taken from the folder, by their paths in it, at one moment."""

    id: str
    cuando: datetime
    rutas: tuple[str, ...]


class Archivero:
    """Changes the folder of a library, one order at a time: the library's reloads see to that.

    anotar: hears who did what.
    """

    def __init__(
        self,
        biblioteca: BibliotecaViva,
        carpeta: Path,
        datos: Path,
        anotar: Callable[[str, str], None],
    ) -> None:
        self._biblioteca = biblioteca
        self._carpeta = carpeta
        self._retirados = datos / SUBCARPETA
        self._anotar = anotar

    def agregar(self, coleccion: str, archivos: Iterable[tuple[str, bytes]]) -> Encargo:
        """Return the order to add files, by name and content, to a collection.

        One that has the name of a document of it, in any case, takes its place.
        """
        hay = {_llana(ruta): ruta for ruta in listar(self._carpeta)[0]}
        carpeta, rutas = self._lugar_de(coleccion, hay.values()), dict(hay)
        propuesta: dict[str, bytes | None] = {}
        rechazados = []
        for nombre, datos in archivos:
            try:
                pedida = carpeta + nombrar(nombre, datos)
                ruta = rutas.setdefault(_llana(pedida), pedida)
                if ruta in propuesta:
                    raise NoSeConvierte("hay otro con el mismo nombre entre los que envía")
                propuesta[ruta] = datos
            except NoSeConvierte as rechazo:
                rechazados.append(Omitido(mostrable(nombre), str(rechazo)))
        ilegibles = self._biblioteca.ilegibles(propuesta)
        fuera = {omitido.archivo for omitido in ilegibles}
        puestos = {ruta: datos for ruta, datos in propuesta.items() if mostrable(ruta) not in fuera}
        # A text that corrects a file does not correct the one that takes its place.
        corrigen = (hay.get(_llana(f"{ruta}.md")) for ruta in puestos if _llana(ruta) in hay)
        viejos = dict.fromkeys(ruta for ruta in corrigen if ruta and _corrige(ruta))
        que = f"agregar {', '.join(map(mostrable, puestos)) or 'nada'}"
        return Encargo(que, {**viejos, **puestos}, (*rechazados, *ilegibles))

    def _lugar_de(self, coleccion: str, rutas: Iterable[str]) -> str:
        """Return where a collection stands, as it is written there. Raises `PeticionInvalida`."""
        pedida = carpeta_de(coleccion)
        hay = (f"{ruta.split('/')[0]}/" for ruta in rutas if "/" in ruta)
        lugar = next((una for una in hay if _llana(una) == _llana(pedida)), pedida)
        if os.path.islink(self._carpeta / lugar) and lugar:
            raise PeticionInvalida(
                "Esa colección es un enlace a otra carpeta, y no se sigue.", {"campo": "coleccion"}
            )
        return lugar

    def retirar(self, documento: Documento) -> Encargo:
        """Return the order to take a document away, with the text that corrects it."""
        ruta = hallar_ruta(self._carpeta, documento.ruta)
        corregido = f"{ruta}.md"
        con_el = _corrige(corregido) and self._hay(corregido)
        quitadas = (ruta, corregido) if con_el else (ruta,)
        return Encargo(f"retirar {documento.ruta}", dict.fromkeys(quitadas))

    def restaurar(self, id_: str) -> Encargo:
        """Return the order to bring back what was taken away. Raises `PeticionInvalida`."""
        retiro = next((uno for uno in self.retirados() if uno.id == id_), None)
        if retiro is None:
            raise PeticionInvalida("Eso ya no está entre lo retirado.", {"campo": "retiro"})
        hay = {_llana(ruta) for ruta in listar(self._carpeta)[0]}
        if ocupada := next((ruta for ruta in retiro.rutas if _llana(ruta) in hay), None):
            raise PeticionInvalida(
                f"En la biblioteca ya hay un «{ocupada}»: retírelo antes de restaurar este.",
                {"campo": "retiro"},
            )
        lugar = self._retirados / id_
        try:
            propuesta = {ruta: (lugar / ruta).read_bytes() for ruta in retiro.rutas}
        except OSError as error:
            raise BibliotecaNoEscrita from error
        return Encargo(f"restaurar {', '.join(retiro.rutas)}", propuesta, retiro=lugar)

    def retirados(self) -> Sequence[Retiro]:
        """Return what was taken away and can come back, the last first."""
        with suppress(FileNotFoundError):
            return sorted(filter(None, map(_leer_retiro, self._retirados.iterdir())), key=_antes)
        return ()

    def cumplir(self, encargo: Encargo, confirmada: str, quien: str) -> Cumplido:
        """Try an order, and carry it out if what it comes to is the index `confirmada`.

        Raises `BibliotecaNoEscrita`, and what a reload does.
        """

        def escribir() -> None:
            try:
                self._escribir(encargo)
            except OSError as error:
                _diario.warning("[Archivero] No se pudo %s: %s", encargo.que, causa(error))
                raise BibliotecaNoEscrita from error
            _diario.info("[Archivero] %s: %s", quien, encargo.que)
            self._anotar(quien, encargo.que)

        hecho, recargada = self._biblioteca.cambiar(encargo.propuesta, confirmada, escribir)
        return Cumplido(encargo, hecho, recargada)

    def _escribir(self, encargo: Encargo) -> None:
        self._guardar_lo_que_se_pierde(encargo.propuesta)
        for ruta, datos in encargo.propuesta.items():
            if datos is not None:
                _poner(self._carpeta / ruta, datos)
        for ruta, datos in encargo.propuesta.items():
            if datos is None:
                (self._carpeta / ruta).unlink(missing_ok=True)
        if encargo.retiro is not None:
            shutil.rmtree(encargo.retiro, ignore_errors=True)

    def _guardar_lo_que_se_pierde(self, propuesta: Propuesta) -> None:
        """Copy the files that go away, or become others, to where they can come back from."""
        suyas = [r for r in propuesta if r != NOMBRE_CATALOGO and self._hay(r)]
        actuales = {ruta: (self._carpeta / ruta).read_bytes() for ruta in suyas}
        quedan = set(propuesta.values())
        perdidos = {ruta: datos for ruta, datos in actuales.items() if datos not in quedan}
        if not perdidos:
            return
        lugar = self._retirados / datetime.now(UTC).strftime(FECHA_DE_RETIRO)
        parcial = lugar.with_name(lugar.name + PARCIAL)
        for ruta, datos in perdidos.items():
            _poner(parcial / ruta, datos)
        parcial.rename(lugar)
        _asentar(lugar.parent)

    def _hay(self, ruta: str) -> bool:
        return (self._carpeta / ruta).is_file()


def _corrige(ruta: str) -> bool:
    """Tell whether a text stands for another file, which is converted without it: `a.pdf.md`."""
    return not ruta.removesuffix(".md").lower().endswith(DE_TEXTO)


def _llana(ruta: str) -> str:
    """Return a path as a system sees it to which case does not matter."""
    return normalizar_nombre(mostrable(ruta))


def _antes(retiro: Retiro) -> float:
    return -retiro.cuando.timestamp()


def _leer_retiro(lugar: Path) -> Retiro | None:
    """Return what a folder keeps; None for one that was never finished, or is nobody's."""
    try:
        cuando = datetime.strptime(lugar.name, FECHA_DE_RETIRO).replace(tzinfo=UTC)
    except ValueError:
        return None
    archivos = (archivo for archivo in lugar.rglob("*") if archivo.is_file())
    rutas = tuple(sorted(archivo.relative_to(lugar).as_posix() for archivo in archivos))
    return Retiro(lugar.name, cuando, rutas) if rutas else None


def _poner(ruta: Path, datos: bytes) -> None:
    """Write a file that appears under its name when it is whole, and stays. Raises `OSError`."""
    ruta.parent.mkdir(parents=True, exist_ok=True)
    parcial = ruta.with_name(f".{ruta.name}{PARCIAL}")
    with parcial.open("wb") as abierto:
        abierto.write(datos)
        abierto.flush()
        os.fsync(abierto.fileno())
    parcial.replace(ruta)
    _asentar(ruta.parent)


def _asentar(carpeta: Path) -> None:
    """Have the disk keep which names a folder has, before anything else is done."""
    abierta = os.open(carpeta, os.O_RDONLY)
    try:
        os.fsync(abierta)
    finally:
        os.close(abierta)
