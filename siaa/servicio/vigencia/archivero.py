"""The one that changes the folder of documents: adds to it, takes from it, brings back.

Every change is a proposal that is tried before anything is written. What would be lost is kept
first, below `datos/retirados/`; each file appears whole under its name; what goes away goes last.
Wherever that is cut off, nothing is lost and no half of a file is ever read. The folder stays the
truth: what people do in it by hand is as good.
"""

import errno
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
from siaa.biblioteca.edicion import Campos, con_campos
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import Documento, EntradaCatalogo, Omitido
from siaa.causas import causa
from siaa.errores import BibliotecaNoEscrita, PeticionInvalida
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva
from siaa.servicio.vigencia.entero import PARCIAL, asentar, copiar_al_lado, escribir_entero
from siaa.servicio.vigencia.entrega import carpeta_de, nombrar
from siaa.servicio.vigencia.recarga import Recarga

SUBCARPETA: Final = "retirados"
FECHA_DE_RETIRO: Final = "%Y%m%dT%H%M%S%f"

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
class Retiro:
    """Files that were taken from the folder, by their paths in it, at one moment."""

    id: str
    cuando: datetime
    rutas: tuple[str, ...]

    @property
    def nombres(self) -> str:
        """The paths as people read them."""
        return ", ".join(map(mostrable, self.rutas))


@dataclass(frozen=True, slots=True, eq=False)
class Archivero:
    """Changes the folder of a library, one order at a time: the library's reloads see to that.

    datos: the folder of data. anotar: hears who did what.
    """

    biblioteca: BibliotecaViva
    datos: Path
    anotar: Callable[[str, str], None]

    @property
    def carpeta(self) -> Path:
        """The folder of documents."""
        return self.biblioteca.carpeta

    @property
    def _retirados(self) -> Path:
        return self.datos / SUBCARPETA

    def agregar(self, coleccion: str, archivos: Iterable[tuple[str, bytes]]) -> Encargo:
        """Return the order to add files, by name and content, to a collection.

        One that has the name of a document of it, in any case, takes its place.
        """
        hay = {_llana(ruta): ruta for ruta in listar(self.carpeta)[0]}
        carpeta, rutas = self._lugar_de(coleccion, hay.values()), dict(hay)
        propuesta: dict[str, bytes | None] = {}
        rechazados = []
        for nombre, datos in archivos:
            try:
                pedida = carpeta + nombrar(nombre, datos)
                ruta = rutas.setdefault(_llana(pedida), pedida)
                if ruta in propuesta:
                    raise NoSeConvierte("hay otro con el mismo nombre entre los que envía")
                otras = [r for r in _tocayas(ruta, rutas.values()) if r != ruta]
                if otras and ruta == pedida:
                    dicha = mostrable(otras[0])
                    raise NoSeConvierte(f"«{dicha}» se llama igual: cámbiele el nombre")
                propuesta[ruta] = datos
            except NoSeConvierte as rechazo:
                rechazados.append(Omitido(mostrable(nombre), str(rechazo)))
        ilegibles = self.biblioteca.ilegibles(propuesta)
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
        if os.path.islink(self.carpeta / lugar) and lugar:
            raise PeticionInvalida(
                "Esa colección es un enlace a otra carpeta, y no se sigue.", {"campo": "coleccion"}
            )
        if (self.carpeta / lugar).is_file():
            raise PeticionInvalida("Así se llama ya un archivo.", {"campo": "coleccion"})
        return lugar

    def retirar(self, documento: Documento) -> Encargo:
        """Return the order to take a document away, with the text that corrects it."""
        suyas = self._con_su_correccion(hallar_ruta(self.carpeta, documento.ruta))
        return Encargo(f"retirar {documento.ruta}", dict.fromkeys(suyas))

    def describir(
        self, documento: Documento, campos: Campos, coleccion: str, nombre: str
    ) -> Encargo:
        """Return the order to give a document fields in the catalogue, a collection and a name.

        Raises `PeticionInvalida` and `BibliotecaNoEscrita`.
        """
        rutas, ruta = listar(self.carpeta)[0], hallar_ruta(self.carpeta, documento.ruta)
        datos, lugar = self._leer(ruta), f"{ruta.rpartition('/')[0]}/".lstrip("/")
        if _llana(coleccion) != _llana(documento.coleccion):
            lugar = self._lugar_de(coleccion, rutas)
        try:
            pedida = lugar + nombrar(nombre, datos)
        except NoSeConvierte as error:
            raise PeticionInvalida(f"Ese nombre no sirve: {error}.", {"campo": "nombre"}) from error
        nueva = ruta if _llana(pedida) == _llana(ruta) else pedida
        clave = documento.clave if nueva == ruta else _llana(nueva.rsplit("/", 1)[-1])
        if nueva != ruta and [otra for otra in _tocayas(nueva, rutas) if otra != ruta]:
            raise PeticionInvalida(
                f"Otro documento se llama «{clave}»: escriba otro nombre.", {"campo": "nombre"}
            )
        suyas = self._con_su_correccion(ruta) if nueva != ruta else ()
        movidos: dict[str, bytes | None] = dict.fromkeys(suyas)
        movidos |= {nueva + suya.removeprefix(ruta): self._leer(suya) for suya in suyas}
        en_catalogo = documento.entrada != EntradaCatalogo()
        if campos or (en_catalogo and clave != documento.clave):
            movidos |= self._catalogo("documentos", documento.clave, campos, clave)
        que = f"cambiar {documento.ruta}" + (f", ahora {nueva}" if nueva != ruta else "")
        return Encargo(que, movidos)

    def _con_su_correccion(self, ruta: str) -> tuple[str, ...]:
        corregido = f"{ruta}.md"
        return (ruta, corregido) if _corrige(corregido) and self._hay(corregido) else (ruta,)

    def titular(self, coleccion: str, titulo: str) -> Encargo:
        """Return the order to give a collection a title. Raises as above."""
        que = f"titular la colección {coleccion} «{titulo}»"
        return Encargo(que, self._catalogo("colecciones", coleccion, {"titulo": titulo}, ""))

    def _catalogo(self, seccion: str, nombre: str, campos: Campos, nuevo: str) -> Propuesta:
        try:
            escrito = self._leer(NOMBRE_CATALOGO) if self._hay(NOMBRE_CATALOGO) else b""
            editado = con_campos(escrito.decode("utf-8-sig"), seccion, nombre, campos, nuevo)
        except ValueError as error:
            raise PeticionInvalida(
                f"{NOMBRE_CATALOGO} tiene un error, o está escrito de un modo que no se cambia sin "
                "riesgo: hágalo a mano.",
                {"campo": "titulo"},
            ) from error
        return {NOMBRE_CATALOGO: editado.encode()}

    def _leer(self, ruta: str) -> bytes:
        try:
            return (self.carpeta / ruta).read_bytes()
        except OSError as error:
            raise BibliotecaNoEscrita from error

    def restaurar(self, id_: str) -> Encargo:
        """Return the order to bring back what was taken away. Raises `PeticionInvalida`."""
        retiro = next((uno for uno in self.retirados() if uno.id == id_), None)
        if retiro is None:
            raise PeticionInvalida("Eso ya no está entre lo retirado.", {"campo": "retiro"})
        hay = listar(self.carpeta)[0]
        if ocupada := next((otra for r in retiro.rutas for otra in _tocayas(r, hay)), None):
            raise PeticionInvalida(
                f"Ya hay un «{mostrable(ocupada)}»: retírelo antes de restaurar este.",
                {"campo": "retiro"},
            )
        lugar = self._retirados / id_
        try:
            propuesta = {ruta: (lugar / ruta).read_bytes() for ruta in retiro.rutas}
        except OSError as error:
            raise BibliotecaNoEscrita from error
        return Encargo(f"restaurar {retiro.nombres}", propuesta, retiro=lugar)

    def retirados(self) -> Sequence[Retiro]:
        """Return what was taken away and can come back, the last first."""
        with suppress(FileNotFoundError):
            return sorted(filter(None, map(_leer_retiro, self._retirados.iterdir())), key=_antes)
        return ()

    def cumplir(
        self, encargo: Encargo, confirmada: str, quien: str
    ) -> tuple[bool, Recarga, Indice]:
        """Try an order, and carry it out if what it comes to is the index `confirmada`.

        Return whether it was, and what it comes to. Raises `BibliotecaNoEscrita`, and what a
        reload does.
        """

        def escribir() -> None:
            try:
                self._escribir(encargo)
            except OSError as error:
                _diario.warning("[Archivero] No se pudo %s: %s", encargo.que, causa(error))
                raise BibliotecaNoEscrita from error
            _diario.info("[Archivero] %s: %s", quien, encargo.que)
            self.anotar(quien, encargo.que)

        return self.biblioteca.cambiar(encargo.propuesta, confirmada, escribir)

    def _escribir(self, encargo: Encargo) -> None:
        self._guardar_lo_que_se_pierde(encargo.propuesta)
        for ruta, datos in encargo.propuesta.items():
            if ruta == NOMBRE_CATALOGO:
                copiar_al_lado(self.carpeta / ruta)
            if datos is not None:
                lugar = self.carpeta / ruta
                if lugar.parent.resolve() != self.carpeta.resolve() / Path(ruta).parent:
                    raise OSError(errno.ELOOP, "pasa por un enlace", str(lugar.parent))
                lugar.parent.mkdir(parents=True, exist_ok=True)
                escribir_entero(lugar, datos)
        for ruta, datos in encargo.propuesta.items():
            if datos is None:
                (self.carpeta / ruta).unlink(missing_ok=True)
        if encargo.retiro is not None:
            shutil.rmtree(encargo.retiro, ignore_errors=True)

    def _guardar_lo_que_se_pierde(self, propuesta: Propuesta) -> None:
        """Copy the files that go away, or become others, to where they can come back from."""
        suyas = [r for r in propuesta if r != NOMBRE_CATALOGO and self._hay(r)]
        actuales = {ruta: (self.carpeta / ruta).read_bytes() for ruta in suyas}
        quedan = set(propuesta.values())
        perdidos = {ruta: datos for ruta, datos in actuales.items() if datos not in quedan}
        if not perdidos:
            return
        lugar = self._retirados / datetime.now(UTC).strftime(FECHA_DE_RETIRO)
        parcial = lugar.with_name(lugar.name + PARCIAL)
        for ruta, datos in perdidos.items():
            (parcial / ruta).parent.mkdir(parents=True, exist_ok=True)
            escribir_entero(parcial / ruta, datos)
        parcial.rename(lugar)
        asentar(lugar.parent)

    def _hay(self, ruta: str) -> bool:
        return (self.carpeta / ruta).is_file()


def _corrige(ruta: str) -> bool:
    """Tell whether a text stands for another file, which is converted without it: `a.pdf.md`."""
    return not ruta.removesuffix(".md").lower().endswith(DE_TEXTO)


def _llana(ruta: str) -> str:
    """Return a path as a system sees it to which case does not matter."""
    return normalizar_nombre(mostrable(ruta))


def _tocayas(ruta: str, rutas: Iterable[str]) -> list[str]:
    """Return the paths of files that are called as one is: a document is known by that name."""
    return [r for r in rutas if _llana(r).rpartition("/")[2] == _llana(ruta).rpartition("/")[2]]


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
