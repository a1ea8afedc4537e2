"""Files as the service writes them: always whole to others, whatever befalls who writes them.

Under a name that is safe and true to their content; what goes away is kept first, below
`datos/retirados/`. The folders there are the list: one for each moment, with the files by their
paths, and in `catalogo.toml` what the catalogue said of them.
"""

import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Final

from siaa.biblioteca.archivos import DE_TEXTO, es_ajeno, mostrable, razon
from siaa.biblioteca.catalogo import NOMBRE_CATALOGO
from siaa.biblioteca.conversion.limites import CONVERTIBLES, clase_de, reconocer
from siaa.biblioteca.conversion.piezas import NoSeConvierte
from siaa.biblioteca.disco import PARCIAL, asentar, escribir_entero
from siaa.biblioteca.lecturas import CARPETA_DE_LECTURAS
from siaa.biblioteca.lengua.texto import componer_letras
from siaa.errores import EvaluacionNoEscrita, PeticionInvalida

SUBCARPETA: Final = "retirados"
FECHA_DE_RETIRO: Final = "%Y%m%dT%H%M%S%f"
GENERAL: Final = "general"
OCTETOS_DE_NOMBRE: Final = 180
"""Of a name in UTF-8; file systems take 255, and some of ours end in `.md.parcial`."""
EXTENSION_MAXIMA: Final = 10
"""Characters, with its dot; what is longer is part of the name."""
_EN_LA_RUTA = re.compile(r"[/\\]")
_PROHIBIDO = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"|?*\ufffd\u200b-\u200f\u202a-\u202e\u2066-\u2069]')
"""Control characters, those that change the direction of text, and what Windows has in no name."""
_SIN_SIGNO: Final = (b"%PDF-", b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0")
"""What begins a document or an archive, and no text."""


def copiar_al_lado(ruta: Path) -> None:
    """Keep a file as it is now, as `*.bak`, which is no document. Raises `OSError`."""
    if ruta.exists():
        shutil.copy2(ruta, ruta.with_name(f"{ruta.name}.bak"))


@dataclass(frozen=True, slots=True)
class Retiro:
    """Files that were taken from the folder, by their paths in it, at one moment."""

    lugar: Path
    cuando: datetime
    rutas: tuple[str, ...]

    @property
    def id(self) -> str:
        """The name of its folder."""
        return self.lugar.name

    @property
    def nombres(self) -> str:
        """The paths as people read them."""
        return ", ".join(map(mostrable, self.rutas))

    @property
    def en_catalogo(self) -> str:
        """What the catalogue said of them. Raises `OSError` and `UnicodeDecodeError`."""
        with suppress(FileNotFoundError):
            return (self.lugar / NOMBRE_CATALOGO).read_text("utf-8")
        return ""

    def olvidar(self) -> None:
        """Remove it: its files are back."""
        shutil.rmtree(self.lugar, ignore_errors=True)


def retirados_de(datos: Path) -> Sequence[Retiro]:
    """Return what was taken away and can come back, the last first."""
    with suppress(FileNotFoundError):
        retiros = filter(None, map(_leer, (datos / SUBCARPETA).iterdir()))
        return sorted(retiros, key=lambda retiro: retiro.id, reverse=True)
    return ()


def guardar(datos: Path, archivos: Mapping[str, bytes]) -> None:
    """Keep files by their paths, whole or not at all. Raises `OSError`."""
    lugar = datos / SUBCARPETA / datetime.now(UTC).strftime(FECHA_DE_RETIRO)
    parcial = lugar.with_name(lugar.name + PARCIAL)
    for ruta, contenido in archivos.items():
        (parcial / ruta).parent.mkdir(parents=True, exist_ok=True)
        escribir_entero(parcial / ruta, contenido)
    parcial.rename(lugar)
    asentar(lugar.parent)


def _leer(lugar: Path) -> Retiro | None:
    """Return what a folder keeps; None for one that was never finished, or is nobody's."""
    try:
        cuando = datetime.strptime(lugar.name, FECHA_DE_RETIRO).replace(tzinfo=UTC)
    except ValueError:
        return None
    archivos = (archivo.relative_to(lugar) for archivo in lugar.rglob("*") if archivo.is_file())
    rutas = sorted(ruta.as_posix() for ruta in archivos if ruta.name != NOMBRE_CATALOGO)
    return Retiro(lugar, cuando, tuple(rutas)) if rutas else None


ConPregunta = Callable[[bytes, str, str, str, str], bytes]
"""Content and name of the file, question, document, answer → its new content. Raises `ValueError`,
which says in Spanish what is wrong with the content."""
ConDocumento = Callable[[bytes, str, str], bytes]
"""Content of the file, key of a document, its new one → its new content."""


@dataclass(frozen=True, slots=True, eq=False)
class Cuestionario:
    """The one writer of a question file, which others always find whole.

    What it was before the last addition stays beside it, as `*.bak`, which is no document either.
    """

    ruta: Path
    con_pregunta: ConPregunta
    con_documento: ConDocumento
    _candado_archivo: Lock = field(default_factory=Lock, init=False)

    def agregar(self, pregunta: str, documento: str, respuesta: str) -> None:
        """Add a question and its answer in a document. Raises `EvaluacionNoEscrita`."""
        nombre = self.ruta.name
        if self.ruta.exists() and not self.ruta.is_file():  # a pipe or a device is never opened
            raise EvaluacionNoEscrita
        try:
            self._cambiar(
                lambda antes: self.con_pregunta(antes, nombre, pregunta, documento, respuesta)
            )
        except OSError as error:
            raise EvaluacionNoEscrita from error
        except ValueError as error:
            raise EvaluacionNoEscrita(f"No se agregó la pregunta. {error}") from error

    def renombrar(self, documento: str, nuevo: str) -> None:
        """Have the questions on a document name it as it is called now. Raises `OSError`."""
        self._cambiar(lambda antes: self.con_documento(antes, documento, nuevo))

    def _cambiar(self, cambio: Callable[[bytes], bytes]) -> None:
        with self._candado_archivo:
            ruta = self.ruta.resolve()
            antes = ruta.read_bytes() if ruta.is_file() else b""
            if (ahora := cambio(antes)) != antes:
                copiar_al_lado(ruta)
                escribir_entero(ruta, ahora)


def nombrar(escrito: str, datos: bytes) -> str:
    """Return a name for a file of a library. Raises `NoSeConvierte`, which says what to do.

    Its extension is that of its content: a PDF that is called `acta.txt` becomes `acta.txt.pdf`.
    """
    nombre = seguro(_EN_LA_RUTA.split(escrito)[-1])
    if not nombre or es_ajeno(nombre):
        raise NoSeConvierte("no tiene nombre, o es uno que usan SIAA o el sistema: cámbieselo")
    extension = os.path.splitext(nombre)[1].lower().removeprefix(".")
    if f".{extension}" in DE_TEXTO and not any(signo in datos[:1024] for signo in _SIN_SIGNO):
        return nombre
    try:
        clase = reconocer(nombre, datos)
    except NoSeConvierte:
        if extension in CONVERTIBLES or any(datos.startswith(signo) for signo in _SIN_SIGNO):
            raise
        raise NoSeConvierte(razon(nombre)) from None
    return nombre if clase_de(nombre) == clase else f"{nombre}.{clase}"


def carpeta_de(escrita: str) -> str:
    """Return where the files of a collection stand: `normativa/`, and nothing for the general one.

    Raises `PeticionInvalida`.
    """
    coleccion = seguro(escrita)
    if coleccion.lower() in ("", GENERAL):
        return ""
    if _EN_LA_RUTA.search(escrita) or coleccion.lower() == CARPETA_DE_LECTURAS:
        raise PeticionInvalida(
            "Una colección no se puede llamar así: escriba otro nombre, sin barras.",
            {"campo": "coleccion"},
        )
    return f"{coleccion}/"


def seguro(escrito: str) -> str:
    """Return a name that leads nowhere else, that every system takes and that people can read."""
    limpio = " ".join(_PROHIBIDO.sub(" ", componer_letras(escrito)).split()).strip(". ")
    tallo, extension = os.path.splitext(limpio)
    if len(extension) > EXTENSION_MAXIMA:
        tallo, extension = limpio, ""
    corto = tallo.encode()[: OCTETOS_DE_NOMBRE - len(extension.encode())]
    return corto.decode("utf-8", "ignore").rstrip(". ") + extension
