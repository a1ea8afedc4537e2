"""Bytes of a file → text. A guess that could change an ñ or an accent is no guess. Pure.

Besides UTF-8 there are two forms that Windows writes: UTF-16, which says so, and Windows-1252,
which does not. Every byte means something in Windows-1252, so what it would say must look like
Spanish: its letters, and no sign in the middle of a word, where other encodings have theirs.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from siaa.biblioteca.conversion.piezas import NoSeConvierte
from siaa.biblioteca.lengua.texto import normalizar_contenido
from siaa.biblioteca.valores import Archivo
from siaa.causas import causa

UTF8: Final = "UTF-8"
UTF16: Final = "UTF-16"
WINDOWS: Final = "Windows-1252"
LETRAS_POR_EXTRAÑO: Final = 4
"""Letters of Spanish that must stand beside each sign or letter that is out of place."""
NOMBRADOS: Final = 3
"""Files that a warning names."""
_MARCAS_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")

_LETRA: Final = r"[^\W\d_]"
_SIGNO: Final = r"(?!\w)[\x80-\U0010ffff]"
_BINARIO = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_PROPIA = re.compile("[áéíóúüñÁÉÍÓÚÜÑ]")
_EXTRAÑO = re.compile(
    rf"(?![áéíóúüñÁÉÍÓÚÜÑªºa-zA-Z]){_LETRA}|(?<={_LETRA}){_SIGNO}(?={_LETRA})"
    rf"|(?<={_LETRA})(?![”»…°]){_SIGNO}|(?![¿¡“«‘…–—•·§°\xa0]){_SIGNO}(?={_LETRA})"
)
"""A letter of another language; a sign inside a word, or one that neither opens nor closes it."""


class TextoDecodificado(NamedTuple):
    """The normalised text of a file, and how its bytes were read."""

    contenido: str
    codificacion: str


def decodificar(datos: bytes) -> TextoDecodificado:
    """Read the bytes of a file. Raises `NoSeConvierte`."""
    try:
        contenido, codificacion = datos.decode("utf-8"), UTF8
    except UnicodeDecodeError as error:
        contenido, codificacion = _de_otra_forma(datos, error)
    if "\0" in contenido:
        raise NoSeConvierte("no es texto: contiene caracteres nulos")
    return TextoDecodificado(normalizar_contenido(contenido), codificacion)


def _de_otra_forma(datos: bytes, error: UnicodeDecodeError) -> tuple[str, str]:
    if datos.startswith(_MARCAS_UTF16):
        return _de_utf16(datos), UTF16
    if b"\0" in datos:
        raise NoSeConvierte("no es texto: contiene bytes nulos")
    contenido = datos.decode("cp1252", "replace")
    if "\ufffd" in contenido or _BINARIO.search(contenido) or not _parece_español(contenido):
        raise NoSeConvierte(f"{causa(error)}: guárdelo como UTF-8")
    return contenido, WINDOWS


def _de_utf16(datos: bytes) -> str:
    try:
        return datos.decode("utf-16")
    except UnicodeDecodeError as error:
        raise NoSeConvierte(f"{causa(error)}: guárdelo como UTF-8") from error


def _parece_español(contenido: str) -> bool:
    """Tell whether what is not ASCII in a text is what Spanish has."""
    propias = len(_PROPIA.findall(contenido))
    return LETRAS_POR_EXTRAÑO * len(_EXTRAÑO.findall(contenido)) <= propias


def avisos_de_codificacion(archivos: Iterable[Archivo]) -> tuple[str, ...]:
    """Return a warning for each encoding other than UTF-8, with the files that were read so."""
    por_forma: dict[str, list[str]] = {UTF16: [], WINDOWS: []}
    for archivo in archivos:
        if archivo.codificacion != UTF8:
            por_forma[archivo.codificacion].append(f"«{archivo.ruta}»")
    return tuple(_aviso(forma, rutas) for forma, rutas in por_forma.items() if rutas)


def _aviso(forma: str, rutas: list[str]) -> str:
    if len(rutas) == 1:
        return f"{rutas[0]} se leyó como {forma}: guárdelo en UTF-8."
    nombrados, otros = ", ".join(rutas[:NOMBRADOS]), len(rutas) - NOMBRADOS
    y_mas = f" y {otros} más" if otros > 0 else ""
    return f"{len(rutas)} archivos se leyeron como {forma}: guárdelos en UTF-8. {nombrados}{y_mas}."
