"""Under which name a file that somebody hands in is kept: safe, and true to its content. Pure."""

import os
import re
from typing import Final

from siaa.biblioteca.archivos import DE_TEXTO, es_ajeno, razon
from siaa.biblioteca.conversion.limites import CONVERTIBLES, clase_de, reconocer
from siaa.biblioteca.conversion.piezas import NoSeConvierte
from siaa.biblioteca.lecturas import CARPETA_DE_LECTURAS
from siaa.biblioteca.lengua.texto import componer_letras
from siaa.errores import PeticionInvalida

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
