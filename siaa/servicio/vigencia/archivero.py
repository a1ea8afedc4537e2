"""The one that changes the folder of documents: adds to it, takes from it, brings back.

Every change is a proposal that is tried before anything is written. What would be lost is kept
first, below `datos/retirados/`; each file appears whole under its name; what goes away goes last.
Wherever that is cut off, nothing is lost and no half of a file is ever read. The folder stays the
truth: what people do in it by hand is as good.
"""

import errno
import logging
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Final

from siaa.biblioteca.ambito import titulo_de_coleccion
from siaa.biblioteca.archivos import DE_TEXTO, Propuesta, hallar_ruta, listar, mostrable
from siaa.biblioteca.catalogo import NOMBRE_CATALOGO, normalizar_nombre
from siaa.biblioteca.conversion.piezas import NoSeConvierte
from siaa.biblioteca.disco import escribir_entero
from siaa.biblioteca.edicion import Campos, apartar, con_campos, devolver
from siaa.biblioteca.indice import Indice
from siaa.biblioteca.valores import Documento, EntradaCatalogo, Omitido
from siaa.errores import BibliotecaNoEscrita, PeticionInvalida, causa
from siaa.servicio.vigencia import escritos
from siaa.servicio.vigencia.biblioteca_viva import BibliotecaViva
from siaa.servicio.vigencia.recarga import Recarga

CATALOGO_AJENO: Final = (
    f"{NOMBRE_CATALOGO} tiene un error, o está escrito de un modo que no se cambia sin riesgo: "
    "hágalo a mano."
)
NO_RETIRADO: Final = "Eso no está entre lo retirado, o ya se restauró: actualice la página."
_diario = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DatoCambiado:
    """Something of a document or a collection that becomes another, in words."""

    que: str
    antes: str
    ahora: str


@dataclass(frozen=True, slots=True)
class Encargo:
    """What somebody asks of the folder. que: in Spanish, for the record. rechazados: what of it
    cannot be. avisos: what else is to be known of it. renombra: key of a document → its new one.
    se_aparta: what the catalogue says of what goes away. retiro: what comes back with it.
    """

    que: str
    propuesta: Propuesta
    rechazados: tuple[Omitido, ...] = ()
    avisos: tuple[str, ...] = ()
    diferencias: tuple[DatoCambiado, ...] = ()
    renombra: tuple[str, str] | None = None
    se_aparta: str = ""
    retiro: escritos.Retiro | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Archivero:
    """Changes the folder of a library, one order at a time: the library's reloads see to that.

    cuestionario: its questions, which name documents. datos: the folder of data. anotar: hears who
    did what.
    """

    biblioteca: BibliotecaViva
    cuestionario: escritos.Cuestionario
    datos: Path
    anotar: Callable[[str, str], None]

    @property
    def carpeta(self) -> Path:
        """The folder of documents."""
        return self.biblioteca.carpeta

    def agregar(self, coleccion: str, archivos: Iterable[tuple[str, bytes]]) -> Encargo:
        """Return the order to add files, by name and content, to a collection.

        One that has the name of a document of it, in any case, takes its place.
        """
        hay = {_llana(ruta): ruta for ruta in listar(self.carpeta)[0]}
        carpeta, rutas = self._lugar_de(coleccion, hay.values()), dict(hay)
        propuesta: dict[str, bytes | None] = {}
        rechazados, avisos = [], []
        for nombre, datos in archivos:
            try:
                pedida = carpeta + escritos.nombrar(nombre, datos)
                ruta = rutas.setdefault(_llana(pedida), pedida)
                if ruta in propuesta:
                    raise NoSeConvierte("hay otro con el mismo nombre entre los que envía")
                otras = [r for r in _tocayas(ruta, rutas.values()) if r != ruta]
                if otras and ruta == pedida:
                    donde = f"en la colección «{self._titulo_de(otras[0])}»"
                    raise NoSeConvierte(f"ya hay otro con ese nombre {donde}: cámbieselo")
                propuesta[ruta] = datos
                if (es := PurePath(pedida).suffix).lower() != PurePath(nombre).suffix.lower():
                    avisos.append(f"«{nombre}» es por dentro {es}: se guarda como «{ruta}».")
            except NoSeConvierte as rechazo:
                rechazados.append(Omitido(mostrable(nombre), str(rechazo)))
        ilegibles = self.biblioteca.ilegibles(propuesta)
        fuera = {omitido.archivo for omitido in ilegibles}
        puestos = {ruta: datos for ruta, datos in propuesta.items() if mostrable(ruta) not in fuera}
        # A text that corrects a file does not correct the one that takes its place.
        corrigen = (hay.get(_llana(f"{ruta}.md")) for ruta in puestos if _llana(ruta) in hay)
        viejos = dict.fromkeys(ruta for ruta in corrigen if ruta and _corrige(ruta))
        que = f"agregar {', '.join(map(mostrable, puestos)) or 'nada'}"
        return Encargo(que, {**viejos, **puestos}, (*rechazados, *ilegibles), tuple(avisos))

    def _lugar_de(self, coleccion: str, rutas: Iterable[str]) -> str:
        """Return where a collection stands, as it is written there. Raises `PeticionInvalida`."""
        pedida = escritos.carpeta_de(coleccion)
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
        propuesta: dict[str, bytes | None] = dict.fromkeys(suyas)
        tabla = ""
        if documento.entrada != EntradaCatalogo():
            with suppress(ValueError):  # what cannot be taken out stays
                resto, tabla = apartar(self._leer_catalogo(), documento.clave)
                propuesta[NOMBRE_CATALOGO] = resto.encode()
        return Encargo(f"retirar {documento.ruta}", propuesta, se_aparta=tabla)

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
            pedida = lugar + escritos.nombrar(nombre, datos)
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
        renombra = (documento.clave, clave) if clave != documento.clave else None
        dichas = self._diferencias(documento, campos, mostrable(nueva))
        return Encargo(que, movidos, diferencias=dichas, renombra=renombra)

    def _diferencias(
        self, documento: Documento, campos: Campos, nueva: str
    ) -> tuple[DatoCambiado, ...]:
        """Return what a document gets that it had not, in words; nueva: its path."""
        titulo, palabras = documento.titulo, documento.entrada.palabras_clave
        colecciones = map(self._titulo_de, (mostrable(documento.ruta), nueva))
        posibles = (
            ("Título", titulo, str(campos.get("titulo", titulo))),
            ("Palabras clave", *map(", ".join, (palabras, campos.get("palabras_clave", palabras)))),
            ("Colección", *colecciones),
            ("Archivo", documento.nombre_original, nueva.rsplit("/", 1)[-1]),
        )
        return tuple(DatoCambiado(*dicho) for dicho in posibles if dicho[1] != dicho[2])

    def _titulo_de(self, ruta: str) -> str:
        coleccion = mostrable(ruta).split("/")[0] if "/" in ruta else escritos.GENERAL
        return titulo_de_coleccion(self.biblioteca.indice, coleccion)

    def _con_su_correccion(self, ruta: str) -> tuple[str, ...]:
        corregido = f"{ruta}.md"
        return (ruta, corregido) if _corrige(corregido) and self._hay(corregido) else (ruta,)

    def titular(self, coleccion: str, titulo: str) -> Encargo:
        """Return the order to give a collection a title. Raises as above."""
        antes = titulo_de_coleccion(self.biblioteca.indice, coleccion)
        que = f"titular la colección {coleccion} «{titulo}»"
        if titulo == antes:
            return Encargo(que, {})
        propuesta = self._catalogo("colecciones", coleccion, {"titulo": titulo}, "")
        dicho = (DatoCambiado("Título", antes, titulo or coleccion),)
        return Encargo(que, propuesta, diferencias=dicho)

    def _catalogo(self, seccion: str, nombre: str, campos: Campos, nuevo: str) -> Propuesta:
        try:
            editado = con_campos(self._leer_catalogo(), seccion, nombre, campos, nuevo)
        except ValueError as error:
            raise PeticionInvalida(CATALOGO_AJENO, {"campo": "titulo"}) from error
        return {NOMBRE_CATALOGO: editado.encode()}

    def _leer_catalogo(self) -> str:
        escrito = self._leer(NOMBRE_CATALOGO) if self._hay(NOMBRE_CATALOGO) else b""
        return escrito.decode("utf-8-sig")

    def _leer(self, ruta: str) -> bytes:
        try:
            return (self.carpeta / ruta).read_bytes()
        except OSError as error:
            raise _no_escrita(error) from error

    def restaurar(self, id_: str) -> Encargo:
        """Return the order to bring back what was taken away. Raises `PeticionInvalida`."""
        retiro = next((uno for uno in escritos.retirados_de(self.datos) if uno.id == id_), None)
        if retiro is None:
            raise PeticionInvalida(NO_RETIRADO, {"campo": "que"})
        hay = listar(self.carpeta)[0]
        if ocupada := next((otra for r in retiro.rutas for otra in _tocayas(r, hay)), None):
            raise PeticionInvalida(
                f"Ya hay un «{mostrable(ocupada)}»: retírelo antes de restaurar este.",
                {"campo": "que"},
            )
        try:
            propuesta = {ruta: (retiro.lugar / ruta).read_bytes() for ruta in retiro.rutas}
            if tabla := retiro.en_catalogo:
                propuesta[NOMBRE_CATALOGO] = devolver(self._leer_catalogo(), tabla).encode()
        except OSError as error:
            raise _no_escrita(error) from error
        except ValueError as error:
            raise PeticionInvalida(CATALOGO_AJENO, {"campo": "que"}) from error
        return Encargo(f"restaurar {retiro.nombres}", propuesta, retiro=retiro)

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
                raise _no_escrita(error) from error
            _diario.info("[Archivero] %s: %s", quien, encargo.que)
            self.anotar(quien, encargo.que)

        return self.biblioteca.cambiar(encargo.propuesta, confirmada, escribir, encargo.renombra)

    def _escribir(self, encargo: Encargo) -> None:
        if perdidos := self._lo_que_se_pierde(encargo):
            escritos.guardar(self.datos, perdidos)
        for ruta, datos in encargo.propuesta.items():
            if datos is not None:
                self._poner(ruta, datos)
        if encargo.renombra:
            self.cuestionario.renombrar(*encargo.renombra)
        for ruta, datos in encargo.propuesta.items():
            if datos is None:
                (self.carpeta / ruta).unlink(missing_ok=True)
        if encargo.retiro is not None:
            encargo.retiro.olvidar()

    def _poner(self, ruta: str, datos: bytes) -> None:
        lugar = self.carpeta / ruta
        if lugar.parent.resolve() != self.carpeta.resolve() / Path(ruta).parent:
            raise OSError(errno.ELOOP, "pasa por un enlace", str(lugar.parent))
        lugar.parent.mkdir(parents=True, exist_ok=True)
        if ruta == NOMBRE_CATALOGO:
            escritos.copiar_al_lado(lugar)
        escribir_entero(lugar, datos)

    def _lo_que_se_pierde(self, encargo: Encargo) -> dict[str, bytes]:
        suyas = [r for r in encargo.propuesta if r != NOMBRE_CATALOGO and self._hay(r)]
        actuales = {ruta: (self.carpeta / ruta).read_bytes() for ruta in suyas}
        quedan = set(encargo.propuesta.values())
        perdidos = {ruta: datos for ruta, datos in actuales.items() if datos not in quedan}
        apartado = {NOMBRE_CATALOGO: encargo.se_aparta.encode()} if encargo.se_aparta else {}
        return perdidos | apartado

    def _hay(self, ruta: str) -> bool:
        return (self.carpeta / ruta).is_file()


def _no_escrita(error: OSError) -> BibliotecaNoEscrita:
    """Say where and why; the system does not say where a disk is full."""
    if not error.filename:
        return BibliotecaNoEscrita().tras(f"{causa(error).capitalize()}.")
    carpeta = mostrable(str(Path(str(error.filename)).parent))
    return BibliotecaNoEscrita().tras(f"«{carpeta}»: {causa(error)}.")


def _corrige(ruta: str) -> bool:
    """Tell whether a text stands for another file, which is converted without it: `a.pdf.md`."""
    return not ruta.removesuffix(".md").lower().endswith(DE_TEXTO)


def _llana(ruta: str) -> str:
    """Return a path as a system sees it to which case does not matter."""
    return normalizar_nombre(mostrable(ruta))


def _tocayas(ruta: str, rutas: Iterable[str]) -> list[str]:
    """Return the paths of files that are called as one is: a document is known by that name."""
    return [r for r in rutas if _llana(r).rpartition("/")[2] == _llana(ruta).rpartition("/")[2]]
